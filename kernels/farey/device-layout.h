/* The layout of the values of a block of the Farey walk on the device:
   numbers[field][capacity], words[field][capacity]. */
#ifndef TMD_FAREY_DEVICE_H
#define TMD_FAREY_DEVICE_H

#include "kernels/farey/block-fields.h"

#define TMD_FAREY_ENUMERATOR(name) FAREY_##name,
enum tmd_farey_number {
  TMD_FAREY_WALK_FIELDS(TMD_FAREY_ENUMERATOR) TMD_FAREY_RANGE_FIELDS(TMD_FAREY_ENUMERATOR)
      FAREY_eps_value,
  FAREY_c3 /* c3, c4, ..., up to the degree; c3 is there for any degree */
};
#undef TMD_FAREY_ENUMERATOR
/* c0, c1, c2 as residues, low and high words */
enum tmd_farey_word { FAREY_C0_WORD, FAREY_C1_WORD = 2, FAREY_C2_WORD = 4, FAREY_WORDS = 6 };

/* Lists on the device, and their lengths in counts[]: pairs of roots to look at in double
   precision, arcs to be done whole, members to be evaluated. They may have asked for more room than
   there was. */
enum tmd_farey_list { FAREY_HITS, FAREY_WHOLE, FAREY_MEMBERS, FAREY_LISTS };
/* A hit: pairs first .. first + pairs - 1 of the arc q, left, delta; for a whole arc only these
   three. */
enum tmd_farey_hit {
  FAREY_HIT_Q,
  FAREY_HIT_LEFT,
  FAREY_HIT_DELTA,
  FAREY_HIT_FIRST,
  FAREY_HIT_PAIRS,
  FAREY_HIT_NUMBERS,
  FAREY_ARC_NUMBERS = FAREY_HIT_FIRST
};

/* Of each block comes back: arcs, passes of pairs in single precision, 1 if an arc could not be
   done. */
enum tmd_farey_report { FAREY_ARCS, FAREY_PASSES, FAREY_UNDONE, FAREY_REPORTS };

#endif
