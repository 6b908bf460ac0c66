/* The verdict on claims as the answer to a plan: all are confirmed, none contradicts another, and
   what they cover is the plan with its images, all of it and nothing else. */
#ifndef TMD_ANSWER_H
#define TMD_ANSWER_H

#include <stdio.h>

#include "lib/report/coverage.h"

struct tmd_answer {
  unsigned long long cases; /* those confirmed that are not exact */
  char what[256]; /* the first thing that is wrong, a line without a newline; empty: nothing is */
};

/* Of a part of the answer, what is missing is not wrong. The coverage becomes sorted, and gets the
   problems of the plan. Returns 0, or -1 (message): the plan is none. `name` is the plan's, for
   that message. */
int tmd_answer_judge(struct tmd_answer *answer, struct tmd_coverage *coverage, FILE *plan,
                     const char *name, int part) __attribute__((warn_unused_result));

#endif
