/* The smoothness of the scaled value on a range, for the cost model. */
#ifndef TMD_SMOOTHNESS_H
#define TMD_SMOOTHNESS_H

#include "lib/cell/segment.h"

/* Taylor coefficients in absolute value, at their largest. */
struct tmd_smoothness {
  double w2, w3, w4, w5; /* |G''|/2, |G'''|/6, |G''''|/24, |G'''''|/120 per unit of X */
  double w1;             /* distance of G' from integers */
  double order_least;    /* below this order arcs are so long that the walk uses lines */
  int varies;            /* the coefficients vary much over the range */
};

/* Estimated at three arguments of the segment; not a bound. */
struct tmd_smoothness tmd_smoothness_of(const struct tmd_segment *segment);

#endif
