/* How accurate the last phase of an implementation has to be, that is how many bits N decide every
   rounding: with an error below 2^-N |f(x)|, an approximation y lies on the same side as f(x) of
   every breakpoint, and rounds as f(x) does. Breakpoints are the midpoints for rounding to nearest,
   the numbers for directed modes.

   Let d be the distance of f(x) from the breakpoint nearest to it: N is enough for x iff 2^-N <= d
   / |f(x)|. In units of G (lib/problem/problem.h), d is dist(G, Z) and |f(x)| is F = G + offset,
   with F < 2^(scale + 1).
   - Of an argument that was searched and is no case, dist >= 2^-threshold, so N = threshold + scale
   + 1 is enough; where a region says that its hardness is at most g < m, as many with g + 1 +
   threshold - m in place of the threshold.
   - Of a case both are evaluated: dist is in its record, which is confirmed anew, F is MPFR's value
   to 128 bits. The quotient is rounded down for N, and N is the least iff the quotient rounded up
   is below 2^-(N - 1): then some y with a relative error less than that lies beyond the breakpoint.
   - The breakpoints of other binades are no nearer than 2^-(p + 1) |f(x)|: just below 2^e numbers
   and midpoints lie half as far apart. 2^(emax + 1) is an integer of G, but no breakpoint: all
   modes round alike from the greatest number up.
   - Where f(x) overflows or underflows (regions of that name), it is at least 2^-(p + 1) |f(x)|
   from every breakpoint. Exact cases, other regions and trivial cases
   (lib/region/polynomial-case.h) are apart: no accuracy decides the first, others have formulas of
   their own. */
#ifndef TMD_ACCURACY_H
#define TMD_ACCURACY_H

#include <stdio.h>

#include "lib/ledger/ledger.h"

/* What the arguments of a range need. */
struct tmd_need {
  int bits;  /* N; 0: there is no argument */
  int least; /* 1: x needs as many; 0: they are enough */
  int has_x; /* of cases the one that is the nearest to its breakpoint, relative to |f(x)|: */
  struct tmd_cell cell;
  tmd_u128 X;
  long hardness;
  double mantissa; /* d / |f(x)|, rounded down: mantissa 2^exponent, mantissa in [1/2, 1) */
  long exponent;
};

/* A binade of x and sign, or all that is covered. */
struct tmd_accuracy_row {
  int sign_x, e_in;
  tmd_u128 arguments; /* searched, or in regions that have no cases */
  unsigned long long undecided;
  struct tmd_need need;
};

/* What is apart. */
struct tmd_accuracy_region {
  tmd_u128 arguments;
  unsigned greatest; /* hardness */
  int bits;          /* as many are enough, if the hardness has a bound and is not exact */
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

/* 1 if no problem before that one is of the same function and formats: these are looked at
   together, whatever their bits. */
int tmd_accuracy_is_first(const struct tmd_ledger *ledger, const struct tmd_problem *problem);

/* The bits that directed modes, or rounding to nearest, need in what is covered (and sorted). 0, or
   -1 (message): a record that is wrong, a function that is not known. */
int tmd_accuracy_find(struct tmd_accuracy *accuracy, const struct tmd_ledger *ledger,
                      const struct tmd_problem *problem, enum tmd_modes mode);
void tmd_accuracy_clear(struct tmd_accuracy *accuracy);

/* 1 if that problem of the ledger is of the same function and formats, and was searched for the
   mode. */
int tmd_accuracy_includes(const struct tmd_accuracy *accuracy, const struct tmd_problem *problem);

/* Prints it for both modes, by binades too if asked for, and for what arguments it holds. Adds to
   *undecided the cases that are so, to *gaps the ranges of the domain that are missing, one if
   nothing is covered. 0, or -1 (message). */
int tmd_accuracy_print(FILE *out, const struct tmd_ledger *ledger,
                       const struct tmd_problem *problem, int binades,
                       unsigned long long *undecided, size_t *gaps);

#endif
