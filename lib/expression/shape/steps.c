/* Expressions as steps in double precision. */
#include "lib/expression/tree/node.h"
#include "lib/function/quick-steps.h"

enum { POWER_MAX = 64, CONSTANT_BITS = 128 };

static struct tmd_near near_of(const arb_t ball) {
  arb_t rest;
  mag_t error;
  arb_init(rest);
  mag_init(error);
  struct tmd_near a = {arf_get_d(arb_midref(ball), ARF_RND_NEAR), 0};
  arf_set_d(arb_midref(rest), a.value);
  arb_sub(rest, ball, rest, CONSTANT_BITS);
  arb_get_mag(error, rest);
  a.error = near_outward(mag_get_d(error));
  arb_clear(rest);
  mag_clear(error);
  return a;
}

static int add_constant(struct tmd_quick *quick, const struct tmd_node *node) {
  struct tmd_quick_step step = {.op = TMD_QUICK_CONSTANT};
  arb_t value;
  arb_init(value);
  tmd_node_value(node, value, value, CONSTANT_BITS);
  step.constant = near_of(value);
  arb_clear(value);
  return tmd_quick_add(quick, &step);
}

/* Adds the steps of a form that has them. */
static int add_either(struct tmd_quick *quick, const struct tmd_node *node) {
  const int before = tmd_quick_count(quick), left = tmd_node_steps(node->left, quick);
  if (left >= 0) return left;
  tmd_quick_drop(quick, before);
  return tmd_node_steps(node->right, quick);
}

/* exp(b log a): of a negative a the logarithm has no bound. */
static int add_exponential(struct tmd_quick *quick, const struct tmd_node *a, int b) {
  const int logarithm =
      b < 0 ? -1 : tmd_quick_operate(quick, TMD_QUICK_LOGARITHM, tmd_node_steps(a, quick), 0);
  return tmd_quick_operate(quick, TMD_QUICK_EXPONENTIAL,
                           tmd_quick_operate(quick, TMD_QUICK_PRODUCT, b, logarithm), 0);
}

/* left^value */
static int add_real_power(struct tmd_quick *quick, const struct tmd_node *node) {
  struct tmd_quick_step step = {.op = TMD_QUICK_CONSTANT};
  arb_t value;
  arb_init(value);
  arb_set_fmpq(value, node->value, CONSTANT_BITS);
  step.constant = near_of(value);
  arb_clear(value);
  return add_exponential(quick, node->left, tmd_quick_add(quick, &step));
}

/* function(left) */
static int add_application(struct tmd_quick *quick, const struct tmd_node *node) {
  if (node->left->kind == TMD_NODE_VARIABLE) return tmd_function_steps(node->function, quick);
  if (!tmd_quick_is_row(quick) || node->function->n) return -1;
  const int left = tmd_node_steps(node->left, quick);
  return left < 0 ? -1 : tmd_row_steps(node->function, quick, left);
}

/* x, or x - 0 */
static int is_x(const struct tmd_node *test) {
  return test->kind == TMD_NODE_VARIABLE ||
         (test->kind == TMD_NODE_DIFFERENCE && test->left->kind == TMD_NODE_VARIABLE &&
          test->right->kind == TMD_NODE_CONSTANT && fmpq_is_zero(test->right->value));
}

/* The branch of a test of the sign of x. */
static int add_branch(struct tmd_quick *quick, const struct tmd_node *node) {
  const int possible = tmd_quick_sign(quick) ? TMD_SIGNS_NEGATIVE : TMD_SIGNS_POSITIVE;
  if (!tmd_quick_is_row(quick) || !is_x(node->test)) return -1;
  return tmd_node_steps(tmd_node_branch_of(node->signs, possible) == TMD_BRANCH_LEFT ? node->left
                                                                                     : node->right,
                        quick);
}

static int add_operation(struct tmd_quick *quick, const struct tmd_node *node) {
  static const enum tmd_quick_op op[] = {
      [TMD_NODE_NEGATIVE] = TMD_QUICK_NEGATIVE, [TMD_NODE_ABSOLUTE] = TMD_QUICK_ABSOLUTE,
      [TMD_NODE_SUM] = TMD_QUICK_SUM,           [TMD_NODE_DIFFERENCE] = TMD_QUICK_DIFFERENCE,
      [TMD_NODE_PRODUCT] = TMD_QUICK_PRODUCT,   [TMD_NODE_QUOTIENT] = TMD_QUICK_QUOTIENT,
      [TMD_NODE_POWER] = TMD_QUICK_POWER};
  struct tmd_quick_step step = {.op = op[node->kind]};
  if (node->kind == TMD_NODE_POWER) {
    if (!fmpz_is_one(fmpq_denref(node->value)) ||
        fmpz_cmpabs(fmpq_numref(node->value), (fmpz[]){POWER_MAX}) > 0)
      return tmd_quick_is_row(quick) ? add_real_power(quick, node) : -1;
    step.power = (int)fmpz_get_si(fmpq_numref(node->value));
  }
  step.left = tmd_node_steps(node->left, quick);
  step.right = node->right && step.left >= 0 ? tmd_node_steps(node->right, quick) : 0;
  return step.left < 0 || step.right < 0 ? -1 : tmd_quick_add(quick, &step);
}

int tmd_node_steps(const struct tmd_node *node, struct tmd_quick *quick) {
  switch (node->kind) {
  case TMD_NODE_VARIABLE: return tmd_quick_add(quick, &(struct tmd_quick_step){.op = TMD_QUICK_X});
  case TMD_NODE_CONSTANT:
  case TMD_NODE_PI:
  case TMD_NODE_E: return add_constant(quick, node);
  case TMD_NODE_APPLY: return add_application(quick, node);
  case TMD_NODE_EITHER: return add_either(quick, node);
  case TMD_NODE_EXPONENTIAL:
    return tmd_quick_is_row(quick)
               ? add_exponential(quick, node->left, tmd_node_steps(node->right, quick))
               : -1;
  case TMD_NODE_PIECEWISE: return add_branch(quick, node);
  case TMD_NODE_MINIMUM:
  case TMD_NODE_MAXIMUM: return -1;
  default: return add_operation(quick, node);
  }
}
