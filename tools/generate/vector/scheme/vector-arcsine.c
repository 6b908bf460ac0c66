/* asin x and acos x in vectors, also divided by pi: with a = |x|, and asin(sqrt(w)) = sqrt(w) S(w),

     a <= 1/2:  w = a^2,        s = a,        asin a = s S(w);
     else:      w = (1 - a)/2,  s = sqrt(w),  asin a = pi/2 - 2 s S(w).

   w is exact where it is used, s is the root of w in both, exact for a <= 1/2, and y = A + t S(w),
   where t = k s, k a small integer, is exact, too. asin x has the sign of x at the end; for acos x,
   t has it, or its opposite.

   Next to 0, asin a lies above a: S(w) is 1 + 2^-52 and w times a positive number, rounded once, so
   at least 1 + 2^-52 in every mode, and y is greater than a. No sum of zeros has different signs,
   so that y is +0 where it is 0; for acos 1, w, which is -0 in mode down, is made +0. Divided by
   pi, results are exact, without a flag, for 0, and for 1, where w = 0. Of numbers that are tiny, w
   is not multiplied by itself twice. */
#include <math.h>

#include "tools/generate/inverse-series.h"
#include "tools/generate/reals.h"
#include "tools/generate/vector/vector-text.h"

enum { COUNT = 12 };

static const struct arcsine_of {
  enum tmd_function_id id;
  int by_pi, even; /* f is divided by pi; f is acos or acospi */
} kinds[] = {
    {TMD_FN_asin, 0, 0}, {TMD_FN_acos, 0, 1}, {TMD_FN_asinpi, 1, 0}, {TMD_FN_acospi, 1, 1}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

/* A number of quarters of a turn. */
static void quarters(arb_t value, const struct arcsine_of *kind, int count) {
  if (kind->by_pi) arb_one(value);
  else arb_const_pi(value, TMD_IDEAL_BITS);
  arb_mul_2exp_si(value, value, -1);
  arb_mul_ui(value, value, (ulong)count, TMD_IDEAL_BITS);
}

static void plan(struct tmd_design *design) {
  const struct arcsine_of *kind = design->data;
  struct tmd_approximation *p = &design->p;
  p->series = tmd_inverse_series_of, p->first = 1, p->count = COUNT + kind->by_pi;
  p->middle = p->radius = 0.125;
  snprintf(p->sollya, sizeof p->sollya,
           "p = fpminimax(asin(sqrt(x))/sqrt(x)%s, [|%d,...,%d|], [|53...|], [1b-30;0.25]%s, "
           "relative);\n"
           "for i from %d to %d do coeff(p,i);\n",
           kind->by_pi ? "/pi" : "", !kind->by_pi, COUNT, kind->by_pi ? "" : ", 1", !kind->by_pi,
           COUNT);
}

enum { W, T, A };

/* The number that S begins with is 2^-52 more than 1: an error. */
static void append(struct tmd_design *design) {
  const struct arcsine_of *kind = design->data;
  struct tmd_terms *terms = &design->steps;
  int coefficient[TMD_COEFFICIENTS_MAX];
  arb_t one;
  arb_init(one);
  arb_one(one);
  if (kind->by_pi) tmd_approximation_take_constant(&design->p);
  tmd_terms_input(terms, "w"), tmd_terms_input(terms, "t"), tmd_terms_input(terms, "A");
  const int first = kind->by_pi ? tmd_terms_number(terms, design->p.first, NULL)
                                : tmd_terms_number(terms, kind->even ? 1 : 1 + 0x1p-52, one);
  for (int i = 0; i < design->p.count; i++)
    coefficient[i] = tmd_terms_number(terms, design->p.coefficient[i], NULL);
  const int rest = tmd_terms_pairs(terms, coefficient, design->p.count, W),
            S = tmd_terms_fma(terms, "S", NULL, W, rest, first);
  tmd_terms_fma(terms, "y", NULL, T, S, A);
  arb_clear(one);
}

/* The state of w from low to high, t = k sqrt(w), rounded or not, and a number of quarters. */
static void bound_piece(struct tmd_design *design, int count, int k, double low, double high) {
  arb_t w, t, value;
  mag_t error;
  arb_init(w), arb_init(t), arb_init(value);
  mag_init(error);
  tmd_real_between(w, low, high);
  tmd_terms_set(&design->steps, W, w, error);
  arb_sqrtpos(t, w, TMD_IDEAL_BITS);
  arb_mul_si(t, t, k, TMD_IDEAL_BITS);
  arb_get_mag(error, t);
  mag_mul_2exp_si(error, error, -52);
  if (k == 1 || k == -1) mag_zero(error);
  tmd_terms_set(&design->steps, T, t, error);
  quarters(value, design->data, count);
  tmd_real_error(error, tmd_real_nearest(value), value);
  tmd_terms_set(&design->steps, A, value, error);
  tmd_design_add_near(design, &design->steps, &design->p, w, t, value);
  arb_clear(w), arb_clear(t), arb_clear(value);
  mag_clear(error);
}

/* For a > 1/2, w >= 2^-25, or it is 0, and y is exact, or A. */
static void bound(struct tmd_design *design) {
  static const struct {
    int even, quarters, k;
    double least;
  } parts[] = {{0, 0, 1, 0x1p-298}, {0, 1, -2, 0x1p-25}, {1, 1, -1, 0x1p-298},
               {1, 1, 1, 0x1p-298}, {1, 0, 2, 0x1p-25},  {1, 2, -2, 0x1p-25}};
  const struct arcsine_of *kind = design->data;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    double next;
    for (double w = parts[i].least; w < 0.25 && parts[i].even == kind->even; w = next) {
      next = fmin(w * (w < 0x1p-20 ? 2 : 1.0625), 0.25);
      bound_piece(design, parts[i].quarters, parts[i].k, w, next);
    }
  }
}

static void print_usual(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("((u & 0x7fffffff) <= 0x3f800000)", out);
}

static void print_special(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("  const vhalfint invalid = (size > 0x3f800000) & (size <= 0x7f800000);\n"
        "  const vdouble n = vselect(invalid, vall(0.0), vall(1.0));\n"
        "  y = vselect(invalid, n / n, y);\n"
        "  y = vselect(size > 0x7f800000, x, y); /* NaN */\n",
        out);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  const struct arcsine_of *kind = design->data;
  char quarter[TMD_DOUBLE_TEXT_BYTES], half[TMD_DOUBLE_TEXT_BYTES];
  arb_t value;
  arb_init(value);
  quarters(value, kind, 1);
  tmd_double_print(quarter, tmd_real_nearest(value));
  tmd_double_print(half, 2 * tmd_real_nearest(value));
  fprintf(out,
          "  const vhalfint u = vbits(lanes), large = (u & 0x7fffffff) > 0x3f000000;\n"
          "  const vdouble x = vwiden(lanes), a = vabs(x);\n"
          "  const vdouble w = vselect(large, %svfma(a, vall(-0.5), vall(0.5))%s, x * x);\n",
          kind->even ? "vabs(" : "", kind->even ? ")" : "");
  if (kind->even)
    fprintf(out,
            "  const vdouble t = vsigned(vroot(w) * vselect(large, vall(2.0), vall(-1.0)), x);\n"
            "  const vdouble A = vselect(large, vselect(u < 0, vall(%s), vall(0.0)), vall(%s));\n",
            half, quarter);
  else
    fprintf(out,
            "  const vdouble t = vroot(w) * vselect(large, vall(-2.0), vall(1.0));\n"
            "  const vdouble A = vselect(large, vall(%s), vall(0.0));\n",
            quarter);
  arb_clear(value);
}

static const struct tmd_lanes of_sine = {
    .harmless = 0, .y = "vsigned(y, x)", .print_usual = print_usual};
static const struct tmd_lanes of_cosine = {.harmless = 0x3f800000,
                                           .y = "y",
                                           .side = "vall(0.5), -x" /* acospi */,
                                           .print_usual = print_usual};

static const void *sine(const struct tmd_function *f) {
  const struct arcsine_of *kind = data(f);
  return kind && !kind->even ? kind : NULL;
}

static const void *cosine(const struct tmd_function *f) {
  const struct arcsine_of *kind = data(f);
  return kind && kind->even ? kind : NULL;
}

#define SCHEME(of, lanes_of)                                                                    \
  {                                                                                             \
      .shortens = 1,                                                                            \
      .name = "vector arcsine",                                                                 \
      .description = "f = A + t S(w), S(w) = asin(sqrt(w))/sqrt(w), w = x^2 or (1 - |x|)/2, t " \
                     "= k sqrt(w)",                                                             \
      .without_fma = tmd_without_fma,                                                           \
      .lanes = &lanes_of,                                                                       \
      .data = of,                                                                               \
      .plan = plan,                                                                             \
      .append = append,                                                                         \
      .bound = bound,                                                                           \
      .print_special = print_special,                                                           \
      .print_reduction = print_reduction,                                                       \
  }

const struct tmd_scheme tmd_vector_arcsine = SCHEME(sine, of_sine),
                        tmd_vector_arccosine = SCHEME(cosine, of_cosine);
