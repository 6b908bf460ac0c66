#include "tools/generate/pieces/minimax.h"

#include <math.h>
#include <string.h>

enum { ROWS = TMD_MINIMAX_COEFFICIENTS + 1, STEPS_MAX = 100 };

struct fit {
  const struct tmd_point *point;
  size_t points;
  int count;
  long double scale; /* a power of 2: polynomials are in u / scale */
  long double c[ROWS];
};

static long double middle(const struct tmd_point *p) { return ((long double)p->low + p->high) / 2; }

static long double half(const struct tmd_point *p) { return ((long double)p->high - p->low) / 2; }

/* The distance from the middle, as a part of the half, with its sign. */
static long double distance(const struct fit *fit, const struct tmd_point *p) {
  const long double u = p->u / fit->scale;
  long double sum = fit->c[fit->count - 1];
  for (int j = fit->count - 2; j >= 0; j--) sum = sum * u + fit->c[j];
  return (middle(p) - p->g * sum) / half(p);
}

/* Gaussian elimination with pivots: 0 if the system is singular. */
static int solve(long double a[ROWS][ROWS + 1], int n) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabsl(a[i][k]) > fabsl(a[pivot][k])) pivot = i;
    if (a[pivot][k] == 0) return 0;
    for (int j = k; j <= n; j++) {
      const long double swapped = a[k][j];
      a[k][j] = a[pivot][j], a[pivot][j] = swapped;
    }
    for (int i = 0; i < n; i++) {
      const long double factor = i == k ? 0 : a[i][k] / a[k][k];
      for (int j = k; j <= n && factor != 0; j++) a[i][j] -= factor * a[k][j];
    }
  }
  for (int k = 0; k < n; k++) a[k][n] /= a[k][k];
  return 1;
}

/* The coefficients with distances E, -E, E, ... at the points of the reference; *level = |E|. With
   as many points as coefficients, E = 0. */
static int level_reference(struct fit *fit, long double *level, const size_t *reference) {
  const int leveled = fit->points > (size_t)fit->count, n = fit->count + leveled;
  long double a[ROWS][ROWS + 1];
  for (int k = 0; k < n; k++) {
    const struct tmd_point *p = fit->point + reference[k];
    const long double u = p->u / fit->scale, by = 1 / half(p); /* rows of like size */
    a[k][0] = p->g * by;
    for (int j = 1; j < fit->count; j++) a[k][j] = a[k][j - 1] * u;
    if (leveled) a[k][n - 1] = k & 1 ? -1 : 1;
    a[k][n] = middle(p) * by;
  }
  if (!solve(a, n)) return 0;
  for (int j = 0; j < fit->count; j++) fit->c[j] = a[j][n];
  *level = leveled ? fabsl(a[n - 1][n]) : 0;
  return isfinite(*level);
}

static size_t find_worst(const struct fit *fit, long double *greatest) {
  size_t worst = 0;
  *greatest = -1;
  for (size_t i = 0; i < fit->points; i++) {
    const long double size = fabsl(distance(fit, fit->point + i));
    if (!(size <= *greatest)) *greatest = size, worst = i;
  }
  return worst;
}

/* The point takes the place of a neighbour with a distance of the same sign. */
static void exchange(const struct fit *fit, size_t *reference, size_t at) {
  const int n = fit->count + 1;
  const int sign = distance(fit, fit->point + at) > 0;
#define SIGN(k) (distance(fit, fit->point + reference[k]) > 0)
  int k = 0;
  while (k < n && reference[k] < at) k++;
  if (k == 0 && SIGN(0) != sign) {
    memmove(reference + 1, reference, (size_t)(n - 1) * sizeof *reference);
    reference[0] = at;
  } else if (k == n && SIGN(n - 1) != sign) {
    memmove(reference, reference + 1, (size_t)(n - 1) * sizeof *reference);
    reference[n - 1] = at;
  } else reference[k < n && SIGN(k) == sign ? k : k - 1] = at;
#undef SIGN
}

/* The points next to the extrema of a Chebyshev polynomial in u. */
static void first_reference(size_t *reference, int n, const struct tmd_point *point,
                            size_t points) {
  const double from = point[0].u, to = point[points - 1].u;
  for (int k = 0; k < n; k++) {
    const double part = n > 1 ? (1 - cos(3.14159265358979 * k / (n - 1))) / 2 : 0;
    size_t low = k ? reference[k - 1] + 1 : 0, high = points - (size_t)(n - k);
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      if (fabs(point[middle].u - from) < part * fabs(to - from)) low = middle + 1;
      else high = middle;
    }
    reference[k] = low;
  }
}

int tmd_minimax(double *coefficient, int count, const struct tmd_point *point, size_t points,
                double margin, int best) {
  const long double most = 1 - (long double)margin;
  struct fit fit = {.point = point, .points = points, .count = count};
  size_t reference[ROWS];
  long double level, greatest, least = INFINITY;
  memset(coefficient, 0, (size_t)count * sizeof *coefficient);
  if ((size_t)count > points) fit.count = (int)points;
  const double size = fmax(fabs(point[0].u), fabs(point[points - 1].u));
  fit.scale = size > 0 ? ldexp(1, ilogb(size)) : 1;
  first_reference(reference, fit.count + (points > (size_t)fit.count), point, points);
  for (int step = 0; step < STEPS_MAX; step++) {
    if (!level_reference(&fit, &level, reference) || level >= most) break;
    const size_t worst = find_worst(&fit, &greatest);
    if (greatest < least && greatest <= most) {
      least = greatest;
      long double factor = 1;
      for (int j = 0; j < fit.count; j++, factor /= fit.scale)
        coefficient[j] = (double)(fit.c[j] * factor);
    }
    if (greatest <= most && (!best || 1 - greatest >= (1 - level) / 2)) break;
    if (points == (size_t)fit.count) break;
    exchange(&fit, reference, worst);
  }
  return least <= most;
}
