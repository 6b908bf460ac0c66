#include "lib/region/exact-pairs.h"

#include "lib/cell/pair-row.h"
#include "lib/problem/pair.h"
#include "lib/region/exact-hypot.h"

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
  if (!open_row(&row, problem, cell, X, X + 1)) return 0;
  return tmd_exact_flags(&row.function, problem, cell, row.X.X0);
}

/* ---- Ranges ---- */

/* The rows of a range beyond N that have the pair with x = 1: Y, Y + step, ...; count may be 0. */
struct far {
  tmd_u128 X, Y, count, step;
};

/* From ordinal `first` on, which begins a row beyond N. */
static struct far far_rows(const struct tmd_problem *problem, const struct tmd_cell *cell,
                           tmd_u128 first, tmd_u128 end) {
  const int root = problem->function->exact_rule == TMD_EXACT_ROOT;
  const struct tmd_xy begins = tmd_pair_at(problem, cell, first);
  struct far far = {.X = tmd_format_least_normal(&problem->in), .Y = begins.Y, .step = 1};
  if (problem->function->exact_rule == TMD_EXACT_COMPOUND || cell->e_in != 0) return far;
  if (root && cell->sign_x) far.step = 2, far.Y += tmd_row_n(problem, cell, far.Y) % 2 == 0;
  const struct tmd_xy one = {far.X, far.Y};
  const tmd_u128 at = tmd_pair_ordinal(problem, cell, &one),
                 row = tmd_pair_ordinal(problem, cell, &(struct tmd_xy){far.X, far.Y + 1}) - at;
  if (at < end && tmd_exact_pairs_flags(problem, cell, at)) /* 1 is no midpoint */
    far.count = (end - at - 1) / (row * far.step) + 1;
  return far;
}

static int is_far(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 at) {
  const struct tmd_xy pair = tmd_pair_at(problem, cell, at);
  return tmd_row_is_far(problem, cell, pair.Y) && pair.X <= tmd_format_least_normal(&problem->in);
}

/* Counts the exact cases of a range up to the one of that index, and finds it. */
static tmd_u128 count_to(const struct tmd_problem *problem, const struct tmd_cell *cell,
                         const struct tmd_range *range, tmd_u128 index, tmd_u128 *X) {
  tmd_u128 count = 0, at = range->X0;
  for (; at < range->X1 && !is_far(problem, cell, at);) {
    struct exact_row row;
    const int has = open_row(&row, problem, cell, at, range->X1);
    at = row.before + row.X.X1;
    if (!has) continue;
    const tmd_u128 here = tmd_exact_count(&row.function, problem, cell, &row.X);
    if (index - count < here) {
      *X = row.before + tmd_exact_at(&row.function, problem, cell, &row.X, index - count);
      return index;
    }
    count += here;
  }
  if (at >= range->X1) return count;
  const struct far far = far_rows(problem, cell, at, range->X1);
  if (index - count < far.count)
    *X = tmd_pair_ordinal(problem, cell,
                          &(struct tmd_xy){far.X, far.Y + (index - count) * far.step});
  return count + far.count;
}

tmd_u128 tmd_exact_pairs_count(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               const struct tmd_range *range) {
  tmd_u128 X;
  if (problem->function->exact_rule == TMD_EXACT_HYPOT)
    return tmd_exact_hypot_count(problem, cell, range);
  return count_to(problem, cell, range, ~(tmd_u128)0, &X);
}

tmd_u128 tmd_exact_pairs_at(const struct tmd_problem *problem, const struct tmd_cell *cell,
                            const struct tmd_range *range, tmd_u128 index) {
  tmd_u128 X = 0;
  count_to(problem, cell, range, index, &X);
  return X;
}
