/* Correct results by MPFR alone, for tests: brute-rounded FUNCTION P EMIN EMAX < ROWS
   ROWS have x and, of f(x) in that format, rn ru rd rz ra ro, tabs between them. Prints how many
   rows are right, and how many of their results are infinite and how many subnormal; exit status 1
   at the first that is wrong, which is named. */
#include "lib/base/arb-compat.h"
#include "tests/reference/reference.h"

static int p, emin;

/* The result with `more` bits more than the format has, and its ternary value. MPFR's exponents are
   one more than ours. */
static int rounded(mpfr_t y, const struct ref_function *f, const mpfr_t x, int more, int emax,
                   mpfr_rnd_t round) {
  mpfr_set_prec(y, p + more);
  mpfr_set_emin(emin - p - more + 2);
  mpfr_set_emax(emax + 1);
  const int ternary = mpfr_subnormalize(y, ref_value(y, f, x, round), round);
  ref_widest_range();
  return ternary;
}

/* Toward zero, or where that is inexact and even, away from it. */
static void rounded_to_odd(mpfr_t y, const struct ref_function *f, const mpfr_t x, int emax) {
  if (rounded(y, f, x, 2, emax, MPFR_RNDZ) == 0) return;
  const long e = mpfr_zero_p(y) || mpfr_get_exp(y) - 1 < emin ? emin : mpfr_get_exp(y) - 1;
  FLOATS(p + 2, units);
  mpfr_mul_2si(units, y, p - e, MPFR_RNDN); /* half of the units in the last place of p + 2 bits */
  if (mpfr_integer_p(units)) rounded(y, f, x, 2, emax, MPFR_RNDA);
}

int main(int argc, char **argv) {
  static const mpfr_rnd_t modes[] = {MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ, MPFR_RNDA};
  static char line[1024];
  const struct ref_function *f = argc == 5 ? ref_find(argv[1]) : NULL;
  unsigned long rows = 0, infinite = 0, subnormal = 0;
  if (!f) return 2;
  p = atoi(argv[2]), emin = atoi(argv[3]);
  mpfr_t x, given, right;
  mpfr_inits2(160, x, given, right, NULL);
  for (; fgets(line, sizeof line, stdin); rows++) {
    char *word = strtok(line, "\t");
    if (!word || mpfr_set_str(x, word, 0, MPFR_RNDN)) return 2;
    for (int mode = 0; mode < 6; mode++) {
      if (!(word = strtok(NULL, "\t\n")) || mpfr_set_str(given, word, 0, MPFR_RNDN)) return 2;
      if (mode < 5) rounded(right, f, x, 0, atoi(argv[4]), modes[mode]);
      else rounded_to_odd(right, f, x, atoi(argv[4]));
      if (!mpfr_equal_p(given, right) || mpfr_signbit(given) != mpfr_signbit(right)) {
        mpfr_printf("%s(%Ra), mode %d: %s, but %Ra is right\n", argv[1], x, mode, word, right);
        return 1;
      }
      infinite += mpfr_inf_p(right) != 0;
      subnormal += mpfr_regular_p(right) && mpfr_get_exp(right) <= emin;
    }
  }
  printf("%lu %lu %lu\n", rows, infinite, subnormal);
  return 0;
}
