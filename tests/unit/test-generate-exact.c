/* Pieces with many exact results: these come out exactly and without flags in every mode, others
   strictly between their bounds; a piece ends where a result is another one. */
#include <fenv.h>
#include <math.h>
#include <stdlib.h>

#include "tests/unit/random.h"
#include "tests/unit/tap.h"
#include "tools/generate/pieces/exact-piece.h"

enum { POINTS = 2000, TRIALS = 200 };

static struct tmd_every_argument of[POINTS];

static long random_integer(long most) {
  return (long)(test_random() % (2 * (uint64_t)most + 1)) - most;
}

/* f(x) = (c0 + c1 x + c2 x^2)/d at x = 1, 2, ...; breakpoints are the integers. Returns the number
   of exact results other than 0. */
static int set_points(const long *c, long d) {
  int exact = 0;
  for (long i = 0; i < POINTS; i++) {
    const long x = i + 1, y = c[0] + c[1] * x + c[2] * x * x;
    const double floor = (double)(y / d - (y % d < 0));
    of[i] = (struct tmd_every_argument){(double)x, TMD_EVERY_BETWEEN, floor, floor + 1};
    if (y % d == 0) of[i].kind = TMD_EVERY_EXACT, of[i].high = floor;
    exact += y % d == 0 && y != 0;
  }
  return exact;
}

/* The same for sign sqrt(c0 + c1 x). */
static int set_roots(const long *c, int sign) {
  int exact = 0;
  for (long i = 0; i < POINTS; i++) {
    const long square = c[0] + c[1] * (i + 1), y = (long)sqrt((double)square);
    of[i] = (struct tmd_every_argument){(double)(i + 1), TMD_EVERY_BETWEEN, (double)y, (double)y};
    if (y * y == square) of[i].kind = TMD_EVERY_EXACT, exact++;
    else of[i].high++;
    const double low = of[i].low;
    if (sign < 0) of[i].low = -of[i].high, of[i].high = -low;
  }
  return exact;
}

/* As the text computes it. */
static double evaluate(const struct tmd_line_piece *piece, double x) {
  volatile double y = piece->coefficient[piece->count - 1];
  const volatile double divisor = piece->divisor;
  for (int j = piece->count - 2; j >= 0; j--) y = fma(y, x, piece->coefficient[j]);
  for (int k = piece->form->power; k < 0; k++) y = y / x;
  if (piece->divisor > 1) y = y / divisor;
  return piece->root ? piece->root * sqrt(y) : y;
}

static int is_right(const struct tmd_line_piece *piece, const struct tmd_every_argument *at) {
  feclearexcept(FE_ALL_EXCEPT);
  const double y = evaluate(piece, at->x);
  if (at->kind == TMD_EVERY_BETWEEN) return at->low < y && y < at->high;
  return (y == at->low && !fetestexcept(FE_INEXACT)) || !tmd_exact_covers(piece, at);
}

static long count_right(const struct tmd_line_piece *piece) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  long right = 0;
  for (int mode = 0; mode < 4; mode++) {
    fesetround(modes[mode]);
    for (size_t i = 0; i < piece->end; i++) right += is_right(piece, of + i);
  }
  fesetround(FE_TONEAREST);
  return right;
}

int main(void) {
  int whole = 0, right = 0, cut = 0, few = 0, tried = 0;
  for (int trial = 0; trial < TRIALS; trial++) {
    const long c[] = {random_integer(20), random_integer(20), random_integer(3)},
               d = 1 + 2 * (trial % 5);
    const long of_root[] = {labs(c[0]), 1 + labs(c[2])};
    const int exact = trial % 3 ? set_points(c, d) : set_roots(of_root, trial % 2 ? -1 : 1);
    if (exact < 2 * TMD_EXACT_WORTH) continue; /* none is divisible, or all are 0 */
    tried++;
    struct tmd_line_piece piece = {.first = 0};
    whole += tmd_exact_piece(&piece, of, POINTS) && piece.end == POINTS;
    right += count_right(&piece) == 4 * POINTS;
    const size_t other = POINTS / 2 + (size_t)(test_random() % (POINTS / 2));
    of[other] = (struct tmd_every_argument){of[other].x, TMD_EVERY_EXACT, of[other].low + 0.5, 0};
    cut += tmd_exact_piece(&piece, of, POINTS) && piece.end == other;
    for (int i = 0, left = 0; i < POINTS; i++)
      if (of[i].kind == TMD_EVERY_EXACT && left++ >= TMD_EXACT_WORTH - 1)
        of[i].kind = TMD_EVERY_BETWEEN, of[i].low -= 1, of[i].high = of[i].low + 2;
    few += !tmd_exact_piece(&piece, of, POINTS);
  }
  tap_ok(tried > TRIALS / 3 && whole == tried, "%d of %d pieces are whole", whole, tried);
  tap_ok(right == tried, "all results are right in four modes: %d of %d", right, tried);
  tap_ok(cut == tried, "%d of %d end where a result is another one", cut, tried);
  tap_ok(few == tried, "with too few exact results there is none: %d of %d", few, tried);
  return tap_done();
}
