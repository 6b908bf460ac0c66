#include "lib/cell/decide.h"

#include <limits.h>

void tmd_distance_init(struct tmd_distance *d) {
  arf_init(d->nearest), arf_init(d->least), arf_init(d->greatest);
  d->negative = d->midpoint = 0;
}

void tmd_distance_clear(struct tmd_distance *d) {
  arf_clear(d->nearest), arf_clear(d->least), arf_clear(d->greatest);
}

enum tmd_decision tmd_decide(struct tmd_distance *d, const struct tmd_problem *problem,
                             const arb_t G) {
  const int threshold = tmd_problem_threshold(problem);
  if (!arb_is_finite(G)) return TMD_DECISION_OPEN;
  tmd_ball_distance(d->nearest, d->least, d->greatest, G);
  if (arf_cmp_2exp_si(d->greatest, -1) > 0) arf_set_si_2exp_si(d->greatest, 1, -1);
  const int odd = !arf_is_int_2exp_si(d->nearest, 1);
  d->midpoint = problem->modes == TMD_MODES_NEAREST || (problem->modes == TMD_MODES_ALL && odd);
  d->negative = arf_cmp(arb_midref(G), d->nearest) < 0;
  if (arf_cmp_2exp_si(d->greatest, -threshold) < 0) return TMD_DECISION_CASE;
  return arf_cmp_2exp_si(d->least, -threshold) >= 0 ? TMD_DECISION_NONE : TMD_DECISION_OPEN;
}

enum tmd_decision tmd_decide_by_side(const struct tmd_problem *problem, const fmpq_t number,
                                     int side) {
  const int threshold = tmd_problem_threshold(problem);
  SCOPED(fmpz, nearest);
  SCOPED(fmpq, scaled); /* (number - nearest) 2^threshold */
  fmpq_set_si(scaled, 1, 2);
  fmpq_add(scaled, scaled, number);
  fmpz_fdiv_q(nearest, fmpq_numref(scaled), fmpq_denref(scaled));
  fmpq_sub_fmpz(scaled, number, nearest);
  fmpq_mul_2exp(scaled, scaled, (ulong)threshold);
  const int above = fmpq_equal_si(scaled, 1), below = fmpq_equal_si(scaled, -1);
  if (threshold < 2 || side < -1 || side > 1 || (!above && !below)) return TMD_DECISION_OPEN;
  return side == (above ? -1 : 1) ? TMD_DECISION_CASE : TMD_DECISION_NONE;
}

long tmd_decide_hardness(const struct tmd_problem *problem, const arf_t distance) {
  const long log2 = tmd_ball_log2(distance);
  return log2 < INT32_MIN ? LONG_MAX : tmd_problem_hardness(problem, (int32_t)(log2 + 1));
}
