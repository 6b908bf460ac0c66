#include "lib/cell/place.h"

#include "lib/base/arb-helpers.h"
#include "lib/base/error.h"
#include "lib/expression/at-rational.h"

enum { FIRST_PRECISION = 64, CERTAIN_PRECISION = 256 };

/* The place of all values of a ball; undecided where it contains 0, or is not finite. */
static struct tmd_place place_of_ball(const arb_t y, int radix, slong prec) {
  struct tmd_place place = {.kind = TMD_PLACE_UNDECIDED};
  if (!arb_is_finite(y)) return place;
  if (arb_is_zero(y)) place.kind = TMD_PLACE_ZERO;
  if (arb_contains_zero(y)) return place;
  place.kind = TMD_PLACE_BETWEEN;
  place.sign = arb_is_negative(y);
  tmd_ball_exponents(&place.low, &place.high, y, radix, prec);
  if (place.high < LONG_MAX) place.high++;
  return place;
}

/* Of an exact value, which may be a power of the radix. */
static struct tmd_place place_of_rational(const fmpq_t y, int radix) {
  if (fmpq_is_zero(y)) return (struct tmd_place){.kind = TMD_PLACE_ZERO};
  const long e = tmd_rational_exponent(y, radix);
  return (struct tmd_place){TMD_PLACE_BETWEEN, fmpq_sgn(y) < 0, e, e + 1};
}

static struct tmd_place place_by(tmd_at_rational_by *by, const struct tmd_function *f,
                                 const fmpq_t x, int radix, slong prec) {
  static const struct tmd_place outside = {.kind = TMD_PLACE_OUTSIDE},
                                undecided = {.kind = TMD_PLACE_UNDECIDED};
  SCOPED(arb, y);
  const enum tmd_exactness known = by(f, y, x, prec);
  if (known == TMD_AT_OUTSIDE) return outside;
  return known == TMD_AT_UNKNOWN ? undecided : place_of_ball(y, radix, prec);
}

static int is_decided(const struct tmd_place *place) {
  if (place->kind == TMD_PLACE_BETWEEN) return place->high == place->low + 1;
  return place->kind != TMD_PLACE_UNDECIDED;
}

/* |f(x)| >= 10^k, the power, which y holds, by MPFR's rounding toward zero; -1 if it is out of
   range. */
static int is_beyond(mpfr_t y, const struct tmd_function *f, const mpfr_t x, const mpfr_t power) {
  int out_of_range;
  tmd_function_mpfr(f, y, x, MPFR_RNDZ, &out_of_range);
  return out_of_range || mpfr_nan_p(y) ? -1 : mpfr_cmpabs(y, power) >= 0;
}

/* |f| lies next to a power of the radix that is an integer, as erf(1000) to 1, so that no ball
   shows on which side; but MPFR rounds right without end. As f is monotone, what it is at two
   neighbours of x it is at x. */
static void settle_by_rounding(struct tmd_place *place, const struct tmd_function *f,
                               const fmpq_t x, int radix) {
  enum { POWER_MAX = 40, BITS = 256 };
  if (place->kind != TMD_PLACE_BETWEEN || place->high != place->low + 2) return;
  if (f->expression || !f->monotone || place->high < 1 || place->high > POWER_MAX) return;
  SCOPED(mpq, argument);
  FLOATS(BITS, low, high, y, power);
  fmpq_get_mpq(argument, x);
  mpfr_set_q(low, argument, MPFR_RNDD), mpfr_set_q(high, argument, MPFR_RNDU);
  mpfr_ui_pow_ui(power, (unsigned long)radix, (unsigned long)(place->high - 1), MPFR_RNDN);
  const int at_low = is_beyond(y, f, low, power), at_high = is_beyond(y, f, high, power);
  if (at_low != at_high || at_low < 0) return;
  if (at_low) place->low++;
  else place->high--;
}

static struct tmd_place place_at(const struct tmd_function *f, const fmpq_t x, int radix) {
  SCOPED(fmpq, exact);
  struct tmd_place place = {.kind = TMD_PLACE_OUTSIDE};
  const enum tmd_exactness known = tmd_at_rational_exactly(f, exact, x);
  if (known == TMD_AT_RATIONAL) return place_of_rational(exact, radix);
  if (known == TMD_AT_OUTSIDE) return place;
  for (slong prec = FIRST_PRECISION;; prec *= 2) {
    place = place_by(tmd_at_rational_by_arb, f, x, radix, prec);
    settle_by_rounding(&place, f, x, radix);
    if (is_decided(&place) || tmd_place_is_far_out(&place) || prec >= f->methods->bits_max)
      return place;
  }
}

struct tmd_place tmd_place_at(const struct tmd_segment *segment, tmd_u128 X) {
  if (!tmd_problem_decimal(segment->problem)) {
    FLOATS(128, x);
    tmd_segment_argument(x, segment, X);
    return tmd_function_place(segment->function, x);
  }
  SCOPED(fmpq, x);
  tmd_segment_rational(x, segment, X);
  return place_at(segment->function, x, tmd_format_radix(&segment->problem->out));
}

/* Both decided: one place; else one contains values of the other. */
static int contradict(const struct tmd_place *a, const struct tmd_place *b) {
  if (a->kind == TMD_PLACE_UNDECIDED || b->kind == TMD_PLACE_UNDECIDED) return 0;
  if (a->kind != b->kind) return 1;
  return a->kind == TMD_PLACE_BETWEEN &&
         (a->sign != b->sign || a->high <= b->low || b->high <= a->low);
}

int tmd_place_certain_at(const struct tmd_segment *segment, tmd_u128 X, struct tmd_place *place) {
  const struct tmd_function *f = segment->function;
  if (!tmd_problem_decimal(segment->problem)) {
    FLOATS(128, x);
    tmd_segment_argument(x, segment, X);
    return tmd_function_place_certain(f, x, place);
  }
  const int radix = tmd_format_radix(&segment->problem->out);
  SCOPED(fmpq, x);
  tmd_segment_rational(x, segment, X);
  *place = place_at(f, x, radix);
  const struct tmd_place other = place_by(tmd_at_rational_by_mpfr, f, x, radix, CERTAIN_PRECISION);
  if (tmd_place_is_far_out(place) || tmd_place_is_far_out(&other) || !contradict(place, &other))
    return 0;
  return tmd_error(TMD_USAGE, "MPFR and Arb contradict each other on %s", f->name);
}
