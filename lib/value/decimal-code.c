#include "lib/value/decimal-code.h"

#include <string.h>

#include "lib/problem/ordinal.h"

/* Below the sign are two bits that are 11 in the encodings of large significands, of infinities and
   of NaN; the exponent begins with them, or behind them. */
struct decimal_layout {
  int sign;        /* its bit */
  int significand; /* bits of it if the exponent is in front; else two less */
  int least;       /* the exponent of a unit that is encoded as 0 */
};

static struct decimal_layout layout_of(const struct tmd_format *format) {
  const int bits = 8 * tmd_encoding_bytes(format);
  return (struct decimal_layout){bits - 1,
                                 bits == 32   ? 23
                                 : bits == 64 ? 53
                                              : 113,
                                 format->emin - format->p + 1};
}

static tmd_u128 mask(int bits) { return ((tmd_u128)1 << bits) - 1; }

static tmd_u128 encode_number(const struct tmd_format *format, tmd_u128 X, int unit) {
  const struct decimal_layout at = layout_of(format);
  const tmd_u128 exponent = (tmd_u128)(unit - at.least);
  if (X >> at.significand == 0) return exponent << at.significand | X;
  return (tmd_u128)3 << (at.sign - 2) | exponent << (at.significand - 2) |
         (X & mask(at.significand - 2));
}

/* 0x78, 0x7c and 0x7e in the first byte. */
enum { INFINITE = 0xf, NOT_A_NUMBER = 0x1f, SIGNALLING = 0x3f };

void tmd_decimal_store(void *bytes, const struct tmd_format *format, tmd_u128 code, int shortest) {
  const struct decimal_layout at = layout_of(format);
  const struct tmd_datum datum = tmd_datum_of_bits(format, code);
  tmd_u128 word, X;
  int e;
  if (datum.class == TMD_DATUM_INFINITE) {
    word = (tmd_u128)INFINITE << (at.sign - 4);
  } else if (datum.class != TMD_DATUM_NUMBER) {
    const int quiet = datum.class == TMD_DATUM_NAN;
    word = (tmd_u128)(quiet ? NOT_A_NUMBER : SIGNALLING) << (at.sign - (quiet ? 5 : 6)) |
           datum.ordinal % tmd_format_least_normal(format);
  } else {
    tmd_argument_at(format, datum.ordinal, &e, &X);
    const int most = format->emax - format->p + 1;
    int unit = e - format->p + 1;
    if (X == 0) unit = shortest ? most : 0;
    for (; shortest && X > 0 && X % 10 == 0 && unit < most; unit++) X /= 10;
    word = encode_number(format, X, unit);
  }
  word |= (tmd_u128)datum.sign << at.sign;
  memcpy(bytes, &word, (size_t)tmd_encoding_bytes(format));
}

/* The number X 10^unit, of as many digits as it can have. */
static struct tmd_datum normalized(const struct tmd_format *format, int sign, tmd_u128 X,
                                   int unit) {
  const tmd_u128 least = tmd_format_least_normal(format);
  const int least_unit = format->emin - format->p + 1;
  for (; X > 0 && X < least && unit > least_unit; unit--) X *= 10;
  return (struct tmd_datum){TMD_DATUM_NUMBER, sign,
                            X ? tmd_argument_ordinal(format, unit + format->p - 1, X) : 0};
}

tmd_u128 tmd_decimal_load(const struct tmd_format *format, const void *bytes) {
  const struct decimal_layout at = layout_of(format);
  tmd_u128 word = 0;
  memcpy(&word, bytes, (size_t)tmd_encoding_bytes(format));
  const int sign = (int)(word >> at.sign & 1), top = (int)(word >> (at.sign - 6) & mask(6)),
            large = top >> 4 == 3;
  struct tmd_datum datum;
  if (top >> 2 == INFINITE) {
    datum = tmd_datum_infinite(format, sign);
    if (top >> 1 == NOT_A_NUMBER) {
      const tmd_u128 payload = word & mask(at.significand - 3);
      datum = (struct tmd_datum){top == SIGNALLING ? TMD_DATUM_SIGNALLING : TMD_DATUM_NAN, sign,
                                 payload < tmd_format_least_normal(format) ? payload : 0};
    }
  } else {
    const int bits = at.significand - (large ? 2 : 0);
    tmd_u128 X = word & mask(bits);
    if (large) X |= (tmd_u128)1 << at.significand;
    if (X >= tmd_format_power(format, format->p)) X = 0;
    const int exponent = (int)(word >> bits & mask(at.sign - at.significand));
    datum = normalized(format, sign, X, exponent + at.least);
  }
  return tmd_datum_bits(format, &datum);
}
