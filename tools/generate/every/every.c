#include "tools/generate/every/every.h"

#include <math.h>
#include <stdlib.h>

#include "lib/base/error.h"
#include "lib/cli/program.h"
#include "lib/problem/ordinal.h"
#include "tools/check/run/checks.h"
#include "tools/generate/reals.h"

enum { BEYOND_LOG2 = 8 }; /* more than other bounds are apart */

/* The breakpoints beside f(x): numbers and midpoints, and (1 - 2^-(p+1)) 2^emin, below which
   results are tiny even if they are rounded to 2^emin with an unbounded exponent. Beyond the
   greatest binade there are none. */
static void set_neighbours(struct tmd_every_argument *argument, const struct tmd_correct *correct,
                           const struct tmd_format *out) {
  int e;
  tmd_u128 X;
  tmd_argument_at(out, correct->below, &e, &X);
  const int upper = correct->eighths >= 4;
  const double unit = ldexp(1, e - out->p + 1), below = (double)X * unit;
  double low = below + (upper ? unit / 2 : 0), high = below + (upper ? unit : unit / 2);
  if (upper && high == ldexp(1, out->emin)) {
    const double tiny = below + 0.75 * unit;
    if (correct->eighths >= 6) low = tiny;
    else high = tiny;
  }
  if (correct->beyond) low = ldexp(1, out->emax + 1), high = ldexp(low, BEYOND_LOG2);
  argument->kind = TMD_EVERY_BETWEEN;
  if (correct->eighths == 0 || correct->eighths == 4) argument->kind = TMD_EVERY_EXACT, high = low;
  argument->low = correct->sign ? -high : low;
  argument->high = correct->sign ? -low : high;
}

int tmd_every_beyond(const struct tmd_every_argument *argument) {
  const double low = fmin(fabs(argument->low), fabs(argument->high));
  return argument->kind == TMD_EVERY_BETWEEN && low > 0 &&
         fmax(fabs(argument->low), fabs(argument->high)) == ldexp(low, BEYOND_LOG2);
}

/* Where the cases of all arguments are found, by threads. */
struct finding {
  struct tmd_every *every;
  struct tmd_hard_case *hard; /* of the numbers, those from -0 behind those from +0 */
  const struct tmd_problem *problem;
};

static void take(struct tmd_every_argument *argument, struct tmd_hard_case *hard,
                 const struct tmd_problem *problem, const struct tmd_datum *x) {
  const struct tmd_checked checked = {
      .function = problem->function, .in = problem->in, .out = problem->out};
  const uint32_t encoding = tmd_datum_float(x, &problem->in);
  struct tmd_correct correct;
  tmd_correct_at(&correct, &checked, x);
  argument->x = tmd_float_decode(encoding);
  switch (correct.kind) {
  case TMD_CORRECT_NUMBER:
    set_neighbours(argument, &correct, &problem->out);
    if (x->class == TMD_DATUM_NUMBER) tmd_hard_case_set(hard, problem, encoding, &correct);
    return;
  case TMD_CORRECT_INFINITE:
    argument->kind = TMD_EVERY_INFINITE;
    argument->low = argument->high = correct.sign ? -INFINITY : INFINITY;
    return;
  case TMD_CORRECT_NAN: argument->kind = TMD_EVERY_NAN; return;
  case TMD_CORRECT_UNDECIDED: argument->kind = TMD_EVERY_UNDECIDED;
  }
}

enum { BLOCK = 256 };

static int find_block(size_t block, int thread, void *context) {
  const struct finding *finding = context;
  const size_t count = finding->every->count - 1;
  (void)thread;
  for (size_t at = block * BLOCK; at < 2 * count && at < (block + 1) * BLOCK; at++) {
    const int sign = at >= count;
    const struct tmd_datum x = {TMD_DATUM_NUMBER, sign, at % count};
    take(finding->every->of[sign] + at % count, finding->hard + at, finding->problem, &x);
  }
  return 0;
}

/* The cases of numbers with finite values. 0, or -1 (message): a result is undecided. */
static int gather(struct tmd_hard_cases *list, const struct tmd_every *every,
                  const struct tmd_problem *problem) {
  const size_t count = every->count - 1;
  for (size_t at = 0; at < 2 * count; at++) {
    const struct tmd_every_argument *argument = every->of[at >= count] + at % count;
    if (argument->kind == TMD_EVERY_UNDECIDED)
      return tmd_error(TMD_USAGE, "%s: the result at %a is undecided", problem->name, argument->x);
    if (argument->kind == TMD_EVERY_BETWEEN || argument->kind == TMD_EVERY_EXACT)
      list->hard[list->count++] = list->hard[at];
  }
  return 0;
}

int tmd_every_find(struct tmd_every *every, struct tmd_hard_cases *list,
                   const struct tmd_problem *problem) {
  const size_t count = (size_t)tmd_ordinal_infinite(&problem->in);
  every->count = count + 1;
  list->hard = tmd_allocate(2 * count * sizeof *list->hard);
  struct finding finding = {every, list->hard, problem};
  for (int sign = 0; sign < 2; sign++) {
    const struct tmd_datum infinite = tmd_datum_infinite(&problem->in, sign);
    every->of[sign] = tmd_allocate(every->count * sizeof *every->of[sign]);
    if (!tmd_correct_has_infinite(problem->function)) every->of[sign][count].kind = TMD_EVERY_NAN;
    else take(every->of[sign] + count, NULL, problem, &infinite);
    if (every->of[sign][count].kind == TMD_EVERY_UNDECIDED)
      return tmd_error(TMD_USAGE, "%s: the limit at infinity is undecided", problem->name);
  }
  if (tmd_each_by_threads((2 * count + BLOCK - 1) / BLOCK, tmd_threads(), find_block, &finding))
    return -1;
  return gather(list, every, problem);
}

void tmd_every_clear(struct tmd_every *every) {
  free(every->of[0]), free(every->of[1]);
  *every = (struct tmd_every){.count = 0};
}
