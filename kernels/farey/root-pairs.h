/* Shared by the variants of the Farey walk. Symbols as in farey.md. */
#ifndef TMD_ROOT_PAIRS_H
#define TMD_ROOT_PAIRS_H

#include "kernels/lane/platform.h"

enum {
  TMD_FAREY_PASS = 8,      /* pairs of roots at a time */
  TMD_FAREY_ROOT_BITS = 21 /* in single precision roots are kept in units of 2^-21 q */
};

/* Pairs of roots of one arc in double precision: v + j w +- sqrt((D + j) k), 0 <= j < pairs, in
   units of q. */
struct tmd_farey_pairs {
  double d, k, v, w, width;
  uint64_t pairs;
};

#endif
