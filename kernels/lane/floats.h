/* Lane values in floating point, for kernels whose arithmetic is bounded instead of exact: v_f64
   has TMD_LANES lanes, v_f32 and v_u32 have twice as many (one in scalar code). Beside platform.h
   the only file that depends on the compiler and the machine.

   Roundings: + - * / and vf_sqrt round once; v_mad (x y + z), v_msub (x y - z) and v_nmad (z - x y)
   once or twice; v_rint, v_floor, v_ceil are exact for |x| < 2^51; the others say what they
   guarantee. */
#ifndef TMD_FLOATS_H
#define TMD_FLOATS_H

#include "kernels/lane/platform.h"

#if TMD_LANES == 1

enum { TMD_LANES32 = 1 };
typedef float v_f32;
typedef uint32_t v_u32;
#ifdef TMD_DEVICE
V_INLINE v_f64 v_mad(v_f64 x, v_f64 y, v_f64 z) { return fma(x, y, z); }
V_INLINE v_f64 v_msub(v_f64 x, v_f64 y, v_f64 z) { return fma(x, y, -z); }
V_INLINE v_f64 v_nmad(v_f64 x, v_f64 y, v_f64 z) { return fma(-x, y, z); }
V_INLINE v_f32 v32_mad(v_f32 x, float y, v_f32 z) { return fma(x, y, z); }
V_INLINE v_u64 v_bits_of(v_f64 x) { return D_BITS_OF(x); }
V_INLINE v_f32 v32_root(v_f32 x) { return D_SQRT_2_23(x); }
V_INLINE v_u32 v32_fix(v_f32 x) { return D_FIX32(x); }
#else
#include <math.h>
V_INLINE v_f64 v_mad(v_f64 x, v_f64 y, v_f64 z) { return x * y + z; }
V_INLINE v_f64 v_msub(v_f64 x, v_f64 y, v_f64 z) { return x * y - z; }
V_INLINE v_f64 v_nmad(v_f64 x, v_f64 y, v_f64 z) { return z - x * y; }
V_INLINE v_f32 v32_mad(v_f32 x, float y, v_f32 z) { return x * y + z; }
V_INLINE v_u64 v_bits_of(v_f64 x) {
  v_u64 b;
  __builtin_memcpy(&b, &x, sizeof b);
  return b;
}
/* 2 sqrt(x / V32_ROOT_SCALE) up to a relative error of 2.6 2^-24, for normal x > 0. */
V_INLINE v_f32 v32_root(v_f32 x) { return sqrtf(x); }
/* rint(x), 0 <= x < 2^31; for other x something */
V_INLINE v_u32 v32_fix(v_f32 x) { return x >= 0 && x < 0x1p31f ? (uint32_t)(x + 0.5f) : 0; }
#endif
#define V32_ROOT_SCALE 4

V_INLINE v_f64 vf_set(double x) { return x; }
/* x < 2^52, exactly */
V_INLINE v_f64 vf_of_small(v_u64 x) { return (v_f64)x; }
V_INLINE v_f64 vf_load(const double *lanes) { return *lanes; }
V_INLINE void vf_store(double *lanes, v_f64 x) { *lanes = x; }
V_INLINE v_f64 v_rint(v_f64 x) { return (x + 0x1.8p52) - 0x1.8p52; }
V_INLINE v_f64 vf_floor(v_f64 x) {
  v_f64 r = v_rint(x);
  return r - (r > x);
}
V_INLINE v_f64 vf_ceil(v_f64 x) {
  v_f64 r = v_rint(x);
  return r + (r < x);
}
V_INLINE v_f64 vf_min(v_f64 x, v_f64 y) { return x < y ? x : y; }
V_INLINE v_f64 vf_abs(v_f64 x) { return fabs(x); }
V_INLINE v_f64 vf_sqrt(v_f64 x) { return sqrt(x); }
V_INLINE v_f64 vf_sel(v_mask m, v_f64 x, v_f64 y) { return m ? x : y; }
V_INLINE v_mask vf_lt(v_f64 x, v_f64 y) { return x < y; }
V_INLINE v_mask vf_le(v_f64 x, v_f64 y) { return x <= y; }
/* 0, 1, 2, ... */
V_INLINE v_f64 vf_lane(void) { return 0; }
/* At least 1/x and at most (1 + 2^-11)/x, for 2^-120 < x < 2^120: in single precision, as a device
   needs many registers to divide in double. */
V_INLINE v_f64 vf_reciprocal_above(v_f64 x) { return (1 + 0x1p-12) * (double)(1.0f / (float)x); }
V_INLINE void vf_store_f32(float *lanes, v_f64 x) { *lanes = (float)x; }
/* The lower halves. */
V_INLINE void v_store_low(uint32_t *lanes, v_u64 x) { *lanes = (uint32_t)x; }
/* The lanes of the mask, in order, to consecutive places; up to TMD_LANES places may be
   overwritten. */
V_INLINE void vf_pack_f32(float *to, v_f64 x, v_mask m) {
  (void)m;
  *to = (float)x;
}
V_INLINE void v_pack_low(uint32_t *to, v_u64 x, v_mask m) {
  (void)m;
  *to = (uint32_t)x;
}

V_INLINE void v32_pack(float *to, v_f32 x, unsigned m) {
  (void)m;
  *to = x;
}
V_INLINE void v32_pack_u(uint32_t *to, v_u32 x, unsigned m) {
  (void)m;
  *to = x;
}
V_INLINE unsigned v32_not_negative(v_f32 x) { return x >= 0; }
/* 2 sqrt(x) up to a relative error of 2^-26 */
V_INLINE v_f64 vf_sqrt_twice(v_f64 x) { return 2 * sqrt(x); }
V_INLINE void vf_pack(double *to, v_f64 x, v_mask m) {
  (void)m;
  *to = x;
}
V_INLINE void v_pack(uint64_t *to, v_u64 x, v_mask m) {
  (void)m;
  *to = x;
}
V_INLINE v_f32 v32_load(const float *lanes) { return *lanes; }
V_INLINE v_u32 v32_load_u(const uint32_t *lanes) { return *lanes; }
V_INLINE v_u32 v32_min(v_u32 x, v_u32 y) { return x < y ? x : y; }
V_INLINE v_u32 v32_ones(void) { return ~(v_u32)0; }
V_INLINE v_u32 v32_set(uint32_t x) { return x; }
V_INLINE unsigned v32_le(v_u32 x, v_u32 y) { return x <= y; }
/* Upper halves: lanes 2 i are those of `even`, lanes 2 i + 1 those of `odd`; of one lane, that of
   `even`. */
V_INLINE v_u32 v_high_words(v_u64 even, v_u64 odd) {
  (void)odd;
  return (v_u32)(even >> 32);
}

#else

enum { TMD_LANES32 = 2 * TMD_LANES };
typedef float v_f32 __attribute__((vector_size(8 * TMD_LANES)));
typedef uint32_t v_u32 __attribute__((vector_size(8 * TMD_LANES)));
V_INLINE v_u32 v32_ones(void) { return ~(v_u32){0}; }
V_INLINE v_u32 v32_set(uint32_t x) { return x - (v_u32){0}; }
V_INLINE v_u32 v_high_words(v_u64 even, v_u64 odd) {
  return (v_u32)(even >> 32 | (odd & 0xffffffff00000000u));
}

V_INLINE v_f64 vf_set(double x) { return x - (v_f64){0}; }
V_INLINE v_u64 v_bits_of(v_f64 x) { return (v_u64)x; }
/* x < 2^52, exactly */
V_INLINE v_f64 vf_of_small(v_u64 x) { return (v_f64)(x | 0x4330000000000000u) - 0x1p52; }
V_INLINE v_f64 vf_load(const double *lanes) {
  v_f64 x;
  __builtin_memcpy(&x, lanes, sizeof x);
  return x;
}
V_INLINE void vf_store(double *lanes, v_f64 x) { __builtin_memcpy(lanes, &x, sizeof x); }
V_INLINE v_f32 v32_load(const float *lanes) {
  v_f32 x;
  __builtin_memcpy(&x, lanes, sizeof x);
  return x;
}
V_INLINE v_u32 v32_load_u(const uint32_t *lanes) {
  v_u32 x;
  __builtin_memcpy(&x, lanes, sizeof x);
  return x;
}

#if TMD_LANES == 8
#define V_MM(operation) _mm512_##operation
typedef __m512d v_m;
#else
#define V_MM(operation) _mm256_##operation
typedef __m256d v_m;
#endif
V_INLINE v_f64 v_mad(v_f64 x, v_f64 y, v_f64 z) {
  return (v_f64)V_MM(fmadd_pd)((v_m)x, (v_m)y, (v_m)z);
}
V_INLINE v_f64 v_msub(v_f64 x, v_f64 y, v_f64 z) {
  return (v_f64)V_MM(fmsub_pd)((v_m)x, (v_m)y, (v_m)z);
}
V_INLINE v_f64 v_nmad(v_f64 x, v_f64 y, v_f64 z) {
  return (v_f64)V_MM(fnmadd_pd)((v_m)x, (v_m)y, (v_m)z);
}
V_INLINE v_f64 vf_min(v_f64 x, v_f64 y) { return (v_f64)V_MM(min_pd)((v_m)x, (v_m)y); }
V_INLINE v_f64 vf_sqrt(v_f64 x) { return (v_f64)V_MM(sqrt_pd)((v_m)x); }

#if TMD_LANES == 8

V_INLINE v_f64 v_rint(v_f64 x) { return (v_f64)_mm512_roundscale_pd((__m512d)x, 8); }
V_INLINE v_f64 vf_floor(v_f64 x) { return (v_f64)_mm512_roundscale_pd((__m512d)x, 9); }
V_INLINE v_f64 vf_ceil(v_f64 x) { return (v_f64)_mm512_roundscale_pd((__m512d)x, 10); }
V_INLINE v_f64 vf_abs(v_f64 x) { return (v_f64)_mm512_abs_pd((__m512d)x); }
V_INLINE v_f64 vf_sel(v_mask m, v_f64 x, v_f64 y) {
  return (v_f64)_mm512_mask_mov_pd((__m512d)y, m, (__m512d)x);
}
V_INLINE v_mask vf_lt(v_f64 x, v_f64 y) {
  return _mm512_cmp_pd_mask((__m512d)x, (__m512d)y, _CMP_LT_OQ);
}
V_INLINE v_mask vf_le(v_f64 x, v_f64 y) {
  return _mm512_cmp_pd_mask((__m512d)x, (__m512d)y, _CMP_LE_OQ);
}
V_INLINE v_f64 vf_lane(void) { return (v_f64){0, 1, 2, 3, 4, 5, 6, 7}; }
V_INLINE v_f64 vf_reciprocal_above(v_f64 x) {
  return (v_f64)_mm512_rcp14_pd((__m512d)x) * (1 + 0x1p-13);
}
V_INLINE void vf_store_f32(float *lanes, v_f64 x) {
  _mm256_storeu_ps(lanes, _mm512_cvtpd_ps((__m512d)x));
}
V_INLINE void v_store_low(uint32_t *lanes, v_u64 x) {
  _mm256_storeu_si256((__m256i *)lanes, _mm512_cvtepi64_epi32((__m512i)x));
}
V_INLINE void vf_pack_f32(float *to, v_f64 x, v_mask m) {
  _mm256_storeu_ps(to, _mm256_maskz_compress_ps(m, _mm512_cvtpd_ps((__m512d)x)));
}
V_INLINE void v_pack_low(uint32_t *to, v_u64 x, v_mask m) {
  _mm256_storeu_si256((__m256i *)to,
                      _mm256_maskz_compress_epi32(m, _mm512_cvtepi64_epi32((__m512i)x)));
}
V_INLINE v_f32 v32_mad(v_f32 x, float y, v_f32 z) {
  return (v_f32)_mm512_fmadd_ps((__m512)x, _mm512_set1_ps(y), (__m512)z);
}
V_INLINE v_f64 vf_sqrt_twice(v_f64 x) {
  __m512d r = _mm512_rsqrt14_pd((__m512d)x), y = _mm512_mul_pd((__m512d)x, r);
  return (v_f64)_mm512_mul_pd(y, _mm512_fnmadd_pd(y, r, _mm512_set1_pd(3)));
}
V_INLINE void vf_pack(double *to, v_f64 x, v_mask m) {
  _mm512_storeu_pd(to, _mm512_maskz_compress_pd(m, (__m512d)x));
}
V_INLINE void v_pack(uint64_t *to, v_u64 x, v_mask m) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(m, (__m512i)x));
}
V_INLINE void v32_pack(float *to, v_f32 x, unsigned m) {
  _mm512_storeu_ps(to, _mm512_maskz_compress_ps((__mmask16)m, (__m512)x));
}
V_INLINE void v32_pack_u(uint32_t *to, v_u32 x, unsigned m) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)m, (__m512i)x));
}
V_INLINE unsigned v32_not_negative(v_f32 x) {
  return _mm512_cmp_ps_mask((__m512)x, _mm512_setzero_ps(), _CMP_GE_OQ);
}
V_INLINE v_u32 v32_min(v_u32 x, v_u32 y) { return (v_u32)_mm512_min_epu32((__m512i)x, (__m512i)y); }
V_INLINE unsigned v32_le(v_u32 x, v_u32 y) {
  return _mm512_cmple_epu32_mask((__m512i)x, (__m512i)y);
}
V_INLINE v_u32 v32_fix(v_f32 x) { return (v_u32)_mm512_cvtps_epi32((__m512)x); }
#define V32_ROOT_SCALE 1
V_INLINE v_f32 v32_root(v_f32 x) {
  __m512 r = _mm512_rsqrt14_ps((__m512)x), y = _mm512_mul_ps((__m512)x, r);
  return (v_f32)_mm512_mul_ps(y, _mm512_fnmadd_ps(y, r, _mm512_set1_ps(3)));
}

#else

V_INLINE v_f64 v_rint(v_f64 x) { return (v_f64)_mm256_round_pd((__m256d)x, 8); }
V_INLINE v_f64 vf_floor(v_f64 x) { return (v_f64)_mm256_round_pd((__m256d)x, 9); }
V_INLINE v_f64 vf_ceil(v_f64 x) { return (v_f64)_mm256_round_pd((__m256d)x, 10); }
V_INLINE v_f64 vf_abs(v_f64 x) { return (v_f64)_mm256_andnot_pd(_mm256_set1_pd(-0.0), (__m256d)x); }
V_INLINE v_f64 vf_sel(v_mask m, v_f64 x, v_f64 y) {
  return (v_f64)_mm256_blendv_pd((__m256d)y, (__m256d)x, (__m256d)m);
}
V_INLINE v_mask vf_lt(v_f64 x, v_f64 y) {
  return (v_mask)_mm256_cmp_pd((__m256d)x, (__m256d)y, _CMP_LT_OQ);
}
V_INLINE v_mask vf_le(v_f64 x, v_f64 y) {
  return (v_mask)_mm256_cmp_pd((__m256d)x, (__m256d)y, _CMP_LE_OQ);
}
V_INLINE v_f64 vf_lane(void) { return (v_f64){0, 1, 2, 3}; }
V_INLINE v_f64 vf_reciprocal_above(v_f64 x) { return (1 + 0x1p-12) / x; }
V_INLINE void vf_store_f32(float *lanes, v_f64 x) {
  _mm_storeu_ps(lanes, _mm256_cvtpd_ps((__m256d)x));
}
V_INLINE void v_store_low(uint32_t *lanes, v_u64 x) {
  const __m256i even =
      _mm256_permutevar8x32_epi32((__m256i)x, _mm256_setr_epi32(0, 2, 4, 6, 0, 0, 0, 0));
  _mm_storeu_si128((__m128i *)lanes, _mm256_castsi256_si128(even));
}
V_INLINE void v_pack_words(uint32_t *to, const uint32_t *from, int lanes, unsigned m) {
  for (int lane = 0; lane < lanes; lane++) {
    *to = from[lane];
    to += m >> lane & 1;
  }
}
V_INLINE void v_pack_low(uint32_t *to, v_u64 x, v_mask m) {
  uint32_t words[4];
  v_store_low(words, x);
  v_pack_words(to, words, 4, v_bits(m));
}
V_INLINE void vf_pack_f32(float *to, v_f64 x, v_mask m) {
  float words[4];
  vf_store_f32(words, x);
  v_pack_words((uint32_t *)to, (const uint32_t *)words, 4, v_bits(m));
}
V_INLINE v_f64 vf_sqrt_twice(v_f64 x) { return (v_f64)_mm256_sqrt_pd((__m256d)(4 * x)); }
V_INLINE void v_pack(uint64_t *to, v_u64 x, v_mask m) {
  for (int lane = 0; lane < 4; lane++) {
    *to = x[lane];
    to += v_bits(m) >> lane & 1;
  }
}
V_INLINE void vf_pack(double *to, v_f64 x, v_mask m) { v_pack((uint64_t *)to, (v_u64)x, m); }
V_INLINE void v32_pack_u(uint32_t *to, v_u32 x, unsigned m) {
  uint32_t words[8];
  __builtin_memcpy(words, &x, sizeof x);
  v_pack_words(to, words, 8, m);
}
V_INLINE void v32_pack(float *to, v_f32 x, unsigned m) { v32_pack_u((uint32_t *)to, (v_u32)x, m); }
V_INLINE unsigned v32_not_negative(v_f32 x) {
  return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps((__m256)x, _mm256_setzero_ps(), _CMP_GE_OQ));
}
V_INLINE v_f32 v32_mad(v_f32 x, float y, v_f32 z) {
  return (v_f32)_mm256_fmadd_ps((__m256)x, _mm256_set1_ps(y), (__m256)z);
}
V_INLINE v_u32 v32_min(v_u32 x, v_u32 y) { return (v_u32)_mm256_min_epu32((__m256i)x, (__m256i)y); }
V_INLINE unsigned v32_le(v_u32 x, v_u32 y) {
  return (unsigned)_mm256_movemask_ps(
      (__m256)_mm256_cmpeq_epi32(_mm256_min_epu32((__m256i)x, (__m256i)y), (__m256i)x));
}
V_INLINE v_u32 v32_fix(v_f32 x) { return (v_u32)_mm256_cvtps_epi32((__m256)x); }
#define V32_ROOT_SCALE 4
V_INLINE v_f32 v32_root(v_f32 x) { return (v_f32)_mm256_sqrt_ps((__m256)x); }

#endif
#endif

/* x mod 1, shifted out of a sum with a fixed exponent: */
V_INLINE v_u64 v_fix(v_f64 x) {
  return v_bits_of(x + 0x1.8p18) << 30;
} /* 2^-64 units, up to 2^-35, 0 <= x < 2^16 */
V_INLINE v_u64 v_fix_fraction(v_f64 x) {
  return v_bits_of(x + 0x1.8p2) << 14;
} /* 2^-64 units, up to 2^-51, |x| < 2 */
V_INLINE v_u64 v_fix32(v_f64 x) {
  return v_bits_of(x + 0x1.8p27) << 7;
} /* low half: 2^-32 units, up to 2^-26, |x| < 2^26 */
V_INLINE v_u64 v_fix32_fraction(v_f64 x) {
  return v_bits_of(x + 0x1.8p20);
} /* low half: 2^-32 units, up to 2^-33, |x| < 2^19 */

#endif
