/* Helpers missing from Arb: significands as balls, nearest integers,
   distances, logarithms to base 2 and 10. */
#ifndef TMD_ARB_HELPERS_H
#define TMD_ARB_HELPERS_H

#include "lib/base/arb-compat.h"
#include "lib/base/wide.h"

/* The integer X, exactly; the ball of all real X with X0 <= X <= X1. */
void tmd_ball_integer(arb_t ball, tmd_u128 X);
void tmd_ball_range(arb_t ball, tmd_u128 X0, tmd_u128 X1);

/* y = x radix^n: exactly for radix 2, rounded to prec bits for 10 where n < 0. */
void tmd_ball_scale(arb_t y, const arb_t x, int radix, slong n, slong prec);

/* The integer nearest to a finite x, exactly: |x - nearest| <= 1/2. */
void tmd_ball_nearest(arf_t nearest, const arf_t x);

/* For a ball with finite midpoint: the integer nearest to the midpoint, and low <= |g - nearest| <=
   high for every g of the ball (low and high exact up to TMD_BALL_DISTANCE_BITS bits). Relative
   precision: erf(2^60) has a radius of 2^-(2^120), not to be added exactly. */
enum { TMD_BALL_DISTANCE_BITS = 1 << 18 };
void tmd_ball_distance(arf_t nearest, arf_t low, arf_t high, const arb_t ball);

/* floor(log2 |x|), saturated to LONG_MIN (also for 0) and LONG_MAX. */
long tmd_ball_log2(const arf_t x);

/* The same of the least and the greatest |g| of a ball, whose bounds are rounded outward to prec
   bits. */
void tmd_ball_log2_range(long *least, long *greatest, const arb_t ball, slong prec);

/* floor(log_radix |g|) of the least and the greatest |g| of a ball: for radix 10 estimates
   where |g| is beyond all formats. */
void tmd_ball_exponents(long *least, long *greatest, const arb_t ball, int radix, slong prec);

/* y, known to lie in z as well: the intersection, or the finite one of the two. */
void tmd_ball_intersect(arb_t y, const arb_t z, slong prec);

#endif
