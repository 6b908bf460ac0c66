/* What of a function's domain was not searched: each gap begins where f is defined, and ends at
   most a binade beyond. */
#ifndef TMD_DOMAINGAPS_H
#define TMD_DOMAINGAPS_H

#include "lib/report/results.h"

struct tmd_domaingaps {
  struct tmd_result *range; /* owned; in numeric order */
  size_t count;
};

/* What the complete ranges among the results from..to, those of one problem, leave of the domain in
   the input format. 0, or -1 (message) if there is no such function: no gaps then. */
int tmd_domaingaps_find(struct tmd_domaingaps *gaps, const struct tmd_results *results, size_t from,
                        size_t to);
void tmd_domaingaps_clear(struct tmd_domaingaps *gaps);

#endif
