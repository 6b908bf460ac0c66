/* Scattered cells (lib/problem/problem.h), and ranges on which polynomials serve for a few
   arguments only: every argument evaluated on its own, in double precision where that excludes a
   case (lib/function/quick.h), else by ball arithmetic. */
#ifndef TMD_SINGLE_ARGUMENTS_H
#define TMD_SINGLE_ARGUMENTS_H

#include "lib/function/function.h"
#include "lib/stream/claim.h"

/* Fills `claim` (kind case; problem, cell and range given) with the candidates of its range: every
   argument whose ball, of a precision that leaves G within 2^-(threshold+8), does not exclude a
   case (nor does its value in double precision). Returns 0; of pairs, -1 (message) if f has no row
   at some y. */
int tmd_points_claim(struct tmd_claim *claim);

/* The same by ball arithmetic alone, for tests. */
int tmd_points_by_balls(struct tmd_claim *claim);

/* For plans: nanoseconds for an argument; *cell_ns is what a cell costs in place of the arguments
   that would be in it. */
double tmd_points_ns(const struct tmd_problem *problem, const struct tmd_function *function,
                     double *cell_ns);

#endif
