/* 128-bit integers and those of GMP. */
#ifndef TMD_WIDE_MPZ_H
#define TMD_WIDE_MPZ_H

#include <gmp.h>

#include "lib/base/wide.h"

tmd_u128 tmd_wide_from_mpz(const mpz_t x); /* |x| mod 2^128 */
void tmd_wide_to_mpz(mpz_t x, tmd_u128 value);

#endif
