/* tgamma in vectors: gamma(x) = w P(t)^2, x = 6 + t + i, |t| <= 1/2, P(t)^2 = gamma(6 + t),
   where w is the product of i numbers from 6 + t on, or 1 by the product of -i numbers from x on.
   The root needs fewer coefficients than gamma.

   Usual lanes have 1/2 < x < 27/2: |i| <= 7, whose three bits choose a product of four numbers,
   one of two, and one number. The function for rare lanes multiplies by up to QUADS products of
   four before: w of 47 numbers, for x next to -41. i is by an operation that ignores the mode.

   Let f be the first of these numbers, v = f (f + 3), v + 2 = (f + 1) (f + 2). All sums f + j are
   exact. For |x| >= 1, so are v, v + 2 and f (f + 1): x is a multiple of 2^-23, and |f| < 8 then,
   with products of 26 and 27 bits; or x is one of 2^-22, |x| >= 2 and |f| < 11; or of 2^-20, |x| >=
   8 and |f| <= 42. So there are two roundings for four numbers, with that of w but for the first
   ones, one for two, one for one: 23 at most, of 47 numbers, and for i >= 0 14, of 29. For
   |x| < 1 there are seven numbers at most: four, two, one. Where f < 0, v is exact, or x > -1/2 and
   v >= -5/4: v + 2 has at most 5/3 of v's relative error, and one of its own. So there are at most
   six for four numbers, with that of w, three for two, one for one.

   Without FMA, f (f + 1) is a product of f and the exact f + 1: one rounding, or none, as with it.
   P is by Horner's scheme, which has fewer large sums than pairs: so the bound, nearly 2^-47, is
   one for which there are lists.

   For |x| < 1/8 near-zero.h serves. Beyond 35.25 f overflows, and from -41.5 down |f| < 2^-150:
   gamma.c. NaN, which raises no flag, stands in lanes without an argument. */
#include "tools/generate/near-zero.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/gamma.h"
#include "tools/generate/vector/vector-text.h"

enum { CENTER = 6, ROUNDINGS_UP = 14, ROUNDINGS_DOWN = 23, QUADS = 10, QUADS_FEW = 6 };

static const void *data(const struct tmd_function *f) { return f->id == TMD_FN_tgamma ? f : NULL; }

static void series(arb_poly_t g, const struct tmd_approximation *p, const arb_t t, slong length) {
  tmd_gamma_series(g, p, t, length);
  arb_poly_sqrt_series(g, g, length, TMD_IDEAL_BITS);
}

static void plan(struct tmd_design *design) {
  char polynomial[128];
  design->p.series = series, design->p.shift = CENTER, design->p.radius = 0.5;
  design->p.count = 13;
  snprintf(polynomial, sizeof polynomial,
           "p = fpminimax(sqrt(g), %d, [|53...|], [-0.5;0.5], relative);\n"
           "for i from 0 to %d do coeff(p,i);\n",
           design->p.count - 1, design->p.count - 1);
  tmd_gamma_commands(design->p.sollya, CENTER, polynomial);
  design->near.steps.vector = 1;
  tmd_gamma_plan_near(design);
}

enum { T, N, D };

static void append(struct tmd_design *design) {
  int (*const sum)(struct tmd_terms *terms, const int *coefficient, int count, int x) =
      design->demands.no_fma ? tmd_terms_horner : tmd_terms_pairs;
  struct tmd_terms *s = &design->steps;
  struct tmd_approximation *p = &design->p;
  int coefficient[TMD_COEFFICIENTS_MAX];
  tmd_approximation_take_constant(p);
  tmd_terms_input(s, "t"), tmd_terms_input(s, "n"), tmd_terms_input(s, "d");
  coefficient[0] = tmd_terms_number(s, p->first, NULL);
  for (int i = 0; i < p->count; i++)
    coefficient[i + 1] = tmd_terms_number(s, p->coefficient[i], NULL);
  const int P = sum(s, coefficient, p->count + 1, T), G = tmd_terms_product(s, "G", "P^2", P, P),
            up = tmd_terms_product(s, NULL, NULL, G, N),
            a = tmd_terms_choice(s, "a", "numbers are for n = d = 1", up, G);
  tmd_terms_quotient(s, "y", NULL, a, D);
}

/* The states of t for i >= 0 or i < 0: n or d is a factor of f, 1 here, with this relative error.
 */
static void bound_piece(struct tmd_design *design, const arb_t t, int down, const mag_t of_w) {
  struct tmd_terms *s = &design->steps;
  SCOPED(arb, one, f);
  SCOPED(mag, error, size);
  arb_one(one);
  tmd_terms_set(s, T, t, error);
  tmd_terms_set(s, N, one, down ? error : of_w), tmd_terms_set(s, D, one, down ? of_w : error);
  s->other = down;
  tmd_terms_enclose(s);
  tmd_approximation_exact(f, &design->p, t);
  tmd_approximation_error(error, &design->p, t);
  arb_get_mag(size, f);
  mag_mul_2exp_si(size, size, 1);
  mag_add(size, size, error);
  mag_mul(error, error, size); /* |P^2 - G| */
  arb_sqr(f, f, TMD_IDEAL_BITS);
  tmd_design_add(design, s, error, f);
}

static void bound(struct tmd_design *design) {
  enum { PIECES = 128 };
  SCOPED(arb, t);
  SCOPED(mag, of_n, of_d);
  mag_set_d(of_n, ROUNDINGS_UP * 0x1p-52 * (1 + 0x1p-40));
  mag_set_d(of_d, ROUNDINGS_DOWN * 0x1p-52 * (1 + 0x1p-40));
  for (int k = 0; k < PIECES; k++) {
    tmd_real_between(t, 1.0 * k / PIECES - 0.5, (k + 1.0) / PIECES - 0.5);
    bound_piece(design, t, 0, of_n), bound_piece(design, t, 1, of_d);
  }
}

/* ---- the text ---- */

static void print_usual(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("((u > 0x3f000000) & (u < 0x41580000))", out); /* 1/2, 13.5 */
}

static void print_scaled(FILE *out, const struct tmd_design *design) {
  fprintf(out,
          "  const vhalfint w = u, part = vfraction(vchoose(u < 0, u, vall_int(0))) & 0x7fffffff;\n"
          "  const vhalfint whole = /* negative integers, -infinity */\n"
          "      (u < 0) & (size != 0) & ((part == 0) | (size == 0x7f800000));\n"
          "  const vhalfint near = (size < 0x%x) & (size >= 0x27000000); /* %a, 2^-49 */\n"
          "  const vhalfint below = (u < 0) & vnot(whole) & (size >= 0x42260000) & /* -41.5 */\n"
          "      (size < 0x7f800000);\n"
          "  const vhalfint beyond = (size >= 0x%x) & vnot(whole | below) &\n"
          "      ((u <= 0x3f000000) |\n"
          "       ((u >= 0x41580000) & (u < 0x420d0000) & (u != 0x41600000))); /* 35.25, 14 */\n"
          "  usual = usual | beyond;\n",
          tmd_float_encode((double)design->near.limit), (double)design->near.limit,
          tmd_float_encode((double)design->near.limit));
}

/* A power of |x| below 2^-49 would underflow. */
static void print_special(FILE *out, const struct tmd_design *design) {
  fputs("  vdouble close = y;\n"
        "  if (vsome(near)) {\n"
        "    const vdouble xd = vselect(near, x, vall(1.0));\n",
        out);
  tmd_terms_print(out, &design->near.steps, 0);
  fputs("    close = y;\n"
        "  }\n"
        "  const vhalfint next = (size < 0x27000000) & (size != 0); /* 2^-49: f is next to 1/x */\n"
        "  const vdouble inverse = vall(1.0) / vselect(size < 0x27000000, x, vall(1.0));\n"
        "  const vdouble first = vselect(next, inverse, vall(1.0));\n"
        "  const vdouble none = vselect(whole, vall(0.0), vall(1.0));\n"
        "  const vdouble up = vinteger(vselect(below, x, vall(0.5)) + vall(0.5)); /* exact */\n"
        "  const vlong s = vencoding(up + vall(0x1.8p+52)) << 63; /* negative if `up` is odd */\n"
        "  y = vselect(near, close, y);\n"
        "  y = vselect(next, vfma(vabs(first), vall(-0x1p-50), first), y);\n"
        "  y = vselect(size == 0, inverse, y);  /* the pole */\n"
        "  y = vselect(whole, none / none, y); /* invalid */\n"
        "  y = vselect(below, vwhere(s, vall(0x1p-300), vall(-0x1p-300)), y);\n"
        "  y = vselect((u >= 0x420d0000) & (u < 0x7f800000), vall(0x1p+300), y);\n"
        "  y = vselect((u == 0x7f800000) | (size > 0x7f800000), x, y);\n",
        out);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  fprintf(out,
          "  const vdouble x = vwiden(lanes), r = vinteger(x), t = x - r, i = r - vall(%d.0);\n"
          "  const vlong s = vencoding(i); /* negative for x < 5.5 */\n"
          "  vlong count = vencoding(vabs(i) + vall(0x1p+52));\n"
          "  vdouble f = vwhere(s, x, x - i), n = vall(1.0);\n"
          "  if (any_large) {\n"
          "    const vhalfint u = vbits(lanes), low = (u < 0) & ((u & 0x7fffffff) > 0x41c00000);\n"
          "    const int quads = vsome(low) ? %d : %d; /* x < -24 */\n"
          "    for (int k = 0; k < quads; k++) {\n"
          "      const vlong few = count - 0x4330000000000008; /* negative: less than 8 */\n"
          "      const vdouble v = f * (f + vall(3.0)), four = v * (v + vall(2.0));\n"
          "      n = vwhere(few, n, n * four), f = vwhere(few, f, f + vall(4.0));\n"
          "      count = count - (~(few >> 63) & 4);\n"
          "    }\n"
          "  }\n"
          "  const vdouble v = f * (f + vall(3.0)), four = n * (v * (v + vall(2.0)));\n"
          "  n = vwhere(count << 61, four, n), f = vwhere(count << 61, f + vall(4.0), f);\n"
          "  const vdouble two = n * %s;\n"
          "  n = vwhere(count << 62, two, n), f = vwhere(count << 62, f + vall(2.0), f);\n"
          "  n = vwhere(count << 63, n * f, n);\n"
          "  const vdouble d = vwhere(s, n, vall(1.0));\n",
          CENTER, QUADS, QUADS_FEW,
          design->demands.no_fma ? "(f * (f + vall(1.0)))" : "vfma(f, f, f)");
}

static const struct tmd_lanes lanes = {.harmless = 0x7fc00000,
                                       .y = "y",
                                       .far = "vsome(beyond)",
                                       .print_usual = print_usual,
                                       .print_scaled = print_scaled};

const struct tmd_scheme tmd_vector_gamma = {
    .name = "vector gamma",
    .description = "gamma(x) = w P(t)^2, x = 6 + t + i, w a product of |i| numbers, or 1/w",
    .without_fma = tmd_without_fma,
    .lanes = &lanes,
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
