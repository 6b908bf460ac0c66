/* Cases by hardness, and their agreement with the model of a random G(x). */
#ifndef TMD_HISTOGRAM_H
#define TMD_HISTOGRAM_H

#include "lib/ledger/ledger.h"

/* Cases of one problem by hardness, each argument counted once. */
enum { TMD_HISTOGRAM_BINS = 1024 };
struct tmd_histogram {
  tmd_u128 searched, regions;                   /* arguments */
  unsigned long long cases[TMD_HISTOGRAM_BINS]; /* by hardness; the last includes all harder ones */
  unsigned long long total, undecided;          /* total: the confirmed cases that are not exact */
  tmd_u128 exact;                               /* listed, or by rule (lib/region/exact.h) */
};
void tmd_histogram_count(struct tmd_histogram *histogram, const struct tmd_ledger *ledger,
                         const struct tmd_problem *problem);

/* The same without arguments that repeat others and so are no evidence for the model: only the side
   of 0 with more arguments searched, if f is odd or even; no ranges whose image one step nearer to
   0, or for steps of x + 1 anything in [1, 2), was searched, too; no binades that share many cases
   with the next one, as f is almost c x^n or c + d x there. Exact cases by rule are not counted, as
   the fit does not use them. */
void tmd_histogram_count_once(struct tmd_histogram *histogram, const struct tmd_ledger *ledger,
                              const struct tmd_problem *problem);

/* The model: G(x) mod 1 is uniform, so that dist < 2^-t for 2^(1-t) of the arguments searched. The
   expected number of cases of hardness k, and of k or more: */
double tmd_histogram_expected(const struct tmd_histogram *histogram,
                              const struct tmd_problem *problem, int k);
double tmd_histogram_expected_from(const struct tmd_histogram *histogram,
                                   const struct tmd_problem *problem, int k);

/* Pearson's test of the model: a class for each hardness from the threshold on, the hardest pooled
   so that at least 5 cases are expected in each. The number of cases is part of the model, so there
   are as many degrees of freedom as classes: 0 where fewer than 5 are expected in all. */
struct tmd_fit {
  int degrees, tail; /* the last class: hardness from here on */
  double chi2, p;    /* p: probability of chi2 or more by chance */
};
struct tmd_fit tmd_histogram_fit(const struct tmd_histogram *histogram,
                                 const struct tmd_problem *problem);

/* The probability of chi2 or more by chance with so many degrees of freedom. Public for tests. */
double tmd_histogram_chi2_beyond(double chi2, int degrees);

#endif
