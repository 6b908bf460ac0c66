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

static inline vdouble vall(double c) {
  return TMD_ISA(_mm512_set1_pd(c), _mm256_set1_pd(c), vdupq_n_f64(c));
}
static inline vdouble vfma(vdouble a, vdouble b, vdouble c) {
  return TMD_ISA(_mm512_fmadd_pd(a, b, c), _mm256_fmadd_pd(a, b, c), vfmaq_f64(c, a, b));
}
static inline vdouble vroot(vdouble x) {
  return TMD_ISA(_mm512_sqrt_pd(x), _mm256_sqrt_pd(x), vsqrtq_f64(x));
}
/* To nearest in every mode, without a flag. */
static inline vdouble vinteger(vdouble x) {
  return TMD_ISA(_mm512_roundscale_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC),
                 _mm256_round_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC), vrndnq_f64(x));
}
static inline vdouble vwiden(vhalf x) {
  return TMD_ISA(_mm512_cvtps_pd(x), _mm256_cvtps_pd(x), vcvt_f64_f32(x));
}
static inline vhalf vnarrow(vdouble y) {
  return TMD_ISA(_mm512_cvtpd_ps(y), _mm256_cvtpd_ps(y), vcvt_f32_f64(y));
}
static inline vhalf vlow(vfloat x) {
  return TMD_ISA(_mm512_castps512_ps256(x), _mm256_castps256_ps128(x), vget_low_f32(x));
}
static inline vhalf vhigh(vfloat x) {
  return TMD_ISA(_mm512_extractf32x8_ps(x, 1), _mm256_extractf128_ps(x, 1), vget_high_f32(x));
}
static inline vfloat vjoin(vhalf a, vhalf b) {
  return TMD_ISA(_mm512_insertf32x8(_mm512_castps256_ps512(a), b, 1),
                 _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1), vcombine_f32(a, b));
}
/* 1 if a lane is true. */
static inline int vany(vint m) {
  return TMD_ISA(_mm512_movepi32_mask((__m512i)m), _mm256_movemask_ps((vfloat)m),
                 vmaxvq_u32((uint32x4_t)m)) != 0;
}
static inline int vany_half(vhalfint m) {
  return TMD_ISA(_mm256_movemask_ps((vhalf)m), _mm_movemask_ps((vhalf)m),
                 vmaxv_u32((uint32x2_t)m)) != 0;
}
static inline vhalfint vall_int(int32_t k) { return (vhalfint){0} + k; }
#define vnot(m) (~(m))
static inline vhalfint vbits(vhalf x) { return (vhalfint)x; }
static inline vhalf vfloats(vhalfint u) { return (vhalf)u; }
static inline vlong vencoding(vdouble x) { return (vlong)x; }
static inline vdouble vdecoded(vlong u) { return (vdouble)u; }
static inline vdouble vconvert(vhalfint k) { return __builtin_convertvector(k, vdouble); }
/* a where m is true, else b. */
static inline vhalfint vchoose(vhalfint m, vhalfint a, vhalfint b) { return (m & a) | (~m & b); }
static inline vdouble vselect(vhalfint m, vdouble a, vdouble b) {
  const vlong all = __builtin_convertvector(m, vlong);
  return (vdouble)((all & (vlong)a) | (~all & (vlong)b));
}
static inline vdouble vabs(vdouble x) { return (vdouble)((vlong)x & INT64_MAX); }
/* y, or -y where x has the sign -. */
static inline vdouble vsigned(vdouble y, vdouble x) {
  return (vdouble)((vlong)y ^ ((vlong)x & INT64_MIN));
}
/* y 2^n for an integer n, where both are normal. */
static inline vdouble vscale(vdouble y, vdouble n) {
  return (vdouble)((vlong)y + ((vlong)(n + vall(0x1.8p+52)) << 52));
}
#endif
