/* Residues modulo m = 2^52 - c, c < 2^16, many at a time: sums of products, reduced once. 2^52 = c
   modulo m, so that what lies above 52 bits is folded down by a short product: there are no
   quotients. rns.md has the bounds. A residue is an integer of [0, m); what is said to be less than
   a bound is any integer below it. */
#ifndef TMD_RNS_MODULAR_H
#define TMD_RNS_MODULAR_H

#include "kernels/lane/platform.h"

#define RNS_BITS 52
#define RNS_MASK ((UINT64_C(1) << RNS_BITS) - 1)

/* x y for x, y < 2^32 */
V_INLINE v_u64 rns_short(v_u64 x, v_u64 y) {
#if TMD_LANES == 1
  return x * y;
#else
  return v_mul_halves(x, y);
#endif
}

/* The same residue class: less than 2^52 + 2^28; for x < 2^54 less than 2^52 + 2^18. */
V_INLINE v_u64 rns_fold(v_u64 x, v_u64 c) {
  return (x & v_set(RNS_MASK)) + rns_short(x >> RNS_BITS, c);
}

/* The residue of x < 2 m: where x < m, x - m is huge. */
V_INLINE v_u64 rns_least(v_u64 x, v_u64 m) { return v_min(x, x - m); }

V_INLINE v_u64 rns_add(v_u64 x, v_u64 y, v_u64 m) { return rns_least(x + y, m); }
V_INLINE v_u64 rns_negate(v_u64 x, v_u64 m) { return rns_least(m - x, m); }

/* A sum of products, high 2^52 + low. */
struct rns_sum {
  v_u64 high, low;
};

/* The residue of high 2^52 + low, for any two words. */
V_INLINE v_u64 rns_reduce(struct rns_sum sum, v_u64 c) {
  const v_u64 bits = v_set((UINT64_C(1) << 26) - 1);
  const v_u64 h = rns_fold(sum.high, c); /* h c + low; h < 2^52 + 2^28 */
  const v_u64 upper = rns_short(h >> 26, c),
              lower = rns_short(h & bits, c); /* upper 2^26 + lower; both below 2^43 */
  const v_u64 rest =
      ((upper & bits) << 26) + rns_short(upper >> 26, c) + lower; /* below 2^52 + 2^33 + 2^43 */
  return rns_least(rns_fold(rns_fold(sum.low, c) + rest, c), v_set(UINT64_C(1) << RNS_BITS) - c);
}

/* x y, x and y < 2^52 */
V_INLINE v_u64 rns_multiply(v_u64 x, v_u64 y, v_u64 c) {
  struct rns_sum sum;
  sum.high = v_mul_high(x, y << 12);
  sum.low = (x * y) & v_set(RNS_MASK);
  return rns_reduce(sum, c);
}

#endif
