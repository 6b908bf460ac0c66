/* 128-bit integers and those of FLINT. */
#ifndef TMD_WIDE_FMPZ_H
#define TMD_WIDE_FMPZ_H

#include "lib/base/arb-compat.h"
#include "lib/base/wide.h"

/* 0 <= x < 2^128 */
static inline tmd_u128 tmd_wide_from_fmpz(const fmpz_t x) {
  ulong words[2];
  fmpz_get_ui_array(words, 2, x);
  return (tmd_u128)words[1] << 64 | words[0];
}

static inline void tmd_wide_to_fmpz(fmpz_t x, tmd_u128 value) {
  fmpz_set_ui_array(x, (const ulong[]){(ulong)value, (ulong)(value >> 64)}, 2);
}

#endif
