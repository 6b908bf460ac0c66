/* Functions on intervals: the possible f(t) for a real t, low <= t <= high. MPFR's functions are
   correctly rounded, so that the value rounded down, and the next number up if it is inexact,
   enclose f at a number. */
#include <math.h>
#include <stdlib.h>

#include "lib/expression/interval/mpfr-interval.h"

enum {
  RADIUS_BITS = 64,         /* of widths and slopes, rounded outward */
  SLOPE_BITS = 8,           /* that may be lost where a slope bounds the value at the other end */
  ASINH_EXPONENT_LOG2 = 60, /* beyond 2^(2^60) squares may overflow */
  PSI_LOG2 = 16,            /* from 2^this on log(x) is a good enough bound of psi(x) */
  LONG_BITS = 512, /* of an argument of gamma that has more than 4096, beyond any hardness */
  PERIODIC_EXPONENT_MAX = 1 << 16 /* sines of larger numbers take too long; any value is assumed */
};

/* A function of the table, or a power, or a root, or a power of a large exponent. */
struct map {
  const struct tmd_function *function;
  long power;
  unsigned long root;
  mpfr_srcptr exponent;
};

static int rounded(const struct map *map, mpfr_t y, mpfr_srcptr x, mpfr_rnd_t round) {
  if (map->function) return map->function->methods->mpfr(map->function, y, x, round);
  if (map->exponent) return mpfr_pow(y, x, map->exponent, round);
  return map->root ? mpfr_rootn_ui(y, x, map->root, round) : mpfr_pow_si(y, x, map->power, round);
}

static int is_far_asinh(const struct map *map, mpfr_srcptr x) {
  return map->function && map->function->id == TMD_FN_asinh && mpfr_regular_p(x) &&
         mpfr_get_exp(x) > (mpfr_exp_t)1 << ASINH_EXPONENT_LOG2;
}

/* asinh(x) for huge x, where MPFR 4.2 squares x, and omits log(2) if that overflows; its acosh does
   not. For t > 1, asinh(t) = log(t + sqrt(t^2 + 1)) lies above acosh(t) = log(t + sqrt(t^2 - 1)) by
   less than 1/t^2, less than a step. */
static void enclose_far_asinh(mpfr_t low, mpfr_t high, mpfr_srcptr x) {
  mpfr_t t;
  mpfr_init2(t, mpfr_get_prec(x));
  mpfr_abs(t, x, MPFR_RNDN);
  mpfr_acosh(low, t, MPFR_RNDD);
  mpfr_set(high, low, MPFR_RNDU);
  mpfr_nextabove(high); /* acosh(t) */
  mpfr_nextabove(high);
  if (mpfr_sgn(x) < 0) {
    mpfr_swap(low, high);
    mpfr_neg(low, low, MPFR_RNDN);
    mpfr_neg(high, high, MPFR_RNDN);
  }
  mpfr_clear(t);
}

/* low <= f(x) <= high, of equal precision; 0 if f has no value at x. */
static int enclose_at(mpfr_t low, mpfr_t high, const struct map *map, mpfr_srcptr x) {
  if (is_far_asinh(map, x)) {
    enclose_far_asinh(low, high, x);
    return 1;
  }
  mpfr_clear_divby0();
  const int ternary = rounded(map, low, x, MPFR_RNDD);
  mpfr_set(high, low, MPFR_RNDU);
  if (ternary) mpfr_nextabove(high);
  return !mpfr_nan_p(low) && !mpfr_divby0_p();
}

/* Widens [low, high] by f(x). */
static int widen(struct tmd_interval *y, const struct map *map, mpfr_srcptr x) {
  mpfr_t low, high;
  mpfr_inits2(mpfr_get_prec(y->low), low, high, NULL);
  const int has_value = enclose_at(low, high, map, x);
  mpfr_min(y->low, y->low, low, MPFR_RNDD);
  mpfr_max(y->high, y->high, high, MPFR_RNDU);
  mpfr_clears(low, high, NULL);
  return has_value;
}

static void set_prec(struct tmd_interval *y, mpfr_prec_t prec) {
  mpfr_set_prec(y->low, prec);
  mpfr_set_prec(y->high, prec);
}

/* f is monotone, and continuous, on each side of 0, 0 included where f(0) exists: f(t) lies between
   the values at the ends, and at 0 where 0 lies between them. (An infinite end: the limit.) */
static void by_ends(struct tmd_interval *y, const struct map *map, const struct tmd_interval *a,
                    mpfr_prec_t prec) {
  const int point = tmd_interval_is_point(a);
  set_prec(y, prec);
  int has_value = enclose_at(y->low, y->high, map, a->low);
  if (has_value && !point) has_value = widen(y, map, a->high);
  if (has_value && mpfr_sgn(a->low) < 0 && mpfr_sgn(a->high) > 0) {
    mpfr_t zero;
    mpfr_init2(zero, MPFR_PREC_MIN);
    mpfr_set_zero(zero, 1);
    has_value = widen(y, map, zero);
    mpfr_clear(zero);
  }
  if (has_value) tmd_interval_settle(y);
  else y->defined = point ? TMD_UNDEFINED : TMD_MAYBE_DEFINED;
}

/* (high - low) 2^log2, rounded up; r has RADIUS_BITS. */
static void radius(mpfr_t r, const struct tmd_interval *a, int log2) {
  mpfr_sub(r, a->high, a->low, MPFR_RNDU);
  mpfr_mul_2si(r, r, log2, MPFR_RNDU);
}

/* Functions that are not monotone, or rise by slopes with a bound: that of erf is 2/sqrt(pi)
   exp(-t^2). */
enum kind { OTHER, RISES, WAVE, TANGENT, GAMMA };
struct shape {
  enum kind kind;
  int slope_log2; /* slopes are at most 2^slope_log2; of the tangent's cosine */
  int (*cosine)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
};
static const struct shape shapes[] = {
    [TMD_FN_erf] = {RISES, 1, NULL},
    [TMD_FN_tanh] = {RISES, 0, NULL},
    [TMD_FN_atan] = {RISES, 0, NULL},
    [TMD_FN_asinh] = {RISES, 0, NULL},
    [TMD_FN_sin] = {WAVE, 0, NULL},
    [TMD_FN_cos] = {WAVE, 0, NULL},
    [TMD_FN_tan] = {TANGENT, 0, mpfr_cos},
    [TMD_FN_tgamma] = {GAMMA, 0, NULL},
    [TMD_FN_sinpi] = {WAVE, 2, NULL},
    [TMD_FN_cospi] = {WAVE, 2, NULL},
    [TMD_FN_tanpi] = {TANGENT, 2, mpfr_cospi},
    [TMD_FN_lgamma] = {GAMMA, 0, NULL},
    [TMD_FUNCTION_IDS - 1] = {OTHER, 0, NULL},
};
_Static_assert(sizeof shapes / sizeof *shapes == TMD_FUNCTION_IDS, "a row for each function");

/* Bounds f by the slope from one end, in half of the time; 0 if that loses more than SLOPE_BITS
   bits. */
static int by_slope(struct tmd_interval *y, const struct shape *shape, const struct map *map,
                    const struct tmd_interval *a, mpfr_prec_t prec) {
  if (tmd_interval_is_point(a) || !mpfr_regular_p(a->low)) return 0;
  mpfr_t r;
  mpfr_init2(r, RADIUS_BITS);
  radius(r, a, shape->slope_log2);
  set_prec(y, prec);
  enclose_at(y->low, y->high, map, a->low);
  const int narrow =
      mpfr_regular_p(y->low) &&
      (mpfr_zero_p(r) ||
       (mpfr_regular_p(r) && mpfr_get_exp(r) <= mpfr_get_exp(y->low) - prec + SLOPE_BITS));
  mpfr_add(y->high, y->high, r, MPFR_RNDU);
  if (narrow) tmd_interval_settle(y);
  mpfr_clear(r);
  return narrow;
}

/* An end that is infinite, or too large for sines. */
static int too_large(const struct tmd_interval *a) {
  const mpfr_srcptr end[] = {a->low, a->high};
  for (int i = 0; i < 2; i++)
    if (!mpfr_zero_p(end[i]) &&
        (!mpfr_regular_p(end[i]) || mpfr_get_exp(end[i]) > PERIODIC_EXPONENT_MAX))
      return 1;
  return 0;
}

/* Sine and cosine have slopes of at most 1, those of pi x of at most pi < 4: f(t) is within r =
   2^slope_log2 (high - low) of f(low); and in [-1, 1]. */
static void wave(struct tmd_interval *y, const struct shape *shape, const struct map *map,
                 const struct tmd_interval *a, mpfr_prec_t prec) {
  mpfr_t r;
  mpfr_init2(r, RADIUS_BITS);
  radius(r, a, shape->slope_log2);
  set_prec(y, prec);
  const int anything = too_large(a) || mpfr_cmp_ui(r, 2) >= 0;
  if (!anything) {
    enclose_at(y->low, y->high, map, a->low);
    mpfr_sub(y->low, y->low, r, MPFR_RNDD);
    mpfr_add(y->high, y->high, r, MPFR_RNDU);
  }
  if (anything || mpfr_cmp_si(y->low, -1) < 0) mpfr_set_si(y->low, -1, MPFR_RNDD);
  if (anything || mpfr_cmp_si(y->high, 1) > 0) mpfr_set_si(y->high, 1, MPFR_RNDU);
  tmd_interval_settle(y);
  mpfr_clear(r);
}

/* Where |cos(low)| > r, r as above for the cosine, the cosine has no zero on [low, high], and the
   tangent no pole: it rises. */
static void tangent(struct tmd_interval *y, const struct shape *shape, const struct map *map,
                    const struct tmd_interval *a, mpfr_prec_t prec) {
  mpfr_t cosine, r;
  mpfr_inits2(RADIUS_BITS, cosine, r, NULL);
  y->defined = TMD_MAYBE_DEFINED;
  if (!too_large(a)) {
    radius(r, a, shape->slope_log2);
    shape->cosine(cosine, a->low, MPFR_RNDZ);
    if (tmd_interval_is_point(a) || mpfr_cmpabs(cosine, r) > 0) by_ends(y, map, a, prec);
  }
  mpfr_clears(cosine, r, NULL);
}

/* 1 if no pole of gamma, 0, -1, -2, ..., lies in [low, high]. */
static int between_poles(const struct tmd_interval *a) {
  if (mpfr_sgn(a->low) > 0) return 1;
  if (mpfr_inf_p(a->low) || mpfr_integer_p(a->low) || mpfr_sgn(a->high) >= 0) return 0;
  mpfr_t low, high;
  mpfr_init2(low, mpfr_get_prec(a->low));
  mpfr_init2(high, mpfr_get_prec(a->high));
  mpfr_floor(low, a->low);
  mpfr_floor(high, a->high);
  const int between = mpfr_equal_p(low, high);
  mpfr_clears(low, high, NULL);
  return between;
}

/* Between poles psi = (log|gamma|)' rises, as psi'(x) = sum 1/(x + k)^2 > 0. So, by the mean value
   theorem, log|gamma(t)| - log|gamma(low)| = (t - low) psi(s),  psi(low) <= psi(s) <= psi(high),  0
   <= t - low <= high - low, which lies between min(0, (high - low) psi(low)) and max(0, (high -
   low) psi(high)). MPFR takes as many bits for psi as a large argument is long, gigabytes beyond
   2^(2^30). There 1/4 < 1 - Euler's constant = psi(2) <= psi(low), and psi(high) < log(high), as
   log(x) - psi(x) is the integral of (1/(1 - exp(-t)) - 1/t) exp(-x t) over t > 0 (DLMF 5.9.13),
   and 1/(1 - exp(-t)) > 1/t. */
static void logarithmic_change(struct tmd_interval *change, const struct tmd_interval *a) {
  mpfr_t width;
  mpfr_init2(width, RADIUS_BITS);
  radius(width, a, 0);
  set_prec(change, RADIUS_BITS);
  if (mpfr_cmp_ui(a->low, 2) < 0) mpfr_digamma(change->low, a->low, MPFR_RNDD);
  else mpfr_set_d(change->low, 0.25, MPFR_RNDD);
  if (mpfr_cmp_ui_2exp(a->high, 1, PSI_LOG2) < 0) mpfr_digamma(change->high, a->high, MPFR_RNDU);
  else mpfr_log(change->high, a->high, MPFR_RNDU);
  mpfr_mul(change->low, change->low, width, MPFR_RNDD);
  mpfr_mul(change->high, change->high, width, MPFR_RNDU);
  if (mpfr_sgn(change->low) > 0) mpfr_set_zero(change->low, 1);
  if (mpfr_sgn(change->high) < 0) mpfr_set_zero(change->high, 1);
  tmd_interval_settle(change);
  mpfr_clear(width);
}

/* log|gamma(t)| is log|gamma(low)| plus the change; gamma(t), of one sign between poles, is
   gamma(low) exp(change). A point of more bits than any precision has, as 1 + 2^-16494, is an
   interval, too, of LONG_BITS: with all of its bits MPFR would take minutes next to a pole or 1. */
static void gammas(struct tmd_interval *y, const struct map *map, const struct tmd_interval *a,
                   mpfr_prec_t prec) {
  const mpfr_prec_t most = prec > TMD_EXPRESSION_BITS_MAX ? prec : TMD_EXPRESSION_BITS_MAX;
  struct tmd_interval change, at_low, factor, wide;
  if (tmd_interval_is_point(a) && mpfr_min_prec(a->low) > most) {
    tmd_interval_init(&wide);
    set_prec(&wide, LONG_BITS);
    mpfr_set(wide.low, a->low, MPFR_RNDD);
    mpfr_set(wide.high, a->high, MPFR_RNDU);
    gammas(y, map, &wide, LONG_BITS);
    tmd_interval_clear(&wide);
    return;
  }
  if (tmd_interval_is_point(a)) {
    by_ends(y, map, a, prec);
    return;
  }
  if (!between_poles(a) || mpfr_inf_p(a->high)) {
    y->defined = TMD_MAYBE_DEFINED;
    return;
  }
  tmd_interval_init(&change), tmd_interval_init(&at_low), tmd_interval_init(&factor);
  logarithmic_change(&change, a);
  set_prec(&at_low, prec);
  enclose_at(at_low.low, at_low.high, map, a->low);
  tmd_interval_settle(&at_low);
  if (map->function->id == TMD_FN_lgamma) {
    tmd_interval_sum(y, &at_low, &change, prec);
  } else {
    set_prec(&factor, prec);
    mpfr_exp(factor.low, change.low, MPFR_RNDD);
    mpfr_exp(factor.high, change.high, MPFR_RNDU);
    tmd_interval_settle(&factor);
    tmd_interval_product(y, &at_low, &factor, prec);
  }
  tmd_interval_clear(&change), tmd_interval_clear(&at_low), tmd_interval_clear(&factor);
}

/* ---- Application to expressions ---- */

/* Whether t lies in the domain of f if that is an interval, poles ignored. */
static enum tmd_defined in_domain(const struct tmd_function *f, const struct tmd_interval *a) {
  const int from_least = isinf(f->least) ? 1 : mpfr_cmp_d(a->low, f->least);
  const int to_greatest = isinf(f->greatest) ? -1 : mpfr_cmp_d(a->high, f->greatest);
  const int beyond = isinf(f->greatest) ? -1 : mpfr_cmp_d(a->low, f->greatest);
  const int below = isinf(f->least) ? 1 : mpfr_cmp_d(a->high, f->least);
  if (below < 0 || (below == 0 && !f->least_closed) || beyond > 0 ||
      (beyond == 0 && !f->greatest_closed))
    return TMD_UNDEFINED;
  const int inside = (from_least > 0 || (from_least == 0 && f->least_closed)) &&
                     (to_greatest < 0 || (to_greatest == 0 && f->greatest_closed));
  return inside ? TMD_DEFINED : TMD_MAYBE_DEFINED;
}

void tmd_interval_apply(struct tmd_interval *y, const struct tmd_function *function,
                        const struct tmd_interval *a, mpfr_prec_t prec) {
  const struct map map = {.function = function};
  const struct shape *shape = shapes + function->id;
  y->defined = a->defined == TMD_DEFINED ? in_domain(function, a) : a->defined;
  if (y->defined != TMD_DEFINED) return;
  if (shape->kind == WAVE) wave(y, shape, &map, a, prec);
  else if (shape->kind == TANGENT) tangent(y, shape, &map, a, prec);
  else if (shape->kind == GAMMA) gammas(y, &map, a, prec);
  else if (shape->kind == RISES && by_slope(y, shape, &map, a, prec)) return;
  else if (function->monotone || tmd_interval_is_point(a)) by_ends(y, &map, a, prec);
  else y->defined = TMD_MAYBE_DEFINED; /* nothing is known between the ends */
}

/* A large exponent r: a dyadic number exactly; others, which are no integers, lie in an interval.
 */
static void large_power(struct tmd_interval *y, const struct tmd_interval *a, const fmpq_t r,
                        mpfr_prec_t prec) {
  struct tmd_interval exponent;
  tmd_interval_init(&exponent);
  fmpq_get_mpq(exponent.exact, r);
  tmd_interval_set_exact(&exponent, prec);
  if (tmd_interval_is_point(&exponent))
    by_ends(y, &(struct map){.exponent = exponent.low}, a, prec);
  else if (mpfr_sgn(a->low) > 0 || fmpq_sgn(r) > 0)
    tmd_interval_between_powers(y, a, &exponent, prec);
  else y->defined = mpfr_sgn(a->high) > 0 ? TMD_MAYBE_DEFINED : TMD_UNDEFINED;
  tmd_interval_clear(&exponent);
}

void tmd_interval_power(struct tmd_interval *y, const struct tmd_interval *a, const fmpq_t r,
                        mpfr_prec_t prec) {
  const int whole = fmpz_is_one(fmpq_denref(r)), negative = !whole && mpfr_sgn(a->high) < 0,
            maybe_negative = !whole && mpfr_sgn(a->low) < 0;
  y->defined = a->defined;
  if (a->defined == TMD_DEFINED && maybe_negative)
    y->defined = negative ? TMD_UNDEFINED : TMD_MAYBE_DEFINED;
  if (y->defined != TMD_DEFINED) return;
  y->rational = 0;
  if (!tmd_node_is_small(r)) {
    large_power(y, a, r, prec);
    return;
  }
  const long n = fmpz_get_si(fmpq_numref(r));
  const unsigned long d = fmpz_get_ui(fmpq_denref(r));
  if (a->rational && mpq_sgn(a->exact) != 0 && tmd_interval_exact_power(y, a, n, d, prec)) return;
  if (d == 1) {
    by_ends(y, &(struct map){.power = n}, a, prec);
    return;
  }
  struct tmd_interval root;
  tmd_interval_init(&root);
  by_ends(&root, &(struct map){.root = d}, a, prec);
  by_ends(y, &(struct map){.power = n}, &root, prec);
  tmd_interval_clear(&root);
}
