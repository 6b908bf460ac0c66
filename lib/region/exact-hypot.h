/* Exact cases of hypot(x, y) by rule: x = m 2^a, y = n 2^b, c the lesser exponent; the pair is
   exact iff S = (m 2^(a-c))^2 + (n 2^(b-c))^2 is a square W^2, f = W 2^c, and that is a number or
   midpoint of the format (exact.h).

   All of a row: with V = n 2^(b-c), V^2 = s t, s < t of one parity, m 2^(a-c) = (t - s) / 2. They
   are counted by the divisors of V^2. */
#ifndef TMD_EXACT_HYPOT_H
#define TMD_EXACT_HYPOT_H

#include "lib/problem/pair.h"
#include "lib/region/exact.h"

enum { TMD_EXACT_HYPOT_BITS = 31 }; /* of x and y, at most; of longer ones exact cases are listed */

unsigned tmd_exact_hypot_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               const struct tmd_xy *pair);

/* In a range of ordinals; takes about 0.2 microseconds for each row. */
tmd_u128 tmd_exact_hypot_count(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               const struct tmd_range *range);

#endif
