/* Which arguments were looked at: a union of ranges, in the order of the numbers (tmd_datum_place). */
#ifndef TMD_TESTED_H
#define TMD_TESTED_H

#include <stddef.h>

#include "lib/base/wide.h"

struct tmd_tested_range {
  tmd_u128 from, to; /* places from <= x < to */
};

struct tmd_tested {
  struct tmd_tested_range *range; /* owned; in order, none touches another */
  size_t count, capacity;
};

void tmd_tested_add(struct tmd_tested *tested, tmd_u128 from, tmd_u128 to);
tmd_u128 tmd_tested_total(const struct tmd_tested *tested);

/* What lies between the ranges in [from, to): calls visit, which must not add to them, for each range of it. */
void tmd_tested_rest(const struct tmd_tested *tested, tmd_u128 from, tmd_u128 to,
                     void (*visit)(tmd_u128 from, tmd_u128 to, void *context), void *context);
void tmd_tested_clear(struct tmd_tested *tested);

#endif
