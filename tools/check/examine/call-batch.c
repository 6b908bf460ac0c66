#include <stdlib.h>
#include <string.h>

#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "tools/check/examine/judge.h"
#include "tools/check/examine/vector-lanes.h"

enum { CRASHES_MOST = 1000, HANGS_MOST = 8 };

/* Stores a NaN, which every kind of judging leaves open, for a result that did not return. */
static void lose(struct tmd_examiner *e, const struct tmd_pass *pass, size_t i) {
  memset(pass->result + i * (size_t)e->bytes, 0xff, (size_t)e->bytes);
  tmd_set_bit(e->lost, i);
  e->seen[i] = 0;
  if (pass->flags) pass->flags[i] = TMD_RAISES_INEXACT;
  if (e->errors) e->errors[i] = 0;
}

const struct tmd_run *tmd_examiner_run_of(const struct tmd_examiner *e, size_t i) {
  size_t least = 0, most = e->runs - 1; /* they follow each other */
  while (least < most) {
    const size_t middle = (least + most) / 2;
    if (i < e->run[middle].first + e->run[middle].strip.count) most = middle;
    else least = middle + 1;
  }
  return &e->run[least];
}

/* Prints how the first call ended that crashed. */
static void say_how(const struct tmd_examiner *e, const struct tmd_instance *at) {
  char text[TMD_ARGUMENTS_TEXT_BYTES];
  tmd_say("%s(%s): %s", tmd_target_symbol(e->target),
          tmd_arguments_print(text, &e->on.checked.in, &at->x, &at->second),
          tmd_target_end(e->target));
}

/* A slow program may need long for many calls; or a call has hung once and not again. */
static void say_late(const struct tmd_examiner *e) {
  static int said;
  int before;
#pragma omp atomic capture
  {
    before = said;
    said = 1;
  }
  if (!before)
    tmd_say(
        "%s: calls together exceeded --timeout, but not when repeated in parts: slow, or hung once",
        tmd_target_symbol(e->target));
}

/* The call on argument i did not return, in some lane: a finding for each argument. */
static void note_end(struct tmd_examiner *e, size_t i, enum tmd_target_outcome outcome) {
  if (!tmd_set_bit(e->ended, i)) return;
  struct tmd_instance at = tmd_examiner_instance(e, tmd_examiner_run_of(e, i), i);
  at.got = (struct tmd_datum){.class = TMD_DATUM_NAN};
  if (outcome == TMD_TARGET_CRASHED && e->crashes == 0) say_how(e, &at);
  tmd_verdict_find(e->verdict, outcome == TMD_TARGET_HUNG ? TMD_FINDING_HANG : TMD_FINDING_CRASH,
                   &at);
  if (outcome == TMD_TARGET_HUNG ? ++e->hangs >= HANGS_MOST : ++e->crashes >= CRASHES_MOST)
    e->gave_up = 1;
}

int tmd_examiner_is_thorough(const struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  if (e->on.twice || !run->every) return 1;
  const tmd_u128 ordinal = tmd_run_argument(run, i).ordinal;
  const tmd_u128 block = run->method == TMD_PAIR_ROW ? ordinal : ordinal >> TMD_EXAMINE_BLOCK_LOG2;
  return block % (e->lanes ? TMD_LANES_BLOCKS : TMD_EXAMINE_BLOCKS) == 0;
}

/* The call on argument i is made twice, which doubles its cost. */
static int is_twice(const struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  return e->flags && tmd_examiner_is_thorough(e, run, i);
}

/* The end of the arguments from `at` on that are called in the same way. */
static size_t piece_end(const struct tmd_examiner *e, size_t at) {
  const struct tmd_run *run = tmd_examiner_run_of(e, at);
  const int twice = is_twice(e, run, at);
  while (at < e->count && is_twice(e, run, at) == twice) {
    const size_t block = (size_t)1 << TMD_EXAMINE_BLOCK_LOG2,
                 here = block - (size_t)(tmd_run_argument(run, at).ordinal % block);
    const size_t end = run->first + run->strip.count;
    at = here < end - at && run->method != TMD_PAIR_ROW ? at + here : end;
    run += at == end;
  }
  return at;
}

/* Notes the observations of the calls from `at` on. */
static void note_observed(struct tmd_examiner *e, const struct tmd_pass *pass, size_t at,
                          const struct tmd_calls *calls) {
  unsigned placed = 0;
  if (calls->found == 0) return;
  for (size_t i = at; i < at + calls->done; i++) {
    const long source = pass->source ? pass->source[i] : (long)i;
    if (source < 0) continue;
    placed |= e->seen[i];
    e->observed[source] |= e->seen[i];
  }
  e->found |= calls->found;
  e->unplaced |= calls->found & ~placed;
}

/* The argument to which a call on number i belongs: it, or another one in its vector. */
static size_t argument_of(const struct tmd_examiner *e, const struct tmd_pass *pass, size_t i) {
  const size_t lanes = (size_t)tmd_target_lanes(e->target);
  if (!pass->source) return i;
  for (size_t k = i - i % lanes; pass->source[i] < 0 && k < pass->count; k++)
    if (pass->source[k] >= 0) i = k;
  return (size_t)pass->source[i];
}

int tmd_examiner_call(struct tmd_examiner *e, const struct tmd_pass *pass) {
  const size_t bytes = (size_t)e->bytes, lanes = (size_t)tmd_target_lanes(e->target);
  memset(e->lost, 0, TMD_MARK_BYTES);
  for (size_t at = 0; at < pass->count;) {
    const int pieces = pass->alone && pass->flags;
    struct tmd_calls calls = {.count = pieces ? piece_end(e, at) - at : pass->count - at,
                              .mode = e->judge.mode,
                              .x = pass->x + at * bytes,
                              .y = e->y ? pass->y + at * e->y_bytes : NULL,
                              .result = pass->result + at * bytes,
                              .flags = pass->flags ? pass->flags + at : NULL,
                              .observed = e->seen + at,
                              .signs = e->signs ? e->signs + at : NULL,
                              .errors = e->errors ? e->errors + at : NULL,
                              .twice = pieces && is_twice(e, tmd_examiner_run_of(e, at), at),
                              .lane = (int)((pass->lane + at) % lanes),
                              .alone = pass->alone,
                              .active = pass->active ? pass->active + at : NULL};
    const enum tmd_target_outcome outcome = tmd_target_call(e->target, &calls);
    note_observed(e, pass, at, &calls);
    if (calls.late) say_late(e);
    at += calls.done;
    if (outcome == TMD_TARGET_DONE) continue;
    if (outcome == TMD_TARGET_LOST) return -1;
    lose(e, pass, at);
    note_end(e, argument_of(e, pass, at), outcome);
    at++;
    if (!e->gave_up && !tmd_interrupted()) continue;
    for (; at < pass->count; at++) lose(e, pass, at);
  }
  return 0;
}

/* Other observations, in any pass; those that belong to no single argument are reported at the
   first one of the batch. */
static void judge_observed(struct tmd_examiner *e) {
  static const struct {
    uint8_t observed;
    enum tmd_finding finding;
  } kinds[] = {
      {TMD_OBSERVED_CLEARED, TMD_FINDING_CLEARED}, {TMD_OBSERVED_MODE, TMD_FINDING_MODE},
      {TMD_OBSERVED_CONTROL, TMD_FINDING_CONTROL}, {TMD_OBSERVED_UNSTABLE, TMD_FINDING_UNSTABLE},
      {TMD_OBSERVED_OUTPUT, TMD_FINDING_OUTPUT},   {TMD_OBSERVED_COHORT, TMD_FINDING_COHORT}};
  for (size_t r = 0; r < e->runs && e->found; r++) {
    const struct tmd_run *run = &e->run[r];
    for (size_t i = run->first; i < run->first + run->strip.count; i++) {
      const unsigned observed = e->observed[i] | (i == 0 ? e->unplaced : 0);
      if (observed == 0) continue;
      const struct tmd_instance at = tmd_examiner_instance(e, run, i);
      for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (observed & kinds[k].observed) tmd_verdict_find(e->verdict, kinds[k].finding, &at);
    }
  }
}

int tmd_examine_finish(struct tmd_examiner *e) {
  for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS && e->count > 0 && !e->gave_up; mode++) {
    if (!(e->on.modes >> mode & 1)) continue;
    e->judge.mode = (enum tmd_rounding)mode, e->verdict = &e->verdicts[mode];
    memset(e->ended, 0, TMD_MARK_BYTES), memset(e->observed, 0, e->count);
    e->found = e->unplaced = 0;
    const struct tmd_pass first = {.count = e->count,
                                   .x = e->x,
                                   .y = e->y,
                                   .result = e->result,
                                   .flags = e->flags,
                                   .alone = e->flags != NULL};
    if (tmd_examiner_call(e, &first)) return -1;
    memcpy(e->dead, e->lost, TMD_MARK_BYTES);
    tmd_judge_batch(e);
    if (e->lanes && tmd_lanes_examine(e)) return -1;
    judge_observed(e);
  }
  for (size_t i = 0; i < e->corrects; i++) e->slot[e->slotted[i]] = -1;
  e->count = e->runs = e->corrects = 0;
  return 0;
}
