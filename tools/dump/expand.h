/* Makes cases that claims do not list: the arguments of proved all-hard regions and, if requested,
   exact cases by rule (lib/region/exact.h) in searched ranges; each is evaluated. */
#ifndef TMD_EXPAND_H
#define TMD_EXPAND_H

#include "lib/report/results.h"

/* The ends of a region are evaluated like cases. Between them, an argument whose distance needs
   more than 4096 bits, or that no precision decides, has the hardness that is proved, which may be
   too low, and no distance.

   A region of at most `whole` arguments is listed; of a longer one `ends` arguments, half from each
   end; likewise the exact cases of a range. A region not listed as a whole also has its `hardest`
   arguments of each kind and side listed, or those of each binade (hardest.h). */
struct tmd_expansion {
  long long whole, ends, hardest;
  int binades; /* 1: the hardest of each binade */
  int needed;  /* 1: exact cases are listed, and a region that cannot be is an error; 0: it stays a
                  region */
};

/* Counts of regions and ranges of exact cases that are listed in part. */
struct tmd_expand_cut {
  unsigned regions, exact;
  unsigned unknown; /* regions among them whose hardest arguments are unknown */
};

/* The number of arguments of a region (only of its class), and of those listed: 0 for regions that
   are not proved, not hard, of an unknown function, or in a format too wide to number them. */
tmd_u128 tmd_expand_arguments(const struct tmd_stretch *region);
tmd_u128 tmd_expand_listed(const struct tmd_stretch *region, const struct tmd_expansion *expansion);

/* The number of exact cases by rule in a complete stretch; 0 for regions. */
tmd_u128 tmd_expand_exact(const struct tmd_stretch *stretch);

/* Adds the cases to be listed to the results and sorts them. 0, or -1 (message). */
int tmd_expand(struct tmd_results *results, const struct tmd_expansion *expansion,
               struct tmd_expand_cut *cut);

#endif
