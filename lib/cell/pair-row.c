#include "lib/cell/pair-row.h"

#include "lib/expression/expression.h"
#include "lib/problem/pair.h"

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
  /* exact cases of pairs are records */
  row->function->exact_rule = TMD_EXACT_LISTED;
  row->segment.function = row->function;
  return 0;
}

void tmd_row_close(struct tmd_row *row) {
  if (row->function) tmd_row_function_free(row->function);
  row->function = NULL;
}
