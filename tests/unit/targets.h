/* Targets of tmd-check for tests: float arguments, results, and the message of a refusal. */
#ifndef TMD_TEST_TARGETS_H
#define TMD_TEST_TARGETS_H

#include "tests/unit/tap.h"
#include "tools/check/target/target.h"

static const struct tmd_format binary32 = {24, -126, 127, {0}, 0},
                               binary64 = {53, -1022, 1023, {0}, 0},
                               binary80 = {64, -16382, 16383, {0}, 0};
enum { COUNT = 40000 }; /* more than one batch */
static float x[COUNT], result[COUNT];
static char message[400];

/* OPEN(.library = ..., ...): by these options. */
#define OPEN(...) open_with(&(struct tmd_target_options){__VA_ARGS__})
static struct tmd_target *open_with(const struct tmd_target_options *options) {
  message[0] = 0;
  return tmd_target_open(options, message, sizeof message);
}

/* Closed at the end of its scope. */
static void target_end(struct tmd_target **target) {
  if (*target) tmd_target_close(*target);
}
#define TARGET __attribute__((cleanup(target_end))) struct tmd_target

/* It is opened, and called once on all x from `from` on. */
static enum tmd_target_outcome call_from(struct tmd_target *target, int from,
                                         struct tmd_calls *calls) {
  calls->count = (size_t)(COUNT - from), calls->x = x + from, calls->result = result + from;
  return target ? tmd_target_call(target, calls) : TMD_TARGET_LOST;
}

/* f(2, y) */
static float value_at_two(struct tmd_target *target, const void *y) {
  const float two = 2;
  float out = NAN;
  struct tmd_calls calls = {.count = 1, .x = &two, .y = y, .result = &out};
  return target && tmd_target_call(target, &calls) == TMD_TARGET_DONE ? out : NAN;
}

/* It was not opened, and one line is the reason. */
static void refused(struct tmd_target *target, const char *text) {
  tap_ok(!target && strstr(message, text) && !strchr(message, '\n'), "refused: %s", message);
  if (target) tmd_target_close(target);
}

#endif
