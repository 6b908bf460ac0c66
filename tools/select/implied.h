/* Claims that follow from a claim: for more bits, or fewer modes.

   Let a claim hold for modes M at m bits, and G be the scaled value of modes all
   (lib/problem/problem.h).

       M, m    M', K        implied if  a case of M' at K bits has         distance     hardness
       any, m  M, K         K >= m      its own distance < 2^-K <= 2^-m    the same     the same
       all, m  directed, K  K >= m + 1  |G - an even integer| < 2^(1-K)    half of it   one more
       all, m  nearest, K   K >= m      |G - an odd integer| < 2^-K        half of it   the same

   In each row it is also a case of M at m bits: the last two bounds are at most 2^-m <= 1/2, so
   that this integer is the nearest one, which the record names. (The G of directed modes is half of
   it, and that of nearest half of it less 1/2, with distances < 2^-K and < 2^-(K+1).) So the cases
   of M' at K bits are among the claim's, and their records follow from its records. Undecided
   records stay so, except next to an integer that does not count; candidates stay candidates.

   A region stays if, by the hardnesses proved, all of its arguments or no argument is hard at K
   bits. If no argument is hard for all modes, none is for fewer. Other regions are divided and
   proved again for M' at K bits; single arguments between, which are no region, become a confirmed
   claim of cases. */
#ifndef TMD_IMPLIED_H
#define TMD_IMPLIED_H

#include "lib/stream/claim.h"

/* The problem with other modes (-1: the same) and bits (0: the least implied). NULL (message,
   status 2) if its cases do not follow from claims of the problem `from`. */
const struct tmd_problem *tmd_implied_problem(const struct tmd_problem *from, int modes, int bits);

/* Calls visit for claims of the problem `to` that tile the claim's range and follow from it. The
   claim is of kind case, or of proved regions. 0, or -1 (message) if visit fails or a region cannot
   be decided (status 2). */
int tmd_implied_claims(const struct tmd_claim *claim, const struct tmd_problem *to,
                       int (*visit)(const struct tmd_claim *implied, void *context), void *context)
    __attribute__((warn_unused_result));

#endif
