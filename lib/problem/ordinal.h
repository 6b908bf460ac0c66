/* Arguments as numbers: their values, their order, and their bits in memory. An argument is
   (-1)^sign X b^(e - p + 1), with the radix b, the exponent e of its binade and the significand X,
   or the same with X b^unit. */
#ifndef TMD_ORDINAL_H
#define TMD_ORDINAL_H

#include "lib/base/arb-compat.h"
#include "lib/problem/problem.h"

/* The X of a binade with X0 <= X < X1. */
struct tmd_range {
  tmd_u128 X0, X1;
};

/* x = (-1)^sign X 2^unit, exact: x must have at least 128 bits of precision. */
void tmd_argument_mpfr(mpfr_t x, int sign, tmd_u128 X, int unit);

/* x = (-1)^sign X radix^unit, exact, for either radix. */
void tmd_argument_rational(fmpq_t x, int radix, int sign, tmd_u128 X, int unit);

/* floor(log_radix |y|), y not 0. */
long tmd_rational_exponent(const fmpq_t y, int radix);

/* The number of arguments of one sign from 0 to below X b^(e - p + 1): the bits of an IEEE format
   below its sign. It fits where (emax - emin + 2) b^p < 2^128. */
tmd_u128 tmd_argument_ordinal(const struct tmd_format *format, int e, tmd_u128 X);

/* The inverse: X < b^p. */
void tmd_argument_at(const struct tmd_format *format, tmd_u128 ordinal, int *e, tmd_u128 *X);

/* The position of the sign bit in a stored number: the number of bits below it; of decimal formats,
   in the code of lib/value/encoding.h. */
int tmd_format_sign_bit(const struct tmd_format *format);

/* The encoding of an argument, for formats that have one: binary80 in 80 bits. */
tmd_u128 tmd_argument_encode(const struct tmd_format *format, int sign, int e, tmd_u128 X);

#endif
