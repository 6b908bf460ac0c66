/* sin, cos and tan, of radians and of half turns, by integers: n + r quarter turns, |r| <= 1/2.

   Half turns are exact. In radians |r| >= 2^-31.5 (checked), of which a window's cut, 2^24 units of
   2^-126, is less than 2^-70; for |x| < 1/2 the product with 2/pi has two units' error, and at
   least 0.318 2^64 units: relative errors of r are below 2^-61 with their last bit. t = |r| has an
   error below 2 units of 2^-64, its square below 2 + 1 = 3 units.

   A quotient has the errors of its terms, of the inverse (3 2^-62) and of the last product
   (1/2^61). Exact results: r = 0 and, for tangents of half turns, |r| = 1/2. */
#include <inttypes.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "tools/generate/fixed-point/fixed-scheme.h"
#include "tools/generate/scheme/periodic.h"

static const struct fixed_periodic {
  struct tmd_fixed_kind of;
  int quotient;
} kinds[] = {
    {{TMD_FN_sin, "tmd_sine", "tmd_quarters"}, 0},
    {{TMD_FN_cos, "tmd_cosine", "tmd_quarters"}, 0},
    {{TMD_FN_tan, "tmd_tangent", "tmd_quarters"}, 1},
    {{TMD_FN_sinpi, "tmd_sine_pi", "tmd_quarters"}, 0},
    {{TMD_FN_cospi, "tmd_cosine_pi", "tmd_quarters"}, 0},
    {{TMD_FN_tanpi, "tmd_tangent_pi", "tmd_quarters"}, 1},
};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static void plan(struct tmd_design *design) {
  const struct tmd_fixed_polynomial common = {.halved = 1,
                                              .step = 2,
                                              .count = 8,
                                              .scale = 63,
                                              .alternate = 1,
                                              .radius = 0.5,
                                              .argument = 3};
  struct tmd_fixed_polynomial *sine = design->fixed, *cosine = sine + 1;
  *sine = *cosine = common;
  sine->name = "sine", sine->sollya = "sin(pi/2*x)/x", sine->f = tmd_function_find("sinpi");
  sine->offset = 1;
  cosine->name = "cosine", cosine->sollya = "cos(pi/2*x)", cosine->f = tmd_function_find("cospi");
  cosine->one = 1, cosine->count = 9;
}

static void bound(struct tmd_design *design) {
  static const struct tmd_periodic radians;
  const struct fixed_periodic *kind = design->data;
  if (!(tmd_periodic_least(&radians) * 0.6366 > 0x1p-31 * 0.70711))
    tmd_die(TMD_USAGE, "r is too small");
  tmd_fixed_add_product(design, design->fixed, 0x1p-61);
  if (!kind->quotient) {
    tmd_fixed_add(design, design->fixed[1].error, 0, 0.707);
    return;
  }
  /* The sine's bound, and the others. */
  mag_t error, least, one;
  mag_init(error), mag_init(least), mag_init(one);
  mag_set_d_lower(least, 0.707);
  mag_div(error, design->fixed[1].error, least);
  mag_set_d(one, 3 * 0x1p-62 + 0x1p-61 + 0x1p-100);
  mag_add(error, error, one);
  mag_add(error, error, design->bound);
  tmd_design_add_relative(design, error);
  mag_clear(error), mag_clear(least), mag_clear(one);
}

static void print_functions(FILE *out, const struct tmd_design *design) {
  enum { WORDS = 5, BITS = 640 };
  arb_t x;
  (void)design;
  arb_init(x);
  arb_const_pi(x, BITS);
  arb_inv(x, x, BITS);
  arb_mul_2exp_si(x, x, 1);
  fputs("#define TMD_TWO_OVER_PI", out);
  for (int i = 0; i < WORDS; i++)
    fprintf(out, "%s%s0x%016" PRIx64, i ? "," : "", i % 4 ? " " : " \\\n  ",
            tmd_fixed_word(x, 64 * i + 32));
  fprintf(out, "\n\n%s", tmd_integer_periodic);
  arb_clear(x);
}

static void print_data(FILE *out, const struct tmd_design *design) {
  const struct tmd_fixed_polynomial *p = design->fixed;
  const char *name = design->symbol;
  fprintf(out, "TMD_DATA struct tmd_quarters %s_data = {%s_sine, %s_cosine, %d, %d};\n", name, name,
          name, p[0].count, p[1].count);
}

const struct tmd_scheme tmd_fixed_periodic = {
    .name = "fixed-point-periodic",
    .description = "x is n + r quarter turns, |r| <= 1/2; polynomials in r^2",
    .data = data,
    .plan = plan,
    .append = tmd_fixed_no_steps,
    .bound = bound,
    .print_reduction = print_data,
    .print_functions = print_functions};
