/* pown(x, n) and rootn(x, n) by running through n: for each base b the powers b^n are formed one
   after the other, in less than a nanosecond each (power-steps.h), in place of a function for each
   row.

   pown: b = |x|; candidates are pairs with x^n next to a breakpoint, a number of p + 1 bits (of
   subnormal results, a multiple of half the least number).
   rootn: b = z are the breakpoints of results; candidates are numbers x next to z^n. A case has
   |f/z - 1| < 2^-w, w = threshold + scale (lib/problem/problem.h), as |f| < 2^(e+1) and z >= 2^e;
   and then |x/z^n - 1| < |n| 2^-w (1 + 2^-9), if that is below 2^-10.

   Windows are wider than that by a factor of 1 + 2^-6, and the errors of powers less than 2^-8 of
   them, or the method does not serve. Where b is a power of two, all its cases are exact. */
#ifndef TMD_POWER_RUNS_H
#define TMD_POWER_RUNS_H

#include "lib/stream/claim.h"

/* 1 if pairs of the cell can be searched so, in the rows first <= Y < end, |n| = Y. The row n = 1
   is not among them unless f, which is x, is exact by rule; of roots neither are rows with
   subnormal results, nor those of so great n that a window holds several numbers. */
int tmd_powers_serve(const struct tmd_problem *problem, const struct tmd_cell *cell,
                     tmd_u128 *first, tmd_u128 *end);

/* From this row on no power is in range: no result of pown, no x next to a breakpoint of rootn. */
tmd_u128 tmd_powers_last(const struct tmd_problem *problem, const struct tmd_cell *cell);

/* For plans, about: how many pairs of the rows may be cases, of powers those with results in range,
   of roots those of rows that have a breakpoint in range; and the seconds that searching takes. */
struct tmd_powers_work {
  double pairs, seconds;
};
struct tmd_powers_work tmd_powers_work(const struct tmd_problem *problem,
                                       const struct tmd_cell *cell, tmd_u128 first, tmd_u128 end);

/* Fills `claim` (kind case; problem, cell and range given) with the candidates of its range.
   Returns 0, or -1 (message) if rows of it are not served. */
int tmd_powers_claim(struct tmd_claim *claim);

#endif
