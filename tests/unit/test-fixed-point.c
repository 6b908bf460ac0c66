/* Functions of integers: their products and quotients of words; the bounds of polynomials and of
   the value before the last rounding, which errors measured stay below and come near. */
#include <dlfcn.h>
#include <unistd.h>

#include "tests/unit/tap.h"
#include "tools/check/target/jobs.h"
#include "tools/generate/fixed-point/fixed-scheme.h"
#include "tools/generate/reals.h"
#define TMD_NO_INT128
#include "tools/generate/fixed-point/integer-words.h"

enum { TRIALS = 100000, ARGUMENTS = 3000 };

/* A word with runs of equal bits as often as a random one. */
static uint64_t random_word(void) {
  const uint64_t word = test_random();
  return word & 1 ? test_random() : ~(uint64_t)0 << (word >> 8 & 63) >> (word >> 16 & 63);
}

static void test_words(void) {
  int products = 0, normal = 0;
  for (int i = 0; i < TRIALS; i++) {
    const uint64_t a = random_word(), b = random_word();
    products += tmd_high(a, b) == (uint64_t)((unsigned __int128)a * b >> 64);
    const struct tmd_y y = tmd_number(a | 1, 5, 0);
    normal += y.s >> 63 && y.s >> (5 - y.e) == (a | 1);
  }
  tap_ok(products == TRIALS, "the high words of products, without __int128");
  tap_ok(normal == TRIALS, "numbers are normalised");
}

/* 2^126/b is a 128-bit quotient. */
static void test_inverse(void) {
  const unsigned __int128 one = (unsigned __int128)1 << 126;
  double greatest = 0;
  for (int i = 0; i < TRIALS; i++) {
    const uint64_t b = random_word() | TMD_TOP | (i & 1 ? 0xffffffff : 0),
                   exact = (uint64_t)(one / b), y = tmd_inverse(i ? b : TMD_TOP | 0xffffffff);
    const double off = y > exact ? (double)(y - exact) : (double)(exact - y) + 1;
    if (i) greatest = fmax(greatest, off / (double)exact * 0x1p62);
  }
  tap_ok(greatest <= 3 && greatest > 1.5, "inverses: off by %.2f of 3 units at most", greatest);
}

/* Rounding: y is a number of binary32, a part of the way to the next one. */
static void test_rounding(void) {
  int good = 0;
  for (int i = 0; i < TRIALS; i++) {
    const uint32_t at = (uint32_t)(test_random() % 0x7f7fffff) + (i & 1 ? 0 : 1),
                   x = (i % 3 ? at : at % 0x1000000) | 1, minus = (uint32_t)test_random() & 1,
                   sign = minus << 31, part = (uint32_t)test_random() % 4;
    const struct tmd_x low = tmd_decoded(x);
    const uint64_t unit = (uint64_t)1 << (low.e >= -126 ? 40 : -86 - low.e); /* of low.m */
    const struct tmd_y y = {low.m + unit / 4 * part, low.e, sign};
    const uint32_t up = part > 0, near = part > 2 || (part == 2 && x & 1);
    good += tmd_rounded(y, TMD_ZERO) == (sign | x) &&
            tmd_rounded(y, TMD_NEAREST) == (sign | (x + near)) &&
            tmd_rounded(y, TMD_UP) == (sign | (x + (up && !minus))) &&
            tmd_rounded(y, TMD_DOWN) == (sign | (x + (up && minus)));
  }
  tap_ok(good == TRIALS, "numbers and quarters between them are rounded in four modes");
}

/* |y - t| / bound, y in units of 2^-scale */
static double part_of(uint64_t y, int scale, const arb_t t, const mag_t bound) {
  arb_t error, limit;
  arb_init(error), arb_init(limit);
  arb_set_ui(error, y);
  arb_mul_2exp_si(error, error, -scale);
  arb_sub(error, error, t, 2 * TMD_IDEAL_BITS);
  arf_set_mag(arb_midref(limit), bound);
  arb_div(error, error, limit, 64);
  const double part =
      fabs(arf_get_d(arb_midref(error), ARF_RND_NEAR)) + mag_get_d(arb_radref(error));
  arb_clear(error), arb_clear(limit);
  return part;
}

/* g(t) t^-offset */
static void ideal(arb_t g, const struct tmd_fixed_polynomial *p, const arb_t t) {
  arb_poly_t constant;
  arb_t at;
  arb_poly_init(constant);
  arb_init(at);
  arb_mul_2exp_si(at, t, -p->halved);
  tmd_function_series(p->f, constant, at, 1, 2 * TMD_IDEAL_BITS);
  arb_poly_get_coeff_arb(g, constant, 0);
  if (p->offset) arb_div(g, g, t, 2 * TMD_IDEAL_BITS);
  arb_poly_clear(constant);
  arb_clear(at);
}

/* The polynomial's coefficients are given: its error is much of the bound, or Horner's is. */
static void test_polynomial(const char *name, struct tmd_fixed_polynomial p, double least) {
  double greatest = 0;
  arb_t t, g;
  arb_init(t), arb_init(g);
  p.f = tmd_function_find(name);
  p.name = name;
  tmd_fixed_init(&p);
  tmd_fixed_bound(&p);
  for (int i = 0; i < TRIALS / 10; i++) {
    const uint64_t most = (uint64_t)(p.radius * 0x1p63) * 2,
                   word = most - test_random() % (i & 1 ? most : most >> 10),
                   v = p.step == 1 ? word : tmd_high(word, word);
    const uint32_t minus = p.step == 1 && test_random() & 1;
    arb_set_ui(t, word);
    arb_mul_2exp_si(t, t, -64);
    if (minus) arb_neg(t, t);
    ideal(g, &p, t);
    const uint64_t y = tmd_horner(p.coefficient, p.count, v, minus ^ (uint32_t)p.alternate);
    greatest = fmax(greatest, part_of(y, p.scale, g, p.error));
  }
  tap_ok(greatest <= 1 && greatest > least, "a polynomial near %s: at most %.3f of the bound", name,
         greatest);
  tmd_fixed_clear(&p);
  arb_clear(t), arb_clear(g);
}

static void test_polynomials(void) {
  const uint64_t one = TMD_TOP;
  test_polynomial("exp",
                  (struct tmd_fixed_polynomial){.step = 1,
                                                .count = 4,
                                                .scale = 63,
                                                .coefficient = {one, one, one / 2, one / 6},
                                                .radius = 0x1p-4},
                  0.5);
  test_polynomial("sin",
                  (struct tmd_fixed_polynomial){.offset = 1,
                                                .step = 2,
                                                .count = 3,
                                                .scale = 63,
                                                .alternate = 1,
                                                .coefficient = {one, one / 6, one / 120},
                                                .radius = 0x1p-4},
                  0.5);
  /* Horner's units alone: so many coefficients that the polynomial has no other error. */
  test_polynomial("log1p",
                  (struct tmd_fixed_polynomial){
                      .offset = 1,
                      .step = 1,
                      .count = 12,
                      .scale = 63,
                      .alternate = 1,
                      .coefficient = {one, one / 2, one / 3, one / 4, one / 5, one / 6, one / 7,
                                      one / 8, one / 9, one / 10, one / 11, one / 12},
                      .radius = 0x1p-6},
                  0.5);
}

/* The text as a shared object, with its function of y; or NULL. */
static void *load(struct tmd_design *design) {
  char name[] = "/tmp/test-fixed-point-XXXXXX.c", path[32];
  const int file = mkstemps(name, 2);
  FILE *out = file < 0 ? NULL : fdopen(file, "w");
  if (!out) return NULL;
  tmd_design_print(out, design, &(struct tmd_text){.in_floats = 1});
  fputs("struct tmd_y kept(uint32_t x);\nstruct tmd_y kept(uint32_t x) { return made_y(x); }\n",
        out);
  const int failed = ferror(out) | fclose(out), built = failed ? -1 : tmd_build(name, NULL, NULL);
  unlink(name);
  snprintf(path, sizeof path, "/proc/self/fd/%d", built);
  return built < 0 ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* |y - f(x)|/|f(x)| of the bound */
static double error_of(const struct tmd_design *design, uint32_t x, struct tmd_y y) {
  arb_poly_t constant;
  arb_t at, value;
  arb_poly_init(constant);
  arb_init(at), arb_init(value);
  arb_set_d(at, tmd_float_decode(x));
  tmd_function_series(design->f, constant, at, 1, 2 * TMD_IDEAL_BITS);
  arb_poly_get_coeff_arb(value, constant, 0);
  arb_set_ui(at, y.s);
  arb_mul_2exp_si(at, at, y.e - 63);
  if (y.bits >> 31) arb_neg(at, at);
  arb_sub(at, at, value, 2 * TMD_IDEAL_BITS);
  arb_div(at, at, value, TMD_IDEAL_BITS);
  arf_set_mag(arb_midref(value), design->bound);
  mag_zero(arb_radref(value));
  arb_div(at, at, value, TMD_IDEAL_BITS);
  const double error = fabs(arf_get_d(arb_midref(at), ARF_RND_NEAR)) + mag_get_d(arb_radref(at));
  arb_poly_clear(constant);
  arb_clear(at), arb_clear(value);
  return error;
}

/* |x| from a to b. */
static void measure(const char *name, double a, double b, int both, double least) {
  static struct tmd_design design;
  const struct tmd_function *f = tmd_function_find(name);
  const uint32_t first = tmd_float_encode(a), last = tmd_float_encode(b);
  struct tmd_format binary32;
  struct tmd_y (*kept)(uint32_t x) = NULL;
  double greatest = 0;
  void *library = NULL;
  if (!tmd_format_parse(&binary32, "binary32") &&
      !tmd_design_make(&design, tmd_fixed_scheme_find(f), f, tmd_c_format_find(&binary32), NULL,
                       "made", &(struct tmd_demands){.arithmetic = TMD_INTEGER})) {
    tmd_design_bound(&design);
    library = load(&design);
  }
  if (library) kept = (struct tmd_y(*)(uint32_t))dlsym(library, "kept");
  for (int i = 0; i < ARGUMENTS && kept; i++) {
    uint32_t x = first + (uint32_t)(test_random() % (last - first + 1));
    if (both && test_random() & 1) x |= 0x80000000;
    const struct tmd_y y = kept(x);
    if (y.s) greatest = fmax(greatest, error_of(&design, x, y));
  }
  tap_ok(greatest <= 1 && greatest > least, "%s: at most %.3f of the bound 2^%.2f", name, greatest,
         log2(mag_get_d(design.bound)));
  if (library) dlclose(library);
  tmd_design_clear(&design);
}

static const struct range {
  const char *name;
  double a, b;
  int both;
  double least;
} ranges[] = {{"expm1", 0.25, 0.3, 1, 0.1},
              {"tan", 0x1p-20, 0x1p127, 1, 0.25},
              {"log10", 0.9, 1.1, 0, 0.1},
              {"exp", 0x1p-20, 87, 1, 0.3},
              {"exp2", 0x1p-20, 126, 1, 0.3},
              {"exp10", 0x1p-20, 37, 1, 0.3},
              {"exp2m1", 0x1p-20, 126, 1, 0.1},
              {"exp10m1", 0x1p-20, 37, 1, 0.1},
              {"log", 0.9, 1.1, 0, 0.1},
              {"log2", 0.9, 1.1, 0, 0.1},
              {"log1p", 0x1p-20, 0x1p127, 0, 0.1},
              {"log2p1", 0x1p-20, 0x1p127, 0, 0.1},
              {"log10p1", 0x1p-20, 0x1p127, 0, 0.1},
              {"sin", 0x1p-20, 0x1p127, 1, 0.3},
              {"cos", 0x1p-20, 0x1p127, 1, 0.3},
              {"sinpi", 0x1p-20, 0x1p20, 1, 0.1},
              {"cospi", 0x1p-20, 0x1p20, 1, 0.1},
              {"tanpi", 0x1p-20, 0x1p20, 1, 0.1},
              {"sinh", 0x1p-20, 87, 1, 0.1},
              {"cosh", 0x1p-20, 87, 1, 0.1},
              {"tanh", 0x1p-20, 10, 1, 0.1}};

/* With the argument "all", every function. */
int main(int argc, char **argv) {
  enum { FEW = 2 };
  const size_t count = argc > 1 && !strcmp(argv[1], "all") ? sizeof ranges / sizeof *ranges : FEW;
  test_words();
  test_inverse();
  test_rounding();
  test_polynomials();
  if (system("command -v sollya >/dev/null")) {
    tap_skip("errors of designs", "no sollya");
    return tap_done();
  }
  for (size_t i = 0; i < count; i++)
    measure(ranges[i].name, ranges[i].a, ranges[i].b, ranges[i].both, ranges[i].least);
  return tap_done();
}
