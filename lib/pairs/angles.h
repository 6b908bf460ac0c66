/* atan2(y, x) and atan2pi(y, x) by straight lines.

   The angle a of a pair, with c = 1, or pi for atan2pi, is c |f|. Of |x| and |y| let L be the one
   and S the other, whichever makes r = S / L the less: the tangent of one of the angles a, pi/2 -
   a, a - pi/2 and pi - a, where r is about 1 or less. A breakpoint z of the results stands for a
   slope t = r(z) 2^u, u the difference of the units of L and S. A case (L, S) next to it has

       |f - z| < h 2^-threshold,  h the distance of the breakpoints,  and so
       |S - t L| < L 2^u (1 + r^2) c h 2^-threshold (1 + 2^-4) = w,

   the last factor for the slope of r between both; c h 2^-threshold is 2^-6 at most. All L next to
   whose t L there is an integer follow by lib/pairs/line-hits.h; w stays below 1/4, so that S is
   the nearest integer. Slopes are values of a polynomial of degree 4 on a block of breakpoints,
   with Taylor's remainder; their errors widen the window. */
#ifndef TMD_ANGLES_H
#define TMD_ANGLES_H

#include "lib/stream/claim.h"

/* 1 if the pairs of the cell can be searched so, which takes about *seconds. */
int tmd_angles_serve(const struct tmd_problem *problem, const struct tmd_cell *cell,
                     double *seconds);

/* Fills `claim` (kind case; problem, cell and range given) with the candidates of its range.
   Returns 0, or -1 (message) if the cell is not served. */
int tmd_angles_claim(struct tmd_claim *claim);

#endif
