/* Upper bounds in double precision: sums and products of nonnegative numbers, rounded to nearest as
   they are formed, and outward once at the end. A bound that overflows or is NaN must make its user
   keep. */
#ifndef TMD_UPPER_BOUNDS_H
#define TMD_UPPER_BOUNDS_H

/* Covers 2^11 roundings, relative size 2^-53 each. */
#define TMD_OUTWARD (1 + 0x1p-40)

/* C(x,k) for x >= 0: 3 k roundings */
static inline double tmd_bound_binomial(double x, int k) {
  double b = 1;
  for (int i = 0; i < k && b > 0; i++) b *= x > i ? (x - i) / (i + 1) : 0;
  return b;
}

/* sum_k C(x,k), 0 <= k <= order */
static inline double tmd_bound_binomials(double x, int order) {
  double sum = 0;
  for (int k = 0; k <= order; k++) sum += tmd_bound_binomial(x, k);
  return sum;
}

#endif
