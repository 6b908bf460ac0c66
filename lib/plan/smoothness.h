/* How smooth the scaled value is on a range: what the cost model knows of it. */
#ifndef TMD_SMOOTHNESS_H
#define TMD_SMOOTHNESS_H

#include "lib/cell/segment.h"

/* Taylor coefficients in absolute value, at their largest. */
struct tmd_smoothness {
  double w2, w3, w4, w5; /* |G''|/2, |G'''|/6, |G''''|/24, |G'''''|/120 per unit of X */
  double w1;             /* distance of G' from integers */
  double order_least;    /* of less, the walk has arcs so long that it takes lines */
  int varies;            /* they differ much from place to place */
};

/* Seen at three arguments of the segment: advice, not a bound. */
struct tmd_smoothness tmd_smoothness_of(const struct tmd_segment *segment);

#endif
