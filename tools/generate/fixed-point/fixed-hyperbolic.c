/* sinh, cosh and tanh by integers, from 2^n p = e^x and 2^-n q = e^-x, p and q with the bound E.
   For |x| < 1/2, sinh and tanh are x times a polynomial in x^2, whose argument is off by less than
   1 unit, and 1 for the square.

   sinh x, |x| >= 1/2, n >= 1: p/2 - q 2^(-2n)/2 is at least 0.7/2 - 1.42/8 > 0.17, with the error
   E/2 + E/8 and half a unit of 2^-63. cosh: p/2 + q 2^(-2n)/2 is at least 0.35, with the error E
   and two units. tanh: d = 2^n p + 1 has the relative error (E + 2^-63)/0.7, 2/d that and 3 2^-62,
   and |x| >= 1/2 gives 2/d < 0.54 and tanh x > 0.46, with one unit of the difference. */
#include "tools/generate/fixed-point/fixed-scheme.h"

static const struct fixed_hyperbolic {
  struct tmd_fixed_kind of;
  const char *near;
  int count, alternate;
} kinds[] = {{{TMD_FN_sinh, "tmd_sinh", "tmd_hyperbolics"}, "sinh(x)/x", 8, 0},
             {{TMD_FN_cosh, "tmd_cosh", "tmd_hyperbolics"}, NULL, 0, 0},
             {{TMD_FN_tanh, "tmd_tanh", "tmd_hyperbolics"}, "tanh(x)/x", 13, 1}};

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

static void plan(struct tmd_design *design) {
  const struct fixed_hyperbolic *kind = design->data;
  design->fixed[0] = tmd_fixed_power();
  if (!kind->near) return;
  design->fixed[1] = (struct tmd_fixed_polynomial){.name = "near",
                                                   .sollya = kind->near,
                                                   .f = design->f,
                                                   .offset = 1,
                                                   .step = 2,
                                                   .count = kind->count,
                                                   .scale = 63,
                                                   .alternate = kind->alternate,
                                                   .one = 1,
                                                   .radius = 0.5,
                                                   .argument = 2};
}

static void bound(struct tmd_design *design) {
  const struct fixed_hyperbolic *kind = design->data;
  mag_t error, other;
  mag_init(error), mag_init(other);
  if (kind->near) tmd_fixed_add_product(design, design->fixed + 1, 0);
  if (!kind->near) tmd_fixed_add(design, design->fixed[0].error, 4, 0.35);
  else if (!kind->alternate) {
    mag_set_d(other, 0.625);
    mag_mul(error, design->fixed[0].error, other);
    tmd_fixed_add(design, error, 1, 0.17);
  } else {
    mag_set_d(other, 0x1p-63);
    mag_add(error, design->fixed[0].error, other);
    mag_set_d(other, 0.54 / 0.69);
    mag_mul(error, error, other);
    tmd_fixed_add(design, error, 0.54 * 12 + 2, 0.46);
  }
  mag_clear(error), mag_clear(other);
}

static void print_functions(FILE *out, const struct tmd_design *design) {
  (void)design;
  fprintf(out, "%s\n%s", tmd_integer_exponential, tmd_integer_hyperbolic);
}

static void print_data(FILE *out, const struct tmd_design *design) {
  const struct tmd_fixed_polynomial *near = design->fixed + 1;
  fprintf(out, "TMD_DATA struct tmd_hyperbolics %s_data = {", design->symbol);
  tmd_fixed_print_powers(out, design, 0);
  fputs(", ", out);
  if (near->count) tmd_fixed_print_use(out, near, design->symbol);
  else fputs("0, 0", out);
  fputs("};\n", out);
}

const struct tmd_scheme tmd_fixed_hyperbolic = {
    .name = "fixed-point-hyperbolic",
    .description = "x log2 e = n + f, |f| <= 1/2; y from 2^n p(f) and 2^-n p(-f), p close to 2^f; "
                   "next to 0, y = x q(x^2)",
    .data = data,
    .plan = plan,
    .append = tmd_fixed_no_steps,
    .bound = bound,
    .print_reduction = print_data,
    .print_functions = print_functions};
