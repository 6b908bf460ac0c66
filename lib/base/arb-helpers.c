#include "lib/base/arb-helpers.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "lib/base/wide-fmpz.h"

enum { RANGE_BITS = 256 }; /* more than the end points have */

void tmd_ball_integer(arb_t ball, tmd_u128 X) {
  SCOPED(fmpz, integer);
  tmd_wide_to_fmpz(integer, X);
  arb_set_fmpz(ball, integer);
}

void tmd_ball_range(arb_t ball, tmd_u128 X0, tmd_u128 X1) {
  SCOPED(arb, end);
  tmd_ball_integer(ball, X0);
  tmd_ball_integer(end, X1);
  arb_union(ball, ball, end, RANGE_BITS);
}

void tmd_ball_scale(arb_t y, const arb_t x, int radix, slong n, slong prec) {
  if (radix == 2) {
    arb_mul_2exp_si(y, x, n);
    return;
  }
  SCOPED(fmpz, power);
  fmpz_ui_pow_ui(power, (ulong)radix, (ulong)labs(n));
  if (n < 0) arb_div_fmpz(y, x, power, prec);
  else arb_mul_fmpz(y, x, power, ARF_PREC_EXACT);
}

/* Never exactly where exponents lie far apart: 2^-(2^100) + 1/2 would need as many bits. */
void tmd_ball_nearest(arf_t nearest, const arf_t x) {
  if (arf_is_int(x) || arf_cmpabs_2exp_si(x, -1) < 0) {
    if (arf_is_int(x)) arf_set(nearest, x);
    else arf_zero(nearest);
    return;
  }
  SCOPED(arf, half);
  arf_set_d(half, 0.5);
  arf_add(nearest, x, half, ARF_PREC_EXACT, ARF_RND_DOWN);
  arf_floor(nearest, nearest);
}

void tmd_ball_distance(arf_t nearest, arf_t low, arf_t high, const arb_t ball) {
  SCOPED(arb, distance);
  tmd_ball_nearest(nearest, arb_midref(ball));
  arb_sub_arf(distance, ball, nearest, ARF_PREC_EXACT);
  arb_get_abs_lbound_arf(low, distance, TMD_BALL_DISTANCE_BITS);
  arb_get_abs_ubound_arf(high, distance, TMD_BALL_DISTANCE_BITS);
}

long tmd_ball_log2(const arf_t x) {
  if (arf_is_zero(x)) return LONG_MIN;
  SCOPED(fmpz, exponent);
  arf_abs_bound_lt_2exp_fmpz(exponent, x);
  fmpz_sub_ui(exponent, exponent, 1);
  return fmpz_fits_si(exponent)   ? fmpz_get_si(exponent)
         : fmpz_sgn(exponent) < 0 ? LONG_MIN
                                  : LONG_MAX;
}

void tmd_ball_log2_range(long *least, long *greatest, const arb_t ball, slong prec) {
  SCOPED(arf, bound);
  arb_get_abs_lbound_arf(bound, ball, prec);
  *least = tmd_ball_log2(bound);
  arb_get_abs_ubound_arf(bound, ball, prec);
  *greatest = tmd_ball_log2(bound);
}

/* floor(log10 |x|), from floor(log2 |x|) by a comparison; beyond FAR, which is beyond all formats,
   it or the one below. It does not decrease as |x| grows. */
static long floor_log10(const arf_t x) {
  enum { FAR = 1 << 22 };
  const double log10_of_2 = 0.30102999566398120;
  const long log2 = tmd_ball_log2(x);
  if (log2 == LONG_MIN || log2 == LONG_MAX) return log2;
  if (log2 > FAR || log2 < -FAR) return (long)floor((double)log2 * log10_of_2);
  /* log10 |x| lies in [log2, log2 + 1) 0.30103, so that this or the one below is its floor */
  long log10 = (long)floor((double)(log2 + 1) * log10_of_2);
  SCOPED(fmpz, power);
  SCOPED(arf, scaled, bound);
  fmpz_ui_pow_ui(power, 10, (ulong)labs(log10));
  arf_abs(scaled, x);
  if (log10 < 0) arf_mul_fmpz(scaled, scaled, power, ARF_PREC_EXACT, ARF_RND_DOWN), arf_one(bound);
  else arf_set_fmpz(bound, power);
  return arf_cmp(scaled, bound) < 0 ? log10 - 1 : log10;
}

void tmd_ball_exponents(long *least, long *greatest, const arb_t ball, int radix, slong prec) {
  if (radix == 2) {
    tmd_ball_log2_range(least, greatest, ball, prec);
    return;
  }
  SCOPED(arf, bound);
  arb_get_abs_lbound_arf(bound, ball, prec);
  *least = floor_log10(bound);
  arb_get_abs_ubound_arf(bound, ball, prec);
  *greatest = floor_log10(bound);
}

void tmd_ball_intersect(arb_t y, const arb_t z, slong prec) {
  SCOPED(arb, both);
  if (!arb_is_finite(y)) arb_set(y, z);
  else if (arb_is_finite(z) && arb_intersection(both, y, z, prec)) arb_set(y, both);
}
