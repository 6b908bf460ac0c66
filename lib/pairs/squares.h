/* hypot(x, y) by factoring integers.

   Let a = A 2^u be the one of |x|, |y| with the greater exponent, b = B 2^(u - d) the other, d >= 0
   the difference of their exponents, p digits each, as have the results; f = hypot = F 2^u, and W
   an integer, so that W 2^(u - 1) is a breakpoint of a's binade. Then

       D = 4^d (4 A^2 - W^2) + 4 B^2 = 4^d (2 F - W) (2 F + W)

   is an integer, 0 only where the pair is exact, which follows by rule. With 2^-M for the distance
   |2 F - W| of a case in that binade, M = threshold + scale - p, and twice that in the next, F <
   2^(p
   + 1) gives |D| < 2^(p + 4 - M) 4^d = bound. So for each B there are the few D = 4 B^2 modulo 4^d
   within the bound, and with N = (4 B^2 - D) / 4^d

       (W - 2 A) (W + 2 A) = N:  a divisor s of N, t = N / s = s + 4 A.

   N <= 0 is no case: W <= 2 A, but F - A >= B^2 / (2 A 4^d) (1 - 2^-p), which the method asks to be
   2^-M or more: 2 d <= M + p - 3. */
#ifndef TMD_SQUARES_H
#define TMD_SQUARES_H

#include "lib/stream/claim.h"

/* 1 if the pairs of the cell can be searched so: normal numbers of one precision, exponents that do
   not differ by too much, and bits enough that the D are few. */
int tmd_squares_serve(const struct tmd_problem *problem, const struct tmd_cell *cell);

/* Seconds for a cell, about. */
double tmd_squares_seconds(const struct tmd_problem *problem);

/* Fills `claim` (kind case; problem, cell and range given) with the candidates of its range.
   Returns 0, or -1 (message) if the cell is not served. */
int tmd_squares_claim(struct tmd_claim *claim);

#endif
