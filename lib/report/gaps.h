/* Gaps: what nothing covers of the lines of a plan, as plan lines. */
#ifndef TMD_GAPS_H
#define TMD_GAPS_H

#include "lib/cell/symmetry.h"
#include "lib/report/coverage.h"

struct tmd_gaps {
  const struct tmd_coverage *coverage; /* sorted */
  void (*visit)(const struct tmd_planline *gap, void *context);
  void *context;
  tmd_u128 planned, covered; /* arguments of the lines so far, images counted */
  unsigned long long count;
};

/* Calls visit for each gap of the line, by growing X. What is missing of its own range and of all images is one gap, with the
   line's symmetry; what is missing of some of them only is a gap of each, without. Cost is in proportion. 0, or -1 (message,
   status 2): f has not the symmetry that the line names, or is not known. */
int tmd_gaps_of_line(struct tmd_gaps *gaps, const struct tmd_planline *line) __attribute__((warn_unused_result));

#endif
