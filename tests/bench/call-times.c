/* Times of functions of one float: throughput of a loop over random numbers, and over random
   encodings; latency of a chain in which each argument depends on the result before. Compiled by
   tests/bench/generated with NAMES, the functions; LOW and HIGH, between which the numbers are
   random; LEAST and GREATEST, between which the encodings are. Prints for each function the three
   in ns a call, the best of ROUNDS interleaved rounds. Functions are called by name, as in
   programs: by a pointer a call took half a nanosecond more, a third of the fastest. Each loop
   begins at a multiple of 64 bytes, as its place makes a difference, too. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COUNT = 4096, REPEAT = 16, ROUNDS = 40, FUNCTIONS_MAX = 8, KINDS = 3 };

#define DECLARE(f) float f(float);
NAMES(DECLARE)

static float x[COUNT], encodings[COUNT], y[COUNT];

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

#define BEGIN(name) static __attribute__((noinline, aligned(64))) double name(void)

#define LOOP(name, f, arguments)                              \
  BEGIN(name##_##f) {                                         \
    const double from = nanoseconds();                        \
    for (int k = 0; k < REPEAT; k++)                          \
      for (int i = 0; i < COUNT; i++) y[i] = f(arguments[i]); \
    return (nanoseconds() - from) / (REPEAT * COUNT);         \
  }

#define TIMES(f)                                                    \
  LOOP(throughput, f, x)                                            \
  LOOP(whole, f, encodings)                                         \
  BEGIN(latency_##f) {                                              \
    float last = 0;                                                 \
    const double from = nanoseconds();                              \
    for (int k = 0; k < REPEAT / 4; k++)                            \
      for (int i = 0; i < COUNT; i++) last = f(x[i] + last * 0.0f); \
    y[0] = last;                                                    \
    return (nanoseconds() - from) / (REPEAT / 4 * COUNT);           \
  }
NAMES(TIMES)
#define ENTRY(f) {throughput_##f, whole_##f, latency_##f},
static double (*const times[][KINDS])(void) = {NAMES(ENTRY)};
enum { FUNCTIONS = sizeof times / sizeof *times };

int main(void) {
  double best[FUNCTIONS_MAX][KINDS];
  for (int i = 0; i < COUNT; i++) x[i] = (float)(LOW + (HIGH - LOW) * drand48());
  for (int i = 0; i < COUNT;) {
    const union {
      unsigned u;
      float f;
    } v = {.u = (unsigned)mrand48()};
    if (v.f >= LEAST && v.f <= GREATEST && v.f - v.f == 0) encodings[i++] = v.f;
  }
  for (int round = 0; round < ROUNDS; round++)
    for (int f = 0; f < FUNCTIONS; f++)
      for (int kind = 0; kind < KINDS; kind++) {
        const double time = times[f][kind]();
        if (round == 0 || time < best[f][kind]) best[f][kind] = time;
      }
  for (int f = 0; f < FUNCTIONS; f++)
    printf("%.3f\t%.3f\t%.3f\n", best[f][0], best[f][1], best[f][2]);
}
