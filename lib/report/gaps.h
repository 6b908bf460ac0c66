/* What of a function's domain was not searched: each gap begins where f is defined, and ends at most a binade beyond. */
#ifndef TMD_GAPS_H
#define TMD_GAPS_H

#include "lib/report/results.h"

struct tmd_gaps {
  struct tmd_result *range; /* owned; in numeric order */
  size_t count;
};

/* What the complete ranges among the results from..to, those of one problem, leave of the domain in the input format. 0, or -1
   (message) if there is no such function: no gaps then. */
int tmd_gaps_find(struct tmd_gaps *gaps, const struct tmd_results *results, size_t from, size_t to);
void tmd_gaps_clear(struct tmd_gaps *gaps);

#endif
