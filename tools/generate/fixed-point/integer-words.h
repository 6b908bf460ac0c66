/* Words of 64 bits as numbers: a part of each file that tmd-generate --arith integer makes. Only
   integers are computed with, without undefined behaviour; in C++ (C++14) functions of encodings
   are constexpr. Files of several functions may be joined: this part counts once. */
#ifndef TMD_GENERATED_INTEGER_WORDS
#define TMD_GENERATED_INTEGER_WORDS
#include <stdint.h>
#include <string.h>

#ifdef __GNUC__
#define TMD_UNUSED __attribute__((unused))
#else
#define TMD_UNUSED
#endif
#ifdef __cplusplus
#define TMD_WORDS TMD_UNUSED static constexpr
#define TMD_DATA static constexpr
#define TMD_ENTRY(prototype) constexpr prototype
#else
#define TMD_WORDS TMD_UNUSED static inline
#define TMD_DATA static const
#define TMD_ENTRY(prototype) \
  prototype;                 \
  prototype
#endif
#define TMD_TOP ((uint64_t)1 << 63)

/* A value y: s 2^(e - 63), s >= 2^63, with the sign bit of `bits`; or, if s is 0, the result with
   the encoding `bits`. */
struct tmd_y {
  uint64_t s;
  int32_t e;
  uint32_t bits;
};

/* |x| = m 2^(e - 63), m >= 2^63, of finite x, not 0; or another number. */
struct tmd_x {
  uint64_t m;
  int32_t e;
};

/* The high word of a product of two. */
TMD_WORDS uint64_t tmd_high(uint64_t a, uint64_t b) {
#if defined __SIZEOF_INT128__ && !defined TMD_NO_INT128
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)a * b >> 64);
#else
  const uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
  const uint64_t one = ah * bl + (al * bl >> 32), two = al * bh + (uint32_t)one;
  return ah * bh + (one >> 32) + (two >> 32);
#endif
}

/* The number of zero bits before the first one; a is not 0. */
TMD_WORDS int32_t tmd_leading_zeros(uint64_t a) {
#ifdef __GNUC__
  return __builtin_clzll(a);
#else
  int32_t zeros = 0;
  for (int32_t k = 32; k; k >>= 1)
    if (!(a >> (64 - k))) a <<= k, zeros += k;
  return zeros;
#endif
}

/* a 2^-k, rounded down, k >= 0 */
TMD_WORDS uint64_t tmd_shifted(uint64_t a, int32_t k) { return k < 64 ? a >> k : 0; }

/* a, or -a modulo 2^64 with minus = 1 */
TMD_WORDS uint64_t tmd_signed(uint64_t a, uint32_t minus) {
  return (a ^ (0 - (uint64_t)minus)) + minus;
}

/* c_0 + t c_1 + t^2 c_2 + ..., or c_0 - t c_1 + t^2 c_2 - ... with minus = 1, by Horner's scheme; t
   in units of 2^-64. */
TMD_WORDS uint64_t tmd_horner(const uint64_t *c, int32_t count, uint64_t t, uint32_t minus) {
  uint64_t sum = c[count - 1];
  for (int32_t i = count - 2; i >= 0; i--) sum = c[i] + tmd_signed(tmd_high(sum, t), minus);
  return sum;
}

/* 2^126/b, within 3 units of 2^-62 of itself: b >= 2^63, the result is at most 2^63. The first
   quotient is off by -2^-32 to 2^-31, its square is the error of Newton's step, which has two
   roundings. */
TMD_WORDS uint64_t tmd_inverse(uint64_t b) {
  const uint64_t y = UINT64_MAX / (b >> 32) << 30, unit = (uint64_t)1 << 62, h = tmd_high(y, b);
  return h < unit ? y + tmd_high(y, (unit - h) << 2) : y - tmd_high(y, (h - unit) << 2);
}

TMD_WORDS struct tmd_y tmd_result(uint32_t bits) {
  const struct tmd_y y = {0, 0, bits};
  return y;
}

/* s 2^(e - 63) with the sign bit of `bits`: 0 has it, too. */
TMD_WORDS struct tmd_y tmd_number(uint64_t s, int32_t e, uint32_t bits) {
  const int32_t k = s ? tmd_leading_zeros(s) : 0;
  const struct tmd_y y = {s << k, e - k, bits};
  return y;
}

/* Numbers that are rounded as those beyond the greatest one, or between 0 and the least one. */
TMD_WORDS struct tmd_y tmd_huge(uint32_t bits) { return tmd_number(TMD_TOP, 1000, bits); }
TMD_WORDS struct tmd_y tmd_tiny(uint32_t bits) { return tmd_number(TMD_TOP, -1000, bits); }

/* 1 + 2^-63, or 1 - 2^-64 with minus = 1 */
TMD_WORDS struct tmd_y tmd_next_to_one(uint32_t minus, uint32_t bits) {
  return minus ? tmd_number(UINT64_MAX, -1, bits) : tmd_number(TMD_TOP | 1, 0, bits);
}

TMD_WORDS int tmd_is_nan(uint32_t x) { return x << 1 > 0xff000000u; }
TMD_WORDS int tmd_is_infinite(uint32_t x) { return x << 1 == 0xff000000u; }
TMD_WORDS struct tmd_y tmd_nan(uint32_t x) {
  return tmd_result(tmd_is_nan(x) ? x | 0x400000 : 0x7fc00000);
}

/* x is finite, and not 0. */
TMD_WORDS struct tmd_x tmd_decoded(uint32_t x) {
  const uint64_t X = x & 0x7fffffff;
  const int32_t k = tmd_leading_zeros(X);
  const struct tmd_x subnormal = {X << k, -86 - k},
                     normal = {(X << 40) | TMD_TOP, (int32_t)(X >> 23) - 127};
  return X >> 23 ? normal : subnormal;
}

enum { TMD_NEAREST, TMD_ZERO, TMD_UP, TMD_DOWN };

/* y rounded to binary32: its encoding. */
TMD_WORDS uint32_t tmd_rounded(struct tmd_y y, int mode) {
  const uint32_t sign = y.bits & 0x80000000;
  if (!y.s) return y.bits;
  const int inward = mode == TMD_ZERO || mode == (sign ? TMD_UP : TMD_DOWN);
  if (y.e > 127) return sign | (inward ? 0x7f7fffff : 0x7f800000);
  if (y.e < -126) { /* subnormal: units of 2^-149, and a last bit for what is less */
    const int32_t k = -126 - y.e < 30 ? -126 - y.e : 30;
    y.s = (y.s >> k) | (y.s << (64 - k) != 0);
    y.e = -126;
  }
  const uint32_t X = (uint32_t)(y.s >> 40);
  const uint64_t half = (uint64_t)1 << 39, rest = y.s & (2 * half - 1);
  const uint32_t more = mode == TMD_NEAREST ? rest > half || (rest == half && (X & 1))
                                            : rest && mode == (sign ? TMD_DOWN : TMD_UP);
  return sign | (((uint32_t)(y.e + 126) << 23) + X + more);
}
#endif
