/* tan r as a quotient of polynomials, for |r| little above pi/4: what schemes of the tangent share.
 */
#ifndef TMD_GENERATE_TANGENT_H
#define TMD_GENERATE_TANGENT_H

#include "tools/generate/design.h"
#include "tools/generate/scheme/periodic.h"

/* tan r is close to r (1 + p_0 r^2 + ...) / (1 + d_0 r^2 + ...): p's coefficients and its factor.
   In half turns, tan(pi r) is pi times this. */
enum { TMD_TANGENT_UPPER = 3, TMD_TANGENT_LOWER = 3 };

void tmd_tangent_plan(struct tmd_design *design, const struct tmd_periodic *kind);

/* Bounds the error of tan r, or for odd quarters of -cot r, for each piece of r's range; `set` sets
   the inputs of the steps. */
void tmd_tangent_bound(struct tmd_design *design, const struct tmd_periodic *kind,
                       void (*set)(struct tmd_design *design, const arb_t r, int odd));

#endif
