#include "function.h"

#include <math.h>
#include <string.h>

#include "error.h"

/* x + t as a polynomial in t. */
static void variable(arb_poly_t h, const arb_t x) {
  arb_poly_set_coeff_si(h, 1, 1);
  arb_poly_set_coeff_arb(h, 0, x);
}

/* Series that Arb has. */
#define ARB_SERIES(name)                                                            \
  static void name##_series(arb_poly_t y, const arb_t x, slong len, slong prec) {  \
    arb_poly_t h;                                                                   \
    arb_poly_init(h);                                                               \
    variable(h, x);                                                                 \
    arb_poly_##name##_series(y, h, len, prec);                                      \
    arb_poly_clear(h);                                                              \
  }
ARB_SERIES(exp)
ARB_SERIES(log)
ARB_SERIES(log1p)
ARB_SERIES(sin)
ARB_SERIES(cos)
ARB_SERIES(tan)
ARB_SERIES(sinh)
ARB_SERIES(cosh)
ARB_SERIES(asin)
ARB_SERIES(acos)
ARB_SERIES(atan)
ARB_SERIES(rsqrt)

/* exp(c (x + t)) for a constant c. */
static void exp_scaled_series(arb_poly_t y, const arb_t x, void (*constant)(arb_t, slong), slong len, slong prec) {
  arb_poly_t h;
  arb_t c;
  arb_poly_init(h);
  arb_init(c);
  constant(c, prec + 64);
  variable(h, x);
  arb_poly_scalar_mul(h, h, c, prec + 64);
  arb_poly_exp_series(y, h, len, prec);
  arb_poly_clear(h);
  arb_clear(c);
}

static void exp2_series(arb_poly_t y, const arb_t x, slong len, slong prec) { exp_scaled_series(y, x, arb_const_log2, len, prec); }
static void exp10_series(arb_poly_t y, const arb_t x, slong len, slong prec) { exp_scaled_series(y, x, arb_const_log10, len, prec); }

/* exp - 1, whose value near 0 is not to be had by subtraction. */
static void expm1_series(arb_poly_t y, const arb_t x, slong len, slong prec) {
  arb_t value;
  arb_init(value);
  exp_series(y, x, len, prec);
  arb_expm1(value, x, prec);
  arb_poly_set_coeff_arb(y, 0, value);
  arb_clear(value);
}

/* log(x + t) / c. */
static void log_scaled_series(arb_poly_t y, const arb_t x, void (*constant)(arb_t, slong), slong len, slong prec) {
  arb_t c;
  arb_init(c);
  log_series(y, x, len, prec);
  constant(c, prec);
  arb_poly_scalar_div(y, y, c, prec);
  arb_clear(c);
}

static void log2_series(arb_poly_t y, const arb_t x, slong len, slong prec) { log_scaled_series(y, x, arb_const_log2, len, prec); }
static void log10_series(arb_poly_t y, const arb_t x, slong len, slong prec) { log_scaled_series(y, x, arb_const_log10, len, prec); }

typedef void series_function(arb_poly_t y, const arb_t x, slong len, slong prec);

/* An odd function at any x from its series for x >= 0: coefficient j at -x is (-1)^(j+1) times that at x. */
static void odd_series(arb_poly_t y, const arb_t x, series_function *positive, slong len, slong prec) {
  if (arf_sgn(arb_midref(x)) >= 0) {
    positive(y, x, len, prec);
    return;
  }
  arb_t minus;
  arb_init(minus);
  arb_neg(minus, x);
  positive(y, minus, len, prec);
  for (slong j = 0; j < y->length; j += 2) arb_neg(y->coeffs + j, y->coeffs + j);
  arb_clear(minus);
}

/* tanh = 2/(1 + exp(-2x)) - 1 for x > 1/2: sinh/cosh would lose the derivatives, of the size of exp(-2x). */
static void tanh_far_series(arb_poly_t y, const arb_t x, slong len, slong prec) {
  arb_poly_t h;
  arb_poly_init(h);
  variable(h, x);
  arb_poly_scalar_mul_2exp_si(h, h, 1);
  arb_poly_neg(h, h);
  arb_poly_exp_series(h, h, len, prec);
  arb_poly_add_si(h, h, 1, prec);
  arb_poly_inv_series(y, h, len, prec);
  arb_poly_scalar_mul_2exp_si(y, y, 1);
  arb_poly_add_si(y, y, -1, prec);
  arb_poly_clear(h);
}

static void tanh_near_series(arb_poly_t y, const arb_t x, slong len, slong prec) {
  arb_poly_t h, sinh, cosh;
  arb_poly_init(h);
  arb_poly_init(sinh);
  arb_poly_init(cosh);
  variable(h, x);
  arb_poly_sinh_cosh_series(sinh, cosh, h, len, prec);
  arb_poly_div_series(y, sinh, cosh, len, prec);
  arb_poly_clear(h);
  arb_poly_clear(sinh);
  arb_poly_clear(cosh);
}

static void tanh_series(arb_poly_t y, const arb_t x, slong len, slong prec) {
  if (arf_cmpabs_2exp_si(arb_midref(x), -1) <= 0)
    tanh_near_series(y, x, len, prec);
  else
    odd_series(y, x, tanh_far_series, len, prec);
}

/* (x + t)^(1/3) for x > 0; the value by the root, which is tighter. */
static void cbrt_positive_series(arb_poly_t y, const arb_t x, slong len, slong prec) {
  arb_poly_t h;
  arb_t third, root;
  arb_poly_init(h);
  arb_init(third);
  arb_init(root);
  variable(h, x);
  arb_set_ui(third, 1);
  arb_div_ui(third, third, 3, prec);
  arb_poly_pow_arb_series(y, h, third, len, prec);
  arb_root_ui(root, x, 3, prec);
  arb_poly_set_coeff_arb(y, 0, root);
  arb_poly_clear(h);
  arb_clear(third);
  arb_clear(root);
}

static void cbrt_series(arb_poly_t y, const arb_t x, slong len, slong prec) {
  odd_series(y, x, cbrt_positive_series, len, prec);
}

static int rsqrt_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) { return mpfr_rec_sqrt(y, x, round); }

#define LINE -INFINITY, INFINITY, 0, 0
#define POSITIVE 0, INFINITY, 0, 0
#define UNIT -1, 1, 1, 1
/* transcendental at every other rational argument: Lindemann (exp and its kin), Gelfond-Schneider (powers and logarithms
   to other bases) */
static const char lindemann[] = "only at 0 (Lindemann)";
static const char lindemann_one[] = "only at 1 (Lindemann)";

static const struct tmd_function table[] = {
    {"exp", exp_series, mpfr_exp, LINE, 1, TMD_MODEL_CONSTANT, lindemann},
    {"exp2", exp2_series, mpfr_exp2, LINE, 1, TMD_MODEL_CONSTANT, "at integers (2^(a/b) is irrational, Gauss)"},
    {"exp10", exp10_series, mpfr_exp10, LINE, 1, TMD_MODEL_CONSTANT, "at integers n >= 0 with 5^n short enough"},
    {"expm1", expm1_series, mpfr_expm1, LINE, 1, TMD_MODEL_IDENTITY, lindemann},
    {"log", log_series, mpfr_log, POSITIVE, 1, TMD_MODEL_NONE, lindemann_one},
    {"log2", log2_series, mpfr_log2, POSITIVE, 1, TMD_MODEL_NONE, "at powers of two (Gelfond-Schneider)"},
    {"log10", log10_series, mpfr_log10, POSITIVE, 1, TMD_MODEL_NONE, "at powers of ten (Gelfond-Schneider)"},
    {"log1p", log1p_series, mpfr_log1p, -1, INFINITY, 0, 0, 1, TMD_MODEL_IDENTITY, lindemann},
    {"sin", sin_series, mpfr_sin, LINE, 0, TMD_MODEL_IDENTITY, lindemann},
    {"cos", cos_series, mpfr_cos, LINE, 0, TMD_MODEL_CONSTANT, lindemann},
    {"tan", tan_series, mpfr_tan, LINE, 0, TMD_MODEL_IDENTITY, lindemann},
    {"sinh", sinh_series, mpfr_sinh, LINE, 1, TMD_MODEL_IDENTITY, lindemann},
    {"cosh", cosh_series, mpfr_cosh, LINE, 1, TMD_MODEL_CONSTANT, lindemann},
    {"tanh", tanh_series, mpfr_tanh, LINE, 1, TMD_MODEL_IDENTITY, lindemann},
    {"asin", asin_series, mpfr_asin, UNIT, 1, TMD_MODEL_IDENTITY, lindemann},
    {"acos", acos_series, mpfr_acos, UNIT, 1, TMD_MODEL_NONE, lindemann_one},
    {"atan", atan_series, mpfr_atan, LINE, 1, TMD_MODEL_IDENTITY, lindemann},
    {"cbrt", cbrt_series, mpfr_cbrt, LINE, 1, TMD_MODEL_NONE, "at cubes (the root is rational only there)"},
    {"rsqrt", rsqrt_series, rsqrt_mpfr, POSITIVE, 1, TMD_MODEL_NONE, "at even powers of two (x y^2 = 1 in dyadic rationals)"},
};

const struct tmd_function *tmd_function_entry(int i) {
  return i >= 0 && (size_t)i < sizeof table / sizeof *table ? table + i : NULL;
}

const struct tmd_function *tmd_function_find(const char *name) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp(name, table[i].name)) return table + i;
  tmd_error(TMD_USAGE, "unknown function '%s' (tmd-plan --list prints them)", name);
  return NULL;
}

void tmd_function_series(const struct tmd_function *function, arb_poly_t y, const arb_t x, slong len, slong prec) {
  function->series(y, x, len, prec);
}

int tmd_function_mpfr(const struct tmd_function *function, mpfr_t y, const mpfr_t x, mpfr_rnd_t round, int *inexact_range) {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  mpfr_clear_flags();
  int ternary = function->mpfr(y, x, round);
  *inexact_range = mpfr_overflow_p() || mpfr_underflow_p() || mpfr_nanflag_p();
  return ternary;
}
