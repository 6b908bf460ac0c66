#include "tools/check/target/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/device/device.h"
#include "lib/base/error.h"
#include "lib/value/decimal-code.h"
#include "tools/check/target/jobs.h"

enum { TIMEOUT = 10, BLIND_BATCH = TMD_BATCH / 2 /* timed as a whole */ };

struct tmd_target {
  struct tmd_target_options options;
  struct tmd_job job;
  struct tmd_worker *worker;
  size_t bytes;        /* of a number */
  long long parameter; /* of a member of a family: its y */
  uint32_t *members;   /* decimal: the numbers of a batch that have shorter members */
};

static int begins(const char *text, const char *word) {
  return strncmp(text, word, strlen(word)) == 0;
}

typedef int make_job(struct tmd_job *job, const struct tmd_target_options *options);
static make_job *maker_of(const char *library) {
  if (begins(library, "cmd:")) return tmd_command_job;
  return tmd_device_names(library) ? tmd_device_job : tmd_library_job;
}

static int start(struct tmd_target *target, int *absent) {
  char base[TMD_SYMBOL_BYTES];
  target->bytes = tmd_target_bytes(&target->options.format);
  if (target->bytes == 0) return tmd_error(TMD_USAGE, "the format has no type in C");
  if (target->options.format.decimal && tmd_device_names(target->options.library))
    return tmd_error(TMD_USAGE, "devices have no decimal formats");
  const char *const symbol = begins(target->options.library, "cmd:")
                                 ? "-"
                                 : target->options.symbol; /* commands need no name */
  if (tmd_c_name(target->options.function, symbol, base, &target->parameter)) return -1;
  if (maker_of(target->options.library)(&target->job, &target->options)) {
    *absent = target->job.absent;
    return -1;
  }
  target->job.timeout = target->options.timeout;
  if (target->job.decimal_encodings)
    target->members = tmd_allocate(TMD_BATCH * sizeof *target->members);
  return (target->worker = tmd_worker_start(&target->job, absent)) ? 0 : -1;
}

struct tmd_target *tmd_target_open(const struct tmd_target_options *options, char *error,
                                   size_t bytes) {
  struct tmd_target *target = tmd_allocate(sizeof *target);
  int absent = 0;
  *target = (struct tmd_target){.options = *options};
  if (!(target->options.timeout > 0)) target->options.timeout = TIMEOUT;
  if (start(target, &absent) == 0) return target;
  if (options->absent) *options->absent = absent;
  snprintf(error, bytes, "%s", tmd_error_text());
  tmd_target_close(target);
  return NULL;
}

void tmd_target_close(struct tmd_target *target) {
  if (target->worker) tmd_worker_stop(target->worker);
  if (target->job.release) target->job.release(target->job.context);
  free(target->members);
  free(target);
}

static const struct tmd_callee *callee_of(const struct tmd_target *target) {
  return &tmd_worker_batch(target->worker)->callee;
}

const char *tmd_target_end(const struct tmd_target *target) {
  return tmd_worker_end(target->worker);
}
const char *tmd_target_symbol(const struct tmd_target *target) { return callee_of(target)->symbol; }
int tmd_target_observes_flags(const struct tmd_target *target) {
  return target->job.sees_flags && !target->options.format.decimal;
}
int tmd_target_observes_errno(const struct tmd_target *target) {
  return target->job.sees_flags && callee_of(target)->lanes == 1;
}
int tmd_target_is_masked(const struct tmd_target *target) { return callee_of(target)->masked; }
int tmd_target_has_sign(const struct tmd_target *target) {
  return callee_of(target)->shape == TMD_SHAPE_SIGN ||
         callee_of(target)->shape == TMD_SHAPE_SIGNGAM;
}
int tmd_target_lanes(const struct tmd_target *target) { return callee_of(target)->lanes; }
void *tmd_target_x(const struct tmd_target *target) {
  return tmd_worker_batch(target->worker)->x_room;
}

int tmd_target_has_mode(const struct tmd_target *target, enum tmd_rounding mode) {
  if (target->job.decimal_encodings) return (int)(tmd_worker_modes(target->worker) >> mode & 1);
  return target->job.one_mode
             ? mode == target->job.mode
             : mode < (target->options.format.decimal ? TMD_DECIMAL_ROUNDINGS : TMD_ROUNDINGS);
}

int tmd_target_has_modes(const struct tmd_target *target) { return !target->job.one_mode; }

/* 1 if the numbers lie in the shared memory. */
static int is_in(const void *numbers, const unsigned char *room) {
  const uintptr_t at = (uintptr_t)numbers, first = (uintptr_t)room;
  return at >= first && at < first + TMD_BATCH * TMD_NUMBER_BYTES;
}

static tmd_u128 code_at(const struct tmd_target *target, const void *codes, size_t i) {
  tmd_u128 code = 0;
  memcpy(&code, (const char *)codes + i * target->bytes, target->bytes);
  return code;
}

static void put_encoding(const struct tmd_target *target, size_t i, tmd_u128 code, int shortest) {
  tmd_decimal_store(tmd_worker_batch(target->worker)->x_room + i * target->bytes,
                    &target->options.format, code, shortest);
}

/* Copies the arguments into the shared memory, unless they are there; the parameter of a family
   takes the place of y. */
static void put(const struct tmd_target *target, const struct tmd_calls *calls, size_t from,
                size_t count, int lane) {
  struct tmd_exchange *batch = tmd_worker_batch(target->worker);
  const enum tmd_shape shape = batch->callee.shape;
  const size_t y_bytes = shape == TMD_SHAPE_LONG    ? sizeof(int64_t)
                         : shape == TMD_SHAPE_THREE ? 2 * target->bytes
                                                    : target->bytes;
  batch->count = (uint32_t)count;
  batch->mode = calls->mode;
  batch->lane = (uint32_t)lane;
  batch->alone = (uint32_t)calls->alone;
  batch->wants = (calls->flags ? TMD_WANT_FLAGS : 0) | (calls->twice ? TMD_WANT_TWICE : 0) |
                 (calls->errors ? TMD_WANT_ERRORS : 0);
  const unsigned char *x = (const unsigned char *)calls->x + from * target->bytes;
  batch->x = is_in(x, batch->x_room) ? x : batch->x_room;
  if (target->members)
    for (size_t i = 0; i < count; i++) put_encoding(target, i, code_at(target, x, i), 0);
  else if (batch->x != x) memcpy(batch->x_room, x, count * target->bytes);
  if (batch->callee.masked && calls->active) memcpy(batch->active, calls->active + from, count);
  else if (batch->callee.masked) memset(batch->active, 1, count);
  if (calls->y) memcpy(batch->y, (const char *)calls->y + from * y_bytes, count * y_bytes);
  else if (batch->callee.shape == TMD_SHAPE_LONG)
    for (size_t i = 0; i < count; i++) ((int64_t *)batch->y)[i] = target->parameter;
}

/* Copies bytes, of which only some bits may be set. */
static void take_bits(uint8_t *to, const uint8_t *from, size_t count, uint8_t bits) {
  for (size_t i = 0; i < count; i++) to[i] = from[i] & bits;
}

static tmd_u128 result_at(const struct tmd_target *target, size_t i) {
  return tmd_decimal_load(&target->options.format,
                          tmd_worker_batch(target->worker)->result + i * target->bytes);
}

/* Copies the results. Data that the library may have overwritten become wrong results, and nothing
   worse: each number is read once, and is bounded. */
static void get(const struct tmd_target *target, struct tmd_calls *calls, size_t from,
                size_t count) {
  const struct tmd_exchange *batch = tmd_worker_batch(target->worker);
  const uint8_t found = *(const volatile uint32_t *)&batch->found & TMD_OBSERVED_ANY;
  unsigned char *to = (unsigned char *)calls->result + from * target->bytes;
  if (!target->members) memcpy(to, batch->result, count * target->bytes);
  for (size_t i = 0; target->members && i < count; i++) {
    const tmd_u128 code = result_at(target, i);
    memcpy(to + i * target->bytes, &code, target->bytes);
  }
  if (calls->flags) take_bits(calls->flags + from, batch->flags, count, TMD_RAISES_ANY);
  if (calls->observed && found)
    take_bits(calls->observed + from, batch->observed, count, TMD_OBSERVED_ANY);
  else if (calls->observed)
    memset(calls->observed + from, 0, count); /* it may not have been written */
  if (calls->signs) memcpy(calls->signs + from, batch->signs, count);
  if (calls->errors) memcpy(calls->errors + from, batch->errors, count * sizeof *calls->errors);
  calls->found |= found;
  calls->done = from + count;
}

/* Calls with the shortest members of those arguments that have several; a result that differs takes
   the place of the first. */
static enum tmd_target_outcome call_members(struct tmd_target *target, struct tmd_calls *calls,
                                            size_t from) {
  struct tmd_exchange *batch = tmd_worker_batch(target->worker);
  const size_t bytes = target->bytes, count = calls->done - from;
  size_t members = 0, done;
  for (size_t i = 0; i < count; i++) {
    unsigned char first[TMD_NUMBER_BYTES];
    memcpy(first, batch->x_room + i * bytes, bytes);
    put_encoding(target, members, code_at(target, calls->x, from + i), 1);
    if (memcmp(first, batch->x_room + members * bytes, bytes))
      target->members[members++] = (uint32_t)i;
  }
  if (members == 0) return TMD_TARGET_DONE;
  batch->count = (uint32_t)members;
  const enum tmd_target_outcome outcome = tmd_worker_run(target->worker, &done);
  for (size_t k = 0; k < done; k++) {
    const size_t i = from + target->members[k];
    const tmd_u128 code = result_at(target, k);
    struct tmd_datum one = tmd_datum_of_bits(&target->options.format, code),
                     other = tmd_datum_of_bits(&target->options.format,
                                               code_at(target, calls->result, i));
    if (tmd_datum_same(&one, &other)) continue;
    memcpy((unsigned char *)calls->result + i * bytes, &code, bytes);
    if (calls->observed) calls->observed[i] |= TMD_OBSERVED_COHORT;
    calls->found |= TMD_OBSERVED_COHORT;
  }
  if (outcome != TMD_TARGET_DONE && done < members) calls->done = from + target->members[done];
  return outcome;
}

/* One batch; the results before a call that did not return are copied, too. */
static enum tmd_target_outcome call(struct tmd_target *target, struct tmd_calls *calls, size_t from,
                                    size_t count, int lane) {
  size_t done;
  put(target, calls, from, count, lane);
  const enum tmd_target_outcome outcome = tmd_worker_run(target->worker, &done);
  get(target, calls, from, done);
  return outcome == TMD_TARGET_DONE && target->members ? call_members(target, calls, from)
                                                       : outcome;
}

static int lane_of(const struct tmd_target *target, const struct tmd_calls *calls, size_t i) {
  return (int)(((size_t)calls->lane + i) % (size_t)callee_of(target)->lanes);
}

/* A vector has failed: finds its x that fails in all lanes; if none does alone, the first. */
static enum tmd_target_outcome find(struct tmd_target *target, struct tmd_calls *calls,
                                    enum tmd_target_outcome failed) {
  const size_t first = calls->done, lanes = (size_t)callee_of(target)->lanes;
  for (size_t i = first; i < calls->count && i < first + lanes; i++) {
    const enum tmd_target_outcome outcome = call(target, calls, i, 1, lane_of(target, calls, i));
    if (outcome != TMD_TARGET_DONE) return outcome;
  }
  calls->done = first;
  return failed;
}

/* One of `count` calls has failed, and it is not known which: searches by halves. If in the end
   none fails, a crash was not reproduced, or all together took too long. */
static enum tmd_target_outcome narrow(struct tmd_target *target, struct tmd_calls *calls,
                                      size_t count, enum tmd_target_outcome failed) {
  size_t from = calls->done;
  for (size_t half; count > 0; count -= half, from += half) {
    half = (count + 1) / 2;
    enum tmd_target_outcome outcome = call(target, calls, from, half, lane_of(target, calls, from));
    if (outcome == TMD_TARGET_DONE) continue;
    if (outcome == TMD_TARGET_LOST || count == 1) return outcome;
    count = half, half = 0;
  }
  if (failed == TMD_TARGET_CRASHED) calls->found |= TMD_OBSERVED_UNSTABLE;
  else calls->late = 1;
  return TMD_TARGET_DONE;
}

/* One has failed, and it is known which: repeats the calls before it, because some observations are
   made after the whole batch. */
static enum tmd_target_outcome look_again(struct tmd_target *target, struct tmd_calls *calls,
                                          size_t from, enum tmd_target_outcome failed) {
  if (calls->done == from) return failed;
  const enum tmd_target_outcome outcome =
      call(target, calls, from, calls->done - from, lane_of(target, calls, from));
  return outcome == TMD_TARGET_DONE ? failed : outcome;
}

enum tmd_target_outcome tmd_target_call(struct tmd_target *target, struct tmd_calls *calls) {
  enum tmd_target_outcome outcome = TMD_TARGET_DONE;
  const size_t most = target->job.blind ? BLIND_BATCH : TMD_BATCH;
  calls->found = 0;
  calls->late = 0;
  for (calls->done = 0; calls->done < calls->count && outcome == TMD_TARGET_DONE;) {
    const size_t from = calls->done, rest = calls->count - from, count = rest < most ? rest : most;
    outcome = call(target, calls, from, count, lane_of(target, calls, from));
    if (outcome == TMD_TARGET_DONE || outcome == TMD_TARGET_LOST) continue;
    if (tmd_worker_is_blind(target->worker)) outcome = narrow(target, calls, count, outcome);
    else if (callee_of(target)->lanes > 1) return find(target, calls, outcome);
    else return look_again(target, calls, from, outcome);
  }
  return outcome;
}
