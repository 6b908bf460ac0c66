/* 128-bit integers and those of GMP. */
#ifndef TMD_WIDE_MPZ_H
#define TMD_WIDE_MPZ_H

#include <gmp.h>

#include "lib/base/wide.h"

_Static_assert(sizeof(mp_limb_t) == 8 && GMP_NAIL_BITS == 0, "two limbs of GMP are 128 bits");

/* |x| mod 2^128 */
static inline tmd_u128 tmd_wide_from_mpz(const mpz_t x) {
  return (tmd_u128)mpz_getlimbn(x, 1) << 64 | mpz_getlimbn(x, 0);
}

static inline void tmd_wide_to_mpz(mpz_t x, tmd_u128 value) {
  mpz_import(x, 1, -1, sizeof value, 0, 0, &value);
}

#endif
