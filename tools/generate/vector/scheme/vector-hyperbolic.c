/* sinh, cosh and tanh in vectors, by the reduction of powers.h.

   With s = 2^n/2, w = 2^-n/2 and e^r = 1 + D(r) + S(r), D even and S odd: sinh x = d (1 + D) + c S
   and cosh x = c (1 + D) + d S, c = s + w, d = s - w. Next to 0, n = 0, c = 1 and d = 0, so that y
   is S, with a small relative error: no other polynomial is needed. c and d are exact for |n|
   <= 26. The approximation of e^r has these parts, whose errors are at most that of e^r at r or -r.
   The states of -n are those of n with s and w exchanged, and -r for r, so that n >= 0 covers all;
   from n = N_FAR on, w lies below a rounding of s by more than 2^10.

   tanh |x| = a/b, a = s - 1 + s p, b = s + 1 + s p, s = 2^n of 2 |x|, p = e^r - 1; next to 0, it is
   p/(2 + p). s - 1 and s + 1 are exact. The sign comes last, which is right in every mode, as the
   bound of y's error holds in all. From |x| = 10 on, f lies between 1 and the midpoint next to it,
   or -1 and its own, more than 2^-29 from either, and so does y at 10: it is the y of all greater
   x.

   For |x| < 2^-23, f lies between x and the midpoint next to it, beyond x for sinh, and before it
   for tanh: so does x (1 + 2^-30), or x (1 - 2^-30). From there on, f differs from x by a part of
   more than x^2/6 less 2^-90, or nearly x^2/3, and the error of y must be less. */
#include "tools/generate/scheme/hyperbolic.h"
#include "tools/generate/vector/vector-text.h"

enum { N_FAR = 32, TINY = 0x34000000 /* 2^-23 */, LAST = 0x41200000 /* 10 */, N_LAST = 29 };

static const double SIXTH = 0x1.55p-49; /* less than 2^-46/6 */

static const struct hyperbolic_of {
  enum tmd_function_id id;
  struct tmd_power power;
} kinds[] = {{TMD_FN_sinh, {.name = "exp", .scale = 1, .half = 1, .lanes = TMD_POWERS_LESS_ONE}},
             {TMD_FN_cosh, {.name = "exp", .scale = 1, .half = 1, .lanes = TMD_POWERS_LESS_ONE}},
             {TMD_FN_tanh, {.name = "exp", .scale = 2, .lanes = TMD_POWERS_LESS_ONE}}};

static const void *sum_data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, 2, sizeof *kinds);
}
static const void *quotient_data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds + 2, 1, sizeof *kinds);
}

static void plan(struct tmd_design *design) {
  const struct hyperbolic_of *kind = design->data;
  design->power = &kind->power;
  tmd_powers_plan(design);
}

/* Sums and differences of powers of 2, behind the steps of the reduction. */
enum { C = TMD_POWERS_S + 1, D };

/* c_i + c_(i+2) q + c_(i+4) q^2 + ..., q = r^2. */
static int append_part(struct tmd_design *design, int i, int q) {
  int part[TMD_COEFFICIENTS_MAX], count = 0;
  for (; i < design->p.count; i += 2)
    part[count++] = tmd_terms_number(&design->steps, design->p.coefficient[i], NULL);
  return tmd_terms_horner(&design->steps, part, count, q);
}

static void append_sum(struct tmd_design *design, int factor, int other) {
  struct tmd_terms *s = &design->steps;
  const int r = TMD_POWERS_R, q = tmd_terms_product(s, "q", NULL, r, r),
            cube = tmd_terms_product(s, NULL, NULL, r, q),
            even = tmd_terms_product(s, "D", "cosh r - 1", q, append_part(design, 1, q)),
            odd = tmd_terms_fma(s, "S", "sinh r", cube, append_part(design, 2, q), r),
            first = tmd_terms_fma(s, NULL, NULL, factor, even, factor);
  tmd_terms_fma(s, "y", NULL, other, odd, first);
}

static void append_quotient(struct tmd_design *design) {
  struct tmd_terms *s = &design->steps;
  const int p = tmd_powers_less_one(design),
            a = tmd_terms_fma(s, "a", "e^2x - 1", TMD_POWERS_S, p, D),
            b = tmd_terms_fma(s, "b", "e^2x + 1", TMD_POWERS_S, p, C);
  tmd_terms_quotient(s, "y", NULL, a, b);
}

static void append(struct tmd_design *design) {
  tmd_powers_append(design);
  tmd_terms_input(&design->steps, "c");
  tmd_terms_input(&design->steps, "d");
  if (design->f->id == TMD_FN_sinh) append_sum(design, D, C);
  else if (design->f->id == TMD_FN_cosh) append_sum(design, C, D);
  else append_quotient(design);
}

static void visit_sum(struct tmd_design *design, const struct tmd_power_state *state) {
  arb_t w, minus;
  arb_init(w), arb_init(minus);
  arb_inv(w, state->entry, TMD_IDEAL_BITS);
  arb_mul_2exp_si(w, w, -2);
  arb_neg(minus, w);
  tmd_powers_set_sum(design, C, state, w);
  tmd_powers_set_sum(design, D, state, minus);
  tmd_hyperbolic_sum(design, state, w);
  arb_clear(w), arb_clear(minus);
}

static void visit_quotient(struct tmd_design *design, const struct tmd_power_state *state) {
  arb_t one;
  arb_init(one);
  arb_one(one);
  tmd_powers_set_sum(design, C, state, one);
  arb_neg(one, one);
  tmd_powers_set_sum(design, D, state, one);
  tmd_hyperbolic_quotient(design, state);
  arb_clear(one);
}

static void bound(struct tmd_design *design) {
  const double least = 0x1p-23 * design->power->scale;
  switch (design->f->id) {
  case TMD_FN_cosh: tmd_powers_each(design, 0, N_FAR, 0, visit_sum); return;
  case TMD_FN_sinh:
    tmd_powers_near(design, least, visit_sum);
    tmd_powers_each(design, 1, N_FAR, 0, visit_sum);
    break;
  default:
    tmd_powers_near(design, least, visit_quotient);
    tmd_powers_each(design, 1, N_LAST, 0, visit_quotient);
  }
  const double least_part = design->f->id == TMD_FN_sinh ? SIXTH : 2 * SIXTH;
  if (mag_get_d(design->bound) > least_part) mag_inf(design->bound);
}

/* ---- text ---- */

/* The encoding of |x| from which on the steps are not used. */
static uint32_t limit(const struct tmd_design *design) {
  if (design->f->id == TMD_FN_tanh) return 0x7f800000;
  return tmd_powers_limit(design, TMD_POWERS_MOST);
}

static void print_usual(FILE *out, const struct tmd_design *design) {
  if (design->f->id == TMD_FN_cosh) fprintf(out, "((u & 0x7fffffff) < 0x%x)", limit(design));
  else
    fprintf(out, "(((u & 0x7fffffff) >= 0x%x) & ((u & 0x7fffffff) < 0x%x))", TINY, limit(design));
}

static void print_special(FILE *out, const struct tmd_design *design) {
  const int is_tanh = design->f->id == TMD_FN_tanh, is_cosh = design->f->id == TMD_FN_cosh;
  if (!is_cosh)
    fprintf(out,
            "  const vhalfint tiny = size < 0x%x;\n"
            "  y = vselect(tiny, vselect(tiny, x, vall(0.0)) * vall(1 %c 0x1p-30), y);\n",
            TINY, is_tanh ? '-' : '+');
  if (!is_tanh)
    fprintf(out, "  y = vselect(size >= 0x%x, %s, y); /* overflows */\n", limit(design),
            is_cosh ? "vall(0x1p+200)" : "vsigned(vall(0x1p+200), x)");
  fprintf(out, "  y = vselect(size >= 0x7f800000, %s, y); /* infinity, NaN */\n",
          is_cosh ? "vabs(x)" : "x");
  if (is_tanh)
    fputs("  y = vselect(size == 0x7f800000, vsigned(vall(1.0), x), y); /* infinity */\n", out);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  if (design->f->id == TMD_FN_tanh)
    fprintf(out,
            "  const vhalfint size = vsmaller(vbits(lanes) & 0x7fffffff, 0x%x);\n"
            "  const vdouble x = vwiden(vfloats(size));\n",
            LAST);
  else fputs("  const vdouble x = vwiden(lanes);\n", out);
  tmd_powers_print_lanes(out, design);
  if (design->f->id == TMD_FN_tanh)
    fputs("  const vdouble s = vscale(vall(1.0), m), d = s - vall(1.0), c = s + vall(1.0);\n", out);
  else
    fputs("  const vdouble s = vscale(vall(0.5), m);\n"
          "  const vdouble w = vdecoded(0x7fc0000000000000 - vencoding(s));\n"
          "  const vdouble c = s + w, d = s - w; /* s = 2^n/2, w = 2^-n/2 */\n",
          out);
}

static const struct tmd_lanes lanes = {
    .harmless = 0, .y = "y", .side = "vall(1.0), vabs(x)" /* cosh */, .print_usual = print_usual};
static const struct tmd_lanes of_size = {
    .harmless = 0, .y = "vsigned(y, vwiden(lanes))", .print_usual = print_usual};

const struct tmd_scheme tmd_vector_hyperbolic = {
    .shortens = 3,
    .name = "vector hyperbolic",
    .description = "e^x = 2^n e^r, n = x/log(2) as an integer",
    .without_fma = tmd_without_fma,
    .lanes = &lanes,
    .data = sum_data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_special = print_special,
    .print_reduction = print_reduction,
};

const struct tmd_scheme tmd_vector_tanh = {
    .shortens = 1,
    .name = "vector hyperbolic tangent",
    .description = "e^(2 |x|) = 2^n e^r, n = 2 |x|/log(2) as an integer",
    .without_fma = tmd_without_fma,
    .lanes = &of_size,
    .data = quotient_data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
