#include "lib/base/wide-fmpz.h"

tmd_u128 tmd_wide_from_fmpz(const fmpz_t x) {
  ulong words[2];
  fmpz_get_ui_array(words, 2, x);
  return (tmd_u128)words[1] << 64 | words[0];
}

void tmd_wide_to_fmpz(fmpz_t x, tmd_u128 value) {
  const ulong words[2] = {(ulong)value, (ulong)(value >> 64)};
  fmpz_set_ui_array(x, words, 2);
}
