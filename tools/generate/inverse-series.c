/* asin x = sum a_k x^(2k+1), a_k = (2k)! / (4^k k!^2 (2k+1)); atan x = sum (-1)^k x^(2k+1)/(2k+1),
   asinh x = sum (-1)^k a_k x^(2k+1).

   The Taylor polynomial at w is that of the first TERMS terms, plus, in coefficient j < 24, at most
   sum over k >= TERMS of C(k, j) |w|^(k-j), as |a_k| <= 1. For |w| <= 0.26 the ratio of successive
   terms is at most 0.26 (k+1)/(k+1-j) < 1/2, the first one at most 2^200 0.26^177 < 2^-143; in
   fact C(200, 23) < 2^104, so that all is below 2^-239. */
#include "tools/generate/inverse-series.h"

#include "tools/generate/terms.h"

enum { TERMS = 200, LENGTH_MAX = 24, TAIL = -230 };

/* The coefficients a_k, k < TERMS. */
static void coefficients(arb_poly_t a, int tangent, int alternating) {
  arb_t product, one;
  arb_init(product), arb_init(one);
  arb_one(product);
  for (int k = 0; k < TERMS; k++) {
    arb_div_ui(one, product, (ulong)(2 * k + 1), TMD_IDEAL_BITS + 64);
    arb_poly_set_coeff_arb(a, k, one);
    if (alternating) arb_neg(product, product);
    if (!tangent) {
      arb_mul_ui(product, product, (ulong)(2 * k + 1), TMD_IDEAL_BITS + 64);
      arb_div_ui(product, product, (ulong)(2 * k + 2), TMD_IDEAL_BITS + 64);
    }
  }
  arb_clear(product), arb_clear(one);
}

void tmd_inverse_series(arb_poly_t g, const struct tmd_approximation *p, const arb_t w,
                        slong length) {
  arb_t limit, one;
  arb_init(limit), arb_init(one);
  arb_poly_zero(g);
  const int tangent = p->f->id == TMD_FN_atan || p->f->id == TMD_FN_atanpi;
  coefficients(g, tangent, tangent || p->f->id == TMD_FN_acosh);
  if (length == 1) { /* values are asked for more often than polynomials */
    arb_poly_evaluate(one, g, w, TMD_IDEAL_BITS);
    arb_poly_set_arb(g, one);
  } else {
    arb_poly_taylor_shift(g, g, w, TMD_IDEAL_BITS);
    arb_poly_truncate(g, length);
  }
  arb_set_d(limit, 0.26);
  arb_abs(one, w);
  const int small = arb_le(one, limit) && length <= LENGTH_MAX;
  for (slong j = 0; j < length; j++) {
    arb_poly_get_coeff_arb(one, g, j);
    if (small) arb_add_error_2exp_si(one, TAIL);
    else arb_indeterminate(one);
    arb_poly_set_coeff_arb(g, j, one);
  }
  arb_clear(limit), arb_clear(one);
}

void tmd_inverse_series_of(arb_poly_t g, const struct tmd_approximation *p, const arb_t w,
                           slong length) {
  const enum tmd_function_id id = p->f->id;
  arb_t pi;
  arb_init(pi);
  arb_const_pi(pi, TMD_IDEAL_BITS);
  tmd_inverse_series(g, p, w, length);
  if (id == TMD_FN_atanpi || id == TMD_FN_asinpi || id == TMD_FN_acospi)
    arb_poly_scalar_div(g, g, pi, TMD_IDEAL_BITS);
  arb_clear(pi);
}
