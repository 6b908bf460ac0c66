/* The scaled complementary error function w(x) = exp(x^2) erfc(x), for forms of expressions
   (forms-scaled.c) and expansions (expansion.md): it has ordinary size, with all derivatives, also
   on wide balls and where its factors exceed every ball.

       w(x) = 2/sqrt(pi) integral of exp(-s^2 - 2 x s) over s > 0
       w^(n)(x)/n! = (-1)^n d_n(x),  d_n(x) = 2/sqrt(pi) 2^n/n! integral of s^n exp(-s^2 - 2 x s)
   over s > 0

   by erfc's integral with t = x + s, and its derivatives. So d_n is positive and falls for all real
   x: values at two numbers bound it between them. For 2^-n exp(-x^2) d_n, the n-th integral of
   erfc, DLMF 7.18.10 gives

       d_n(x) = U((n + 1)/2, 1/2, x^2)/sqrt(pi),  x > 0

   and w' = 2 x w - 2/sqrt(pi), differentiated n times, gives

       (n + 1) d_(n+1) = 2 d_(n-1) - 2 x d_n,  d_1 = 2/sqrt(pi) - 2 x d_0

   which adds only positive numbers, so that no bits are lost, upward if x <= 0, and downward if x >
   0. */
#include <math.h>

#include "lib/expression/tree/node.h"

enum {
  GUARD_BITS = 32,
  RISES_MAX = 5 /* of precision: U is a difference of two series if x is not large */
};

static void by_u(arb_t d, slong n, const arb_t x, slong prec) {
  arb_t a, b, z;
  arb_init(a), arb_init(b), arb_init(z);
  for (int rise = 0; rise <= RISES_MAX; rise++) {
    const slong bits = (prec + GUARD_BITS) << rise;
    arb_set_si(a, n + 1);
    arb_mul_2exp_si(a, a, -1);
    arb_set_d(b, 0.5);
    arb_sqr(z, x, bits);
    arb_hypgeom_u(d, a, b, z, bits);
    if (arb_rel_accuracy_bits(d) >= prec) break;
  }
  arb_const_sqrt_pi(z, prec + GUARD_BITS);
  arb_div(d, d, z, prec);
  arb_clear(a), arb_clear(b), arb_clear(z);
}

/* d_0 to d_(len-1) at a positive number. */
static void downward(arb_ptr d, const arb_t x, slong len, slong prec) {
  for (slong n = len - 1; n >= 0 && n >= len - 2; n--) by_u(d + n, n, x, prec);
  for (slong n = len - 2; n > 0; n--) { /* d_(n-1) = x d_n + (n + 1)/2 d_(n+1) */
    arb_mul_si(d + n - 1, d + n + 1, n + 1, prec);
    arb_mul_2exp_si(d + n - 1, d + n - 1, -1);
    arb_addmul(d + n - 1, d + n, x, prec);
  }
}

static void upward(arb_ptr d, const arb_t x, slong len, slong prec) {
  arb_t t;
  arb_init(t);
  arb_sqr(t, x, ARF_PREC_EXACT);
  arb_exp(t, t, prec);
  arb_hypgeom_erfc(d, x, prec);
  arb_mul(d, d, t, prec);
  for (slong n = 0; n < len - 1; n++) {
    if (n > 0) arb_set(t, d + n - 1);
    else arb_const_sqrt_pi(t, prec), arb_inv(t, t, prec);
    arb_submul(t, d + n, x, prec);
    arb_mul_2exp_si(t, t, 1);
    arb_div_si(d + n + 1, t, n + 1, prec);
  }
  arb_clear(t);
}

static void at_number(arb_ptr d, const arf_t number, slong len, slong prec) {
  arb_t x;
  arb_init(x);
  arb_set_arf(x, number);
  (arf_sgn(number) > 0 ? downward : upward)(d, x, len, prec);
  arb_clear(x);
}

static void series(const struct tmd_function *f, arb_poly_t y, const arb_t x, slong len,
                   slong prec) {
  (void)f;
  arf_t least, greatest;
  arb_ptr d = _arb_vec_init(len), at_greatest = _arb_vec_init(len);
  arf_init(least), arf_init(greatest);
  if (arb_is_finite(x)) {
    arb_get_interval_arf(least, greatest, x, prec + GUARD_BITS);
    at_number(d, least, len, prec);
    if (!arf_equal(least, greatest)) at_number(at_greatest, greatest, len, prec);
  } else {
    _arb_vec_indeterminate(d, len);
  }
  arb_poly_zero(y);
  for (slong n = len - 1; n >= 0; n--) {
    if (!arf_equal(least, greatest)) arb_union(d + n, d + n, at_greatest + n, prec);
    if (n % 2) arb_neg(d + n, d + n);
    arb_poly_set_coeff_arb(y, n, d + n);
  }
  arf_clear(least), arf_clear(greatest);
  _arb_vec_clear(d, len), _arb_vec_clear(at_greatest, len);
}

/* Used for exact values only: 1 at 0. Other values count as inexact. */
static int exact_value(const struct tmd_function *f, mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  (void)f;
  if (mpfr_zero_p(x)) return mpfr_set_ui(y, 1, round);
  mpfr_set_nan(y);
  mpfr_set_nanflag();
  return 0;
}

static int no_steps(const struct tmd_function *f, struct tmd_quick *quick) {
  (void)f, (void)quick;
  return -1;
}

static const struct tmd_methods methods = {
    .series = series, .jet = series, .mpfr = exact_value, .steps = no_steps};

const struct tmd_function tmd_erfcx = {.name = "erfcx",
                                       .id = TMD_FN_erfcx,
                                       .methods = &methods,
                                       .least = -INFINITY,
                                       .greatest = INFINITY};
