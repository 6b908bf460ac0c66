/* Sums and differences of two parts, at least one of which is a root, whose squares or cubes differ
   by a number c other than 0:

       l - r       c/(l + r),            c = l^2 - r^2
       l + r       c/(l - r)
       l - r       c/(l^2 + l r + r^2),  c = l^3 - r^3

   as sqrt(x^2+4) - x, sqrt(x+1) - sqrt(x-1), cbrt(x+1) - cbrt(x). Where both are square roots,
   which are not negative, only their difference cancels, and its other form is better everywhere.
   The divisor is never 0, as its product with the original is c. */
#include "lib/expression/shape/forms.h"

/* node = base + c: *base, which is part of it, and c. */
static const struct tmd_node *without_constant(const struct tmd_node *node, fmpq_t c) {
  const int difference = node->kind == TMD_NODE_DIFFERENCE;
  fmpq_zero(c);
  if (node->kind != TMD_NODE_SUM && !difference) return node;
  if (node->right->kind == TMD_NODE_CONSTANT) {
    fmpq_set(c, node->right->value);
    if (difference) fmpq_neg(c, c);
    return node->left;
  }
  if (difference || node->left->kind != TMD_NODE_CONSTANT) return node;
  fmpq_set(c, node->left->value);
  return node->right;
}

/* u if the node is the root of u of this degree, 2 or 3; else NULL. */
static const struct tmd_node *under_root(const struct tmd_node *node, int degree) {
  if (degree == 2) return tmd_form_under_root(node, 0);
  return tmd_form_applies(node, TMD_FN_cbrt) ? node->left : NULL;
}

/* The part's power, simplified if the part is a root. */
static struct tmd_node *raised(const struct tmd_node *part, int degree) {
  const struct tmd_node *under = under_root(part, degree);
  return under ? tmd_node_copy(under) : tmd_form_power(part, degree);
}

/* 1 if c = left^degree - right^degree is a number other than 0. */
static int powers_differ(fmpq_t c, const struct tmd_node *left, const struct tmd_node *right,
                         int degree) {
  struct tmd_node *l = raised(left, degree), *r = raised(right, degree);
  fmpq_t less;
  fmpq_init(less);
  const int differ =
      tmd_node_same(without_constant(l, c), without_constant(r, less)) && !fmpq_equal(c, less);
  fmpq_sub(c, c, less);
  fmpq_clear(less);
  tmd_node_release(l), tmd_node_release(r);
  return differ;
}

/* The form of a sum or difference of parts whose powers differ by c; c is consumed. */
static struct tmd_node *conjugate(const struct tmd_node *node, int degree, struct tmd_node *c) {
  struct tmd_node *l = tmd_node_copy(node->left), *r = tmd_node_copy(node->right), *under;
  if (degree == 2) {
    under = tmd_node_make(node->kind == TMD_NODE_SUM ? TMD_NODE_DIFFERENCE : TMD_NODE_SUM, l, r);
  } else {
    under =
        tmd_node_make(TMD_NODE_SUM, tmd_form_power(l, 2), tmd_node_make(TMD_NODE_PRODUCT, l, r));
    under = tmd_node_make(TMD_NODE_SUM, under, tmd_form_power(r, 2));
  }
  return tmd_node_make(TMD_NODE_QUOTIENT, c, under);
}

struct tmd_node *tmd_form_conjugate(struct tmd_node *node) {
  const int sum = node->kind == TMD_NODE_SUM;
  for (int degree = 2; degree <= (sum ? 2 : 3); degree++) {
    const int roots = !!under_root(node->left, degree) + !!under_root(node->right, degree);
    if (roots == 0 || (sum && roots == 2)) continue;
    struct tmd_node *c = tmd_node_make(TMD_NODE_CONSTANT, NULL, NULL);
    if (powers_differ(c->value, node->left, node->right, degree)) {
      struct tmd_node *form = conjugate(node, degree, c);
      return roots == 2 && degree == 2 ? tmd_form_instead(node, form) : tmd_form_either(node, form);
    }
    tmd_node_release(c);
  }
  return node;
}
