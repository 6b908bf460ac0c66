/* The verdict on claims as a part of the answer to a plan: all are confirmed, none contradicts
   another, and the plan, with its images, has all that they cover. */
#ifndef TMD_ANSWER_H
#define TMD_ANSWER_H

#include <stdio.h>

#include "lib/ledger/ledger.h"

struct tmd_answer {
  unsigned long long cases; /* those confirmed that are not exact */
  char what[256]; /* the first thing that is wrong, a line without a newline; empty: nothing is */
};

/* Sorts the ledger. Returns 0, or -1 (message): the file is no plan. `name` is the plan's, for that
   message. */
int tmd_answer_judge(struct tmd_answer *answer, struct tmd_ledger *ledger, FILE *plan,
                     const char *name) __attribute__((warn_unused_result));

#endif
