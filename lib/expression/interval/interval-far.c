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
#include "lib/expression/tree/formula.h"

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

/* ---- Formulas ---- */

#define LOG(n) OF(log, NUMBER(n))
#define LOG_LESS(a) OF(log1p, NEGATIVE(OF(exp, a))) /* log(1 - exp(a)) */
#define LOG_MORE(a) OF(log1p, OF(exp, a))
#define TWICE_NEGATIVE PRODUCT(NUMBER(-2), VARIABLE)
#define SQUARE PRODUCT(VARIABLE, VARIABLE)

/* log(f(x)) of functions that leave the range; x > 0, but for exp and its kin. */
static const struct tmd_node *const logs[TMD_FUNCTION_IDS] = {
    [TMD_FN_exp] = VARIABLE,
    [TMD_FN_exp2] = PRODUCT(VARIABLE, LOG(2)),
    [TMD_FN_exp10] = PRODUCT(VARIABLE, LOG(10)),
    [TMD_FN_expm1] = SUM(VARIABLE, LOG_LESS(NEGATIVE(VARIABLE))),
    [TMD_FN_sinh] = DIFFERENCE(SUM(VARIABLE, LOG_LESS(TWICE_NEGATIVE)), LOG(2)),
    [TMD_FN_cosh] = DIFFERENCE(SUM(VARIABLE, LOG_MORE(TWICE_NEGATIVE)), LOG(2)),
};

/* Functions of a value out of range, x its logarithm. */
static const struct tmd_node *const of_log[TMD_FUNCTION_IDS] = {
    [TMD_FN_log] = VARIABLE,
    [TMD_FN_log2] = QUOTIENT(VARIABLE, LOG(2)),
    [TMD_FN_log10] = QUOTIENT(VARIABLE, LOG(10)),
    [TMD_FN_log1p] = SUM(VARIABLE, LOG_MORE(NEGATIVE(VARIABLE))),
};

static const struct tmd_node *const
    log_less = LOG_LESS(VARIABLE),
    *const log_more = LOG_MORE(VARIABLE), *const log_of_x = OF(log, VARIABLE),
    *const half_inverse = QUOTIENT(NUMBER(1), PRODUCT(NUMBER(2), SQUARE)),
    *const log_erfc =
        DIFFERENCE(NEGATIVE(SQUARE), QUOTIENT(OF(log, PRODUCT(NODE(PI), SQUARE)), NUMBER(2)));

/* a <- the operation on a and b */
static void update(struct tmd_interval *a, enum tmd_node_kind kind, const struct tmd_interval *b,
                   mpfr_prec_t prec) {
  const struct tmd_node node = {.kind = kind};
  struct tmd_interval y;
  tmd_interval_init(&y);
  tmd_interval_operate(&node, &y, a, b, prec);
  tmd_interval_set(a, &y);
  tmd_interval_clear(&y);
}

static void set_number(struct tmd_interval *a, long n, unsigned long d, mpfr_prec_t prec) {
  mpq_set_si(a->exact, n, d);
  tmd_interval_set_exact(a, prec);
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
    struct tmd_interval size;
    tmd_interval_init(&size);
    tmd_interval_absolute(&size, a);
    tmd_interval_evaluate(log_of_x, log, &size, prec);
    tmd_interval_clear(&size);
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
  if (sign < 0) update(y, TMD_NODE_NEGATIVE, NULL, prec);
  if (!in_range(y)) tmd_interval_set_log(y, log);
}

/* ---- Operations ---- */

/* log <- log|a + s b|, and the sign of a + s b; 0 if unknown. */
static int log_of_sum(struct tmd_interval *log, const struct tmd_interval *a,
                      const struct tmd_interval *b, int s, mpfr_prec_t prec) {
  const int sign[] = {sign_of(a), s * sign_of(b)};
  struct tmd_interval of[2], ratio, rest; /* the logarithm of the ratio */
  tmd_interval_init(of), tmd_interval_init(of + 1);
  tmd_interval_init(&ratio), tmd_interval_init(&rest);
  int result = 0;
  if (sign[0] && sign[1] && log_of(of, a, prec) && log_of(of + 1, b, prec)) {
    tmd_interval_difference(&ratio, of + 1, of, prec);
    const int larger = mpfr_sgn(ratio.low) > 0; /* the ratio of the smaller to the larger */
    if (larger) update(&ratio, TMD_NODE_NEGATIVE, NULL, prec);
    tmd_interval_evaluate(sign[0] == sign[1] ? log_more : log_less, &rest, &ratio, prec);
    tmd_interval_sum(log, of + larger, &rest, prec);
    if (rest.defined == TMD_DEFINED) result = sign[larger];
  }
  tmd_interval_clear(of), tmd_interval_clear(of + 1);
  tmd_interval_clear(&ratio), tmd_interval_clear(&rest);
  return result;
}

/* s <- S for a > 0 with a^2 >= 2^60 */
static void erfc_series(struct tmd_interval *s, const struct tmd_interval *a, mpfr_prec_t prec) {
  struct tmd_interval u, n;
  tmd_interval_init(&u), tmd_interval_init(&n);
  tmd_interval_evaluate(half_inverse, &u, a, prec);
  set_number(s, 1, 1, prec);
  mpfr_set_zero(s->low, 1); /* the factor of the rest */
  s->rational = 0;
  for (long k = prec / TERM_BITS + 1; k > 0; k--) {
    update(s, TMD_NODE_PRODUCT, &u, prec);
    set_number(&n, 1 - 2 * k, 1, prec);
    update(s, TMD_NODE_PRODUCT, &n, prec);
    set_number(&n, 1, 1, prec);
    update(s, TMD_NODE_SUM, &n, prec);
  }
  tmd_interval_clear(&u), tmd_interval_clear(&n);
}

static int log_of_erfc(struct tmd_interval *log, const struct tmd_interval *a, mpfr_prec_t prec) {
  enum { LEAST_LOG2 = 30 };
  if (mpfr_cmp_ui_2exp(a->low, 1, LEAST_LOG2) < 0 || mpfr_inf_p(a->high)) return 0;
  struct tmd_interval s, part;
  tmd_interval_init(&s), tmd_interval_init(&part);
  erfc_series(&s, a, prec);
  tmd_interval_evaluate(log_of_x, &part, &s, prec);
  tmd_interval_evaluate(log_erfc, log, a, prec);
  update(log, TMD_NODE_SUM, &part, prec);
  tmd_interval_clear(&s), tmd_interval_clear(&part);
  return 1;
}

/* log <- log|f(a)| for functions that leave the range, and the sign; 0 if unknown. */
static int log_of_function(struct tmd_interval *log, enum tmd_function_id id,
                           const struct tmd_interval *a, mpfr_prec_t prec) {
  const int sign = sign_of(a), even = id == TMD_FN_cosh,
            any = id == TMD_FN_exp || id == TMD_FN_exp2 || id == TMD_FN_exp10;
  if (id == TMD_FN_erfc) return sign > 0 && log_of_erfc(log, a, prec);
  if (a->defined != TMD_DEFINED || !logs[id] || !(any || sign > 0 || (sign && id != TMD_FN_expm1)))
    return 0;
  struct tmd_interval size;
  tmd_interval_init(&size);
  (any ? tmd_interval_set : tmd_interval_absolute)(&size, a);
  tmd_interval_evaluate(logs[id], log, &size, prec);
  tmd_interval_clear(&size);
  return log->defined == TMD_DEFINED ? (any || even ? 1 : sign) : 0;
}

/* log <- log|a^r|, a > 0 unless r is an integer, and the sign; 0 if unknown. */
static int log_of_power(struct tmd_interval *log, const struct tmd_interval *a, const fmpq_t r,
                        mpfr_prec_t prec) {
  const int sign = sign_of(a);
  if ((!fmpz_is_one(fmpq_denref(r)) && sign < 0) || !log_of(log, a, prec)) return 0;
  struct tmd_interval factor;
  tmd_interval_init(&factor);
  fmpq_get_mpq(factor.exact, r);
  tmd_interval_set_exact(&factor, prec);
  update(log, TMD_NODE_PRODUCT, &factor, prec);
  tmd_interval_clear(&factor);
  return fmpz_is_odd(fmpq_numref(r)) ? sign : 1;
}

/* The same for a function of the table or a member of a family: a power, or a root. */
static int log_of_rule(struct tmd_interval *log, const struct tmd_interval *a,
                       const struct tmd_function *function, mpfr_prec_t prec) {
  const long n = function->n;
  SCOPED(fmpq, r);
  if (function->exact_rule == TMD_EXACT_POWER) fmpq_set_si(r, n, 1);
  else fmpq_set_si(r, n < 0 ? -1 : 1, (ulong)labs(n));
  return log_of_power(log, a, r, prec);
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
      update(log, node->kind == TMD_NODE_PRODUCT ? TMD_NODE_SUM : TMD_NODE_DIFFERENCE, &other,
             prec);
      sign = sign_of(a) * sign_of(b);
    }
  } else if (node->kind == TMD_NODE_POWER) {
    sign = log_of_power(log, a, node->value, prec);
  } else if (node->kind == TMD_NODE_EXPONENTIAL && sign_of(a) > 0 && log_of(log, a, prec)) {
    update(log, TMD_NODE_PRODUCT, b, prec);
    sign = 1;
  } else if (node->kind == TMD_NODE_APPLY && (node->function->exact_rule == TMD_EXACT_POWER ||
                                              node->function->exact_rule == TMD_EXACT_ROOT)) {
    sign = log_of_rule(log, a, node->function, prec);
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
  if (a->log && node->kind == TMD_NODE_APPLY && of_log[node->function->id] && sign_of(a) > 0 &&
      !(node->function->id == TMD_FN_log1p && mpfr_zero_p(a->low))) { /* there as large as a */
    tmd_interval_evaluate(of_log[node->function->id], y, a->log, prec);
    return;
  }
  struct tmd_interval log;
  tmd_interval_init(&log);
  const int sign = log_of_result(&log, node, a, b, prec);
  if (sign && log.defined == TMD_DEFINED) set_exp(y, &log, sign, prec);
  tmd_interval_clear(&log);
}
