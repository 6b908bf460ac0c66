/* Domains, balls, sizes and expansions of the parts of an expression. */
#include <math.h>

#include "lib/expression/tree/node.h"

enum { UNKNOWN = TMD_SIGN_UNKNOWN };

void tmd_bound_init(struct tmd_bound *bound) {
  arb_init(bound->ball);
  tmd_expansion_init(&bound->expansion);
  bound->rational = 0;
  fmpq_init(bound->exact);
}

void tmd_bound_clear(struct tmd_bound *bound) {
  arb_clear(bound->ball);
  tmd_expansion_clear(&bound->expansion);
  fmpq_clear(bound->exact);
}

int tmd_node_by_exponential(const struct tmd_node *node, const struct tmd_bound *a) {
  return node->kind == TMD_NODE_POWER && a->size.sign == 1 && !tmd_node_is_small(node->value);
}

static void set(struct tmd_bound *y, const struct tmd_bound *a) {
  y->defined = a->defined, y->size = a->size;
  arb_set(y->ball, a->ball);
  tmd_expansion_set(&y->expansion, &a->expansion);
  y->rational = a->rational;
  fmpq_set(y->exact, a->exact);
}

/* Tightens the size by the exact value, the expansion and the ball, and the ball by both. */
static void settle(struct tmd_bound *y, const struct tmd_on *on) {
  if (y->rational) tmd_size_tighten(&y->size, tmd_size_of(y->exact));
  if (on->expand) tmd_bound_by_expansion(y, on);
  if (!arb_is_finite(y->ball) && y->size.high != TMD_SIZE_NO_HIGH) {
    arb_zero(y->ball);
    arb_add_error_2exp_si(y->ball, y->size.high);
  }
  tmd_size_tighten(&y->size, tmd_ball_size(y->ball, on->prec));
}

static void operate_on(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                       const struct tmd_bound *b, const struct tmd_on *on);

/* min (wanted = -1) or max (1): the operand that it is, if that is decided. */
static void bound_extreme(struct tmd_bound *y, const struct tmd_bound *a, const struct tmd_bound *b,
                          int wanted, const struct tmd_on *on) {
  const struct tmd_node minus = {.kind = TMD_NODE_DIFFERENCE};
  struct tmd_bound difference;
  tmd_bound_init(&difference);
  operate_on(&minus, &difference, a, b, on);
  const int sign = difference.size.sign;
  if (sign != UNKNOWN) {
    const enum tmd_defined defined = y->defined;
    set(y, sign == -wanted ? b : a);
    y->defined = defined;
  } else {
    y->expansion.known = 0;
    y->size = tmd_size_either(a->size, b->size);
    if (a->size.sign == wanted || b->size.sign == wanted) y->size.sign = wanted;
  }
  tmd_bound_clear(&difference);
}

/* The domain of a quotient by a, or a negative power. */
static void divide_by(struct tmd_bound *y, const struct tmd_bound *a) {
  if (a->size.sign == 0) y->defined = TMD_UNDEFINED;
  else if (a->size.sign == UNKNOWN && y->defined == TMD_DEFINED) y->defined = TMD_MAYBE_DEFINED;
}

static void bound_power(struct tmd_bound *y, const struct tmd_bound *a, const fmpq_t exponent) {
  const int integer = fmpz_is_one(fmpq_denref(exponent)), negative = fmpq_sgn(exponent) < 0;
  if (fmpq_is_zero(exponent)) { /* 1, also where the ball of a is infinite */
    arb_one(y->ball);
    return;
  }
  fmpq_t r;
  fmpq_init(r);
  fmpq_abs(r, exponent);
  if (negative) divide_by(y, a);
  if (!integer && a->size.sign == -1) y->defined = TMD_UNDEFINED;
  else if (!integer && a->size.sign == UNKNOWN && y->defined == TMD_DEFINED)
    y->defined = TMD_MAYBE_DEFINED;
  if (y->defined != TMD_UNDEFINED) y->size = tmd_size_power(a->size, r);
  if (negative) y->size = tmd_size_inverse(y->size);
  fmpq_clear(r);
}

/* The sign of a - end, an end of a domain. */
static int compare(const struct tmd_bound *a, double end, const struct tmd_on *on) {
  if (isinf(end)) return end > 0 ? -1 : 1;
  return tmd_bound_compare(a, (long)end, on);
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

static void bound_function(struct tmd_bound *y, const struct tmd_function *f,
                           const struct tmd_bound *a, const struct tmd_on *on) {
  const int below = compare(a, f->least, on), beyond = compare(a, f->greatest, on);
  const int inside = (below == 1 || (below == 0 && f->least_closed)) &&
                     (beyond == -1 || (beyond == 0 && f->greatest_closed));
  const int outside = below == -1 || (below == 0 && !f->least_closed) || beyond == 1 ||
                      (beyond == 0 && !f->greatest_closed);
  const int pole = !arb_is_finite(y->ball) && (f->poles || (f->n < 0 && abs(a->size.sign) != 1));
  if (f->id == TMD_FN_tanh || f->id == TMD_FN_erf) y->size.high = 0;
  if (f->monotone && f->symmetry.parity == TMD_PARITY_ODD) y->size.sign = a->size.sign;
  if (outside || (inside && pole && arb_is_finite(a->ball) && has_no_value(f, a->ball)))
    y->defined = TMD_UNDEFINED;
  else if (!inside || pole) y->defined = TMD_MAYBE_DEFINED;
}

/* exp(b log a) */
static void bound_exponential(struct tmd_bound *y, const struct tmd_bound *a,
                              const struct tmd_bound *b, const struct tmd_on *on) {
  const struct tmd_node log = {.kind = TMD_NODE_APPLY, .function = tmd_function_entry(TMD_FN_log)};
  const struct tmd_node exp = {.kind = TMD_NODE_APPLY, .function = tmd_function_entry(TMD_FN_exp)};
  const struct tmd_node product = {.kind = TMD_NODE_PRODUCT};
  struct tmd_bound logarithm, exponent;
  tmd_bound_init(&logarithm);
  tmd_bound_init(&exponent);
  operate_on(&log, &logarithm, a, NULL, on);
  operate_on(&product, &exponent, &logarithm, b, on);
  operate_on(&exp, y, &exponent, NULL, on);
  tmd_bound_clear(&logarithm);
  tmd_bound_clear(&exponent);
}

/* The same for a large exponent, which balls of powers would lose next to 1. */
static void bound_large_power(struct tmd_bound *y, const struct tmd_bound *a, const fmpq_t exponent,
                              const struct tmd_on *on) {
  struct tmd_node number = {.kind = TMD_NODE_CONSTANT};
  struct tmd_bound b;
  fmpq_init(number.value);
  fmpq_set(number.value, exponent);
  tmd_bound_init(&b);
  tmd_bound_formula(&number, &b, on);
  bound_exponential(y, a, &b, on);
  tmd_bound_clear(&b);
  fmpq_clear(number.value);
}

/* y = the operation on a and b (or NULL), defined as they are. */
static void operate(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                    const struct tmd_bound *b, const struct tmd_on *on) {
  tmd_node_operate(node, y->ball, a->ball, b ? b->ball : NULL, on->prec);
  switch (node->kind) {
  case TMD_NODE_NEGATIVE: y->size = tmd_size_negative(a->size); break;
  case TMD_NODE_ABSOLUTE:
    y->size = a->size;
    if (a->size.sign != UNKNOWN) y->size.sign = abs(a->size.sign);
    break;
  case TMD_NODE_SUM: y->size = tmd_size_sum(a->size, b->size); break;
  case TMD_NODE_DIFFERENCE: y->size = tmd_size_sum(a->size, tmd_size_negative(b->size)); break;
  case TMD_NODE_PRODUCT: y->size = tmd_size_product(a->size, b->size); break;
  case TMD_NODE_QUOTIENT:
    divide_by(y, b);
    if (b->size.sign != 0) y->size = tmd_size_product(a->size, tmd_size_inverse(b->size));
    break;
  case TMD_NODE_POWER: bound_power(y, a, node->value); break;
  case TMD_NODE_MINIMUM: bound_extreme(y, a, b, -1, on); break;
  case TMD_NODE_MAXIMUM: bound_extreme(y, a, b, 1, on); break;
  case TMD_NODE_EITHER:
    y->size = a->size;
    tmd_size_tighten(&y->size, b->size);
    break;
  default: bound_function(y, node->function, a, on);
  }
}

/* y = the operation on a and b (or NULL). */
static void operate_on(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                       const struct tmd_bound *b, const struct tmd_on *on) {
  const enum tmd_defined other = b ? b->defined : a->defined;
  y->size = tmd_size_unknown();
  y->rational = 0;
  arb_indeterminate(y->ball);
  if (node->kind == TMD_NODE_EITHER)
    y->defined = a->defined == TMD_MAYBE_DEFINED ? other : a->defined;
  else if (a->defined == TMD_UNDEFINED || other == TMD_UNDEFINED) y->defined = TMD_UNDEFINED;
  else y->defined = a->defined == TMD_DEFINED ? other : a->defined;
  if (y->defined == TMD_UNDEFINED) return;
  if (node->kind == TMD_NODE_EXPONENTIAL) bound_exponential(y, a, b, on);
  else if (tmd_node_by_exponential(node, a)) bound_large_power(y, a, node->value, on);
  else operate(node, y, a, b, on);
  if (on->rational) tmd_bound_exactly(node, y, a, b);
  if (on->expand) tmd_bound_expand(node, y, a, b, on);
  settle(y, on);
}

/* Bounds that hold for both branches. */
static void bound_both(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_on *on) {
  struct tmd_bound b;
  tmd_bound_init(&b);
  tmd_bound_formula(node->left, y, on);
  tmd_bound_formula(node->right, &b, on);
  if (y->defined != b.defined) y->defined = TMD_MAYBE_DEFINED;
  if (arb_is_finite(y->ball) && arb_is_finite(b.ball))
    arb_union(y->ball, y->ball, b.ball, on->prec);
  else arb_indeterminate(y->ball);
  y->size = tmd_size_either(y->size, b.size);
  y->rational = 0;
  tmd_expansion_set_ball(&y->expansion, y->ball);
  tmd_bound_clear(&b);
}

static void bound_piecewise(const struct tmd_node *node, struct tmd_bound *y,
                            const struct tmd_on *on) {
  enum tmd_defined test;
  enum tmd_branch branch = tmd_node_branch(node, on->t, on->prec, &test);
  if (branch == TMD_BRANCH_OPEN && on->rational) branch = tmd_node_branch_at(node, on, &test);
  if (branch == TMD_BRANCH_OPEN) bound_both(node, y, on);
  else tmd_bound_formula(branch == TMD_BRANCH_LEFT ? node->left : node->right, y, on);
  if (test == TMD_UNDEFINED) y->defined = TMD_UNDEFINED;
  else if (test == TMD_MAYBE_DEFINED && y->defined == TMD_DEFINED) y->defined = TMD_MAYBE_DEFINED;
}

void tmd_bound_formula(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_on *on) {
  if (node->kind == TMD_NODE_PIECEWISE) {
    bound_piecewise(node, y, on);
  } else if (node->kind == TMD_NODE_VARIABLE && on->x) {
    set(y, on->x);
  } else if (node->left) {
    struct tmd_bound a, b;
    tmd_bound_init(&a);
    tmd_bound_init(&b);
    tmd_bound_formula(node->left, &a, on);
    if (node->right) tmd_bound_formula(node->right, &b, on);
    operate_on(node, y, &a, node->right ? &b : NULL, on);
    tmd_bound_clear(&a);
    tmd_bound_clear(&b);
  } else {
    y->defined = TMD_DEFINED;
    y->size = tmd_size_unknown();
    y->rational =
        on->rational && (node->kind == TMD_NODE_CONSTANT || node->kind == TMD_NODE_VARIABLE);
    if (y->rational)
      fmpq_set(y->exact, node->kind == TMD_NODE_CONSTANT ? node->value : on->rational);
    tmd_node_value(node, y->ball, on->t, on->prec);
    if (on->expand) tmd_bound_expand(node, y, NULL, NULL, on);
    settle(y, on);
  }
}

void tmd_node_expand(const struct tmd_node *node, struct tmd_bound *y, const arb_t x, slong prec) {
  tmd_bound_formula(node, y, &(struct tmd_on){.t = x, .prec = prec, .expand = 1});
}

/* By the exact value at a number t; not if it has too many bits. */
static void bound_exactly(const struct tmd_node *node, struct tmd_bound *y, const arb_t t,
                          slong prec) {
  arf_srcptr number = arb_midref(t);
  if (!arb_is_exact(t) || arf_bits(number) > TMD_EXACT_BITS_MAX ||
      arf_cmpabs_2exp_si(number, TMD_EXACT_BITS_MAX) > 0 ||
      (!arf_is_zero(number) && arf_cmpabs_2exp_si(number, -TMD_EXACT_BITS_MAX) < 0))
    return;
  fmpq_t rational;
  fmpq_init(rational);
  arf_get_fmpq(rational, number);
  tmd_bound_formula(node, y,
                    &(struct tmd_on){.t = t, .prec = prec, .expand = 1, .rational = rational});
  fmpq_clear(rational);
}

static int is_open(const struct tmd_bound *y) {
  return y->defined == TMD_MAYBE_DEFINED ||
         (y->defined == TMD_DEFINED && (y->size.sign == UNKNOWN || y->size.high > y->size.low + 1));
}

/* By balls, and where these do not decide the sign, the exponent or the domain by expansions, and
   exactly. */
void tmd_node_bound(const struct tmd_node *node, struct tmd_bound *y, const arb_t x, slong prec) {
  tmd_bound_formula(node, y, &(struct tmd_on){.t = x, .prec = prec});
  if (is_open(y)) tmd_node_expand(node, y, x, prec);
  if (is_open(y)) bound_exactly(node, y, x, prec);
}
