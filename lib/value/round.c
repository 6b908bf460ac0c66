/* Rounding of a correct result, its flags and errors. */
#include <math.h>
#include <string.h>

#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"
#include "lib/value/correct.h"

/* Of decimal numbers of one digit the ordinal does not show the parity. */
static int is_odd(const struct tmd_format *out, tmd_u128 ordinal) {
  int e;
  tmd_u128 X = ordinal;
  if (out->decimal) tmd_argument_at(out, ordinal, &e, &X);
  return (int)(X & 1);
}

/* 1 if the result is the next number above. */
static int rounds_away(const struct tmd_correct *c, const struct tmd_format *out,
                       enum tmd_rounding mode) {
  const int side = tmd_rounding_direction(mode, c->sign);
  if (c->eighths == 0) return 0;
  if (side) return side > 0;
  return c->eighths > 4 ||
         (c->eighths == 4 && (mode == TMD_ROUND_TIES_AWAY || is_odd(out, c->below)));
}

static struct tmd_correct end_of(const struct tmd_correct *c, int high) {
  struct tmd_correct end = *c;
  end.kind = TMD_CORRECT_NUMBER;
  if (!high) return end;
  end.below = c->most.below, end.fraction = c->most.fraction, end.gap = c->most.gap;
  end.sign = c->most.sign, end.eighths = c->most.eighths, end.beyond = c->most.beyond;
  return end;
}

struct tmd_datum tmd_correct_round(const struct tmd_correct *c, const struct tmd_format *out,
                                   enum tmd_rounding mode) {
  const tmd_u128 infinite = tmd_ordinal_infinite(out);
  struct tmd_datum result = {TMD_DATUM_NUMBER, c->sign, c->below};
  if (c->kind == TMD_CORRECT_UNDECIDED && !c->unknown) {
    const struct tmd_correct low = end_of(c, 0), high = end_of(c, 1);
    const struct tmd_datum least = tmd_correct_round(&low, out, mode),
                           most = tmd_correct_round(&high, out, mode);
    if (tmd_datum_same(&least, &most)) return least;
  }
  if (c->kind >= TMD_CORRECT_NAN) return (struct tmd_datum){TMD_DATUM_NAN, 0, 0};
  if (c->kind == TMD_CORRECT_INFINITE) return tmd_datum_overflow(out, c->sign);
  if (rounds_away(c, out, mode)) result.ordinal++;
  if (c->cancels && mode == TMD_ROUND_DOWN) result.sign = 1;
  if (result.ordinal >= infinite) result = tmd_datum_overflow(out, c->sign);
  if (result.ordinal == 0 && out->end.kind == TMD_END_P3109) result.sign = 0; /* its only zero */
  return result;
}

char *tmd_correct_print(char *text, const struct tmd_correct *c, const struct tmd_format *out,
                        enum tmd_rounding mode) {
  int e;
  tmd_u128 X;
  if (c->kind != TMD_CORRECT_NUMBER || (mode == TMD_ROUND_ODD && out->decimal))
    return strcpy(text, "-");
  if (mode != TMD_ROUND_ODD) {
    const struct tmd_datum result = tmd_correct_round(c, out, mode);
    return tmd_datum_print(text, out, &result);
  }
  tmd_argument_at(out, c->below, &e, &X);
  return tmd_hexfloat_print(text, c->sign, 4 * X + tmd_correct_odd(c), e - out->p - 1);
}

/* 1 if the result, rounded with unbounded exponent, is less than the least normal number. Where
   rounding in the grid of subnormal numbers gives that number, the grid of one more bit may have a
   number below it. */
static int stays_tiny(const struct tmd_correct *c, const struct tmd_format *out,
                      enum tmd_rounding mode) {
  const tmd_u128 normal = tmd_format_least_normal(out);
  const int side = tmd_rounding_direction(mode, c->sign);
  if (c->below >= normal) return 0;
  if (out->decimal) return 1; /* IEEE 754, 7.5: before rounding */
  if (c->below + 1 < normal || side < 0) return 1;
  return side > 0 ? c->eighths <= 4 : c->eighths < 6;
}

int tmd_correct_raises(const struct tmd_correct *c, const struct tmd_format *out,
                       enum tmd_rounding mode, int late) {
  const tmd_u128 normal = tmd_format_least_normal(out);
  if (c->kind != TMD_CORRECT_NUMBER) return c->raises;
  if (c->eighths == 0) return 0;
  int flags = TMD_RAISES_INEXACT;
  if (c->beyond || c->below + (tmd_u128)rounds_away(c, out, mode) >= tmd_ordinal_infinite(out))
    flags |= TMD_RAISES_OVERFLOW;
  if (late ? stays_tiny(c, out, mode) : c->below < normal) flags |= TMD_RAISES_UNDERFLOW;
  return flags;
}

/* ---- errors ---- */

/* (a - b) / unit - fraction, for multiples of numbers below 2^126; by the gap, which may be small,
   if a > b. */
static double difference(const struct tmd_correct *c, tmd_u128 a, tmd_u128 b, unsigned unit) {
  return a > b ? (tmd_wide_double(a - b) - unit) / unit + c->gap
               : -tmd_wide_double(b - a) / unit - c->fraction;
}

/* X radix^n */
static double scaled(tmd_u128 X, const struct tmd_format *format, int n) {
  const double x = tmd_wide_double(X);
  return format->decimal ? x * pow(10, n) : ldexp(x, n);
}

double tmd_correct_error(const struct tmd_correct *c, const struct tmd_format *out,
                         const struct tmd_datum *result) {
  int e, e_of;
  tmd_u128 X, X_of;
  const unsigned radix = (unsigned)tmd_format_radix(out);
  const double sign = c->sign ? -1 : 1;
  if (c->kind != TMD_CORRECT_NUMBER || result->class >= TMD_DATUM_NAN) {
    const struct tmd_datum right = tmd_correct_round(c, out, TMD_ROUND_NEAREST);
    return c->kind != TMD_CORRECT_NUMBER && tmd_datum_same(result, &right) ? 0 : NAN;
  }
  const int opposite = result->sign != c->sign;
  if (result->class == TMD_DATUM_INFINITE)
    return c->beyond && !opposite ? 0 : opposite ? -sign * INFINITY : sign * INFINITY;
  tmd_argument_at(out, result->ordinal, &e, &X);
  tmd_argument_at(out, c->below, &e_of, &X_of);
  if (opposite) return sign * (-scaled(X, out, e - e_of) - tmd_wide_double(X_of) - c->fraction);
  if (e == e_of) return sign * difference(c, X, X_of, 1);
  if (e == e_of + 1) return sign * difference(c, radix * X, X_of, 1);
  if (e == e_of - 1) return sign * difference(c, X, radix * X_of, radix);
  return sign * (scaled(X, out, e - e_of) - tmd_wide_double(X_of) - c->fraction);
}

/* ---- undecided values ---- */

int tmd_correct_settle(struct tmd_correct *by, const struct tmd_correct *c,
                       const struct tmd_format *out, enum tmd_rounding mode,
                       const struct tmd_datum *result) {
  const struct tmd_correct low = end_of(c, 0), high = end_of(c, 1);
  if (c->unknown) return 0;
  const struct tmd_datum least = tmd_correct_round(&low, out, mode),
                         most = tmd_correct_round(&high, out, mode);
  const int is_nan = result->class >= TMD_DATUM_NAN;
  const int above = !is_nan && tmd_datum_place(result) > tmd_datum_place(&most);
  const int below = !is_nan && tmd_datum_place(result) < tmd_datum_place(&least),
            same = tmd_datum_same(&least, &most);
  if (!same && (least.class >= TMD_DATUM_NAN || most.class >= TMD_DATUM_NAN)) return 0;
  const double error = tmd_correct_error(&low, out, result),
               other = tmd_correct_error(&high, out, result);
  *by = above || (same && !below && fabs(other) > fabs(error)) ? high : low;
  return is_nan || above || below || same;
}
