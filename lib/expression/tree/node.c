/* Makes, copies, compares and releases trees. */
#include "lib/expression/tree/node.h"

#include <stdlib.h>

#include "lib/base/error.h"

struct tmd_node *tmd_node_make(enum tmd_node_kind kind, struct tmd_node *left,
                               struct tmd_node *right) {
  struct tmd_node *node = tmd_allocate(sizeof *node);
  *node = (struct tmd_node){.kind = kind, .left = left, .right = right};
  fmpq_init(node->value);
  return node;
}

struct tmd_node *tmd_node_like(const struct tmd_node *node) {
  struct tmd_node *other = tmd_node_make(node->kind, NULL, NULL);
  fmpq_set(other->value, node->value);
  other->function = node->function;
  other->named = node->named;
  other->signs = node->signs;
  return other;
}

void tmd_node_release(struct tmd_node *node) {
  if (!node) return;
  tmd_node_release(node->left);
  tmd_node_release(node->right);
  tmd_node_release(node->test);
  fmpq_clear(node->value);
  free(node);
}

struct tmd_node *tmd_node_copy(const struct tmd_node *node) {
  if (!node) return NULL;
  struct tmd_node *other = tmd_node_like(node);
  other->left = tmd_node_copy(node->left);
  other->right = tmd_node_copy(node->right);
  other->test = tmd_node_copy(node->test);
  other->shift = node->shift;
  other->form = node->form;
  return other;
}

int tmd_node_same(const struct tmd_node *a, const struct tmd_node *b) {
  if (!a || !b) return a == b;
  return a->kind == b->kind && a->function == b->function && a->signs == b->signs &&
         fmpq_equal(a->value, b->value) && tmd_node_same(a->left, b->left) &&
         tmd_node_same(a->right, b->right) && tmd_node_same(a->test, b->test);
}

struct tmd_node *tmd_node_apply(const struct tmd_function *function, struct tmd_node *argument) {
  struct tmd_node *node = tmd_node_make(TMD_NODE_APPLY, argument, NULL);
  node->function = function;
  return node;
}

int tmd_node_has_variable(const struct tmd_node *node) {
  return node && (node->kind == TMD_NODE_VARIABLE || tmd_node_has_variable(node->left) ||
                  tmd_node_has_variable(node->right) || tmd_node_has_variable(node->test));
}
