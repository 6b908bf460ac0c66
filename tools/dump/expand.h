/* What is known without a list, as lists of cases: the arguments of proved regions that are all
   hard, and, where these are asked for, the exact cases that follow by rule (lib/region/exact.h) in
   ranges searched; each evaluated. */
#ifndef TMD_EXPAND_H
#define TMD_EXPAND_H

#include "lib/report/results.h"

/* The ends of a region are evaluated as far as cases are. Between them, an argument whose distance
   takes more than 4096 bits has the hardness that is proved of it, which may be more, and no
   distance; so has one that no precision decides.

   A region of at most `whole` arguments is listed, of a longer one `ends` of them, half of these
   from each end; and so are the exact cases of a range. Of a region that is not listed as a whole
   so many as `hardest` are listed besides: the hardest of each kind and side, or those of each
   binade (hardest.h). */
struct tmd_expansion {
  long long whole, ends, hardest;
  int binades; /* 1: of each binade */
  int needed;  /* 1: what cannot be listed is an error, and exact cases are listed; 0: it stays a
                  region */
};

/* Regions and ranges of exact cases that are listed in part. */
struct tmd_expand_cut {
  unsigned regions, exact;
  unsigned unknown; /* those of the regions of which the hardest arguments are not known */
};

/* How many arguments a region has, those of its class alone, and how many of them are listed. None
   where it has no list: not proved, not hard, of an unknown function, or in a format so wide that
   they cannot be numbered. */
tmd_u128 tmd_expand_arguments(const struct tmd_stretch *region);
tmd_u128 tmd_expand_listed(const struct tmd_stretch *region, const struct tmd_expansion *expansion);

/* How many exact cases follow by rule in a stretch that is complete; 0 for regions. */
tmd_u128 tmd_expand_exact(const struct tmd_stretch *stretch);

/* Adds what is to be listed to the results and sorts them. 0, or -1 (message). */
int tmd_expand(struct tmd_results *results, const struct tmd_expansion *expansion,
               struct tmd_expand_cut *cut);

#endif
