/* How far wrong results of runs by place are from the right ones, in steps (tmd_datum_steps). */
#include "tools/check/judge.h"

/* Let d be a result less |f(x)|. The right one is the only number with least <= d <= most, an interval of one ulp; other results
   are as many steps away as d is ulps beyond it, rounded up. Of values of both signs |d| <= 1, and what is wrong is one step
   away. */
static uint64_t steps_of(const struct tmd_compare_job *job, int64_t d) {
  const int64_t one = INT64_C(1) << job->fraction_bits, off = d > job->most ? d - job->most : d < job->least ? job->least - d : 0;
  return job->both_signs ? 1 : (uint64_t)((off + one - 1) >> job->fraction_bits);
}

/* None of the run is more steps away; where numbers end, their difference does not say how many these are. */
static tmd_u128 bound_of(const struct tmd_compare_job *job, const struct tmd_compared *found, int reaches_infinity) {
  const uint64_t down = steps_of(job, found->d_least), up = steps_of(job, found->d_most);
  return reaches_infinity ? TMD_STEPS_INFINITE : down > up ? down : up;
}

void tmd_judge_steps(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run,
                     const struct tmd_compare_job *job, const struct tmd_compared *found) {
  const struct tmd_kappa *kappa = &e->verdict[mode].kappa;
  const size_t n = run->strip.count;
  const int infinity = !job->both_signs && job->high >= tmd_ordinal_infinite(&e->on.checked.out);
  const tmd_u128 bound = bound_of(job, found, infinity);
  const struct tmd_instance least_x = {.x = tmd_run_argument(run, run->first + (run->x.sign ? n - 1 : 0))};
  int before = tmd_instance_compare(&least_x, &kappa->at) < 0;
  if (bound < kappa->steps || (bound == kappa->steps && !before)) return;
  for (size_t k = 0; k < n && (before || kappa->steps < bound); k++) { /* from the least x on */
    const size_t at = run->x.sign ? n - 1 - k : k;
    if (!tmd_bit(e->wrong + run->marks, at)) continue;
    const tmd_u128 steps = infinity ? bound : steps_of(job, tmd_place_difference(e, run, run->first + at));
    if (steps < kappa->steps || (steps == kappa->steps && !before)) continue;
    const struct tmd_instance instance = tmd_place_instance(e, mode, run, run->first + at);
    tmd_verdict_steps(&e->verdict[mode], &instance);
    before = tmd_instance_compare(&instance, &kappa->at) < 0;
  }
}
