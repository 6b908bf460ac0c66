/* This file and floats.h alone depend on the compiler and the machine. Kernels compute on
   lane values (v_u64, v_f64) and masks (v_mask) through the helpers below; TMD_LANES is the number
   of lanes of a value: 1 in scalar C and in a thread of a device (CUDA, OpenCL; -DTMD_DEVICE:
   device-platform.h), 4 by AVX2, 8 by AVX-512.

   Kernels branch on v_any only; everything else is selection. All operations are exact integer
   operations; v_divide proves that its quotient is. */
#ifndef TMD_PLATFORM_H
#define TMD_PLATFORM_H

#ifndef TMD_LANES
#define TMD_LANES 1
#endif

#ifdef TMD_DEVICE
#include "kernels/lane/device-platform.h"
#define V_UNLIKELY(x) (x)
#define V_UNROLL D_UNROLL
#else
#include <stdint.h>
#define V_INLINE static inline __attribute__((always_inline, unused))
#define V_UNLIKELY(x) __builtin_expect(x, 0)
#define V_UNROLL _Pragma("GCC unroll 8")
#endif

#if TMD_LANES == 1

typedef uint64_t v_u64;
typedef double v_f64;
typedef int v_mask;

V_INLINE v_u64 v_set(uint64_t x) { return x; }
#ifndef TMD_DEVICE
V_INLINE v_u64 v_load(const uint64_t *lanes) { return *lanes; }
V_INLINE v_u64 v_load_16(const void *lanes) { return *(const uint16_t *)lanes; }
V_INLINE v_u64 v_load_32(const void *lanes) { return *(const uint32_t *)lanes; }
#endif
V_INLINE v_u64 v_sel(v_mask m, v_u64 x, v_u64 y) { return m ? x : y; }
V_INLINE v_mask v_lt(v_u64 x, v_u64 y) { return x < y; }
V_INLINE v_mask v_eq(v_u64 x, v_u64 y) { return x == y; }
V_INLINE v_mask v_and(v_mask m, v_mask n) { return m & n; }
V_INLINE v_mask v_or(v_mask m, v_mask n) { return m | n; }
V_INLINE v_mask v_xor(v_mask m, v_mask n) { return m ^ n; }
V_INLINE v_mask v_not(v_mask m) { return !m; }
V_INLINE v_mask v_none(void) { return 0; }
V_INLINE int v_any(v_mask m) { return m; }
V_INLINE unsigned v_bits(v_mask m) { return (unsigned)m; }
V_INLINE v_u64 v_increment(v_mask m, v_u64 x) { return x + (v_u64)m; }
V_INLINE v_u64 v_sign(v_u64 x) { return (v_u64)((int64_t)x >> 63); }
#ifdef TMD_DEVICE
V_INLINE v_u64 v_mul_high(v_u64 x, v_u64 y) { return D_MUL_HIGH(x, y); }
V_INLINE v_f64 v_to_f64(v_u64 x) { return (v_f64)x; }
V_INLINE v_u64 v_floor(v_f64 x) { return (v_u64)x; } /* 0 <= x < 2^64 */
#else
V_INLINE v_u64 v_mul_high(v_u64 x, v_u64 y) { return (v_u64)((unsigned __int128)x * y >> 64); }
#endif

#else

typedef uint64_t v_u64 __attribute__((vector_size(8 * TMD_LANES)));
typedef int64_t v_i64 __attribute__((vector_size(8 * TMD_LANES)));
typedef double v_f64 __attribute__((vector_size(8 * TMD_LANES)));

#include <immintrin.h>

V_INLINE v_u64 v_set(uint64_t x) { return x - (v_u64){0}; }
V_INLINE v_u64 v_load(const uint64_t *lanes) {
  v_u64 x;
  __builtin_memcpy(&x, lanes, sizeof x);
  return x;
}
V_INLINE v_u64 v_sign(v_u64 x) { return (v_u64)((v_i64)x >> 63); }

#if TMD_LANES == 8

typedef __mmask8 v_mask;

V_INLINE v_u64 v_sel(v_mask m, v_u64 x, v_u64 y) {
  return (v_u64)_mm512_mask_mov_epi64((__m512i)y, m, (__m512i)x);
}
V_INLINE v_mask v_lt(v_u64 x, v_u64 y) { return _mm512_cmplt_epu64_mask((__m512i)x, (__m512i)y); }
V_INLINE v_mask v_eq(v_u64 x, v_u64 y) { return _mm512_cmpeq_epi64_mask((__m512i)x, (__m512i)y); }
V_INLINE v_mask v_and(v_mask m, v_mask n) { return (v_mask)(m & n); }
V_INLINE v_mask v_or(v_mask m, v_mask n) { return (v_mask)(m | n); }
V_INLINE v_mask v_xor(v_mask m, v_mask n) { return (v_mask)(m ^ n); }
V_INLINE v_mask v_not(v_mask m) { return (v_mask)~m; }
V_INLINE v_mask v_none(void) { return 0; }
V_INLINE int v_any(v_mask m) { return m != 0; }
V_INLINE unsigned v_bits(v_mask m) { return m; }
V_INLINE v_u64 v_increment(v_mask m, v_u64 x) {
  return (v_u64)_mm512_mask_add_epi64((__m512i)x, m, (__m512i)x, _mm512_set1_epi64(1));
}
V_INLINE v_u64 v_load_16(const void *lanes) {
  return (v_u64)_mm512_cvtepu16_epi64(_mm_loadu_si128(lanes));
}
V_INLINE v_u64 v_load_32(const void *lanes) {
  return (v_u64)_mm512_cvtepu32_epi64(_mm256_loadu_si256(lanes));
}
V_INLINE v_u64 v_mul_halves(v_u64 x, v_u64 y) {
  return (v_u64)_mm512_mul_epu32((__m512i)x, (__m512i)y);
}
V_INLINE v_f64 v_to_f64(v_u64 x) { return (v_f64)_mm512_cvtepu64_pd((__m512i)x); }
/* floor(x), 0 <= x < 2^64 */
V_INLINE v_u64 v_floor(v_f64 x) { return (v_u64)_mm512_cvttpd_epu64((__m512d)x); }

#else

typedef v_u64 v_mask; /* all ones or zero in each lane */

V_INLINE v_u64 v_sel(v_mask m, v_u64 x, v_u64 y) {
  return (v_u64)_mm256_blendv_epi8((__m256i)y, (__m256i)x, (__m256i)m);
}
V_INLINE v_mask v_lt(v_u64 x, v_u64 y) {
  const v_u64 flip = v_set(UINT64_C(1) << 63); /* the comparison that exists is signed */
  return (v_mask)((v_i64)(x ^ flip) < (v_i64)(y ^ flip));
}
V_INLINE v_mask v_eq(v_u64 x, v_u64 y) { return (v_mask)(x == y); }
V_INLINE v_mask v_and(v_mask m, v_mask n) { return m & n; }
V_INLINE v_mask v_or(v_mask m, v_mask n) { return m | n; }
V_INLINE v_mask v_xor(v_mask m, v_mask n) { return m ^ n; }
V_INLINE v_mask v_not(v_mask m) { return ~m; }
V_INLINE v_mask v_none(void) { return (v_mask){0}; }
V_INLINE int v_any(v_mask m) { return !_mm256_testz_si256((__m256i)m, (__m256i)m); }
V_INLINE unsigned v_bits(v_mask m) { return (unsigned)_mm256_movemask_pd((__m256d)m); }
V_INLINE v_u64 v_increment(v_mask m, v_u64 x) { return x - m; }
V_INLINE v_u64 v_load_16(const void *lanes) {
  return (v_u64)_mm256_cvtepu16_epi64(_mm_loadl_epi64(lanes));
}
V_INLINE v_u64 v_load_32(const void *lanes) {
  return (v_u64)_mm256_cvtepu32_epi64(_mm_loadu_si128(lanes));
}
V_INLINE v_u64 v_mul_halves(v_u64 x, v_u64 y) {
  return (v_u64)_mm256_mul_epu32((__m256i)x, (__m256i)y);
}
/* Both halves go into the mantissas of 2^84 and 2^52; one rounding, in the last addition. */
V_INLINE v_f64 v_to_f64(v_u64 x) {
  v_f64 high = (v_f64)(x >> 32 | 0x4530000000000000u),
        low = (v_f64)((x & 0xffffffffu) | 0x4330000000000000u);
  return high - 0x1.00000001p84 + low;
}
/* An integer in [x - 1, x] and at least 0, for 0 <= x; not more than 2^51. */
V_INLINE v_u64 v_floor(v_f64 x) {
  v_f64 least = {0}, most = 0x1p51 + least;
  v_f64 below =
      (v_f64)_mm256_min_pd(_mm256_max_pd((__m256d)(x - 0.5), (__m256d)least), (__m256d)most);
  return (v_u64)(below + 0x1p52) & 0xfffffffffffffu; /* to nearest: at most x - 1/2 + 1/2 */
}

#endif

/* (x y) >> 64 from four products of halves; `middle` < 2^64 because its terms are at most 2^64 -
   2^33 + 1 and 2^32 - 1. */
V_INLINE v_u64 v_mul_high(v_u64 x, v_u64 y) {
  v_u64 x1 = x >> 32, y1 = y >> 32;
  v_u64 low = v_mul_halves(x, y), cross = v_mul_halves(x1, y), other = v_mul_halves(x, y1);
  v_u64 middle = cross + (low >> 32);
  v_u64 carry = other + (middle & 0xffffffffu);
  return v_mul_halves(x1, y1) + (middle >> 32) + (carry >> 32);
}

#endif

/* A divisor x >= 1, used for one or more quotients: by its reciprocal where integer division is
   slow. */
#if TMD_LANES > 1 || defined(TMD_DEVICE)
#define TMD_RECIPROCALS 1
#endif
struct v_divisor {
  v_u64 x;
#ifdef TMD_RECIPROCALS
  v_f64 reciprocal;
#endif
};

/* floor(y / x), and y mod x: exact, by whichever route.
   With reciprocals: five roundings of relative size 2^-53 (y, x, 1/x, the two products) and the
   factor 1 - 2^-50 give y/x (1 - 2^-49) < estimate < y/x. So the estimated quotient is never too
   large and the remainder never negative; for y/x < 2^48 the estimate is short by less than 2 and
   one correction ends it. What is left after that (huge quotients: rare) integer division takes,
   lane by lane. */
V_INLINE struct v_divisor v_divisor_of(v_u64 x) {
  struct v_divisor divisor;
  divisor.x = x;
#ifdef TMD_RECIPROCALS
  divisor.reciprocal = (1 - 0x1p-50) * (1.0 / v_to_f64(x));
#endif
  return divisor;
}

V_INLINE v_u64 v_divide(v_u64 y, struct v_divisor divisor, v_u64 *remainder) {
#ifndef TMD_RECIPROCALS
  v_u64 quotient = y / divisor.x;
  *remainder = y - quotient * divisor.x;
  return quotient;
#else
  v_u64 x = divisor.x, quotient = v_floor(v_to_f64(y) * divisor.reciprocal),
        rest = y - quotient * x;
  v_mask more = v_not(v_lt(rest, x));
  rest -= v_sel(more, x, v_set(0));
  quotient = v_increment(more, quotient);
#if TMD_LANES == 1
  if (V_UNLIKELY(rest >= x)) quotient += rest / x, rest %= x;
#else
  if (V_UNLIKELY(v_any(v_not(v_lt(rest, x)))))
    for (int lane = 0; lane < TMD_LANES; lane++) {
      quotient[lane] += rest[lane] / x[lane];
      rest[lane] %= x[lane];
    }
#endif
  *remainder = rest;
  return quotient;
#endif
}

/* The same where most quotients are 0: scalar code tests this first. */
V_INLINE v_u64 v_divide_mostly_0(v_u64 y, struct v_divisor divisor, v_u64 *remainder) {
#ifndef TMD_RECIPROCALS
  if (y < divisor.x) {
    *remainder = y;
    return 0;
  }
#endif
  return v_divide(y, divisor, remainder);
}

#if TMD_LANES == 8
V_INLINE v_u64 v_min(v_u64 x, v_u64 y) { return (v_u64)_mm512_min_epu64((__m512i)x, (__m512i)y); }
V_INLINE v_u64 v_max(v_u64 x, v_u64 y) { return (v_u64)_mm512_max_epu64((__m512i)x, (__m512i)y); }
#else
V_INLINE v_u64 v_min(v_u64 x, v_u64 y) { return v_sel(v_lt(x, y), x, y); }
V_INLINE v_u64 v_max(v_u64 x, v_u64 y) { return v_sel(v_lt(x, y), y, x); }
#endif

/* 128-bit numbers mod 2^128: fractions mod 1 in units of 2^-128. */
struct v_pair {
  v_u64 low, high;
};

V_INLINE struct v_pair v_pair_of(v_u64 low, v_u64 high) {
  struct v_pair x;
  x.low = low, x.high = high;
  return x;
}

V_INLINE struct v_pair v_pair_add(struct v_pair x, struct v_pair y) {
  v_u64 low = x.low + y.low;
  return v_pair_of(low, v_increment(v_lt(low, y.low), x.high + y.high));
}

V_INLINE struct v_pair v_pair_mul(struct v_pair x, v_u64 y) {
  return v_pair_of(x.low * y, v_mul_high(x.low, y) + x.high * y);
}

V_INLINE struct v_pair v_pair_product(struct v_pair x, struct v_pair y) {
  const struct v_pair z = v_pair_mul(x, y.low);
  return v_pair_of(z.low, z.high + x.low * y.high);
}

#endif
