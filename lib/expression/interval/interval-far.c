/* Intervals of values outside MPFR's range, such as exp(2^100) or erfc(2^100), by their logarithms:
   products and quotients of such values may be in range again, as exp(x^2) erfc(x); otherwise their
   signs are known.

       log|a b| = log|a| + log|b|,  log|a^r| = r log|a|
       log|a + b| = log|a| + log(1 + b/a),  |b/a| = exp(log|b| - log|a|), a the larger one
       log sinh(a) = a - log 2 + log(1 - exp(-2a)), log cosh(a) with a plus, a > 0
       log expm1(a) = a + log(1 - exp(-a)), a > 0
       log erfc(a) = -a^2 - log(a sqrt(pi)) + log S, a > 0,
         S = 1 - u (1 - 3u (1 - 5u (...))), u = 1/(2 a^2)

   where the rest of the series S is the next term times a factor in [0, 1] (DLMF 7.12(i)). */
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/expression/interval/mpfr-interval.h"

enum { TERM_BITS = 32 }; /* each term of S is at most 2^-32 of the one before */

void tmd_interval_forget_log(struct tmd_interval *y) {
  if (!y->log) return;
  tmd_interval_clear(y->log);
  free(y->log);
  y->log = NULL;
}

void tmd_interval_set_log(struct tmd_interval *y, const struct tmd_interval *log) {
  tmd_interval_forget_log(y);
  if (!log) return;
  y->log = tmd_allocate(sizeof *y->log);
  tmd_interval_init(y->log);
  tmd_interval_set(y->log, log);
}

/* ---- Steps on logarithms: a <- the operation on it ---- */

static void take(struct tmd_interval *a, struct tmd_interval *result) {
  tmd_interval_set(a, result);
  tmd_interval_clear(result);
}

static void add(struct tmd_interval *a, const struct tmd_interval *b, mpfr_prec_t prec) {
  struct tmd_interval y;
  tmd_interval_init(&y);
  tmd_interval_sum(&y, a, b, prec);
  take(a, &y);
}

static void negate(struct tmd_interval *a) {
  struct tmd_interval y;
  tmd_interval_init(&y);
  tmd_interval_negative(&y, a);
  take(a, &y);
}

static void multiply(struct tmd_interval *a, const struct tmd_interval *b, mpfr_prec_t prec) {
  struct tmd_interval y;
  tmd_interval_init(&y);
  tmd_interval_product(&y, a, b, prec);
  take(a, &y);
}

static void scale(struct tmd_interval *a, long n, unsigned long d, mpfr_prec_t prec) {
  struct tmd_interval r;
  tmd_interval_init(&r);
  mpq_set_si(r.exact, n, d);
  tmd_interval_set_exact(&r, prec);
  multiply(a, &r, prec);
  tmd_interval_clear(&r);
}

static void apply(struct tmd_interval *a, enum tmd_function_id id, mpfr_prec_t prec) {
  struct tmd_interval y;
  tmd_interval_init(&y);
  tmd_interval_apply(&y, tmd_function_entry(id), a, prec);
  take(a, &y);
}

/* a <- n */
static void set_number(struct tmd_interval *a, long n, mpfr_prec_t prec) {
  mpq_set_si(a->exact, n, 1);
  tmd_interval_set_exact(a, prec);
}

/* a <- log(1 + s exp(a)) */
static void log_one_and_exp(struct tmd_interval *a, int s, mpfr_prec_t prec) {
  apply(a, TMD_FN_exp, prec);
  if (s < 0) negate(a);
  apply(a, TMD_FN_log1p, prec);
}

/* ---- Signs and logarithms ---- */

/* 0: unknown, or 0. */
static int sign_of(const struct tmd_interval *a) {
  if (a->defined != TMD_DEFINED) return 0;
  if (a->log) return mpfr_sgn(a->low) < 0 ? -1 : 1;
  return mpfr_sgn(a->low) > 0 ? 1 : mpfr_sgn(a->high) < 0 ? -1 : 0;
}

/* log <- log|a|; 0 if unknown. */
static int log_of(struct tmd_interval *log, const struct tmd_interval *a, mpfr_prec_t prec) {
  if (!sign_of(a)) return 0;
  if (a->log) {
    tmd_interval_set(log, a->log);
  } else {
    tmd_interval_absolute(log, a);
    apply(log, TMD_FN_log, prec);
  }
  return log->defined == TMD_DEFINED;
}

static int in_range(const struct tmd_interval *y) {
  return y->defined == TMD_DEFINED && mpfr_regular_p(y->low) && mpfr_regular_p(y->high) &&
         mpfr_sgn(y->low) == mpfr_sgn(y->high);
}

/* y <- sign exp(log) */
static void set_exp(struct tmd_interval *y, const struct tmd_interval *log, int sign,
                    mpfr_prec_t prec) {
  mpfr_set_prec(y->low, prec);
  mpfr_set_prec(y->high, prec);
  mpfr_exp(y->low, log->low, MPFR_RNDD);
  mpfr_exp(y->high, log->high, MPFR_RNDU);
  tmd_interval_settle(y);
  if (sign < 0) negate(y);
  if (!in_range(y)) tmd_interval_set_log(y, log);
}

/* ---- Operations ---- */

/* log <- log|a + s b|, and the sign of a + s b; 0 if unknown. */
static int log_of_sum(struct tmd_interval *log, const struct tmd_interval *a,
                      const struct tmd_interval *b, int s, mpfr_prec_t prec) {
  int sign = sign_of(a), other = s * sign_of(b);
  struct tmd_interval ratio; /* the logarithm of the ratio */
  tmd_interval_init(&ratio);
  int known = sign && other && log_of(log, a, prec) && log_of(&ratio, b, prec);
  if (known) {
    struct tmd_interval minus;
    tmd_interval_init(&minus);
    tmd_interval_negative(&minus, log);
    add(&ratio, &minus, prec);
    tmd_interval_clear(&minus);
    if (mpfr_sgn(ratio.low) > 0) { /* the ratio of the smaller to the larger */
      add(log, &ratio, prec);
      negate(&ratio);
      const int larger = other;
      other = sign, sign = larger;
    }
    log_one_and_exp(&ratio, sign * other, prec);
    known = ratio.defined == TMD_DEFINED;
    if (known) add(log, &ratio, prec);
  }
  tmd_interval_clear(&ratio);
  return known ? sign : 0;
}

/* s <- S for a > 0 with a^2 >= 2^60 */
static void erfc_series(struct tmd_interval *s, const struct tmd_interval *a, mpfr_prec_t prec) {
  struct tmd_interval u, one;
  tmd_interval_init(&u), tmd_interval_init(&one);
  set_number(&one, 1, prec);
  tmd_interval_power(&u, a, -2, 1, prec);
  scale(&u, 1, 2, prec);
  set_number(s, 1, prec);
  mpfr_set_zero(s->low, 1); /* the factor of the rest */
  s->rational = 0;
  for (long n = prec / TERM_BITS + 1; n > 0; n--) {
    multiply(s, &u, prec);
    scale(s, 1 - 2 * n, 1, prec);
    add(s, &one, prec);
  }
  tmd_interval_clear(&u), tmd_interval_clear(&one);
}

static int log_of_erfc(struct tmd_interval *log, const struct tmd_interval *a, mpfr_prec_t prec) {
  enum { LEAST_LOG2 = 30 };
  if (mpfr_cmp_ui_2exp(a->low, 1, LEAST_LOG2) < 0 || mpfr_inf_p(a->high)) return 0;
  struct tmd_interval part;
  tmd_interval_init(&part);
  tmd_interval_power(log, a, 2, 1, prec); /* a^2 + log(pi a^2)/2 */
  tmd_interval_pi(&part, prec);
  multiply(&part, log, prec);
  apply(&part, TMD_FN_log, prec);
  scale(&part, 1, 2, prec);
  add(log, &part, prec);
  negate(log);
  erfc_series(&part, a, prec);
  apply(&part, TMD_FN_log, prec);
  add(log, &part, prec);
  tmd_interval_clear(&part);
  return 1;
}

/* log <- log|f(a)| for functions that leave the range, and the sign; 0 if unknown. */
static int log_of_function(struct tmd_interval *log, enum tmd_function_id id,
                           const struct tmd_interval *a, mpfr_prec_t prec) {
  const int sign = sign_of(a), is_sinh = id == TMD_FN_sinh;
  if (a->defined != TMD_DEFINED) return 0;
  if (id == TMD_FN_erfc) return sign > 0 && log_of_erfc(log, a, prec);
  if (id == TMD_FN_exp || id == TMD_FN_exp2 || id == TMD_FN_exp10) {
    set_number(log, id == TMD_FN_exp ? 1 : id == TMD_FN_exp2 ? 2 : 10, prec);
    if (id != TMD_FN_exp) apply(log, TMD_FN_log, prec);
    multiply(log, a, prec);
    return 1;
  }
  struct tmd_interval rest;
  tmd_interval_init(&rest);
  int known = 0;
  if (sign && (is_sinh || id == TMD_FN_cosh)) {
    tmd_interval_absolute(&rest, a);
    tmd_interval_set(log, &rest);
    scale(&rest, -2, 1, prec);
    log_one_and_exp(&rest, is_sinh ? -1 : 1, prec);
    add(log, &rest, prec);
    set_number(&rest, 2, prec);
    apply(&rest, TMD_FN_log, prec);
    negate(&rest);
    add(log, &rest, prec);
    known = is_sinh ? sign : 1;
  } else if (sign > 0 && id == TMD_FN_expm1) {
    tmd_interval_set(log, a);
    tmd_interval_negative(&rest, a);
    log_one_and_exp(&rest, -1, prec);
    add(log, &rest, prec);
    known = 1;
  }
  tmd_interval_clear(&rest);
  return known && log->defined == TMD_DEFINED ? known : 0;
}

/* y <- a logarithm of a value out of range; 0 if unknown. */
static int log_of_far(struct tmd_interval *y, enum tmd_function_id id, const struct tmd_interval *a,
                      mpfr_prec_t prec) {
  const long base = id == TMD_FN_log2 ? 2 : id == TMD_FN_log10 ? 10 : 0;
  if (sign_of(a) <= 0 || (!base && id != TMD_FN_log && id != TMD_FN_log1p)) return 0;
  if (id == TMD_FN_log1p && mpfr_zero_p(a->low)) return 0; /* as large as a */
  struct tmd_interval rest;
  tmd_interval_init(&rest);
  tmd_interval_set(y, a->log);
  if (base) { /* by log(2), or by log(10) */
    struct tmd_interval log;
    tmd_interval_init(&log);
    tmd_interval_set(&log, y);
    set_number(&rest, base, prec);
    apply(&rest, TMD_FN_log, prec);
    tmd_interval_quotient(y, &log, &rest, prec);
    tmd_interval_clear(&log);
  } else if (id == TMD_FN_log1p) {
    tmd_interval_negative(&rest, a->log);
    log_one_and_exp(&rest, 1, prec);
    add(y, &rest, prec);
  }
  tmd_interval_clear(&rest);
  return 1;
}

/* log <- log|a^(n/d)|, a > 0 if d > 1, and the sign; 0 if unknown. */
static int log_of_power(struct tmd_interval *log, const struct tmd_interval *a, long n,
                        unsigned long d, mpfr_prec_t prec) {
  const int sign = sign_of(a);
  if ((d > 1 && sign < 0) || !log_of(log, a, prec)) return 0;
  scale(log, n, d, prec);
  return n % 2 ? sign : 1;
}

/* log <- log|result|, and its sign; 0 if unknown. */
static int log_of_result(struct tmd_interval *log, const struct tmd_node *node,
                         const struct tmd_interval *a, const struct tmd_interval *b,
                         mpfr_prec_t prec) {
  struct tmd_interval other;
  int sign = 0;
  tmd_interval_init(&other);
  if (node->kind == TMD_NODE_SUM || node->kind == TMD_NODE_DIFFERENCE) {
    sign = log_of_sum(log, a, b, node->kind == TMD_NODE_SUM ? 1 : -1, prec);
  } else if (node->kind == TMD_NODE_PRODUCT || node->kind == TMD_NODE_QUOTIENT) {
    if (log_of(log, a, prec) && log_of(&other, b, prec)) {
      if (node->kind == TMD_NODE_QUOTIENT) negate(&other);
      add(log, &other, prec);
      sign = sign_of(a) * sign_of(b);
    }
  } else if (node->kind == TMD_NODE_POWER) {
    sign = log_of_power(log, a, fmpz_get_si(fmpq_numref(node->value)),
                        fmpz_get_ui(fmpq_denref(node->value)), prec);
  } else if (node->kind == TMD_NODE_EXPONENTIAL && sign_of(a) > 0 && log_of(log, a, prec)) {
    multiply(log, b, prec);
    sign = 1;
  } else if (node->kind == TMD_NODE_APPLY && node->function->exact_rule == TMD_EXACT_POWER) {
    sign = log_of_power(log, a, node->function->n, 1, prec);
  } else if (node->kind == TMD_NODE_APPLY && node->function->exact_rule == TMD_EXACT_ROOT) {
    sign = log_of_power(log, a, node->function->n < 0 ? -1 : 1,
                        (unsigned long)labs(node->function->n), prec);
  } else if (node->kind == TMD_NODE_APPLY) {
    sign = log_of_function(log, node->function->id, a, prec);
  }
  tmd_interval_clear(&other);
  return sign;
}

void tmd_interval_by_logs(const struct tmd_node *node, struct tmd_interval *y,
                          const struct tmd_interval *a, const struct tmd_interval *b,
                          mpfr_prec_t prec) {
  const int sum = node->kind == TMD_NODE_SUM || node->kind == TMD_NODE_DIFFERENCE;
  if (y->log || y->rational || in_range(y) || (sum && !a->log && !b->log) ||
      y->defined == TMD_UNDEFINED)
    return;
  if (a->log && node->kind == TMD_NODE_APPLY && log_of_far(y, node->function->id, a, prec)) return;
  struct tmd_interval log;
  tmd_interval_init(&log);
  const int sign = log_of_result(&log, node, a, b, prec);
  if (sign && log.defined == TMD_DEFINED) set_exp(y, &log, sign, prec);
  tmd_interval_clear(&log);
}
