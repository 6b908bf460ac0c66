/* Square roots of _Decimal32, _Decimal64 and _Decimal128 (BID), correctly rounded in every mode by
   integers, and with faults: argument_sqrtd32 is wrong at 1.000002 alone, mode_sqrtd32 if it rounds
   up, cohort_sqrtd32 at 1.2 of two digits alone, zero_sqrtd32 at -0. short_sqrtd32 has results
   without zeros at the end, and zeros of any exponent. */
#include <stdint.h>
#include <string.h>

typedef unsigned __int128 wide;
enum { NEAREST, ZERO, UP, DOWN, TIES_AWAY }; /* libdfp's numbers */

static int mode;
#ifndef WITHOUT_MODES
int fe_dec_getround(void) { return mode; }
int fe_dec_setround(int wanted) {
  if (wanted < NEAREST || wanted > TIES_AWAY) return 1;
  mode = wanted;
  return 0;
}
#endif

/* sqrt(X 10^*unit), X > 0, with a significand from `least` up to 10 `least`, digit by digit. There
   are no ties. */
static wide root_of(wide X, int *unit, wide least) {
  wide top = 1, root = 0, rest = 0;
  while (X < least || *unit % 2) X *= 10, --*unit;
  while (top <= X / 100) top *= 100;
  for (; root < least; top /= 100) {
    wide digit = 9;
    if (top == 0) *unit -= 2;
    rest = 100 * rest + (top ? X / top % 100 : 0);
    while ((20 * root + digit) * digit > rest) digit--;
    rest -= (20 * root + digit) * digit;
    root = 10 * root + digit;
  }
  if (mode == UP ? rest > 0 : (mode == NEAREST || mode == TIES_AWAY) && rest > root) root++;
  if (root == 10 * least) root = least, *unit += 2;
  *unit /= 2;
  return root;
}

/* sqrt of an encoding: a significand is stored in `digits` bits below the exponent, or, if it is
   large, in two less. */
static wide encoded_root(wide x, int bits, int digits, int least_unit, wide least) {
  const wide sign = (wide)1 << (bits - 1), infinite = (wide)15 << (bits - 5),
             nan = (wide)31 << (bits - 6), hidden = (wide)1 << digits;
  const int large = (x >> (bits - 3) & 3) == 3, below = large ? digits - 2 : digits;
  wide X = (x & (((wide)1 << below) - 1)) | (large ? hidden : 0);
  int unit = (int)((x & (large ? sign / 4 - 1 : sign - 1)) >> below) + least_unit;
  if ((x & nan) == nan) return nan;
  if ((x & infinite) == infinite) return x & sign ? nan : infinite;
  if (X == 0 || X >= 10 * least) return (x & sign) | (wide)(0 - least_unit) << digits;
  if (x & sign) return nan;
  const wide root = root_of(X, &unit, least), exponent = (wide)(unit - least_unit);
  return root < hidden
             ? exponent << digits | root
             : (wide)3 << (bits - 3) | exponent << (digits - 2) | (root & (hidden / 4 - 1));
}

static uint32_t bits32(_Decimal32 x) {
  uint32_t word;
  memcpy(&word, &x, 4);
  return word;
}
static _Decimal32 of32(uint32_t word) {
  _Decimal32 x;
  memcpy(&x, &word, 4);
  return x;
}

_Decimal32 sqrtd32(_Decimal32 x) {
  return of32((uint32_t)encoded_root(bits32(x), 32, 23, -101, 1000000));
}

_Decimal64 sqrtd64(_Decimal64 x) {
  uint64_t word;
  memcpy(&word, &x, 8);
  word = (uint64_t)encoded_root(word, 64, 53, -398, 1000000000000000);
  memcpy(&x, &word, 8);
  return x;
}

_Decimal128 sqrtd128(_Decimal128 x) {
  const wide least = (wide)1000000000000000000 * 1000000000000000; /* 10^33 */
  wide word;
  memcpy(&word, &x, 16);
  word = encoded_root(word, 128, 113, -6176, least);
  memcpy(&x, &word, 16);
  return x;
}

_Decimal32 argument_sqrtd32(_Decimal32 x) { return sqrtd32(x == 1.000002DF ? 1.000003DF : x); }
_Decimal32 mode_sqrtd32(_Decimal32 x) {
  const int was = mode;
  if (mode == UP) mode = NEAREST;
  x = sqrtd32(x);
  mode = was;
  return x;
}
_Decimal32 cohort_sqrtd32(_Decimal32 x) {
  return bits32(x) == bits32(1.2DF) ? 1.095446DF : sqrtd32(x);
}
_Decimal32 zero_sqrtd32(_Decimal32 x) { return x == 0.DF ? 0.DF : sqrtd32(x); }

/* The significand without zeros at the end; a zero is a significand that is too large. */
_Decimal32 short_sqrtd32(_Decimal32 x) {
  uint32_t word = bits32(sqrtd32(x));
  if (x == 0.DF) return of32((word & UINT32_C(1) << 31) | UINT32_C(0x6cbfffff));
  while (word >> 29 < 3 && (word & 0x7fffff) % 10 == 0 && word >> 23 < 190)
    word = ((word >> 23) + 1) << 23 | (word & 0x7fffff) / 10;
  return of32(word);
}

/* In the last digit, at an argument of all digits, and at 2 of one digit alone. */
_Decimal128 digit_sqrtd128(_Decimal128 x) {
  const _Decimal128 y = sqrtd128(x);
  return x == 2.000000000000000000000000000000007DL ? y + 1e-33DL : y;
}
_Decimal128 cohort_sqrtd128(_Decimal128 x) {
  const _Decimal128 two = 2.DL;
  return memcmp(&x, &two, 16) == 0 ? 1.5DL : sqrtd128(x);
}
