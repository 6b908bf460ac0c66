/* Tabulated differences in registers: from the table of a polynomial at 0, its values at 0, 1, 2,
   ... by additions alone, exact mod 2^128. */
#ifndef TMD_DIFFERENCE_TABLE_H
#define TMD_DIFFERENCE_TABLE_H

#include "kernels/lane/platform.h"

/* table[k] is the k-th difference at s, k = 0..order; afterwards at s + 1. */
V_INLINE void v_expand_next(struct v_pair *table, int order) {
  for (int k = 0; k < order; k++) table[k] = v_pair_add(table[k], table[k + 1]);
}

/* The same on the leading words only. */
V_INLINE void v_expand_next_high(v_u64 *table, int order) {
  for (int k = 0; k < order; k++) table[k] += table[k + 1];
}

#endif
