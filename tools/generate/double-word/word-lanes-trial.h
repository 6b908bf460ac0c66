/* Lanes of pairs of floats for the trial at every argument: AVX2's eight, in GNU C. */
#include <immintrin.h>
#define WLANE static inline __attribute__((unused))
#define WRARE static __attribute__((noinline, cold, unused))
#define WTABLE static const
#define WNAME(name) name
typedef float wfloat __attribute__((vector_size(32)));
typedef int32_t wint __attribute__((vector_size(32)));
#define wall(c) ((wfloat)_mm256_set1_ps(c))
#define wall_int(k) ((wint)_mm256_set1_epi32(k))
#define wfma(a, b, c) ((wfloat)_mm256_fmadd_ps(a, b, c))
#define wproduct(a, b) wfma(a, b, wall(-0.0f))
#define wbits(x) ((wint)(x))
#define wfloats(u) ((wfloat)(u))
#define winteger(x) __builtin_convertvector(x, wint)
#define wconvert(k) __builtin_convertvector(k, wfloat)
static inline wint wchoose_of(wint m, wint a, wint b) { return (m & a) | (~m & b); }
static inline wfloat wselect_of(wint m, wfloat a, wfloat b) {
  return (wfloat)wchoose_of(m, (wint)a, (wint)b);
}
#define wchoose(m, a, b) wchoose_of(m, a, b)
#define wselect(m, a, b) wselect_of(m, a, b)
#define wsmaller(a, b) ((wint)_mm256_min_epi32((__m256i)(a), (__m256i)(b)))
#define wgreater(a, b) ((wint)_mm256_max_epi32((__m256i)(a), (__m256i)(b)))
#define wnot(m) (~(m))
#define wsome(m) __builtin_expect(_mm256_movemask_ps((__m256)(m)), 0)
