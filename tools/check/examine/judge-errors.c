/* Errors of all results, for a histogram. */
#include "tools/check/examine/judge.h"

static void judge_one(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run,
                      size_t i) {
  const struct tmd_judge judge = {&e->on.checked.out, mode, e->on.ftz};
  const struct tmd_datum got = tmd_examiner_result(e, i);
  if (tmd_bit(e->dead, i) || run->way == TMD_NO_VALUE) return;
  tmd_error_bins_count(&e->bins[mode],
                       tmd_verdict_error_of(&judge, tmd_examiner_correct(e, run, i), &got));
}

/* A difference from a place is the error within the slack of the run, and on its side of every
   breakpoint where there is no slack: it is in the same bin unless an end of one lies between. */
static int is_by_place(const struct tmd_examiner *e, const struct tmd_run *run, size_t i,
                       int64_t *hundredths) {
  const int64_t one = INT64_C(1) << run->fraction_bits, reach = TMD_BINS_REACH * one,
                slack = (int64_t)run->strip.slack;
  if (run->way != TMD_BY_PLACE || !run->measured || tmd_bit(e->open + run->marks, i - run->first))
    return 0;
  const int64_t d = tmd_place_difference(e, run, i),
                around = slack > 0 ? TMD_BINS_AN_ULP * (slack + 1) : 0;
  if (d > reach || d < -reach) return 0;
  *hundredths = TMD_BINS_AN_ULP * (run->sign_f ? -d : d);
  const int64_t rest = *hundredths & (one - 1);
  return rest >= around && rest < one - around;
}

void tmd_judge_errors(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run) {
  for (size_t i = run->first; i < run->first + run->strip.count; i++) {
    int64_t hundredths;
    if (is_by_place(e, run, i, &hundredths))
      e->bins[mode].count[tmd_bin_of(hundredths >> run->fraction_bits)]++;
    else judge_one(e, mode, run, i);
  }
}
