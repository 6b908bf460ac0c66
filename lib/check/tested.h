/* Which arguments were looked at: a union of ranges, in the order of the numbers (tmd_datum_place).
 */
#ifndef TMD_TESTED_H
#define TMD_TESTED_H

#include <stddef.h>

#include "lib/base/wide.h"

struct tmd_tested_range {
  tmd_u128 from, to; /* places from <= x < to */
};

enum { TMD_TESTED_BLOCK = 256 };

/* In order; none touches another. Lists of hard cases have a million, in an order of their own: so
   ranges stand in blocks, which are halved when they are full. */
struct tmd_tested {
  struct tmd_tested_block {
    size_t count; /* at least 1 */
    struct tmd_tested_range range[TMD_TESTED_BLOCK];
  } **block; /* owned */
  size_t blocks, capacity;
  tmd_u128 total; /* of places */
};

void tmd_tested_add(struct tmd_tested *tested, tmd_u128 from, tmd_u128 to);
void tmd_tested_join(struct tmd_tested *tested, const struct tmd_tested *other);

/* What lies between the ranges in [from, to): calls visit, which must not add to them, for each
   range of it. */
void tmd_tested_rest(const struct tmd_tested *tested, tmd_u128 from, tmd_u128 to,
                     void (*visit)(tmd_u128 from, tmd_u128 to, void *context), void *context);
void tmd_tested_clear(struct tmd_tested *tested);

#endif
