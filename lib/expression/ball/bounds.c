/* Domains, signs and sizes of the parts of an expression. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "lib/base/arb-helpers.h"
#include "lib/expression/tree/node.h"

enum { UNKNOWN = TMD_SIGN_UNKNOWN };
#define FAR TMD_SIZE_FAR
#define NO_LOW TMD_SIZE_NO_LOW
#define NO_HIGH TMD_SIZE_NO_HIGH
/* log2 |x| from which exp and related functions exceed 2^(|x| - 1), and 2^40 */
enum { LARGE_ARGUMENT = 2, LARGEST_ARGUMENT = 40 };

void tmd_bound_init(struct tmd_bound *bound) {
  arb_init(bound->ball);
  tmd_expansion_init(&bound->expansion);
}

void tmd_bound_clear(struct tmd_bound *bound) {
  arb_clear(bound->ball);
  tmd_expansion_clear(&bound->expansion);
}

static long least(long a, long b) { return a < b ? a : b; }
static long most(long a, long b) { return a > b ? a : b; }

/* Signs: -1, 0, 1, unknown. */
static int opposite(int sign) { return sign == UNKNOWN ? UNKNOWN : -sign; }

static struct tmd_size size_of(const struct tmd_bound *b) {
  return (struct tmd_size){b->sign, b->low, b->high};
}

static void set_size(struct tmd_bound *b, struct tmd_size size) {
  b->sign = size.sign;
  b->low = size.low;
  b->high = size.high;
}

static int sign_of(const arb_t ball) {
  return arb_is_zero(ball) ? 0 : arb_is_positive(ball) ? 1 : arb_is_negative(ball) ? -1 : UNKNOWN;
}

/* Tightens signs and sizes by the ball, and each by the others. */
static void tighten(struct tmd_bound *b, const struct tmd_on *on) {
  const slong prec = on->prec;
  if (on->expand) tmd_bound_by_expansion(b, on);
  if (!arb_is_finite(b->ball) && b->high != NO_HIGH) { /* no ball, but a bound of its size */
    arb_zero(b->ball);
    arb_add_error_2exp_si(b->ball, b->high);
  }
  if (arb_is_finite(b->ball)) {
    long size_least, size_greatest;
    arb_t moved;
    arb_init(moved);
    if (b->sign == UNKNOWN) b->sign = sign_of(b->ball);
    arb_sub_si(moved, b->ball, 1, prec);
    if (b->above == UNKNOWN) b->above = sign_of(moved);
    arb_add_si(moved, b->ball, 1, prec);
    if (b->below == UNKNOWN) b->below = sign_of(moved);
    tmd_ball_log2_range(&size_least, &size_greatest, b->ball, prec);
    b->low = most(b->low, tmd_size_saturate_low(size_least));
    b->high = least(b->high, tmd_size_saturate_high(size_greatest < LONG_MAX ? size_greatest + 1
                                                                             : size_greatest));
    arb_clear(moved);
  }
  if (b->above == 0 || b->above == 1) b->sign = 1;
  if (b->below == 0 || b->below == -1) b->sign = -1;
  if (b->sign == -1 || b->sign == 0) b->above = -1;
  if (b->sign == 1 || b->sign == 0) b->below = 1;
  if (b->above == 0 || b->above == 1 || b->below == 0 || b->below == -1) b->low = most(b->low, 0);
  if ((b->above == -1 && b->sign == 1) || (b->below == 1 && b->sign == -1))
    b->high = least(b->high, 0);
}

static void nothing_known(struct tmd_bound *b) {
  b->sign = b->above = b->below = UNKNOWN;
  b->low = NO_LOW;
  b->high = NO_HIGH;
}

static void bound_sum(struct tmd_bound *y, const struct tmd_bound *a, const struct tmd_bound *b) {
  set_size(y, tmd_size_sum(size_of(a), size_of(b)));
  /* comparison with 1 and -1 */
  if (a->above == 0 || b->above == 0) y->above = a->above == 0 ? b->sign : a->sign;
  else if ((a->above == 1 && b->sign == 1) || (b->above == 1 && a->sign == 1)) y->above = 1;
  else if ((a->above == -1 && b->sign == -1) || (b->above == -1 && a->sign == -1)) y->above = -1;
  if (a->below == 0 || b->below == 0) y->below = a->below == 0 ? b->sign : a->sign;
  else if ((a->below == 1 && b->sign == 1) || (b->below == 1 && a->sign == 1)) y->below = 1;
  else if ((a->below == -1 && b->sign == -1) || (b->below == -1 && a->sign == -1)) y->below = -1;
}

static void bound_negative(struct tmd_bound *y, const struct tmd_bound *a) {
  y->sign = opposite(a->sign);
  y->above = opposite(a->below);
  y->below = opposite(a->above);
  y->low = a->low;
  y->high = a->high;
}

static void bound_absolute(struct tmd_bound *y, const struct tmd_bound *a) {
  if (a->sign != UNKNOWN) y->sign = a->sign * a->sign;
  if (a->sign == 1) y->above = a->above;
  if (a->sign == -1) y->above = opposite(a->below);
  if (a->above == -1 && a->below == 1) y->above = -1;
  y->below = 1;
  y->low = a->low;
  y->high = a->high;
}

/* The sign of min(a, b) - c (max for wanted = 1), from the signs of a - c and b - c. */
static int extreme_sign(int a, int b, int wanted) {
  if (a == wanted || b == wanted) return wanted;
  if (a == UNKNOWN || b == UNKNOWN) return UNKNOWN;
  return wanted * a > wanted * b ? a : b;
}

static void bound_difference(struct tmd_bound *y, const struct tmd_bound *a,
                             const struct tmd_bound *b) {
  struct tmd_bound minus;
  nothing_known(&minus);
  bound_negative(&minus, b);
  bound_sum(y, a, &minus);
  if (b->above == 0) y->sign = a->above;
  else if (a->above == 0) y->sign = opposite(b->above);
  else if (b->below == 0) y->sign = a->below;
  else if (a->below == 0) y->sign = opposite(b->below);
}

/* min (wanted = -1) or max (1): the operand that it is, if that is decided. */
static void bound_extreme(struct tmd_bound *y, const struct tmd_bound *a, const struct tmd_bound *b,
                          int wanted) {
  struct tmd_bound difference;
  nothing_known(&difference);
  bound_difference(&difference, a, b);
  int sign = difference.sign;
  if (sign == UNKNOWN && arb_is_finite(a->ball) && arb_is_finite(b->ball))
    sign = arb_lt(a->ball, b->ball) ? -1 : arb_gt(a->ball, b->ball) ? 1 : UNKNOWN;
  const struct tmd_bound *one = sign == UNKNOWN ? NULL : sign == -wanted ? b : a;
  if (one) arb_set(y->ball, one->ball), tmd_expansion_set(&y->expansion, &one->expansion);
  else y->expansion.known = 0;
  y->sign = one ? one->sign : extreme_sign(a->sign, b->sign, wanted);
  y->above = one ? one->above : extreme_sign(a->above, b->above, wanted);
  y->below = one ? one->below : extreme_sign(a->below, b->below, wanted);
  y->low = one ? one->low : least(a->low, b->low);
  y->high = one ? one->high : most(a->high, b->high);
}

static void bound_product(struct tmd_bound *y, const struct tmd_bound *a,
                          const struct tmd_bound *b) {
  set_size(y, tmd_size_product(size_of(a), size_of(b)));
  if (a->sign == 1 && b->sign == 1 && a->above != UNKNOWN &&
      (a->above == b->above || a->above == 0 || b->above == 0))
    y->above = a->above == 0 ? b->above : a->above;
}

/* 1/a; a has a sign. */
static void bound_inverse(struct tmd_bound *y, const struct tmd_bound *a) {
  set_size(y, tmd_size_inverse(size_of(a)));
  if (a->sign == 1) y->above = opposite(a->above);
}

static void bound_quotient(struct tmd_bound *y, const struct tmd_bound *a,
                           const struct tmd_bound *b) {
  struct tmd_bound inverse;
  if (b->sign == 0) y->defined = TMD_UNDEFINED;
  if (b->sign == 0 || b->sign == UNKNOWN) {
    if (b->sign == UNKNOWN && y->defined == TMD_DEFINED) y->defined = TMD_MAYBE_DEFINED;
    return;
  }
  nothing_known(&inverse);
  bound_inverse(&inverse, b);
  bound_product(y, a, &inverse);
}

/* |a|^r, r > 0 rational. */
static void bound_size_of_power(struct tmd_bound *y, const struct tmd_bound *a, const fmpq_t r) {
  const double exponent = (double)fmpz_get_si(fmpq_numref(r)) / (double)fmpz_get_si(fmpq_denref(r));
  const double low = (double)a->low * exponent, high = (double)a->high * exponent;
  y->low = a->low == NO_LOW || low < -0x1p40 ? NO_LOW : low > 0x1p40 ? FAR : (long)floor(low) - 1;
  y->high = a->high == NO_HIGH || high > 0x1p40 ? NO_HIGH
            : high < -0x1p40                    ? -FAR
                                                : (long)ceil(high) + 1;
}

static void bound_power(struct tmd_bound *y, const struct tmd_bound *a, const fmpq_t exponent) {
  const int integer = fmpz_is_one(fmpq_denref(exponent)), negative = fmpq_sgn(exponent) < 0;
  if (fmpq_is_zero(exponent)) { /* 1, also where the ball of a is infinite */
    arb_one(y->ball);
    return;
  }
  struct tmd_bound power;
  fmpq_t size;
  fmpq_init(size);
  fmpq_abs(size, exponent);
  nothing_known(&power);
  bound_size_of_power(&power, a, size);
  if (integer && fmpz_is_odd(fmpq_numref(exponent))) power.sign = a->sign;
  else if (a->sign != UNKNOWN) power.sign = a->sign * a->sign;
  if (a->sign == 1) power.above = a->above;
  const int zero = a->sign == 0, maybe_zero = a->sign == UNKNOWN;
  const int outside = (zero && negative) || (a->sign == -1 && !integer),
            unclear = maybe_zero && (negative || !integer);
  if (outside) y->defined = TMD_UNDEFINED;
  else if (unclear && y->defined == TMD_DEFINED) y->defined = TMD_MAYBE_DEFINED;
  if (!outside && !unclear && !negative)
    y->sign = power.sign, y->above = power.above, y->low = power.low, y->high = power.high;
  if (!outside && !unclear && negative) bound_inverse(y, &power);
  fmpq_clear(size);
}

/* Bounds of functions whose balls are infinite: sign, comparison with 1 and -1, and size on each
   side of 0: for |x| >= 4, |f(x)| >= 2^(|x| - 1) where f grows, |f(x)| < 2^-(|x| - 1) where it
   vanishes. */
struct rule {
  enum { SIGN_NONE, SIGN_POSITIVE, SIGN_SAME, SIGN_OF_ABOVE } sign;
  enum { ABOVE_NONE, ABOVE_BY_SIGN, ABOVE_SAME, ABOVE_OPPOSITE, ABOVE_NEVER /* |f| < 1 */ } above;
  enum { STAYS, GROWS, VANISHES } right, left;
};
static const struct rule rules[] = {
    [TMD_FUNCTION_IDS - 1] = {SIGN_NONE, ABOVE_NONE, STAYS, STAYS},
    [TMD_FN_exp] = {SIGN_POSITIVE, ABOVE_BY_SIGN, GROWS, VANISHES},
    [TMD_FN_exp2] = {SIGN_POSITIVE, ABOVE_BY_SIGN, GROWS, VANISHES},
    [TMD_FN_exp10] = {SIGN_POSITIVE, ABOVE_BY_SIGN, GROWS, VANISHES},
    [TMD_FN_expm1] = {SIGN_SAME, ABOVE_NONE, GROWS, STAYS},
    [TMD_FN_exp2m1] = {SIGN_SAME, ABOVE_NONE, GROWS, STAYS},
    [TMD_FN_exp10m1] = {SIGN_SAME, ABOVE_NONE, GROWS, STAYS},
    [TMD_FN_sinh] = {SIGN_SAME, ABOVE_NONE, GROWS, GROWS},
    [TMD_FN_cosh] = {SIGN_POSITIVE, ABOVE_NONE, GROWS, GROWS},
    [TMD_FN_log] = {SIGN_OF_ABOVE, ABOVE_NONE, STAYS, STAYS},
    [TMD_FN_log2] = {SIGN_OF_ABOVE, ABOVE_NONE, STAYS, STAYS},
    [TMD_FN_log10] = {SIGN_OF_ABOVE, ABOVE_NONE, STAYS, STAYS},
    [TMD_FN_log1p] = {SIGN_SAME, ABOVE_NONE, STAYS, STAYS},
    [TMD_FN_log2p1] = {SIGN_SAME, ABOVE_NONE, STAYS, STAYS},
    [TMD_FN_log10p1] = {SIGN_SAME, ABOVE_NONE, STAYS, STAYS},
    [TMD_FN_tanh] = {SIGN_SAME, ABOVE_NEVER, STAYS, STAYS},
    [TMD_FN_erf] = {SIGN_SAME, ABOVE_NEVER, STAYS, STAYS},
    [TMD_FN_erfcx] = {SIGN_POSITIVE, ABOVE_NONE, STAYS, STAYS},
    [TMD_FN_erfc] = {SIGN_POSITIVE, ABOVE_NONE, VANISHES, STAYS},
    [TMD_FN_rsqrt] = {SIGN_POSITIVE, ABOVE_OPPOSITE, STAYS, STAYS},
    [TMD_FN_cbrt] = {SIGN_SAME, ABOVE_SAME, STAYS, STAYS},
    [TMD_FN_sqrt] = {SIGN_SAME, ABOVE_SAME, STAYS, STAYS},
    [TMD_FN_acosh] = {SIGN_OF_ABOVE, ABOVE_NONE, STAYS, STAYS},
    [TMD_FN_asinh] = {SIGN_SAME, ABOVE_NONE, STAYS, STAYS},
    [TMD_FN_atan] = {SIGN_SAME, ABOVE_NONE, STAYS, STAYS},
    [TMD_FN_asin] = {SIGN_SAME, ABOVE_NONE, STAYS, STAYS},
};

_Static_assert(sizeof rules / sizeof *rules == TMD_FUNCTION_IDS, "a row for each function");

static const struct rule *rule_of(const struct tmd_function *function) {
  const struct rule *rule = rules + function->id;
  return rule->sign != SIGN_NONE ? rule : NULL;
}

static void follow_rule(struct tmd_bound *y, const struct rule *rule, const struct tmd_bound *a) {
  if (rule->sign == SIGN_POSITIVE) y->sign = 1;
  if (rule->sign == SIGN_SAME) y->sign = a->sign;
  if (rule->sign == SIGN_OF_ABOVE) y->sign = a->above;
  if (rule->above == ABOVE_BY_SIGN) y->above = a->sign;
  if (rule->above == ABOVE_SAME) y->above = a->above, y->below = a->below;
  if (rule->above == ABOVE_OPPOSITE && a->sign == 1) y->above = opposite(a->above);
  if (rule->above == ABOVE_NEVER) y->above = -1, y->below = 1;
  if (a->low < LARGE_ARGUMENT || (a->sign != 1 && a->sign != -1)) return;
  const int far = a->sign == 1 ? (int)rule->right : (int)rule->left;
  const long e = a->low < LARGEST_ARGUMENT ? (1L << a->low) - 1 : FAR;
  if (far == GROWS) y->low = e;
  if (far == GROWS && a->high < LARGEST_ARGUMENT - 2)
    y->high = 1L << (a->high + 2); /* below 10^|x|, and below 2^(4 |x|) */
  if (far == VANISHES) y->high = -e;
}

/* The sign of value - end, by the ball, or by the sign and the comparison with 1 and -1. */
static int compare(const struct tmd_bound *a, double end, slong prec) {
  if (end == 0) return a->sign;
  if (end == 1) return a->above;
  if (end == -1) return a->below;
  if (isinf(end)) return end > 0 ? -1 : 1;
  int sign = UNKNOWN;
  if (arb_is_finite(a->ball)) {
    arf_t number;
    arb_t difference;
    arf_init(number);
    arb_init(difference);
    arf_set_d(number, end);
    arb_sub_arf(difference, a->ball, number, prec);
    sign = sign_of(difference);
    arf_clear(number);
    arb_clear(difference);
  }
  if (sign == UNKNOWN && end < 0 && (a->sign == 1 || a->sign == 0)) sign = 1;
  if (sign == UNKNOWN && end > 0 && a->sign == -1) sign = -1;
  return sign;
}

/* 1 if x is a floating-point number where the function has a pole or is undefined. */
static int has_no_value(const struct tmd_function *function, const arb_t x) {
  if (!arb_is_exact(x) || arf_bits(arb_midref(x)) > TMD_EXPRESSION_BITS_MAX ||
      !fmpz_fits_si(ARF_EXPREF(arb_midref(x))))
    return 0;
  mpfr_t argument;
  mpfr_init2(argument, TMD_EXPRESSION_BITS_MAX);
  arf_get_mpfr(argument, arb_midref(x), MPFR_RNDN);
  const int none = tmd_function_place(function, argument).kind == TMD_PLACE_OUTSIDE;
  mpfr_clear(argument);
  return none;
}

static void bound_function(struct tmd_bound *y, const struct tmd_function *function,
                           const struct tmd_bound *a, slong prec) {
  const int below = compare(a, function->least, prec),
            beyond = compare(a, function->greatest, prec);
  const struct rule *rule = rule_of(function);
  const int inside = (below == 1 || (below == 0 && function->least_closed)) &&
                     (beyond == -1 || (beyond == 0 && function->greatest_closed));
  const int outside = below == -1 || (below == 0 && !function->least_closed) || beyond == 1 ||
                      (beyond == 0 && !function->greatest_closed);
  if (outside) {
    y->defined = TMD_UNDEFINED;
  } else if (!inside) {
    y->defined = TMD_MAYBE_DEFINED;
  } else if (!arb_is_finite(y->ball) && !rule) { /* a pole, or an argument that is too large */
    y->defined = arb_is_finite(a->ball) && has_no_value(function, a->ball) ? TMD_UNDEFINED
                                                                           : TMD_MAYBE_DEFINED;
  }
  if (inside && rule) follow_rule(y, rule, a);
}

static void operate(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                    const struct tmd_bound *b, const struct tmd_on *on);

/* y = the operation on a and b (or NULL), defined where a is. */
static void operate_on(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                       const struct tmd_bound *b, const struct tmd_on *on) {
  nothing_known(y);
  arb_indeterminate(y->ball);
  y->defined = a->defined;
  if (a->defined == TMD_UNDEFINED) return;
  operate(node, y, a, b, on);
  if (on->expand) tmd_bound_expand(node, y, a, b, on);
  tighten(y, on);
}

/* exp(b log a) */
static void bound_exponential(struct tmd_bound *y, const struct tmd_bound *a,
                              const struct tmd_bound *b, const struct tmd_on *on) {
  const enum tmd_defined defined = y->defined;
  const struct tmd_node log = {.kind = TMD_NODE_APPLY, .function = tmd_function_entry(TMD_FN_log)};
  const struct tmd_node exp = {.kind = TMD_NODE_APPLY, .function = tmd_function_entry(TMD_FN_exp)};
  const struct tmd_node product = {.kind = TMD_NODE_PRODUCT};
  struct tmd_bound logarithm, exponent;
  tmd_bound_init(&logarithm);
  tmd_bound_init(&exponent);
  operate_on(&log, &logarithm, a, NULL, on);
  operate_on(&product, &exponent, &logarithm, b, on);
  operate_on(&exp, y, &exponent, NULL, on);
  if (y->defined == TMD_DEFINED) y->defined = defined;
  tmd_bound_clear(&logarithm);
  tmd_bound_clear(&exponent);
}

/* The same function in two forms. */
static void bound_either(struct tmd_bound *y, const struct tmd_bound *a,
                         const struct tmd_bound *b) {
  y->sign = a->sign == UNKNOWN ? b->sign : a->sign;
  y->above = a->above == UNKNOWN ? b->above : a->above;
  y->below = a->below == UNKNOWN ? b->below : a->below;
  y->low = most(a->low, b->low);
  y->high = least(a->high, b->high);
}

/* y = the operation on a and b (or NULL), as defined as they are. */
static void operate(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                    const struct tmd_bound *b, const struct tmd_on *on) {
  if (node->kind == TMD_NODE_EXPONENTIAL) {
    bound_exponential(y, a, b, on);
    return;
  }
  tmd_node_operate(node, y->ball, a->ball, b ? b->ball : NULL, on->prec);
  switch (node->kind) {
  case TMD_NODE_NEGATIVE: bound_negative(y, a); break;
  case TMD_NODE_ABSOLUTE: bound_absolute(y, a); break;
  case TMD_NODE_SUM: bound_sum(y, a, b); break;
  case TMD_NODE_DIFFERENCE: bound_difference(y, a, b); break;
  case TMD_NODE_PRODUCT: bound_product(y, a, b); break;
  case TMD_NODE_QUOTIENT: bound_quotient(y, a, b); break;
  case TMD_NODE_POWER: bound_power(y, a, node->value); break;
  case TMD_NODE_MINIMUM: bound_extreme(y, a, b, -1); break;
  case TMD_NODE_MAXIMUM: bound_extreme(y, a, b, 1); break;
  case TMD_NODE_EITHER: bound_either(y, a, b); break;
  default: bound_function(y, node->function, a, on->prec);
  }
}

static void bound(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_on *on);

/* Bounds that hold for both branches. */
static void bound_both(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_on *on) {
  struct tmd_bound b;
  tmd_bound_init(&b);
  bound(node->left, y, on);
  bound(node->right, &b, on);
  if (y->defined != b.defined) y->defined = TMD_MAYBE_DEFINED;
  if (arb_is_finite(y->ball) && arb_is_finite(b.ball))
    arb_union(y->ball, y->ball, b.ball, on->prec);
  else arb_indeterminate(y->ball);
  if (y->sign != b.sign) y->sign = UNKNOWN;
  if (y->above != b.above) y->above = UNKNOWN;
  if (y->below != b.below) y->below = UNKNOWN;
  y->low = least(y->low, b.low);
  y->high = most(y->high, b.high);
  tmd_expansion_set_ball(&y->expansion, y->ball);
  tmd_bound_clear(&b);
}

static void bound_piecewise(const struct tmd_node *node, struct tmd_bound *y,
                            const struct tmd_on *on) {
  enum tmd_defined test;
  const enum tmd_branch branch = tmd_node_branch(node, on->t, on->prec, &test);
  if (branch == TMD_BRANCH_OPEN) bound_both(node, y, on);
  else bound(branch == TMD_BRANCH_LEFT ? node->left : node->right, y, on);
  if (test == TMD_UNDEFINED) y->defined = TMD_UNDEFINED;
  else if (test == TMD_MAYBE_DEFINED && y->defined == TMD_DEFINED) y->defined = TMD_MAYBE_DEFINED;
}

static void bound_operation(const struct tmd_node *node, struct tmd_bound *y,
                            const struct tmd_on *on) {
  struct tmd_bound a, b;
  tmd_bound_init(&a);
  tmd_bound_init(&b);
  bound(node->left, &a, on);
  if (node->right) bound(node->right, &b, on);
  else b.defined = TMD_DEFINED;
  if (node->kind == TMD_NODE_EITHER)
    y->defined = a.defined == TMD_MAYBE_DEFINED ? b.defined : a.defined;
  else if (a.defined == TMD_UNDEFINED || b.defined == TMD_UNDEFINED) y->defined = TMD_UNDEFINED;
  else if (a.defined == TMD_MAYBE_DEFINED || b.defined == TMD_MAYBE_DEFINED)
    y->defined = TMD_MAYBE_DEFINED;
  if (y->defined != TMD_UNDEFINED) {
    operate(node, y, &a, &b, on);
    if (on->expand) tmd_bound_expand(node, y, &a, &b, on);
    tighten(y, on);
  }
  tmd_bound_clear(&a);
  tmd_bound_clear(&b);
}

static void bound(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_on *on) {
  if (node->kind == TMD_NODE_PIECEWISE) {
    bound_piecewise(node, y, on);
    return;
  }
  nothing_known(y);
  arb_indeterminate(y->ball);
  y->defined = TMD_DEFINED;
  if (node->left) {
    bound_operation(node, y, on);
  } else {
    tmd_node_value(node, y->ball, on->t, on->prec);
    if (on->expand) tmd_bound_expand(node, y, NULL, NULL, on);
    tighten(y, on);
  }
}

void tmd_node_expand(const struct tmd_node *node, struct tmd_bound *y, const arb_t x, slong prec) {
  bound(node, y, &(struct tmd_on){.t = x, .prec = prec, .expand = 1});
}

/* By balls, and by expansions if balls do not decide the sign, the exponent or the domain. */
void tmd_node_bound(const struct tmd_node *node, struct tmd_bound *y, const arb_t x, slong prec) {
  bound(node, y, &(struct tmd_on){.t = x, .prec = prec});
  const int open = y->defined == TMD_DEFINED && (y->sign == UNKNOWN || y->high > y->low + 1);
  if (open || y->defined == TMD_MAYBE_DEFINED) tmd_node_expand(node, y, x, prec);
}
