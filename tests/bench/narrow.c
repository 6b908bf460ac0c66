/* A library for tmd-check (gcc -O2 -mf16c): functions of two arguments in binary16, by glibc's in
   double precision or what stands for them, rounded in the mode in force; first to odd with the
   bits of binary32, so that the next rounding is as if it were the only one. The result of the
   function in double precision is rounded already: these two are two. */
#include <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static inline float to_odd(double y) {
  uint64_t bits;
  memcpy(&bits, &y, sizeof bits);
  if (bits << 35 && (bits >> 52 & 0x7ff) != 0x7ff) bits = (bits >> 29 | 1) << 29;
  memcpy(&y, &bits, sizeof y);
  return (float)y;
}

typedef _Float16 half;

static inline half narrow(double y) {
  const uint16_t bits =
      (uint16_t)_mm_cvtsi128_si32(_mm_cvtps_ph(_mm_set_ss(to_odd(y)), _MM_FROUND_CUR_DIRECTION));
  half result;
  memcpy(&result, &bits, sizeof result);
  return result;
}
static inline double wide(half x) {
  uint16_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (double)_mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(bits)));
}

#define TWO(f, value)                        \
  half f##f16(half x_, half y_) {            \
    const double x = wide(x_), y = wide(y_); \
    return narrow(value);                    \
  }
#define INTEGER(f, value)       \
  half f##f16(half x_, int n) { \
    const double x = wide(x_);  \
    return narrow(value);       \
  }

TWO(pow, pow(x, y))
TWO(powr, x < 0 || y != y || (x == 1 && isinf(y)) || ((x == 0 || isinf(x)) && y == 0)
              ? NAN
              : pow(fabs(x), y))
TWO(atan2, atan2(x, y))
TWO(atan2pi, atan2(x, y) * 0x1.45f306dc9c883p-2)
TWO(hypot, hypot(x, y))
TWO(fmod, fmod(x, y))
TWO(remainder, remainder(x, y))
TWO(fdim, fdim(x, y))
INTEGER(ldexp, ldexp(x, n))
INTEGER(pown, pow(x, n))
INTEGER(rootn,
        n == 0 || (x < 0 && n % 2 == 0) ? NAN : copysign(pow(fabs(x), 1. / n), n % 2 ? x : 1))
INTEGER(compoundn, x < -1 ? NAN : n == 0 ? 1 : pow(1 + x, n))
