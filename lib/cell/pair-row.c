#include "lib/cell/pair-row.h"

#include <stdlib.h>

#include "lib/expression/expression.h"
#include "lib/problem/pair.h"

/* The largest |n| of a row that is not far. */
static long near_most(const struct tmd_problem *problem) {
  const struct tmd_format *in = &problem->in, *out = &problem->out;
  const int of_x = abs(in->emin) + in->p + abs(in->emax),
            of_f = abs(out->emin) + out->p + abs(out->emax);
  return 2 + (of_x > of_f ? of_x : of_f);
}

/* |n|; 2^127 if it is more. */
static tmd_u128 size_of(const struct tmd_problem *problem, const struct tmd_cell *cell,
                        tmd_u128 Y) {
  enum { MOST = 127 };
  const int unit = tmd_pair_unit_y(problem, cell);
  if (unit < 0) return -unit < MOST ? Y >> -unit : 0;
  return unit < MOST && Y <= ((tmd_u128)1 << MOST) >> unit ? Y << unit : (tmd_u128)1 << MOST;
}

int tmd_row_is_far(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 Y) {
  return size_of(problem, cell, Y) > (tmd_u128)near_most(problem);
}

long tmd_row_n(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 Y) {
  const tmd_u128 size = size_of(problem, cell, Y);
  const long most = near_most(problem), odd = (long)(size & 1),
             n = size <= (tmd_u128)most ? (long)size : most + 1 + ((most + 1) % 2 != odd);
  return cell->sign_y ? -n : n;
}

/* The rule of exact cases of a row is that of the pairs, or there is none. */
static void set_rule(struct tmd_row *row, const struct tmd_cell *cell, tmd_u128 Y) {
  const struct tmd_problem *problem = row->segment.problem;
  const enum tmd_exact_rule rule = problem->function->exact_rule;
  const int by_Y = rule == TMD_EXACT_HYPOT || rule == TMD_EXACT_DIAGONAL ||
                   rule == TMD_EXACT_REAL_POWER,
            family = rule != TMD_EXACT_LISTED && !by_Y;
  if (family && row->function->exact_rule == TMD_EXACT_IDENTITY) return;
  row->function->exact_rule = rule;
  if (by_Y) row->function->exact_Y = (uint64_t)Y;
  if (family && row->function->n == 0) row->function->n = tmd_row_n(problem, cell, Y);
}

int tmd_row_open(struct tmd_row *row, const struct tmd_problem *problem,
                 const struct tmd_cell *cell, tmd_u128 at, tmd_u128 end) {
  *row = (struct tmd_row){{problem, problem->function, *cell, at, end}, .first = at};
  if (!tmd_problem_of_pairs(problem)) return 0;
  const struct tmd_xy pair = tmd_pair_at(problem, cell, at);
  const tmd_u128 rest = tmd_pair_row_rest(problem, cell, &pair), wanted = end - at;
  row->segment.X0 = pair.X;
  row->segment.X1 = pair.X + (wanted < rest ? wanted : rest);
  row->zero = pair.Y == 0;
  if (row->zero) return 0;
  SCOPED(fmpq, exact);
  SCOPED(mpq, y);
  tmd_argument_rational(exact, 2, cell->sign_y, pair.Y, tmd_pair_unit_y(problem, cell));
  fmpq_get_mpq(y, exact);
  row->function = tmd_row_function(problem->function, y);
  if (!row->function) return -1;
  set_rule(row, cell, pair.Y);
  row->segment.function = row->function;
  return 0;
}

void tmd_row_close(struct tmd_row *row) {
  if (row->function) tmd_row_function_free(row->function);
  row->function = NULL;
}
