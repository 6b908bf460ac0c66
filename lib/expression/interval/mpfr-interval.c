#include "lib/expression/interval/mpfr-interval.h"

#include <stdlib.h>

enum { RATIONAL_BITS_MAX = 1 << 15 /* of numerator and denominator together */ };

void tmd_interval_init(struct tmd_interval *y) {
  *y = (struct tmd_interval){.defined = TMD_MAYBE_DEFINED};
  mpfr_inits2(MPFR_PREC_MIN, y->low, y->high, NULL);
  mpq_init(y->exact);
}

void tmd_interval_clear(struct tmd_interval *y) {
  tmd_interval_forget_log(y);
  mpfr_clears(y->low, y->high, NULL);
  mpq_clear(y->exact);
}

int tmd_interval_is_point(const struct tmd_interval *a) { return mpfr_equal_p(a->low, a->high); }

static void set_prec(struct tmd_interval *y, mpfr_prec_t prec) {
  mpfr_set_prec(y->low, prec);
  mpfr_set_prec(y->high, prec);
}

static size_t bits(const mpq_t x) {
  return mpz_sizeinbase(mpq_numref(x), 2) + mpz_sizeinbase(mpq_denref(x), 2);
}

void tmd_interval_settle(struct tmd_interval *y) {
  if (mpfr_nan_p(y->low)) mpfr_set_inf(y->low, -1);
  if (mpfr_nan_p(y->high)) mpfr_set_inf(y->high, 1);
  y->defined = TMD_DEFINED;
  y->rational = tmd_interval_is_point(y) &&
                (mpfr_zero_p(y->low) ||
                 (mpfr_regular_p(y->low) &&
                  labs(mpfr_get_exp(y->low)) + mpfr_min_prec(y->low) <= RATIONAL_BITS_MAX));
  if (y->rational) mpfr_get_q(y->exact, y->low);
}

void tmd_interval_set_mpfr(struct tmd_interval *y, const mpfr_t x) {
  set_prec(y, mpfr_get_prec(x));
  mpfr_set(y->low, x, MPFR_RNDN);
  mpfr_set(y->high, x, MPFR_RNDN);
  tmd_interval_settle(y);
}

void tmd_interval_set(struct tmd_interval *y, const struct tmd_interval *a) {
  mpfr_set_prec(y->low, mpfr_get_prec(a->low));
  mpfr_set_prec(y->high, mpfr_get_prec(a->high));
  mpfr_set(y->low, a->low, MPFR_RNDD);
  mpfr_set(y->high, a->high, MPFR_RNDU);
  y->defined = a->defined;
  y->rational = a->rational;
  if (a->rational) mpq_set(y->exact, a->exact);
  tmd_interval_set_log(y, a->log);
}

void tmd_interval_set_exact(struct tmd_interval *y, mpfr_prec_t prec) {
  const size_t length = mpz_sizeinbase(mpq_numref(y->exact), 2),
               twos = mpz_sizeinbase(mpq_denref(y->exact), 2) - 1;
  if (mpz_scan1(mpq_denref(y->exact), 0) == twos) { /* a point */
    set_prec(y, (mpfr_prec_t)length > prec ? (mpfr_prec_t)length : prec);
    mpfr_set_z_2exp(y->low, mpq_numref(y->exact), -(mpfr_exp_t)twos, MPFR_RNDN);
    mpfr_set(y->high, y->low, MPFR_RNDN);
  } else {
    set_prec(y, prec);
    mpfr_set_q(y->low, y->exact, MPFR_RNDD);
    mpfr_set_q(y->high, y->exact, MPFR_RNDU);
  }
  y->defined = TMD_DEFINED;
  y->rational = bits(y->exact) <= RATIONAL_BITS_MAX;
}

void tmd_interval_pi(struct tmd_interval *y, mpfr_prec_t prec) {
  set_prec(y, prec);
  mpfr_const_pi(y->low, MPFR_RNDD);
  mpfr_const_pi(y->high, MPFR_RNDU);
  tmd_interval_settle(y);
}

void tmd_interval_e(struct tmd_interval *y, mpfr_prec_t prec) {
  mpfr_t one;
  mpfr_init2(one, MPFR_PREC_MIN);
  mpfr_set_ui(one, 1, MPFR_RNDN);
  set_prec(y, prec);
  mpfr_exp(y->low, one, MPFR_RNDD);
  mpfr_exp(y->high, one, MPFR_RNDU);
  tmd_interval_settle(y);
  mpfr_clear(one);
}

void tmd_interval_negative(struct tmd_interval *y, const struct tmd_interval *a) {
  tmd_interval_set(y, a);
  mpfr_neg(y->low, y->low, MPFR_RNDN);
  mpfr_neg(y->high, y->high, MPFR_RNDN);
  mpfr_swap(y->low, y->high);
  if (y->rational) mpq_neg(y->exact, y->exact);
}

void tmd_interval_absolute(struct tmd_interval *y, const struct tmd_interval *a) {
  if (a->defined != TMD_DEFINED || mpfr_sgn(a->low) >= 0) {
    tmd_interval_set(y, a);
    return;
  }
  tmd_interval_negative(y, a);
  if (mpfr_sgn(a->high) <= 0) return;
  mpfr_max(y->high, y->high, a->high, MPFR_RNDU);
  mpfr_set_zero(y->low, 1);
  if (y->rational) mpq_abs(y->exact, y->exact);
}

/* 1 if both have values; else y is defined as they are. */
static int both_defined(struct tmd_interval *y, const struct tmd_interval *a,
                        const struct tmd_interval *b) {
  const int undefined = a->defined == TMD_UNDEFINED || b->defined == TMD_UNDEFINED;
  y->defined = undefined ? TMD_UNDEFINED : a->defined == TMD_DEFINED ? b->defined : a->defined;
  return y->defined == TMD_DEFINED;
}

typedef void exact_operation(mpq_ptr, mpq_srcptr, mpq_srcptr);

/* 1 if the operation was done on rational numbers. */
static int done_exactly(struct tmd_interval *y, exact_operation *operation,
                        const struct tmd_interval *a, const struct tmd_interval *b,
                        mpfr_prec_t prec) {
  if (!a->rational || !b->rational) return 0;
  operation(y->exact, a->exact, b->exact);
  tmd_interval_set_exact(y, prec);
  return 1;
}

void tmd_interval_sum(struct tmd_interval *y, const struct tmd_interval *a,
                      const struct tmd_interval *b, mpfr_prec_t prec) {
  if (!both_defined(y, a, b) || done_exactly(y, mpq_add, a, b, prec)) return;
  set_prec(y, prec);
  mpfr_add(y->low, a->low, b->low, MPFR_RNDD);
  mpfr_add(y->high, a->high, b->high, MPFR_RNDU);
  tmd_interval_settle(y);
}

void tmd_interval_difference(struct tmd_interval *y, const struct tmd_interval *a,
                             const struct tmd_interval *b, mpfr_prec_t prec) {
  if (!both_defined(y, a, b) || done_exactly(y, mpq_sub, a, b, prec)) return;
  set_prec(y, prec);
  mpfr_sub(y->low, a->low, b->high, MPFR_RNDD);
  mpfr_sub(y->high, a->high, b->low, MPFR_RNDU);
  tmd_interval_settle(y);
}

typedef int operation(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/* Products, and quotients with a nonzero divisor, are monotone in each operand: the extremes are at
   the corners. A corner 0 times infinity, or infinity by infinity, is NaN and counts as 0: t is
   finite, and values near that corner range from 0 to those of the other corners. */
static void at_corners(struct tmd_interval *y, operation *of, const struct tmd_interval *a,
                       const struct tmd_interval *b, mpfr_prec_t prec) {
  const mpfr_srcptr left[] = {a->low, a->high}, right[] = {b->low, b->high};
  mpfr_t low, high;
  mpfr_inits2(prec, low, high, NULL);
  set_prec(y, prec);
  mpfr_set_inf(y->low, 1);
  mpfr_set_inf(y->high, -1);
  const int left_ends = tmd_interval_is_point(a) ? 1 : 2,
            right_ends = tmd_interval_is_point(b) ? 1 : 2;
  for (int i = 0; i < 4; i++) {
    if (i / 2 >= left_ends || i % 2 >= right_ends) continue;
    of(low, left[i / 2], right[i % 2], MPFR_RNDD);
    of(high, left[i / 2], right[i % 2], MPFR_RNDU);
    if (mpfr_nan_p(low)) mpfr_set_zero(low, 1), mpfr_set_zero(high, 1);
    mpfr_min(y->low, y->low, low, MPFR_RNDD);
    mpfr_max(y->high, y->high, high, MPFR_RNDU);
  }
  tmd_interval_settle(y);
  mpfr_clears(low, high, NULL);
}

void tmd_interval_product(struct tmd_interval *y, const struct tmd_interval *a,
                          const struct tmd_interval *b, mpfr_prec_t prec) {
  if (both_defined(y, a, b) && !done_exactly(y, mpq_mul, a, b, prec))
    at_corners(y, mpfr_mul, a, b, prec);
}

void tmd_interval_quotient(struct tmd_interval *y, const struct tmd_interval *a,
                           const struct tmd_interval *b, mpfr_prec_t prec) {
  if (!both_defined(y, a, b)) return;
  if (mpfr_sgn(b->low) <= 0 && mpfr_sgn(b->high) >= 0)
    y->defined = tmd_interval_is_point(b) ? TMD_UNDEFINED : TMD_MAYBE_DEFINED;
  else if (!done_exactly(y, mpq_div, a, b, prec)) at_corners(y, mpfr_div, a, b, prec);
}

int tmd_interval_exact_power(struct tmd_interval *y, const struct tmd_interval *a, long n,
                             unsigned long d, mpfr_prec_t prec) {
  mpz_ptr over = mpq_numref(y->exact), under = mpq_denref(y->exact);
  const unsigned long size = (unsigned long)labs(n);
  if (!mpz_root(over, mpq_numref(a->exact), d) || !mpz_root(under, mpq_denref(a->exact), d))
    return 0;
  if ((mpz_sizeinbase(over, 2) + mpz_sizeinbase(under, 2) - 2) * size > RATIONAL_BITS_MAX) return 0;
  mpz_pow_ui(over, over, size);
  mpz_pow_ui(under, under, size);
  if (n < 0) mpq_inv(y->exact, y->exact);
  tmd_interval_set_exact(y, prec);
  return 1;
}

/* 1 if a^b, a > 0, is found to be rational. */
static int exponential_done_exactly(struct tmd_interval *y, const struct tmd_interval *a,
                                    const struct tmd_interval *b, mpfr_prec_t prec) {
  if (!a->rational || !b->rational) return 0;
  const int fits = mpz_fits_slong_p(mpq_numref(b->exact)) && mpz_fits_ulong_p(mpq_denref(b->exact));
  if (!fits || mpz_cmpabs_ui(mpq_numref(b->exact), RATIONAL_BITS_MAX) > 0) return 0;
  return tmd_interval_exact_power(y, a, mpz_get_si(mpq_numref(b->exact)),
                                  mpz_get_ui(mpq_denref(b->exact)), prec);
}

void tmd_interval_between_powers(struct tmd_interval *y, const struct tmd_interval *a,
                                 const struct tmd_interval *b, mpfr_prec_t prec) {
  at_corners(y, mpfr_pow, a, b, prec);
}

/* Monotone in a, and in b: the extremes lie at the corners. An infinite end gives a limit; 1^inf
   and inf^0 are 1, and lie between those of the other corners, or are the value. */
void tmd_interval_exponential(struct tmd_interval *y, const struct tmd_interval *a,
                              const struct tmd_interval *b, mpfr_prec_t prec) {
  if (!both_defined(y, a, b)) return;
  if (mpfr_sgn(a->low) <= 0)
    y->defined = mpfr_sgn(a->high) <= 0 ? TMD_UNDEFINED : TMD_MAYBE_DEFINED;
  else if (!exponential_done_exactly(y, a, b, prec)) at_corners(y, mpfr_pow, a, b, prec);
}

/* Applies min or max to both ends; an exact value stays if it is the result. */
void tmd_interval_extreme(struct tmd_interval *y, const struct tmd_interval *a,
                          const struct tmd_interval *b, int greatest) {
  if (!both_defined(y, a, b)) return;
  const struct tmd_interval *lower = a->rational && b->rational
                                         ? (mpq_cmp(a->exact, b->exact) <= 0 ? a : b)
                                     : mpfr_lessequal_p(a->high, b->low) ? a
                                     : mpfr_lessequal_p(b->high, a->low) ? b
                                                                         : NULL;
  if (lower) {
    tmd_interval_set(y, (lower == a) == !greatest ? a : b);
    return;
  }
  int (*const pick)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t) =
      greatest ? mpfr_max : mpfr_min;
  const mpfr_prec_t low = mpfr_get_prec(a->low), high = mpfr_get_prec(a->high);
  mpfr_set_prec(y->low, low > mpfr_get_prec(b->low) ? low : mpfr_get_prec(b->low));
  mpfr_set_prec(y->high, high > mpfr_get_prec(b->high) ? high : mpfr_get_prec(b->high));
  pick(y->low, a->low, b->low, MPFR_RNDD);
  pick(y->high, a->high, b->high, MPFR_RNDU);
  tmd_interval_settle(y);
}

void tmd_interval_either(struct tmd_interval *y, const struct tmd_interval *a) {
  if (y->defined != TMD_DEFINED || a->defined != TMD_DEFINED) {
    if (y->defined != a->defined) y->defined = TMD_MAYBE_DEFINED;
    return;
  }
  if (y->rational && a->rational && mpq_equal(y->exact, a->exact)) return;
  mpfr_min(y->low, y->low, a->low, MPFR_RNDD);
  mpfr_max(y->high, y->high, a->high, MPFR_RNDU);
  y->rational = 0;
  tmd_interval_forget_log(y);
}

int tmd_interval_signs(const struct tmd_interval *a) {
  const int low = a->rational ? mpq_sgn(a->exact) : mpfr_sgn(a->low),
            high = a->rational ? low : mpfr_sgn(a->high);
  const int zero = low <= 0 && high >= 0 && !a->log;
  return (low < 0 ? TMD_SIGNS_NEGATIVE : 0) | (zero ? TMD_SIGNS_ZERO : 0) |
         (high > 0 ? TMD_SIGNS_POSITIVE : 0);
}
