/* Ranges of ordinals in cells, and their order. An ordinal numbers the arguments of a cell; nothing
   in this room depends on its meaning. */
#ifndef TMD_SPAN_H
#define TMD_SPAN_H

#include <string.h>

#include "lib/problem/problem.h"

/* The ordinals X0 <= X < X1 of a cell. Structures that begin with a span can be sorted and searched
   by the functions below. */
struct tmd_span {
  const struct tmd_problem *problem; /* interned */
  struct tmd_cell cell;
  tmd_u128 X0, X1;
};

static inline int tmd_ordinal_compare(tmd_u128 a, tmd_u128 b) { return (a > b) - (a < b); }

/* The order of problems by canonical text: < 0, 0, > 0. */
static inline int tmd_problem_compare(const struct tmd_problem *a, const struct tmd_problem *b) {
  return a == b ? 0 : strcmp(a->text, b->text);
}

/* Order by problem and cell; by problem, cell and X0 (for qsort). */
int tmd_span_compare_cells(const struct tmd_span *a, const struct tmd_span *b);
int tmd_span_compare(const void *a, const void *b);

/* In an array of `count` structures of `bytes` each, sorted and disjoint: the index of the first
   one in the problem and cell of `key` that ends beyond key->X0, or `count`. */
size_t tmd_span_find(const void *spans, size_t count, size_t bytes, const struct tmd_span *key);

#endif
