/* erfc x = e^(-x^2) G(z)/(x + b), z = (x - a)/(x + b), for 0 <= x <= end: what the designs of erfc
   share, whose approximation q is G. */
#ifndef TMD_GENERATE_ERFC_H
#define TMD_GENERATE_ERFC_H

#include "tools/generate/powers.h"

static const double tmd_erfc_a = 2.15625, tmd_erfc_b = 3.75, tmd_erfc_end = 10.0625,
                    tmd_erfc_tiny = 0x1p-26;

/* G. */
void tmd_erfc_plan(struct tmd_design *design, int count);

/* Adds the states of e^r for all z, x > 0, to the bound; `set` sets the inputs that depend on x. */
void tmd_erfc_visit(struct tmd_design *design, const struct tmd_power_state *state,
                    void (*set)(struct tmd_design *design, const arb_t x));

#endif
