/* Errors of results: the largest of runs by place, in ulp and in steps (tmd_datum_steps), and all
   of them for a histogram. */
#include <math.h>

#include "tools/check/examine/judge.h"

/* ---- extremes of runs by place ---- */

int64_t tmd_place_difference(const struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  const uint64_t sign = UINT64_C(1) << (8 * e->bytes - 1);
  uint64_t r = tmd_result_bits(e, i);
  if (run->both_signs) r = r & sign ? -(r ^ sign) : r;
  else if (run->sign_f) r ^= sign;
  return (int64_t)((r << run->fraction_bits) - e->place[i]);
}

static void note_error(struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  const struct tmd_instance at = tmd_examiner_instance(e, run, i);
  tmd_verdict_error(e->verdict,
                    tmd_correct_error(tmd_examiner_correct(e, run, i), &e->on.checked.out, &at.got),
                    &at);
}

/* 1 if argument i is not open and its difference may be the greatest, d, up to the slack of both.
 */
static int may_be_extreme(const struct tmd_examiner *e, const struct tmd_run *run, size_t i,
                          int64_t d) {
  const int64_t less =
      d < 0 ? tmd_place_difference(e, run, i) - d : d - tmd_place_difference(e, run, i);
  return less <= 2 * (int64_t)run->strip.slack && !tmd_is_marked(e->open, run, i);
}

/* 1 if a neighbour of argument i has a larger error, of d's sign: with the same result, and |f|
   further from it. */
static int is_exceeded(const struct tmd_examiner *e, const struct tmd_run *run, size_t i,
                       int64_t d) {
  const size_t k = i - run->first;
  const int before = (run->strip.direction > 0) == (d > 0); /* r - |f| falls as |f| rises */
  if (run->strip.direction == 0 || k == (before ? 0 : run->strip.count - 1)) return 0;
  const size_t neighbour = before ? i - 1 : i + 1;
  return tmd_result_bits(e, neighbour) == tmd_result_bits(e, i) &&
         !tmd_is_marked(e->open, run, neighbour);
}

/* Notes their errors; in flat runs only the first and the last one, as the distance of |f| from its
   place rises or falls. */
static void find_extreme(struct tmd_examiner *e, const struct tmd_run *run, int64_t d) {
  const int flat = run->strip.slack == 0;
  size_t i = run->first, end = run->first + run->strip.count;
  for (; i < end; i++) {
    if (!may_be_extreme(e, run, i, d) || (!flat && is_exceeded(e, run, i, d))) continue;
    note_error(e, run, i);
    if (flat) break;
  }
  while (flat && --end > i)
    if (may_be_extreme(e, run, end, d)) {
      note_error(e, run, end);
      break;
    }
}

enum { UNDERFLOWING_LOG2 = -2 };

/* A bound, in ulp, for the distance of differences from places and errors. */
double tmd_place_looseness(const struct tmd_run *run) {
  if (run->underflowing) return ldexp(1, UNDERFLOWING_LOG2);
  return run->strip.slack == 0 ? 0x1p-14 /* tools/check/examine/flat-range.h */
                               : ldexp((double)run->strip.slack, -run->fraction_bits);
}

/* |f| at an argument of an underflowing run, in ulp of the least number. */
static double size_of(struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  return tmd_examiner_correct(e, run, i)->fraction;
}

/* The argument of an underflowing run where |f| is least, if it falls and then rises. */
static size_t find_least(struct tmd_examiner *e, const struct tmd_run *run) {
  size_t first = run->first, last = run->first + run->strip.count - 1;
  while (first < last) {
    const size_t middle = first + (last - first) / 2;
    if (size_of(e, run, middle) <= size_of(e, run, middle + 1)) last = middle;
    else first = middle + 1;
  }
  return first;
}

/* Notes errors r - |f| of an underflowing run, least < |f| < most, that may be larger than those so
   far; with `count`, only returns 1 if there are any. */
static int note_underflowing(struct tmd_examiner *e, const struct tmd_run *run, double least,
                             double most, int count) {
  const struct tmd_verdict *verdict = e->verdict;
  const double unit = ldexp(1, -run->fraction_bits);
  for (size_t i = run->first; i < run->first + run->strip.count; i++) {
    const double r = rint((double)tmd_place_difference(e, run, i) * unit), low = r - most,
                 high = r - least;
    const int extreme = (run->sign_f ? -high : low) < verdict->below.error ||
                        (run->sign_f ? -low : high) > verdict->above.error;
    if (!extreme || tmd_is_marked(e->open, run, i)) continue;
    if (count) return 1;
    note_error(e, run, i);
  }
  return 0;
}

/* For an underflowing run on which |f| falls, and then rises (tmd_function's alternates). */
static void underflowing_extremes(struct tmd_examiner *e, const struct tmd_run *run) {
  const size_t first = run->first, last = first + run->strip.count - 1;
  if (!note_underflowing(e, run, 0, tmd_place_looseness(run), 1)) return;
  const size_t least = find_least(e, run), at[] = {first, last, least};
  for (int k = 0; k < 3; k++)
    if (!tmd_is_marked(e->open, run, at[k])) note_error(e, run, at[k]);
  note_underflowing(e, run, size_of(e, run, least),
                    fmax(size_of(e, run, first), size_of(e, run, last)), 0);
}

/* Extremes that may be greater than those so far. */
void tmd_judge_extremes(struct tmd_examiner *e, const struct tmd_run *run,
                        const struct tmd_compared *found) {
  if (!run->measured) {
    if (run->underflowing) underflowing_extremes(e, run);
    return;
  }
  const struct tmd_verdict *verdict = e->verdict;
  const double unit = ldexp(1, -run->fraction_bits), slack = tmd_place_looseness(run);
  const int64_t down = run->sign_f ? -found->d_most : found->d_least,
                up = run->sign_f ? -found->d_least : found->d_most;
  if (down < 0 && (double)down * unit - slack < verdict->below.error)
    find_extreme(e, run, run->sign_f ? -down : down);
  if (up > 0 && (double)up * unit + slack > verdict->above.error)
    find_extreme(e, run, run->sign_f ? -up : up);
}

/* ---- steps between wrong results of runs by place and the right ones ---- */

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

static void note_steps(struct tmd_examiner *e, const struct tmd_run *run, size_t at) {
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
    for (size_t k = 0; (at = next_wrong(e, run, &k)) < n; k++) note_steps(e, run, at);
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
  if (farthest < n) note_steps(e, run, farthest);
}

/* ---- histograms ---- */

/* The bin of hundredths, rounded down. */
static int bin_of(int64_t hundredths) {
  const int64_t reach = TMD_BINS_AN_ULP * TMD_BINS_REACH;
  return hundredths < -reach   ? 0
         : hundredths >= reach ? TMD_BINS - 1
                               : (int)(hundredths + reach + 1);
}

/* Counts an error in ulp, unless it is infinite or NaN. */
static void count_error(struct tmd_error_bins *bins, double error) {
  if (!isfinite(error)) return;
  const double beyond = 2 * TMD_BINS_REACH;
  bins->count[bin_of((int64_t)floor(TMD_BINS_AN_ULP * fmax(-beyond, fmin(error, beyond))))]++;
}

static void judge_one(struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  const struct tmd_datum got = tmd_examiner_result(e, i);
  if (tmd_bit(e->dead, i) || run->method == TMD_NO_VALUE) return;
  count_error(&e->bins[e->judge.mode],
              tmd_verdict_error_of(&e->judge, tmd_examiner_correct(e, run, i), &got));
}

/* A difference from a place is the error up to the slack of the run, and on its side of every
   breakpoint if there is no slack: it is in the same bin unless an end of one lies between. */
static int is_by_place(const struct tmd_examiner *e, const struct tmd_run *run, size_t i,
                       int64_t *hundredths) {
  const int64_t one = INT64_C(1) << run->fraction_bits, reach = TMD_BINS_REACH * one,
                slack = (int64_t)run->strip.slack;
  if (run->method != TMD_BY_PLACE || !run->measured ||
      tmd_bit(e->open + run->marks, i - run->first))
    return 0;
  const int64_t d = tmd_place_difference(e, run, i),
                around = slack > 0 ? TMD_BINS_AN_ULP * (slack + 1) : 0;
  if (d > reach || d < -reach) return 0;
  *hundredths = TMD_BINS_AN_ULP * (run->sign_f ? -d : d);
  const int64_t rest = *hundredths & (one - 1);
  return rest >= around && rest < one - around;
}

void tmd_judge_errors(struct tmd_examiner *e, const struct tmd_run *run) {
  for (size_t i = run->first; i < run->first + run->strip.count; i++) {
    int64_t hundredths;
    if (is_by_place(e, run, i, &hundredths))
      e->bins[e->judge.mode].count[bin_of(hundredths >> run->fraction_bits)]++;
    else judge_one(e, run, i);
  }
}
