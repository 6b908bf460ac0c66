/* Polynomials between bounds: found where one is known, refused where none can be, and in the
   middle where that is asked for. */
#include <math.h>

#include "tests/unit/random.h"
#include "tests/unit/tap.h"
#include "tools/generate/pieces/minimax.h"

enum { POINTS = 1500, TRIALS = 300 };

static struct tmd_point point[POINTS];

static double random_unit(void) { return (double)(test_random() >> 11) * 0x1p-53; }

static double value(const double *c, int count, const struct tmd_point *p) {
  double sum = 0;
  for (int j = count - 1; j >= 0; j--) sum = fma(sum, p->u, c[j]);
  return p->g * sum;
}

/* The least distance from a bound, as a part of half the interval. */
static double margin(const double *c, int count, size_t points) {
  double least = INFINITY;
  for (size_t i = 0; i < points; i++) {
    const double y = value(c, count, point + i);
    least = fmin(least,
                 fmin(y - point[i].low, point[i].high - y) / ((point[i].high - point[i].low) / 2));
  }
  return least;
}

/* Bounds beside a polynomial, at points of some binades; it keeps 1/10 of the half from them. */
static size_t beside(const double *c, int count, double binades) {
  const size_t points = 1 + (size_t)(test_random() % POINTS);
  for (size_t i = 0; i < points; i++) {
    struct tmd_point *p = point + i;
    p->u = exp2(-binades * (1 - (double)(i + 1) / (double)points));
    p->g = p->u * p->u;
    const double y = value(c, count, p), half = 0x1p-9 * fabs(y) + 0x1p-300,
                 part = 1.8 * random_unit() - 0.9;
    p->low = y - (1 + part) * half, p->high = y + (1 - part) * half;
  }
  return points;
}

/* Of many binades, some systems are too ill-conditioned: then nothing is found, and nothing wrong.
 */
static void test_found(double binades) {
  const int most = binades > 1 ? TRIALS - TRIALS / 50 : TRIALS;
  int found = 0, right = 0, best = 0;
  for (int trial = 0; trial < TRIALS; trial++) {
    double c[TMD_MINIMAX_COEFFICIENTS], first[TMD_MINIMAX_COEFFICIENTS];
    const int count = 1 + (int)(test_random() % 6);
    for (int j = 0; j < count; j++) c[j] = first[j] = (random_unit() + 0.5) / (j + 1);
    const size_t points = beside(c, count, binades);
    if (!tmd_minimax(c, count, point, points, 0x1p-20, 0)) continue;
    found++;
    right += margin(c, count, points) >= 0x1p-21;
    const double known = margin(first, count, points);
    best += tmd_minimax(c, count, point, points, 0x1p-20, 1) &&
            margin(c, count, points) >= known / 2.01;
  }
  tap_ok(found >= most && right == found, "polynomials are found, %g binades: %d, %d of %d",
         binades, found, right, TRIALS);
  tap_ok(best >= most, "the middle is found, %g binades: %d of %d", binades, best, TRIALS);
}

/* count + 1 intervals on alternating sides of 0: a polynomial with `count` coefficients has too few
   zeros. With a margin, intervals that only touch the polynomial are refused, too. */
static void test_refused(void) {
  int refused = 0, narrow = 0;
  for (int count = 1; count <= 6; count++) {
    double c[TMD_MINIMAX_COEFFICIENTS];
    const size_t points = (size_t)count + 1;
    for (size_t i = 0; i < points; i++) {
      const double sign = i & 1 ? -1 : 1;
      point[i] = (struct tmd_point){(double)i, 1, sign * 1.5 - 1.49, sign * 1.5 + 1.49};
    }
    refused += !tmd_minimax(c, count, point, points, 0x1p-20, 0);
    for (size_t i = 0; i < points; i++) {
      const double sign = i & 1 ? -1 : 1;
      point[i].low = sign - (1 + 0x1p-12), point[i].high = sign + (1 + 0x1p-12);
    }
    narrow += tmd_minimax(c, count, point, points, 0x1p-14, 0) &&
              !tmd_minimax(c, count, point, points, 0x1p-11, 0);
  }
  tap_ok(refused == 6, "too few zeros: %d of 6 are refused", refused);
  tap_ok(narrow == 6, "the margin is kept: %d of 6", narrow);
}

int main(void) {
  test_found(1);
  test_found(20);
  test_found(100);
  test_refused();
  return tap_done();
}
