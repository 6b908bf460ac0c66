/* Checks of functions of two arguments: of formats of 16 bits every pair; of others, and of fma
   with its three, special values, samples and lists. */
#ifndef TMD_CHECK_PAIRS_H
#define TMD_CHECK_PAIRS_H

#include "lib/plan/domain.h"
#include "tools/check/run/checks.h"

struct tmd_pairs_how {
  const struct tmd_domain *domain; /* of x; NULL: all */
  char **lists; /* files of pairs, up to NULL: lines of x and y, a tab or a comma between; further
                   columns are not read */
  long long samples;
  uint64_t seed;
};

/* Checks the function in the format: a check is added, which is finished. 0, or -1 (message). */
int tmd_checks_pairs(struct tmd_checks *checks, const struct tmd_pair *pair,
                     const struct tmd_format *format, const struct tmd_pairs_how *how);

#endif
