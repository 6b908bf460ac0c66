#include "lib/expression/expression.h"

#include <stdlib.h>

#include "lib/base/arb-helpers.h"
#include "lib/expression/tree/node.h"

enum { FIRST_PRECISION = 64 };

/* ---- the value by plain ball arithmetic ---- */

/* a^b = exp(b log a), a > 0 */
static void exponential(arb_t y, const arb_t a, const arb_t b, slong prec) {
  if (arb_is_positive(a)) {
    arb_log(y, a, prec);
    arb_mul(y, y, b, prec);
    arb_exp(y, y, prec);
  } else {
    arb_indeterminate(y);
  }
}

static void apply(arb_t y, const struct tmd_function *function, const arb_t x, slong prec) {
  arb_poly_t w;
  arb_poly_init(w);
  if (arb_is_finite(x)) {
    tmd_function_series(function, w, x, 1, prec);
    arb_poly_get_coeff_arb(y, w, 0);
  } else {
    arb_indeterminate(y);
  }
  arb_poly_clear(w);
}

/* The value of the branch that is taken, or of either if undecided. */
static void piecewise(const struct tmd_node *node, arb_t y, const arb_t x, slong prec) {
  enum tmd_defined defined;
  const enum tmd_branch branch = tmd_node_branch(node, x, prec, &defined);
  if (branch == TMD_BRANCH_OPEN && defined == TMD_DEFINED) {
    arb_t right;
    arb_init(right);
    tmd_node_value(node->right, right, x, prec);
    tmd_node_value(node->left, y, x, prec);
    if (arb_is_finite(y) && arb_is_finite(right)) arb_union(y, y, right, prec);
    else arb_indeterminate(y);
    arb_clear(right);
  } else if (branch == TMD_BRANCH_OPEN) {
    arb_indeterminate(y);
  } else {
    tmd_node_value(branch == TMD_BRANCH_LEFT ? node->left : node->right, y, x, prec);
  }
}

void tmd_node_operate(const struct tmd_node *node, arb_t y, const arb_t a, arb_srcptr b,
                      slong prec) {
  switch (node->kind) {
  case TMD_NODE_NEGATIVE: arb_neg(y, a); break;
  case TMD_NODE_ABSOLUTE:
    arb_abs(y, a);
    if (arb_is_finite(y)) arb_nonnegative_part(y, y);
    break;
  case TMD_NODE_SUM: arb_add(y, a, b, prec); break;
  case TMD_NODE_DIFFERENCE: arb_sub(y, a, b, prec); break;
  case TMD_NODE_PRODUCT: arb_mul(y, a, b, prec); break;
  case TMD_NODE_QUOTIENT: arb_div(y, a, b, prec); break;
  case TMD_NODE_POWER: tmd_node_power(y, a, node->value, prec); break;
  case TMD_NODE_EXPONENTIAL: exponential(y, a, b, prec); break;
  case TMD_NODE_MINIMUM: arb_min(y, a, b, prec); break;
  case TMD_NODE_MAXIMUM: arb_max(y, a, b, prec); break;
  case TMD_NODE_EITHER:
    arb_set(y, a);
    tmd_ball_intersect(y, b, prec);
    break;
  default: apply(y, node->function, a, prec);
  }
}

void tmd_node_value(const struct tmd_node *node, arb_t y, const arb_t x, slong prec) {
  arb_t right;
  switch (node->kind) {
  case TMD_NODE_PIECEWISE: piecewise(node, y, x, prec); return;
  case TMD_NODE_CONSTANT: arb_set_fmpq(y, node->value, prec); return;
  case TMD_NODE_PI: arb_const_pi(y, prec); return;
  case TMD_NODE_E: arb_const_e(y, prec); return;
  case TMD_NODE_VARIABLE: arb_set(y, x); return;
  default: break;
  }
  arb_init(right);
  if (node->right) tmd_node_value(node->right, right, x, prec);
  tmd_node_value(node->left, y, x, prec); /* y may be x */
  tmd_node_operate(node, y, y, right, prec);
  arb_clear(right);
}

/* ---- the position of |f| ---- */

static struct tmd_place place_on(const struct tmd_node *node, const arb_t x, slong prec) {
  struct tmd_bound bound;
  struct tmd_place place = {.kind = TMD_PLACE_UNDECIDED};
  tmd_bound_init(&bound);
  tmd_node_bound(node, &bound, x, prec);
  place.low = bound.size.low;
  place.high = bound.size.high;
  place.sign = bound.size.sign < 0;
  if (bound.defined == TMD_UNDEFINED) place.kind = TMD_PLACE_OUTSIDE;
  else if (bound.defined == TMD_DEFINED && bound.size.sign == 0) place.kind = TMD_PLACE_ZERO;
  else if (bound.defined == TMD_DEFINED && bound.size.sign != TMD_SIGN_UNKNOWN)
    place.kind = TMD_PLACE_BETWEEN;
  tmd_bound_clear(&bound);
  return place;
}

struct tmd_place tmd_expression_place_on(const struct tmd_expression *expression, const arb_t x,
                                         slong prec) {
  return place_on(expression->root, x, prec);
}

int tmd_node_is_located(const struct tmd_place *place) {
  if (place->kind == TMD_PLACE_BETWEEN)
    return place->high == place->low + 1 || tmd_place_is_far_out(place);
  return place->kind != TMD_PLACE_UNDECIDED;
}

struct tmd_place tmd_node_place(const struct tmd_node *node, const arb_t x) {
  struct tmd_place place;
  slong prec = FIRST_PRECISION;
  do place = place_on(node, x, prec);
  while (!tmd_node_is_located(&place) && (prec *= 2) <= TMD_EXPRESSION_BITS_MAX);
  return place;
}

struct tmd_place tmd_expression_place(const struct tmd_expression *expression, const mpfr_t x) {
  arb_t ball;
  arb_init(ball);
  arf_set_mpfr(arb_midref(ball), x);
  const struct tmd_place place = tmd_node_place(expression->root, ball);
  arb_clear(ball);
  return place;
}
