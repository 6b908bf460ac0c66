/* How many bits decide the roundings of f(x), for tests, by MPFR alone and from the breakpoints
   themselves: brute-accuracy FUNCTION P EMIN EMAX < APART of each binade and sign of x in that
   format, for both modes: "nearest SIGN E N", "directed SIGN E N", as in the columns of tmd-stat
   --accuracy --binades; "- -" is the line of all. N is the least for which of no x there any y with
   |y - f(x)| < 2^-N |f(x)| lies beyond a midpoint, or a number. Apart are x where f(x) is one
   itself, has no value or is 0, and ranges: of each line of standard input |A| <= |x| < |B|, tabs
   between them, on one side of 0. With a fifth argument, x, prints the two N of that. */
#include "lib/base/arb-compat.h"
#include "tests/reference/reference.h"

enum { BITS = 1200 };

static int p, emin, emax;

/* y = the number of the format next below |f|, or the greatest; step = the distance of the one
   above it. */
static void number_below(mpfr_t y, mpfr_t step, const mpfr_t f) {
  long e = mpfr_get_exp(f) - 1;
  e = e < emin ? emin : e;
  mpfr_set_ui_2exp(step, 1, (e > emax ? emax : e) - p + 1, MPFR_RNDN);
  mpfr_div(y, f, step, MPFR_RNDN);
  mpfr_floor(y, y);
  if (e > emax) mpfr_set_ui_2exp(y, 1, p, MPFR_RNDN), mpfr_sub_ui(y, y, 1, MPFR_RNDN);
  mpfr_mul(y, y, step, MPFR_RNDN);
}

/* least = min(least, |f - breakpoint|) */
static void look_at(mpfr_t least, const mpfr_t f, const mpfr_t breakpoint) {
  FLOATS(BITS, d);
  mpfr_sub(d, f, breakpoint, MPFR_RNDN);
  mpfr_abs(d, d, MPFR_RNDN);
  if (mpfr_less_p(d, least)) mpfr_set(least, d, MPFR_RNDN);
}

/* The least distance of |f| from a midpoint, or from a number: of those around it, three on either
   side. */
static void distance(mpfr_t least, const mpfr_t f, int midpoints) {
  FLOATS(BITS, y, step, at, greatest);
  mpfr_set_inf(least, 1);
  mpfr_set_ui_2exp(greatest, 1, emax + 1, MPFR_RNDN);
  number_below(y, step, f);
  for (int quarters = -12; quarters <= 12; quarters++) {
    mpfr_mul_si(at, step, quarters, MPFR_RNDN);
    mpfr_div_ui(at, at, 4, MPFR_RNDN);
    mpfr_add(at, at, y, MPFR_RNDN);
    if (mpfr_sgn(at) < 0 || mpfr_cmp(at, greatest) >= 0) continue;
    /* in units of its own binade: an integer is a number, half of an odd one a midpoint */
    long e = mpfr_zero_p(at) || mpfr_get_exp(at) - 1 < emin ? emin : mpfr_get_exp(at) - 1;
    FLOATS(BITS, halves);
    mpfr_mul_2si(halves, at, p - e, MPFR_RNDN);
    if (mpfr_integer_p(halves) && (mpfr_get_ui(halves, MPFR_RNDN) & 1) == (unsigned long)midpoints)
      look_at(least, f, at);
  }
}

/* N of f(x), |f| given; 0: it is a breakpoint. */
static long bits(const mpfr_t f, int midpoints) {
  FLOATS(BITS, d);
  distance(d, f, midpoints);
  mpfr_div(d, d, f, MPFR_RNDD);
  const long N = mpfr_zero_p(d)
                     ? 0
                     : 1 - (long)mpfr_get_exp(d); /* 2^-N <= d / |f|, which is in [1/2, 1) 2^exp */
  return N;
}

static double apart[4096][2];
static int ranges;

static int is_apart(double x) {
  for (int i = 0; i < ranges; i++)
    if (signbit(apart[i][1]) == signbit(x) && fabs(apart[i][0]) <= fabs(x) &&
        fabs(x) < fabs(apart[i][1]))
      return 1;
  return 0;
}

/* |f(x)|: 1, or 0 where it is none to be looked at. */
static int value(mpfr_t f, const struct ref_function *function, double x) {
  FLOATS(53, argument);
  mpfr_set_d(argument, x, MPFR_RNDN);
  ref_value(f, function, argument, MPFR_RNDN);
  mpfr_abs(f, f, MPFR_RNDN);
  return mpfr_regular_p(f);
}

int main(int argc, char **argv) {
  static const char *const names[] = {"directed", "nearest"};
  const struct ref_function *function = argc >= 5 ? ref_find(argv[1]) : NULL;
  long all[2] = {0};
  mpfr_t f;
  if (!function) return 2;
  p = atoi(argv[2]), emin = atoi(argv[3]), emax = atoi(argv[4]);
  mpfr_init2(f, BITS);
  ref_widest_range();
  if (argc == 6)
    return !value(f, function, strtod(argv[5], NULL)) ||
           printf("%ld %ld\n", bits(f, 1), bits(f, 0)) < 0;
  while (ranges < 4096 && scanf("%la %la", apart[ranges], apart[ranges] + 1) == 2) ranges++;
  for (int side = 0; side < 2; side++)
    for (int e = emin; e <= emax; e++) {
      long most[2] = {0};
      for (long X = e == emin ? 1 : 1L << (p - 1); X < 1L << p; X++) {
        const double x = ldexp(side ? -(double)X : (double)X, e - p + 1);
        if (is_apart(x) || !value(f, function, x)) continue;
        for (int m = 0; m < 2; m++) {
          const long N = bits(f, m);
          most[m] = N > most[m] ? N : most[m];
          all[m] = N > all[m] ? N : all[m];
        }
      }
      for (int m = 0; m < 2; m++)
        if (most[m]) printf("%s\t%d\t%d\t%ld\n", names[m], side, e, most[m]);
    }
  for (int m = 0; m < 2; m++) printf("%s\t-\t-\t%ld\n", names[m], all[m]);
  return 0;
}
