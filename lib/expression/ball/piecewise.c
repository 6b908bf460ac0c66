/* Tests: a < b ? left : right depends on the sign of a - b.

   A test is decided on a ball of x if its sign is among the wanted ones at all x there, or at no x.
   Only then is the function that branch; continuity at the joint is not assumed. Otherwise values
   are those of either branch, and derivatives are unknown, so that no polynomial and no monotone
   piece spans the joint: cells are divided until single arguments are left, where the test is also
   decided exactly if its value is found to be rational. */
#include "lib/expression/tree/node.h"

enum tmd_branch tmd_node_branch_of(int wanted, int possible) {
  if (!(possible & ~wanted)) return TMD_BRANCH_LEFT;
  return possible & wanted ? TMD_BRANCH_OPEN : TMD_BRANCH_RIGHT;
}

static int signs_of(int sign) {
  return sign > 0 ? TMD_SIGNS_POSITIVE : sign < 0 ? TMD_SIGNS_NEGATIVE : TMD_SIGNS_ZERO;
}

struct tmd_node *tmd_node_branch_by(const struct tmd_node *node, int sign) {
  return node->signs & signs_of(sign) ? node->left : node->right;
}

/* The possible signs. */
static int possible_signs(const struct tmd_bound *test) {
  if (test->size.sign != TMD_SIGN_UNKNOWN) return signs_of(test->size.sign);
  if (arb_is_nonnegative(test->ball)) return TMD_SIGNS_ZERO | TMD_SIGNS_POSITIVE;
  if (arb_is_nonpositive(test->ball)) return TMD_SIGNS_NEGATIVE | TMD_SIGNS_ZERO;
  return TMD_SIGNS_ALL;
}

static enum tmd_branch branch_of(const struct tmd_node *node, const struct tmd_bound *test,
                                 enum tmd_defined *defined) {
  *defined = test->defined;
  return test->defined == TMD_DEFINED ? tmd_node_branch_of(node->signs, possible_signs(test))
                                      : TMD_BRANCH_OPEN;
}

enum tmd_branch tmd_node_branch(const struct tmd_node *node, const arb_t x, slong prec,
                                enum tmd_defined *defined) {
  struct tmd_bound bound;
  tmd_bound_init(&bound);
  tmd_node_bound(node->test, &bound, x, prec);
  const enum tmd_branch branch = branch_of(node, &bound, defined);
  tmd_bound_clear(&bound);
  return branch;
}

enum tmd_branch tmd_node_branch_at(const struct tmd_node *node, const struct tmd_on *on,
                                   enum tmd_defined *defined) {
  struct tmd_bound bound;
  tmd_bound_init(&bound);
  tmd_bound_formula(node->test, &bound, on);
  const enum tmd_branch branch = branch_of(node, &bound, defined);
  tmd_bound_clear(&bound);
  return branch;
}

struct tmd_node *tmd_node_taken(const struct tmd_node *node, const arb_t x, slong prec) {
  enum tmd_defined defined;
  if (!node) return NULL;
  const enum tmd_branch branch =
      node->test ? tmd_node_branch(node, x, prec, &defined) : TMD_BRANCH_OPEN;
  if (branch != TMD_BRANCH_OPEN)
    return tmd_node_taken(branch == TMD_BRANCH_LEFT ? node->left : node->right, x, prec);
  struct tmd_node *other = tmd_node_like(node);
  other->left = tmd_node_taken(node->left, x, prec);
  other->right = tmd_node_taken(node->right, x, prec);
  other->test = tmd_node_taken(node->test, x, prec);
  other->shift = node->shift;
  return other;
}

int tmd_node_has_tests(const struct tmd_node *node) {
  return node && (node->test || tmd_node_has_tests(node->left) || tmd_node_has_tests(node->right));
}

int tmd_node_tests_deep(const struct tmd_node *node) {
  if (!node) return 0;
  const int left = tmd_node_tests_deep(node->left), right = tmd_node_tests_deep(node->right);
  const int test = node->test ? 1 + tmd_node_tests_deep(node->test) : 0,
            side = left > right ? left : right;
  return test > side ? test : side;
}
