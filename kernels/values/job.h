/* The jobs of a strip of consecutive arguments, and their entries: fill writes where the values
   lie, compare judges results.

   A place is 64 bits: the low bits of the ordinal of |f(x)|, its integer part, above
   TMD_CURVE_FRACTION_BITS of fraction (lib/packet/curve.h). */
#ifndef TMD_VALUES_JOB_H
#define TMD_VALUES_JOB_H

#include <stdint.h>

#include "kernels/lane/kernels.h"

enum { TMD_VALUES_DEGREE_MAX = 4, TMD_VALUES_STEP = TMD_TRACKS };

/* Argument t = TMD_VALUES_STEP s + track has the place sum_j C(s, j) table[j][track] mod 2^64. */
struct tmd_fill_job {
  int degree;
  uint64_t steps;
  uint64_t table[TMD_VALUES_DEGREE_MAX + 1][TMD_TRACKS];
};

/* place[TMD_VALUES_STEP s + track], s < steps. */
TMD_KERNEL(void, fill, (const struct tmd_fill_job *job, uint64_t *place))

/* The results of a strip in one mode. With d = result - place, in units of the place's last bit and
   mod 2^64, as a signed number: a result is wrong where d is not between least and most. Open, for
   others to judge, are results that are not between low and high (encodings less the sign), those
   with |d| > reach, and those whose place is within `slack` of a breakpoint, a multiple of half an
   ulp, or not between `from` and from + width, mod 2^64. If both_signs, a place is signed, and so
   is a result taken, where the sign of its encoding is set: as minus the rest of it; and if inward,
   it is the difference less the sign of its place that is to be between least and most. */
struct tmd_compare_job {
  int fraction_bits; /* of a place: an ulp is that power of two */
  int both_signs, inward;
  const uint64_t *place;
  const void *result; /* encodings of `bytes` bytes: 2, 4 or 8; as place, readable up to a multiple
                         of TMD_VALUES_STEP */
  int bytes;
  uint64_t count;
  uint64_t sign; /* what is taken from an encoding by exclusive or; of both signs, the sign bit */
  uint64_t low, high, slack, reach, from, width;
  int64_t least, most;
  int direction; /* +1, -1: |f| rises or falls: results against that are out of order; 0: that is
                    not known */
};

/* Bit i & 7 of byte i >> 3 stands for argument i. The caller has cleared them. */
struct tmd_marks {
  uint8_t *open, *wrong;
  uint8_t *order; /* |result| is less (direction > 0) or greater than that before; not the first */
};

struct tmd_compared {
  uint64_t open, wrong, order; /* how many are marked; open ones as that alone */
  int64_t d_least, d_most;     /* of those not open; 0 if they do not go that far */
};

TMD_KERNEL(void, compare,
           (const struct tmd_compare_job *job, struct tmd_compared *compared,
            const struct tmd_marks *marks))

#endif
