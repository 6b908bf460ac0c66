#include "lib/plan/smoothness.h"

#include <math.h>

#include "lib/base/arb-helpers.h"
#include "lib/cell/scaled.h"

/* Twice 4 of w_2, 16 of w_3, ...: on a binade 1/x is just smooth enough. */
static const double SMOOTH_RATIO = 2;

/* |w_j|; for w_1 the distance from an integer. */
static double magnitude(const arb_poly_t w, int j) {
  SCOPED(arf, c);
  if (j < arb_poly_length(w)) arf_set(c, arb_midref(arb_poly_get_coeff_ptr(w, j)));
  if (j == 1 && arf_is_finite(c)) {
    SCOPED(arf, integer);
    tmd_ball_nearest(integer, c);
    arf_sub(c, c, integer, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
  return fabs(arf_get_d(c, ARF_RND_UP));
}

struct tmd_smoothness tmd_smoothness_of(const struct tmd_segment *segment) {
  double most[6] = {0}, least[6], order_least = 0;
  int varies = 0;
  SCOPED(arb, X);
  SCOPED(arb_poly, w);
  /* both ends: next to a pole even the neighbour of the end is quite different */
  const tmd_u128 last = segment->X1 - 1,
                 samples[] = {segment->X0, segment->X0 + (last - segment->X0) / 2, last};
  for (int i = 0; i < 3; i++) {
    tmd_ball_integer(X, samples[i]);
    tmd_scaled_series(w, segment, X, 6, 96 + tmd_format_significand_bits(&segment->problem->in));
    double size[6];
    for (int j = 1; j <= 5; j++) {
      size[j] = magnitude(w, j);
      varies |= !isfinite(size[j]); /* singular there */
      if (isfinite(size[j]) && size[j] > most[j]) most[j] = size[j];
      if (i == 0 || size[j] < least[j]) least[j] = size[j];
    }
    /* within the arc of an integer, 1/Q, but so far from its vertex that the curvature differs
       (kernels/farey/farey.md, an arc alone) */
    if (size[1] * size[3] > 0.12 * size[2] * size[2] && order_least < 1 / size[1])
      order_least = 1 / size[1];
  }
  for (int j = 2; j <= 5; j++) varies |= most[j] > ldexp(SMOOTH_RATIO, 2 * (j - 1)) * least[j];
  return (struct tmd_smoothness){most[2], most[3], most[4], most[5], most[1], order_least, varies};
}
