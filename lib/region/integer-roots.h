/* Integers of 128 bits: powers, roots, and quotients by powers of two. */
#ifndef TMD_INTEGER_ROOTS_H
#define TMD_INTEGER_ROOTS_H

#include "lib/base/wide.h"

enum {
  TMD_INTEGER_BITS = 128,
  TMD_ROOTS_MOST = TMD_INTEGER_BITS - 1 /* 2^n does not fit for a greater n: only 1 is an n-th
                                           power */
};

static inline int tmd_trailing_zeros(tmd_u128 x) { /* x > 0 */
  return (uint64_t)x ? __builtin_ctzll((uint64_t)x) : 64 + __builtin_ctzll((uint64_t)(x >> 64));
}

/* floor(log2 x), x > 0 */
static inline int tmd_log2_floor(tmd_u128 x) {
  return x >> 64 ? 127 - __builtin_clzll((uint64_t)(x >> 64)) : 63 - __builtin_clzll((uint64_t)x);
}

/* x 2^-s, s >= 0, rounded up. */
static inline tmd_u128 tmd_shift_up(tmd_u128 x, int64_t s) {
  return s >= TMD_INTEGER_BITS ? x > 0 : (x >> s) + (x & (((tmd_u128)1 << s) - 1) ? 1 : 0);
}

/* a/b, b > 0, rounded down and up. */
static inline int64_t tmd_quotient_floor(int64_t a, int64_t b) { return a / b - (a % b < 0); }
static inline int64_t tmd_quotient_up(int64_t a, int64_t b) { return -tmd_quotient_floor(-a, b); }

/* x^n, n >= 1; 0 if it does not fit. */
tmd_u128 tmd_wide_power(tmd_u128 x, long n);

/* The greatest r with r^n <= x; the least with r^n >= x. n >= 1. */
tmd_u128 tmd_root_floor(tmd_u128 x, long n);
tmd_u128 tmd_root_up(tmd_u128 x, long n);

#endif
