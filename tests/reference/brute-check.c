/* brute-check LIBRARY FUNCTION SYMBOL MODE A B [bins]: a library's binary32 function at every
   argument of [A, B), of one sign, by MPFR alone, in this process: one line

     tested wrong below above kappa x

   with the largest errors in ulp of the exact result, of 6 digits; kappa: how many numbers a result
   is from the right one, at most, inf or nan, and the least x of it, - if it is 0; and with `bins`
   behind it how many errors of less than 16 ulp have the same hundredth below them, or are it, a
   line for each. It shares no code with tmd-check but the table of functions in reference.h. */
#include <dlfcn.h>

#include "tests/reference/modes.h"
#include "tests/reference/reference.h"

static uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* The correctly rounded float: MPFR's own rounding to 24 bits, and of subnormal results to fewer.
 */
static float round_correctly(const struct ref_function *f, const mpfr_t x, mpfr_rnd_t round) {
  mpfr_t y;
  mpfr_init2(y, 24);
  mpfr_set_emin(-148), mpfr_set_emax(128);
  mpfr_clear_flags();
  const int ternary = mpfr_subnormalize(y, f->mpfr(y, x, round), round);
  (void)ternary;
  const float result = mpfr_get_flt(y, MPFR_RNDN);
  mpfr_clear(y);
  return result;
}

/* (result - f(x)) / ulp, at 300 bits, toward zero: rounded up it might be of the next binade */
static double error_of(const struct ref_function *f, const mpfr_t x, float result) {
  mpfr_t y, difference;
  mpfr_init2(y, 300), mpfr_init2(difference, 600);
  ref_widest_range();
  f->mpfr(y, x, MPFR_RNDZ);
  long e = mpfr_zero_p(y) ? -126 : mpfr_get_exp(y) - 1;
  if (e < -126) e = -126;
  mpfr_set_flt(difference, result, MPFR_RNDN);
  mpfr_sub(difference, difference, y, MPFR_RNDN);
  mpfr_mul_2si(difference, difference, 23 - e, MPFR_RNDN);
  const double error = mpfr_get_d(difference, MPFR_RNDN);
  const int beyond = e > 127;
  mpfr_clears(y, difference, NULL);
  return beyond ? 0 : error;
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

int main(int argc, char **argv) {
  const int bins = argc == 8 && !strcmp(argv[7], "bins");
  argc -= bins;
  void *library = argc == 7 ? dlopen(argv[1], RTLD_NOW) : NULL;
  float (*function)(float) = library ? (float (*)(float))dlsym(library, argv[3]) : NULL;
  const struct ref_function *f = argc == 7 ? ref_find(argv[2]) : NULL;
  size_t mode = 0;
  if (!function || !f) return fprintf(stderr, "brute-check: no such library or function\n"), 2;
  while (mode < 3 && strcmp(argv[4], modes[mode].name)) mode++;
  unsigned long tested = 0, wrong = 0;
  double below = 0, above = 0;
  uint32_t from = bits_of(strtof(argv[5], NULL)), to = bits_of(strtof(argv[6], NULL));
  if (from > to)
    from ^= to, to ^= from, from ^= to, from++, to++; /* negative: [A, B) is downwards */
  mpfr_t x;
  mpfr_init2(x, 24);
  for (uint32_t bits = from; bits < to; bits++, tested++) {
    float argument;
    memcpy(&argument, &bits, sizeof argument);
    mpfr_set_emin(-400), mpfr_set_emax(400);
    mpfr_set_flt(x, argument, MPFR_RNDN);
    fesetround(modes[mode].mode);
    volatile float result = function(argument);
    fesetround(FE_TONEAREST);
    const float expected = round_correctly(f, x, modes[mode].round);
    wrong += bits_of(result) != bits_of(expected) && !(isnan(result) && isnan(expected));
    note_steps(steps(expected, result), argument);
    const double error = isfinite(result) && !isnan(expected) ? error_of(f, x, result) : 0;
    if (error < below) below = error;
    if (error > above) above = error;
    if (error >= -REACH && error < REACH && isfinite(result))
      bin[(int)(floor(100 * error) + 100 * REACH)]++;
  }
  printf("%lu %lu %.6g %.6g %.0f", tested, wrong, below, above, kappa.steps);
  printf(kappa.steps == 0 ? " -\n" : " %a\n", kappa.x);
  for (int i = 0; bins && i < 200 * REACH; i++)
    if (bin[i]) printf("%.2f\t%lu\n", i / 100.0 - REACH, bin[i]);
  mpfr_clear(x);
  return 0;
}
