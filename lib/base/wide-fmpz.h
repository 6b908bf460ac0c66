/* 128-bit integers and those of FLINT. */
#ifndef TMD_WIDE_FMPZ_H
#define TMD_WIDE_FMPZ_H

#include "lib/base/arb-compat.h"
#include "lib/base/wide.h"

tmd_u128 tmd_wide_from_fmpz(const fmpz_t x); /* 0 <= x < 2^128 */
void tmd_wide_to_fmpz(fmpz_t x, tmd_u128 value);

#endif
