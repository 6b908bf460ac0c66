/* Gaps: ranges of a function's domain that were not searched. Each begins where f is defined, and
   ends at most a binade beyond. */
#ifndef TMD_DOMAINGAPS_H
#define TMD_DOMAINGAPS_H

#include "lib/report/results.h"

struct tmd_domaingaps {
  struct tmd_stretch *range; /* owned; in numeric order */
  size_t count;
};

/* Finds the gaps that complete stretches, sorted and of one problem, leave in the domain in the
   input format. Regions do not count. Of pairs none are found. */
void tmd_domaingaps_find(struct tmd_domaingaps *gaps, const struct tmd_problem *problem,
                         const struct tmd_stretch *stretch, size_t count);
void tmd_domaingaps_clear(struct tmd_domaingaps *gaps);

#endif
