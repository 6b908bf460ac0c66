/* Trees rewritten for ball arithmetic: rational parts without x become numbers, and some parts get
   another form (forms.c).

   A root of a power that is an integer power is simplified: cbrt(a^3) to a, sqrt(a a) to |a|. */
#include <stdlib.h>

#include "lib/expression/tree/node.h"

static int is_integer(const fmpq_t x) { return fmpz_is_one(fmpq_denref(x)); }

/* 1 and r if the node is a root, left^r. */
static int is_root(const struct tmd_node *node, fmpq_t r) {
  const struct tmd_function *f = node->function;
  if (f && f->exact_rule == TMD_EXACT_ROOT) fmpq_set_si(r, f->n < 0 ? -1 : 1, (ulong)labs(f->n));
  else if (node->kind == TMD_NODE_POWER) fmpq_set(r, node->value);
  else return 0;
  return !is_integer(r);
}

/* Replaces the node by base^k, and releases it except the base. */
static struct tmd_node *power_instead(struct tmd_node *node, struct tmd_node *base, slong k) {
  struct tmd_node *power = base;
  if (k != 1) {
    power = tmd_node_make(TMD_NODE_POWER, base, NULL);
    fmpq_set_si(power->value, k, 1);
  }
  tmd_node_release(node);
  return power;
}

static struct tmd_node *take_left(struct tmd_node *node) {
  struct tmd_node *left = node->left;
  node->left = NULL;
  return left;
}

/* (a^m)^r with k = m r an integer, r not: a^k, or |a|^k if the root loses the sign of a. If m is
   odd, so is k, and negative numbers must have this root. If m and r are negative, a^k exists for a
   = 0, but not a^m. */
static struct tmd_node *without_root(struct tmd_node *node) {
  struct tmd_node *result = node;
  fmpq_t k;
  fmpq_init(k);
  if (is_root(node, k) && node->left->kind == TMD_NODE_POWER && is_integer(node->left->value)) {
    const fmpq *m = node->left->value;
    const int even = fmpz_is_even(fmpq_numref(m)),
              both_negative = fmpq_sgn(m) < 0 && fmpq_sgn(k) < 0;
    const int every_sign =
        even || (node->function && node->function->symmetry.parity == TMD_PARITY_ODD);
    fmpq_mul(k, k, m);
    const int small =
        is_integer(k) && fmpz_cmpabs(fmpq_numref(k), (fmpz[]){TMD_NODE_POWER_MAX}) <= 0;
    if (small && !fmpq_is_zero(k) && every_sign && !both_negative) {
      struct tmd_node *base = take_left(node->left);
      if (even && fmpz_is_odd(fmpq_numref(k))) base = tmd_node_make(TMD_NODE_ABSOLUTE, base, NULL);
      result = power_instead(node, base, fmpz_get_si(fmpq_numref(k)));
    }
  }
  fmpq_clear(k);
  return result;
}

/* a a is a^2, and |a|^m is a^m for even m. */
static struct tmd_node *as_power(struct tmd_node *node) {
  if (node->kind == TMD_NODE_POWER && node->left->kind == TMD_NODE_ABSOLUTE &&
      is_integer(node->value) && fmpz_is_even(fmpq_numref(node->value)))
    return power_instead(node, take_left(node->left), fmpz_get_si(fmpq_numref(node->value)));
  if (node->kind != TMD_NODE_PRODUCT || !tmd_node_same(node->left, node->right)) return node;
  return power_instead(node, take_left(node), 2);
}

int tmd_node_constant(const struct tmd_node *node, fmpq_t value) {
  fmpq_t x;
  fmpq_init(x); /* for x, which is absent */
  const int constant = !tmd_node_has_variable(node) &&
                       (tmd_node_arithmetic(node, value) || tmd_node_exact(node, value, x));
  fmpq_clear(x);
  return constant;
}

/* The branch chosen by a rational constant. */
static struct tmd_node *without_test(struct tmd_node *node) {
  struct tmd_node *result = tmd_node_branch_by(node, fmpq_sgn(node->test->value));
  *(result == node->left ? &node->left : &node->right) = NULL;
  tmd_node_release(node);
  return result;
}

struct tmd_node *tmd_node_rewrite(const struct tmd_node *node) {
  if (!node) return NULL;
  struct tmd_node *other = tmd_node_like(node);
  other->left = tmd_node_rewrite(node->left);
  other->right = tmd_node_rewrite(node->right);
  other->test = tmd_node_rewrite(node->test);
  if (!node->left) return other;
  if (other->test && other->test->kind == TMD_NODE_CONSTANT) return without_test(other);
  if (tmd_node_has_variable(other)) {
    other = without_root(as_power(other));
    if (other->kind == TMD_NODE_QUOTIENT) tmd_node_find_shift(other);
    return tmd_node_with_forms(other);
  }
  struct tmd_node *number = tmd_node_make(TMD_NODE_CONSTANT, NULL, NULL);
  const int rational = tmd_node_constant(other, number->value);
  tmd_node_release(rational ? other : number);
  return rational ? number : other;
}

int tmd_node_has_forms(const struct tmd_node *node) {
  return node && (node->form || node->kind == TMD_NODE_EITHER || tmd_node_has_forms(node->left) ||
                  tmd_node_has_forms(node->right) || tmd_node_has_forms(node->test));
}
