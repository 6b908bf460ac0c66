/* The error of generated functions before their last rounding, measured: compiled, with y kept, and
   run at random arguments in four modes, they stay below the bounds that their designs have, and
   come near them. The bounds are sums over states and steps; these errors are differences from
   Arb's values of f. A third of the functions by the date. */
#include <dlfcn.h>
#include <fenv.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/tap.h"
#include "tools/check/target/jobs.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/schemes.h"
#include "tools/generate/text/c-text.h"

enum { ARGUMENTS = 1500, MODES = 4 };

static const struct tmd_c_format keeping = {
    .name = "binary32",
    .suffix = "f",
    .type = "float",
    .rounding = "double kept_y;\n"
                "static inline float rounded(double y) { return (float)(kept_y = y); }\n"};

/* A text of C as a shared object, or NULL. */
static void *load(struct tmd_design *design) {
  char name[] = "/tmp/test-generated-errors-XXXXXX.c", path[32];
  const int file = mkstemps(name, 2);
  FILE *out = file < 0 ? NULL : fdopen(file, "w");
  if (!out) return NULL;
  tmd_design_print(out, design, &(struct tmd_text){.in_floats = 1});
  const int failed = ferror(out) | fclose(out), built = failed ? -1 : tmd_build(name, NULL, NULL);
  unlink(name);
  snprintf(path, sizeof path, "/proc/self/fd/%d", built);
  return built < 0 ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* f(x) */
static void set_value(arb_t value, const struct tmd_function *f, double x) {
  arb_poly_t constant;
  arb_t at;
  arb_poly_init(constant);
  arb_init(at);
  arb_set_d(at, x);
  tmd_function_series(f, constant, at, 1, 2 * TMD_IDEAL_BITS);
  arb_poly_get_coeff_arb(value, constant, 0);
  arb_poly_clear(constant);
  arb_clear(at);
}

/* |y - value|/|value|, rounded up a little. */
static double error_of(const arb_t value, double y) {
  arb_t error;
  arb_init(error);
  arb_set_d(error, y);
  arb_sub(error, error, value, TMD_IDEAL_BITS);
  arb_div(error, error, value, TMD_IDEAL_BITS);
  const double most =
      fabs(arf_get_d(arb_midref(error), ARF_RND_NEAR)) + mag_get_d(arb_radref(error));
  arb_clear(error);
  return most;
}

/* |x| from a to b, each binade as often as another; negative ones, too, if `both`. */
static float random_argument(double a, double b, int both) {
  const uint32_t first = tmd_float_encode(a), last = tmd_float_encode(b);
  const double x = tmd_float_decode(first + (uint32_t)(test_random() % (last - first + 1)));
  return (float)(both && test_random() & 1 ? -x : x);
}

static const struct range {
  const char *name;
  double a, b;
  int both;
  double least;
} ranges[] = {{"exp", 0x1p-20, 87, 1, 0.3},        {"log", 0.9, 1.1, 0, 0.3},
              {"log1p", 0x1p-7, 0x1p-4, 1, 0.15},  {"sin", 0x1p-10, 0x1p127, 1, 0.3},
              {"tan", 0x1p-10, 0x1p127, 1, 0.3},   {"atan", 0x1p-10, 0x1p20, 1, 0.3},
              {"cbrt", 0x1p-126, 0x1p127, 1, 0.3}, {"erfc", 0x1p-10, 9, 0, 0.15},
              {"tgamma", 0x1p-10, 34, 1, 0.15}};

/* A number of the day, as tests/cli/synthetic.bash has it. */
static int day(void) {
  const char *draw = getenv("DRAW");
  const time_t now = time(NULL);
  return draw ? atoi(draw) : localtime(&now)->tm_yday + 1;
}

static void measure(const struct range *range) {
  static const int modes[MODES] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  static struct tmd_design design;
  const struct tmd_function *f = tmd_function_find(range->name);
  float (*call)(float) = NULL;
  double greatest = 0, *y = NULL, kept[MODES];
  void *library = NULL;
  arb_t value;
  arb_init(value);
  if (!tmd_design_make(&design, tmd_scheme_find(f), f, &keeping, NULL, "made",
                       &(struct tmd_demands){0})) {
    tmd_design_bound(&design);
    library = load(&design);
  }
  if (library) y = dlsym(library, "kept_y"), call = (float (*)(float))dlsym(library, "made");
  for (int i = 0; i < ARGUMENTS && y && call; i++) {
    const float x = random_argument(range->a, range->b, range->both);
    for (int m = 0; m < MODES; m++) {
      fesetround(modes[m]);
      call(x);
      kept[m] = *y;
    }
    fesetround(FE_TONEAREST);
    set_value(value, f, x);
    for (int m = 0; m < MODES; m++) greatest = fmax(greatest, error_of(value, kept[m]));
  }
  const double part = greatest / mag_get_d(design.bound);
  tap_ok(part <= 1 && part > range->least, "%s: at most %.3f of the bound 2^%.2f", range->name,
         part, log2(mag_get_d(design.bound)));
  if (library) dlclose(library);
  tmd_design_clear(&design);
  arb_clear(value);
}

int main(void) {
  if (system("command -v sollya >/dev/null")) {
    tap_skip("errors of designs", "no sollya");
    return tap_done();
  }
  for (int i = 0; i < (int)(sizeof ranges / sizeof *ranges); i++)
    if ((i + day()) % 3 == 0) measure(ranges + i);
  return tap_done();
}
