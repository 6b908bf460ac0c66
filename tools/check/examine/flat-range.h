/* Ranges on which f(x) is so near to a number, or to a straight row of numbers, that all arguments
   are rounded alike: suggested by regions of claims, and proved here. */
#ifndef TMD_FLAT_RANGE_H
#define TMD_FLAT_RANGE_H

#include "lib/cell/segment.h"
#include "lib/value/correct.h"

/* |f(x)| at argument X0 + t lies next to first + slope t, in halves of an ulp and counted as
   ordinals: within 2^-14 ulp above it (side 1) or below it (-1), never equal to it. On overflow: at
   least half an ulp beyond the greatest number. */
struct tmd_flat {
  tmd_u128 first, slope;
  int side;
  int direction; /* of |f|: +1, -1, strictly; 0: not known */
  int measured;  /* 1: f(x) lies there; 0: it is only rounded as if it did */
  int beyond;    /* f overflows */
};

/* `reason` is that of the region of which the segment is a part; its problem is in modes all. 1, or
   0: the segment is not flat as a whole, or this is not proved. */
int tmd_flat(struct tmd_flat *flat, const struct tmd_checked *checked,
             const struct tmd_segment *segment, unsigned reason);

#endif
