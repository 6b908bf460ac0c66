#include "lib/region/exact-pairs.h"

#include <stdlib.h>

#include "lib/cell/pair-row.h"
#include "lib/problem/pair.h"
#include "lib/region/exact-hypot.h"
#include "lib/region/exact-real-power.h"

/* ---- |x| = |y| ---- */

unsigned tmd_exact_diagonal_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                  const struct tmd_xy *pair) {
  const int shift = tmd_cell_unit(problem, cell) - tmd_pair_unit_y(problem, cell), most = 63,
            by = shift < 0 ? -shift : shift;
  const tmd_u128 greater = shift < 0 ? pair->Y : pair->X, other = shift < 0 ? pair->X : pair->Y;
  if (greater == 0 || by > most || other >> by != greater || greater << by != other) return 0;
  return tmd_exact_value_flags(problem, cell, -2, cell->sign_x);
}

/* Pairs (k X, k Y), low <= k < high, whose ordinals rise with k. */
struct diagonal {
  struct tmd_xy step;
  tmd_u128 low, high;
};

/* The least k whose pair has ordinal X or a later one. */
static tmd_u128 first_from(const struct tmd_problem *problem, const struct tmd_cell *cell,
                           struct diagonal of, tmd_u128 X) {
  while (of.low < of.high) {
    const tmd_u128 k = of.low + (of.high - of.low) / 2;
    const struct tmd_xy pair = {k * of.step.X, k * of.step.Y};
    if (tmd_pair_ordinal(problem, cell, &pair) < X) of.low = k + 1;
    else of.high = k;
  }
  return of.low;
}

/* Narrows k to those with first <= k step < first + count. */
static void narrow(struct diagonal *of, tmd_u128 step, tmd_u128 first, tmd_u128 count) {
  const tmd_u128 low = (first + step - 1) / step, high = (first + count + step - 1) / step;
  if (low > of->low) of->low = low;
  if (high < of->high) of->high = high;
}

/* In time that hardly grows with the cell. */
static tmd_u128 count_diagonal(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               const struct tmd_range *range) {
  const int shift = tmd_cell_unit(problem, cell) - tmd_pair_unit_y(problem, cell), most = 63;
  tmd_u128 first, count;
  if (abs(shift) > most) return 0;
  struct diagonal all = {
      {(tmd_u128)1 << (shift < 0 ? -shift : 0), (tmd_u128)1 << (shift > 0 ? shift : 0)},
      1,
      (tmd_u128)1 << 64};
  tmd_pair_columns(problem, cell, &first, &count);
  narrow(&all, all.step.X, first, count);
  tmd_pair_rows(problem, cell, &first, &count);
  narrow(&all, all.step.Y, first, count);
  const struct tmd_xy pair = {all.low * all.step.X, all.low * all.step.Y}; /* as are all others */
  if (all.low >= all.high || !tmd_exact_diagonal_flags(problem, cell, &pair)) return 0;
  return first_from(problem, cell, all, range->X1) - first_from(problem, cell, all, range->X0);
}

/* ---- Functions with an integer y ---- */

/* A row of a range: its member of the family, and the X of x in it. */
struct exact_row {
  struct tmd_function function;
  struct tmd_range X;
  tmd_u128 before; /* ordinal less X */
};

/* The row of the pair `at`; 0: it has no exact cases. */
static int open_row(struct exact_row *row, const struct tmd_problem *problem,
                    const struct tmd_cell *cell, tmd_u128 at, tmd_u128 end) {
  const struct tmd_xy pair = tmd_pair_at(problem, cell, at);
  const tmd_u128 rest = tmd_pair_row_rest(problem, cell, &pair),
                 count = rest < end - at ? rest : end - at;
  const struct tmd_function *f = problem->function;
  const long n = tmd_row_n(problem, cell, pair.Y);
  row->X = (struct tmd_range){pair.X, pair.X + count};
  row->before = at - pair.X;
  if (n == 0 || (f->exact_rule == TMD_EXACT_ROOT && cell->sign_x && n % 2 == 0)) return 0;
  if (n == 1 && f->exact_rule != TMD_EXACT_COMPOUND) row->function = tmd_identity;
  else row->function = (struct tmd_function){.exact_rule = f->exact_rule, .n = n};
  return 1;
}

unsigned tmd_exact_pairs_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               tmd_u128 X) {
  struct exact_row row;
  const struct tmd_xy pair = tmd_pair_at(problem, cell, X);
  if (problem->function->exact_rule == TMD_EXACT_HYPOT)
    return tmd_exact_hypot_flags(problem, cell, &pair);
  if (problem->function->exact_rule == TMD_EXACT_DIAGONAL)
    return tmd_exact_diagonal_flags(problem, cell, &pair);
  if (problem->function->exact_rule == TMD_EXACT_REAL_POWER)
    return tmd_exact_real_power_flags(problem, cell, &pair);
  if (!open_row(&row, problem, cell, X, X + 1)) return 0;
  return tmd_exact_flags(&row.function, problem, cell, row.X.X0);
}

/* ---- Ranges ---- */

/* How many rows beyond N, from ordinal `first` on, which begins one, have the pair with x = 1. */
static tmd_u128 count_far(const struct tmd_problem *problem, const struct tmd_cell *cell,
                          tmd_u128 first, tmd_u128 end) {
  const enum tmd_exact_rule rule = problem->function->exact_rule;
  struct tmd_xy one = {tmd_format_least_normal(&problem->in), tmd_pair_at(problem, cell, first).Y};
  tmd_u128 step = 1;
  if (rule == TMD_EXACT_COMPOUND || cell->e_in != 0) return 0;
  if (rule == TMD_EXACT_ROOT && cell->sign_x)
    step = 2, one.Y += tmd_row_n(problem, cell, one.Y) % 2 == 0;
  const tmd_u128 at = tmd_pair_ordinal(problem, cell, &one);
  if (at >= end || !tmd_exact_pairs_flags(problem, cell, at)) return 0; /* 1 is no midpoint */
  one.Y += step;
  return (end - at - 1) / (tmd_pair_ordinal(problem, cell, &one) - at) + 1;
}

static int is_far(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 at) {
  const struct tmd_xy pair = tmd_pair_at(problem, cell, at);
  return tmd_row_is_far(problem, cell, pair.Y) && pair.X <= tmd_format_least_normal(&problem->in);
}

tmd_u128 tmd_exact_pairs_count(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               const struct tmd_range *range) {
  tmd_u128 count = 0, at = range->X0;
  if (problem->function->exact_rule == TMD_EXACT_HYPOT)
    return tmd_exact_hypot_count(problem, cell, range);
  if (problem->function->exact_rule == TMD_EXACT_DIAGONAL)
    return count_diagonal(problem, cell, range);
  if (problem->function->exact_rule == TMD_EXACT_REAL_POWER)
    return tmd_exact_real_power_count(problem, cell, range);
  while (at < range->X1 && !is_far(problem, cell, at)) {
    struct exact_row row;
    if (open_row(&row, problem, cell, at, range->X1))
      count += tmd_exact_count(&row.function, problem, cell, &row.X);
    at = row.before + row.X.X1;
  }
  return at < range->X1 ? count + count_far(problem, cell, at, range->X1) : count;
}
