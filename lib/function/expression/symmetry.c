/* What f(-x) is to f(x), as far as the operations of an expression show. The domain is symmetric then, too: by induction each
   part is defined at -x where it is at x. What is undecided at x counts as undecided at -x as well, whatever evaluation there
   would decide. */
#include "lib/function/expression/node.h"

static enum tmd_symmetry of_product(enum tmd_symmetry a, enum tmd_symmetry b) {
  if (a == TMD_SYMMETRY_NONE || b == TMD_SYMMETRY_NONE) return TMD_SYMMETRY_NONE;
  return a == b ? TMD_SYMMETRY_EVEN : TMD_SYMMETRY_ODD;
}

/* Of a power of something odd: x^(1/3) is not defined on both sides. */
static enum tmd_symmetry of_odd_power(const fmpq_t exponent) {
  if (!fmpz_is_one(fmpq_denref(exponent))) return TMD_SYMMETRY_NONE;
  return fmpz_is_even(fmpq_numref(exponent)) ? TMD_SYMMETRY_EVEN : TMD_SYMMETRY_ODD;
}

enum tmd_symmetry tmd_node_symmetry(const struct tmd_node *node) {
  const enum tmd_symmetry left = node->left ? tmd_node_symmetry(node->left) : TMD_SYMMETRY_EVEN;
  const enum tmd_symmetry right = node->right ? tmd_node_symmetry(node->right) : TMD_SYMMETRY_EVEN;
  switch (node->kind) {
    case TMD_NODE_VARIABLE: return TMD_SYMMETRY_ODD;
    case TMD_NODE_CONSTANT:
    case TMD_NODE_PI:
    case TMD_NODE_E: return TMD_SYMMETRY_EVEN;
    case TMD_NODE_NEGATIVE: return left;
    case TMD_NODE_SUM:
    case TMD_NODE_DIFFERENCE: return left == right ? left : TMD_SYMMETRY_NONE;
    case TMD_NODE_PRODUCT:
    case TMD_NODE_QUOTIENT: return of_product(left, right);
    case TMD_NODE_POWER: return left == TMD_SYMMETRY_ODD ? of_odd_power(node->value) : left;
    case TMD_NODE_APPLY: return left == TMD_SYMMETRY_ODD ? node->function->symmetry : left;
    case TMD_NODE_EITHER: return left != TMD_SYMMETRY_NONE ? left : right;
  }
  return TMD_SYMMETRY_NONE;
}
