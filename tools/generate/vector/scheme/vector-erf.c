/* erf x in vectors: with a = |x| and F = erfc(a)^(1/4),

     erf a = 1 - F^4 = g (1 + F) (1 + F^2), g = 1 - F.

   F has no singularity near the numbers from 0 on, and g is a polynomial in a of few terms, without
   an exponential, a table or pieces: errors of F count the less, the smaller F is. g = a G(a), and
   F = 1 - g is rounded once; near 0, g has a small relative error, and so has y. No sum of zeros
   has different signs, so that y is +0 for a = 0, and gets the sign of x then. END is put in place
   of larger numbers: erfc(END) < 2^-25, so that f lies next to 1 from there on.

   The error of y. Let h be the stored g, with an error e, u = 2^-52 and P = 1 - h, which is
   positive: 1 - P^4 differs from f by 4 e (F + e)^3 at most. The stored F is P (1 + e1), its square
   P^2 (1 + e1)^2 (1 + e2), and y = h (1 + P (1 + e1)) (1 + P^2 (1 + e1)^2 (1 + e2)) (1 + e3) (1 +
   e4), where all |ei| <= u. As 0 < P <= 1, y is 1 - P^4 within a relative error of u/2 + 3 u/2 + u
   + u, and terms of u^2. Without FMA, the products with P and with P^2 have an error of their own,
   of which the sums of 1 and P, and of 1 and P^2, get half: u/2 + u/2 more.

   The Taylor polynomial of G(t) = g(t)/t is the quotient of those of g and t. Near 0, G(t) is the
   integral of g'(v t) over 0 < v < 1; so its k-th Taylor coefficient lies between the least and the
   greatest (k+1)-th one of g from 0 to t.

   The coefficients are those of Remez's algorithm, rounded, as Sollya's fpminimax has no weights.
 */
#include <math.h>
#include <string.h>

#include "tools/generate/reals.h"
#include "tools/generate/vector/vector-text.h"

enum { COUNT = 24, ROOT = 4, BITS = 2 * TMD_IDEAL_BITS };
static const double near = 0.25, end = 3.921875;

static const void *data(const struct tmd_function *f) { return f->id == TMD_FN_erf ? f : NULL; }

/* g = 1 - erfc(t)^(1/ROOT) */
static void lack(arb_poly_t g, const arb_t t, slong length) {
  arb_t root;
  arb_init(root);
  arb_set_d(root, 1.0 / ROOT);
  tmd_function_series(tmd_function_find("erfc"), g, t, length, BITS);
  arb_poly_pow_arb_series(g, g, root, length, BITS);
  arb_poly_neg(g, g);
  arb_poly_add_si(g, g, 1, BITS);
  arb_clear(root);
}

/* The Taylor coefficients of G for the numbers between these, 0 among them. */
static void near_zero(arb_poly_t G, double from, double to, slong length) {
  const int pieces = from < to ? 8 : 1;
  arb_poly_t one;
  arb_t piece, value;
  arb_poly_init(one);
  arb_init(piece), arb_init(value);
  for (int i = 0; i < pieces; i++) {
    tmd_real_between(piece, from + (to - from) * i / pieces * (1 - 0x1p-20),
                     from + (to - from) * (i + 1) / pieces * (1 + 0x1p-20));
    lack(one, piece, length + 1);
    arb_poly_shift_right(one, one, 1);
    if (i == 0) arb_poly_set(G, one);
    for (slong k = 0; i && k < length; k++) {
      arb_poly_get_coeff_arb(piece, one, k), arb_poly_get_coeff_arb(value, G, k);
      arb_union(value, value, piece, BITS);
      arb_poly_set_coeff_arb(G, k, value);
    }
  }
  arb_poly_clear(one);
  arb_clear(piece), arb_clear(value);
}

/* The Taylor polynomial of G. */
static void series(arb_poly_t G, const struct tmd_approximation *p, const arb_t t, slong length) {
  const double middle = tmd_real_nearest(t), radius = mag_get_d(arb_radref(t)) * (1 + 0x1p-30),
               from = middle - radius, to = middle + radius;
  arb_poly_t divisor;
  (void)p;
  if (arb_contains_zero(t) || (!arb_is_exact(t) && to < near)) {
    near_zero(G, fmin(from, 0), fmax(to, 0), length);
    return;
  }
  arb_poly_init(divisor);
  arb_poly_set_coeff_si(divisor, 1, 1);
  arb_poly_set_coeff_arb(divisor, 0, t);
  lack(G, t, length);
  arb_poly_div_series(G, G, divisor, length, BITS);
  arb_poly_clear(divisor);
}

static void plan(struct tmd_design *design) {
  struct tmd_approximation *p = &design->p;
  p->series = series, p->count = COUNT, p->middle = p->radius = end / 2;
  snprintf(p->sollya, sizeof p->sollya,
           "F = erfc(x)^(1/%d); w = %d*erfc(x)/F/erf(x);\n"
           "p = remez((1-F)*w, %d, [1b-12;%g], x*w, 1, 1b-30);\n"
           "for i from 0 to %d do round(coeff(p,i),53,RN);\n",
           ROOT, ROOT, COUNT - 1, end, COUNT - 1);
}

static void append(struct tmd_design *design) {
  struct tmd_terms *terms = &design->steps;
  int coefficient[TMD_COEFFICIENTS_MAX];
  tmd_approximation_take_constant(&design->p);
  const int a = tmd_terms_input(terms, "a"), one = tmd_terms_number(terms, 1, NULL),
            minus = tmd_terms_number(terms, -1, NULL);
  coefficient[0] = tmd_terms_number(terms, design->p.first, NULL);
  for (int i = 0; i < design->p.count; i++)
    coefficient[i + 1] = tmd_terms_number(terms, design->p.coefficient[i], NULL);
  const int G = tmd_terms_pairs(terms, coefficient, design->p.count + 1, a),
            g = tmd_terms_product(terms, "g", NULL, a, G),
            F = tmd_terms_fma(terms, "F", NULL, g, minus, one),
            square = tmd_terms_product(terms, NULL, NULL, F, F),
            first = tmd_terms_fma(terms, NULL, "1 - F^2", g, F, g);
  tmd_terms_fma(terms, "y", "in fact less: errors of g and F cancel", first, square, first);
}

/* The step of this name. */
static const struct tmd_code_line *step(const struct tmd_design *design, const char *name) {
  const struct tmd_code_line *at = design->steps.term;
  while (strcmp(at->name, name)) at++;
  return at;
}

static void bound_piece(struct tmd_design *design, double low, double high) {
  arb_t a, f, F;
  mag_t error, size, least;
  arb_init(a), arb_init(f), arb_init(F);
  mag_init(error), mag_init(size), mag_init(least);
  tmd_real_between(a, low, high);
  tmd_terms_set(&design->steps, 0, a, error);
  tmd_terms_enclose(&design->steps);
  tmd_approximation_error(error, &design->p, a);
  mag_set_d(size, high);
  mag_mul(error, error, size);
  mag_add(error, error, step(design, "g")->error);
  tmd_approximation_exact(F, &design->p, a);
  arb_mul(F, F, a, TMD_IDEAL_BITS);
  arb_sub_ui(F, F, 1, TMD_IDEAL_BITS);
  arb_get_mag_lower(least, F);
  const int positive = mag_cmp(least, error) > 0; /* 1 - h */
  arb_get_mag(size, F);
  mag_add(size, size, error);
  mag_pow_ui(size, size, ROOT - 1);
  mag_mul_ui(size, size, ROOT);
  mag_mul(error, error, size);
  arb_hypgeom_erf(f, a, TMD_IDEAL_BITS);
  arb_get_mag_lower(least, f);
  mag_div(error, error, least);
  const ulong roundings = design->demands.no_fma ? 5 : 4;
  mag_set_ui_2exp_si(size, roundings * 0x1001, -12 - 52); /* their sum, and more */
  mag_add(error, error, size);
  if (!positive) mag_inf(error);
  tmd_design_add_relative(design, error);
  arb_clear(a), arb_clear(f), arb_clear(F);
  mag_clear(error), mag_clear(size), mag_clear(least);
}

static void bound(struct tmd_design *design) {
  double next;
  for (double a = 0x1p-149; a < end; a = next) {
    next = fmin(a < 0x1p-4 ? a * 1.0625 : a + 0x1p-8, end);
    bound_piece(design, a, next);
  }
}

static void print_usual(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("((u & 0x7fffffff) < 0x7f800000)", out);
}

static void print_special(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("  y = vselect(size > 0x7f800000, x, y); /* NaN */\n"
        "  y = vselect(size == 0x7f800000, vsigned(vall(1.0), x), y);\n",
        out);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  (void)design;
  fprintf(out,
          "  const vhalfint size = vbits(lanes) & 0x7fffffff, most = vall_int(0x%x);\n"
          "  const vdouble x = vwiden(lanes);\n"
          "  const vdouble a = vwiden(vfloats(vchoose(size > most, most, size)));\n",
          tmd_float_encode(end));
}

static const struct tmd_lanes lanes = {
    .harmless = 0, .y = "vsigned(y, x)", .print_usual = print_usual};

const struct tmd_scheme tmd_vector_erf = {
    .shortens = 1,
    .name = "vector erf",
    .description = "erf |x| = 1 - F^4, F = erfc(|x|)^(1/4) = 1 - |x| G(|x|)",
    .without_fma = tmd_without_fma,
    .lanes = &lanes,
    .data = data,
    .plan = plan,
    .append = append,
    .bound = bound,
    .print_special = print_special,
    .print_reduction = print_reduction,
};
