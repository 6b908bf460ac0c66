/* Steps between wrong results of runs by place and the right ones (tmd_datum_steps). */
#include "tools/check/examine/judge.h"

/* Let d be a result less |f(x)|. The right one is the only number with least <= d <= most, an
   interval of one ulp; other results are as many steps away as d is ulps beyond it, rounded up. For
   values of both signs |d| <= 1, and a wrong result is one step away. */
static uint64_t steps_of(const struct tmd_compare_job *job, int64_t d) {
  const int64_t one = INT64_C(1) << job->fraction_bits, off = d > job->most    ? d - job->most
                                                              : d < job->least ? job->least - d
                                                                               : 0;
  return job->both_signs ? 1 : (uint64_t)((off + one - 1) >> job->fraction_bits);
}

/* The next wrong argument of the run from the k-th on, in the order of x: its index in the run, or
   its count. */
static size_t next_wrong(const struct tmd_examiner *e, const struct tmd_run *run, size_t *k) {
  const size_t n = run->strip.count;
  for (; *k < n; ++*k) {
    const size_t at = run->x.sign ? n - 1 - *k : *k;
    if (tmd_bit(e->wrong + run->marks, at)) return at;
  }
  return n;
}

static void note(struct tmd_examiner *e, const struct tmd_run *run, size_t at) {
  const struct tmd_instance instance = tmd_place_instance(e, run, run->first + at);
  tmd_verdict_steps(e->verdict, &instance);
}

void tmd_judge_steps(struct tmd_examiner *e, const struct tmd_run *run,
                     const struct tmd_compare_job *job, const struct tmd_compared *found) {
  const struct tmd_kappa *kappa = &e->verdict->kappa;
  const size_t n = run->strip.count;
  const uint64_t down = steps_of(job, found->d_least), up = steps_of(job, found->d_most),
                 most = down > up ? down : up;
  size_t at, farthest = n;
  if (!job->both_signs &&
      job->high >= tmd_ordinal_infinite(&e->on.checked.out)) { /* infinity is no step away */
    for (size_t k = 0; (at = next_wrong(e, run, &k)) < n; k++) note(e, run, at);
    return;
  }
  if (kappa->steps >= TMD_STEPS_INFINITE) return;
  const struct tmd_instance least_x = {
      .x = tmd_run_argument(run, run->first + (run->x.sign ? n - 1 : 0))};
  const int before = tmd_instance_compare(&least_x, &kappa->at) < 0;
  tmd_u128 least = kappa->steps + !before; /* of interest */
  for (size_t k = 0; least <= most && (at = next_wrong(e, run, &k)) < n; k++) {
    const uint64_t steps = steps_of(job, tmd_place_difference(e, run, run->first + at));
    if (steps >= least) farthest = at, least = steps + (tmd_u128)1;
  }
  if (farthest < n) note(e, run, farthest);
}
