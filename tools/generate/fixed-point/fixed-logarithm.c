/* log, log2, log10, and those of 1 + x, by integers: w = 2^e (1 + z)/r_i, |z| <= 1/16, where w is x
   or 1 + x.

   Next to 1, where r_i = 1 and e = 0, y is z times a polynomial. Else, in units of 2^-64, y has the
   errors of |e| log 2 (less than |e|), of the table (less than 1), of the last product (less than
   1, and 1/16 of the polynomial's). |log w| is at least log(17/16) > 0.0606 with e = 0; else, as w
   2^-e lies between 0.703 and 1.407, at least 0.49 |e| log 2 > 0.339 |e|, and |e| <= 150. 1 + x has
   its first 54 bits, which are all but for e >= 53, where its logarithm is above 36. */
#include <inttypes.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "tools/generate/fixed-point/fixed-scheme.h"

enum { INTERVALS = 32, UPPER = 13, ONE = 256, COUNT = 14, EXACT = 10 };

static const struct fixed_logarithm {
  struct tmd_fixed_kind of;
  int base; /* 0: e */
  const char *near;
  double scale; /* at most 1/log b */
} kinds[] = {
    {{TMD_FN_log, "tmd_logarithm", "tmd_logarithms"}, 0, "log1p(x)/x", 1},
    {{TMD_FN_log2, "tmd_logarithm", "tmd_logarithms"}, 2, "log1p(x)/(x*log(2))", 1.44},
    {{TMD_FN_log10, "tmd_logarithm", "tmd_logarithms"}, 10, "log1p(x)/(x*log(10))", 0.434},
    {{TMD_FN_log1p, "tmd_logarithm_p1", "tmd_logarithms"}, 0, "log1p(x)/x", 1},
    {{TMD_FN_log2p1, "tmd_logarithm_p1", "tmd_logarithms"}, 2, "log1p(x)/(x*log(2))", 1.44},
    {{TMD_FN_log10p1, "tmd_logarithm_p1", "tmd_logarithms"}, 10, "log1p(x)/(x*log(10))", 0.434},
};

static int of_more(const struct fixed_logarithm *kind) {
  return !strcmp(kind->of.core, "tmd_logarithm_p1");
}

static const void *data(const struct tmd_function *f) {
  return tmd_kind_of(f, kinds, sizeof kinds / sizeof *kinds, sizeof *kinds);
}

/* r_i. ONE next to 1; |w r_i - 1| <= 1/16 at both ends, in units of 1/8192. */
static int inverse(int i) {
  const int upper = i >= UPPER, middle = 2 * (INTERVALS + i) + 1, scale = upper ? 4 : 2;
  const int r = i < 2 || i >= 28 ? ONE : (scale * INTERVALS * ONE + middle / 2) / middle;
  for (int end = 0; end < 2; end++) {
    const int w = (INTERVALS + i + end) * r / (upper ? 2 : 1), one = INTERVALS * ONE;
    if (w < one - one / 16 || w > one + one / 16) tmd_die(TMD_USAGE, "an inverse is not close");
  }
  return r;
}

static void plan(struct tmd_design *design) {
  static const char *const names[] = {"log1p", "log2p1", "log10p1"};
  const struct fixed_logarithm *kind = design->data;
  struct tmd_fixed_polynomial *near = design->fixed;
  *near = (struct tmd_fixed_polynomial){
      .name = "near",
      .sollya = kind->near,
      .f = tmd_function_find(names[kind->base ? kind->base / 8 + 1 : 0]),
      .offset = 1,
      .step = 1,
      .count = COUNT,
      .scale = 63,
      .alternate = 1,
      .one = kind->base == 0,
      .radius = 0x1p-4,
      .argument = 1};
  double power = 10;
  for (int i = 1; kind->base == 10 && i <= EXACT; i++, power *= 10)
    if (!of_more(kind) || i <= 7) tmd_design_exact(design, of_more(kind) ? power - 1 : power, i);
}

static void bound(struct tmd_design *design) {
  const struct fixed_logarithm *kind = design->data;
  const struct tmd_fixed_polynomial *near = design->fixed;
  mag_t error;
  mag_init(error);
  tmd_fixed_add_product(design, near, 0);
  mag_mul_2exp_si(error, near->error, -4);
  tmd_fixed_add(design, error, 2, 0.0606 * kind->scale);
  /* (|e| + 2)/|e| <= 3 */
  tmd_fixed_add(design, error, 3, 0.339 * kind->scale);
  /* |e| >= 53, with a relative error of w below 2^-54 + 2^-63: in units of 2^-64 as well */
  tmd_fixed_add(design, error, 3 + 0x1.01p10 / 53 * kind->scale * 1.45, 0.339 * kind->scale);
  mag_clear(error);
}

/* log_b of a rational number. */
static void set_log(arb_t x, int base, int over, int under) {
  enum { BITS = 256 };
  arb_t other;
  arb_init(other);
  arb_set_si(x, over);
  arb_div_si(x, x, under, BITS);
  arb_log(x, x, BITS);
  if (base) {
    arb_log_ui(other, (ulong)base, BITS);
    arb_div(x, x, other, BITS);
  }
  arb_clear(other);
}

static void print_functions(FILE *out, const struct tmd_design *design) {
  (void)design;
  fputs("#define TMD_INVERSES", out);
  for (int i = 0; i < INTERVALS; i++)
    fprintf(out, "%s%s%d%s", i ? "," : "", i % 16 ? " " : " \\\n  ", inverse(i), "");
  fprintf(out, "\n\n%s", tmd_integer_logarithm);
}

static void print_data(FILE *out, const struct tmd_design *design) {
  const struct fixed_logarithm *kind = design->data;
  const char *name = design->symbol;
  uint64_t two = 0;
  arb_t x;
  arb_init(x);
  fprintf(out, "TMD_DATA uint64_t %s_value[%d] = {", name, INTERVALS);
  for (int i = 0; i < INTERVALS; i++) {
    uint64_t value = 0;
    set_log(x, kind->base, ONE, inverse(i));
    if (inverse(i) != ONE) value = tmd_fixed_word(x, 64);
    fprintf(out, "%s0x%016" PRIx64 ",", i % 4 ? " " : "\n  ", value);
  }
  if (kind->base != 2) {
    set_log(x, kind->base, 2, 1);
    two = tmd_fixed_word(x, 64);
  }
  fprintf(out, "\n};\nTMD_DATA struct %s %s_data = {{0x%016" PRIx64 ", %d}, %s_value, ",
          kind->of.type, name, two, kind->base == 2, name);
  tmd_fixed_print_use(out, design->fixed, name);
  fprintf(out, ", %d};\n", kind->base == 0);
  arb_clear(x);
}

const struct tmd_scheme tmd_fixed_logarithm = {
    .name = "fixed-point-logarithm",
    .description =
        "w = 2^e (1 + z)/r, |z| <= 1/16, w = x or 1 + x; y = e log 2 - log r + z p(z), or "
        "z p(z)",
    .data = data,
    .plan = plan,
    .append = tmd_fixed_no_steps,
    .bound = bound,
    .print_reduction = print_data,
    .print_functions = print_functions};
