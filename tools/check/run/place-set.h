/* A set of tested arguments: a union of ranges, in the order of the numbers (tmd_datum_place). */
#ifndef TMD_PLACE_SET_H
#define TMD_PLACE_SET_H

#include <stddef.h>

#include "lib/base/wide.h"

struct tmd_place_set_range {
  tmd_u128 from, to; /* places from <= x < to */
};

/* The places of `count` numbers of one sign, from this ordinal on, which is nearest to 0. */
struct tmd_place_set_range tmd_places_of(int sign, tmd_u128 ordinal, tmd_u128 count);

/* Initialise to zero. None touches another: they are a tree of search.h, ordered by their places.
 */
struct tmd_place_set {
  void *tree; /* owned */
  size_t ranges;
  tmd_u128 total; /* of places */
};

void tmd_place_set_add(struct tmd_place_set *set, tmd_u128 from, tmd_u128 to);
void tmd_place_set_join(struct tmd_place_set *set, const struct tmd_place_set *other);

/* Calls visit, which must not add to the set, for each range of [from, to) that is not in the set.
 */
void tmd_place_set_rest(const struct tmd_place_set *set, tmd_u128 from, tmd_u128 to,
                        void (*visit)(tmd_u128 from, tmd_u128 to, void *context), void *context);
/* The number of places of `other` that are not in the set. */
tmd_u128 tmd_place_set_more(const struct tmd_place_set *set, const struct tmd_place_set *other);
void tmd_place_set_clear(struct tmd_place_set *set);

#endif
