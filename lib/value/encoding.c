#include "lib/value/encoding.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/arb-compat.h"
#include "lib/base/error.h"
#include "lib/base/wide-fmpz.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"

static const tmd_u128 middle = (tmd_u128)1 << 127; /* the position of +0 */

static int is_extended(const struct tmd_format *format) { return format->p == 64; }

int tmd_encoding_pad(const struct tmd_format *format) {
  return format->p == 11 && format->emin == -126 && format->emax == 127 &&
                 format->end.kind == TMD_END_IEEE
             ? 13
             : 0;
}

/* decimal32, decimal64 or decimal128; other decimal formats are not stored. */
static int is_interchange(const struct tmd_format *format) {
  static const struct {
    int p, emax;
  } stored[] = {{7, 96}, {16, 384}, {34, 6144}};
  int found = 0;
  for (int i = 0; i < 3; i++)
    found |= format->p == stored[i].p && format->emax == stored[i].emax &&
             format->emin == 1 - stored[i].emax;
  return found;
}

int tmd_encoding_bytes(const struct tmd_format *format) {
  if (format->decimal && !is_interchange(format)) return 0;
  switch (tmd_format_sign_bit(format) + 1 + tmd_encoding_pad(format)) {
  case 8: return 1;
  case 16: return 2;
  case 32: return 4;
  case 64: return 8;
  case 80:
  case 128: return 16;
  default: return 0;
  }
}

int tmd_format_has_places(const struct tmd_format *format) {
  const double normals = tmd_wide_double(tmd_format_least_normal(format));
  return ((double)format->emax - format->emin + 2) * normals * (format->decimal ? 9 : 1) < 0x1p127;
}

tmd_u128 tmd_ordinal_infinite(const struct tmd_format *format) {
  return tmd_argument_ordinal(format, format->emax, tmd_format_X_end(format, format->emax));
}

struct tmd_datum tmd_datum_infinite(const struct tmd_format *format, int sign) {
  return (struct tmd_datum){TMD_DATUM_INFINITE, sign, tmd_ordinal_infinite(format)};
}

struct tmd_datum tmd_datum_overflow(const struct tmd_format *format, int sign) {
  if (format->end.saturates)
    return (struct tmd_datum){TMD_DATUM_NUMBER, sign, tmd_ordinal_infinite(format) - 1};
  return format->end.kind == TMD_END_FINITE ? (struct tmd_datum){TMD_DATUM_NAN, 0, 0}
                                            : tmd_datum_infinite(format, sign);
}

/* A decimal number, infinity or NaN by its code. */
static struct tmd_datum decode_decimal(const struct tmd_format *format, int sign,
                                       tmd_u128 ordinal) {
  const tmd_u128 infinite = tmd_ordinal_infinite(format), quiet = tmd_format_least_normal(format);
  if (ordinal < infinite) return (struct tmd_datum){TMD_DATUM_NUMBER, sign, ordinal};
  if (ordinal == infinite) return tmd_datum_infinite(format, sign);
  const tmd_u128 payload = ordinal - infinite - 1;
  return payload < quiet ? (struct tmd_datum){TMD_DATUM_NAN, sign, payload}
                         : (struct tmd_datum){TMD_DATUM_SIGNALLING, sign, payload - quiet};
}

/* A number, infinity or NaN beyond IEEE 754, by its sign and the bits below it. */
static struct tmd_datum decode_other(const struct tmd_format *format, int sign, tmd_u128 ordinal) {
  const tmd_u128 infinite = tmd_ordinal_infinite(format);
  const int p3109 = format->end.kind == TMD_END_P3109;
  if (p3109 && sign && ordinal == 0) return (struct tmd_datum){TMD_DATUM_NAN, 0, 0};
  if (ordinal < infinite) return (struct tmd_datum){TMD_DATUM_NUMBER, sign, ordinal};
  if (p3109 && ordinal == infinite) return tmd_datum_infinite(format, sign);
  return (struct tmd_datum){TMD_DATUM_NAN, sign, ordinal - infinite};
}

struct tmd_datum tmd_datum_of_bits(const struct tmd_format *format, tmd_u128 word) {
  const int bits = tmd_format_sign_bit(format);
  struct tmd_datum datum = {TMD_DATUM_NUMBER, (int)(word >> bits & 1),
                            word & (((tmd_u128)1 << bits) - 1)};
  if (format->decimal) return decode_decimal(format, datum.sign, datum.ordinal);
  if (format->end.kind != TMD_END_IEEE) return decode_other(format, datum.sign, datum.ordinal);
  const tmd_u128 fraction = datum.ordinal & (((tmd_u128)1 << (format->p - 1)) - 1);
  if (is_extended(format)) { /* removes the stored leading bit; without it, only subnormal encodings
                                are numbers */
    const tmd_u128 exponent = datum.ordinal >> 64;
    if (exponent > 0 && !(datum.ordinal >> 63 & 1))
      return (struct tmd_datum){TMD_DATUM_NAN, datum.sign, fraction};
    datum.ordinal = exponent > 0 ? exponent << 63 | fraction : datum.ordinal;
  }
  if (datum.ordinal < tmd_ordinal_infinite(format)) return datum;
  datum.class = fraction == 0                 ? TMD_DATUM_INFINITE
                : fraction >> (format->p - 2) ? TMD_DATUM_NAN
                                              : TMD_DATUM_SIGNALLING;
  if (fraction != 0) datum.ordinal = fraction;
  return datum;
}

tmd_u128 tmd_datum_bits(const struct tmd_format *format, const struct tmd_datum *datum) {
  const tmd_u128 sign = (tmd_u128)(datum->sign != 0) << tmd_format_sign_bit(format);
  const int is_nan = datum->class >= TMD_DATUM_NAN;
  tmd_u128 word = datum->ordinal;
  if (format->decimal && is_nan)
    word += tmd_ordinal_infinite(format) + 1 +
            (datum->class == TMD_DATUM_SIGNALLING ? tmd_format_least_normal(format) : 0);
  if (format->decimal) return sign | word;
  if (format->end.kind == TMD_END_P3109 && is_nan)
    return (tmd_u128)1 << tmd_format_sign_bit(format);
  if (format->end.kind == TMD_END_P3109 && word == 0) return 0;
  if (format->end.kind != TMD_END_IEEE)
    return sign | (word + (is_nan ? tmd_ordinal_infinite(format) : 0));
  if (is_nan) {
    const tmd_u128 quiet = (tmd_u128)1 << (format->p - 2), payload = datum->ordinal & (quiet - 1);
    word = tmd_ordinal_infinite(format) | (datum->class == TMD_DATUM_NAN ? quiet | payload
                                           : payload                     ? payload
                                                                         : 1);
  }
  if (is_extended(format)) {
    const tmd_u128 exponent = word >> 63;
    if (exponent > 0)
      word = exponent << 64 | (tmd_u128)1 << 63 | (word & (((tmd_u128)1 << 63) - 1));
  }
  return sign | word;
}

struct tmd_datum tmd_datum_decode(const struct tmd_format *format, const void *bytes) {
  const int pad = tmd_encoding_pad(format);
  tmd_u128 word = 0;
  memcpy(&word, bytes, (size_t)tmd_encoding_bytes(format));
  const tmd_u128 rest = word & (((tmd_u128)1 << pad) - 1);
  struct tmd_datum datum = tmd_datum_of_bits(format, word >> pad);
  if (rest && datum.class == TMD_DATUM_INFINITE) datum.class = TMD_DATUM_SIGNALLING;
  if (rest && datum.class == TMD_DATUM_NUMBER) datum.ordinal = tmd_ordinal_infinite(format) + 1;
  return datum;
}

void tmd_datum_encode(void *bytes, const struct tmd_format *format, const struct tmd_datum *datum) {
  const tmd_u128 word = tmd_datum_bits(format, datum) << tmd_encoding_pad(format);
  memcpy(bytes, &word, (size_t)tmd_encoding_bytes(format));
}

int tmd_datum_same(const struct tmd_datum *a, const struct tmd_datum *b) {
  if (a->class >= TMD_DATUM_NAN || b->class >= TMD_DATUM_NAN)
    return a->class >= TMD_DATUM_NAN && b->class >= TMD_DATUM_NAN;
  return a->class == b->class && a->sign == b->sign && a->ordinal == b->ordinal;
}

tmd_u128 tmd_datum_steps(const struct tmd_datum *a, const struct tmd_datum *b) {
  if (tmd_datum_same(a, b)) return 0;
  if (a->class >= TMD_DATUM_NAN || b->class >= TMD_DATUM_NAN) return TMD_STEPS_NAN;
  if (a->class == TMD_DATUM_INFINITE || b->class == TMD_DATUM_INFINITE) return TMD_STEPS_INFINITE;
  if (a->sign != b->sign) return a->ordinal + b->ordinal;
  return a->ordinal < b->ordinal ? b->ordinal - a->ordinal : a->ordinal - b->ordinal;
}

char *tmd_steps_print(char *text, tmd_u128 steps) {
  if (steps == TMD_STEPS_INFINITE) return strcpy(text, "inf");
  return steps == TMD_STEPS_NAN ? strcpy(text, "nan") : tmd_wide_print(text, steps);
}

int tmd_steps_parse(tmd_u128 *steps, const char *text) {
  if (!strcmp(text, "inf")) *steps = TMD_STEPS_INFINITE;
  else if (!strcmp(text, "nan")) *steps = TMD_STEPS_NAN;
  else if (tmd_wide_parse(steps, text) || *steps >= TMD_STEPS_INFINITE) return -1;
  return 0;
}

char *tmd_datum_print(char *text, const struct tmd_format *format, const struct tmd_datum *datum) {
  static const char *const names[] = {
      [TMD_DATUM_INFINITE] = "inf", [TMD_DATUM_NAN] = "nan", [TMD_DATUM_SIGNALLING] = "snan"};
  int e;
  tmd_u128 X;
  if (datum->class != TMD_DATUM_NUMBER)
    return strcat(strcpy(text, datum->sign ? "-" : ""), names[datum->class]);
  tmd_argument_at(format, datum->ordinal, &e, &X);
  return tmd_number_print(text, format, datum->sign, X, e - format->p + 1);
}

char *tmd_arguments_print(char *text, const struct tmd_format *format, const struct tmd_datum *x,
                          const struct tmd_second *second) {
  tmd_datum_print(text, format, x);
  if (second->kind == TMD_SECOND_NONE && x->class >= TMD_DATUM_NAN && x->ordinal > 1) {
    const uint64_t high = (uint64_t)(x->ordinal >> 64), low = (uint64_t)x->ordinal;
    if (high) sprintf(text + strlen(text), "(0x%" PRIx64 "%016" PRIx64 ")", high, low);
    else sprintf(text + strlen(text), "(0x%" PRIx64 ")", low);
  }
  if (second->kind == TMD_SECOND_NUMBER || second->kind == TMD_SECOND_NUMBERS)
    tmd_datum_print(strcat(text, ",") + strlen(text), format, &second->y);
  if (second->kind == TMD_SECOND_NUMBERS)
    tmd_datum_print(strcat(text, ",") + strlen(text), format, &second->z);
  if (second->kind == TMD_SECOND_INTEGER) sprintf(text + strlen(text), ",%" PRId64, second->n);
  return text;
}

tmd_u128 tmd_datum_place(const struct tmd_datum *datum) {
  return datum->sign ? middle - 1 - datum->ordinal : middle + datum->ordinal;
}

struct tmd_datum tmd_datum_at_place(const struct tmd_format *format, tmd_u128 place) {
  const int sign = place < middle;
  struct tmd_datum datum = {TMD_DATUM_NUMBER, sign, sign ? middle - 1 - place : place - middle};
  if (datum.ordinal == tmd_ordinal_infinite(format)) datum.class = TMD_DATUM_INFINITE;
  return datum;
}

/* ---- text to numbers ---- */

/* The ordinal of |y|, y not 0: 0, or -1 if y is not a number of the format. */
static int find_ordinal(struct tmd_datum *datum, const struct tmd_format *format, const fmpq_t y) {
  const int radix = tmd_format_radix(format);
  const long top = tmd_rational_exponent(y, radix), e = top < format->emin ? format->emin : top;
  if (top > format->emax) return -1;
  SCOPED(fmpq, X);
  tmd_argument_rational(X, radix, 0, 1, format->p - 1 - (int)e);
  fmpq_mul(X, X, y);
  fmpq_abs(X, X);
  if (!fmpz_is_one(fmpq_denref(X))) return -1;
  datum->ordinal = tmd_argument_ordinal(format, (int)e, tmd_wide_from_fmpz(fmpq_numref(X)));
  return datum->ordinal < tmd_ordinal_infinite(format) ? 0 : -1;
}

static int no_number(const struct tmd_format *format, const char *text) {
  return tmd_error(TMD_USAGE, "'%.80s' is no number of the format %s", text,
                   TMD_FORMAT_NUMBERS(format));
}

static int parse_finite(struct tmd_datum *datum, const struct tmd_format *format,
                        const char *text) {
  SCOPED(mpq, x);
  SCOPED(fmpq, y);
  int failed = tmd_hexfloat_parse_rational(x, text);
  if (!failed) fmpq_set_mpq(y, x);
  if (!failed && mpq_sgn(x) && find_ordinal(datum, format, y)) failed = no_number(format, text);
  if (!mpq_sgn(x) && format->end.kind == TMD_END_P3109) datum->sign = 0; /* its only zero */
  return failed;
}

int tmd_datum_parse(struct tmd_datum *datum, const struct tmd_format *format, const char *text) {
  const int sign = *text == '-';
  const char *magnitude = text + (sign || *text == '+');
  *datum = (struct tmd_datum){TMD_DATUM_NUMBER, sign, 0};
  if (!strcmp(magnitude, "inf") && format->end.kind == TMD_END_FINITE)
    return no_number(format, text);
  if (!strcmp(magnitude, "inf")) *datum = tmd_datum_infinite(format, sign);
  else if (!strcmp(magnitude, "nan")) datum->class = TMD_DATUM_NAN;
  else return parse_finite(datum, format, text);
  return 0;
}
