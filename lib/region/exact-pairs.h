/* Exact cases of pairs by rule. Those of hypot and x^y have files of their own, exact-hypot.h and
   exact-real-power.h; those of pown, rootn and compoundn, f(x, n) with n = y, are here. In the row
   of n they are those of a member of the family (exact.h), of pown(x, 1) and rootn(x, 1) those of x
   itself; a row with n = 0 has no cases.

   Rows that are far (lib/cell/pair-row.h), |n| > N, have the exact cases of x = 1 alone, of
   compoundn none. With x, or 1 + x, m 2^w, m odd: an exact power with m > 1 has n > 0 and m^n <
   2^(p_out + 1), so n <= p_out; with m = 1 and w not 0 it is 2^(w n), of an exponent within emin -
   p - 1 and emax of the results. An exact root is one of an n-th power: w = 0, m < 2^p_in, so n <
   p_in, or |n| divides w, not 0, which is within emin - p_in and emax of x. */
#ifndef TMD_EXACT_PAIRS_H
#define TMD_EXACT_PAIRS_H

#include "lib/problem/pair.h"
#include "lib/region/exact.h"

/* atan2pi: 1/4 where |x| = |y|, x > 0, and 3/4 where x < 0. Else y/x = tan(pi f) is rational, not
   -1, 0 or 1, so f is none (Niven, see exact.h). */
unsigned tmd_exact_diagonal_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                  const struct tmd_xy *pair);

/* As the functions of exact.h, X and the range being ordinals of pairs; exact pairs are counted,
   not found one by one. */
unsigned tmd_exact_pairs_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               tmd_u128 X);
tmd_u128 tmd_exact_pairs_count(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               const struct tmd_range *range);

#endif
