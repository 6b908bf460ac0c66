/* The rule of lib/region/exact.h for f(x) = x, between formats of any radices: in a cell G(X) +
   offset = a X/b in lowest terms, so that X is exact iff b divides it, or where the offset is 1/2,
   iff b is even and X an odd multiple of b/2. */
#ifndef TMD_EXACT_IDENTITY_H
#define TMD_EXACT_IDENTITY_H

#include "lib/problem/ordinal.h"

/* The functions of exact.h. */
unsigned tmd_exact_identity_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                  tmd_u128 X);
tmd_u128 tmd_exact_identity_count(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                  const struct tmd_range *range);
tmd_u128 tmd_exact_identity_at(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               const struct tmd_range *range, tmd_u128 index);

#endif
