#include "tools/check/examine.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/claim/hex-float.h"
#include "lib/cli/options.h"
#include "tools/check/examiner.h"

enum { PAD = 16, MARK_BYTES = TMD_EXAMINE_BATCH / 8 + TMD_EXAMINE_STRIPS + PAD, CRASHES_MOST = 1000, HANGS_MOST = 8 };

_Static_assert((int)TMD_ROUND_NEAREST == (int)TMD_TO_NEAREST && (int)TMD_ROUND_UP == (int)TMD_UP &&
                   (int)TMD_ROUND_DOWN == (int)TMD_DOWN && (int)TMD_ROUND_ZERO == (int)TMD_TO_ZERO,
               "modes are the target's");
_Static_assert((int)TMD_RAISES_INEXACT == (int)TMD_FLAG_INEXACT && (int)TMD_RAISES_UNDERFLOW == (int)TMD_FLAG_UNDERFLOW &&
                   (int)TMD_RAISES_OVERFLOW == (int)TMD_FLAG_OVERFLOW && (int)TMD_RAISES_DIVIDE == (int)TMD_FLAG_DIVIDE &&
                   (int)TMD_RAISES_INVALID == (int)TMD_FLAG_INVALID,
               "flags are the target's");

struct tmd_examiner *tmd_examiner_open(const struct tmd_examination *on, struct tmd_target *target) {
  struct tmd_examiner *e = tmd_allocate(sizeof *e);
  const size_t most = TMD_EXAMINE_BATCH + PAD;
  *e = (struct tmd_examiner){.on = *on, .target = target, .bytes = tmd_encoding_bytes(&on->checked.out)};
  e->run = tmd_allocate(TMD_EXAMINE_STRIPS * sizeof *e->run);
  e->x = tmd_allocate(most * 16), e->result = tmd_allocate(most * 16);
  memset(e->result, 0, most * 16);
  if (tmd_target_lanes(target) > 1) e->other = tmd_allocate(most * 16);
  e->place = tmd_allocate(most * sizeof *e->place);
  e->seen = tmd_allocate(most), e->observed = tmd_allocate(most);
  if (on->flags) e->flags = tmd_allocate(most);
  if (on->errors) e->errors = tmd_allocate(most * sizeof *e->errors);
  e->open = tmd_allocate(MARK_BYTES), e->wrong = tmd_allocate(MARK_BYTES), e->order = tmd_allocate(MARK_BYTES);
  e->dead = tmd_allocate(MARK_BYTES), e->lost = tmd_allocate(MARK_BYTES);
  e->ended = tmd_allocate(MARK_BYTES), e->differs = tmd_allocate(MARK_BYTES);
  e->slot = tmd_allocate(most * sizeof *e->slot);
  e->block = UINT64_C(1) << TMD_CURVE_LENGTH_LOG2;
  return e;
}

void tmd_examiner_close(struct tmd_examiner *e) {
  if (!e) return;
  free(e->kept), free(e->run), free(e->x), free(e->result), free(e->place), free(e->flags), free(e->errors);
  free(e->seen), free(e->observed);
  free(e->open), free(e->wrong), free(e->order), free(e->slot), free(e->correct);
  free(e->dead), free(e->lost), free(e->ended), free(e->differs), free(e->other);
  free(e);
}

const struct tmd_verdict *tmd_examiner_verdict(const struct tmd_examiner *e, enum tmd_rounding mode) { return &e->verdict[mode]; }
const struct tmd_kept *tmd_examiner_kept(const struct tmd_examiner *e, size_t *count) {
  *count = e->kept_count;
  return e->kept;
}
int tmd_examiner_gave_up(const struct tmd_examiner *e) { return e->gave_up; }
unsigned long long tmd_examiner_by_mpfr(const struct tmd_examiner *e) { return e->by_mpfr; }

/* ---- judging ---- */

static struct tmd_datum argument(const struct tmd_run *run, size_t i) {
  struct tmd_datum x = run->x;
  if (x.class == TMD_DATUM_NUMBER) x.ordinal += i - run->first;
  return x;
}

static struct tmd_datum result(const struct tmd_examiner *e, size_t i) {
  return tmd_datum_decode(&e->on.checked.out, e->result + i * (size_t)e->bytes);
}

/* Where f(x) of argument i lies: by MPFR, kept for the other modes. */
static const struct tmd_correct *correct_of(struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  const size_t key = run->way == TMD_NO_VALUE ? run->first : i; /* the same for all of them */
  if (e->slot[key] < 0) {
    const struct tmd_datum x = argument(run, i);
    e->correct = tmd_grow(e->correct, &e->correct_capacity, e->corrects + 1, sizeof *e->correct);
    tmd_correct_at(&e->correct[e->corrects], &e->on.checked, &x);
    e->slot[key] = (int32_t)e->corrects++;
    e->by_mpfr++;
  }
  return &e->correct[e->slot[key]];
}

static void keep(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_instance *at) {
  if (!e->on.keeps) return;
  e->kept = tmd_grow(e->kept, &e->kept_capacity, e->kept_count + 1, sizeof *e->kept);
  e->kept[e->kept_count++] = (struct tmd_kept){(int)mode, *at};
}

static struct tmd_given given(const struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  return (struct tmd_given){argument(run, i), result(e, i), e->flags ? e->flags[i] : -1, e->errors ? e->errors[i] : -1};
}

static int bit(const uint8_t *bits, size_t i) { return bits[i >> 3] >> (i & 7) & 1; }
static int set_bit(uint8_t *bits, size_t i) { /* 1 if it was not set */
  const int was = bit(bits, i);
  bits[i >> 3] |= (uint8_t)(1 << (i & 7));
  return !was;
}
static int is_dead(const struct tmd_examiner *e, size_t i) { return bit(e->dead, i); }
static int is_marked(const uint8_t *marks, const struct tmd_run *run, size_t i) {
  return bit(marks + run->marks, i - run->first);
}

/* Argument i by itself. */
static void judge_one(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run, size_t i) {
  struct tmd_verdict *verdict = &e->verdict[mode];
  const struct tmd_judge judge = {&e->on.checked.out, mode, e->on.ftz};
  if (is_dead(e, i)) return;
  const uint64_t wrong = verdict->finding[TMD_FINDING_WRONG].count;
  const struct tmd_correct *correct = correct_of(e, run, i);
  const struct tmd_given one = given(e, run, i);
  tmd_verdict_judge(verdict, &judge, correct, &one);
  if (verdict->finding[TMD_FINDING_WRONG].count != wrong)
    keep(e, mode, &(struct tmd_instance){one.x, tmd_correct_round(correct, judge.out, mode), one.got});
}

static struct tmd_instance instance(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run, size_t i) {
  const struct tmd_datum expected = tmd_correct_round(correct_of(e, run, i), &e->on.checked.out, mode);
  return (struct tmd_instance){argument(run, i), expected, result(e, i)};
}

/* 1 if eight bytes are this one. */
static int are_all(const uint8_t *bytes, int byte) {
  uint64_t eight;
  memcpy(&eight, bytes, sizeof eight);
  return eight == UINT64_C(0x0101010101010101) * (uint64_t)byte;
}

/* Where f(x) of an argument lies that is not open, as far as flags depend on it. */
static struct tmd_correct correct_by_place(const struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  const uint64_t place = e->place[i], whole = (UINT64_C(1) << TMD_CURVE_INTEGER_BITS) - 1;
  const uint64_t half = UINT64_C(1) << (TMD_CURVE_FRACTION_BITS - 1), fraction = place & (2 * half - 1);
  return (struct tmd_correct){.kind = TMD_CORRECT_NUMBER,
                              .sign = run->sign_f,
                              .below = run->strip.low + (((place >> TMD_CURVE_FRACTION_BITS) - run->strip.low) & whole),
                              .half = fraction > half ? 1 : -1,
                              .three_quarters = fraction > half + half / 2,
                              .beyond = run->beyond};
}

/* The flags that every result of a run by place raises, -1 if they differ. */
static int usual_flags(const struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run) {
  if (run->plain) return TMD_FLAG_INEXACT;
  if (!run->constant) return -1;
  const struct tmd_correct correct = correct_by_place(e, run, run->first);
  const int late = tmd_correct_raises(&correct, &e->on.checked.out, mode, 1);
  return late == tmd_correct_raises(&correct, &e->on.checked.out, mode, 0) ? late : -1;
}

/* Flags and errno of arguments that were judged by place. Whether a result just below the least normal number raises underflow
   depends on more than its place. */
static void judge_flags(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run) {
  const struct tmd_format *out = &e->on.checked.out;
  const struct tmd_judge judge = {out, mode, e->on.ftz};
  const size_t end = run->first + run->strip.count;
  const int usual = usual_flags(e, mode, run);
  for (size_t i = run->first; i < end; i++) {
    for (; !e->errors && usual >= 0 && i + 8 <= end && are_all(e->flags + i, usual); i += 8) continue;
    if (i == end) break;
    const int plain = run->plain && (!e->flags || e->flags[i] == TMD_FLAG_INEXACT) && (!e->errors || e->errors[i] == 0);
    if (plain || is_marked(e->open, run, i)) continue;
    const struct tmd_given one = given(e, run, i);
    const struct tmd_correct correct = correct_by_place(e, run, i);
    const int unsure = run->both_signs || correct.below + 1 == (tmd_u128)1 << (out->p - 1);
    tmd_verdict_judge_flags(&e->verdict[mode], &judge, unsure ? correct_of(e, run, i) : &correct, &one);
  }
}

/* ---- by place ---- */

/* The modes as they act on |f|. */
static void bounds_of(struct tmd_compare_job *job, enum tmd_rounding mode, int sign_f) {
  const int64_t half = INT64_C(1) << (job->fraction_bits - 1);
  const int up = mode == (sign_f ? TMD_ROUND_DOWN : TMD_ROUND_UP);
  job->least = mode == TMD_ROUND_NEAREST ? -half : up ? 0 : -2 * half;
  job->most = mode == TMD_ROUND_NEAREST ? half : up ? 2 * half : 0;
}

static int64_t difference(const struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  const uint64_t sign = UINT64_C(1) << (8 * e->bytes - 1);
  uint64_t r = 0;
  memcpy(&r, e->result + i * (size_t)e->bytes, (size_t)e->bytes);
  if (run->both_signs) r = r & sign ? -(r ^ sign) : r;
  else if (run->sign_f) r ^= sign;
  return (int64_t)((r << run->fraction_bits) - e->place[i]);
}

static void note_error(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run, size_t i) {
  const struct tmd_instance at = instance(e, mode, run, i);
  tmd_verdict_error(&e->verdict[mode], tmd_correct_error(correct_of(e, run, i), &e->on.checked.out, &at.got), &at);
}

/* The arguments whose difference may be the greatest, as d is up to the slack of both, among those that are not open; of flat
   ones the first and the last, as what is left out of their places rises or falls. */
static void find_extreme(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run, int64_t d) {
  const int flat = run->strip.slack == 0;
  const size_t none = run->first + run->strip.count;
  size_t last = none;
  for (size_t i = run->first; i < none; i++) {
    const int64_t less = d < 0 ? difference(e, run, i) - d : d - difference(e, run, i);
    if (less > 2 * (int64_t)run->strip.slack || is_marked(e->open, run, i)) continue;
    if (!flat || last == none) note_error(e, mode, run, i);
    last = i;
  }
  if (flat && last != none) note_error(e, mode, run, last);
}

/* Extremes that may be greater than those so far. */
static void extremes(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run,
                     const struct tmd_compared *found) {
  const struct tmd_verdict *verdict = &e->verdict[mode];
  const double unit = ldexp(1, -run->fraction_bits);
  const double slack = run->strip.slack == 0 ? 0x1p-14 : (double)run->strip.slack * unit; /* 0: lib/check/flat.h */
  const int64_t down = run->sign_f ? -found->d_most : found->d_least, up = run->sign_f ? -found->d_least : found->d_most;
  if (down < 0 && (double)down * unit - slack < verdict->below.error) find_extreme(e, mode, run, run->sign_f ? -down : down);
  if (up > 0 && (double)up * unit + slack > verdict->above.error) find_extreme(e, mode, run, run->sign_f ? -up : up);
}

/* Those that are wrong: all if they are kept, else the one of least x. */
static void note_wrong(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run, uint64_t wrong) {
  struct tmd_verdict_count *count = &e->verdict[mode].finding[TMD_FINDING_WRONG];
  const size_t n = run->strip.count;
  for (size_t k = 0; k < n; k++) {
    const size_t i = run->first + (run->x.sign ? n - 1 - k : k);
    if (!is_marked(e->wrong, run, i)) continue;
    const struct tmd_instance at = instance(e, mode, run, i);
    tmd_verdict_count_in(count, &at);
    count->count--;
    keep(e, mode, &at);
    if (!e->on.keeps) break;
  }
  count->count += wrong;
}

static void each_marked(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run, const uint8_t *marks,
                        void (*visit)(struct tmd_examiner *, enum tmd_rounding, const struct tmd_run *, size_t)) {
  const uint8_t *mine = marks + run->marks;
  for (size_t k = 0; k < run->strip.count; k++) {
    if ((k & 7) == 0 && mine[k >> 3] == 0) k += 7;
    else if (bit(mine, k)) visit(e, mode, run, run->first + k);
  }
}

static void note_order(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run, size_t i) {
  if (is_dead(e, i) || is_dead(e, i - 1)) return;
  const struct tmd_instance at = instance(e, mode, run, i);
  const struct tmd_datum before = result(e, i - 1);
  if (at.got.class < TMD_DATUM_NAN && before.class < TMD_DATUM_NAN) tmd_verdict_find(&e->verdict[mode], TMD_FINDING_ORDER, &at);
}

static void judge_by_place(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run) {
  const size_t first = run->first, count = run->strip.count;
  struct tmd_compared found;
  struct tmd_compare_job job = {.place = e->place + first,
                                .result = e->result + first * (size_t)e->bytes,
                                .bytes = e->bytes,
                                .count = count,
                                .fraction_bits = run->fraction_bits,
                                .both_signs = run->both_signs,
                                .inward = run->both_signs && mode == TMD_ROUND_ZERO,
                                .sign = run->sign_f || run->both_signs ? UINT64_C(1) << (8 * e->bytes - 1) : 0,
                                .reach = run->both_signs ? UINT64_C(1) << run->fraction_bits : UINT64_MAX >> 1,
                                .low = run->strip.low,
                                .high = run->strip.high,
                                .slack = run->strip.slack,
                                .from = run->strip.from,
                                .width = run->strip.width,
                                .direction = run->strip.direction};
  const struct tmd_marks marks = {e->open + run->marks, e->wrong + run->marks, e->order + run->marks};
  bounds_of(&job, mode, run->sign_f);
  memset(marks.open, 0, count / 8 + 1), memset(marks.wrong, 0, count / 8 + 1), memset(marks.order, 0, count / 8 + 1);
  tmd_kernel_compare()(&job, &found, &marks);
  e->verdict[mode].tested += count - found.open;
  if (found.open) each_marked(e, mode, run, e->open, judge_one);
  if (found.wrong) note_wrong(e, mode, run, found.wrong);
  if (found.order) each_marked(e, mode, run, e->order, note_order);
  if (run->measured) extremes(e, mode, run, &found);
  if (e->flags || e->errors) judge_flags(e, mode, run);
}

/* ---- a batch ---- */

/* A NaN, which is open to every way of judging, in place of a result that never came. */
static void lose(struct tmd_examiner *e, unsigned char *results, size_t i) {
  memset(results + i * (size_t)e->bytes, 0xff, (size_t)e->bytes);
  set_bit(e->lost, i);
  e->seen[i] = 0;
  if (e->flags) e->flags[i] = TMD_FLAG_INEXACT;
  if (e->errors) e->errors[i] = 0;
}

static const struct tmd_run *run_of(const struct tmd_examiner *e, size_t i) {
  size_t k = 0;
  while (i >= e->run[k].first + e->run[k].strip.count) k++;
  return &e->run[k];
}

/* How the first call ended that took its worker with it. */
static void say_how(const struct tmd_examiner *e, const struct tmd_instance *at) {
  char x[TMD_HEXFLOAT_TEXT_BYTES];
  fprintf(stderr, "%s: %s(%s): %s\n", tmd_tool_name(), tmd_target_symbol(e->target),
          tmd_datum_print(x, &e->on.checked.in, &at->x), tmd_target_end(e->target));
}

/* The call on argument i did not come back, in whichever lane: a finding for each argument. */
static void note_end(struct tmd_examiner *e, enum tmd_rounding mode, size_t i, enum tmd_target_outcome outcome) {
  if (!set_bit(e->ended, i)) return;
  struct tmd_instance at = instance(e, mode, run_of(e, i), i);
  at.got = (struct tmd_datum){.class = TMD_DATUM_NAN};
  if (outcome == TMD_TARGET_CRASHED && e->crashes == 0) say_how(e, &at);
  tmd_verdict_find(&e->verdict[mode], outcome == TMD_TARGET_HUNG ? TMD_FINDING_HANG : TMD_FINDING_CRASH, &at);
  if (outcome == TMD_TARGET_HUNG ? ++e->hangs >= HANGS_MOST : ++e->crashes >= CRASHES_MOST) e->gave_up = 1;
}

/* 1 if the call on argument i is made twice, which costs as much again: where arguments are few; else in one block of sixteen. */
static int is_twice(const struct tmd_examiner *e, const struct tmd_run *run, size_t i) {
  if (e->on.twice || !run->dense) return e->flags != NULL;
  return e->flags && (argument(run, i).ordinal >> TMD_EXAMINE_BLOCK_LOG2) % TMD_EXAMINE_BLOCKS == 0;
}

/* How far arguments from `at` on are called in the same way. */
static size_t piece_end(const struct tmd_examiner *e, size_t at) {
  const struct tmd_run *run = run_of(e, at);
  const int twice = is_twice(e, run, at);
  while (at < e->count && is_twice(e, run, at) == twice) {
    const size_t block = (size_t)1 << TMD_EXAMINE_BLOCK_LOG2, here = block - (size_t)(argument(run, at).ordinal % block);
    const size_t end = run->first + run->strip.count;
    at = here < end - at ? at + here : end;
    run += at == end;
  }
  return at;
}

/* What was observed of the calls from `at` on. */
static void note_observed(struct tmd_examiner *e, size_t at, const struct tmd_calls *calls) {
  unsigned placed = 0;
  if (calls->found == 0) return;
  for (size_t i = at; i < at + calls->done; i++) placed |= e->seen[i], e->observed[i] |= e->seen[i];
  e->found |= calls->found;
  e->unplaced |= calls->found & ~placed;
}

/* Calls the target on the whole batch, argument i in lane (i + lane) mod lanes, behind arguments that it does not come back from:
   these are marked in e->lost. 0 or -1 (message). */
static int call(struct tmd_examiner *e, enum tmd_rounding mode, unsigned char *results, size_t lane) {
  const size_t bytes = (size_t)e->bytes, lanes = (size_t)tmd_target_lanes(e->target);
  memset(e->lost, 0, MARK_BYTES);
  for (size_t at = 0; at < e->count;) {
    struct tmd_calls calls = {.count = e->flags ? piece_end(e, at) - at : e->count - at,
                              .mode = (enum tmd_target_mode)mode,
                              .x = e->x + at * bytes,
                              .result = results + at * bytes,
                              .flags = e->flags ? e->flags + at : NULL,
                              .observed = e->seen + at,
                              .errors = e->errors ? e->errors + at : NULL,
                              .twice = is_twice(e, run_of(e, at), at),
                              .lane = (int)((lane + at) % lanes)};
    const enum tmd_target_outcome outcome = tmd_target_call(e->target, &calls);
    note_observed(e, at, &calls);
    at += calls.done;
    if (outcome == TMD_TARGET_DONE) continue;
    if (outcome == TMD_TARGET_LOST) return -1;
    lose(e, results, at);
    note_end(e, mode, at, outcome);
    at++;
    if (!e->gave_up) continue;
    for (; at < e->count; at++) lose(e, results, at);
  }
  return 0;
}

/* What else was observed, in whichever lane; what belongs to no argument by itself, at the first of the batch. */
static void judge_observed(struct tmd_examiner *e, enum tmd_rounding mode) {
  static const struct {
    uint8_t observed;
    enum tmd_finding finding;
  } kinds[] = {{TMD_OBSERVED_CLEARED, TMD_FINDING_CLEARED},   {TMD_OBSERVED_MODE, TMD_FINDING_MODE},
               {TMD_OBSERVED_CONTROL, TMD_FINDING_CONTROL},   {TMD_OBSERVED_UNSTABLE, TMD_FINDING_UNSTABLE},
               {TMD_OBSERVED_OUTPUT, TMD_FINDING_OUTPUT}};
  for (size_t r = 0; r < e->runs && e->found; r++) {
    const struct tmd_run *run = &e->run[r];
    for (size_t i = run->first; i < run->first + run->strip.count; i++) {
      const unsigned observed = e->observed[i] | (i == 0 ? e->unplaced : 0);
      if (observed == 0) continue;
      const struct tmd_instance at = instance(e, mode, run, i);
      for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (observed & kinds[k].observed) tmd_verdict_find(&e->verdict[mode], kinds[k].finding, &at);
    }
  }
}

/* The result of argument i in another lane: it agrees with that of the first one that came back. */
static void compare_lane(struct tmd_examiner *e, enum tmd_rounding mode, size_t i) {
  const size_t bytes = (size_t)e->bytes;
  const struct tmd_run *run = run_of(e, i);
  if (is_dead(e, i)) { /* this is the first one */
    memcpy(e->result + i * bytes, e->other + i * bytes, bytes);
    e->dead[i >> 3] &= (uint8_t)~(1 << (i & 7));
    judge_one(e, mode, run, i);
  } else if (set_bit(e->differs, i)) {
    struct tmd_instance at = instance(e, mode, run, i);
    at.got = tmd_datum_decode(&e->on.checked.out, e->other + i * bytes);
    tmd_verdict_find(&e->verdict[mode], TMD_FINDING_LANE, &at);
  }
}

/* Vector functions: each argument goes through every lane. 0 or -1 (message). */
static int call_lanes(struct tmd_examiner *e, enum tmd_rounding mode) {
  const size_t bytes = (size_t)e->bytes, lanes = (size_t)tmd_target_lanes(e->target);
  for (size_t lane = 1; lane < lanes && !e->gave_up; lane++) {
    if (call(e, mode, e->other, lane)) return -1;
    for (size_t i = 0; i < e->count; i++)
      if ((is_dead(e, i) || memcmp(e->other + i * bytes, e->result + i * bytes, bytes)) && !bit(e->lost, i))
        compare_lane(e, mode, i);
  }
  return 0;
}

/* Where f has no value: NaN, with the flag and the errno for it, is right; what is not just so is judged by itself. */
static void judge_no_value(struct tmd_examiner *e, enum tmd_rounding mode, const struct tmd_run *run) {
  const int is_nan = correct_of(e, run, run->first)->kind == TMD_CORRECT_NAN;
  for (size_t i = run->first; i < run->first + run->strip.count; i++) {
    const int invalid = (!e->flags || e->flags[i] == TMD_FLAG_INVALID) && (!e->errors || e->errors[i] == EDOM);
    if (is_nan && invalid && result(e, i).class == TMD_DATUM_NAN && !is_dead(e, i)) e->verdict[mode].tested++;
    else judge_one(e, mode, run, i);
  }
}

static void judge(struct tmd_examiner *e, enum tmd_rounding mode) {
  for (size_t k = 0; k < e->runs; k++) {
    const struct tmd_run *run = &e->run[k];
    if (run->way == TMD_BY_PLACE) judge_by_place(e, mode, run);
    else if (run->way == TMD_NO_VALUE) judge_no_value(e, mode, run);
    else
      for (size_t i = 0; i < run->strip.count; i++) judge_one(e, mode, run, run->first + i);
  }
}

int tmd_examine_finish(struct tmd_examiner *e) {
  if (e->count > 0) memset(e->slot, -1, e->count * sizeof *e->slot);
  for (int mode = 0; mode < TMD_ROUNDINGS && e->count > 0 && !e->gave_up; mode++) {
    if (!(e->on.modes >> mode & 1)) continue;
    memset(e->ended, 0, MARK_BYTES), memset(e->differs, 0, MARK_BYTES), memset(e->observed, 0, e->count);
    e->found = e->unplaced = 0;
    if (call(e, (enum tmd_rounding)mode, e->result, 0)) return -1;
    memcpy(e->dead, e->lost, MARK_BYTES);
    judge(e, (enum tmd_rounding)mode);
    if (call_lanes(e, (enum tmd_rounding)mode)) return -1;
    judge_observed(e, (enum tmd_rounding)mode);
  }
  e->count = e->runs = e->corrects = 0;
  return 0;
}

/* ---- filling the batch ---- */

size_t tmd_examiner_room(struct tmd_examiner *e) {
  if ((e->runs == TMD_EXAMINE_STRIPS || e->count == TMD_EXAMINE_BATCH) && tmd_examine_finish(e)) return 0;
  return TMD_EXAMINE_BATCH - e->count;
}

/* The encodings of consecutive numbers. */
static void put_arguments(struct tmd_examiner *e, const struct tmd_datum *x, size_t count) {
  const struct tmd_format *in = &e->on.checked.in;
  unsigned char *to = e->x + e->count * (size_t)e->bytes;
  struct tmd_datum one = *x;
  uint64_t first = 0;
  tmd_datum_encode(to, in, x);
  if (e->bytes > 8) {
    for (size_t i = 1; i < count; i++) one.ordinal++, tmd_datum_encode(to + i * (size_t)e->bytes, in, &one);
    return;
  }
  memcpy(&first, to, (size_t)e->bytes);
  if (e->bytes == 2) for (size_t i = 0; i < count; i++) ((uint16_t *)to)[i] = (uint16_t)(first + i);
  if (e->bytes == 4) for (size_t i = 0; i < count; i++) ((uint32_t *)to)[i] = (uint32_t)(first + i);
  if (e->bytes == 8) for (size_t i = 0; i < count; i++) ((uint64_t *)to)[i] = first + i;
}

void tmd_examiner_put_run(struct tmd_examiner *e, const struct tmd_run *run) {
  struct tmd_run *last = &e->run[e->runs];
  *last = *run;
  last->first = e->count;
  last->marks = e->runs ? last[-1].marks + last[-1].strip.count / 8 + 1 : 0;
  put_arguments(e, &run->x, run->strip.count);
  e->count += run->strip.count;
  e->runs++;
}

int tmd_examiner_put_each(struct tmd_examiner *e, struct tmd_run run, tmd_u128 count) {
  while (count > 0) {
    const size_t fits = tmd_examiner_room(e);
    if (fits == 0) return -1;
    run.strip.count = count < fits ? (uint64_t)count : fits;
    tmd_examiner_put_run(e, &run);
    run.x.ordinal += run.strip.count;
    count -= run.strip.count;
  }
  return 0;
}

int tmd_examine_run(struct tmd_examiner *e, int sign, tmd_u128 ordinal, tmd_u128 count, int same) {
  const struct tmd_datum x = {TMD_DATUM_NUMBER, sign, ordinal};
  return tmd_examiner_put_each(e, (struct tmd_run){.x = x, .way = same ? TMD_NO_VALUE : TMD_ONE_BY_ONE, .dense = same}, count);
}

int tmd_examine_one(struct tmd_examiner *e, const struct tmd_datum *x) {
  if (!tmd_examiner_room(e)) return -1;
  tmd_examiner_put_run(e, &(struct tmd_run){.x = *x, .way = TMD_ONE_BY_ONE, .strip.count = 1});
  return 0;
}
