/* What follows from a claim: the same for more bits, or for a part of the modes.

   Let a claim hold for modes M at m bits, and G be the scaled value of modes all
   (lib/problem/problem.h).

       M, m       M', K             is implied where   a case of M' at K bits has distance hardness
       any, m     M, K              K >= m             its own distance < 2^-K <= 2^-m       the
   same     the same all, m     directed, K       K >= m + 1         |G - an even integer| < 2^(1-K)
   half of it   one more all, m     nearest, K        K >= m             |G - an odd integer| < 2^-K
   half of it   the same

   In each row it is a case of M at m bits: the last two bounds are at most 2^-m <= 1/2, so that
   this integer is the nearest one, which the record names. (The G of directed modes is half of it,
   and that of nearest half of it less 1/2, with distances < 2^-K and < 2^-(K+1).) So the cases of
   M' at K bits are among the claim's, and their records follow from its records. What is undecided
   stays so, but for what is next to an integer that does not count; a candidate stays a candidate.

   Regions: where all arguments are hard or none is at K bits, by the hardnesses proved, the region
   stays. Where none is hard for all modes, none is for a part of them. Else they are divided and
   proved anew for M' at K bits; single arguments between, which are no region, become a claim of
   cases, confirmed. */
#ifndef TMD_IMPLIED_H
#define TMD_IMPLIED_H

#include "lib/stream/claim.h"

/* The problem with other modes (-1: the same) and bits (0: the least that are implied). NULL
   (message, status 2): its cases do not follow from claims of the problem `from`. */
const struct tmd_problem *tmd_implied_problem(const struct tmd_problem *from, int modes, int bits);

/* Calls visit for claims of the problem `to`, which tile the claim's range and follow from it. It
   is of kind case, or of regions that are proved. 0, or -1 (message): that of visit, or a region
   cannot be decided, status 2. */
int tmd_implied_claims(const struct tmd_claim *claim, const struct tmd_problem *to,
                       int (*visit)(const struct tmd_claim *implied, void *context), void *context)
    __attribute__((warn_unused_result));

#endif
