/* The accuracy of the last phase of an implementation: the number N of bits that decide every
   rounding. With an error below 2^-N |f(x)|, an approximation y lies on the same side of every
   breakpoint as f(x), and rounds like f(x). Breakpoints are the midpoints for rounding to nearest,
   the numbers for directed modes.

   Let d be the distance of f(x) from the breakpoint nearest to it: N is enough for x iff 2^-N <= d
   / |f(x)|. In units of G (lib/problem/problem.h), d is dist(G, Z) and |f(x)| is F = G + offset,
   with F < 2^(scale + 1).
   - For a searched argument that is no case, dist >= 2^-threshold, so N = threshold + scale + 1 is
   enough; if a region states a hardness of at most g < m, the same with g + 1 + threshold - m
   instead of the threshold.
   - For a case both are evaluated: dist is in its record, which is confirmed again, F is MPFR's
   value to 128 bits. The quotient is rounded down for N, and N is the least iff the quotient
   rounded up is below 2^-(N - 1): then some y with a relative error less than that lies beyond the
   breakpoint.
   - The breakpoints of other binades are no nearer than 2^-(p + 1) |f(x)|: just below 2^e numbers
   and midpoints lie half as far apart. 2^(emax + 1) is an integer of G, but no breakpoint: all
   modes round alike from the greatest number up.
   - Where f(x) overflows or underflows (regions of that name), it is at least 2^-(p + 1) |f(x)|
   from every breakpoint. Exact cases, other regions and trivial cases
   (lib/region/polynomial-case.h) are reported separately: no accuracy decides the first, the others
   have separate formulas. */
#ifndef TMD_ACCURACY_H
#define TMD_ACCURACY_H

#include <stdio.h>

#include "lib/ledger/ledger.h"

/* The need of the arguments of a range. */
struct tmd_need {
  int bits;  /* N; 0: there is no argument */
  int least; /* 1: x needs all of them; 0: they are enough */
  int has_x; /* the case that is nearest to its breakpoint, relative to |f(x)|: */
  struct tmd_cell cell;
  tmd_u128 X;
  long hardness;
  double mantissa; /* d / |f(x)|, rounded down: mantissa 2^exponent, mantissa in [1/2, 1) */
  long exponent;
};

/* A binade of x with a sign, or everything covered. */
struct tmd_accuracy_row {
  int sign_x, e_in;
  tmd_u128 arguments; /* searched, or in regions without cases */
  unsigned long long undecided;
  struct tmd_need need;
};

/* A region that is reported separately. */
struct tmd_accuracy_region {
  tmd_u128 arguments;
  unsigned greatest; /* hardness */
  int bits;          /* enough bits, if the hardness has a bound and is not exact */
};

struct tmd_accuracy {
  const struct tmd_ledger *ledger;
  const struct tmd_function *function;
  const struct tmd_problem *problem;             /* one of those of the same function and formats */
  enum tmd_modes mode;                           /* directed or nearest */
  struct tmd_accuracy_row all, trivial, *binade; /* binade: owned, in order */
  size_t binades;
  struct tmd_accuracy_region region[TMD_REGION_REASONS];
  tmd_u128 exact; /* cases, listed or by rule */
  int e_trivial;  /* trivial cases have |x| < 2^(e_trivial + 1) */
};

/* 1 if no earlier problem has the same function and formats: these are reported together, with any
   bits. */
int tmd_accuracy_is_first(const struct tmd_ledger *ledger, const struct tmd_problem *problem);

/* The bits that directed modes, or rounding to nearest, need in the ranges covered by the sorted
   ledger. 0, or -1 (message) for a wrong record or an unknown function. */
int tmd_accuracy_find(struct tmd_accuracy *accuracy, const struct tmd_ledger *ledger,
                      const struct tmd_problem *problem, enum tmd_modes mode);
void tmd_accuracy_clear(struct tmd_accuracy *accuracy);

/* 1 if the problem has the same function and formats and was searched for the mode. */
int tmd_accuracy_includes(const struct tmd_accuracy *accuracy, const struct tmd_problem *problem);

/* Prints the accuracy for both modes, optionally by binades, and the arguments for which it holds.
   Adds the undecided cases to *undecided, and to *gaps the missing ranges of the domain, one if
   nothing is covered. 0, or -1 (message). */
int tmd_accuracy_print(FILE *out, const struct tmd_ledger *ledger,
                       const struct tmd_problem *problem, int binades,
                       unsigned long long *undecided, size_t *gaps);

#endif
