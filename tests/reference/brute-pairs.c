/* brute-pairs LIBRARY FUNCTION SYMBOL FORMAT MODE FILE: a library's function of two arguments at
   every pair of the file, lines of x and y with a tab between, or fma, with a third number, numbers
   alone, by MPFR alone, in this process: one line

     tested wrong below above

   with the largest errors in ulp of the exact result, of 6 digits. FORMAT is binary16, binary32 or
   binary64. */
#include <dlfcn.h>

#include "tests/reference/modes.h"
#include "tests/reference/reference.h"

#define OF_INTEGER(name, call)                                                  \
  static int name(mpfr_t z, const mpfr_t x, const mpfr_t y, mpfr_rnd_t round) { \
    return call(z, x, mpfr_get_si(y, round), round);                            \
  }
OF_INTEGER(pown, mpfr_pow_si)
OF_INTEGER(rootn, mpfr_rootn_si)
OF_INTEGER(scaled, mpfr_mul_2si)
OF_INTEGER(compound, ref_compound_negative) /* right for every n */

static double last; /* of three arguments */
static int fused(mpfr_t z, const mpfr_t x, const mpfr_t y, mpfr_rnd_t round) {
  mpfr_t w;
  mpfr_init2(w, 64);
  mpfr_set_d(w, last, MPFR_RNDN);
  const int ternary = mpfr_fma(z, x, y, w, round);
  mpfr_clear(w);
  return ternary;
}

static const struct {
  const char *name;
  int (*mpfr)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);
  int integer;
} functions[] = {{"pow", mpfr_pow, 0},     {"powr", mpfr_powr, 0},
                 {"atan2", mpfr_atan2, 0}, {"atan2pi", mpfr_atan2pi, 0},
                 {"hypot", mpfr_hypot, 0}, {"fmod", mpfr_fmod, 0},
                 {"fdim", mpfr_dim, 0},    {"remainder", mpfr_remainder, 0},
                 {"pown", pown, 1},        {"rootn", rootn, 1},
                 {"ldexp", scaled, 1},     {"compoundn", compound, 1},
                 {"add", mpfr_add, 0},     {"sub", mpfr_sub, 0},
                 {"mul", mpfr_mul, 0},     {"div", mpfr_div, 0},
                 {"fma", fused, 0}};

static const struct {
  const char *name;
  int p, emin, emax;
} formats[] = {
    {"binary16", 11, -14, 15}, {"binary32", 24, -126, 127}, {"binary64", 53, -1022, 1023}};

/* What is asked for, by its numbers in these tables. */
static struct {
  int function, format, mode;
  void *symbol;
} on;

static int find(const char *word, const char *const *names, size_t stride, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(*(const char *const *)((const char *)names + (size_t)i * stride), word) == 0)
      return i;
  fprintf(stderr, "brute-pairs: %s?\n", word);
  exit(2);
}
#define FIND(word, table) \
  find(word, &(table)[0].name, sizeof *(table), (int)(sizeof(table) / sizeof *(table)))

#define CALL(T)                                                                                 \
  (functions[on.function].integer         ? ((T(*)(T, long long))on.symbol)((T)x, (long long)y) \
   : functions[on.function].mpfr == fused ? ((T(*)(T, T, T))on.symbol)((T)x, (T)y, (T)last)     \
                                          : ((T(*)(T, T))on.symbol)((T)x, (T)y))
static double call(double x, double y) {
  fesetround(modes[on.mode].mode);
  volatile double result = on.format == 0   ? (double)CALL(_Float16)
                           : on.format == 1 ? (double)CALL(float)
                                            : CALL(double);
  fesetround(FE_TONEAREST);
  return result;
}

/* The correctly rounded result: MPFR's own rounding to the precision, and of subnormal results to
   fewer bits. */
static double correct(const mpfr_t x, const mpfr_t y) {
  const int p = formats[on.format].p;
  mpfr_t z;
  mpfr_init2(z, p);
  mpfr_set_emin(formats[on.format].emin - p + 2), mpfr_set_emax(formats[on.format].emax + 1);
  mpfr_clear_flags();
  const int ternary = functions[on.function].mpfr(z, x, y, modes[on.mode].round);
  mpfr_subnormalize(z, ternary, modes[on.mode].round);
  const double result = mpfr_get_d(z, MPFR_RNDN);
  mpfr_clear(z);
  return result;
}

/* (result - f) / ulp, at 300 bits, toward zero: rounded up it might be of the next binade; 0 if f
   overflows */
static double error_of(const mpfr_t x, const mpfr_t y, double result) {
  const int p = formats[on.format].p, emin = formats[on.format].emin;
  mpfr_t z, difference;
  mpfr_init2(z, 300), mpfr_init2(difference, 2500);
  ref_widest_range();
  functions[on.function].mpfr(z, x, y, MPFR_RNDZ);
  const long e = mpfr_zero_p(z) || mpfr_get_exp(z) - 1 < emin ? emin : mpfr_get_exp(z) - 1;
  mpfr_set_d(difference, result, MPFR_RNDN);
  mpfr_sub(difference, difference, z, MPFR_RNDN);
  mpfr_mul_2si(difference, difference, p - 1 - e, MPFR_RNDN);
  const double error = e > formats[on.format].emax ? 0 : mpfr_get_d(difference, MPFR_RNDN);
  mpfr_clears(z, difference, NULL);
  return error;
}

static int same(double a, double b) {
  return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

int main(int argc, char **argv) {
  void *library = argc == 7 ? dlopen(argv[1], RTLD_NOW) : NULL;
  FILE *pairs = library ? fopen(argv[6], "r") : NULL;
  on.symbol = library ? dlsym(library, argv[3]) : NULL;
  if (!pairs || !on.symbol)
    return fprintf(stderr, "brute-pairs: no such library, symbol or file\n"), 2;
  on.function = FIND(argv[2], functions), on.format = FIND(argv[4], formats),
  on.mode = FIND(argv[5], modes);
  unsigned long tested = 0, wrong = 0;
  double below = 0, above = 0;
  char line[256], *end;
  mpfr_t x, y;
  mpfr_init2(x, 64), mpfr_init2(y, 64);
  for (; fgets(line, sizeof line, pairs); tested++) {
    const double a = strtod(line, &end), b = strtod(end, &end);
    last = strtod(end, NULL);
    const double result = call(a, b);
    ref_widest_range();
    mpfr_set_d(x, a, MPFR_RNDN), mpfr_set_d(y, b, MPFR_RNDN);
    const double expected = correct(x, y);
    wrong += !same(result, expected);
    const double error = isfinite(result) && isfinite(expected) ? error_of(x, y, result) : 0;
    if (error < below) below = error;
    if (error > above) above = error;
  }
  printf("%lu %lu %.6g %.6g\n", tested, wrong, below, above);
  mpfr_clears(x, y, NULL);
  return 0;
}
