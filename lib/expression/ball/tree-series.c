/* Taylor polynomials of expressions.

   Plain ball arithmetic (node-series.c) is rigorous everywhere, but on a wide ball X it ignores
   that all parts share x: for x/(1+x) on [2^60, 2^61], and likewise sin(x)/x near 0, it gives
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

/* The number of coefficients from 0 on that are exactly 0 at x = 0; SHIFT_MAX if all are, -1 if
   they are not finite. */
static int order_at_zero(const struct tmd_node *node) {
  int order = 0;
  arb_t zero;
  arb_poly_t y;
  arb_init(zero);
  arb_poly_init(y);
  tmd_node_series(node, y, &(struct tmd_along){zero, NULL}, SHIFT_MAX, SHIFT_PRECISION);
  if (!tmd_series_is_finite(y)) order = -1;
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
  tmd_node_series(node, on, &(struct tmd_along){hull, NULL}, n + 1, prec);
  tmd_node_series(node, z, &(struct tmd_along){centre, NULL}, n, prec);
  arb_poly_get_coeff_arb(last, on, n);
  arb_poly_set_coeff_arb(z, n, last);
  if (tmd_series_is_finite(z)) {
    shift_by_horner(z, h, prec);
    tmd_series_intersect(y, z, len, prec);
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
  tmd_node_series(expression->root, y, &(struct tmd_along){x, NULL}, len, prec);
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
