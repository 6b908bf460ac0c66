/* What the designs of tgamma share. */
#ifndef TMD_GENERATE_GAMMA_H
#define TMD_GENERATE_GAMMA_H

#include "tools/generate/design.h"

/* The Taylor polynomial of gamma(p->shift + t). */
void tmd_gamma_series(arb_poly_t g, const struct tmd_approximation *p, const arb_t t, slong length);

/* Commands of Sollya: `polynomial` after those that make g = gamma(x + shift). */
void tmd_gamma_commands(char text[TMD_SOLLYA_BYTES], int shift, const char *polynomial);

/* Plans exact results, and the polynomial next to the pole at 0. */
void tmd_gamma_plan_near(struct tmd_design *design);

#endif
