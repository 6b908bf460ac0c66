/* Arguments of a format, read from text. */
#ifndef TEST_ARGUMENT_TEXT_H
#define TEST_ARGUMENT_TEXT_H

#include "lib/base/arb-compat.h"
#include "lib/base/error.h"
#include "lib/base/wide-mpz.h"
#include "lib/problem/hex-float.h"

/* The inverse of tmd_hexfloat_print: sign, e_in and X of the number's cell (zero: e_in = emin, X =
   0). Decimal text will do if it is exact. 0, or -1 (message) if the text is no number or not a
   finite number of the format. */
static inline int test_argument_parse(const char *text, const struct tmd_format *format, int *sign,
                                      int *e_in, tmd_u128 *X) {
  SCOPED(mpq, x);
  *X = 0;
  int result = tmd_hexfloat_parse_rational(x, text);
  if (result == 0) {
    *sign = mpq_sgn(x) < 0 || (mpq_sgn(x) == 0 && *text == '-');
    /* |x| = numerator / 2^k; e_in = floor(log2 |x|), not below emin */
    const unsigned long k = mpz_scan1(mpq_denref(x), 0);
    mpz_abs(mpq_numref(x), mpq_numref(x));
    long exponent = (long)mpz_sizeinbase(mpq_numref(x), 2) - 1 - (long)k;
    if (mpz_sgn(mpq_numref(x)) == 0 || exponent < format->emin) exponent = format->emin;
    const int dyadic = mpz_sizeinbase(mpq_denref(x), 2) == k + 1;
    const long shift = format->p - 1 - exponent;
    if (shift >= 0) mpq_mul_2exp(x, x, (mp_bitcnt_t)shift);
    else mpq_div_2exp(x, x, (mp_bitcnt_t)-shift);
    *e_in = (int)exponent;
    if (!dyadic || exponent > format->emax || mpz_cmp_ui(mpq_denref(x), 1) != 0)
      result = tmd_error(TMD_USAGE, "'%s' is not a finite number of the format", text);
    else *X = tmd_wide_from_mpz(mpq_numref(x));
  }
  return result;
}

#endif
