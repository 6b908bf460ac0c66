/* Sums of quotients over a common denominator, where balls benefit:

       u/v^m + w/v^n             (u v^(l-m) + w v^(l-n))/v^l,  l = max(m, n)
       u/v + w/z                 (u z + w v)/(v z), if both denominators vanish at 0 and what is
   left does not: 1/tanh(x) - 1/x

   A product with a quotient counts as a quotient. */
#include "lib/expression/shape/forms.h"

/* Copies numerator and denominator to *above and *under; 0 if the node is no quotient. */
static int as_quotient(const struct tmd_node *node, struct tmd_node **above,
                       struct tmd_node **under) {
  switch (node->kind) {
  case TMD_NODE_EITHER:
    return as_quotient(node->left, above, under) || as_quotient(node->right, above, under);
  case TMD_NODE_QUOTIENT:
    *above = tmd_node_copy(node->left);
    *under = tmd_node_copy(node->right);
    return 1;
  case TMD_NODE_PRODUCT:
    for (int side = 0; side <= 1; side++) {
      const struct tmd_node *quotient = side ? node->right : node->left,
                            *other = side ? node->left : node->right;
      if (!as_quotient(quotient, above, under)) continue;
      *above = tmd_form_product(tmd_node_copy(other), *above);
      return 1;
    }
    return 0;
  default: return 0;
  }
}

/* v of v^n, and n. */
static const struct tmd_node *base_of(const struct tmd_node *node, slong *n) {
  const int power = node->kind == TMD_NODE_POWER && fmpz_is_one(fmpq_denref(node->value)) &&
                    fmpq_sgn(node->value) > 0;
  *n = power ? fmpz_get_si(fmpq_numref(node->value)) : 1;
  return power ? node->left : node;
}

/* a v^n, a consumed. */
static struct tmd_node *times_power(struct tmd_node *a, const struct tmd_node *v, slong n) {
  if (n == 0) return a;
  return tmd_form_product(a, n > 1 ? tmd_form_power(v, n) : tmd_node_copy(v));
}

struct tmd_node *tmd_form_common(struct tmd_node *node) {
  struct tmd_node *u = NULL, *v = NULL, *w = NULL, *z = NULL;
  if (!as_quotient(node->left, &u, &v) || !as_quotient(node->right, &w, &z)) {
    tmd_node_release(u), tmd_node_release(v);
    return node;
  }
  slong m, n;
  const struct tmd_node *base = base_of(v, &m);
  const int same = tmd_node_same(base, base_of(z, &n));
  if (same) {
    const slong most = m > n ? m : n;
    u = times_power(u, base, most - m);
    w = times_power(w, base, most - n);
  } else {
    u = times_power(u, z, 1);
    w = times_power(w, v, 1);
  }
  struct tmd_node *under = tmd_node_copy(m > n ? v : z);
  if (!same) under = tmd_node_make(TMD_NODE_PRODUCT, under, tmd_node_copy(m > n ? z : v));
  struct tmd_node *form = tmd_node_make(TMD_NODE_QUOTIENT, tmd_node_make(node->kind, u, w), under);
  tmd_node_find_shift(form);
  tmd_node_release(v), tmd_node_release(z);
  if (same || form->shift) return tmd_form_either(node, form);
  tmd_node_release(form);
  return node;
}
