#include "lib/function/series.h"

enum { CONSTANT_GUARD_BITS = 64, ZERO_PRECISION_FACTOR = 8 };

/* x + t as a polynomial in t. */
static void variable(arb_poly_t h, const arb_t x) {
  arb_poly_zero(h);
  arb_poly_set_coeff_si(h, 1, 1);
  arb_poly_set_coeff_arb(h, 0, x);
}

void tmd_series_id(arb_poly_t y, const arb_t x, slong len, slong prec) {
  (void)prec;
  variable(y, x);
  arb_poly_truncate(y, len);
}

/* Series of Arb. */
#define PLAIN_SERIES(function, arb_series)                            \
  void function(arb_poly_t y, const arb_t x, slong len, slong prec) { \
    SCOPED(arb_poly, h);                                              \
    variable(h, x);                                                   \
    arb_series(y, h, len, prec);                                      \
  }
#define ARB_SERIES(name, arb_series) PLAIN_SERIES(tmd_series_##name, arb_series)
ARB_SERIES(exp, arb_poly_exp_series)
ARB_SERIES(log, arb_poly_log_series)
ARB_SERIES(log1p, arb_poly_log1p_series)
ARB_SERIES(sqrt, arb_poly_sqrt_series)
ARB_SERIES(rsqrt, arb_poly_rsqrt_series)
ARB_SERIES(sin, arb_poly_sin_series)
ARB_SERIES(cos, arb_poly_cos_series)
ARB_SERIES(tan, arb_poly_tan_series)
ARB_SERIES(sinpi, arb_poly_sin_pi_series)
ARB_SERIES(cospi, arb_poly_cos_pi_series)
ARB_SERIES(sinh, arb_poly_sinh_series)
ARB_SERIES(cosh, arb_poly_cosh_series)
ARB_SERIES(asin, arb_poly_asin_series)
ARB_SERIES(acos, arb_poly_acos_series)
ARB_SERIES(atan, arb_poly_atan_series)
ARB_SERIES(erf, arb_hypgeom_erf_series)

static PLAIN_SERIES(erfc_plain, arb_hypgeom_erfc_series)

    /* Arb's error bound on a ball exceeds the value for large x: at (2^18 +- 2^-100)/sqrt(2)
       nothing is known, even with twice the bits. As erfc falls, values at the ends enclose it. */
    void tmd_series_erfc(arb_poly_t y, const arb_t x, slong len, slong prec) {
  erfc_plain(y, x, len, prec);
  if (arb_is_exact(x) || !arb_is_finite(x) || !arb_is_positive(x) ||
      arf_cmp_2exp_si(arb_midref(x), 4) < 0)
    return;
  SCOPED(arb, least, greatest);
  arb_get_interval_arf(arb_midref(least), arb_midref(greatest), x, prec + CONSTANT_GUARD_BITS);
  arb_hypgeom_erfc(least, least, prec);
  arb_hypgeom_erfc(greatest, greatest, prec);
  arb_union(least, least, greatest, prec);
  arb_poly_set_coeff_arb(y, 0, least);
}

/* y <- y / constant. */
static void divide(arb_poly_t y, void (*constant)(arb_t, slong), slong prec) {
  SCOPED(arb, c);
  constant(c, prec);
  arb_poly_scalar_div(y, y, c, prec);
}

/* exp(c (x + t)), or that minus 1, where subtraction would cancel near 0. */
static void exp_scaled(arb_poly_t y, const arb_t x, void (*constant)(arb_t, slong), int minus_one,
                       slong len, slong prec) {
  SCOPED(arb_poly, h);
  SCOPED(arb, c);
  constant(c, prec + CONSTANT_GUARD_BITS);
  variable(h, x);
  arb_poly_scalar_mul(h, h, c, prec + CONSTANT_GUARD_BITS);
  arb_poly_exp_series(y, h, len, prec);
  arb_poly_get_coeff_arb(c, h, 0);
  arb_expm1(c, c, prec);
  if (minus_one) arb_poly_set_coeff_arb(y, 0, c);
}

static void const_one(arb_t c, slong prec) {
  (void)prec;
  arb_one(c);
}

#define SCALED_SERIES(name, constant, minus_one)                               \
  void tmd_series_##name(arb_poly_t y, const arb_t x, slong len, slong prec) { \
    exp_scaled(y, x, constant, minus_one, len, prec);                          \
  }
SCALED_SERIES(exp2, arb_const_log2, 0)
SCALED_SERIES(exp10, arb_const_log10, 0)
SCALED_SERIES(expm1, const_one, 1)
SCALED_SERIES(exp2m1, arb_const_log2, 1)
SCALED_SERIES(exp10m1, arb_const_log10, 1)

/* A series of the table divided by a constant. */
#define DIVIDED_SERIES(name, of, constant)                                     \
  void tmd_series_##name(arb_poly_t y, const arb_t x, slong len, slong prec) { \
    tmd_series_##of(y, x, len, prec);                                          \
    divide(y, constant, prec);                                                 \
  }
DIVIDED_SERIES(log2, log, arb_const_log2)
DIVIDED_SERIES(log10, log, arb_const_log10)
DIVIDED_SERIES(log2p1, log1p, arb_const_log2)
DIVIDED_SERIES(log10p1, log1p, arb_const_log10)
DIVIDED_SERIES(asinpi, asin, arb_const_pi)
DIVIDED_SERIES(acospi, acos, arb_const_pi)
DIVIDED_SERIES(atanpi, atan, arb_const_pi)

/* Sine over cosine of x + t by their common series: finite unless cosine's ball contains
   0. */
static void sine_over_cosine(arb_poly_t y, const arb_t x,
                             void (*pair)(arb_poly_t sin, arb_poly_t cos, const arb_poly_t h,
                                          slong len, slong prec),
                             slong len, slong prec) {
  SCOPED(arb_poly, h, cos);
  variable(h, x);
  pair(y, cos, h, len, prec);
  arb_poly_div_series(y, y, cos, len, prec);
}

void tmd_series_tanpi(arb_poly_t y, const arb_t x, slong len, slong prec) {
  sine_over_cosine(y, x, arb_poly_sin_cos_pi_series, len, prec);
}

/* An odd function at any x from its series for x >= 0: coefficient j at -x is (-1)^(j+1) times that
   at x. */
static void odd(arb_poly_t y, const arb_t x, tmd_series *positive, slong len, slong prec) {
  if (arf_sgn(arb_midref(x)) >= 0) {
    positive(y, x, len, prec);
    return;
  }
  SCOPED(arb, minus);
  arb_neg(minus, x);
  positive(y, minus, len, prec);
  for (slong j = 0; j < y->length; j += 2) arb_neg(y->coeffs + j, y->coeffs + j);
}

/* tanh = 2/(1 + exp(-2x)) - 1 for x > 1/2: sinh/cosh would lose the derivatives, of the size of
   exp(-2x). */
static void tanh_far(arb_poly_t y, const arb_t x, slong len, slong prec) {
  SCOPED(arb_poly, h);
  variable(h, x);
  arb_poly_scalar_mul_2exp_si(h, h, 1);
  arb_poly_neg(h, h);
  arb_poly_exp_series(h, h, len, prec);
  arb_poly_add_si(h, h, 1, prec);
  arb_poly_inv_series(y, h, len, prec);
  arb_poly_scalar_mul_2exp_si(y, y, 1);
  arb_poly_add_si(y, y, -1, prec);
}

static void tanh_near(arb_poly_t y, const arb_t x, slong len, slong prec) {
  sine_over_cosine(y, x, arb_poly_sinh_cosh_series, len, prec);
}

void tmd_series_tanh(arb_poly_t y, const arb_t x, slong len, slong prec) {
  if (arf_cmpabs_2exp_si(arb_midref(x), -1) <= 0) tanh_near(y, x, len, prec);
  else odd(y, x, tanh_far, len, prec);
}

/* y = value(x) + the integral of the derivative. */
static void integrate(arb_poly_t y, const arb_t x, tmd_series *derivative,
                      void (*value)(arb_t, const arb_t, slong), slong len, slong prec) {
  SCOPED(arb, at_x);
  derivative(y, x, len, prec);
  value(at_x, x, prec);
  arb_poly_integral(y, y, prec);
  arb_poly_set_coeff_arb(y, 0, at_x);
  arb_poly_truncate(y, len);
}

/* (1 + x^2)^(-1/2) */
static void asinh_derivative(arb_poly_t y, const arb_t x, slong len, slong prec) {
  SCOPED(arb_poly, h);
  variable(h, x);
  arb_poly_mullow(h, h, h, len, prec);
  arb_poly_add_si(h, h, 1, prec);
  arb_poly_rsqrt_series(y, h, len, prec);
}

/* (x + t - 1) (x + t + 1): both factors to full accuracy near +-1. */
static void square_minus_one(arb_poly_t h, const arb_t x, slong len, slong prec) {
  SCOPED(arb_poly, other);
  SCOPED(arb, end);
  arb_sub_si(end, x, 1, prec);
  variable(h, end);
  arb_add_si(end, x, 1, prec);
  variable(other, end);
  arb_poly_mullow(h, h, other, len, prec);
}

/* (x^2 - 1)^(-1/2) */
static void acosh_derivative(arb_poly_t y, const arb_t x, slong len, slong prec) {
  square_minus_one(y, x, len, prec);
  arb_poly_rsqrt_series(y, y, len, prec);
}

/* acosh x = 2 asinh sqrt((x - 1)/2) */
static void acosh_value(arb_t y, const arb_t x, slong prec) {
  arb_sub_si(y, x, 1, prec);
  arb_mul_2exp_si(y, y, -1);
  arb_sqrt(y, y, prec);
  arb_asinh(y, y, prec);
  arb_mul_2exp_si(y, y, 1);
}

/* 1/(1 - x^2) */
static void atanh_derivative(arb_poly_t y, const arb_t x, slong len, slong prec) {
  square_minus_one(y, x, len, prec);
  arb_poly_neg(y, y);
  arb_poly_inv_series(y, y, len, prec);
}

void tmd_series_asinh(arb_poly_t y, const arb_t x, slong len, slong prec) {
  integrate(y, x, asinh_derivative, arb_asinh, len, prec);
}
void tmd_series_acosh(arb_poly_t y, const arb_t x, slong len, slong prec) {
  integrate(y, x, acosh_derivative, acosh_value, len, prec);
}
void tmd_series_atanh(arb_poly_t y, const arb_t x, slong len, slong prec) {
  integrate(y, x, atanh_derivative, arb_atanh, len, prec);
}

/* log|gamma(x)| = log(pi/|sin(pi x)|) - log gamma(1 - x), the reflection formula, of x + t with x <
   0. */
static void lgamma_reflected(arb_poly_t y, const arb_t x, slong len, slong prec) {
  SCOPED(arb_poly, h);
  SCOPED(arb, c);
  variable(h, x);
  arb_poly_sin_pi_series(y, h, len, prec);
  arb_poly_get_coeff_arb(c, y, 0);
  if (arb_is_negative(c)) arb_poly_neg(y, y);
  arb_poly_log_series(y, y, len, prec);
  arb_poly_neg(h, h);
  arb_poly_add_si(h, h, 1, prec);
  arb_poly_lgamma_series(h, h, len, prec);
  arb_poly_add(y, y, h, prec);
  arb_poly_neg(y, y);
  arb_const_pi(c, prec);
  arb_log(c, c, prec);
  arb_poly_set_arb(h, c);
  arb_poly_add(y, y, h, prec);
}

static PLAIN_SERIES(lgamma_plain, arb_poly_lgamma_series)

    /* Near a zero (1, 2, between the poles) only the value is recomputed until it is accurate. */
    void tmd_series_lgamma(arb_poly_t y, const arb_t x, slong len, slong prec) {
  tmd_series *const series = arb_is_positive(x) ? lgamma_plain : lgamma_reflected;
  SCOPED(arb_poly, again);
  SCOPED(arb, value);
  series(y, x, len, prec);
  arb_poly_get_coeff_arb(value, y, 0);
  for (slong more = 2 * prec;
       arb_is_exact(x) && arb_is_finite(value) && arb_rel_accuracy_bits(value) < prec - 16 &&
       more <= ZERO_PRECISION_FACTOR * prec;
       more *= 2) {
    series(again, x, 1, more);
    arb_poly_get_coeff_arb(value, again, 0);
    arb_poly_set_coeff_arb(y, 0, value);
  }
}

static PLAIN_SERIES(gamma_plain, arb_poly_gamma_series)

    /* For x < 0 by the exponential of log|gamma|, with the sign of sin(pi x): with Arb's own
       method, products of x + k, balls near a pole grow over it. */
    void tmd_series_tgamma(arb_poly_t y, const arb_t x, slong len, slong prec) {
  if (!arb_is_negative(x)) {
    gamma_plain(y, x, len, prec);
    return;
  }
  SCOPED(arb, sine);
  arb_sin_pi(sine, x, prec + CONSTANT_GUARD_BITS);
  arb_sgn(sine, sine); /* [-1, 1] if the ball contains 0 */
  lgamma_reflected(y, x, len, prec + CONSTANT_GUARD_BITS);
  arb_poly_exp_series(y, y, len, prec);
  arb_poly_scalar_mul(y, y, sine, prec);
}

/* c <- C(n, j + 1) from c = C(n, j), any n. */
static void next_binomial(fmpz_t c, long n, slong j) {
  fmpz_mul_si(c, c, n - j);
  fmpz_divexact_si(c, c, j + 1);
}

/* (x + t)^n, coefficient by coefficient: C(n, j) x^(n-j). */
void tmd_series_pown(arb_poly_t y, const arb_t x, long n, slong len, slong prec) {
  const slong guarded =
      prec + 2 * FLINT_BIT_COUNT(labs(n)) + 8; /* a power of n loses log2 n bits */
  SCOPED(fmpz, c, e);
  SCOPED(arb, power);
  fmpz_one(c);
  arb_poly_zero(y);
  for (slong j = 0; j < len && !fmpz_is_zero(c); j++) {
    fmpz_set_si(e, n - j);
    arb_pow_fmpz(power, x, e, guarded);
    arb_mul_fmpz(power, power, c, prec);
    arb_poly_set_coeff_arb(y, j, power);
    next_binomial(c, n, j);
  }
}

void tmd_series_compound(arb_poly_t y, const arb_t x, long n, slong len, slong prec) {
  SCOPED(arb, one_and_x);
  arb_add_si(one_and_x, x, 1, prec + 2 * FLINT_BIT_COUNT(labs(n)) + 8);
  tmd_series_pown(y, one_and_x, n, len, prec);
}

/* The real n-th root; for odd n also of negative x. */
static void root(arb_t y, const arb_t x, long n, slong prec) {
  const ulong k = (ulong)labs(n);
  SCOPED(arb, positive);
  arb_set(positive, x);
  if (k % 2 && arb_is_negative(x)) {
    arb_neg(positive, x);
    arb_root_ui(y, positive, k, prec);
    arb_neg(y, y);
  } else {
    arb_root_ui(y, positive, k, prec);
  }
  if (n < 0) arb_inv(y, y, prec);
}

/* (x + t)^(1/n): C(1/n, j) x^(1/n) / x^j, also for negative x and odd n, as f' = f/(n x). */
void tmd_series_rootn(arb_poly_t y, const arb_t x, long n, slong len, slong prec) {
  SCOPED(arb, value, coefficient, power);
  root(value, x, n, prec);
  arb_poly_zero(y);
  arb_poly_set_coeff_arb(y, 0, value);
  arb_one(coefficient); /* C(1/n, j) */
  for (slong j = 1; j < len; j++) {
    arb_mul_si(coefficient, coefficient, 1 - (j - 1) * n, prec);
    arb_div_si(coefficient, coefficient, n, prec);
    arb_div_si(coefficient, coefficient, j, prec);
    arb_pow_ui(power, x, (ulong)j, prec);
    arb_div(power, value, power, prec);
    arb_mul(power, power, coefficient, prec);
    arb_poly_set_coeff_arb(y, j, power);
  }
}

void tmd_series_cbrt(arb_poly_t y, const arb_t x, slong len, slong prec) {
  tmd_series_rootn(y, x, 3, len, prec);
}
