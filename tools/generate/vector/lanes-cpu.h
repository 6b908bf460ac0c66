/* Lanes of vectors on CPUs: a part of each file that tmd-generate --vector makes. TMD_LANES is the
   number of doubles in a register, and of floats in half a vector. Files of several functions may
   be joined: this part counts once. */
#ifndef TMD_LANES
#if defined __AVX512F__ && defined __AVX512DQ__ && defined __AVX512VL__
#define TMD_LANES 8
#define TMD_ISA(avx512, avx2, neon) avx512
#elif defined __AVX2__ && defined __FMA__
#define TMD_LANES 4
#define TMD_ISA(avx512, avx2, neon) avx2
#elif defined __aarch64__
#define TMD_LANES 2
#define TMD_ISA(avx512, avx2, neon) neon
#else
#error "this file needs -march=x86-64-v3 (AVX2, FMA), x86-64-v4 (AVX-512), or AArch64"
#endif
#include <stddef.h>
#ifdef __aarch64__
#include <arm_neon.h>
#else
#include <immintrin.h>
#endif

/* Floats and their encodings, of a vector and of its half, and the doubles of a half. A mask, from
   comparisons of encodings, is true or false in each lane. */
typedef float vfloat __attribute__((vector_size(8 * TMD_LANES)));
typedef int32_t vint __attribute__((vector_size(8 * TMD_LANES)));
typedef float vhalf __attribute__((vector_size(4 * TMD_LANES)));
typedef int32_t vhalfint __attribute__((vector_size(4 * TMD_LANES)));
typedef double vdouble __attribute__((vector_size(8 * TMD_LANES)));
typedef int64_t vlong __attribute__((vector_size(8 * TMD_LANES)));

#define TMD_LANE static inline __attribute__((unused))
#define TMD_RARE static __attribute__((noinline, cold))
#define TMD_TABLE static const
TMD_LANE vdouble vall(double c) {
  return TMD_ISA(_mm512_set1_pd(c), _mm256_set1_pd(c), vdupq_n_f64(c));
}
TMD_LANE vdouble vfma(vdouble a, vdouble b, vdouble c) {
  return TMD_ISA(_mm512_fmadd_pd(a, b, c), _mm256_fmadd_pd(a, b, c), vfmaq_f64(c, a, b));
}
TMD_LANE vdouble vroot(vdouble x) {
  return TMD_ISA(_mm512_sqrt_pd(x), _mm256_sqrt_pd(x), vsqrtq_f64(x));
}
TMD_LANE vfloat vsquare_root(vfloat x) {
  return TMD_ISA(_mm512_sqrt_ps(x), _mm256_sqrt_ps(x), vsqrtq_f32(x));
}
TMD_LANE vhalf vsquare_root_half(vhalf x) {
  return TMD_ISA(_mm256_sqrt_ps(x), _mm_sqrt_ps(x), vsqrt_f32(x));
}
/* To nearest in every mode, without a flag. */
TMD_LANE vdouble vinteger(vdouble x) {
  return TMD_ISA(_mm512_roundscale_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC),
                 _mm256_round_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC), vrndnq_f64(x));
}
TMD_LANE vdouble vwiden(vhalf x) {
  return TMD_ISA(_mm512_cvtps_pd(x), _mm256_cvtps_pd(x), vcvt_f64_f32(x));
}
TMD_LANE vhalf vnarrow(vdouble y) {
  return TMD_ISA(_mm512_cvtpd_ps(y), _mm256_cvtpd_ps(y), vcvt_f32_f64(y));
}
TMD_LANE vhalf vlow(vfloat x) {
  return TMD_ISA(_mm512_castps512_ps256(x), _mm256_castps256_ps128(x), vget_low_f32(x));
}
TMD_LANE vhalf vhigh(vfloat x) {
  return TMD_ISA(_mm512_extractf32x8_ps(x, 1), _mm256_extractf128_ps(x, 1), vget_high_f32(x));
}
TMD_LANE vfloat vjoin(vhalf a, vhalf b) {
  return TMD_ISA(_mm512_insertf32x8(_mm512_castps256_ps512(a), b, 1),
                 _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1), vcombine_f32(a, b));
}
/* 1 if a lane of a vector is true; of a half. */
TMD_LANE int vany(vint m) {
  return TMD_ISA(_mm512_movepi32_mask((__m512i)m), _mm256_movemask_ps((vfloat)m),
                 vmaxvq_u32((uint32x4_t)m)) != 0;
}
TMD_LANE int vsome(vhalfint m) {
  return TMD_ISA(_mm256_movemask_ps((vhalf)m), _mm_movemask_ps((vhalf)m),
                 vmaxv_u32((uint32x2_t)m)) != 0;
}
TMD_LANE vhalfint vall_int(int32_t k) { return (vhalfint){0} + k; }
/* True where u is the word of the table that the three bits from `shift` on select. */
TMD_LANE vint vlisted(vint u, int shift, const uint32_t table[8]) {
  const vint at = u >> shift;
#ifdef __AVX512F__
  const __m256i words = _mm256_load_si256((const __m256i *)table);
  return u == (vint)_mm512_permutexvar_epi32((__m512i)at, _mm512_broadcast_i64x4(words));
#elif defined __AVX2__
  const __m256i words = _mm256_load_si256((const __m256i *)table);
  return u == (vint)_mm256_permutevar8x32_epi32(words, (__m256i)at);
#else
  const uint8x16x2_t words = {
      {vld1q_u8((const uint8_t *)table), vld1q_u8((const uint8_t *)(table + 4))}};
  const vint bytes = (at & 7) * 0x04040404 + 0x03020100;
  return u == (vint)vqtbl2q_u8(words, (uint8x16_t)bytes);
#endif
}
TMD_LANE vhalfint vlisted_half(vhalfint u, int shift, const uint32_t table[8]) {
  const vint all = (vint)vjoin((vhalf)u, (vhalf)u);
  return (vhalfint)vlow((vfloat)vlisted(all, shift, table));
}
#define vnot(m) (~(m))
TMD_LANE vhalfint vbits(vhalf x) { return (vhalfint)x; }
TMD_LANE vhalf vfloats(vhalfint u) { return (vhalf)u; }
TMD_LANE vlong vencoding(vdouble x) { return (vlong)x; }
TMD_LANE vdouble vdecoded(vlong u) { return (vdouble)u; }
TMD_LANE vdouble vconvert(vhalfint k) {
  return TMD_ISA(_mm512_cvtepi32_pd((__m256i)k), _mm256_cvtepi32_pd((__m128i)k),
                 vcvtq_f64_s64(vmovl_s32((int32x2_t)k)));
}
/* a where m is true, else b. */
TMD_LANE vhalfint vchoose(vhalfint m, vhalfint a, vhalfint b) { return (m & a) | (~m & b); }
TMD_LANE vdouble vselect(vhalfint m, vdouble a, vdouble b) {
  return TMD_ISA(_mm512_mask_blend_pd(_mm256_movepi32_mask((__m256i)m), b, a),
                 _mm256_blendv_pd(b, a, (vdouble)_mm256_cvtepi32_epi64((__m128i)m)),
                 vbslq_f64((uint64x2_t)vmovl_s32((int32x2_t)m), a, b));
}
TMD_LANE vdouble vabs(vdouble x) { return (vdouble)((vlong)x & INT64_MAX); }
/* y, or -y where x has the sign -. */
TMD_LANE vdouble vsigned(vdouble y, vdouble x) {
  return (vdouble)((vlong)y ^ ((vlong)x & INT64_MIN));
}
/* a where s is negative, else b. */
TMD_LANE vdouble vwhere(vlong s, vdouble a, vdouble b) {
  return TMD_ISA(_mm512_mask_blend_pd(_mm512_movepi64_mask((__m512i)s), b, a),
                 _mm256_blendv_pd(b, a, (vdouble)s), vbslq_f64((uint64x2_t)(s >> 63), a, b));
}
/* The smaller, or greater, one of encodings and a number. */
TMD_LANE vhalfint vsmaller(vhalfint u, int32_t k) {
  return (vhalfint)TMD_ISA(_mm256_min_epi32((__m256i)u, _mm256_set1_epi32(k)),
                           _mm_min_epi32((__m128i)u, _mm_set1_epi32(k)),
                           vmin_s32((int32x2_t)u, vdup_n_s32(k)));
}
TMD_LANE vhalfint vgreater(vhalfint u, int32_t k) {
  return (vhalfint)TMD_ISA(_mm256_max_epi32((__m256i)u, _mm256_set1_epi32(k)),
                           _mm_max_epi32((__m128i)u, _mm_set1_epi32(k)),
                           vmax_s32((int32x2_t)u, vdup_n_s32(k)));
}
/* A table's entries. */
TMD_LANE vdouble vlookup(const double *table, vhalfint at) {
  return TMD_ISA(_mm512_i32gather_pd((__m256i)at, table, 8),
                 _mm256_i32gather_pd(table, (__m128i)at, 8),
                 ((vdouble){table[at[0]], table[at[1]]}));
}
TMD_LANE vdouble vlookup_long(const double *table, vlong at) {
  return TMD_ISA(_mm512_i64gather_pd((__m512i)at, table, 8),
                 _mm256_i64gather_pd(table, (__m256i)at, 8),
                 ((vdouble){table[at[0]], table[at[1]]}));
}
/* x less the nearest integer, as encodings. */
TMD_LANE vint vfraction_all(vint u) {
  const vfloat x = (vfloat)u;
  return (vint)(x - TMD_ISA(_mm512_roundscale_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC),
                            _mm256_round_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC),
                            vrndnq_f32(x)));
}
TMD_LANE vhalfint vfraction_half(vhalfint u) {
  const vhalf x = (vhalf)u;
  return (vhalfint)(x - TMD_ISA(_mm256_round_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC),
                                _mm_round_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC),
                                vrndn_f32(x)));
}
#define vfraction(u) _Generic((u), vint: vfraction_all, vhalfint: vfraction_half)(u)
/* y 2^n for an integer n, where both are normal. */
TMD_LANE vdouble vscale(vdouble y, vdouble n) {
  return (vdouble)((vlong)y + ((vlong)(n + vall(0x1.8p+52)) << 52));
}
/* n, for the encoding of 2^n; 0 has either sign. */
TMD_LANE vdouble vexponent(vlong power) {
  return TMD_ISA(_mm512_getexp_pd((vdouble)power),
                 (vdouble)((vlong)_mm256_srli_epi64((__m256i)power, 52) | INT64_C(0x433) << 52) -
                     vall(0x1p+52 + 1023),
                 vcvtq_f64_s64((vlong)vshrq_n_u64((uint64x2_t)power, 52)) - vall(1023));
}
