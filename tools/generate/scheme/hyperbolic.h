/* The errors of sinh, cosh and tanh by powers of e, for the schemes of scalars and vectors. */
#ifndef TMD_GENERATE_HYPERBOLIC_H
#define TMD_GENERATE_HYPERBOLIC_H

#include "tools/generate/powers.h"

/* Encloses the steps of a state, and adds it to the bound: sinh or cosh with s = state->entry and
   w = 1/(4 s); tanh as a quotient. */
void tmd_hyperbolic_sum(struct tmd_design *design, const struct tmd_power_state *state,
                        const arb_t w);
void tmd_hyperbolic_quotient(struct tmd_design *design, const struct tmd_power_state *state);

#endif
