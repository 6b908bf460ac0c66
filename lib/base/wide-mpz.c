#include "lib/base/wide-mpz.h"

tmd_u128 tmd_wide_from_mpz(const mpz_t x) {
  uint64_t words[2] = {0, 0};
  mpz_export(words, NULL, -1, 8, 0, 0, x);
  return (tmd_u128)words[1] << 64 | words[0];
}

void tmd_wide_to_mpz(mpz_t x, tmd_u128 value) {
  uint64_t words[2] = {(uint64_t)value, (uint64_t)(value >> 64)};
  mpz_import(x, 2, -1, 8, 0, 0, words);
}
