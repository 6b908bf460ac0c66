/* brute-check LIBRARY FUNCTION SYMBOL FORMAT MODE FILE|A:B [bins]: a library's function by MPFR
   alone, in this process, at every pair of the file, lines of x and y with a tab between (fma: with
   a third number); or a function of x alone in binary32 at every argument of [A, B), of one sign.
   One line

     tested wrong below above kappa x

   with the largest errors in ulp of the exact result, of 6 digits; kappa, in binary32: how many
   numbers a result is from the right one, at most, inf or nan, and the least x of it, - if it is 0;
   and with `bins` behind it how many errors of less than 16 ulp have the same hundredth below them,
   or are it, a line for each. FORMAT is binary16, binary32 or binary64. It shares no code with
   tmd-check. */
#include <dlfcn.h>

#include "lib/base/arb-compat.h"
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
  FLOATS(64, w);
  mpfr_set_d(w, last, MPFR_RNDN);
  return mpfr_fma(z, x, y, w, round);
}

static const struct ref_function *alone; /* the function of x */
static int of_x(mpfr_t z, const mpfr_t x, const mpfr_t y, mpfr_rnd_t round) {
  (void)y;
  return ref_value(z, alone, x, round);
}

#define ROW(name, mpfr, integer) {#name, mpfr, integer}
#define OF(name) ROW(name, mpfr_##name, 0)
#define FUNCTIONS                                                                         \
  OF(pow), OF(powr), OF(atan2), OF(atan2pi), OF(hypot), OF(fmod), ROW(fdim, mpfr_dim, 0), \
      OF(remainder), ROW(pown, pown, 1), ROW(rootn, rootn, 1), ROW(ldexp, scaled, 1),     \
      ROW(compoundn, compound, 1), OF(add), OF(sub), OF(mul), OF(div), ROW(fma, fused, 0)
static const struct {
  const char *name;
  int (*mpfr)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);
  int integer;
} functions[] = {{"", of_x, 0}, FUNCTIONS};

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
  fprintf(stderr, "brute-check: %s?\n", word);
  exit(2);
}
#define FIND(word, table) \
  find(word, &(table)[0].name, sizeof *(table), (int)(sizeof(table) / sizeof *(table)))

#define CALL(T)                                                                                 \
  (functions[on.function].integer         ? ((T(*)(T, long long))on.symbol)((T)x, (long long)y) \
   : functions[on.function].mpfr == fused ? ((T(*)(T, T, T))on.symbol)((T)x, (T)y, (T)last)     \
   : alone                                ? ((T(*)(T))on.symbol)((T)x)                          \
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
  FLOATS(p, z);
  mpfr_set_emin(formats[on.format].emin - p + 2), mpfr_set_emax(formats[on.format].emax + 1);
  mpfr_clear_flags();
  const int ternary = functions[on.function].mpfr(z, x, y, modes[on.mode].round);
  mpfr_subnormalize(z, ternary, modes[on.mode].round);
  return mpfr_get_d(z, MPFR_RNDN);
}

/* (result - f) / ulp, at 300 bits, toward zero: rounded up it might be of the next binade; 0 if f
   overflows */
static double error_of(const mpfr_t x, const mpfr_t y, double result) {
  const int p = formats[on.format].p, emin = formats[on.format].emin;
  FLOATS(300, z);
  FLOATS(on.format == 2 ? 2500 : 600, difference);
  ref_widest_range();
  functions[on.function].mpfr(z, x, y, MPFR_RNDZ);
  const long e = mpfr_zero_p(z) || mpfr_get_exp(z) - 1 < emin ? emin : mpfr_get_exp(z) - 1;
  mpfr_set_d(difference, result, MPFR_RNDN);
  mpfr_sub(difference, difference, z, MPFR_RNDN);
  mpfr_mul_2si(difference, difference, p - 1 - e, MPFR_RNDN);
  return e > formats[on.format].emax ? 0 : mpfr_get_d(difference, MPFR_RNDN);
}

static int same(double a, double b) {
  return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

static uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* Its number among the floats, in their order; 0 and -0 have the same. */
static int64_t number_of(float y) {
  const int64_t bits = bits_of(y) & 0x7fffffff;
  return signbit(y) ? -bits : bits;
}

/* nan is more than inf is more than all others. */
static double steps(float expected, float result) {
  if (isnan(expected) || isnan(result)) return isnan(expected) && isnan(result) ? 0 : NAN;
  if (isinf(expected) || isinf(result)) return expected == result ? 0 : INFINITY;
  return fabs((double)(number_of(result) - number_of(expected)));
}

static struct {
  double steps, x;
} kappa;

static void note_steps(double steps, double x) {
  const int more = isnan(steps) ? !isnan(kappa.steps) : steps > kappa.steps,
            same = isnan(steps) ? !more : steps == kappa.steps;
  if (more || (same && x < kappa.x)) kappa.steps = steps, kappa.x = x;
}

enum { REACH = 16 };
static unsigned long bin[200 * REACH];

static unsigned long tested, wrong;
static double below, above;

static void compare(double a, double b) {
  FLOATS(64, x, y);
  const double result = call(a, b);
  ref_widest_range();
  mpfr_set_d(x, a, MPFR_RNDN), mpfr_set_d(y, b, MPFR_RNDN);
  const double expected = correct(x, y);
  tested++, wrong += !same(result, expected);
  if (on.format == 1) note_steps(steps((float)expected, (float)result), a);
  const double error = isfinite(result) && !isnan(expected) && (alone || isfinite(expected))
                           ? error_of(x, y, result)
                           : 0;
  if (error < below) below = error;
  if (error > above) above = error;
  if (error >= -REACH && error < REACH && isfinite(result))
    bin[(int)(floor(100 * error) + 100 * REACH)]++;
}

/* Every float of A:B, of one sign. */
static void compare_floats(const char *domain) {
  uint32_t from = bits_of(strtof(domain, NULL)),
           to = bits_of(strtof(strchr(domain, ':') + 1, NULL));
  if (from > to)
    from ^= to, to ^= from, from ^= to, from++, to++; /* negative: [A, B) is downwards */
  for (uint32_t bits = from; bits < to; bits++) {
    float argument;
    memcpy(&argument, &bits, sizeof argument);
    compare(argument, 0);
  }
}

int main(int argc, char **argv) {
  void *library = argc >= 7 ? dlopen(argv[1], RTLD_NOW) : NULL;
  on.symbol = library ? dlsym(library, argv[3]) : NULL;
  alone = argc >= 7 && strchr(argv[6], ':') ? ref_find(argv[2]) : NULL;
  FILE *pairs = on.symbol && !alone ? fopen(argv[6], "r") : NULL;
  if (!on.symbol || (!alone && !pairs))
    return fprintf(stderr, "brute-check: no such library, symbol or file\n"), 2;
  on.function = FIND(alone ? "" : argv[2], functions), on.format = FIND(argv[4], formats),
  on.mode = FIND(argv[5], modes);
  char line[256], *end;
  while (pairs && fgets(line, sizeof line, pairs)) {
    const double a = strtod(line, &end), b = strtod(end, &end);
    last = strtod(end, NULL);
    compare(a, b);
  }
  if (alone) compare_floats(argv[6]);
  printf("%lu %lu %.6g %.6g %.0f", tested, wrong, below, above, kappa.steps);
  printf(kappa.steps == 0 ? " -\n" : " %a\n", kappa.x);
  for (int i = 0; argc == 8 && i < 200 * REACH; i++)
    if (bin[i]) printf("%.2f\t%lu\n", i / 100.0 - REACH, bin[i]);
  return 0;
}
