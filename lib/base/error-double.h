/* Numbers in double precision with a bound of their error: |true - value| <= error.

   Every operation rounds to nearest, u = 2^-53, and there is no fma. Where the error of the
   operands is propagated, the bounds below are computed with a few roundings of their own, for
   which near_outward makes room (2^-48; 2^-1000 covers underflow). Nothing is said of overflow: the
   value or the error is then infinite or NaN, which near_finite excludes.

   There are no branches: loops over many numbers become vector instructions (error-doubles.h). */
#ifndef TMD_ERROR_DOUBLE_H
#define TMD_ERROR_DOUBLE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define NEAR_INLINE static inline __attribute__((always_inline))

struct tmd_near {
  double value, error;
};

NEAR_INLINE int near_finite(struct tmd_near a) {
  return fabs(a.value) <= 0x1p1000 && a.error <= 0x1p1000;
}

NEAR_INLINE double near_outward(double error) { return error * (1 + 0x1p-48) + 0x1p-1000; }

NEAR_INLINE struct tmd_near near_exact(double value) { return (struct tmd_near){value, 0}; }
NEAR_INLINE struct tmd_near near_negative(struct tmd_near a) {
  return (struct tmd_near){-a.value, a.error};
}

/* ||A| - |a|| <= |A - a| */
NEAR_INLINE struct tmd_near near_absolute(struct tmd_near a) {
  return (struct tmd_near){fabs(a.value), a.error};
}

NEAR_INLINE struct tmd_near near_sum(struct tmd_near a, struct tmd_near b) {
  const double value = a.value + b.value;
  return (struct tmd_near){value, near_outward(a.error + b.error + fabs(value) * 0x1p-53)};
}

NEAR_INLINE struct tmd_near near_difference(struct tmd_near a, struct tmd_near b) {
  return near_sum(a, near_negative(b));
}

/* |AB - ab| <= |a| eb + |b| ea + ea eb */
NEAR_INLINE struct tmd_near near_product(struct tmd_near a, struct tmd_near b) {
  const double value = a.value * b.value,
               error = fabs(a.value) * b.error + (fabs(b.value) + b.error) * a.error;
  return (struct tmd_near){value, near_outward(error + fabs(value) * 0x1p-53)};
}

NEAR_INLINE uint64_t near_bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

NEAR_INLINE double near_of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* n < 2^52 */
NEAR_INLINE double near_of_integer(uint64_t n) {
  return near_of_bits(n | UINT64_C(0x433) << 52) - 0x1p52;
}

/* a, or nothing is known unless `known`. */
NEAR_INLINE struct tmd_near near_if(int known, struct tmd_near a) {
  return (struct tmd_near){known ? a.value : 0, known ? a.error : INFINITY};
}

/* A/B - a/b = ((A - a) - (a/b)(B - b))/B */
NEAR_INLINE struct tmd_near near_quotient(struct tmd_near a, struct tmd_near b) {
  const double value = a.value / b.value, least = fabs(b.value) - b.error;
  const double error = (a.error + (fabs(value) + 0x1p-1000) * b.error) / least;
  return near_if(least > 0x1p-1000,
                 (struct tmd_near){value, near_outward(error + fabs(value) * 0x1p-53)});
}

/* log a: a = 2^k m with m in [sqrt(1/2), sqrt 2], log m = 2 (s + s^3/3 + ...), s = (m-1)/(m+1), |s|
   < 0.1716. m - 1 is exact, s right up to a relative error of 2u, the series 2 + z (2/3 + ...), z =
   s^2 < 0.03, cut behind s^23 (2^-60), up to 1.2u more, their product 1u: 4.2u 0.347 < 1.5u. log 2
   is rounded by 0.21u, k log 2 by 0.7u |k|, the sum by as much and 0.347u if k is not 0: so all is
   within (2 |k| + 1.5) u. */
NEAR_INLINE struct tmd_near near_log(struct tmd_near a) {
  static const double c[] = {2,       2. / 3,  2. / 5,  2. / 7,  2. / 9,  2. / 11,
                             2. / 13, 2. / 15, 2. / 17, 2. / 19, 2. / 21, 2. / 23};
  const double least = a.value - a.error;
  const uint64_t one = UINT64_C(1023) << 52,
                 shifted = near_bits(a.value) - near_bits(0x1.6a09e6p-1) + one; /* k + 1023 above */
  const double k = near_of_integer(shifted >> 52 & 0xfff) - 1023;
  const double m = near_of_bits(near_bits(a.value) - (shifted & UINT64_C(0xfff) << 52) + one);
  const double s = (m - 1) / (m + 1), z = s * s;
  double series = c[11];
#pragma GCC unroll 11
  for (int i = 10; i >= 0; i--) series = series * z + c[i];
  const double rounding = fabs(k) * 0x1p-52 + 0x1.8p-53,
               value = k * 0x1.62e42fefa39efp-1 + s * series;
  return near_if(least > 0x1p-1000,
                 (struct tmd_near){value, near_outward(a.error / least + rounding)});
}

#endif
