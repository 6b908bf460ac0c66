#include "lib/ledger/span.h"

int tmd_span_compare_cells(const struct tmd_span *a, const struct tmd_span *b) {
  const int c = tmd_problem_compare(a->problem, b->problem);
  return c ? c : tmd_cell_compare(&a->cell, &b->cell);
}

int tmd_span_compare(const void *a_, const void *b_) {
  const struct tmd_span *a = a_, *b = b_;
  const int c = tmd_span_compare_cells(a, b);
  return c ? c : tmd_ordinal_compare(a->X0, b->X0);
}

size_t tmd_span_find(const void *spans, size_t count, size_t bytes, const struct tmd_span *key) {
  const char *first = spans;
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const struct tmd_span *span = (const struct tmd_span *)(first + middle * bytes);
    const int c = tmd_span_compare_cells(span, key);
    if (c < 0 || (c == 0 && span->X1 <= key->X0)) low = middle + 1;
    else high = middle;
  }
  if (low == count) return count;
  return tmd_span_compare_cells((const struct tmd_span *)(first + low * bytes), key) ? count : low;
}
