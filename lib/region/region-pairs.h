/* Regions of pairs: all the pairs of a cell, or of some of its rows, round as beside another value,
   the model, which follows from the pair without a function. So lists need not have them, though
   there may be more hard cases among them than any list could have.

     reason    f            model
     identity  hypot        the one of |x| and |y| that is much greater
     constant  rootn        1, for large |n|
               x^y          1, for small |y log x|, without x = 1
               (1 + x)^n    1, for small |n log(1 + x)|
               atan2pi      1/2 or 1
     quotient  atan2        y/x, for small y/x > 0, where that is a breakpoint

   And regions of x^y and (1 + x)^n without cases: overflow and underflow.

   G less the model's integer is enclosed at the corners, as it is monotone in each argument: its
   sign, and so the direction, is the same for all pairs, and it stays below 1/8. Hardness varies
   over many bits, from `least` to `greatest`; m may lie between.

   Quotients. q = y/x = Y 2^u / X, g = 2^(e - p) half an ulp of the binade e of results. If q is not
   a multiple of g, they differ by g 2^-s / X or more, s = max(0, e - p - u), and f is only q - atan
   q <= q^3/3 < 0.36 2^(3 e + 3) less than q: where the difference leaves h 2^-threshold, h the
   distance of breakpoints, no such pair is hard. If q is a breakpoint, q^3/3 (1 - 0.6 q^2) <= q - f
   <= q^3/3. */
#ifndef TMD_REGION_PAIRS_H
#define TMD_REGION_PAIRS_H

#include "lib/region/region.h"

/* 1 if [X0, X1) is a region: its reason, and the least and the greatest hardness of its pairs that
   are not exact, of quotients of those that are breakpoints. Ranges beyond one strip count as the
   cell. */
int tmd_region_of_pairs(struct tmd_region *region, const struct tmd_problem *problem,
                        const struct tmd_cell *cell, tmd_u128 X0, tmd_u128 X1);

#endif
