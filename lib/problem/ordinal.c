#include "lib/problem/ordinal.h"

#include <math.h>
#include <stdlib.h>

#include "lib/base/wide-fmpz.h"
#include "lib/base/wide-mpz.h"

void tmd_argument_mpfr(mpfr_t x, int sign, tmd_u128 X, int unit) {
  SCOPED(mpz, integer);
  tmd_wide_to_mpz(integer, X);
  mpfr_set_z_2exp(x, integer, unit, MPFR_RNDN);
  if (sign) mpfr_neg(x, x, MPFR_RNDN);
}

void tmd_argument_rational(fmpq_t x, int radix, int sign, tmd_u128 X, int unit) {
  SCOPED(fmpz, power);
  fmpz_one(fmpq_denref(x));
  tmd_wide_to_fmpz(fmpq_numref(x), X);
  if (sign) fmpq_neg(x, x);
  fmpz_ui_pow_ui(power, (ulong)radix, (ulong)abs(unit));
  if (unit >= 0) fmpq_mul_fmpz(x, x, power);
  else fmpq_div_fmpz(x, x, power);
}

/* |y| < radix^e */
static int is_below(const fmpq_t y, int radix, long e) {
  SCOPED(fmpz, power, size);
  fmpz_ui_pow_ui(power, (ulong)radix, (ulong)labs(e));
  fmpz_abs(size, fmpq_numref(y));
  if (e < 0) fmpz_mul(size, size, power);
  else fmpz_mul(power, fmpq_denref(y), power);
  return fmpz_cmp(size, e < 0 ? fmpq_denref(y) : power) < 0;
}

long tmd_rational_exponent(const fmpq_t y, int radix) {
  const double bits = (double)fmpz_bits(fmpq_numref(y)) - (double)fmpz_bits(fmpq_denref(y));
  long e = (long)floor((bits - 1) / log2(radix)) - 1; /* no more than the result */
  while (!is_below(y, radix, e + 1)) e++;
  return e;
}

tmd_u128 tmd_argument_ordinal(const struct tmd_format *format, int e, tmd_u128 X) {
  const tmd_u128 binades = (tmd_u128)(e - format->emin);
  if (!format->decimal) return (binades << (format->p - 1)) + X;
  return binades * 9 * tmd_format_least_normal(format) + X;
}

void tmd_argument_at(const struct tmd_format *format, tmd_u128 ordinal, int *e, tmd_u128 *X) {
  const tmd_u128 least = tmd_format_least_normal(format);
  tmd_u128 binade = format->decimal ? ordinal / (9 * least) : ordinal >> (format->p - 1);
  if (binade && !(format->decimal && ordinal - binade * 9 * least >= least)) binade--;
  *e = format->emin + (int)binade;
  *X = ordinal - (format->decimal ? binade * 9 * least : binade << (format->p - 1));
}

/* Only binary80 stores the leading 1. */
static int has_leading_bit(const struct tmd_format *format) { return format->p == 64; }

int tmd_format_sign_bit(const struct tmd_format *format) {
  int bits = format->p - 1 + has_leading_bit(format);
  if (format->decimal) return format->p == 7 ? 31 : format->p == 16 ? 63 : 127;
  for (int range = format->emax - format->emin + 1 + !format->end.absent; range; range >>= 1)
    bits++;
  return bits;
}

tmd_u128 tmd_argument_encode(const struct tmd_format *format, int sign, int e, tmd_u128 X) {
  const int explicit_bit = has_leading_bit(format);
  if (X >> format->p) e++, X >>= 1;
  tmd_u128 exponent = X >> (format->p - 1) ? (tmd_u128)(e - format->emin + 1) : 0;
  const int sign_bit = tmd_format_sign_bit(format);
  return explicit_bit ? (tmd_u128)sign << sign_bit | exponent << 64 | X
                      : (tmd_u128)sign << sign_bit | tmd_argument_ordinal(format, e, X);
}
