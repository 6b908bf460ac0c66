/* Regions as lists of cases: the arguments of proved regions that are all hard, each evaluated. */
#ifndef TMD_EXPAND_H
#define TMD_EXPAND_H

#include "lib/report/results.h"

/* A region of at most `whole` arguments is listed, of a longer one `ends` of them, half of these from each end. */
struct tmd_expansion {
  long long whole, ends;
  int needed; /* 1: what cannot be listed is an error; 0: it stays a region */
};

/* How many arguments a region has, and how many of them are listed. None where it has no list: not proved, not hard throughout,
   of an unknown function, or in a format so wide that they cannot be numbered. */
tmd_u128 tmd_expand_arguments(const struct tmd_results *results, const struct tmd_result *region);
tmd_u128 tmd_expand_listed(const struct tmd_results *results, const struct tmd_result *region,
                           const struct tmd_expansion *expansion);

/* Adds these arguments to the results and sorts them; *cut grows by the number of regions of which not every argument is listed.
   0, or -1 (message). */
int tmd_expand_regions(struct tmd_results *results, const struct tmd_expansion *expansion, unsigned *cut);

#endif
