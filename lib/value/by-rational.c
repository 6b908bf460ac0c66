#include "lib/value/by-rational.h"

#include <math.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/wide-fmpz.h"
#include "lib/expression/at-rational.h"
#include "lib/problem/ordinal.h"

/* |f(x)|, not 0: between two positive numbers, or, if it is exact, equal to both; if `open`, to
   neither. */
struct tmd_between {
  fmpq_t low, high;
  int open, sign;
};

static void tmd_between_init(struct tmd_between *between) {
  fmpq_init(between->low), fmpq_init(between->high);
  between->open = between->sign = 0;
}

static void tmd_between_clear(struct tmd_between *between) {
  fmpq_clear(between->low), fmpq_clear(between->high);
}

/* ---- the position of f(x) in a format ---- */

/* What is further than by so many digits below the least number, or beyond the greatest. */
enum { FAR_DIGITS = 2 + (TMD_CORRECT_MORE_BITS * 3 + 9) / 10 };

static void far_below(struct tmd_correct *c) { c->eighths = 1, c->fraction = 0x1p-70, c->gap = 1; }

static void far_beyond(struct tmd_correct *c, const struct tmd_format *out) {
  c->below = tmd_ordinal_infinite(out) - 1;
  c->beyond = 1, c->eighths = 7;
  c->fraction = INFINITY, c->gap = -INFINITY;
}

static double as_double(const fmpq_t x) {
  FLOATS(53, y);
  fmpq_get_mpfr(y, x, MPFR_RNDZ);
  return mpfr_get_d(y, MPFR_RNDZ);
}

/* Beyond the greatest number by an ulp or more; at least `scaled` units of the greatest exponent:
   the fraction is the excess over it. */
static void beyond(struct tmd_correct *c, const struct tmd_format *out, const fmpq_t scaled) {
  SCOPED(fmpq, excess);
  SCOPED(fmpz, greatest);
  tmd_wide_to_fmpz(greatest, tmd_format_X_end(out, out->emax) - 1);
  fmpq_sub_fmpz(excess, scaled, greatest);
  far_beyond(c, out);
  c->fraction = as_double(excess);
  c->gap = 1 - c->fraction;
}

/* The fraction behind the integer part of |f| in units of the last place; `eighths` are those of
   the least value of it, which is exact or not. */
static void put_fraction(struct tmd_correct *c, const fmpq_t rest, unsigned eighths, int exact) {
  SCOPED(fmpq, gap);
  fmpq_one(gap);
  fmpq_sub(gap, gap, rest);
  c->fraction = fmpq_is_zero(rest) && !exact ? 0x1p-70 : as_double(rest);
  c->gap = as_double(gap);
  c->eighths = (int)eighths | !exact;
}

/* floor(8 x): and 1 if 8 x is an integer. */
static int floor_of_eighths(fmpz_t floor, const fmpq_t x) {
  SCOPED(fmpz, rest);
  fmpz_mul_2exp(floor, fmpq_numref(x), 3);
  fmpz_fdiv_qr(floor, rest, floor, fmpq_denref(x));
  return fmpz_is_zero(rest);
}

/* 1, or 0 if the interval has a midpoint or a number of the format, or an eighth, inside. */
static int place_between(struct tmd_correct *c, const struct tmd_format *out,
                         const struct tmd_between *between) {
  const int radix = tmd_format_radix(out), exact = fmpq_equal(between->low, between->high);
  long e = tmd_rational_exponent(between->low, radix);
  if (e < out->emin) e = out->emin;
  SCOPED(fmpq, low, high, unit);
  SCOPED(fmpz, eighths, most);
  tmd_argument_rational(unit, radix, 0, 1, out->p - 1 - (int)(e > out->emax ? out->emax : e));
  fmpq_mul(low, between->low, unit), fmpq_mul(high, between->high, unit);
  const int at_low = floor_of_eighths(eighths, low), at_high = floor_of_eighths(most, high);
  if (at_high && between->open) fmpz_sub_ui(most, most, 1);
  c->kind = TMD_CORRECT_NUMBER;
  c->sign = between->sign;
  if (e > out->emax) {
    beyond(c, out, low);
    return 1;
  }
  if (!fmpz_equal(eighths, most) || (at_low && !exact && !between->open)) return 0;
  const unsigned rest = (unsigned)fmpz_fdiv_ui(eighths, 8);
  fmpz_fdiv_q_2exp(eighths, eighths, 3);
  c->below = tmd_argument_ordinal(out, (int)e, tmd_wide_from_fmpz(eighths));
  if (c->below >= tmd_ordinal_infinite(out)) {
    beyond(c, out, low);
    return 1;
  }
  fmpq_sub_fmpz(low, low, eighths);
  put_fraction(c, low, rest, exact && at_low);
  return 1;
}

/* 1 if |y| with this exponent of two is so far outside the format that it has no position there. */
static int is_far(struct tmd_correct *c, const struct tmd_format *out, double least_log2,
                  double greatest_log2) {
  const double digit = log2(tmd_format_radix(out));
  if (least_log2 > digit * (out->emax + FAR_DIGITS)) far_beyond(c, out);
  else if (greatest_log2 < digit * (out->emin - out->p - FAR_DIGITS)) far_below(c);
  else return 0;
  return 1;
}

static int is_near(const struct tmd_format *out, long exponent) {
  const double digit = log2(tmd_format_radix(out));
  return exponent > digit * (out->emin - out->p - 2 * FAR_DIGITS) &&
         exponent < digit * (out->emax + 2 * FAR_DIGITS);
}

/* The absolute value of a number of MPFR, and with one more unit of its last place. */
static void set_absolute(fmpq_t y, const mpfr_t x, int more) {
  SCOPED(arf, size);
  FLOATS(mpfr_get_prec(x), absolute);
  mpfr_abs(absolute, x, MPFR_RNDZ);
  if (more) mpfr_nextabove(absolute);
  arf_set_mpfr(size, absolute);
  arf_get_fmpq(y, size);
}

void tmd_correct_finite_decimal(struct tmd_correct *c, const struct tmd_format *out, const mpfr_t y,
                                int exact) {
  const int over = mpfr_overflow_p() != 0, under = mpfr_underflow_p() != 0;
  c->kind = TMD_CORRECT_NUMBER;
  c->sign = mpfr_signbit(y) != 0;
  if (over) far_beyond(c, out);
  else if (mpfr_zero_p(y) && exact && !under) c->gap = 1;
  else if (mpfr_zero_p(y) || under) far_below(c);
  else if (!is_far(c, out, (double)mpfr_get_exp(y) - 1, (double)mpfr_get_exp(y))) {
    SCOPED_STRUCT(tmd_between, between);
    between.open = !exact;
    between.sign = c->sign;
    set_absolute(between.low, y, 0), set_absolute(between.high, y, !exact);
    if (!place_between(c, out, &between))
      *c = (struct tmd_correct){.kind = TMD_CORRECT_UNDECIDED, .unknown = 1};
  }
}

/* ---- f(x) at a rational x that is no binary number ---- */

/* f is strictly monotone around x, which is no binary number of so many bits, so that f(x) lies
   strictly between its values at two neighbours of x, by MPFR rounded toward zero. 1 if they show
   the position. */
static int by_neighbours(struct tmd_correct *c, const struct tmd_checked *checked, const fmpq_t x,
                         slong prec) {
  SCOPED(mpq, argument);
  FLOATS(prec + 32, at);
  FLOATS(prec, one, other);
  int over[2], under[2];
  fmpq_get_mpq(argument, x);
  for (int i = 0; i < 2; i++) {
    int out_of_range;
    const mpfr_ptr y = i ? other : one;
    if (mpfr_set_q(at, argument, i ? MPFR_RNDU : MPFR_RNDD) == 0) return 0;
    tmd_function_mpfr(checked->function, y, at, MPFR_RNDZ, &out_of_range);
    over[i] = mpfr_overflow_p() != 0, under[i] = mpfr_underflow_p() != 0;
    if (out_of_range && !over[i] && !under[i]) return 0;
  }
  c->kind = TMD_CORRECT_NUMBER;
  c->sign = mpfr_signbit(one) != 0;
  if (over[0] != over[1] || under[0] != under[1] || mpfr_signbit(one) != mpfr_signbit(other))
    return 0;
  if (over[0]) far_beyond(c, &checked->out);
  if (under[0]) far_below(c);
  if (over[0] || under[0]) return 1;
  if (!mpfr_regular_p(one) || !mpfr_regular_p(other)) return 0;
  const int falls = mpfr_cmpabs(one, other) > 0;
  const mpfr_ptr least = falls ? other : one, greatest = falls ? one : other;
  if (is_far(c, &checked->out, (double)mpfr_get_exp(least) - 1, (double)mpfr_get_exp(greatest)))
    return 1;
  SCOPED_STRUCT(tmd_between, between);
  between.open = 1;
  between.sign = c->sign;
  set_absolute(between.low, least, 0), set_absolute(between.high, greatest, 1);
  return place_between(c, &checked->out, &between);
}

/* The numbers of a ball, and the position if all have one; `between` is set, and *bounded is 1, if
   they are finite, have one sign, and may have a position. */
static int by_ball(struct tmd_correct *c, struct tmd_between *between, int *bounded,
                   const struct tmd_format *out, const arb_t y) {
  long least, greatest;
  if (!arb_is_finite(y) || arb_contains_zero(y)) return 0;
  tmd_ball_exponents(&least, &greatest, y, 2, 64);
  c->kind = TMD_CORRECT_NUMBER;
  c->sign = arb_is_negative(y);
  if (is_far(c, out, (double)least, (double)greatest + 1)) return 1;
  if (!is_near(out, least) || !is_near(out, greatest)) return 0; /* a wide ball */
  SCOPED(arb, size);
  SCOPED(arf, low, high);
  arb_abs(size, y);
  arb_get_interval_arf(low, high, size, arb_bits(y) + 64);
  arf_get_fmpq(between->low, low), arf_get_fmpq(between->high, high);
  between->sign = c->sign;
  *bounded = fmpq_sgn(between->low) > 0;
  return *bounded && place_between(c, out, between);
}

/* The ends of an interval without a position, or nothing. */
static void leave_open(struct tmd_correct *c, const struct tmd_format *out,
                       const struct tmd_between *between, int bounded) {
  struct tmd_correct high = {0};
  SCOPED_STRUCT(tmd_between, end);
  *c = (struct tmd_correct){.kind = TMD_CORRECT_UNDECIDED, .unknown = !bounded};
  if (!bounded) return;
  end.sign = between->sign;
  fmpq_set(end.low, between->low), fmpq_set(end.high, between->low);
  place_between(c, out, &end);
  fmpq_set(end.low, between->high), fmpq_set(end.high, between->high);
  place_between(&high, out, &end);
  c->kind = TMD_CORRECT_UNDECIDED;
  if (between->sign) { /* the least f(x) first */
    const struct tmd_correct low = *c;
    *c = high;
    c->kind = TMD_CORRECT_UNDECIDED;
    high = low;
  }
  c->most.below = high.below, c->most.fraction = high.fraction, c->most.gap = high.gap;
  c->most.sign = high.sign, c->most.eighths = high.eighths, c->most.beyond = high.beyond;
}

static void at_exact(struct tmd_correct *c, const struct tmd_format *out, const fmpq_t y) {
  SCOPED_STRUCT(tmd_between, between);
  c->kind = TMD_CORRECT_NUMBER;
  c->gap = 1;
  if (fmpq_is_zero(y)) return;
  between.sign = fmpq_sgn(y) < 0;
  fmpq_abs(between.low, y), fmpq_abs(between.high, y);
  place_between(c, out, &between);
}

static int is_monotone_at(const struct tmd_function *f, const fmpq_t x) {
  if (f->expression) return 0;
  return f->monotone || (f->rises_from > 0 && as_double(x) >= f->rises_from);
}

/* 1 if the library shows the position, or that f is not defined at x. */
static int by(tmd_at_rational_by *library, struct tmd_correct *c, struct tmd_between *between,
              int *bounded, const struct tmd_checked *checked, const fmpq_t x, slong prec) {
  SCOPED(arb, y);
  const enum tmd_exactness known = library(checked->function, y, x, prec);
  *c = (struct tmd_correct){.kind = TMD_CORRECT_NAN, .raises = TMD_RAISES_INVALID};
  if (known != TMD_AT_RATIONAL) return known == TMD_AT_OUTSIDE;
  c->raises = 0;
  return by_ball(c, between, bounded, &checked->out, y);
}

void tmd_correct_at_rational(struct tmd_correct *c, const struct tmd_checked *checked,
                             const fmpq_t x) {
  const struct tmd_function *f = checked->function;
  int bounded = 0, known;
  SCOPED(fmpq, exact);
  SCOPED_STRUCT(tmd_between, between);
  *c = (struct tmd_correct){.kind = TMD_CORRECT_NAN};
  const enum tmd_exactness exactness = tmd_at_rational_exactly(f, exact, x);
  if (exactness == TMD_AT_RATIONAL) at_exact(c, &checked->out, exact);
  if (exactness == TMD_AT_OUTSIDE) c->raises = TMD_RAISES_INVALID;
  if (exactness != TMD_AT_UNKNOWN) return;
  for (slong prec = tmd_format_significand_bits(&checked->out) + TMD_CORRECT_MORE_BITS;;
       prec *= 2) {
    *c = (struct tmd_correct){.kind = TMD_CORRECT_NAN};
    known = (is_monotone_at(f, x) && by_neighbours(c, checked, x, prec)) ||
            by(tmd_at_rational_by_mpfr, c, &between, &bounded, checked, x, prec) ||
            by(tmd_at_rational_by_arb, c, &between, &bounded, checked, x, prec);
    if (known) return;
    if (prec >= f->methods->bits_max) break;
  }
  leave_open(c, &checked->out, &between, bounded);
}
