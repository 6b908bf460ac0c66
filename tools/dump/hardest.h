/* Finds the hardest arguments of an all-hard range without evaluating each of them.

   An argument's distance is that of G(x) to the nearest integer. Take a part of the range, whose
   first and last arguments lie in one cell, and let an enclosure there of G, or of G less an
   integer at each X (tmd_region_enclose), lie on one side of an integer N and less than 1/2 from
   it. Then N, or N plus that integer, is the nearest one at all arguments, and these lie in the
   cell, too: G stays next to N, or rises with X, as those integers do by 1 or more. So

   - no argument is nearer than the enclosure: if enough arguments of the same kind and side are
   known that are as near, the part has nothing to add;
   - if the enclosed function rises throughout or falls throughout, so does the distance, and the
   nearest are those at one end.

   Other parts are halved, and a few arguments are evaluated: where G crosses N once,
   logarithmically many. Distances of records are truncated, and are compared with bounds as if
   greater by a unit in the last place. */
#ifndef TMD_HARDEST_H
#define TMD_HARDEST_H

#include "lib/cell/segment.h"
#include "lib/stream/case-words.h"

struct tmd_hardest_argument {
  tmd_u128 ordinal;  /* lib/problem/ordinal.h */
  int32_t exponent;  /* exponent of its distance, as in records */
  uint64_t mantissa; /* 0: exact */
};

/* The arguments of one kind and side, nearest first. */
struct tmd_hardest_class {
  struct tmd_hardest_argument *argument; /* owned */
  size_t count;
};

enum { TMD_HARDEST_CLASSES = 2 * (TMD_IS_EXACT + 1) };

struct tmd_hardest {
  size_t most; /* arguments of each kind and side */
  int bits;    /* most bits of an evaluation */
  long left;   /* remaining enclosures and evaluations */
  int missed;  /* 1: some of the hardest may be missing, as they need more of these, or more bits */
  struct tmd_hardest_class of[TMD_HARDEST_CLASSES];
};

void tmd_hardest_begin(struct tmd_hardest *hardest, size_t most, int bits);
void tmd_hardest_clear(struct tmd_hardest *hardest);

/* Searches a segment. Only sign_x and e_in of its cell are read. 0, or -1 (message). */
int tmd_hardest_look(struct tmd_hardest *hardest, const struct tmd_segment *segment);

#endif
