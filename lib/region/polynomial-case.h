/* Cases that are hard because x is small: f(x) = a0 + a1 x + a2 x^2 up to almost nothing, with
   coefficients like 1 and 1/2, so that f(x) is as near to a breakpoint as these few bits of x are,
   and not by chance: exp(x) = 1 + x + x^2/2, sin(x) = x.

   T is the Taylor polynomial of f at 0, of degree 2, or of less where a coefficient is no dyadic
   rational that Arb has exactly (of exp2 it is 1); there is none of a polynomial, as x^2. A case is
   trivial if |f(x) - T(x)| 2^(scale - e_out) < 2^-threshold (lib/problem/problem.h): the distance
   of T(x) from the breakpoint is that of f(x), but for less than makes a case. */
#ifndef TMD_POLYNOMIAL_CASE_H
#define TMD_POLYNOMIAL_CASE_H

#include "lib/cell/segment.h"

struct tmd_trivial {
  const struct tmd_function *function;
  arb_poly_t taylor; /* T; 0 where there is none */
};

void tmd_trivial_init(struct tmd_trivial *trivial, const struct tmd_function *function);
void tmd_trivial_clear(struct tmd_trivial *trivial);

/* 1 if the argument X of the segment's cell, which is its own (tmd_cut_own_cell), is surely
   trivial. */
int tmd_trivial_at(const struct tmd_trivial *trivial, const struct tmd_segment *segment,
                   tmd_u128 X);

#endif
