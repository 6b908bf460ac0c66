/* By Binet's second formula m(z) is twice the integral of atan(t/z)/(e^(2 pi t) - 1) over t > 0,
   and z atan(t/z) is that of t/(1 + v^2 t^2 u) over 0 < v < 1. So the k-th Taylor coefficient of
   M(u) has the sign of (-1)^k, and decreases in size as u grows: for u in an interval, it lies
   between those at the ends. At 0 it is B_(2k+2)/((2k+1) (2k+2)). */
#include "lib/base/arb-compat.h"
#include "tools/generate/log-gamma/log-gamma.h"
#include "tools/generate/reals.h"

enum { POINT_BITS = 600 };

static void at_zero(arb_poly_t g, slong length) {
  SCOPED(arb, one);
  arb_poly_zero(g);
  for (slong k = 0; k < length; k++) {
    arb_bernoulli_ui(one, 2 * (ulong)k + 2, POINT_BITS);
    arb_div_ui(one, one, (2 * (ulong)k + 1) * (2 * (ulong)k + 2), POINT_BITS);
    arb_poly_set_coeff_arb(g, k, one);
  }
}

/* z = (u + t)^(-1/2): M = z (log gamma(z) - (z - 1/2) log z + z - log(2 pi)/2), at a number u. */
static void at_positive(arb_poly_t g, const arb_t u, slong length) {
  SCOPED(arb_poly, z, part, less);
  SCOPED(arb, half);
  arb_poly_set_coeff_arb(part, 0, u), arb_poly_set_coeff_si(part, 1, 1);
  arb_poly_rsqrt_series(z, part, length, POINT_BITS);
  arb_poly_lgamma_series(g, z, length, POINT_BITS);
  arb_poly_add(g, g, z, POINT_BITS);
  arb_poly_log_series(part, z, length, POINT_BITS);
  arb_set_d(half, -0.5);
  arb_poly_set_arb(less, half);
  arb_poly_add(less, less, z, POINT_BITS);
  arb_poly_mullow(part, part, less, length, POINT_BITS);
  arb_poly_sub(g, g, part, POINT_BITS);
  arb_const_log_sqrt2pi(half, POINT_BITS);
  arb_poly_set_arb(less, half);
  arb_poly_sub(g, g, less, POINT_BITS);
  arb_poly_mullow(g, g, z, length, POINT_BITS);
}

static void at_end(arb_poly_t g, const arb_t u, slong length) {
  if (arb_is_positive(u)) at_positive(g, u, length);
  else at_zero(g, length);
}

void tmd_stirling_series(arb_poly_t g, const struct tmd_approximation *p, const arb_t u,
                         slong length) {
  (void)p;
  tmd_real_between_ends(g, u, length, at_end);
}
