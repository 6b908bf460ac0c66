/* Powers of many bases, n running: b^n, b^(n+1), ... by one product a step, and which of them are
   next to a number of q bits.

   Values are unevaluated sums h + l of two doubles; a step multiplies by bh + bl:
       p = RN(h bh),  l' = RN(l bh + RN(h bl + e)),  e = h bh - p, exact by fma.
   With u = 2^-53, |bl| <= u |bh|, and |l| <= u |h| after a normalisation (fast two-sum, exact),
   |l| <= (1 + 2 k) u |h| (1 + 2^-40) after k <= 16 steps. The relative error of a step is at most
   that of the neglected l bl, 33 u^2, of the inner rounding, 2 u^2, and of the outer, 35 u^2, each
   with 1 + 2^-40: less than 2^-99. So b^n from a base of relative error 2^-104 has a relative error
   of less than n 2^-98, by whatever products it is formed, where that is below 2^-20. Exponents are
   far from those of subnormal doubles.

   Next to a number of q bits: r = h - (h rounded to q bits) is exact (Veltkamp; Dekker, Numer.
   Math. 18, 1971), and |r + l| is compared; if the distance of h + l to such a number is less than
   2^-3 units of q bits, that number is the rounded h. */
#ifndef TMD_POWER_STEPS_H
#define TMD_POWER_STEPS_H

#include <stdint.h>

enum { TMD_POWER_LANES = 16, TMD_POWER_STEPS = 16 };

struct tmd_power_sum {
  double h, l;
};

struct tmd_power_lanes {
  double h[TMD_POWER_LANES], l[TMD_POWER_LANES];   /* values, normalised */
  double bh[TMD_POWER_LANES], bl[TMD_POWER_LANES]; /* factors of a step */
  uint64_t near[TMD_POWER_LANES];                  /* out: bit k: near after k steps */
};

struct tmd_power_grid {
  double split;  /* 2^(53 - q) + 1 */
  double window; /* of |r + l| / h */
  /* the same where numbers are multiples of a unit: 1.5 2^52 units, and the window of |r + l| */
  double magic, unit_window, below; /* only values below this, at most 2^50 units, are near */
};

/* Looks at the values of `steps` <= TMD_POWER_STEPS steps, the present ones first, and takes the
   steps. Returns 0 if none is near. Values are positive. */
uint64_t tmd_power_steps(struct tmd_power_lanes *lanes, const struct tmd_power_grid *grid,
                         int steps);
uint64_t tmd_power_steps_by_unit(struct tmd_power_lanes *lanes, const struct tmd_power_grid *grid,
                                 int steps);

/* b for n > 0, 1/b for n < 0, of relative error 2^-104. */
struct tmd_power_sum tmd_power_base(double b, int inverse);

/* base^n, n >= 1, normalised. */
struct tmd_power_sum tmd_power_of(struct tmd_power_sum base, uint64_t n);
struct tmd_power_sum tmd_power_product(struct tmd_power_sum a, struct tmd_power_sum b);

/* A base in each lane, b, b + apart, ..., or their inverses; values are their powers with n >= 1.
 */
void tmd_power_start(struct tmd_power_lanes *lanes, double b, double apart, int inverse,
                     uint64_t n);

#endif
