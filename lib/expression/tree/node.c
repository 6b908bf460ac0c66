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
  other->family = node->family;
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
  return a->kind == b->kind && a->function == b->function && a->named == b->named &&
         a->family == b->family && a->signs == b->signs && fmpq_equal(a->value, b->value) &&
         tmd_node_same(a->left, b->left) && tmd_node_same(a->right, b->right) &&
         tmd_node_same(a->test, b->test);
}

int tmd_node_is_small(const fmpq_t exponent) {
  return fmpz_cmpabs(fmpq_numref(exponent), (fmpz[]){TMD_NODE_POWER_MAX}) <= 0 &&
         fmpz_cmp_si(fmpq_denref(exponent), TMD_NODE_POWER_MAX) <= 0;
}

struct tmd_node *tmd_node_apply(const struct tmd_function *function, struct tmd_node *argument) {
  struct tmd_node *node = tmd_node_make(TMD_NODE_APPLY, argument, NULL);
  node->function = function;
  return node;
}

struct tmd_node *tmd_node_raise(struct tmd_node *left, struct tmd_node *right, const fmpq *value) {
  const int number = left->kind == TMD_NODE_CONSTANT;
  const enum tmd_function_id id = left->kind == TMD_NODE_E                   ? TMD_FN_exp
                                  : number && fmpq_equal_si(left->value, 2)  ? TMD_FN_exp2
                                  : number && fmpq_equal_si(left->value, 10) ? TMD_FN_exp10
                                                                             : TMD_FUNCTIONS;
  if (value) {
    struct tmd_node *power = tmd_node_make(TMD_NODE_POWER, left, NULL);
    fmpq_set(power->value, value);
    tmd_node_release(right);
    return power;
  }
  if (id == TMD_FUNCTIONS) return tmd_node_make(TMD_NODE_EXPONENTIAL, left, right);
  tmd_node_release(left);
  return tmd_node_apply(tmd_function_entry(id), right);
}

int tmd_node_has(const struct tmd_node *node, enum tmd_node_kind kind) {
  return node && (node->kind == kind || tmd_node_has(node->left, kind) ||
                  tmd_node_has(node->right, kind) || tmd_node_has(node->test, kind));
}

int tmd_node_has_variable(const struct tmd_node *node) {
  return node && (node->kind == TMD_NODE_VARIABLE || node->kind == TMD_NODE_SECOND ||
                  tmd_node_has_variable(node->left) || tmd_node_has_variable(node->right) ||
                  tmd_node_has_variable(node->test));
}
