/* Other forms of parts with erfc, by w(x) = exp(x^2) erfc(x) (erfcx.c), with a factor exp(x^2) or
   exp(-x^2), or under a logarithm; any part h replaces x:

       a erfc(h) b exp(h^2)           a w(h) b
       a erfc(h) / (b exp(-h^2))      a w(h) / b
       b exp(-h^2) / (a erfc(h))      b / (a w(h))
       log(a erfc(h))                 log(a w(h)) - h^2 */
#include "lib/expression/shape/forms.h"

enum { BITS = 64 };

/* 1 if the operations of the part make it a monomial, whose expansion is exact for all x except
   0. */
static int is_product(const struct tmd_node *node) {
  switch (node->kind) {
  case TMD_NODE_CONSTANT:
  case TMD_NODE_VARIABLE: return 1;
  case TMD_NODE_NEGATIVE: return is_product(node->left);
  case TMD_NODE_POWER: return fmpz_is_one(fmpq_denref(node->value)) && is_product(node->left);
  case TMD_NODE_PRODUCT:
  case TMD_NODE_QUOTIENT: return is_product(node->left) && is_product(node->right);
  default: return !tmd_node_has_variable(node);
  }
}

/* 1 if the expansion of g - s h^2, for such parts, is 0: on a ball, where only exact monomials
   cancel, as x^100 and x^68 are the same number at 1. */
static int is_square(const struct tmd_node *g, const struct tmd_node *square, int s) {
  struct tmd_node rest = {.kind = s > 0 ? TMD_NODE_DIFFERENCE : TMD_NODE_SUM,
                          .left = (struct tmd_node *)g,
                          .right = (struct tmd_node *)square};
  struct tmd_bound bound;
  arb_t ball;
  tmd_bound_init(&bound);
  arb_init(ball);
  arb_one(ball);
  arb_add_error_2exp_si(ball, -2);
  tmd_node_expand(&rest, &bound, ball, BITS);
  const struct tmd_expansion *a = &bound.expansion;
  const int zero = a->known && !a->sign && fmpq_cmp_si(a->number, 0) == 0 && arb_is_zero(a->rest.m);
  arb_clear(ball);
  tmd_bound_clear(&bound);
  return zero;
}

/* The sign s with g = s h^2, if found; else 0. */
static int sign_of_square(const struct tmd_node *g, const struct tmd_node *h) {
  struct tmd_node *square = tmd_form_power(h, 2);
  const int minus = g->kind == TMD_NODE_NEGATIVE;
  const int products = is_product(g) && is_product(h);
  const int sign = tmd_node_same(minus ? g->left : g, square) ? (minus ? -1 : 1)
                   : products && is_square(g, square, 1)  ? 1
                   : products && is_square(g, square, -1) ? -1
                                                          : 0;
  tmd_node_release(square);
  return sign;
}

/* A copy of a erfc(h), a product or quotient, with w for erfc, and *h; NULL without
   erfc. */
static struct tmd_node *with_scaled(const struct tmd_node *node, const struct tmd_node **h) {
  if (tmd_form_applies(node, TMD_FN_erfc)) {
    *h = node->left;
    return tmd_node_apply(&tmd_erfcx, tmd_node_copy(node->left));
  }
  if (node->kind != TMD_NODE_PRODUCT && node->kind != TMD_NODE_QUOTIENT &&
      node->kind != TMD_NODE_NEGATIVE)
    return NULL;
  struct tmd_node *left = with_scaled(node->left, h), *right = NULL;
  if (!left && node->kind == TMD_NODE_PRODUCT) right = with_scaled(node->right, h);
  if (!left && !right) return NULL;
  struct tmd_node *other = tmd_node_like(node);
  other->left = left ? left : tmd_node_copy(node->left);
  other->right = right ? right : tmd_node_copy(node->right);
  if (other->kind == TMD_NODE_QUOTIENT) tmd_node_find_shift(other);
  return other;
}

/* The form of a product or quotient of a part with erfc and one with exp; NULL for other parts. */
static struct tmd_node *without_both(const struct tmd_node *node, int erfc_left) {
  const struct tmd_node *g, *h;
  const int quotient = node->kind == TMD_NODE_QUOTIENT;
  struct tmd_node *a = with_scaled(erfc_left ? node->left : node->right, &h);
  struct tmd_node *b = a ? tmd_form_without_exp(erfc_left ? node->right : node->left, &g) : NULL;
  if (!b || sign_of_square(g, h) != (quotient ? -1 : 1)) {
    tmd_node_release(a), tmd_node_release(b);
    return NULL;
  }
  if (!quotient) return tmd_form_product(a, b);
  struct tmd_node *form = tmd_node_make(TMD_NODE_QUOTIENT, erfc_left ? a : b, erfc_left ? b : a);
  tmd_node_find_shift(form);
  return form;
}

struct tmd_node *tmd_form_scaled(struct tmd_node *node) {
  struct tmd_node *form = NULL;
  if (node->kind == TMD_NODE_APPLY) { /* a logarithm */
    const struct tmd_node *h;
    struct tmd_node *scaled = with_scaled(node->left, &h);
    if (scaled)
      form = tmd_node_make(TMD_NODE_DIFFERENCE, tmd_node_apply(node->function, scaled),
                           tmd_form_power(h, 2));
  } else {
    form = without_both(node, 1);
    if (!form) form = without_both(node, 0);
  }
  return form ? tmd_form_either(node, form) : node;
}
