/* Conversions between formats: f(x) = x, the function id. In a cell G(X) + offset = rho X with a
   rational rho = a/b in lowest terms (lib/problem/problem.h), so that X is a case iff

       V(X) = (2 a X - o b) mod 2 b,   o = 1 where the offset is 1/2, else 0,

   is at most w or at least 2 b - w, w the greatest integer less than 2 b 2^-threshold: X steps
   around a circle of 2 b points. The next X with V in an interval is found by Euclid's algorithm,
   as in the three-distance theorem (Sos, 1958; Slater, 1967: steps to an interval are of three
   lengths), in O(log b) steps on integers of as many bits as b has, 840 from binary64's exponents.
   Exact cases, V = 0, follow by rule (lib/region/exact-identity.h); where w = 0 there are no
   others. */
#ifndef TMD_CIRCLE_H
#define TMD_CIRCLE_H

#include "lib/cell/segment.h"

/* 1 if the function is id. */
int tmd_circle_applies(const struct tmd_function *function);

/* rho of the cell. */
void tmd_circle_slope(fmpq_t rho, const struct tmd_problem *problem, const struct tmd_cell *cell);

/* Appends the cases from X0 on to the claim (kind case; problem, cell and range given, X0 < X1),
   exact ones among them, but at most `most`: then, where more may follow, X1 becomes the X after
   the last. */
void tmd_circle_claim(struct tmd_claim *claim, size_t most);

#endif
