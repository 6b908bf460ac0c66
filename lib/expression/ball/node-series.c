/* Taylor polynomials of trees by plain ball arithmetic. */
#include <stdlib.h>

#include "lib/base/arb-helpers.h"
#include "lib/expression/tree/node.h"

static void indeterminate(arb_poly_t y, slong len) {
  arb_poly_fit_length(y, len);
  _arb_vec_indeterminate(y->coeffs, len);
  _arb_poly_set_length(y, len);
}

/* A value without derivatives. */
static void value_alone(arb_poly_t y, const arb_t value, slong len) {
  indeterminate(y, len);
  arb_poly_set_coeff_arb(y, 0, value);
}

int tmd_series_is_finite(const arb_poly_t y) { return _arb_vec_is_finite(y->coeffs, y->length); }

/* f(u): the coefficients of f on the ball u(X), composed with u - u(X). */
static void compose(arb_poly_t y, const struct tmd_function *function, arb_poly_t u, slong len,
                    slong prec) {
  arb_t value;
  arb_init(value);
  arb_poly_get_coeff_arb(value, u, 0);
  if (!tmd_series_is_finite(u)) {
    indeterminate(y, len);
  } else if (arb_poly_length(u) <= 1 || len == 1) {
    tmd_function_series(function, y, value, 1, prec);
  } else {
    arb_poly_t f;
    arb_poly_init(f);
    tmd_function_series(function, f, value, len, prec);
    arb_poly_set_coeff_si(u, 0, 0);
    if (tmd_series_is_finite(f)) arb_poly_compose_series(y, f, u, len, prec);
    else indeterminate(y, len);
    arb_poly_clear(f);
  }
  arb_clear(value);
}

static int is_variable(const struct tmd_node *node) { return node->kind == TMD_NODE_VARIABLE; }
static int is_integer(const fmpq_t x) { return fmpz_is_one(fmpq_denref(x)); }

static void power(arb_poly_t y, const arb_poly_t u, const fmpq_t exponent, slong len, slong prec) {
  arb_t base;
  arb_init(base);
  arb_poly_get_coeff_arb(base, u, 0);
  if (!tmd_series_is_finite(u)) {
    indeterminate(y, len);
  } else if (is_integer(exponent) && tmd_node_is_small(exponent)) {
    arb_poly_pow_ui_trunc_binexp(y, u, (ulong)labs(fmpz_get_si(fmpq_numref(exponent))), len, prec);
    if (fmpz_sgn(fmpq_numref(exponent)) < 0) arb_poly_inv_series(y, y, len, prec);
  } else if (arb_is_positive(base) || (arb_is_negative(base) && is_integer(exponent))) {
    const int negative = arb_is_negative(base);
    arb_t e;
    arb_init(e);
    arb_set_fmpq(e, exponent, prec + 32);
    if (negative) arb_poly_neg(y, u);
    arb_poly_pow_arb_series(y, negative ? y : u, e, len, prec);
    if (negative && fmpz_is_odd(fmpq_numref(exponent))) arb_poly_neg(y, y);
    tmd_node_power(e, base, exponent, prec); /* roots are tighter */
    arb_poly_set_coeff_arb(y, 0, e);
    arb_clear(e);
  } else if (len == 1 && arb_is_zero(base) && fmpq_sgn(exponent) > 0) {
    arb_poly_zero(y);
  } else {
    indeterminate(y, len);
  }
  arb_clear(base);
}

/* |u|: u or -u; where u may be 0, a value without derivatives. */
static void absolute(arb_poly_t y, const arb_poly_t u, slong len) {
  arb_t value;
  arb_init(value);
  arb_poly_get_coeff_arb(value, u, 0);
  if (arb_is_positive(value)) {
    arb_poly_set(y, u);
  } else if (arb_is_negative(value)) {
    arb_poly_neg(y, u);
  } else {
    const slong known = arb_poly_length(u) <= 1;
    arb_abs(value, value);
    value_alone(y, value, known ? 1 : len);
  }
  arb_clear(value);
}

static void quotient(const struct tmd_node *node, arb_poly_t y, const struct tmd_along *at,
                     slong len, slong prec) {
  arb_poly_t v;
  arb_t value;
  arb_poly_init(v);
  arb_init(value);
  tmd_node_series(node->right, v, at, len, prec);
  arb_poly_get_coeff_arb(value, v, 0);
  const int shift = node->shift && !at->line && arb_contains_zero(value) && arb_contains_zero(at->x)
                        ? node->shift
                        : 0;
  if (shift) {
    tmd_node_series(node->right, v, at, len + shift, prec);
    arb_poly_shift_right(v, v, shift);
  }
  tmd_node_series(node->left, y, at, len + shift, prec);
  arb_poly_shift_right(y, y, shift);
  if (arb_poly_length(v) == 0 || !tmd_series_is_finite(v) || !tmd_series_is_finite(y))
    indeterminate(y, len);
  else arb_poly_div_series(y, y, v, len, prec);
  arb_poly_clear(v);
  arb_clear(value);
}

/* Intersects the coefficients of y with those of z. */
void tmd_series_intersect(arb_poly_t y, const arb_poly_t z, slong len, slong prec) {
  arb_t a, b;
  arb_init(a), arb_init(b);
  for (slong j = 0; j < len; j++) {
    arb_poly_get_coeff_arb(a, y, j);
    arb_poly_get_coeff_arb(b, z, j);
    tmd_ball_intersect(a, b, prec);
    arb_poly_set_coeff_arb(y, j, a);
  }
  arb_clear(a), arb_clear(b);
}

/* y^v = exp(v log y), y > 0 */
static void exponential(arb_poly_t y, const arb_poly_t v, slong len, slong prec) {
  arb_t base;
  arb_init(base);
  arb_poly_get_coeff_arb(base, y, 0);
  if (arb_is_positive(base) && tmd_series_is_finite(y) && tmd_series_is_finite(v)) {
    arb_poly_log_series(y, y, len, prec);
    arb_poly_mullow(y, y, v, len, prec);
    arb_poly_exp_series(y, y, len, prec);
  } else {
    indeterminate(y, len);
  }
  arb_clear(base);
}

/* min or max of y and v: the one that it is on all of the ball; else a value without
   derivatives. */
static void extreme(arb_poly_t y, const arb_poly_t v, int wanted, slong len, slong prec) {
  arb_t a, b;
  arb_init(a), arb_init(b);
  arb_poly_get_coeff_arb(a, y, 0);
  arb_poly_get_coeff_arb(b, v, 0);
  if (wanted < 0 ? arb_lt(b, a) : arb_gt(b, a)) {
    arb_poly_set(y, v);
  } else if (!(wanted < 0 ? arb_lt(a, b) : arb_gt(a, b))) {
    (wanted < 0 ? arb_min : arb_max)(a, a, b, prec);
    value_alone(y, a, len);
  }
  arb_clear(a), arb_clear(b);
}

static void exponential_of(const struct tmd_node *node, arb_poly_t y, arb_poly_t v, slong len,
                           slong prec) {
  const enum tmd_function_id id = tmd_family_id(node->family);
  SCOPED(arb, value);
  if (id == TMD_FN_rootn) {
    arb_poly_get_coeff_arb(value, v, 0);
    if (tmd_series_is_finite(v) && !arb_contains_zero(value)) arb_poly_inv_series(v, v, len, prec);
    else indeterminate(v, len);
  } else if (id == TMD_FN_compound) {
    arb_poly_get_coeff_arb(value, y, 0);
    arb_add_ui(value, value, 1, ARF_PREC_EXACT);
    arb_poly_set_coeff_arb(y, 0, value);
  }
  exponential(y, v, len, prec);
}

/* Along a line: the branch that the test's sign shows on all of the ball. */
static void branch_along(const struct tmd_node *node, arb_poly_t y, const struct tmd_along *at,
                         slong len, slong prec) {
  SCOPED(arb, value);
  tmd_node_series(node->test, y, at, 1, prec);
  arb_poly_get_coeff_arb(value, y, 0);
  if (arb_is_finite(value) && !arb_contains_zero(value))
    tmd_node_series(tmd_node_branch_by(node, arb_is_positive(value) ? 1 : -1), y, at, len, prec);
  else indeterminate(y, len);
}

/* The branch that is taken on all of the ball; else the values of either, without derivatives. */
static void piecewise(const struct tmd_node *node, arb_poly_t y, const struct tmd_along *at,
                      slong len, slong prec) {
  enum tmd_defined defined;
  const enum tmd_branch branch = tmd_node_branch(node, at->x, prec, &defined);
  if (branch == TMD_BRANCH_OPEN) {
    arb_t value;
    arb_init(value);
    tmd_node_value(node, value, at->x, prec);
    value_alone(y, value, len);
    arb_clear(value);
  } else {
    tmd_node_series(branch == TMD_BRANCH_LEFT ? node->left : node->right, y, at, len, prec);
  }
}

static void combine(const struct tmd_node *node, arb_poly_t y, const struct tmd_along *at,
                    slong len, slong prec) {
  arb_poly_t v;
  arb_poly_init(v);
  tmd_node_series(node->left, y, at, len, prec);
  tmd_node_series(node->right, v, at, len, prec);
  if (node->kind == TMD_NODE_EXPONENTIAL) exponential(y, v, len, prec);
  else if (node->kind == TMD_NODE_FAMILY) exponential_of(node, y, v, len, prec);
  else if (node->kind == TMD_NODE_MINIMUM) extreme(y, v, -1, len, prec);
  else if (node->kind == TMD_NODE_MAXIMUM) extreme(y, v, 1, len, prec);
  else if (node->kind == TMD_NODE_SUM) arb_poly_add(y, y, v, prec);
  else if (node->kind == TMD_NODE_DIFFERENCE) arb_poly_sub(y, y, v, prec);
  else if (node->kind == TMD_NODE_EITHER) tmd_series_intersect(y, v, len, prec);
  else arb_poly_mullow(y, y, v, len, prec);
  arb_poly_clear(v);
}

/* x + slope t; the slope NULL is 1. */
static void line(arb_poly_t y, const arb_t x, arb_srcptr slope, slong len) {
  arb_poly_zero(y);
  if (len > 1 && slope) arb_poly_set_coeff_arb(y, 1, slope);
  else if (len > 1) arb_poly_set_coeff_si(y, 1, 1);
  arb_poly_set_coeff_arb(y, 0, x);
}

void tmd_node_series(const struct tmd_node *node, arb_poly_t y, const struct tmd_along *at,
                     slong len, slong prec) {
  arb_poly_t u;
  arb_t value;
  switch (node->kind) {
  case TMD_NODE_VARIABLE: line(y, at->x, at->line ? at->line->slope_x : NULL, len); return;
  case TMD_NODE_SECOND: line(y, at->line->y, at->line->slope_y, len); return;
  case TMD_NODE_SUM:
  case TMD_NODE_DIFFERENCE:
  case TMD_NODE_EITHER:
  case TMD_NODE_EXPONENTIAL:
  case TMD_NODE_FAMILY:
  case TMD_NODE_MINIMUM:
  case TMD_NODE_MAXIMUM:
  case TMD_NODE_PRODUCT: combine(node, y, at, len, prec); return;
  case TMD_NODE_QUOTIENT: quotient(node, y, at, len, prec); return;
  case TMD_NODE_PIECEWISE: (at->line ? branch_along : piecewise)(node, y, at, len, prec); return;
  case TMD_NODE_NEGATIVE:
    tmd_node_series(node->left, y, at, len, prec);
    arb_poly_neg(y, y);
    return;
  case TMD_NODE_ABSOLUTE:
  case TMD_NODE_POWER:
  case TMD_NODE_APPLY:
    arb_poly_init(u);
    if (node->kind == TMD_NODE_APPLY && is_variable(node->left) && !at->line) {
      tmd_function_series(node->function, y, at->x, len, prec);
    } else if (node->kind == TMD_NODE_POWER && is_variable(node->left) && !at->line &&
               is_integer(node->value) && tmd_node_is_small(node->value) && arb_is_finite(at->x)) {
      tmd_series_pown(y, at->x, fmpz_get_si(fmpq_numref(node->value)), len, prec);
    } else {
      tmd_node_series(node->left, u, at, len, prec);
      if (node->kind == TMD_NODE_ABSOLUTE) absolute(y, u, len);
      else if (node->kind == TMD_NODE_POWER) power(y, u, node->value, len, prec);
      else compose(y, node->function, u, len, prec);
    }
    arb_poly_clear(u);
    return;
  default: /* constants */
    arb_init(value);
    tmd_node_value(node, value, at->x, prec);
    arb_poly_set_arb(y, value);
    arb_clear(value);
  }
}
