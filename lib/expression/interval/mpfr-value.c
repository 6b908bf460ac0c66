/* The value of an expression by MPFR: the tree as it was written, in interval arithmetic of growing
   precision. Arb is not used. */
#include <limits.h>

#include "lib/expression/interval/mpfr-interval.h"

enum {
  GUARD_BITS = 32,
  PLACE_BITS = 128,
  /* Parts that rewrite.c improves for balls may lose all bits here at lower precision: log(1+x) at
     2^-16494. */
  FORMS_BITS_MAX = 1 << 15
};

/* The value of the branch that is taken, or of either if undecided. */
static void piecewise(const struct tmd_node *node, struct tmd_interval *y,
                      const struct tmd_interval *x, mpfr_prec_t prec) {
  struct tmd_interval test;
  tmd_interval_init(&test);
  tmd_interval_evaluate(node->test, &test, x, prec);
  const enum tmd_branch branch = test.defined == TMD_DEFINED
                                     ? tmd_node_branch_of(node->signs, tmd_interval_signs(&test))
                                     : TMD_BRANCH_OPEN;
  if (test.defined != TMD_DEFINED) {
    y->defined = test.defined;
  } else {
    tmd_interval_evaluate(branch == TMD_BRANCH_RIGHT ? node->right : node->left, y, x, prec);
    if (branch == TMD_BRANCH_OPEN) {
      tmd_interval_evaluate(node->right, &test, x, prec);
      tmd_interval_either(y, &test);
    }
  }
  tmd_interval_clear(&test);
}

void tmd_interval_operate(const struct tmd_node *node, struct tmd_interval *y,
                          const struct tmd_interval *a, const struct tmd_interval *b,
                          mpfr_prec_t prec) {
  switch (node->kind) {
  case TMD_NODE_NEGATIVE: tmd_interval_negative(y, a); break;
  case TMD_NODE_ABSOLUTE: tmd_interval_absolute(y, a); break;
  case TMD_NODE_SUM: tmd_interval_sum(y, a, b, prec); break;
  case TMD_NODE_DIFFERENCE: tmd_interval_difference(y, a, b, prec); break;
  case TMD_NODE_PRODUCT: tmd_interval_product(y, a, b, prec); break;
  case TMD_NODE_QUOTIENT: tmd_interval_quotient(y, a, b, prec); break;
  case TMD_NODE_POWER: tmd_interval_power(y, a, node->value, prec); break;
  case TMD_NODE_MINIMUM: tmd_interval_extreme(y, a, b, 0); break;
  case TMD_NODE_MAXIMUM: tmd_interval_extreme(y, a, b, 1); break;
  case TMD_NODE_EXPONENTIAL: tmd_interval_exponential(y, a, b, prec); break;
  default: tmd_interval_apply(y, node->function, a, prec);
  }
  tmd_interval_by_logs(node, y, a, b, prec);
}

static void combine(const struct tmd_node *node, struct tmd_interval *y,
                    const struct tmd_interval *x, mpfr_prec_t prec) {
  struct tmd_complement complement;
  struct tmd_interval a, b;
  tmd_interval_init(&a), tmd_interval_init(&b);
  if (tmd_interval_is_complement(&complement, node)) {
    tmd_interval_evaluate(complement.u, &a, x, prec);
    tmd_interval_complement(y, &complement, &a, prec);
  } else {
    tmd_interval_evaluate(node->left, &a, x, prec);
    if (node->right) tmd_interval_evaluate(node->right, &b, x, prec);
    tmd_interval_operate(node, y, &a, &b, prec);
  }
  tmd_interval_clear(&a), tmd_interval_clear(&b);
}

void tmd_interval_evaluate(const struct tmd_node *node, struct tmd_interval *y,
                           const struct tmd_interval *x, mpfr_prec_t prec) {
  tmd_interval_forget_log(y);
  switch (node->kind) {
  case TMD_NODE_CONSTANT:
    fmpq_get_mpq(y->exact, node->value);
    tmd_interval_set_exact(y, prec);
    break;
  case TMD_NODE_PI: tmd_interval_pi(y, prec); break;
  case TMD_NODE_E: tmd_interval_e(y, prec); break;
  case TMD_NODE_VARIABLE: tmd_interval_set(y, x); break;
  case TMD_NODE_PIECEWISE: piecewise(node, y, x, prec); break;
  default: combine(node, y, x, prec);
  }
}

void tmd_expression_interval(const struct tmd_expression *expression, struct tmd_interval *y,
                             const mpfr_t x, mpfr_prec_t prec) {
  struct tmd_interval argument;
  tmd_interval_init(&argument);
  tmd_interval_set_mpfr(&argument, x);
  tmd_interval_evaluate(expression->written, y, &argument, prec);
  tmd_interval_clear(&argument);
}

/* ---- Where the value lies ---- */

static struct tmd_place place_of(const struct tmd_interval *y) {
  struct tmd_place place = {.kind = TMD_PLACE_UNDECIDED};
  if (y->defined == TMD_UNDEFINED) place.kind = TMD_PLACE_OUTSIDE;
  if (y->defined != TMD_DEFINED) return place;
  const int low = mpfr_sgn(y->low), high = mpfr_sgn(y->high);
  if (low == 0 && high == 0) place.kind = TMD_PLACE_ZERO;
  if (low <= 0 && high >= 0 && !y->log) return place;
  const mpfr_srcptr least = low < 0 ? y->high : y->low, greatest = low < 0 ? y->low : y->high;
  place.kind = TMD_PLACE_BETWEEN;
  place.sign = low < 0;
  place.low = mpfr_zero_p(least) ? LONG_MIN : mpfr_get_exp(least) - 1;
  place.high = mpfr_inf_p(greatest) ? LONG_MAX : mpfr_get_exp(greatest);
  return place;
}

struct tmd_place tmd_expression_place_by_mpfr(const struct tmd_expression *expression,
                                              const mpfr_t x) {
  struct tmd_interval y;
  tmd_interval_init(&y);
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  tmd_expression_interval(expression, &y, x, PLACE_BITS);
  const struct tmd_place place = place_of(&y);
  tmd_interval_clear(&y);
  return place;
}

/* ---- The value, rounded ---- */

/* y = the rounded value, if all of the interval rounds to one number from one side; an end equal to
   that number leaves the side undecided. */
static int round_interval(mpfr_t y, int *ternary, const struct tmd_interval *value,
                          mpfr_rnd_t round) {
  if (value->rational) {
    *ternary = mpfr_set_q(y, value->exact, round);
    return 1;
  }
  mpfr_t other;
  mpfr_init2(other, mpfr_get_prec(y));
  *ternary = mpfr_set(y, value->low, round);
  const int other_ternary = mpfr_set(other, value->high, round);
  const int same = mpfr_number_p(y) && mpfr_equal_p(y, other) &&
                   (*ternary < 0) == (other_ternary < 0) && (*ternary > 0) == (other_ternary > 0) &&
                   (*ternary != 0 || tmd_interval_is_point(value));
  mpfr_clear(other);
  return same;
}

/* The value is known to as many bits, so that more cannot replace lost ones. */
static int is_narrow(const struct tmd_interval *value, mpfr_prec_t bits) {
  if (value->defined != TMD_DEFINED || mpfr_sgn(value->low) * mpfr_sgn(value->high) <= 0) return 0;
  mpfr_t width;
  mpfr_init2(width, GUARD_BITS);
  mpfr_sub(width, value->high, value->low, MPFR_RNDU);
  mpfr_mul_2si(width, width, bits, MPFR_RNDU);
  const int narrow = mpfr_cmpabs(width, value->low) <= 0;
  mpfr_clear(width);
  return narrow;
}

/* Far outside every format: infinity or 0 of this sign, with the flag. */
static int flow(mpfr_t y, const struct tmd_place *place) {
  const int overflow = place->low > 0;
  if (overflow) mpfr_set_inf(y, place->sign ? -1 : 1);
  else mpfr_set_zero(y, place->sign ? -1 : 1);
  mpfr_clear_flags();
  if (overflow) mpfr_set_overflow();
  else mpfr_set_underflow();
  return place->sign == overflow ? -1 : 1;
}

/* Not rounded. Only the flags NaN and, if there may be a value, erange: functions inside have
   raised others. */
static int not_known(mpfr_t y, const struct tmd_interval *value) {
  if (value->defined == TMD_DEFINED)
    mpfr_add(y, value->low, value->high, MPFR_RNDN), mpfr_div_2ui(y, y, 1, MPFR_RNDN);
  else mpfr_set_nan(y);
  mpfr_clear_flags();
  mpfr_set_nanflag();
  if (value->defined != TMD_UNDEFINED) mpfr_set_erangeflag();
  return 0;
}

static void enclose(struct tmd_enclosure *enclosure, const struct tmd_interval *value,
                    mpfr_prec_t bits) {
  mpfr_set_prec(enclosure->low, bits); /* NaN */
  mpfr_set_prec(enclosure->high, bits);
  if (value->defined != TMD_DEFINED) return;
  mpfr_set(enclosure->low, value->low, MPFR_RNDD);
  mpfr_set(enclosure->high, value->high, MPFR_RNDU);
}

int tmd_expression_mpfr(const struct tmd_expression *expression, mpfr_t y, const mpfr_t x,
                        mpfr_rnd_t round) {
  return tmd_expression_mpfr_within(expression, y, NULL, x, round, 0);
}

int tmd_expression_mpfr_within(const struct tmd_expression *expression, mpfr_t y,
                               struct tmd_enclosure *enclosure, const mpfr_t x, mpfr_rnd_t round,
                               mpfr_prec_t most) {
  /* twice the bits usually show on which side of a number of y the value lies */
  const mpfr_prec_t bits = mpfr_get_prec(y), wanted = 2 * (bits + GUARD_BITS);
  const mpfr_prec_t enough = wanted > TMD_EXPRESSION_BITS_MAX ? wanted : TMD_EXPRESSION_BITS_MAX;
  int ternary = 0, done = 0;
  struct tmd_interval value;
  struct tmd_place place;
  tmd_interval_init(&value);
  for (mpfr_prec_t prec = bits + GUARD_BITS;; prec *= 2) {
    tmd_expression_interval(expression, &value, x, prec);
    place = place_of(&value);
    done = value.defined == TMD_DEFINED && round_interval(y, &ternary, &value, round);
    if (done || place.kind == TMD_PLACE_OUTSIDE || tmd_place_is_far_out(&place) ||
        (most && prec >= most))
      break;
    if (prec >= enough && (!expression->forms || prec >= FORMS_BITS_MAX || is_narrow(&value, bits)))
      break;
  }
  if (tmd_place_is_far_out(&place)) ternary = flow(y, &place);
  else if (done) mpfr_clear_flags();
  else ternary = not_known(y, &value);
  if (enclosure) enclose(enclosure, &value, 2 * bits);
  tmd_interval_clear(&value);
  return ternary;
}
