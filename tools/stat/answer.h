/* Judges whether claims are part of the result of a plan: all are confirmed, no two contradict each
   other, and the plan with its images contains all that they cover. */
#ifndef TMD_ANSWER_H
#define TMD_ANSWER_H

#include <stdio.h>

#include "lib/ledger/ledger.h"

struct tmd_answer {
  unsigned long long cases; /* confirmed cases that are not exact */
  char what[256];           /* the first fault, a line without a newline; empty if there is none */
};

/* Sorts the ledger. Returns 0, or -1 (message) if the file is no plan. `name` is the plan's, for
   that message. */
int tmd_answer_judge(struct tmd_answer *answer, struct tmd_ledger *ledger, FILE *plan,
                     const char *name) __attribute__((warn_unused_result));

#endif
