#include "lib/base/wide-mpz.h"

_Static_assert(sizeof(mp_limb_t) == 8 && GMP_NAIL_BITS == 0, "two limbs of GMP are 128 bits");

tmd_u128 tmd_wide_from_mpz(const mpz_t x) {
  return (tmd_u128)mpz_getlimbn(x, 1) << 64 | mpz_getlimbn(x, 0);
}

void tmd_wide_to_mpz(mpz_t x, tmd_u128 value) {
  uint64_t words[2] = {(uint64_t)value, (uint64_t)(value >> 64)};
  mpz_import(x, 2, -1, 8, 0, 0, words);
}
