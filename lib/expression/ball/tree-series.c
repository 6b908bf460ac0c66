/* Taylor polynomials of expressions.

   Plain ball arithmetic (plain_jet) is rigorous everywhere, but on a wide ball X it ignores that
   all parts share x: for x/(1+x) on [2^60, 2^61], and likewise sin(x)/x near 0, it gives
   derivatives 2^60 times too large. On wide balls three enclosures are therefore intersected:

       directly, degree n:
         d_k(X)
       from the centre m, X = m + h:
         sum_{k=j}^{n-1} C(k,j) c_k(m) h^(k-j) + C(n,j) d_n(X) h^(n-j)
       from 0, on the hull H of 0 and X:
         sum_{k=j}^{n-1} C(k,j) c_k(0) x^(k-j) + C(n,j) d_n(H) x^(n-j)

   (Lagrange's remainder for the j-th derivative). Both sums are Taylor shifts of a polynomial by a
   ball.

   Removable singularities at 0: if u(0) = 0 and u_k are Taylor coefficients of u on a hull H of 0,
   then those of u(x)/x lie in u_{k+1}(H), because u(x)/x is the integral of u'(sx) over s in [0,1].
   So a quotient u/v whose sides are divisible by x^s, where v contains 0, is computed after a shift
   of both by s. */
#include <stdlib.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/budget.h"
#include "lib/expression/tree/node.h"

enum {
  SHIFT_MAX = 8,
  SHIFT_PRECISION = 192,
  CENTRE_TERMS = 24, /* additional terms of the sum from the centre */
  ZERO_TERMS = 6,    /* additional terms of the sum from 0, */
  ZERO_LOG2 = -1,    /* which is tried for |x| <= 2^this */
  WIDE_LOG2 = 24,    /* a ball is wide if its radius is above |x| 2^-this */
  EXTRA_BITS_MAX = 1 << 14
};

/* Taylor polynomial by plain ball arithmetic. */
static void plain_jet(const struct tmd_node *node, arb_poly_t y, const arb_t x, slong len,
                      slong prec);

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

static int all_finite(const arb_poly_t y) { return _arb_vec_is_finite(y->coeffs, y->length); }

/* f(u): the coefficients of f on the ball u(X), composed with u - u(X). */
static void compose(arb_poly_t y, const struct tmd_function *function, arb_poly_t u, slong len,
                    slong prec) {
  arb_t value;
  arb_init(value);
  arb_poly_get_coeff_arb(value, u, 0);
  if (!all_finite(u)) {
    indeterminate(y, len);
  } else if (arb_poly_length(u) <= 1 || len == 1) {
    tmd_function_series(function, y, value, 1, prec);
  } else {
    arb_poly_t f;
    arb_poly_init(f);
    tmd_function_series(function, f, value, len, prec);
    arb_poly_set_coeff_si(u, 0, 0);
    if (all_finite(f)) arb_poly_compose_series(y, f, u, len, prec);
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
  if (!all_finite(u)) {
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

static void quotient(const struct tmd_node *node, arb_poly_t y, const arb_t x, slong len,
                     slong prec) {
  arb_poly_t v;
  arb_t value;
  arb_poly_init(v);
  arb_init(value);
  plain_jet(node->right, v, x, len, prec);
  arb_poly_get_coeff_arb(value, v, 0);
  const int shift =
      node->shift && arb_contains_zero(value) && arb_contains_zero(x) ? node->shift : 0;
  if (shift) {
    plain_jet(node->right, v, x, len + shift, prec);
    arb_poly_shift_right(v, v, shift);
  }
  plain_jet(node->left, y, x, len + shift, prec);
  arb_poly_shift_right(y, y, shift);
  if (arb_poly_length(v) == 0 || !all_finite(v) || !all_finite(y)) indeterminate(y, len);
  else arb_poly_div_series(y, y, v, len, prec);
  arb_poly_clear(v);
  arb_clear(value);
}

/* Intersects the coefficients of y with those of z. */
static void intersect(arb_poly_t y, const arb_poly_t z, slong len, slong prec) {
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
  if (arb_is_positive(base) && all_finite(y) && all_finite(v)) {
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

/* The branch that is taken on all of the ball; else the values of either, without derivatives. */
static void piecewise(const struct tmd_node *node, arb_poly_t y, const arb_t x, slong len,
                      slong prec) {
  enum tmd_defined defined;
  const enum tmd_branch branch = tmd_node_branch(node, x, prec, &defined);
  if (branch == TMD_BRANCH_OPEN) {
    arb_t value;
    arb_init(value);
    tmd_node_value(node, value, x, prec);
    value_alone(y, value, len);
    arb_clear(value);
  } else {
    plain_jet(branch == TMD_BRANCH_LEFT ? node->left : node->right, y, x, len, prec);
  }
}

static void combine(const struct tmd_node *node, arb_poly_t y, const arb_t x, slong len,
                    slong prec) {
  arb_poly_t v;
  arb_poly_init(v);
  plain_jet(node->left, y, x, len, prec);
  plain_jet(node->right, v, x, len, prec);
  if (node->kind == TMD_NODE_EXPONENTIAL) exponential(y, v, len, prec);
  else if (node->kind == TMD_NODE_MINIMUM) extreme(y, v, -1, len, prec);
  else if (node->kind == TMD_NODE_MAXIMUM) extreme(y, v, 1, len, prec);
  else if (node->kind == TMD_NODE_SUM) arb_poly_add(y, y, v, prec);
  else if (node->kind == TMD_NODE_DIFFERENCE) arb_poly_sub(y, y, v, prec);
  else if (node->kind == TMD_NODE_EITHER) intersect(y, v, len, prec);
  else arb_poly_mullow(y, y, v, len, prec);
  arb_poly_clear(v);
}

static void plain_jet(const struct tmd_node *node, arb_poly_t y, const arb_t x, slong len,
                      slong prec) {
  arb_poly_t u;
  arb_t value;
  switch (node->kind) {
  case TMD_NODE_VARIABLE:
    arb_poly_zero(y);
    if (len > 1) arb_poly_set_coeff_si(y, 1, 1);
    arb_poly_set_coeff_arb(y, 0, x);
    return;
  case TMD_NODE_SUM:
  case TMD_NODE_DIFFERENCE:
  case TMD_NODE_EITHER:
  case TMD_NODE_EXPONENTIAL:
  case TMD_NODE_MINIMUM:
  case TMD_NODE_MAXIMUM:
  case TMD_NODE_PRODUCT: combine(node, y, x, len, prec); return;
  case TMD_NODE_QUOTIENT: quotient(node, y, x, len, prec); return;
  case TMD_NODE_PIECEWISE: piecewise(node, y, x, len, prec); return;
  case TMD_NODE_NEGATIVE:
    plain_jet(node->left, y, x, len, prec);
    arb_poly_neg(y, y);
    return;
  case TMD_NODE_ABSOLUTE:
  case TMD_NODE_POWER:
  case TMD_NODE_APPLY:
    arb_poly_init(u);
    if (node->kind == TMD_NODE_APPLY && is_variable(node->left)) {
      tmd_function_series(node->function, y, x, len, prec);
    } else if (node->kind == TMD_NODE_POWER && is_variable(node->left) && is_integer(node->value) &&
               tmd_node_is_small(node->value) && arb_is_finite(x)) {
      tmd_series_pown(y, x, fmpz_get_si(fmpq_numref(node->value)), len, prec);
    } else {
      plain_jet(node->left, u, x, len, prec);
      if (node->kind == TMD_NODE_ABSOLUTE) absolute(y, u, len);
      else if (node->kind == TMD_NODE_POWER) power(y, u, node->value, len, prec);
      else compose(y, node->function, u, len, prec);
    }
    arb_poly_clear(u);
    return;
  default: /* constants */
    arb_init(value);
    tmd_node_value(node, value, x, prec);
    arb_poly_set_arb(y, value);
    arb_clear(value);
  }
}

/* The number of coefficients from 0 on that are exactly 0 at x = 0; SHIFT_MAX if all are, -1 if
   they are not finite. */
static int order_at_zero(const struct tmd_node *node) {
  int order = 0;
  arb_t zero;
  arb_poly_t y;
  arb_init(zero);
  arb_poly_init(y);
  plain_jet(node, y, zero, SHIFT_MAX, SHIFT_PRECISION);
  if (!all_finite(y)) order = -1;
  else
    while (order < SHIFT_MAX &&
           (order >= arb_poly_length(y) || arb_is_zero(arb_poly_get_coeff_ptr(y, order))))
      order++;
  arb_clear(zero);
  arb_poly_clear(y);
  return order;
}

void tmd_node_find_shift(struct tmd_node *node) {
  const int below = order_at_zero(node->right);
  if (below > 0 && below < SHIFT_MAX && order_at_zero(node->left) >= below) node->shift = below;
}

int tmd_node_analytic(const struct tmd_node *node) { return order_at_zero(node) >= 0; }

/* y(x + h) for a wide ball h: for long polynomials Arb's shift uses faster methods that lose far
   more on wide balls, and FLINT 3 no longer offers a choice. */
static void shift_by_horner(arb_poly_t y, const arb_t h, slong prec) {
  const slong len = arb_poly_length(y);
  for (slong first = len - 2; first >= 0; first--)
    for (slong j = first; j < len - 1; j++) arb_addmul(y->coeffs + j, y->coeffs + j + 1, h, prec);
}

/* y, intersected with the sum from a centre, of so many additional terms. */
static void expand(arb_poly_t y, const struct tmd_node *node, const arb_t x, const arb_t centre,
                   slong more, slong len, slong prec) {
  const slong n = len + more;
  arb_poly_t on, z;
  arb_t hull, h, last;
  arb_poly_init(on), arb_poly_init(z);
  arb_init(hull), arb_init(h), arb_init(last);
  if (arb_contains(x, centre)) arb_set(hull, x);
  else arb_union(hull, x, centre, prec);
  arb_sub(h, x, centre, ARF_PREC_EXACT);
  tmd_steps_count(2 * n + 1, prec);
  plain_jet(node, on, hull, n + 1, prec);
  plain_jet(node, z, centre, n, prec);
  arb_poly_get_coeff_arb(last, on, n);
  arb_poly_set_coeff_arb(z, n, last);
  if (all_finite(z)) {
    shift_by_horner(z, h, prec);
    intersect(y, z, len, prec);
  }
  arb_poly_clear(on), arb_poly_clear(z);
  arb_clear(hull), arb_clear(h), arb_clear(last);
}

/* Bits to add to prec, as cancellation loses them, for a value at x accurate to prec bits; 0 if the
   value is never separated from 0: tan(pi x) at integers. */
static slong bits_lost(const struct tmd_expression *expression, const arb_t x, slong prec) {
  slong extra = 0, lost = 0;
  arb_t y;
  arb_init(y);
  do {
    extra = extra + lost + (lost > 0 ? 16 : 0);
    tmd_steps_count(1, prec + extra);
    tmd_node_value(expression->root, y, x, prec + extra);
    /* a ball that contains 0 has lost all bits, or f is 0 */
    lost = arb_contains_zero(y) ? prec + extra : prec - arb_rel_accuracy_bits(y);
  } while (arb_is_finite(y) && !arb_is_zero(y) && lost > 8 && extra + lost + 16 <= EXTRA_BITS_MAX);
  if (arb_contains_zero(y)) extra = 0;
  arb_clear(y);
  return extra;
}

static int is_wide(const arb_t x) {
  if (arb_is_exact(x)) return 0;
  return arb_contains_zero(x) || arb_rel_accuracy_bits(x) < WIDE_LOG2;
}

static int near_zero(const arb_t x) {
  mag_t most;
  mag_init(most);
  arb_get_mag(most, x);
  const int near = mag_cmp_2exp_si(most, ZERO_LOG2) <= 0;
  mag_clear(most);
  return near;
}

/* For the branches that are taken on x, where they are the function, whatever is taken at 0. */
static void expand_wide(arb_poly_t y, const struct tmd_expression *expression, const arb_t x,
                        slong len, slong prec) {
  struct tmd_node *taken = expression->choices ? tmd_node_taken(expression->root, x, prec) : NULL;
  const struct tmd_node *node = taken ? taken : expression->root;
  const int analytic = taken ? tmd_node_analytic(taken) : expression->analytic;
  arb_t centre;
  arb_init(centre);
  arb_get_mid_arb(centre, x);
  expand(y, node, x, centre, CENTRE_TERMS, len, prec);
  arb_zero(centre);
  if (analytic && near_zero(x)) expand(y, node, x, centre, ZERO_TERMS, len, prec);
  arb_clear(centre);
  tmd_node_release(taken);
}

void tmd_expression_jet(const struct tmd_expression *expression, arb_poly_t y, const arb_t x,
                        slong len, slong prec) {
  tmd_steps_count(len, prec);
  plain_jet(expression->root, y, x, len, prec);
}

void tmd_expression_series(const struct tmd_expression *expression, arb_poly_t y, const arb_t x,
                           slong len, slong prec) {
  arb_t centre, value;
  arb_init(centre), arb_init(value);
  arb_get_mid_arb(centre, x);
  if (len == 1 && arb_is_exact(x)) { /* usually accurate enough */
    tmd_node_value(expression->root, value, x, prec + 8);
    if (arb_rel_accuracy_bits(value) < prec && arb_is_finite(value))
      tmd_node_value(expression->root, value, x, prec + 8 + bits_lost(expression, x, prec));
    arb_poly_set_arb(y, value);
  } else {
    prec += 8 + bits_lost(expression, centre, prec);
    tmd_expression_jet(expression, y, x, len, prec);
    if (is_wide(x)) expand_wide(y, expression, x, len, prec);
  }
  arb_clear(centre), arb_clear(value);
}
