/* Scattered cells (lib/problem.h): every argument evaluated on its own by ball arithmetic. */
#ifndef TMD_POINTS_H
#define TMD_POINTS_H

#include "claim.h"
#include "function.h"

/* Fills `claim` (kind case; problem, scattered cell and range given) with the candidates of its range: every argument whose ball, of a
   precision that leaves G within 2^-(threshold+8), does not exclude a case. */
void tmd_points_claim(struct tmd_claim *claim, const struct tmd_function *function);

#endif
