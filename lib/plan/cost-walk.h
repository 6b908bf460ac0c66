/* The Farey walk in the cost model (lib/plan/cost.h has the formulas): order, length of blocks and
   time. */
#ifndef TMD_COST_WALK_H
#define TMD_COST_WALK_H

#include "lib/plan/cost.h"

enum {
  TMD_COST_BLOCK_LOG2_MAX = 40,
  TMD_COST_STRAIGHT_LOG2_MAX = 60,
  TMD_COST_ORDER_LEAST = 8,
  TMD_COST_SMALL_LOG2 = 12 /* blocks up to this size go straight to tmd-exhaust */
};

/* log2 of the length of a claim: `most`, or less where it would have too many cases. */
int tmd_cost_longest_claim(int threshold, int most);

/* Q, n and cost of the walk, or of lines if they are cheaper; n = 0 if no order pays. `rows`: the
   arguments are rows of tiles. Window widths stay below 2^-6 in units of Q. */
void tmd_cost_walk(struct tmd_parameters *p, int threshold, const struct tmd_smoothness *s,
                   double arguments, int rows);

#endif
