/* Other forms of parts of an expression, on which ball arithmetic is tighter. Each is the same
   function, on the same domain. Values for huge |x| do not need them, as expansions (expansion.md)
   are tight there; forms keep series tight on wide balls, so that cells are long.

   Identities in one operand are in the table below, where x stands for any part. Those in more
   operands are code: exp(g) exp(h) = exp(g + h), exp(g)/exp(h) = exp(g - h), and those of
   forms-scaled.c, forms-common.c and forms-conjugate.c.

   If the better form depends on x, the tree has both (TMD_NODE_EITHER). */
#include <stdlib.h>
#include <string.h>

#include "lib/expression/shape/forms.h"

enum { FORM_NODES_MAX = 300 }; /* of a part with two forms, which contain its operands twice */

static const struct tmd_form_rule rules[] = {
    /* cancellation */
    {"1+erf(x)", "erfc(-x)", 0},
    {"1-erf(x)", "erfc(x)", 0},
    {"erf(x)-1", "-erfc(x)", 0},
    {"1-erfc(x)", "erf(x)", 0},
    {"erfc(x)-1", "-erf(x)", 0},
    {"2-erfc(x)", "erfc(-x)", 0},
    {"1+tanh(x)", "2/(1+exp(-2*x))", 0},
    {"1-tanh(x)", "2/(1+exp(2*x))", 0},
    {"tanh(x)-1", "-2/(1+exp(2*x))", 0},
    {"1-tanh(x)^2", "1/cosh(x)^2", 0},
    {"exp(x)-1", "expm1(x)", 0},
    {"1-exp(x)", "-expm1(x)", 0},
    {"exp2(x)-1", "exp2m1(x)", 0},
    {"1-exp2(x)", "-exp2m1(x)", 0},
    {"exp10(x)-1", "exp10m1(x)", 0},
    {"1-exp10(x)", "-exp10m1(x)", 0},
    {"1-cos(x)", "2*sin(x/2)^2", 0},
    {"cos(x)-1", "-2*sin(x/2)^2", 0},
    {"cosh(x)-1", "2*sinh(x/2)^2", 0},
    {"1-cosh(x)", "-2*sinh(x/2)^2", 0},
    {"sqrt(1+x)-1", "x/(sqrt(1+x)+1)", 0},
    /* growth in numerator and denominator */
    {"exp(x)-exp(-x)", "2*sinh(x)", 0},
    {"exp(-x)-exp(x)", "-2*sinh(x)", 0},
    {"exp(x)+exp(-x)", "2*cosh(x)", 0},
    {"cosh(x)+sinh(x)", "exp(x)", 0},
    {"cosh(x)-sinh(x)", "exp(-x)", 0},
    {"sinh(x)/cosh(x)", "tanh(x)", 0},
    {"2*sinh(x)/(2*cosh(x))", "tanh(x)", 0},
    {"cosh(x)/sinh(x)", "1/tanh(x)", 0},
    {"2*cosh(x)/(2*sinh(x))", "1/tanh(x)", 0},
    {"sin(x)^2+cos(x)^2", "1+0*x", 0},
    {"erf(x)+erfc(x)", "1+0*x", 0},
    {"x-x", "0*x", 0},
    {"x+(-x)", "0*x", 0},
    {"x/x", "1+0/x", 0},
    {"x*(1/x)", "1+0/x", 0},
    {"cosh(x)^2-sinh(x)^2", "1+0*x", 0},
    /* zero on one side of 0 */
    {"x+abs(x)", "2*max(x,0)", 0},
    {"x-abs(x)", "2*min(x,0)", 0},
    {"abs(x)-x", "-2*min(x,0)", 0},
    /* logarithms */
    {"log(exp(x))", "x", 0},
    {"log(1+exp(x))", "x+log1p(exp(-x))", 1},
    {"log1p(exp(x))", "x+log1p(exp(-x))", 1},
    {"log(cosh(x))", "abs(x)+log1p(exp(-2*abs(x)))-log(2)", 1},
    {"log(sinh(x))", "x+log1p(-exp(-2*x))-log(2)", 1},
    {"log(x+sqrt(x^2+1))", "asinh(x)", 0},
    {"log(x+sqrt(x^2-1))", "acosh(x)", 0},
    {"log(1+x)", "log1p(x)", 1},
    {"log(1/x)", "-log(x)", 0},
    /* near 1 for large |x| */
    {"x/(1+x)", "1-1/(1+x)", 1},
    {"x/sqrt(1+x^2)", "tanh(asinh(x))", 1},
    {"x/(1+x^2)^(1/2)", "tanh(asinh(x))", 1},
    {"x*rsqrt(1+x^2)", "tanh(asinh(x))", 1},
    {"x*(1+x^2)^(-1/2)", "tanh(asinh(x))", 1},
};
enum { RULES = sizeof rules / sizeof *rules };

const struct tmd_form_rule *tmd_form_rule(int i) { return i < RULES ? rules + i : NULL; }

static struct tmd_node *apply(enum tmd_function_id id, struct tmd_node *argument) {
  return tmd_node_apply(tmd_function_entry(id), argument);
}

int tmd_form_applies(const struct tmd_node *node, enum tmd_function_id id) {
  return node->kind == TMD_NODE_APPLY && node->function->id == id;
}

static int is_one(const struct tmd_node *node) {
  return node->kind == TMD_NODE_CONSTANT && fmpq_is_one(node->value);
}

static struct tmd_node *one(void) {
  struct tmd_node *node = tmd_node_make(TMD_NODE_CONSTANT, NULL, NULL);
  fmpq_one(node->value);
  return node;
}

static int nodes(const struct tmd_node *node) {
  return node ? 1 + nodes(node->left) + nodes(node->right) + nodes(node->test) : 0;
}

struct tmd_node *tmd_form_either(struct tmd_node *node, struct tmd_node *form) {
  if (nodes(node) + nodes(form) <= FORM_NODES_MAX)
    return tmd_node_make(TMD_NODE_EITHER, node, form);
  tmd_node_release(form);
  return node;
}

struct tmd_node *tmd_form_product(struct tmd_node *a, struct tmd_node *b) {
  if (!is_one(a) && !is_one(b)) return tmd_node_make(TMD_NODE_PRODUCT, a, b);
  struct tmd_node *one = is_one(a) ? a : b, *product = one == a ? b : a;
  tmd_node_release(one);
  return product;
}

struct tmd_node *tmd_form_power(const struct tmd_node *part, slong n) {
  struct tmd_node *power = tmd_node_make(TMD_NODE_POWER, tmd_node_copy(part), NULL);
  fmpq_set_si(power->value, n, 1);
  return power;
}

struct tmd_node *tmd_form_instead(struct tmd_node *node, struct tmd_node *form) {
  tmd_node_release(node);
  form->form = 1;
  return form;
}

const struct tmd_node *tmd_form_under_root(const struct tmd_node *node, int inverse) {
  fmpq_t half;
  fmpq_init(half);
  fmpq_set_si(half, inverse ? -1 : 1, 2);
  const int power = node->kind == TMD_NODE_POWER && fmpq_equal(node->value, half);
  const int root = power || tmd_form_applies(node, inverse ? TMD_FN_rsqrt : TMD_FN_sqrt);
  fmpq_clear(half);
  return root ? node->left : NULL;
}

/* ---- The table ---- */

/* Patterns and forms as trees, made at the first use. */
static struct {
  struct tmd_node *pattern, *form;
} trees[RULES];

static void make_trees(void) {
  static int made;
  if (__atomic_load_n(&made, __ATOMIC_ACQUIRE) == RULES) return;
#pragma omp critical(tmd_forms)
  for (; made < RULES; __atomic_store_n(&made, made + 1, __ATOMIC_RELEASE)) {
    trees[made].pattern = tmd_node_parse(rules[made].pattern);
    trees[made].form = tmd_node_parse(rules[made].form);
    if (!trees[made].pattern || !trees[made].form) abort(); /* test-expression parses them all */
  }
}

/* 1 if the node is the pattern with *x (NULL: so far unknown) for its x. Operands of sums and
   products may be exchanged; a part with two forms is compared as it was written. */
static int matches(const struct tmd_node *node, const struct tmd_node *pattern,
                   const struct tmd_node **x) {
  if (pattern->kind == TMD_NODE_VARIABLE) {
    if (!*x) *x = node;
    return tmd_node_same(node, *x);
  }
  if (node->kind == TMD_NODE_EITHER) return matches(node->left, pattern, x);
  if (node->kind != pattern->kind || node->function != pattern->function ||
      !fmpq_equal(node->value, pattern->value))
    return 0;
  if (!pattern->left) return 1;
  const struct tmd_node *before = *x;
  if (matches(node->left, pattern->left, x) &&
      (!pattern->right || matches(node->right, pattern->right, x)))
    return 1;
  *x = before;
  if (node->kind != TMD_NODE_SUM && node->kind != TMD_NODE_PRODUCT) return 0;
  if (matches(node->right, pattern->left, x) && matches(node->left, pattern->right, x)) return 1;
  *x = before;
  return 0;
}

/* The form with this for its x. */
static struct tmd_node *with_operand(const struct tmd_node *form, const struct tmd_node *x) {
  if (form->kind == TMD_NODE_VARIABLE) return tmd_node_copy(x);
  struct tmd_node *node = tmd_node_make(form->kind, form->left ? with_operand(form->left, x) : NULL,
                                        form->right ? with_operand(form->right, x) : NULL);
  fmpq_set(node->value, form->value);
  node->function = form->function;
  if (node->kind == TMD_NODE_QUOTIENT) tmd_node_find_shift(node);
  return node;
}

static struct tmd_node *by_table(struct tmd_node *node) {
  make_trees();
  for (int i = 0; i < RULES; i++) {
    const struct tmd_node *x = NULL;
    if (!matches(node, trees[i].pattern, &x)) continue;
    struct tmd_node *form = with_operand(trees[i].form, x);
    return rules[i].both ? tmd_form_either(node, form) : tmd_form_instead(node, form);
  }
  return node;
}

/* ---- Exponentials ---- */

/* exp(g + h), or g - h. */
static struct tmd_node *of_exponentials(struct tmd_node *node) {
  if (!tmd_form_applies(node->left, TMD_FN_exp) || !tmd_form_applies(node->right, TMD_FN_exp))
    return node;
  struct tmd_node *g = tmd_node_copy(node->left->left), *h = tmd_node_copy(node->right->left);
  const enum tmd_node_kind kind =
      node->kind == TMD_NODE_PRODUCT ? TMD_NODE_SUM : TMD_NODE_DIFFERENCE;
  return tmd_form_instead(node, apply(TMD_FN_exp, tmd_node_with_forms(tmd_node_make(kind, g, h))));
}

struct tmd_node *tmd_form_without_exp(const struct tmd_node *product, const struct tmd_node **g) {
  if (tmd_form_applies(product, TMD_FN_exp)) {
    *g = product->left;
    return one();
  }
  if (product->kind != TMD_NODE_PRODUCT) return NULL;
  for (int side = 0; side <= 1; side++) {
    const struct tmd_node *with = side ? product->right : product->left,
                          *other = side ? product->left : product->right;
    struct tmd_node *rest = tmd_form_without_exp(with, g);
    if (!rest) continue;
    return tmd_node_make(TMD_NODE_PRODUCT, rest, tmd_node_copy(other));
  }
  return NULL;
}

struct tmd_node *tmd_node_with_forms(struct tmd_node *node) {
  struct tmd_node *other = by_table(node);
  if (other != node) return other;
  if (node->kind == TMD_NODE_SUM || node->kind == TMD_NODE_DIFFERENCE) {
    other = tmd_form_conjugate(node);
    return other == node ? tmd_form_common(node) : other;
  }
  const int product = node->kind == TMD_NODE_PRODUCT || node->kind == TMD_NODE_QUOTIENT;
  if (product || tmd_form_applies(node, TMD_FN_log)) other = tmd_form_scaled(node);
  return other == node && product ? of_exponentials(node) : other;
}
