/* Lanes of pairs of floats in C, one lane: a part of each file that tmd-generate --arith
   float-float makes. Files of several functions may be joined: this part counts once. A product is
   an FMA where compilers know one, so that none contracts it with a sum. */
#ifndef TMD_WORD_LANES
#define TMD_WORD_LANES
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif
#define WLANE static inline __attribute__((unused))
#define WRARE static __attribute__((noinline, cold, unused))
#define WTABLE static const
#define WNAME(name) name
#define wfloat float
#define wint int32_t
#define wall(c) (c)
#define wall_int(k) (k)
#define wfma(a, b, c) __builtin_fmaf(a, b, c)
#ifdef __FP_FAST_FMAF
#define wproduct(a, b) __builtin_fmaf(a, b, -0.0f)
#else
#define wproduct(a, b) ((a) * (b))
#endif
static inline int32_t wbits(float x) {
  const union {
    float f;
    int32_t i;
  } v = {.f = x};
  return v.i;
}
static inline float wfloats(int32_t i) {
  const union {
    int32_t i;
    float f;
  } v = {.i = i};
  return v.f;
}
#define winteger(x) ((int32_t)(x))
#define wconvert(k) ((float)(k))
#define wchoose(m, a, b) ((m) ? (a) : (b))
#define wselect(m, a, b) ((m) ? (a) : (b))
#define wsmaller(a, b) ((a) < (b) ? (a) : (b))
#define wgreater(a, b) ((a) > (b) ? (a) : (b))
#define wnot(m) (!(m))
#define wsome(m) __builtin_expect((m), 0)
#endif
