#include "lib/cell/segment.h"

#include <math.h>

#include "lib/base/arb-helpers.h"
#include "lib/problem/ordinal.h"

void tmd_segment_argument(mpfr_t x, const struct tmd_segment *segment, tmd_u128 X) {
  tmd_argument_mpfr(x, segment->cell.sign_x, X, tmd_segment_unit(segment));
}

void tmd_segment_ball(arb_t x, const struct tmd_segment *segment) {
  tmd_ball_range(x, segment->X0, segment->X1 - 1);
  tmd_ball_scale(x, x, segment->cell.sign_x, tmd_segment_unit(segment));
}

/* An end of the domain, a small integer, in units of X: exact, or beyond every X, or so small that
   it is below 1. */
static double in_units(double end, int unit) { return ldexp(end, -unit); }

int tmd_segment_clip(struct tmd_segment *segment) {
  const struct tmd_function *f = segment->function;
  const int unit = tmd_segment_unit(segment), negative = segment->cell.sign_x;
  /* distance from 0 of the end of the domain on this side, and of the one towards 0 */
  const double far = negative ? -f->least : f->greatest, near = negative ? -f->greatest : f->least;
  const int far_closed = negative ? f->least_closed : f->greatest_closed;
  const int near_closed = negative ? f->greatest_closed : f->least_closed;
  if (far <= 0) return 0;
  if (!isinf(far)) {
    /* X 2^unit <= far */
    const double bound = in_units(far, unit);
    if (bound < 1) return 0;
    if (bound < 0x1p126) {
      const tmd_u128 whole = (tmd_u128)bound,
                     last = far_closed || bound != floor(bound) ? whole + 1 : whole;
      if (segment->X1 > last) segment->X1 = last;
    }
  }
  if (near > 0) {
    const double bound = in_units(near, unit);
    if (bound >= 0x1p126) return 0;
    const tmd_u128 whole = (tmd_u128)bound,
                   first = near_closed && bound == floor(bound) ? whole : whole + 1;
    if (segment->X0 < first) segment->X0 = first;
  }
  return segment->X0 < segment->X1;
}
