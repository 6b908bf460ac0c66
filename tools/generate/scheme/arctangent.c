/* atan x = atan c + atan t, t = (x - c)/(1 + c x), for x >= 0, c by the leading bits of x: four
   intervals to a binade from 1/16 to 16, in which |t| < 1/16; c = 0 below, and 2^28 above, where
   t is about -1/x. atan t = t S(t^2). Beyond 2^28, f is so near to its limit that x = 2^28 gives
   the same result. c and atan c get the sign of x. Nearer to 0 than 2^-13, atan x lies next to x:
   x^2/3 < 2^-27. All is divided by pi for atanpi: nearer to 0 than 2^-30, it is x/pi, with a
   relative error below 2^-61. */
#include <math.h>

#include "tools/generate/inverse-series.h"
#include "tools/generate/no-fma.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/schemes.h"

/* Interval i, 1 <= i < LAST, has the numbers whose encodings divided by 2^SHIFT are FIRST + i. */
enum { SHIFT = 21, FIRST = (0x3d800000 >> SHIFT) - 1, ENTRIES = 34, LAST = ENTRIES - 1 };
static const double huge = 0x1p+28, tiny = 0x1p-30;

static const struct arctangent {
  enum tmd_function_id id;
  int by_pi; /* f is divided by pi */
} kinds[] = {{TMD_FN_atan, 0}, {TMD_FN_atanpi, 1}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

/* The ends of interval i. */
static double from(int i) {
  return i == 0 ? tiny : i == ENTRIES ? huge : tmd_float_decode((uint32_t)(FIRST + i) << SHIFT);
}

static void arctangent(arb_t value, double x) {
  arb_set_d(value, x);
  arb_atan(value, value, TMD_IDEAL_BITS);
}

static void divide(arb_t value, const struct tmd_design *design) {
  const struct arctangent *kind = design->data;
  arb_t pi;
  arb_init(pi);
  arb_const_pi(pi, TMD_IDEAL_BITS);
  if (kind->by_pi) arb_div(value, value, pi, TMD_IDEAL_BITS);
  arb_clear(pi);
}

/* f(x) */
static void exact(arb_t value, const struct tmd_design *design, double x) {
  arctangent(value, x);
  divide(value, design);
}

static void ideal(arb_t value, const struct tmd_design *design, int index) {
  exact(value, design, design->table[1].entry[index]);
}

/* Of the numbers of 24 bits near the interval's middle, the one whose arctangent is nearest to a
   double. */
static void choose(struct tmd_design *design, int i) {
  enum { TRIED = 2000 };
  double *c = design->table[1].entry + i, *A = design->table[0].entry + i, best = INFINITY;
  const float middle = (float)tan((atan(from(i)) + atan(from(i + 1))) / 2);
  arb_t value;
  mag_t error;
  arb_init(value);
  mag_init(error);
  const double unit = ldexp(1, ilogb((double)middle) - 23);
  for (int k = -TRIED / 2; k < TRIED / 2; k++) {
    const double tried = (double)middle + k * unit;
    exact(value, design, tried);
    const double entry = tmd_real_nearest(value);
    tmd_real_error(error, entry, value);
    if (mag_get_d(error) / entry < best) best = mag_get_d(error) / entry, *c = tried, *A = entry;
  }
  arb_clear(value);
  mag_clear(error);
}

static void plan(struct tmd_design *design) {
  char end[TMD_DOUBLE_TEXT_BYTES];
  arb_t value;
  arb_init(value);
  design->table[0] = (struct tmd_table){.name = "A", .count = ENTRIES};
  design->table[1] = (struct tmd_table){.name = "c", .count = ENTRIES};
  for (int i = 1; i < LAST; i++) choose(design, i);
  design->table[1].entry[LAST] = huge;
  exact(value, design, huge);
  design->table[0].entry[LAST] = tmd_real_nearest(value);
  design->p.series = tmd_inverse_series;
  design->p.first = 1, design->p.count = 4 - design->demands.fewer[0];
  design->p.middle = design->p.radius = 0x1.002p-9;
  tmd_double_print(end, 2 * design->p.radius);
  snprintf(design->p.sollya, sizeof design->p.sollya,
           "p = fpminimax(atan(sqrt(x))/sqrt(x), [|1,...,%d|], [|53...|], [1b-40;%s], 1, "
           "relative);\n"
           "for i from 1 to %d do coeff(p,i);\n",
           design->p.count, end, design->p.count);
  arb_clear(value);
}

enum { X, C, A };

/* t or t/pi: the factor is an exact 1, or rounded. */
static void append(struct tmd_design *design) {
  struct tmd_terms *terms = &design->steps;
  const struct arctangent *kind = design->data;
  arb_t scale;
  arb_init(scale);
  arb_one(scale);
  divide(scale, design);
  tmd_terms_input(terms, "xd");
  tmd_terms_input(terms, "b");
  tmd_terms_entry(terms, "B");
  const int one = tmd_terms_number(terms, 1, NULL), minus = tmd_terms_number(terms, -1, NULL),
            above = tmd_terms_fma(terms, NULL, NULL, C, minus, X),
            below = tmd_terms_fma(terms, NULL, NULL, C, X, one),
            t = tmd_terms_quotient(terms, "t", NULL, above, below),
            w = tmd_terms_product(terms, "w", NULL, t, t),
            square = tmd_terms_product(terms, NULL, NULL, w, w),
            factor = tmd_terms_number(terms, tmd_real_nearest(scale), scale),
            third = tmd_terms_product(terms, NULL, NULL, t, w),
            cube = kind->by_pi ? tmd_terms_product(terms, NULL, NULL, third, factor) : third,
            first = tmd_terms_fma(terms, NULL, NULL, t, factor, A),
            rest = tmd_terms_polynomial(terms, design->p.coefficient, design->p.count, w, square);
  tmd_terms_fma(terms, "y", NULL, cube, rest, first);
  arb_clear(scale);
}

/* The state's error for x in the ball; the ideal t as a quotient of balls would be too wide. */
static void bound_piece(struct tmd_design *design, double low, double high, double c) {
  arb_t x, f, t;
  mag_t error, size;
  arb_init(x), arb_init(f), arb_init(t);
  mag_init(error), mag_init(size);
  tmd_real_between(x, low, high);
  tmd_terms_set(&design->steps, X, x, error);
  tmd_terms_enclose(&design->steps);
  arb_atan(f, x, TMD_IDEAL_BITS);
  arctangent(t, c);
  arb_sub(t, f, t, TMD_IDEAL_BITS);
  arb_tan(t, t, TMD_IDEAL_BITS);
  arb_get_mag(size, t);
  arb_sqr(t, t, TMD_IDEAL_BITS);
  tmd_approximation_error(error, &design->p, t);
  mag_mul(error, error, size);
  divide(f, design);
  tmd_design_add(design, &design->steps, error, f);
  arb_clear(x), arb_clear(f), arb_clear(t);
  mag_clear(error), mag_clear(size);
}

static void bound(struct tmd_design *design) {
  const double ratio = 1 + 0x1p-6;
  arb_t entry, c;
  mag_t error, zero;
  arb_init(entry), arb_init(c);
  mag_init(error), mag_init(zero);
  for (int i = 0; i < ENTRIES; i++) {
    ideal(entry, design, i);
    tmd_real_error(error, design->table->entry[i], entry);
    tmd_terms_set(&design->steps, A, entry, error);
    arb_set_d(c, design->table[1].entry[i]);
    tmd_terms_set(&design->steps, C, c, zero);
    for (double x = from(i); x < from(i + 1); x *= ratio)
      bound_piece(design, x, fmin(x * ratio, from(i + 1)), design->table[1].entry[i]);
  }
  arb_clear(entry), arb_clear(c);
  mag_clear(error), mag_clear(zero);
}

static int index_of(const struct tmd_design *design, uint32_t x, int mode) {
  const int i = (int)((x & 0x7fffffff) >> SHIFT) - FIRST;
  (void)design, (void)mode;
  return i < 0 ? 0 : i > LAST ? LAST : i;
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  const struct arctangent *kind = design->data;
  const unsigned least = kind->by_pi ? 0x30800000u : 0x39000000u;
  fputs("  const uint32_t a = v.u & 0x7fffffff;\n", out);
  if (kind->by_pi) fputs("  if (__builtin_expect(a == 0x3f800000u, 0)) return 0.25f * x;\n", out);
  fprintf(out,
          "  double xd = x;\n"
          "  if (__builtin_expect(a - 0x%08xu >= 0x%08xu, 0)) { /* < 2^%d, >= 2^28, NaN */\n"
          "    if (a == 0 || a > 0x7f800000u) return x + x;\n"
          "    if (a < 0x%08xu) return (float)%s;\n"
          "%s"
          "    xd = __builtin_copysign(%a, xd);\n"
          "  }\n",
          least, 0x4d800000u - least, (int)(least >> 23) - 127, least,
          kind->by_pi ? tmd_over_pi_text(design->demands.no_fma) : "__builtin_fma(x, -0x1p-30, x)",
          kind->by_pi ? "    if (a == 0x7f800000u) return __builtin_copysignf(0.5f, x);\n" : "",
          huge);
  fprintf(out,
          "  int i = (int)(a >> %d) - %d;\n"
          "  i = i < 0 ? 0 : i > %d ? %d : i;\n"
          "  const double b = __builtin_copysign(c[i], xd), B = __builtin_copysign(A[i], xd);\n",
          SHIFT, FIRST, LAST, LAST);
}

const struct tmd_scheme tmd_arctangent = {
    .shortens = 1,
    .name = "arctangent",
    .description =
        "atan |x| = atan c + atan t, t = (|x| - c)/(1 + c |x|), c by the leading bits of x",
    .data = data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append,
    .bound = bound,
    .index = index_of,
    .print_reduction = print_reduction,
};
