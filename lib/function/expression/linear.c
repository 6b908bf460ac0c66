/* Parts that are linear in x but for a rest, on a ball of x: f(t) = slope t + rest. So x tanh(exp(x)) is x but for very little
   where exp(x) is beyond every ball, and log(cosh(x)) is x - log(2), without derivatives.

       u + v             the sum of slopes, and of rests
       u (c + e)         c u + e u:                the slope times c; e u is less than the sizes of e and u say
       u / (c + e)       u/c - e u/(c (c + e)):    the slope over c, likewise

   c is a rational number that a part lies beside (beside.c). Of other parts the rest is the value. */
#include "lib/function/expression/node.h"

/* 1 if so; else slope and rest hold anything. */
static int linear(const struct tmd_node *node, fmpq_t slope, arb_t rest, const arb_t x, slong prec);

static int by_value(const struct tmd_node *node, fmpq_t slope, arb_t rest, const arb_t x, slong prec) {
  struct tmd_bound bound;
  tmd_bound_init(&bound);
  tmd_node_bound(node, &bound, x, prec);
  fmpq_zero(slope);
  arb_set(rest, bound.ball);
  const int known = bound.defined == TMD_DEFINED && arb_is_finite(rest);
  tmd_bound_clear(&bound);
  return known;
}

static int sum(const struct tmd_node *node, fmpq_t slope, arb_t rest, const arb_t x, slong prec) {
  fmpq_t other_slope;
  arb_t other;
  fmpq_init(other_slope);
  arb_init(other);
  const int known =
      linear(node->left, slope, rest, x, prec) && linear(node->right, other_slope, other, x, prec);
  if (node->kind == TMD_NODE_DIFFERENCE) {
    fmpq_neg(other_slope, other_slope);
    arb_neg(other, other);
  }
  fmpq_add(slope, slope, other_slope);
  arb_add(rest, rest, other, prec);
  fmpq_clear(other_slope);
  arb_clear(other);
  return known;
}

/* u times, or over, a part beside a number. */
static int scaled(const struct tmd_node *u, const struct tmd_node *by, int over, fmpq_t slope, arb_t rest, const arb_t x,
                  slong prec) {
  struct tmd_bound c, size;
  tmd_bound_init(&c), tmd_bound_init(&size);
  tmd_node_bound(by, &c, x, prec);
  const fmpq *number = c.beside.number;
  int known = c.defined == TMD_DEFINED && !fmpq_is_zero(number) && c.beside.rest.high != TMD_SIZE_NO_HIGH &&
              (!over || (c.sign != TMD_SIGN_UNKNOWN && c.low != TMD_SIZE_NO_LOW)) && linear(u, slope, rest, x, prec);
  if (known) {
    arb_t factor;
    arb_init(factor);
    tmd_node_bound(u, &size, x, prec);
    arb_set_fmpq(factor, number, prec);
    if (over) fmpq_div(slope, slope, number), arb_div(rest, rest, factor, prec);
    else fmpq_mul(slope, slope, number), arb_mul(rest, rest, factor, prec);
    const long more = over ? tmd_size_of(number).low + c.low : 0;
    known = size.high != TMD_SIZE_NO_HIGH;
    if (known) arb_add_error_2exp_si(rest, size.high + c.beside.rest.high - more);
    arb_clear(factor);
  }
  tmd_bound_clear(&c), tmd_bound_clear(&size);
  return known;
}

static int absolute(const struct tmd_node *node, fmpq_t slope, arb_t rest, const arb_t x, slong prec) {
  struct tmd_bound bound;
  tmd_bound_init(&bound);
  tmd_node_bound(node->left, &bound, x, prec);
  const int sign = bound.sign, known = (sign == 1 || sign == -1) && linear(node->left, slope, rest, x, prec);
  tmd_bound_clear(&bound);
  if (sign == -1) fmpq_neg(slope, slope), arb_neg(rest, rest);
  return known;
}

/* The form that leaves the smaller rest. */
static int either(const struct tmd_node *node, fmpq_t slope, arb_t rest, const arb_t x, slong prec) {
  fmpq_t other_slope;
  arb_t other;
  fmpq_init(other_slope);
  arb_init(other);
  int known = linear(node->left, slope, rest, x, prec);
  if (linear(node->right, other_slope, other, x, prec) &&
      (!known || mag_cmp(arb_radref(other), arb_radref(rest)) < 0)) {
    known = 1;
    fmpq_swap(slope, other_slope);
    arb_swap(rest, other);
  }
  fmpq_clear(other_slope);
  arb_clear(other);
  return known;
}

static int by_parts(const struct tmd_node *node, fmpq_t slope, arb_t rest, const arb_t x, slong prec) {
  switch (node->kind) {
    case TMD_NODE_VARIABLE:
      fmpq_one(slope);
      arb_zero(rest);
      return 1;
    case TMD_NODE_NEGATIVE:
      if (!linear(node->left, slope, rest, x, prec)) return 0;
      fmpq_neg(slope, slope);
      arb_neg(rest, rest);
      return 1;
    case TMD_NODE_ABSOLUTE: return absolute(node, slope, rest, x, prec);
    case TMD_NODE_SUM:
    case TMD_NODE_DIFFERENCE: return sum(node, slope, rest, x, prec);
    case TMD_NODE_PRODUCT:
      return (scaled(node->left, node->right, 0, slope, rest, x, prec) && !fmpq_is_zero(slope)) ||
             scaled(node->right, node->left, 0, slope, rest, x, prec);
    case TMD_NODE_QUOTIENT: return scaled(node->left, node->right, 1, slope, rest, x, prec);
    case TMD_NODE_EITHER: return either(node, slope, rest, x, prec);
    default: return 0;
  }
}

static int linear(const struct tmd_node *node, fmpq_t slope, arb_t rest, const arb_t x, slong prec) {
  return (by_parts(node, slope, rest, x, prec) && !fmpq_is_zero(slope)) || by_value(node, slope, rest, x, prec);
}

int tmd_expression_linear_on(const struct tmd_expression *expression, fmpq_t slope, arb_t rest, const arb_t x, slong prec) {
  return linear(expression->root, slope, rest, x, prec);
}
