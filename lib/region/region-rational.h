/* Ranges of a cell on which f is nearly linear with a rational slope: mish(x) is 3x/5 near 0,
   tan(3x) is 3x, sqrt(1 + x^2)/2 + x is 3x/2 far out. Every q-th argument is hard there, and no
   other, which are too many for a list.

   Let the slope of G over X be p/q, q > 1, gcd(p, q) = 1, but for so little that c = q G(X) - p X
   stays next to one integer s on the range, a <= |c - s| <= b, where s is nearest to the middle of
   what c may be: a + b <= 1. Let r = (p X + s) mod q. Then G(X) = N + (r + c - s)/q with an integer
   N, and its distance to the nearest integer is

       |c - s|/q, from a/q to b/q    if r = 0,
       (1 - b)/q >= a/q at least     if not.

   If a/q >= 2^-threshold, no argument is hard. If b/q < 2^-threshold, those with r = 0 are, X =
   -s/p modulo q; and the others are not, as (1 - b)/q > 1/q - 2^-threshold, if q <= 2^(threshold -
   1). */
#ifndef TMD_REGION_RATIONAL_H
#define TMD_REGION_RATIONAL_H

#include "lib/region/region.h"

/* Classifies a segment, of an expression, as one of these: *region becomes TMD_REGION_CLASS_HARD or
   TMD_REGION_NONE_HARD, or TMD_REGION_MIXED where parts of the segment may be one; else it stays as
   it is. q is at most 2^-chance times the number of arguments: the more are allowed, the more
   slopes are near p/q by chance. */
void tmd_progression_classify(struct tmd_region *region, const struct tmd_segment *segment,
                              int chance);

/* The same where G - slope X is known to lie in `rest` on the segment; what is open stays as it is.
 */
void tmd_progression_decide(struct tmd_region *region, const struct tmd_segment *segment,
                            const fmpq_t slope, const arb_t rest);

#endif
