/* Gaps: what nothing covers of the lines of a plan, as plan lines. */
#ifndef TMD_PLAN_GAPS_H
#define TMD_PLAN_GAPS_H

#include "lib/cell/image.h"
#include "lib/report/coverage.h"

struct tmd_plan_gaps {
  const struct tmd_coverage *coverage; /* sorted */
  void (*visit)(const struct tmd_planline *gap, void *context);
  void *context;
  tmd_u128 planned, covered; /* arguments of the lines so far, images counted */
  unsigned long long count;
};

/* Calls visit for each gap of the line, by growing X of the line. What is missing of one range
   alone, its own or that of an image, is a gap of that range, without a symmetry; what is missing
   of more of them is one gap of the line, with its symmetry and images: these cost nothing, and
   those that are known are claimed again. Cost is in proportion. 0, or -1 (message, status 2): f
   has not the symmetry that the line names, or is not known. */
int tmd_plan_gaps_add(struct tmd_plan_gaps *gaps, const struct tmd_planline *line)
    __attribute__((warn_unused_result));

#endif
