/* Compares a ledger with a plan: gaps are uncovered ranges of the plan; other ranges are covered
   beyond the plan; both are plan lines. */
#ifndef TMD_PLAN_COMPARE_H
#define TMD_PLAN_COMPARE_H

#include <stdio.h>

#include "lib/ledger/ledger.h"
#include "lib/stream/plan-line.h"

struct tmd_plan_compare {
  const struct tmd_ledger *ledger; /* sorted */
  int beyond;                      /* 1: ranges beyond the plan will be visited */

  /* Called for each gap, by growing X of its line. A range that only one side of a line lacks (its
     own range, or one image) is a gap of that range, without a symmetry. A range that more sides
     lack is one gap of the line, with its symmetry and images: these cost nothing, and covered ones
     are claimed again. Cost is in proportion. */
  void (*gap)(const struct tmd_planline *gap, void *context);
  void *context;

  tmd_u128 planned, covered; /* arguments of the lines, with their images */
  unsigned long long gaps;
  struct tmd_ledger lines; /* the ranges of the lines and images, if `beyond` */
};

/* Reads a plan, closes it, and compares all its lines. 0, or -1 (message) if it is no plan, or f
   lacks the symmetry of a line. `name` is the plan's, for messages. */
int tmd_plan_compare(struct tmd_plan_compare *compare, FILE *plan, const char *name)
    __attribute__((warn_unused_result));

/* Calls visit for each range of the ledger that no line or image contains, as a line without
   advice. Returns their number. Frees the ranges of the lines. */
unsigned long long tmd_plan_beyond(struct tmd_plan_compare *compare,
                                   void (*visit)(const struct tmd_planline *line));

#endif
