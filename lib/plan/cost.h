/* The cost model: predicted times of the methods to search a segment, and the cheapest parameters.

   Times are one core's, compiled in, so that plans are reproducible. `make bench` measures those of
   the kernels and of tmd-ziv, for a person to commit, and those of single arguments
   (lib/cell/single-arguments.c, lib/function/quick.c); the times of a block and of a packet follow
   from its table of stages. With e(n) = 2 (2^-T + |r2| n^2/16 + |r3| n^3/6 + ...) the width of the
   test on a domain of n arguments (T = threshold, r2 = G''), and for its slope n 2^-50 more, if
   that is little, else n 2^-64 and three times the time, a share of about s n e(n) of random
   domains is kept: s = 1.2 by Lefevre's test and by both, 1.6 - 0.55 log2(n e) by the regular one.
   A test takes 0.2 + 0.8 log2(n)/15 times as long as with n = 2^15. So an argument costs test(n)/n
   + s n e(n) (K test(n/K) + range)/n + s (n/K) e(n/K) exhaust (phase 1, phase 2, phase 3).

   The Farey walk of order Q on blocks of n arguments meets (6/pi^2) c2 Q^2 arcs an argument, c2 =
   |G''|/2, and computes (6 ln 2/pi^2)/(2 Q) pairs of roots (kernels/farey/farey.md), of which idle
   lanes make half as many again; so an argument costs 0.608 c2 Q^2 arc + 0.32 pair/Q + (block + 2
   arc)/n,   least at Q^3 = 0.26 pair/(c2 arc):   as c2^(1/3). n is as long as the walk's bounds
   allow; blocks that meet arcs too bent are lines, as are all where G is nearly straight: (line + n
   root/Q)/n. Where the slope stays within w1 < 1/Q of an integer, a line has n w1 roots only,
   whatever Q, and windows of 2 c2 n^2/4 members an argument. A straight run costs straight/n + 2
   (2^-T + bend) member, bend as far as n/2; `straight` has a part for each bit that the slope's
   distance from an integer is above the window.

   Near singular ends polynomials of low degree serve for a few arguments only: to take every
   argument, degree and length of packets are chosen together. An argument by parabolas of M costs
   exhaust + span/M + d(d+1)/2 product/piece, d the degree, M and the piece as long as the terms of
   third and fifth order allow. */
#ifndef TMD_COST_H
#define TMD_COST_H

#include "lib/plan/smoothness.h"
#include "lib/problem/problem.h"
#include "lib/stream/plan-words.h"

struct tmd_parameters {
  struct tmd_plan_words words; /* n = 0, count = 0: do not shift the block */
  double seconds;
};

/* For method=divisors: average seconds to factor an integer of so many bits; and further seconds
   for a line once its integers are factored. */
double tmd_cost_factoring(double bits);
double tmd_cost_divisors(const struct tmd_problem *problem, double arguments);

/* Additional seconds for so many exact cases by rule (lib/region/exact.h): tmd-farey finds each,
   tmd-ziv drops it. */
double tmd_cost_exact(double cases);

/* The Farey walk on a row of a tile (lib/pairs/tile.h), of so many pairs: order, the blocks that
   the row is divided into (split), and the row's seconds. */
struct tmd_parameters tmd_cost_row(const struct tmd_problem *problem, double columns,
                                   const struct tmd_smoothness *smoothness);

/* The cheapest parameters of the method for `arguments` arguments; TMD_METHOD_AUTO: the Farey walk
   or every argument. */
struct tmd_parameters tmd_cost_choose(const struct tmd_problem *problem, double arguments,
                                      const struct tmd_smoothness *smoothness,
                                      enum tmd_method method);

#endif
