/* Pairs of arguments (x, y): their numbering in a cell, which fixes the signs and exponents of
   both.

       x = s_x X b^(e_in - p_x + 1),   y = s_y Y 2^(e_y - p_y + 1)

   The significands X of the cell are cut into strips of 2^s values, of which the last may have
   fewer; in a strip the pairs are numbered row by row, a row being one Y. So the ordinal of a pair
   is

       (X - X_first - r) + w (Y - Y_first) + r h,

   where r, a multiple of 2^s, begins the strip of X, w is the number of its X, and h that of the Y
   of the cell. A band of rows of a strip is one range of ordinals. All significands of a binade
   belong to a cell, in the cell of subnormal numbers all from 0 on; but a pair with x = 0 or y = 0
   is never a case. */
#ifndef TMD_PAIR_H
#define TMD_PAIR_H

#include "lib/problem/problem.h"

struct tmd_xy {
  tmd_u128 X, Y;
};

/* s: a strip has 2^s values of x, or all of the cell if that is less. 3 p/4 - 1 where tiles serve
   (lib/pairs/tile.h): about the longest blocks of the Farey walk, those of x^y with a small y. */
int tmd_pair_strip_log2(const struct tmd_problem *problem);

/* The number of ordinals of a cell, that is, of its pairs; only signs and exponents of x and y are
   read. Public for tests. */
tmd_u128 tmd_pair_count(const struct tmd_problem *problem, const struct tmd_cell *cell);

/* The ordinal of a pair of the cell, and the inverse. */
tmd_u128 tmd_pair_ordinal(const struct tmd_problem *problem, const struct tmd_cell *cell,
                          const struct tmd_xy *pair);
struct tmd_xy tmd_pair_at(const struct tmd_problem *problem, const struct tmd_cell *cell,
                          tmd_u128 ordinal);

/* The number of pairs that follow this one in its row and strip, itself included. */
tmd_u128 tmd_pair_row_rest(const struct tmd_problem *problem, const struct tmd_cell *cell,
                           const struct tmd_xy *pair);

/* The significands of x, and of y, in the cell: X_first or Y_first, and how many. */
void tmd_pair_columns(const struct tmd_problem *problem, const struct tmd_cell *cell,
                      tmd_u128 *first, tmd_u128 *count);
void tmd_pair_rows(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 *first,
                   tmd_u128 *count);

/* Exponent of one unit of Y. */
static inline int tmd_pair_unit_y(const struct tmd_problem *problem, const struct tmd_cell *cell) {
  return cell->e_y - problem->in_y.p + 1;
}

/* 1 if every x, or -x, is a number of the results: f(x, 1) = x has no cases but exact ones. */
static inline int tmd_pair_x_is_result(const struct tmd_problem *problem) {
  const struct tmd_format *in = &problem->in, *out = &problem->out;
  return in->p <= out->p && in->emax <= out->emax && in->emin - in->p >= out->emin - out->p;
}

/* y as a hexadecimal float, or as an integer, into text of TMD_HEXFLOAT_TEXT_BYTES; returns
   text. */
char *tmd_pair_print_y(char *text, const struct tmd_problem *problem, const struct tmd_cell *cell,
                       tmd_u128 Y);

/* For lib/problem: the default threshold of the problem, whose function may be unresolved. Of some
   functions in binary32 it is from a table: the bits at which lib/cases was searched (SUMMARY.tsv),
   and 44; of integers the table needs 32 bits or more, as fewer have no such hard cases. Otherwise
   it is 2 p - 4, at least 4, and p + 4 if y is an integer. */
int tmd_pair_usual_bits(const struct tmd_problem *problem);

/* For lib/problem: 0, or -1 (message) if formats are not such that pairs of them can be numbered;
   if a cell, or a range of its ordinals, is none of the problem. */
int tmd_pair_formats_check(const struct tmd_problem *problem);
int tmd_pair_check(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 X0,
                   tmd_u128 X1);

#endif
