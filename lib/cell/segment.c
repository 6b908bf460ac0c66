#include "lib/cell/segment.h"

#include <math.h>

#include "lib/base/arb-helpers.h"
#include "lib/problem/ordinal.h"

enum { BALL_BITS = 256 };

void tmd_segment_argument(mpfr_t x, const struct tmd_segment *segment, tmd_u128 X) {
  tmd_argument_mpfr(x, segment->cell.sign_x, X, tmd_segment_unit(segment));
}

void tmd_segment_rational(fmpq_t x, const struct tmd_segment *segment, tmd_u128 X) {
  tmd_argument_rational(x, tmd_format_radix(&segment->problem->in), segment->cell.sign_x, X,
                        tmd_segment_unit(segment));
}

void tmd_segment_scale(arb_t x, const struct tmd_segment *segment, const arb_t X, slong prec) {
  tmd_ball_scale(x, X, tmd_format_radix(&segment->problem->in), tmd_segment_unit(segment), prec);
  if (segment->cell.sign_x) arb_neg(x, x);
}

void tmd_segment_ball(arb_t x, const struct tmd_segment *segment) {
  tmd_ball_range(x, segment->X0, segment->X1 - 1);
  tmd_segment_scale(x, segment, x, BALL_BITS);
}

int tmd_segment_binary_unit(const struct tmd_segment *segment) {
  const int unit = tmd_segment_unit(segment);
  return segment->problem->in.decimal && unit < 0 ? -(1 << 22) : unit;
}

/* An end of the domain, an integer >= 0, in units of X, rounded down; BEYOND, which is more than
   every X, where it is more. */
#define BEYOND ((tmd_u128)1 << 126)
static tmd_u128 in_units(int *exact, double end, const struct tmd_segment *segment) {
  int unit = tmd_segment_unit(segment);
  tmd_u128 whole = (tmd_u128)end, power = 1;
  if (!segment->problem->in.decimal) {
    const double bound = ldexp(end, -unit);
    whole = bound < (double)BEYOND ? (tmd_u128)bound : BEYOND;
    *exact = bound == floor(bound);
    return whole;
  }
  for (; unit < 0 && whole < BEYOND; unit++)
    if (__builtin_mul_overflow(whole, 10, &whole)) whole = BEYOND;
  for (; unit > 0 && power <= whole; unit--) power *= 10;
  *exact = whole % power == 0;
  return whole < BEYOND ? whole / power : BEYOND;
}

int tmd_segment_clip(struct tmd_segment *segment) {
  const struct tmd_function *f = segment->function;
  const int negative = segment->cell.sign_x;
  int exact;
  /* distance from 0 of the end of the domain on this side, and of the one towards 0 */
  const double far = negative ? -f->least : f->greatest, near = negative ? -f->greatest : f->least;
  const int far_closed = negative ? f->least_closed : f->greatest_closed;
  const int near_closed = negative ? f->greatest_closed : f->least_closed;
  if (far <= 0) return 0;
  if (!isinf(far)) {
    /* X radix^unit <= far */
    const tmd_u128 whole = in_units(&exact, far, segment);
    const tmd_u128 last = far_closed || !exact ? whole + 1 : whole;
    if (whole == 0) return 0;
    if (segment->X1 > last) segment->X1 = last;
  }
  if (near > 0) {
    const tmd_u128 whole = in_units(&exact, near, segment);
    const tmd_u128 first = near_closed && exact ? whole : whole + 1;
    if (segment->X0 < first) segment->X0 = first;
  }
  return segment->X0 < segment->X1;
}
