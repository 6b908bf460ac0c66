#include "lib/pairs/power-steps.h"

#include <math.h>

#include "lib/base/target-clones.h"

#define INLINE static inline __attribute__((always_inline))

INLINE struct tmd_power_sum multiply(struct tmd_power_sum a, struct tmd_power_sum b) {
  const double p = a.h * b.h;
  return (struct tmd_power_sum){p, fma(a.l, b.h, fma(a.h, b.l, fma(a.h, b.h, -p)))};
}

INLINE struct tmd_power_sum normalise(struct tmd_power_sum a) {
  const double h = a.h + a.l;
  return (struct tmd_power_sum){h, a.l - (h - a.h)};
}

/* By unit, a value that is rounded to 0 is not near. */
INLINE int is_near(struct tmd_power_sum a, const struct tmd_power_grid *grid, int by_unit) {
  const double scaled = a.h * grid->split,
               rounded = by_unit ? (a.h + grid->magic) - grid->magic : scaled - (scaled - a.h),
               off = fabs((a.h - rounded) + a.l);
  return by_unit ? (off < grid->unit_window) & (off < 0.25 * a.h) & (a.h < grid->below)
                 : off < a.h * grid->window;
}

/* A loop over lanes in each step, so that it is vectorised. */
INLINE uint64_t take_steps(struct tmd_power_lanes *lanes, const struct tmd_power_grid *of,
                           int steps, int by_unit) {
  const struct tmd_power_grid grid = *of;
  struct tmd_power_lanes s = *lanes;
  uint64_t any = 0;
  for (int i = 0; i < TMD_POWER_LANES; i++) s.near[i] = 0;
  for (int k = 0; k < steps; k++) {
    const uint64_t bit = (uint64_t)1 << k;
#pragma omp simd
    for (int i = 0; i < TMD_POWER_LANES; i++) {
      const struct tmd_power_sum a = {s.h[i], s.l[i]},
                                 next = multiply(a, (struct tmd_power_sum){s.bh[i], s.bl[i]});
      s.near[i] |= is_near(a, &grid, by_unit) ? bit : 0;
      s.h[i] = next.h, s.l[i] = next.l;
    }
  }
  for (int i = 0; i < TMD_POWER_LANES; i++) {
    const struct tmd_power_sum a = normalise((struct tmd_power_sum){s.h[i], s.l[i]});
    lanes->h[i] = a.h, lanes->l[i] = a.l;
    any |= lanes->near[i] = s.near[i];
  }
  return any;
}

TMD_FMA_VECTORS uint64_t tmd_power_steps(struct tmd_power_lanes *lanes,
                                         const struct tmd_power_grid *grid, int steps) {
  return take_steps(lanes, grid, steps, 0);
}

TMD_FMA_VECTORS uint64_t tmd_power_steps_by_unit(struct tmd_power_lanes *lanes,
                                                 const struct tmd_power_grid *grid, int steps) {
  return take_steps(lanes, grid, steps, 1);
}

INLINE struct tmd_power_sum invert(double b) {
  const double h = 1 / b;
  return normalise((struct tmd_power_sum){h, -fma(h, b, -1) * h});
}

TMD_FMA_VECTORS struct tmd_power_sum tmd_power_base(double b, int inverse) {
  return inverse ? invert(b) : (struct tmd_power_sum){b, 0};
}

TMD_FMA_VECTORS struct tmd_power_sum tmd_power_product(struct tmd_power_sum a,
                                                       struct tmd_power_sum b) {
  return normalise(multiply(a, b));
}

TMD_FMA_VECTORS struct tmd_power_sum tmd_power_of(struct tmd_power_sum base, uint64_t n) {
  struct tmd_power_sum a = base;
  for (int bit = 62 - __builtin_clzll(n); bit >= 0; bit--) {
    a = normalise(multiply(a, a));
    if (n >> bit & 1) a = normalise(multiply(a, base));
  }
  return a;
}

TMD_FMA_VECTORS void tmd_power_start(struct tmd_power_lanes *lanes, double b, double apart,
                                     int inverse, uint64_t n) {
  struct tmd_power_lanes s;
#pragma omp simd
  for (int i = 0; i < TMD_POWER_LANES; i++) {
    const double base = b + i * apart;
    const struct tmd_power_sum inverted = invert(base);
    s.bh[i] = s.h[i] = inverse ? inverted.h : base;
    s.bl[i] = s.l[i] = inverse ? inverted.l : 0;
  }
  for (int bit = 62 - __builtin_clzll(n); bit >= 0; bit--) {
    const int odd = n >> bit & 1;
#pragma omp simd
    for (int i = 0; i < TMD_POWER_LANES; i++) {
      struct tmd_power_sum a = {s.h[i], s.l[i]};
      a = normalise(multiply(a, a));
      s.h[i] = a.h, s.l[i] = a.l;
    }
    if (!odd) continue;
#pragma omp simd
    for (int i = 0; i < TMD_POWER_LANES; i++) {
      struct tmd_power_sum a = {s.h[i], s.l[i]};
      a = normalise(multiply(a, (struct tmd_power_sum){s.bh[i], s.bl[i]}));
      s.h[i] = a.h, s.l[i] = a.l;
    }
  }
  *lanes = s;
}
