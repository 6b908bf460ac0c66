/* asin x and acos x, also divided by pi, by one function S(w) = asin(sqrt(w))/sqrt(w), 0 <= w <=
   1/4:

     |x| < 1/2:   w = x^2,          asin |x| = sqrt(w) S(w), where sqrt(w) is |x|, exactly;
     |x| >= 1/2:  w = (1 - |x|)/2,  asin |x| = pi/2 - 2 sqrt(w) S(w).

   w is the lesser of the two, both of which are exact, and f = A + k sqrt(w) S(w), with A and k by
   |x| >= 1/2 and the sign of x; both are divided by pi where f is. Nearer to 0 than 2^-13, asin x
   lies next to x: x^2/6 < 2^-28; and nearer than 2^-30, where powers of w could underflow, acos x =
   pi/2 - x, with a relative error below 2^-90.
   */
#include <math.h>

#include "tools/generate/inverse-series.h"
#include "tools/generate/no-fma.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/schemes.h"

/* The index: sign of x, and 1 for |x| >= 1/2. */
enum { ENTRIES = 4 };

static const struct arcsine {
  enum tmd_function_id id;
  int by_pi, even; /* f is divided by pi; f is acos or acospi */
  int count;       /* of coefficients: the fewest for which there are lists */
} kinds[] = {{TMD_FN_asin, 0, 0, 12},
             {TMD_FN_acos, 0, 1, 10},
             {TMD_FN_asinpi, 1, 0, 10},
             {TMD_FN_acospi, 1, 1, 10}};

/* For asin and acos: A in units of pi/2, and k. */
static const int quarters[2][ENTRIES] = {{0, 1, 0, -1}, {1, 0, 1, 2}},
                 factor[2][ENTRIES] = {{1, -2, -1, 2}, {-1, 2, 1, -2}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static void ideal(arb_t value, const struct tmd_design *design, int index) {
  const struct arcsine *kind = design->data;
  if (kind->by_pi) arb_one(value);
  else arb_const_pi(value, TMD_IDEAL_BITS);
  arb_mul_2exp_si(value, value, -1);
  arb_mul_si(value, value, quarters[kind->even][index], TMD_IDEAL_BITS);
}

static void ideal_factor(arb_t value, const struct arcsine *kind, int index) {
  arb_const_pi(value, TMD_IDEAL_BITS);
  arb_inv(value, value, TMD_IDEAL_BITS);
  if (!kind->by_pi) arb_one(value);
  arb_mul_si(value, value, factor[kind->even][index], TMD_IDEAL_BITS);
}

static void plan(struct tmd_design *design) {
  const struct arcsine *kind = design->data;
  arb_t value;
  arb_init(value);
  design->table[0] = (struct tmd_table){.name = "A", .count = ENTRIES};
  design->table[1] = (struct tmd_table){.name = "k", .count = ENTRIES};
  for (int i = 0; i < ENTRIES; i++) {
    ideal(value, design, i);
    design->table[0].entry[i] = tmd_real_nearest(value);
    ideal_factor(value, kind, i);
    design->table[1].entry[i] = tmd_real_nearest(value);
  }
  design->p.series = tmd_inverse_series;
  design->p.first = 1, design->p.count = kind->count - design->demands.fewer[0];
  design->p.middle = design->p.radius = 0.125;
  snprintf(design->p.sollya, sizeof design->p.sollya,
           "p = fpminimax(asin(sqrt(x))/sqrt(x), [|1,...,%d|], [|53...|], [1b-30;0.25], 1, "
           "relative);\n"
           "for i from 1 to %d do coeff(p,i);\n",
           design->p.count, design->p.count);
  arb_clear(value);
}

enum { W, ROOT, A, K };

/* A + k s beside k s w (c_0 + c_1 w + ...): the root s, which takes the longest, is a factor of the
   last step. */
static void append(struct tmd_design *design) {
  struct tmd_terms *terms = &design->steps;
  tmd_terms_input(terms, "w");
  tmd_terms_input(terms, "s");
  tmd_terms_entry(terms, "A[i]");
  tmd_terms_input(terms, "k[i]");
  const int square = tmd_terms_product(terms, NULL, NULL, W, W),
            scaled = tmd_terms_product(terms, NULL, NULL, K, W),
            rest = tmd_terms_polynomial(terms, design->p.coefficient, design->p.count, W, square),
            product = tmd_terms_product(terms, NULL, NULL, scaled, rest),
            first = tmd_terms_fma(terms, NULL, NULL, ROOT, K, A);
  tmd_terms_fma(terms, "y", NULL, ROOT, product, first);
}

/* The state's error for w in the ball. s = sqrt(w) is exact for |x| < 1/2. */
static void bound_piece(struct tmd_design *design, int index, double low, double high) {
  arb_t w, s, k;
  mag_t error, size;
  arb_init(w), arb_init(s), arb_init(k);
  mag_init(error), mag_init(size);
  tmd_real_between(w, low, high);
  tmd_terms_set(&design->steps, W, w, error);
  ideal_factor(k, design->data, index);
  tmd_real_error(error, design->table[1].entry[index], k);
  tmd_terms_set(&design->steps, K, k, error);
  mag_zero(error);
  arb_sqrtpos(s, w, TMD_IDEAL_BITS);
  arb_get_mag(size, s);
  if (index & 1) mag_mul_2exp_si(error, size, -52);
  tmd_terms_set(&design->steps, ROOT, s, error);
  arb_mul(s, s, k, TMD_IDEAL_BITS);
  tmd_design_add_near(design, &design->steps, &design->p, w, s, design->steps.term[A].ideal);
  arb_clear(w), arb_clear(s), arb_clear(k);
  mag_clear(error), mag_clear(size);
}

/* For |x| < 1/2, w from 2^-26 on for asin, beyond which another rule holds; else from 2^-60. The
   other half has w from 2^-25 on. */
static void bound(struct tmd_design *design) {
  const struct arcsine *kind = design->data;
  const double ratio = 1.0625;
  arb_t entry;
  mag_t error;
  arb_init(entry);
  mag_init(error);
  for (int i = 0; i < ENTRIES; i++) {
    ideal(entry, design, i);
    tmd_real_error(error, design->table->entry[i], entry);
    tmd_terms_set(&design->steps, A, entry, error);
    for (double w = i % 2 || kind->id == TMD_FN_asin ? 0x1p-26 : 0x1p-60; w < 0.25; w *= ratio)
      bound_piece(design, i, w, fmin(w * ratio, 0.25));
  }
  arb_clear(entry);
  mag_clear(error);
}

static int index_of(const struct tmd_design *design, uint32_t x, int mode) {
  (void)design, (void)mode;
  return (int)(x >> 31) * 2 + ((x & 0x7fffffff) >= 0x3f000000);
}

/* Arguments near 0: y = x (1 + 2^-30), or the tangent, by a slope in two words; and beyond 1. */
static void print_special(FILE *out, const struct tmd_design *design) {
  const struct arcsine *kind = design->data;
  const int identity = kind->id == TMD_FN_asin;
  const unsigned least = identity ? 0x39000000u : 0x30800000u;
  fprintf(out, "  if (__builtin_expect(a - 0x%08xu >= 0x%08xu, 0)) { /* < 2^%d, or >= 1 */\n",
          least, 0x3f800000u - least, (int)(least >> 23) - 127);
  if (!kind->even) fputs("    if (a == 0) return x;\n", out);
  fprintf(out, "    if (a < 0x%08xu) return (float)%s;\n", least,
          identity                    ? "__builtin_fma(x, 0x1p-30, x)"
          : kind->id == TMD_FN_acos   ? "(0x1.921fb54442d18p+0 - x)"
          : kind->id == TMD_FN_acospi ? "__builtin_fma(x, -0x1.45f306dc9c883p-2, 0.5)"
                                      : tmd_over_pi_text(design->demands.no_fma));
  if (kind->even)
    fprintf(out,
            "    if (v.u == 0x3f800000u) return 0.0f;\n"
            "    if (v.u == 0xbf800000u) return %s;\n",
            kind->by_pi ? "1.0f" : "(float)(-0x1.921fb54442d18p+1 * x)");
  else
    fprintf(out, "    if (a == 0x3f800000u) return %s * x%s;\n",
            kind->by_pi ? "0.5f" : "(float)(0x1.921fb54442d18p+0", kind->by_pi ? "" : ")");
  fputs("    return a > 0x7f800000u ? x + x : (x - x) / (x - x);\n  }\n", out);
}

static void print_reduction(FILE *out, const struct tmd_design *design) {
  fputs("  const uint32_t a = v.u & 0x7fffffff;\n", out);
  print_special(out, design);
  fputs("  const double ax = __builtin_fabsf(x);\n"
        "  const double w0 = ax * ax, w1 = __builtin_fma(ax, -0.5, 0.5); /* exact */\n"
        "  const double w = w0 < w1 ? w0 : w1;\n"
        "  const int i = (int)(v.u >> 31 << 1) + (a >= 0x3f000000u);\n"
        "  const double s = __builtin_sqrt(w);\n",
        out);
}

const struct tmd_scheme tmd_arcsine = {
    .shortens = 1,
    .name = "arcsine",
    .description =
        "f = A + u S(w), S(w) = asin(sqrt(w))/sqrt(w), w = min(x^2, (1-|x|)/2), u = k[i] sqrt(w)",
    .data = data,
    .plan = plan,
    .without_fma = tmd_without_fma,
    .append = append,
    .bound = bound,
    .index = index_of,
    .print_reduction = print_reduction,
};
