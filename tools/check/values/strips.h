/* Strips: the places of the values of consecutive arguments among the numbers, for all rounding
   modes, with a bound of the error. Proof: kernels/values/values.md. */
#ifndef TMD_STRIPS_H
#define TMD_STRIPS_H

#include "kernels/values/job.h"
#include "lib/packet/curve.h"

/* The numbers of the format between which the values of a cell lie: ordinals low <= |f| <= high, of
   one binade (high: of the next power of two). */
struct tmd_values_cell {
  tmd_u128 low, high;
};

struct tmd_strip {
  uint64_t count;
  uint64_t slack; /* units of 2^-TMD_CURVE_FRACTION_BITS ulp: |f(x)| is within it of its place */
  uint64_t low, high; /* results outside these ordinals are open (their ends, at most 64 bits) */
  uint64_t from,
      width;     /* so are values whose places, less `from`, exceed `width`: outside the cell */
  int direction; /* of |f|: +1, -1, strictly; 0: not known */
};

enum { TMD_STRIP_MOST = 2048, TMD_STRIP_LEAST = 16, TMD_STRIP_FLAT_MOST = 1 << 16 };

/* Fills in the places of arguments t, t + 1, ... of the curve, as many as one table covers, at most
   `most`: strip->count, 0 if fewer than TMD_STRIP_LEAST. The array has room for a multiple of
   TMD_VALUES_STEP. */
void tmd_values_strip(struct tmd_strip *strip, uint64_t *place, const struct tmd_curve *curve,
                      const struct tmd_values_cell *cell, uint64_t t, uint64_t most);

/* The same for |f| that is proved to be first + slope t in halves of an ulp, and a little more
   (side +1) or less (-1), so that it lies between the same breakpoints. At most TMD_STRIP_FLAT_MOST
   arguments. */
void tmd_values_flat(struct tmd_strip *strip, uint64_t *place, const struct tmd_values_cell *cell,
                     tmd_u128 first_halves, tmd_u128 slope_halves, int side, uint64_t most);

#endif
