/* Beyond a plan: what is covered that no line of the plan has, nor an image of one. */
#ifndef TMD_PLAN_BEYOND_H
#define TMD_PLAN_BEYOND_H

#include "lib/report/coverage.h"

/* Zeros at first. */
struct tmd_plan_beyond {
  struct tmd_coverage planned;
};

/* Adds a line, whose symmetry is one that f has. */
void tmd_plan_beyond_add(struct tmd_plan_beyond *beyond, const struct tmd_planline *line);

/* When all lines have been added: calls visit for each range of the coverage, which is sorted, that
   is beyond the plan, as a line without advice. Returns how many there are. Frees what was added.
 */
unsigned long long tmd_plan_beyond_visit(struct tmd_plan_beyond *beyond,
                                         const struct tmd_coverage *coverage,
                                         void (*visit)(const struct tmd_planline *line));

#endif
