/* Rows: the pairs of a range of ordinals that have one y (lib/problem/pair.h), as a segment of the
   function of x alone that f is there. Of functions of one argument a claim is one row. */
#ifndef TMD_PAIR_ROW_H
#define TMD_PAIR_ROW_H

#include "lib/cell/segment.h"

/* The ordinals of the row are first + (X - segment.X0). */
struct tmd_row {
  struct tmd_segment segment;    /* its function is the row's */
  tmd_u128 first;                /* ordinal of segment.X0 */
  struct tmd_function *function; /* owned; NULL: the problem's, or none */
  int zero;                      /* y = 0: there are no cases */
};

/* The row of the pair of ordinal `at`, from that on, as far as `end`. Returns 0, or -1 (message).
   To be closed in either case. */
int tmd_row_open(struct tmd_row *row, const struct tmd_problem *problem,
                 const struct tmd_cell *cell, tmd_u128 at, tmd_u128 end);
void tmd_row_close(struct tmd_row *row);

/* Of f(x, n), n = y, with a rule of exact cases: 1 if |n| is so large that the rule sees only
   whether x = 1 (lib/region/exact-pairs.h). */
int tmd_row_is_far(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 Y);

/* n of the row of Y; of far ones another that is far, with the same sign and parity. */
long tmd_row_n(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 Y);

/* Its ordinals end before this one. */
static inline tmd_u128 tmd_row_end(const struct tmd_row *row) {
  return row->first + (row->segment.X1 - row->segment.X0);
}

#endif
