#include "lib/check/tested.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

/* The number of the first range that ends at `place` or beyond. */
static size_t find(const struct tmd_tested *tested, tmd_u128 place) {
  size_t low = 0, high = tested->count;
  if (high > 0 && tested->range[high - 1].to < place) return high; /* ranges mostly come in order */
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (tested->range[middle].to < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

void tmd_tested_add(struct tmd_tested *tested, tmd_u128 from, tmd_u128 to) {
  if (from >= to) return;
  const size_t first = find(tested, from);
  size_t behind = first;
  for (; behind < tested->count && tested->range[behind].from <= to; behind++) {
    if (tested->range[behind].from < from) from = tested->range[behind].from;
    if (tested->range[behind].to > to) to = tested->range[behind].to;
  }
  tested->range = tmd_grow(tested->range, &tested->capacity, tested->count + 1, sizeof *tested->range);
  memmove(tested->range + first + 1, tested->range + behind, (tested->count - behind) * sizeof *tested->range);
  tested->range[first] = (struct tmd_tested_range){from, to};
  tested->count += 1 - (behind - first);
}

tmd_u128 tmd_tested_total(const struct tmd_tested *tested) {
  tmd_u128 total = 0;
  for (size_t i = 0; i < tested->count; i++) total += tested->range[i].to - tested->range[i].from;
  return total;
}

void tmd_tested_rest(const struct tmd_tested *tested, tmd_u128 from, tmd_u128 to,
                     void (*visit)(tmd_u128 from, tmd_u128 to, void *context), void *context) {
  for (size_t i = find(tested, from); i < tested->count && from < to; i++) {
    const struct tmd_tested_range *range = &tested->range[i];
    if (range->to <= from) continue;
    if (range->from > from) visit(from, range->from < to ? range->from : to, context);
    from = range->to;
  }
  if (from < to) visit(from, to, context);
}

void tmd_tested_clear(struct tmd_tested *tested) {
  free(tested->range);
  memset(tested, 0, sizeof *tested);
}
