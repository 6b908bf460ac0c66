/* exp, exp2, exp10, and these less 1, by integers: x log2 b = n + f, |f| <= 1/2, b^x = 2^n 2^f.

   2^f is at least 0.7. b^x - 1, for |x| >= 1/4, has the error of b^x and one unit of 2^-63,
   relative to b^x that of b^(1/4)/(b^(1/4) - 1) = 1/(1 - b^(-1/4)) at most; where b^x is 2^64 or
   more, or 2^-63 or less, the sum's other part is left out, which is less than this unit. For |x| <
   1/4 it is x times a polynomial. Integers are exact for b = 2. */
#include "lib/base/error.h"
#include "tools/generate/fixed-point/fixed-scheme.h"

#include <inttypes.h>

enum { COUNT = 13, EXACT = 10 };

static const struct fixed_exponential {
  struct tmd_fixed_kind of;
  int base;                         /* 0: e */
  struct tmd_fixed_polynomial near; /* for b^x - 1 */
  int powers;                       /* of 10 that are exact, from 10^1 on */
} kinds[] = {
    {{TMD_FN_exp, "tmd_exponential", "tmd_powers"}, 0, {0}, 0},
    {{TMD_FN_exp2, "tmd_exponential", "tmd_powers"}, 2, {0}, 0},
    {{TMD_FN_exp10, "tmd_exponential", "tmd_powers"}, 10, {0}, EXACT},
    {{TMD_FN_expm1, "tmd_exponential_m1", "tmd_powers_m1"},
     0,
     {.sollya = "expm1(x)/x", .count = 12, .scale = 63, .one = 1},
     0},
    {{TMD_FN_exp2m1, "tmd_exponential_m1", "tmd_powers_m1"},
     2,
     {.sollya = "expm1(x*log(2))/x", .count = 11, .scale = 63},
     0},
    {{TMD_FN_exp10m1, "tmd_exponential_m1", "tmd_powers_m1"},
     10,
     {.sollya = "expm1(x*log(10))/x", .count = 14, .scale = 62},
     7},
};

static const void *data_of(const struct tmd_function *f, int m1) {
  const struct fixed_exponential *kind =
      tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
  return kind && (kind->near.count > 0) == m1 ? kind : NULL;
}
static const void *data(const struct tmd_function *f) { return data_of(f, 0); }
static const void *data_m1(const struct tmd_function *f) { return data_of(f, 1); }

/* The argument is off by less than 1 + 2^-50 units. */
struct tmd_fixed_polynomial tmd_fixed_power(void) {
  return (struct tmd_fixed_polynomial){.name = "power",
                                       .sollya = "2^x",
                                       .f = tmd_function_find("exp2"),
                                       .step = 1,
                                       .count = COUNT,
                                       .scale = 63,
                                       .one = 1,
                                       .radius = 0.5,
                                       .argument = 1 + 0x1p-50};
}

static void plan(struct tmd_design *design) {
  const struct fixed_exponential *kind = design->data;
  design->fixed[0] = tmd_fixed_power();
  if (kind->near.count) {
    struct tmd_fixed_polynomial *near = design->fixed + 1;
    *near = kind->near;
    near->name = "near", near->f = design->f, near->offset = near->step = 1;
    near->radius = 0.25, near->argument = 1;
  }
  double power = 10;
  for (int i = 1; i <= kind->powers; i++, power *= 10)
    tmd_design_exact(design, i, kind->near.count ? power - 1 : power);
}

static void bound(struct tmd_design *design) {
  tmd_fixed_add(design, design->fixed[0].error, 0, 0.7);
}

/* log2 b, in all bits of the two words. */
static void set_log2(arb_t x, int base) {
  enum { BITS = 256 };
  arb_t two;
  arb_init(two);
  arb_const_log2(two, BITS);
  arb_set_ui(x, 1);
  if (base) arb_log_ui(x, (ulong)base, BITS);
  if (base == 2) arb_one(x);
  else arb_div(x, x, two, BITS);
  arb_clear(two);
}

static void bound_m1(struct tmd_design *design) {
  arb_t x, all;
  mag_t error, least;
  arb_init(x), arb_init(all);
  mag_init(error), mag_init(least);
  set_log2(x, ((const struct fixed_exponential *)design->data)->base);
  arb_mul_2exp_si(x, x, -2);
  arb_neg(x, x);
  arb_set_ui(all, 2);
  arb_pow(x, all, x, TMD_IDEAL_BITS);
  arb_sub_ui(x, x, 1, TMD_IDEAL_BITS);
  arb_get_mag_lower(least, x); /* 1 - b^(-1/4) */
  mag_set_d(error, 0.7);
  mag_div(error, design->fixed[0].error, error);
  tmd_fixed_add(design, error, 2, mag_get_d(least) * (1 - 0x1p-20));
  tmd_fixed_add_product(design, design->fixed + 1, 0);
  arb_clear(x), arb_clear(all);
  mag_clear(error), mag_clear(least);
}

void tmd_fixed_print_powers(FILE *out, const struct tmd_design *design, int base) {
  arb_t x;
  arb_init(x);
  set_log2(x, base);
  fprintf(out, "{{0x%016" PRIx64 ", 0x%016" PRIx64 "}, ", tmd_fixed_word(x, 126),
          tmd_fixed_word(x, 62));
  tmd_fixed_print_use(out, design->fixed, design->symbol);
  fputs("}", out);
  arb_clear(x);
}

static void print_functions(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs(tmd_integer_exponential, out);
}

static void print_data(FILE *out, const struct tmd_design *design) {
  const struct fixed_exponential *kind = design->data;
  const struct tmd_fixed_polynomial *near = design->fixed + 1;
  fprintf(out, "TMD_DATA struct %s %s_data = ", kind->of.type, design->symbol);
  if (near->count) fputs("{", out);
  tmd_fixed_print_powers(out, design, kind->base);
  if (near->count) {
    fputs(", ", out);
    tmd_fixed_print_use(out, near, design->symbol);
    fprintf(out, ", %d, %d}", near->scale, near->one);
  }
  fputs(";\n", out);
}

const struct tmd_scheme tmd_fixed_exponential = {
    .name = "fixed-point-exponential",
    .description = "x log2 b = n + f, |f| <= 1/2; y = 2^n p(f), p close to 2^f",
    .data = data,
    .plan = plan,
    .append = tmd_fixed_no_steps,
    .bound = bound,
    .print_reduction = print_data,
    .print_functions = print_functions};

const struct tmd_scheme tmd_fixed_exponential_m1 = {
    .name = "fixed-point-exponential-m1",
    .description = "x log2 b = n + f, |f| <= 1/2; y = 2^n p(f) - 1, p close to 2^f; for |x| < 1/4, "
                   "y = x q(x)",
    .data = data_m1,
    .plan = plan,
    .append = tmd_fixed_no_steps,
    .bound = bound_m1,
    .print_reduction = print_data,
    .print_functions = print_functions};
