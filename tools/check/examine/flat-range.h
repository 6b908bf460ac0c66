/* Ranges on which f(x) is so near to a number, or to a straight row of numbers, that all its
   arguments are rounded alike: found from what regions say, and proved here. */
#ifndef TMD_FLAT_H
#define TMD_FLAT_H

#include "lib/cell/segment.h"
#include "lib/value/correct.h"

/* |f(x)| of argument X0 + t lies next to first + slope t, in halves of an ulp and counted as
   ordinals are: within 2^-14 ulp above it (side 1) or below it (-1), never equal to it. Of
   overflow: at least half an ulp beyond the greatest number. */
struct tmd_flat {
  tmd_u128 first, slope;
  int side;
  int direction; /* of |f|: +1, -1, strictly; 0: not known */
  int measured;  /* 1: that is where f(x) lies; 0: only how it is rounded */
  int beyond;    /* f overflows */
};

/* `reason` is that of the region which the segment is, or is part of; its problem is in modes all.
   1, or 0: it is not flat as a whole, or that is not seen. */
int tmd_flat(struct tmd_flat *flat, const struct tmd_checked *checked,
             const struct tmd_segment *segment, unsigned reason);

#endif
