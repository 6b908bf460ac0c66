/* Correct results where a format is decimal: f(x) between rational numbers. */
#ifndef TMD_BY_RATIONAL_H
#define TMD_BY_RATIONAL_H

#include "lib/base/arb-compat.h"
#include "lib/value/correct.h"

/* tmd_correct_finite of a decimal format: undecided and unknown if these bits do not show the
   position of f(x), as where it is a decimal number that is no binary one. */
void tmd_correct_finite_decimal(struct tmd_correct *correct, const struct tmd_format *out,
                                const mpfr_t y, int exact);

/* The correct result at a rational x, in formats of either radix: by the exact value of f(x) where
   a theorem gives it; else by MPFR, and by Arb where that does not decide, at growing precision. It
   is undecided where the greatest precision does not decide, and NaN outside the domain; at poles
   only where they are no binary numbers. */
void tmd_correct_at_rational(struct tmd_correct *correct, const struct tmd_checked *checked,
                             const fmpq_t x);

#endif
