/* No symmetry of f is assumed: the listed results, scaled, are compared with those of all
   arguments: equal where they are exact, between the breakpoints elsewhere. */
#include "tools/generate/pieces/scaled-exact.h"

#include <math.h>
#include <stdlib.h>

enum { BY_MAX = 6, RESULT_MAX = 12, BIAS = 1023, SCALE_MAX = 1000, RANGE = 160 };

/* The argument scaled to an exponent of 0 to by - 1, as the upper half of a double, and 2^result to
   the power of *n, in units of the scale where exponents are near 0. */
static uint32_t key_of(const struct tmd_scaling *scaling, double x, double *scale) {
  const union {
    double f;
    uint64_t u;
  } v = {scaling->parity == TMD_PARITY_NONE ? x : fabs(x)};
  const uint32_t high = (uint32_t)(v.u >> 32), by = (uint32_t)scaling->by,
                 n = (high >> 20 & 2047) / by;
  *scale = ldexp(1, scaling->result * ((int)n - BIAS / scaling->by));
  return high - (n * by << 20);
}

static const struct tmd_replaced *find(const struct tmd_design *design, uint32_t key) {
  for (int i = 0; i < design->exact_count; i++)
    if (design->exact[i].x == key) return design->exact + i;
  return NULL;
}

/* Adds the argument unless its key is listed: 0 if there is no room. */
static int add(struct tmd_design *design, const struct tmd_every_argument *at) {
  double scale;
  const uint32_t key = key_of(&design->scaling, at->x, &scale);
  if (find(design, key)) return 1;
  if (design->exact_count == TMD_EXACT_MAX) return 0;
  design->exact[design->exact_count++] = (struct tmd_replaced){key, at->low / scale};
  return 1;
}

static int is_right(const struct tmd_design *design, const struct tmd_every_argument *at) {
  double scale;
  const struct tmd_replaced *one = find(design, key_of(&design->scaling, at->x, &scale));
  if (!one) return 1;
  const int negative = design->scaling.parity == TMD_PARITY_ODD && signbit(at->x);
  const double y = one->y * scale * (negative ? -1 : 1);
  if (at->kind == TMD_EVERY_EXACT) return y == at->low;
  if (at->kind != TMD_EVERY_BETWEEN) return 0;
  return (at->low < y && y < at->high) ||
         (tmd_every_beyond(at) && fabs(y) >= fmin(fabs(at->low), fabs(at->high)) &&
          (y < 0) == (at->low < 0));
}

static int try_scaling(struct tmd_design *design, int (*covered)(int sign, size_t index)) {
  const struct tmd_every *every = design->every;
  const int signs = design->scaling.parity == TMD_PARITY_NONE ? 2 : 1;
  for (int sign = 0; sign < signs; sign++)
    for (size_t i = 1; i + 1 < every->count; i++) {
      const struct tmd_every_argument *at = every->of[sign] + i;
      if (at->kind == TMD_EVERY_EXACT && !covered(sign, i) &&
          !(add(design, at) && is_right(design, at)))
        return 0;
    }
  for (int sign = 0; sign < 2; sign++)
    for (size_t i = 1; i + 1 < every->count; i++)
      if (!is_right(design, every->of[sign] + i)) return 0;
  return 1;
}

int tmd_scaled_find(struct tmd_design *design, enum tmd_parity parity,
                    int (*covered)(int sign, size_t index)) {
  for (int by = 1; by <= BY_MAX; by++)
    for (int result = -RESULT_MAX; result <= RESULT_MAX; result++) {
      if (abs(result) * RANGE > SCALE_MAX * by) continue;
      design->exact_count = 0;
      design->scaling = (struct tmd_scaling){by, result, parity};
      if (try_scaling(design, covered)) return 0;
    }
  design->exact_count = 0, design->scaling.by = 0;
  return -1;
}
