/* Regions as lists of cases: the arguments of proved regions that are all hard, each evaluated. */
#ifndef TMD_EXPAND_H
#define TMD_EXPAND_H

#include "lib/report/results.h"

/* How many arguments a region has, and how many of them are listed where `most` may be: half of them from each end. */
tmd_u128 tmd_expand_arguments(const struct tmd_results *results, const struct tmd_result *region);
tmd_u128 tmd_expand_listed(const struct tmd_results *results, const struct tmd_result *region, long long most);

/* Adds these arguments to the results and sorts them; *cut grows by the number of regions of which not every argument is listed.
   0, or -1 (message). */
int tmd_expand_regions(struct tmd_results *results, long long most, unsigned *cut);

#endif
