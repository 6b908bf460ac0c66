#include "tools/check/examine/verdict.h"

#include <errno.h>
#include <math.h>
#include <string.h>

const char *tmd_finding_name(enum tmd_finding finding) {
  static const char *const names[TMD_FINDINGS] = {[TMD_FINDING_WRONG] = "wrong",
                                                  [TMD_FINDING_SPECIAL] = "special-value",
                                                  [TMD_FINDING_SIGN] = "sign",
                                                  [TMD_FINDING_ORDER] = "not-monotone",
                                                  [TMD_FINDING_UNDECIDED] = "undecided",
                                                  [TMD_FINDING_MISSING] = "missing-invalid",
                                                  "missing-divide",
                                                  "missing-overflow",
                                                  "missing-underflow",
                                                  "missing-inexact",
                                                  "spurious-invalid",
                                                  "spurious-divide",
                                                  "spurious-overflow",
                                                  "spurious-underflow",
                                                  "spurious-inexact",
                                                  [TMD_FINDING_CLEARED] = "flag-cleared",
                                                  [TMD_FINDING_MODE] = "mode-changed",
                                                  [TMD_FINDING_CONTROL] = "environment-changed",
                                                  [TMD_FINDING_UNSTABLE] = "unstable",
                                                  [TMD_FINDING_LANE] = "lanes-differ",
                                                  [TMD_FINDING_OUTPUT] = "output",
                                                  [TMD_FINDING_ERRNO] = "errno",
                                                  [TMD_FINDING_GAMMA] = "sign-of-gamma",
                                                  [TMD_FINDING_COHORT] = "cohort-differs",
                                                  [TMD_FINDING_CRASH] = "crash",
                                                  [TMD_FINDING_HANG] = "hang"};
  return names[finding];
}

static int compare(const struct tmd_datum *a, const struct tmd_datum *b) {
  const int not_a = a->class >= TMD_DATUM_NAN, not_b = b->class >= TMD_DATUM_NAN;
  if (not_a != not_b) return not_a - not_b;
  if (not_a && a->ordinal != b->ordinal) return a->ordinal < b->ordinal ? -1 : 1;
  if (not_a) return a->sign != b->sign ? a->sign - b->sign : (int)a->class - (int)b->class;
  const tmd_u128 at_a = tmd_datum_place(a), at_b = tmd_datum_place(b);
  return (at_a > at_b) - (at_a < at_b);
}

int tmd_instance_compare(const struct tmd_instance *a, const struct tmd_instance *b) {
  const int by_x = compare(&a->x, &b->x);
  if (by_x || a->second.kind == TMD_SECOND_NONE) return by_x;
  const int by_y = a->second.kind == TMD_SECOND_INTEGER ? 0 : compare(&a->second.y, &b->second.y);
  if (a->second.kind == TMD_SECOND_NUMBERS && by_y == 0) return compare(&a->second.z, &b->second.z);
  if (a->second.kind != TMD_SECOND_INTEGER) return by_y;
  return (a->second.n > b->second.n) - (a->second.n < b->second.n);
}

void tmd_verdict_count_in(struct tmd_verdict_count *sum, uint64_t count,
                          const struct tmd_instance *at) {
  if (count > 0 && (sum->count == 0 || tmd_instance_compare(at, &sum->first) < 0)) sum->first = *at;
  sum->count += count;
}

void tmd_verdict_find(struct tmd_verdict *verdict, enum tmd_finding finding,
                      const struct tmd_instance *at) {
  tmd_verdict_count_in(&verdict->finding[finding], 1, at);
}

static void note(struct tmd_extreme *extreme, double error, const struct tmd_instance *at) {
  const double size = fabs(error), so_far = fabs(extreme->error);
  if (size > so_far || (size == so_far && size > 0 && tmd_instance_compare(at, &extreme->at) < 0))
    extreme->error = error, extreme->at = *at;
}

void tmd_verdict_error(struct tmd_verdict *verdict, double error, const struct tmd_instance *at) {
  if (!isfinite(error)) return;
  note(error < 0 ? &verdict->below : &verdict->above, error, at);
}

static void note_steps(struct tmd_kappa *kappa, tmd_u128 steps, const struct tmd_instance *at) {
  if (steps > kappa->steps ||
      (steps == kappa->steps && steps > 0 && tmd_instance_compare(at, &kappa->at) < 0))
    kappa->steps = steps, kappa->at = *at;
}

void tmd_verdict_steps(struct tmd_verdict *verdict, const struct tmd_instance *at) {
  note_steps(&verdict->kappa, tmd_datum_steps(&at->expected, &at->got), at);
}

void tmd_verdict_add(struct tmd_verdict *sum, const struct tmd_verdict *part) {
  sum->tested += part->tested;
  for (int i = 0; i < TMD_FINDINGS; i++)
    tmd_verdict_count_in(&sum->finding[i], part->finding[i].count, &part->finding[i].first);
  tmd_verdict_count_in(&sum->tiny_raised, part->tiny_raised.count, &part->tiny_raised.first);
  tmd_verdict_count_in(&sum->tiny_silent, part->tiny_silent.count, &part->tiny_silent.first);
  if (part->below.error != 0) note(&sum->below, part->below.error, &part->below.at);
  if (part->above.error != 0) note(&sum->above, part->above.error, &part->above.at);
  note_steps(&sum->kappa, part->kappa.steps, &part->kappa.at);
}

unsigned tmd_verdict_found(const struct tmd_verdict *verdict) {
  unsigned found = 0;
  for (int i = 0; i < TMD_FINDINGS; i++) found |= (unsigned)(verdict->finding[i].count > 0) << i;
  return found;
}

double tmd_verdict_largest(const struct tmd_verdict *verdict) {
  return fmax(fabs(verdict->below.error), verdict->above.error);
}

/* ---- judging ---- */

int tmd_errno_is_right(int raises, enum tmd_rounding mode, int error) {
  if (raises & TMD_RAISES_INVALID) return error == EDOM;
  if (raises & TMD_RAISES_DIVIDE || (raises & TMD_RAISES_OVERFLOW && mode == TMD_ROUND_NEAREST))
    return error == ERANGE;
  return error == 0 || (raises & (TMD_RAISES_OVERFLOW | TMD_RAISES_UNDERFLOW) && error == ERANGE);
}

void tmd_verdict_judge_flags(struct tmd_verdict *verdict, const struct tmd_judge *judge,
                             const struct tmd_correct *correct, const struct tmd_given *given) {
  const struct tmd_instance at = {given->x, tmd_correct_round(correct, judge->out, judge->mode),
                                  given->got, given->second};
  if (correct->kind == TMD_CORRECT_UNDECIDED) {
    tmd_verdict_find(verdict, TMD_FINDING_UNDECIDED, &at);
    return;
  }
  const int late = tmd_correct_raises(correct, judge->out, judge->mode, 1);
  const int early = tmd_correct_raises(correct, judge->out, judge->mode, 0);
  if (given->error >= 0 && !tmd_errno_is_right(early, judge->mode, given->error) &&
      !(correct->allowed & TMD_RAISES_INVALID))
    tmd_verdict_find(verdict, TMD_FINDING_ERRNO, &at);
  if (given->flags < 0) return;
  int differ = (given->flags ^ early) & ~correct->allowed;
  if (early != late) {
    differ &= ~TMD_RAISES_UNDERFLOW;
    tmd_verdict_count_in(given->flags & TMD_RAISES_UNDERFLOW ? &verdict->tiny_raised
                                                             : &verdict->tiny_silent,
                         1, &at);
  }
  for (int i = 0; i < TMD_EXCEPTIONS; i++)
    if (differ >> i & 1)
      tmd_verdict_find(
          verdict,
          (enum tmd_finding)((early >> i & 1 ? TMD_FINDING_MISSING : TMD_FINDING_SPURIOUS) + i),
          &at);
}

/* 1 if the result is the right one flushed to zero: f(x) is below the normal numbers. */
static int is_flushed(const struct tmd_judge *judge, const struct tmd_correct *correct,
                      const struct tmd_datum *got) {
  return judge->ftz && got->class == TMD_DATUM_NUMBER && got->ordinal == 0 &&
         correct->kind == TMD_CORRECT_NUMBER &&
         correct->below < tmd_format_least_normal(judge->out);
}

/* 1 if no standard fixes the result further. */
static int is_free(const struct tmd_correct *correct, const struct tmd_datum *got) {
  const int is_number = got->class == TMD_DATUM_NUMBER;
  switch (correct->freedom) {
  case TMD_FREE_ZERO: return is_number && got->ordinal == 0;
  case TMD_FREE_NOT_FINITE: return !is_number;
  case TMD_FREE_ANY: return 1;
  default: return 0;
  }
}

static int is_right(const struct tmd_judge *judge, const struct tmd_correct *correct,
                    const struct tmd_datum *got) {
  const struct tmd_datum expected = tmd_correct_round(correct, judge->out, judge->mode);
  return tmd_datum_same(&expected, got) || is_flushed(judge, correct, got) || is_free(correct, got);
}

/* Decides the same for an f(x) that may be undecided; 0 if the result is right for some values that
   f(x) may have, and wrong for others. A flushed zero is never settled: it is right if f(x) is
   subnormal. */
static int settle(struct tmd_correct *by, const struct tmd_judge *judge,
                  const struct tmd_correct *correct, const struct tmd_datum *got) {
  *by = *correct;
  if (correct->kind != TMD_CORRECT_UNDECIDED) return 1;
  if (judge->ftz && got->class == TMD_DATUM_NUMBER && got->ordinal == 0) return 0;
  return tmd_correct_settle(by, correct, judge->out, judge->mode, got);
}

struct tmd_datum tmd_verdict_expected(const struct tmd_judge *judge,
                                      const struct tmd_correct *correct,
                                      const struct tmd_datum *got) {
  struct tmd_correct by;
  settle(&by, judge, correct, got);
  return tmd_correct_round(&by, judge->out, judge->mode);
}

double tmd_verdict_distance(const struct tmd_judge *judge, const struct tmd_correct *correct,
                            const struct tmd_datum *got) {
  struct tmd_correct by;
  if (!settle(&by, judge, correct, got) || is_right(judge, &by, got)) return 0;
  const double size = fabs(tmd_correct_error(&by, judge->out, got));
  return isnan(size) ? INFINITY : size;
}

double tmd_verdict_error_of(const struct tmd_judge *judge, const struct tmd_correct *correct,
                            const struct tmd_datum *got) {
  const struct tmd_datum expected = tmd_correct_round(correct, judge->out, judge->mode);
  if (correct->kind == TMD_CORRECT_UNDECIDED || got->class != TMD_DATUM_NUMBER ||
      is_flushed(judge, correct, got))
    return NAN;
  return correct->beyond && tmd_datum_same(&expected, got)
             ? 0
             : tmd_correct_error(correct, judge->out, got);
}

/* All but flags and errno. 1 if the result is right. */
static int judge_result(struct tmd_verdict *verdict, const struct tmd_judge *judge,
                        const struct tmd_correct *correct, const struct tmd_instance *at) {
  if (is_right(judge, correct, &at->got)) {
    if (at->got.class == TMD_DATUM_NUMBER && !is_flushed(judge, correct, &at->got))
      tmd_verdict_error(verdict, tmd_verdict_error_of(judge, correct, &at->got), at);
    return 1;
  }
  const double error = tmd_correct_error(correct, judge->out, &at->got);
  tmd_verdict_find(verdict, TMD_FINDING_WRONG, at);
  if (at->got.class < TMD_DATUM_NAN && at->expected.class < TMD_DATUM_NAN &&
      at->got.sign != at->expected.sign)
    tmd_verdict_find(verdict, TMD_FINDING_SIGN, at);
  if (!isfinite(error) || at->got.class != TMD_DATUM_NUMBER)
    tmd_verdict_find(verdict, TMD_FINDING_SPECIAL, at);
  tmd_verdict_error(verdict, error, at);
  tmd_verdict_steps(verdict, at);
  return 0;
}

void tmd_verdict_judge(struct tmd_verdict *verdict, const struct tmd_judge *judge,
                       const struct tmd_correct *correct, const struct tmd_given *given) {
  const int undecided = correct->kind == TMD_CORRECT_UNDECIDED,
            observed = given->flags >= 0 || given->error >= 0;
  struct tmd_correct by;
  const int settled = settle(&by, judge, correct, &given->got);
  const struct tmd_instance at = {given->x, tmd_correct_round(&by, judge->out, judge->mode),
                                  given->got, given->second};
  verdict->tested++;
  const int right = settled && judge_result(verdict, judge, &by, &at);
  if (!undecided) tmd_verdict_judge_flags(verdict, judge, correct, given);
  else if (!settled || (right && observed))
    tmd_verdict_find(verdict, TMD_FINDING_UNDECIDED, &at); /* flags are, in any case */
}

void tmd_verdict_settle_underflow(struct tmd_verdict *verdict) {
  const struct tmd_verdict_count *raised = &verdict->tiny_raised, *silent = &verdict->tiny_silent;
  if (silent->count >= raised->count)
    tmd_verdict_count_in(&verdict->finding[TMD_FINDING_SPURIOUS + 3], raised->count,
                         &raised->first);
  else
    tmd_verdict_count_in(&verdict->finding[TMD_FINDING_MISSING + 3], silent->count, &silent->first);
}
