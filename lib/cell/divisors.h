/* Ranges on which x f(x) hardly varies, as of 1/x, of tgamma(x) = 1/x - 0.577... near 0, of
   1/sin(x): hard cases are divisors of a few integers, which are factored.

   Let V = G + offset = |f| 2^(scale - e_out), m = bits, and D = 2 where the offset is 1/2, else 1:
   then D (N + offset) is an integer for every integer N, D 2^-threshold = 2^-m in all modes, and
   let low <= D X V 2^m <= high for all X of the segment. If X is a case, |V - (N + offset)| <
   2^-threshold for some N, and n = X D (N + offset) is an integer, a multiple of X, which differs
   from D X V by less than X 2^-m:

       low - X < n 2^m < high + X,   and n/X is odd if D = 2. (1)

   So every case is a divisor with (1), X0 <= X < X1, of one of the integers n with low - (X1 - 1) <
   n 2^m < high + X1 - 1. They must be positive: 0 has every divisor. Nothing is asked of f but the
   bounds, whatever the formats; where X is a power of two, subnormal, or f(x) is, nothing is
   different. D X V is about 2^(p_in + p_out), there are about 2^(p_in - m + 1) integers, and cells
   whose x f(x) are the same but for a power of two have the same ones, so that integers once
   factored are kept.

   The bounds: with P(X) = D X V, Taylor's theorem about an integer c within a part of the segment,
   |X - c| <= R, gives

       |P(X) - P(c)| <= sum_{j=1}^d |P_j(c)| R^j + |P_{d+1}(part)| R^(d+1),   P_j = D (X V_j +
   V_{j-1}),

   from the series V_j of V in balls. In 1/x terms cancel at c, all but roundings; the last one is
   about (R/X)^(d+1) P, so that a few parts of a binade do. */
#ifndef TMD_CELL_DIVISORS_H
#define TMD_CELL_DIVISORS_H

#include "lib/cell/segment.h"

enum { TMD_DIVISORS_MOST = 1 << 16 }; /* integers of a segment */

struct tmd_divisors {
  fmpz_t low, high;   /* of (1), rounded outward */
  fmpz_t first, last; /* the integers n */
};

void tmd_divisors_init(struct tmd_divisors *divisors);
void tmd_divisors_clear(struct tmd_divisors *divisors);

/* Fills in the integers of the segment. Returns 1, or 0 if the bounds are not found to be near,
   there are more than TMD_DIVISORS_MOST integers, or 0 is one of them. */
int tmd_divisors_find(struct tmd_divisors *divisors, const struct tmd_segment *segment);

/* Fills `claim` (kind case; problem, cell and range given, a segment's with these divisors) with
   its candidates: all X with (1). Integers are factored by all threads of OpenMP, and kept for
   later calls; so only one thread may call it at a time. */
void tmd_divisors_claim(struct tmd_claim *claim, const struct tmd_divisors *divisors);

/* The ball of D X V at one argument, for plans. */
void tmd_divisors_product(arb_t P, const struct tmd_segment *segment, tmd_u128 X);

#endif
