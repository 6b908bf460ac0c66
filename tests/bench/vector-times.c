/* Times of functions of vectors of floats, ours beside those of other libraries, over an array: of
   random numbers, and of random encodings. Compiled by tests/bench/vectors with OURS, the file of
   tmd-generate --vector; NAME, its function; LOW and HIGH, between which the numbers are random,
   or, with LOGARITHM, their logarithms; LEAST and GREATEST, between which the encodings are; and
   VECTORS(X), the X(f) of functions of one vector, SCALARS(X), those of one float. Prints for each
   function both times in ns an element, ours first, the best of ROUNDS interleaved rounds. */
#include OURS
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COUNT = 4096, ROUNDS = 300, FUNCTIONS_MAX = 8, KINDS = 2, LANES = sizeof(vfloat) / 4 };

static float array[KINDS][COUNT] __attribute__((aligned(64)));
static float result[COUNT] __attribute__((aligned(64)));

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define BEGIN(name) static __attribute__((noinline, aligned(64))) void name(const float *x)

BEGIN(run_ours) { JOIN(NAME, _array)(result, x, COUNT); }

#define RUN_VECTORS(f)                                                             \
  vfloat f(vfloat);                                                                \
  BEGIN(run_##f) {                                                                 \
    for (int i = 0; i < COUNT; i += LANES)                                         \
      *(vfloat *)(void *)(result + i) = f(*(const vfloat *)(const void *)(x + i)); \
  }
#define RUN_SCALARS(f)                                   \
  float f(float);                                        \
  BEGIN(run_##f) {                                       \
    for (int i = 0; i < COUNT; i++) result[i] = f(x[i]); \
  }
VECTORS(RUN_VECTORS)
SCALARS(RUN_SCALARS)
#define ENTRY(f) run_##f,
static void (*const run[])(const float *) = {run_ours, VECTORS(ENTRY) SCALARS(ENTRY)};
enum { FUNCTIONS = sizeof run / sizeof *run };

int main(void) {
  double best[FUNCTIONS_MAX][KINDS];
  for (int i = 0; i < COUNT; i++) {
    const double t = LOW + (HIGH - LOW) * drand48();
    array[0][i] = (float)(LOGARITHM ? exp(t) : t);
  }
  for (int i = 0; i < COUNT;) {
    const union {
      unsigned u;
      float f;
    } v = {.u = (unsigned)mrand48()};
    if (v.f >= LEAST && v.f <= GREATEST && v.f - v.f == 0) array[1][i++] = v.f;
  }
  for (int round = 0; round < ROUNDS; round++)
    for (int f = 0; f < FUNCTIONS; f++)
      for (int kind = 0; kind < KINDS; kind++) {
        const double from = nanoseconds();
        run[f](array[kind]);
        const double time = (nanoseconds() - from) / COUNT;
        if (round == 0 || time < best[f][kind]) best[f][kind] = time;
      }
  for (int f = 0; f < FUNCTIONS; f++) printf("%.2f\t%.2f\n", best[f][0], best[f][1]);
}
