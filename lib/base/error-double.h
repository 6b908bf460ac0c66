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

/* sqrt a: |sqrt A - sqrt a| = |A - a|/(sqrt A + sqrt a), greatest for the least A, and the root is
   rounded by u of itself. */
NEAR_INLINE struct tmd_near near_root(struct tmd_near a) {
  const double value = sqrt(a.value), least = a.value - a.error;
  const double error = a.error / (value + sqrt(least));
  return near_if(least > 0x1p-1000,
                 (struct tmd_near){value, near_outward(error + value * 0x1p-53)});
}

/* exp a, |a| < 700: a = k log 2 + r. log 2 = L1 + L2 + 2^-86, where k L1 is exact, as L1 has 33
   bits; a - k L1 and the rest of r, |r| < 0.3467, are below 1/2, rounded by u/4 each: r is right up
   to 0.51u. Taylor's series up to r^13, cut by 0.04u, is q_0 with q_i = 1/i! + r q_(i+1): |q_3| <
   0.19 up to 0.2u of rounding, |q_2| < 0.57 up to 0.2 0.35 u + 0.57 u + 0.07 u < 0.72u, |q_1| < 1.2
   up to 0.72 0.35 u + 1.2 u + 0.2 u < 1.66u, q_0 up to 1.66 |r| u + |r| q_1 u + q_0 u. That is 2.4u
   where r > 0 and 1.6u where r < 0: 2.3u of q_0, and with the error of r less than 3u. The error e
   of a adds less than e + e^2 of the value, as e < 1/2. */
NEAR_INLINE struct tmd_near near_exp(struct tmd_near a) {
  static const double c[] = {1,
                             1,
                             1. / 2,
                             1. / 6,
                             1. / 24,
                             1. / 120,
                             1. / 720,
                             1. / 5040,
                             1. / 40320,
                             1. / 362880,
                             1. / 3628800,
                             1. / 39916800,
                             1. / 479001600,
                             1. / 6227020800};
  const double L1 = 0x1.62e42feep-1, L2 = 0x1.a39ef35793c76p-33;
  const double shifted = a.value * 0x1.71547652b82fep+0 + 0x1.8p52, k = shifted - 0x1.8p52;
  const double r = (a.value - k * L1) - k * L2;
  double q = c[13];
#pragma GCC unroll 13
  for (int i = 12; i >= 0; i--) q = q * r + c[i];
  const double value = q * near_of_bits((near_bits(shifted) + 1023) << 52);
  return near_if((fabs(a.value) < 700) & (a.error < 0.5),
                 (struct tmd_near){value, near_outward(value * (a.error + a.error * a.error) +
                                                       value * 0x1.8p-52)});
}

/* atan a. t = |a|; from 1 on w = 1/t and pi/2 - atan w, else w = t; from tan(pi/8) on s = (w -
   1)/(w + 1) and pi/4 + atan s, else s = w: |s| < 0.4143. w is rounded by u, which s has at most
   twice, w - 1 by 0.3u, w + 1 and the quotient by u of s: s is right up to 3.2u, or exact. atan s =
   s P(s^2), P cut behind s^42 (2^-60), rounded by 1.1u, the product by 0.42u: in all 2.1u of atan
   s. pi/4 and pi/2 are rounded by 0.3u and 0.6u, the sums by 0.8u and 1.6u: in all less than 8u,
   or 2.1u of atan a < 0.4143 where nothing was reduced. atan is no steeper than 1. */
NEAR_INLINE struct tmd_near near_arctangent(struct tmd_near a) {
  const double t = fabs(a.value), w = t > 1 ? 1 / t : t;
  const int reduced = w > 0x1.a8279ap-2;
  const double s = reduced ? (w - 1) / (w + 1) : w, z = s * s;
  double P = 0;
#pragma GCC unroll 22
  for (int i = 21; i >= 0; i--) P = P * z + (i % 2 ? -1. : 1.) / (2 * i + 1);
  const double eighth = reduced ? 0x1.921fb54442d18p-1 + s * P : s * P,
               angle = t > 1 ? 0x1.921fb54442d18p+0 - eighth : eighth;
  const double rounding = (reduced | (t > 1)) ? 0x1p-50 : angle * 0x1.2p-52;
  return (struct tmd_near){a.value < 0 ? -angle : angle, near_outward(a.error + rounding)};
}

#endif
