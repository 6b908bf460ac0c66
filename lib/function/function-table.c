/* The table of functions. */
#include <math.h>

#include "lib/function/function-table.h"

enum { VANISHING_PRECISION = 64 };

static int lgamma_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  int sign;
  return mpfr_lgamma(y, &sign, x, round);
}

/* 4x modulo 8, or -1 if that is no integer. */
static int eighths(const mpfr_t x) {
  FLOATS(mpfr_get_prec(x), t);
  mpfr_mul_2ui(t, x, 2, MPFR_RNDN);
  int k = -1;
  if (mpfr_integer_p(t)) {
    mpfr_fmod_ui(t, t, 8, MPFR_RNDN);
    k = (int)mpfr_get_si(t, MPFR_RNDN) & 7;
  }
  return k;
}

/* MPFR's functions are slow to detect that a value is 0, 1 or -1, which millions of arguments
   have. */
static int sinpi_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  const int k = eighths(x);
  return k < 0 || k & 1 ? mpfr_sinpi(y, x, round)
                        : mpfr_set_si(y, (k >> 1 & 1) * (2 - (k >> 1)), round);
}

static int cospi_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  const int k = eighths(x);
  return k < 0 || k & 1 ? mpfr_cospi(y, x, round) : mpfr_set_si(y, k & 2 ? 0 : 1 - (k >> 1), round);
}

static int tanpi_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  const int k = eighths(x);
  if (k < 0) return mpfr_tanpi(y, x, round);
  if ((k & 3) != 2) return mpfr_set_si(y, (k & 1) * (2 - (k & 3)), round);
  mpfr_set_inf(y, k == 2 ? 1 : -1);
  mpfr_set_divby0();
  return 0;
}

/* Multiples of pi/2: sine and cosine are 0, 1 or -1. */
static enum tmd_theorem half_integers(int sign_x, int unit) {
  (void)sign_x;
  return unit >= -1 ? TMD_THEOREM_EXACT : TMD_THEOREM_NONE;
}

/* Multiples of pi/4: the tangent is 0, 1, -1 or has a pole. */
static enum tmd_theorem quarter_integers(int sign_x, int unit) {
  (void)sign_x;
  return unit >= -2 ? TMD_THEOREM_EXACT : TMD_THEOREM_NONE;
}

static enum tmd_theorem poles_of_gamma(int sign_x, int unit) {
  return sign_x && unit >= 0 ? TMD_THEOREM_OUTSIDE : TMD_THEOREM_NONE;
}

/* |gamma(-a)| = pi/(|sin pi a| gamma(1 + a)), |sin pi a| >= 2 dist(a, Z) >= 2^(unit+1), and gamma
   rises from 2 on: so |gamma(-a)| is below 2^e if log gamma(1 + a) > log(pi/2) - (unit + e) log 2
   at the least a >= 1. */
static int gamma_vanishes(const arb_t x, int unit, long e) {
  SCOPED(arb, left, right, log2);
  arb_sub_si(left, x, 1, VANISHING_PRECISION);
  arb_neg(left, left);
  int result = unit < 0 && arf_cmp_si(arb_midref(x), -1) <= 0;
  arb_lgamma(left, left, VANISHING_PRECISION);
  arb_const_pi(right, VANISHING_PRECISION);
  arb_mul_2exp_si(right, right, -1);
  arb_log(right, right, VANISHING_PRECISION);
  arb_const_log2(log2, VANISHING_PRECISION);
  arb_mul_si(log2, log2, unit + e, VANISHING_PRECISION);
  arb_sub(right, right, log2, VANISHING_PRECISION);
  result = result && arb_gt(left, right);
  return result;
}

#define POSITIVE .least = 0, .greatest = INFINITY
#define NOT_NEGATIVE .least = 0, .greatest = INFINITY, .least_closed = 1
#define FROM_ONE .least = 1, .greatest = INFINITY, .least_closed = 1
#define FROM_MINUS_ONE .least = -1, .greatest = INFINITY
#define UNIT .least = -1, .greatest = 1, .least_closed = 1, .greatest_closed = 1
#define OPEN_UNIT .least = -1, .greatest = 1
#define ODD .symmetry.parity = TMD_PARITY_ODD
#define EVEN .symmetry.parity = TMD_PARITY_EVEN
#define SCALE(from, to)                                \
  .symmetry.step = TMD_STEP_SCALE, .symmetry.a = from, \
  .symmetry.b = to /* f(2^from x) = 2^to f(x) */
#define STEP(kind) .symmetry.step = TMD_STEP_##kind
#define CONSTANT .model = TMD_MODEL_CONSTANT
#define IDENTITY .model = TMD_MODEL_IDENTITY
#define QUICK(op) .quick = TMD_QUICK_##op
#define ROOT(of) .exact_rule = TMD_EXACT_ROOT, .n = of

/* transcendental at every other rational argument: Lindemann (exp and related functions),
   Gelfond-Schneider (powers and logarithms to other bases, and by exp(i pi x) the inverse functions
   over pi) */
static const char lindemann[] = "only at 0 (Lindemann)";
static const char lindemann_one[] = "only at 1 (Lindemann)";
static const char poles_of_gammas[] = "0, -1, -2, ...";
#define NO_THEOREM "no theorem excludes others, MPFR decides"

#define ENTRY_BY(function, by, ...)                          \
  [TMD_FN_##function] = {.name = #function,                  \
                         .id = TMD_FN_##function,            \
                         .methods = &tmd_methods_of_entries, \
                         .series = tmd_series_##function,    \
                         .mpfr = by,                         \
                         __VA_ARGS__}
#define ENTRY(function, ...) ENTRY_BY(function, mpfr_##function, __VA_ARGS__)
const struct tmd_function tmd_functions[] = {
    ENTRY(exp, LINE, MONOTONE, CONSTANT, .exact = lindemann),
    ENTRY(exp2, LINE, STEP(ADD), .symmetry.b = 1, MONOTONE, CONSTANT,
          .exact = "at integers (2^(a/b) is irrational, Gauss)"),
    ENTRY(exp10, LINE, MONOTONE, CONSTANT, .exact = "at integers n >= 0 with 5^n short enough"),
    ENTRY(expm1, LINE, MONOTONE, IDENTITY, .exact = lindemann),
    ENTRY(exp2m1, LINE, MONOTONE, .exact = "at integers (2^(a/b) is irrational, Gauss)"),
    ENTRY(exp10m1, LINE, MONOTONE, .exact = "at integers n >= 0 with 10^n - 1 short enough"),
    ENTRY(log, POSITIVE, MONOTONE, .exact = lindemann_one),
    ENTRY(log2, POSITIVE, STEP(LOG2), MONOTONE, .exact = "at powers of two (Gelfond-Schneider)"),
    ENTRY(log10, POSITIVE, MONOTONE, .exact = "at powers of ten (Gelfond-Schneider)"),
    ENTRY(log1p, FROM_MINUS_ONE, MONOTONE, IDENTITY, .exact = lindemann),
    ENTRY(log2p1, FROM_MINUS_ONE, MONOTONE, .exact = "at 2^n - 1 (Gelfond-Schneider)"),
    ENTRY(log10p1, FROM_MINUS_ONE, MONOTONE, .exact = "at 10^n - 1 (Gelfond-Schneider)"),
    ENTRY(sqrt, NOT_NEGATIVE, SCALE(2, 1), MONOTONE, ROOT(2),
          .exact = "at squares (the root is rational only there)"),
    ENTRY_BY(rsqrt, mpfr_rec_sqrt, POSITIVE, SCALE(2, -1), MONOTONE, ROOT(-2),
             .exact = "at even powers of two (x y^2 = 1 in dyadic rationals)"),
    ENTRY(cbrt, LINE, ODD, SCALE(3, 1), MONOTONE, ROOT(3),
          .exact = "at cubes (the root is rational only there)"),
    ENTRY(sin, LINE, ODD, IDENTITY, QUICK(SIN), .exact = lindemann),
    ENTRY(cos, LINE, EVEN, CONSTANT, QUICK(COS), .exact = lindemann),
    ENTRY(tan, LINE, ODD, .poles = "odd multiples of pi/2", IDENTITY, QUICK(TAN),
          .exact = lindemann),
    ENTRY_BY(sinpi, sinpi_mpfr, LINE, ODD, STEP(ALTERNATE), QUICK(SINPI),
             .exact_rule = TMD_EXACT_SINPI, .exact = "at multiples of 1/2 (Niven)",
             .theorem = half_integers),
    ENTRY_BY(cospi, cospi_mpfr, LINE, EVEN, STEP(ALTERNATE), CONSTANT, QUICK(COSPI),
             .exact_rule = TMD_EXACT_COSPI, .exact = "at multiples of 1/2 (Niven)",
             .theorem = half_integers),
    ENTRY_BY(tanpi, tanpi_mpfr, LINE, ODD, STEP(ADD), .poles = "odd multiples of 1/2", QUICK(TANPI),
             .exact_rule = TMD_EXACT_TANPI, .exact = "at multiples of 1/4 (Niven)",
             .theorem = quarter_integers),
    ENTRY(asin, UNIT, ODD, MONOTONE, IDENTITY, .exact = lindemann),
    ENTRY(acos, UNIT, MONOTONE, .exact = lindemann_one),
    ENTRY(atan, LINE, ODD, MONOTONE, IDENTITY, .exact = lindemann),
    ENTRY(asinpi, UNIT, ODD, MONOTONE, .exact = "at 0, 1 and -1 (Gelfond-Schneider, Niven)"),
    ENTRY(acospi, UNIT, MONOTONE, .exact = "at 0, 1 and -1 (Gelfond-Schneider, Niven)"),
    ENTRY(atanpi, LINE, ODD, MONOTONE, .exact = "at 0, 1 and -1 (Gelfond-Schneider, Niven)"),
    ENTRY(sinh, LINE, ODD, MONOTONE, IDENTITY, .exact = lindemann),
    ENTRY(cosh, LINE, EVEN, MONOTONE, CONSTANT, .exact = lindemann),
    ENTRY(tanh, LINE, ODD, MONOTONE, IDENTITY, .exact = lindemann),
    ENTRY(asinh, LINE, ODD, MONOTONE, IDENTITY, .exact = lindemann),
    ENTRY(acosh, FROM_ONE, MONOTONE, .exact = lindemann_one),
    ENTRY(atanh, OPEN_UNIT, ODD, MONOTONE, IDENTITY, .exact = lindemann),
    ENTRY(erf, LINE, ODD, MONOTONE, .exact = "at 0; " NO_THEOREM),
    ENTRY(erfc, LINE, MONOTONE, CONSTANT, .exact = "at 0; " NO_THEOREM),
    ENTRY_BY(tgamma, mpfr_gamma, LINE, .poles = poles_of_gammas, .rises_from = 1.5,
             .exact = "at positive integers with short factorials; " NO_THEOREM,
             .theorem = poles_of_gamma, .vanishes = gamma_vanishes, .alternates = 1),
    ENTRY_BY(lgamma, lgamma_mpfr, LINE, .poles = poles_of_gammas, .rises_from = 1.5, QUICK(LGAMMA),
             .exact = "at 1 and 2; " NO_THEOREM, .theorem = poles_of_gamma),
};
const struct tmd_function *tmd_function_entry(int i) {
  return i >= 0 && i < TMD_FUNCTIONS ? tmd_functions + i : NULL;
}

static int id_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) { return mpfr_set(y, x, round); }

/* Conversions between formats are no matter of regions near 0: no model. */
const struct tmd_function tmd_identity =
    (struct tmd_function){.name = "id",
                          .id = TMD_FN_id,
                          .methods = &tmd_methods_of_entries,
                          .series = tmd_series_id,
                          .mpfr = id_mpfr,
                          LINE,
                          ODD,
                          SCALE(1, 1),
                          MONOTONE,
                          .exact = "where x, or twice x, is a number of the output format",
                          .exact_rule = TMD_EXACT_IDENTITY,
                          .n = 1};
