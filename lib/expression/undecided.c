/* Finds the part of an expression that no precision decides, for messages. */
#include "lib/expression/tree/node.h"

/* NULL if the node is decided. */
static const struct tmd_node *undecided_part(const struct tmd_node *node, const arb_t x) {
  if (!node) return NULL;
  const struct tmd_place place = tmd_node_place(node, x);
  if (tmd_node_is_located(&place)) return NULL;
  enum tmd_defined defined;
  const enum tmd_branch branch =
      node->test ? tmd_node_branch(node, x, TMD_EXPRESSION_BITS_MAX, &defined) : TMD_BRANCH_OPEN;
  const struct tmd_node *part = branch == TMD_BRANCH_OPEN ? undecided_part(node->test, x) : NULL;
  if (!part && branch != TMD_BRANCH_RIGHT) part = undecided_part(node->left, x);
  if (!part && branch != TMD_BRANCH_LEFT) part = undecided_part(node->right, x);
  return part ? part : node;
}

void tmd_expression_undecided_part(const struct tmd_expression *expression, char *text,
                                   const mpfr_t x) {
  arb_t ball;
  arb_init(ball);
  arf_set_mpfr(arb_midref(ball), x);
  const struct tmd_node *part = undecided_part(expression->written, ball);
  tmd_node_print(
      text, part
                ? part
                : expression->written); /* no longer than the input, except for names written out */
  arb_clear(ball);
}
