#include "lib/check/tested.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

void tmd_tested_add(struct tmd_tested *tested, tmd_u128 from, tmd_u128 to) {
  if (from >= to) return;
  if (tested->count > 0 && tested->range[tested->count - 1].to == from) {
    tested->range[tested->count - 1].to = to;
    return;
  }
  tested->range = tmd_grow(tested->range, &tested->capacity, tested->count + 1, sizeof *tested->range);
  tested->range[tested->count++] = (struct tmd_tested_range){from, to};
}

static int by_place(const void *a_, const void *b_) {
  const struct tmd_tested_range *a = a_, *b = b_;
  return a->from < b->from ? -1 : a->from > b->from;
}

void tmd_tested_join(struct tmd_tested *tested) {
  size_t kept = 0;
  if (tested->count == 0) return;
  qsort(tested->range, tested->count, sizeof *tested->range, by_place);
  for (size_t i = 1; i < tested->count; i++) {
    struct tmd_tested_range *last = &tested->range[kept], *next = &tested->range[i];
    if (next->from > last->to) tested->range[++kept] = *next;
    else if (next->to > last->to) last->to = next->to;
  }
  tested->count = kept + 1;
}

tmd_u128 tmd_tested_total(const struct tmd_tested *tested) {
  tmd_u128 total = 0;
  for (size_t i = 0; i < tested->count; i++) total += tested->range[i].to - tested->range[i].from;
  return total;
}

void tmd_tested_rest(const struct tmd_tested *tested, tmd_u128 from, tmd_u128 to,
                     void (*visit)(tmd_u128 from, tmd_u128 to, void *context), void *context) {
  for (size_t i = 0; i < tested->count && from < to; i++) {
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
