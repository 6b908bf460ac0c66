/* Square roots of decimal numbers of which one of 64, by a hash of x and the mode, is replaced: by
   a neighbour, another sign, exponent or bit, zero, infinity, NaN, or any bits. As a program, with
   arguments 32 or 64, from, to, unit: how many of the numbers X 10^unit, from <= X < to, have a
   wrong result, in libdfp's modes 0 to 4, found by comparing decimal numbers. */
#define sqrtd32 right_sqrtd32
#define sqrtd64 right_sqrtd64
#include "../cli/decimal-library.c"
#undef sqrtd32
#undef sqrtd64

#include <stdio.h>
#include <stdlib.h>

static uint64_t hash(uint64_t x) {
  x = (x ^ x >> 31) * UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  return x ^ x >> 32;
}

/* The result of a number x = X 10^e, which is not changed by other members of its cohort. */
static uint64_t replace(uint64_t y, uint64_t x, int bits, uint64_t least) {
  const int field = bits == 32 ? 23 : 53, large = (x >> (bits - 3) & 3) == 3;
  const int below = large ? field - 2 : field;
  const uint64_t unit = UINT64_C(1) << field, top = UINT64_C(1) << (bits - 8);
  uint64_t X = (x & ((UINT64_C(1) << below) - 1)) | (large ? unit : 0),
           e = x >> below & (bits == 32 ? 0xff : 0x3ff);
  for (; X > 0 && X < least && e > 0; e--) X *= 10;
  const uint64_t random = hash(hash(X) + 1024 * e + (uint64_t)mode),
                 bit = UINT64_C(1) << (random >> 16) % (unsigned)bits;
  if (random % 64) return y;
  switch (random >> 8 & 15) {
  case 0: return y + 1;
  case 1: return y - 1;
  case 2: return y + 2;
  case 3: return y ^ 128 * top;
  case 4: return 0x7c * top;
  case 5: return 0x7e * top;
  case 6: return 0x78 * top;
  case 7: return 0xf8 * top;
  case 8: return 0;
  case 9: return 128 * top;
  case 10: return y + unit;
  case 11: return y - unit;
  case 12: return y ^ bit;
  case 13: return y + bit;
  case 14: return y - bit;
  default: return hash(random);
  }
}

_Decimal32 sqrtd32(_Decimal32 x) {
  return of32((uint32_t)replace(bits32(right_sqrtd32(x)), bits32(x), 32, 1000000));
}

static uint64_t bits64(_Decimal64 x) {
  uint64_t word;
  memcpy(&word, &x, 8);
  return word;
}
_Decimal64 sqrtd64(_Decimal64 x) {
  const uint64_t word = replace(bits64(right_sqrtd64(x)), bits64(x), 64, 1000000000000000);
  memcpy(&x, &word, 8);
  return x;
}

#ifdef PROGRAM
static uint64_t encoded(uint64_t X, int exponent, int bits, int field) {
  if (X >> field == 0) return (uint64_t)exponent << field | X;
  return UINT64_C(3) << (bits - 3) | (uint64_t)exponent << (field - 2) |
         (X & ((UINT64_C(1) << (field - 2)) - 1));
}

static int is_wrong(uint64_t X, int unit, int bits) {
  if (bits == 32) {
    const _Decimal32 x = of32((uint32_t)encoded(X, unit + 101, 32, 23)), y = right_sqrtd32(x),
                     z = sqrtd32(x);
    return !(y == z) || (bits32(y) ^ bits32(z)) >> 31;
  }
  const uint64_t word = encoded(X, unit + 398, 64, 53);
  _Decimal64 x;
  memcpy(&x, &word, 8);
  const _Decimal64 y = right_sqrtd64(x), z = sqrtd64(x);
  return !(y == z) || (bits64(y) ^ bits64(z)) >> 63;
}

int main(int count, char **word) {
  if (count != 5) return 2;
  for (mode = NEAREST; mode <= TIES_AWAY; mode++) {
    uint64_t wrong = 0;
    for (uint64_t X = strtoull(word[2], NULL, 10); X < strtoull(word[3], NULL, 10); X++)
      wrong += (uint64_t)is_wrong(X, atoi(word[4]), atoi(word[1]));
    printf("%llu\n", (unsigned long long)wrong);
  }
  return 0;
}
#endif
