/* Judging by places (kernels/values); MPFR judges what places leave open. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "tools/check/examine/judge.h"

/* 1 if the place of argument i shows between which breakpoints f(x) lies, whatever its result is.
 */
static int is_placed(const struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  const uint64_t at = e->place[i], half = (UINT64_C(1) << (run->fraction_bits - 1)) - 1,
                 slack = run->strip.slack;
  return ((at + slack) & half) >= 2 * slack && at - run->strip.from <= run->strip.width;
}

/* The position of f(x) of a placed argument: all of it is right but the fraction, which is as
   accurate as the place; on overflow it is meaningless. */
static struct tmd_correct correct_by_place(const struct tmd_examiner *e, const struct tmd_run *run,
                                           size_t i) {
  const int negative = run->both_signs ? (int)(e->place[i] >> 63) : run->sign_f;
  const uint64_t place = run->both_signs && negative ? -e->place[i] : e->place[i],
                 one = UINT64_C(1) << run->fraction_bits;
  const uint64_t whole = UINT64_MAX >> run->fraction_bits, fraction = place & (one - 1);
  const double part = ldexp((double)fraction, -run->fraction_bits);
  return (struct tmd_correct){.kind = TMD_CORRECT_NUMBER,
                              .sign = negative,
                              .below = run->strip.low +
                                       (((place >> run->fraction_bits) - run->strip.low) & whole),
                              .fraction = part,
                              .gap = 1 - part,
                              .eighths = (int)(8 * part) | 1,
                              .beyond = run->beyond};
}

/* 1 if the result is just below the least normal number: whether it raises underflow depends on
   more than the place. */
static int is_next_to_normal(const struct tmd_examiner *e, const struct tmd_correct *correct) {
  return correct->below + 1 == tmd_format_least_normal(&e->on.checked.out);
}

struct tmd_instance tmd_place_instance(struct tmd_examiner *e, const struct tmd_run *run,
                                       size_t i) {
  if (!is_placed(e, run, i)) return tmd_examiner_instance(e, run, i);
  const struct tmd_correct correct = correct_by_place(e, run, i);
  return (struct tmd_instance){tmd_run_argument(run, i),
                               tmd_correct_round(&correct, e->judge.out, e->judge.mode),
                               tmd_examiner_result(e, i), tmd_examiner_second(e, i)};
}

/* The flags that every result of a run by place raises, or -1 if they differ. */
static int usual_flags(const struct tmd_examiner *e, const struct tmd_run *run) {
  if (run->plain) return TMD_RAISES_INEXACT;
  if (!run->constant) return -1;
  const struct tmd_correct correct = correct_by_place(e, run, run->first);
  const int late = tmd_correct_raises(&correct, e->judge.out, e->judge.mode, 1);
  return late == tmd_correct_raises(&correct, e->judge.out, e->judge.mode, 0) ? late : -1;
}

/* The counts of a verdict. */
struct counts {
  uint64_t tested, finding[TMD_FINDINGS];
};

static struct counts counts_of(const struct tmd_verdict *verdict) {
  struct counts counts = {.tested = verdict->tested};
  for (int k = 0; k < TMD_FINDINGS; k++) counts.finding[k] = verdict->finding[k].count;
  return counts;
}

/* Repeats the counts since `before` so many times: for arguments between others with the same
   findings. */
static void count_again(struct tmd_verdict *verdict, const struct counts *before, uint64_t times) {
  verdict->tested += (verdict->tested - before->tested) * times;
  for (int k = 0; k < TMD_FINDINGS; k++)
    verdict->finding[k].count += (verdict->finding[k].count - before->finding[k]) * times;
}

/* 1 if the counts since `between` equal those from `before` until then. */
static int is_same_again(const struct tmd_verdict *verdict, const struct counts *between,
                         const struct counts *before) {
  int differ = 0;
  for (int k = 0; k < TMD_FINDINGS; k++)
    differ |=
        verdict->finding[k].count - between->finding[k] != between->finding[k] - before->finding[k];
  return !differ;
}

/* Findings about argument i where a call raises `usual`: a bit for each flag that differs, and one
   for errno. */
static unsigned unusual(const struct tmd_examiner *e, int usual, size_t i) {
  const int error = e->errors && !tmd_errno_is_right(usual, e->judge.mode, e->errors[i]);
  return (e->flags ? e->flags[i] ^ (unsigned)usual : 0) | (unsigned)error << TMD_EXCEPTIONS;
}

/* Flags and errno where f(x) raises the same everywhere: they are counted by kinds. */
static void judge_usual_flags(struct tmd_examiner *e, const struct tmd_run *run, int usual) {
  const size_t first = run->first, end = first + run->strip.count;
  unsigned others = 0;
#pragma omp simd reduction(| : others)
  for (size_t i = first; i < end; i++) others |= unusual(e, usual, i);
  for (int kind = 0; others >> kind; kind++) {
    size_t count = 0, at = end; /* of least x */
    for (size_t i = first; others >> kind & 1 && i < end; i++) {
      if (!(unusual(e, usual, i) >> kind & 1) || tmd_is_marked(e->open, run, i)) continue;
      if (count++ == 0 || run->x.sign) at = i;
    }
    if (count == 0) continue;
    const struct tmd_instance instance = tmd_place_instance(e, run, at);
    const int finding = kind == TMD_EXCEPTIONS ? TMD_FINDING_ERRNO
                        : usual >> kind & 1    ? TMD_FINDING_MISSING + kind
                                               : TMD_FINDING_SPURIOUS + kind;
    tmd_verdict_count_in(&e->verdict->finding[finding], count, &instance);
  }
}

/* Flags and errno of arguments that were judged by place. */
static void judge_flags(struct tmd_examiner *e, const struct tmd_run *run) {
  const int usual = usual_flags(e, run);
  if (usual >= 0) judge_usual_flags(e, run, usual);
  for (size_t i = run->first; usual < 0 && i < run->first + run->strip.count; i++) {
    if (tmd_is_marked(e->open, run, i)) continue;
    const struct tmd_given one = tmd_examiner_given(e, run, i);
    const struct tmd_correct correct = correct_by_place(e, run, i);
    const int unsure = is_next_to_normal(e, &correct);
    tmd_verdict_judge_flags(e->verdict, &e->judge,
                            unsure ? tmd_examiner_correct(e, run, i) : &correct, &one);
  }
}

/* ---- by place ---- */

/* The bounds of a right difference in a mode, for |f|. */
static void bounds_of(struct tmd_compare_job *job, enum tmd_rounding mode, int sign_f) {
  const int64_t half = INT64_C(1) << (job->fraction_bits - 1);
  const int direction = tmd_rounding_direction(mode, sign_f);
  job->least = direction == 0 ? -half : direction > 0 ? 0 : -2 * half;
  job->most = direction == 0 ? half : direction > 0 ? 2 * half : 0;
}

/* Notes the wrong results: all if they are kept, else the one of least x. */
static void note_wrong(struct tmd_examiner *e, const struct tmd_run *run, uint64_t wrong) {
  struct tmd_verdict_count *count = &e->verdict->finding[TMD_FINDING_WRONG];
  const size_t n = run->strip.count;
  for (size_t k = 0; k < n; k++) {
    const size_t i = run->first + (run->x.sign ? n - 1 - k : k);
    if (!tmd_is_marked(e->wrong, run, i)) continue;
    const struct tmd_instance at = tmd_place_instance(e, run, i);
    tmd_verdict_count_in(count, wrong, &at);
    wrong = 0;
    tmd_examiner_keep(e, &at);
    if (!e->on.keeps) break;
  }
}

/* The first argument of the run that is marked and not before k, counted from its first; or their
   count. */
static size_t next_marked(const uint8_t *marks, const struct tmd_run *run, size_t k) {
  const uint8_t *mine = marks + run->marks;
  while (k < run->strip.count && !tmd_bit(mine, k)) k += (k & 7) == 0 && mine[k >> 3] == 0 ? 8 : 1;
  return k < run->strip.count ? k : run->strip.count;
}

static void note_order(struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  if (tmd_bit(e->dead, i) || tmd_bit(e->dead, i - 1)) return;
  const struct tmd_instance at = tmd_place_instance(e, run, i);
  const struct tmd_datum before = tmd_examiner_result(e, i - 1);
  if (at.got.class < TMD_DATUM_NAN && before.class < TMD_DATUM_NAN)
    tmd_verdict_find(e->verdict, TMD_FINDING_ORDER, &at);
}

/* 1 if the error of an argument of a flat run lies between those of its neighbours, which are
   judged in the same way. */
static int is_between(const struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  if (run->strip.slack != 0 || i == run->first || i + 1 == run->first + run->strip.count) return 0;
  const int64_t d = tmd_place_difference(e, run, i);
  return tmd_place_difference(e, run, i - 1) == d && tmd_place_difference(e, run, i + 1) == d &&
         tmd_is_marked(e->open, run, i - 1) && tmd_is_marked(e->open, run, i + 1);
}

/* 1 if an argument is open only because its result is far off: its place shows everything except an
   error that may be extreme. On overflow it shows everything only for infinite results. */
static int is_far_off(const struct tmd_examiner *e, const struct tmd_run *run, size_t i,
                      const struct tmd_correct *correct) {
  const struct tmd_datum got = tmd_examiner_result(e, i);
  if (run->beyond) return is_placed(e, run, i) && got.class == TMD_DATUM_INFINITE;
  return is_placed(e, run, i) && run->measured && !is_next_to_normal(e, correct) &&
         got.class < TMD_DATUM_NAN;
}

static void judge_open(struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  struct tmd_verdict *verdict = e->verdict;
  const struct tmd_given one = tmd_examiner_given(e, run, i);
  const struct tmd_correct correct = correct_by_place(e, run, i);
  if (!is_far_off(e, run, i, &correct)) {
    tmd_judge_one(e, run, i);
    return;
  }
  const double error = tmd_correct_error(&correct, e->judge.out, &one.got),
               off = tmd_place_looseness(run) + fabs(error) * 0x1p-40;
  const struct tmd_extreme below = verdict->below, above = verdict->above;
  if (!run->beyond && isfinite(error) && (error - off < below.error || error + off > above.error) &&
      !is_between(e, run, i)) {
    tmd_judge_one(e, run, i);
    return;
  }
  const uint64_t wrong = verdict->finding[TMD_FINDING_WRONG].count;
  tmd_verdict_judge(verdict, &e->judge, &correct, &one);
  verdict->below = below, verdict->above = above; /* there are greater ones than this */
  if (verdict->finding[TMD_FINDING_WRONG].count != wrong) {
    const struct tmd_instance at = tmd_place_instance(e, run, i);
    tmd_examiner_keep(e, &at);
  }
}

/* The number of open arguments from i on that are judged alike: f(x) has one place, and the calls
   gave the same. On overflow f may have to be monotone for that. */
static size_t row_of_open(const struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  const size_t first = i, end = run->first + run->strip.count;
  const struct tmd_correct correct = correct_by_place(e, run, i);
  const int alike =
      is_far_off(e, run, i, &correct) || (run->beyond && e->on.checked.function->monotone);
  if (!run->constant || e->on.keeps || !alike) return 1;
  while (++i < end && tmd_is_marked(e->open, run, i) &&
         tmd_result_bits(e, i) == tmd_result_bits(e, first))
    if ((e->flags && e->flags[i] != e->flags[first]) ||
        (e->errors && e->errors[i] != e->errors[first]))
      break;
  return i - first;
}

/* 1 if the error of argument i exceeds all doubles, as do all larger ones. */
static int is_beyond_numbers(struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  const struct tmd_datum got = tmd_examiner_result(e, i);
  if (got.class != TMD_DATUM_NUMBER) return 0;
  return !(fabs(tmd_correct_error(tmd_examiner_correct(e, run, i), &e->on.checked.out, &got)) <
           DBL_MAX);
}

/* A row of open arguments that are alike: errors rise or fall along it, or there are none, so that
   all arguments between have the findings of both ends. */
static void judge_row(struct tmd_examiner *e, const struct tmd_run *run, size_t i, size_t row) {
  const struct counts before = counts_of(e->verdict);
  judge_open(e, run, i);
  const struct counts between = counts_of(e->verdict);
  if (row > 1) judge_open(e, run, i + row - 1);
  if (row <= 2) return;
  const int one_size =
      !run->beyond || is_beyond_numbers(e, run, i) == is_beyond_numbers(e, run, i + row - 1);
  if (one_size && is_same_again(e->verdict, &between, &before)) {
    count_again(e->verdict, &between, row - 2);
    return;
  }
  const size_t half = (row - 2) / 2;
  if (half > 0) judge_row(e, run, i + 1, half);
  judge_row(e, run, i + 1 + half, row - 2 - half);
}

static void open_wrong(struct tmd_examiner *e, const struct tmd_run *run, size_t k,
                       struct tmd_compared *found) {
  e->wrong[run->marks + k / 8] &= (uint8_t)~(1 << (k & 7));
  tmd_set_bit(e->open + run->marks, k);
  found->wrong--, found->open++;
}

/* With --ftz a zero in place of a subnormal number is not wrong: it becomes open, as are results
   that are judged by themselves. */
static void open_flushed(struct tmd_examiner *e, const struct tmd_run *run,
                         struct tmd_compared *found) {
  const tmd_u128 normal = tmd_format_least_normal(&e->on.checked.out);
  const size_t count = run->strip.count, wrong = found->wrong;
  if (!e->on.ftz || run->strip.low >= normal) return;
  for (size_t k = 0; found->wrong && (k = next_marked(e->wrong, run, k)) < count; k++) {
    const struct tmd_datum got = tmd_examiner_result(e, run->first + k);
    if (got.ordinal > 0 || correct_by_place(e, run, run->first + k).below >= normal) continue;
    open_wrong(e, run, k, found);
  }
  if (found->wrong == wrong) return;
  found->d_least = found->d_most = 0;
  for (size_t k = 0; k < count; k++) {
    const int64_t d = tmd_is_marked(e->open, run, run->first + k)
                          ? 0
                          : tmd_place_difference(e, run, run->first + k);
    if (d < found->d_least) found->d_least = d;
    if (d > found->d_most) found->d_most = d;
  }
}

/* On overflow, places do not show errors: wrong results become open. */
static void open_beyond(struct tmd_examiner *e, const struct tmd_run *run,
                        struct tmd_compared *found) {
  for (size_t k = 0; found->wrong && (k = next_marked(e->wrong, run, k)) < run->strip.count;)
    open_wrong(e, run, k, found);
}

void tmd_judge_places(struct tmd_examiner *e, const struct tmd_run *run) {
  const size_t first = run->first, count = run->strip.count;
  struct tmd_compared found;
  struct tmd_compare_job job = {
      .place = e->place + first,
      .result = e->result + first * (size_t)e->bytes,
      .bytes = e->bytes,
      .count = count,
      .fraction_bits = run->fraction_bits,
      .both_signs = run->both_signs,
      .inward = run->both_signs && e->judge.mode == TMD_ROUND_ZERO,
      .sign = run->sign_f || run->both_signs ? UINT64_C(1) << (8 * e->bytes - 1) : 0,
      .reach = run->both_signs ? UINT64_C(1) << run->fraction_bits : UINT64_MAX >> 1,
      .low = run->strip.low,
      .high = run->strip.high,
      .slack = run->strip.slack,
      .from = run->strip.from,
      .width = run->strip.width,
      .direction = run->strip.direction};
  const struct tmd_marks marks = {e->open + run->marks, e->wrong + run->marks,
                                  e->order + run->marks};
  bounds_of(&job, e->judge.mode, run->sign_f);
  memset(marks.open, 0, count / 8 + 1), memset(marks.wrong, 0, count / 8 + 1),
      memset(marks.order, 0, count / 8 + 1);
  tmd_kernel_compare()(&job, &found, &marks);
  open_flushed(e, run, &found);
  if (run->beyond) open_beyond(e, run, &found);
  const int subnormal = run->x.ordinal < tmd_format_least_normal(&e->on.checked.in);
  if (e->on.ftz && subnormal &&
      (found.open || found.wrong || found.order)) { /* the library may have treated them as zeros */
    for (size_t i = first; i < first + count; i++) tmd_judge_one(e, run, i);
    return;
  }
  e->verdict->tested += count - found.open;
  for (size_t k = 0, row; found.open && (k = next_marked(e->open, run, k)) < count; k += row) {
    row = row_of_open(e, run, first + k);
    judge_row(e, run, first + k, row);
  }
  if (found.wrong) note_wrong(e, run, found.wrong);
  if (found.wrong) tmd_judge_steps(e, run, &job, &found);
  for (size_t k = 0; found.order && (k = next_marked(e->order, run, k)) < count; k++)
    note_order(e, run, first + k);
  tmd_judge_extremes(e, run, &found);
  if (e->flags || e->errors) judge_flags(e, run);
}
