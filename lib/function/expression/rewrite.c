/* Trees made and taken apart, and rewritten for ball arithmetic: what has no x and is rational becomes that number, and some
   parts get another form of the same function beside their own.

   Ball arithmetic forgets what exp(x) in numerator and denominator have in common, and 1 + exp(-100) forgets exp(-100). For real
   arguments, with the same domain on both sides:

       log(1 + a)              log1p(a)
       log(a + exp(g))         g + log1p(a exp(-g))
       exp(g) / (a + exp(g))   1 / (1 + a exp(-g))

   And rootn(a^n, n), n odd, as cbrt(a^3), is a itself: balls forget what power and root have in common. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/function/expression/node.h"

struct tmd_node *tmd_node_make(enum tmd_node_kind kind, struct tmd_node *left, struct tmd_node *right) {
  struct tmd_node *node = tmd_allocate(sizeof *node);
  *node = (struct tmd_node){.kind = kind, .left = left, .right = right};
  fmpq_init(node->value);
  return node;
}

void tmd_node_release(struct tmd_node *node) {
  if (!node) return;
  tmd_node_release(node->left);
  tmd_node_release(node->right);
  fmpq_clear(node->value);
  free(node);
}

static struct tmd_node *copy(const struct tmd_node *node) {
  if (!node) return NULL;
  struct tmd_node *other = tmd_node_make(node->kind, copy(node->left), copy(node->right));
  fmpq_set(other->value, node->value);
  other->function = node->function;
  other->shift = node->shift;
  return other;
}

static int same(const struct tmd_node *a, const struct tmd_node *b) {
  if (!a || !b) return a == b;
  return a->kind == b->kind && a->function == b->function && fmpq_equal(a->value, b->value) && same(a->left, b->left) &&
         same(a->right, b->right);
}

static struct tmd_node *apply(const char *name, struct tmd_node *argument) {
  struct tmd_node *node = tmd_node_make(TMD_NODE_APPLY, argument, NULL);
  node->function = tmd_function_find(name);
  return node;
}

static int applies(const struct tmd_node *node, const char *name) {
  return node->kind == TMD_NODE_APPLY && !strcmp(node->function->name, name);
}

static int is_one(const struct tmd_node *node) { return node->kind == TMD_NODE_CONSTANT && fmpq_is_one(node->value); }

/* The side of a sum that is exp(g), and the other; 0 if there is none. */
static int with_exp(const struct tmd_node *sum, const struct tmd_node **g, const struct tmd_node **rest) {
  if (sum->kind != TMD_NODE_SUM) return 0;
  const int right = applies(sum->right, "exp");
  if (!right && !applies(sum->left, "exp")) return 0;
  *g = (right ? sum->right : sum->left)->left;
  *rest = right ? sum->left : sum->right;
  return 1;
}

/* a exp(-g) */
static struct tmd_node *with_inverse(const struct tmd_node *a, const struct tmd_node *g) {
  struct tmd_node *inverse = apply("exp", tmd_node_make(TMD_NODE_NEGATIVE, copy(g), NULL));
  return is_one(a) ? inverse : tmd_node_make(TMD_NODE_PRODUCT, copy(a), inverse);
}

static struct tmd_node *either(struct tmd_node *node, struct tmd_node *form) {
  return tmd_node_make(TMD_NODE_EITHER, node, form);
}

static struct tmd_node *forms_of_log(struct tmd_node *node) {
  const struct tmd_node *sum = node->left, *g, *a;
  struct tmd_node *forms = node;
  if (sum->kind == TMD_NODE_SUM && (is_one(sum->left) || is_one(sum->right)))
    forms = either(forms, apply("log1p", copy(is_one(sum->left) ? sum->right : sum->left)));
  if (with_exp(sum, &g, &a))
    forms = either(forms, tmd_node_make(TMD_NODE_SUM, copy(g), apply("log1p", with_inverse(a, g))));
  return forms;
}

static struct tmd_node *forms_of_quotient(struct tmd_node *node) {
  const struct tmd_node *g, *a;
  if (!applies(node->left, "exp") || !with_exp(node->right, &g, &a) || !same(node->left->left, g)) return node;
  struct tmd_node *one = tmd_node_make(TMD_NODE_CONSTANT, NULL, NULL), *another = copy(one);
  fmpq_one(one->value);
  fmpq_one(another->value);
  return either(node, tmd_node_make(TMD_NODE_QUOTIENT, one, tmd_node_make(TMD_NODE_SUM, another, with_inverse(a, g))));
}

/* The node, or, where it has a form that is better somewhere, the two as one. */
static struct tmd_node *with_form(struct tmd_node *node) {
  if (applies(node, "log")) return forms_of_log(node);
  return node->kind == TMD_NODE_QUOTIENT ? forms_of_quotient(node) : node;
}

/* An odd root of the same power: a^n and the root are defined wherever a is, and have its sign. */
static int undoes_power(const struct tmd_node *node) {
  if (node->kind != TMD_NODE_APPLY || node->left->kind != TMD_NODE_POWER) return 0;
  const char *name = node->function->name;
  const long n = !strcmp(name, "cbrt") ? 3 : !strncmp(name, "rootn(", 6) ? node->function->n : 0;
  return n > 0 && n % 2 == 1 && fmpz_equal_si(fmpq_numref(node->left->value), n) && fmpz_is_one(fmpq_denref(node->left->value));
}

/* The base of the power under a root; the rest is released. */
static struct tmd_node *without_root(struct tmd_node *node) {
  struct tmd_node *base = node->left->left;
  node->left->left = NULL;
  tmd_node_release(node);
  return base;
}

static int has_variable(const struct tmd_node *node) {
  return node && (node->kind == TMD_NODE_VARIABLE || has_variable(node->left) || has_variable(node->right));
}

int tmd_node_constant(const struct tmd_node *node, fmpq_t value) {
  fmpq_t x;
  fmpq_init(x); /* 0 stands for x, which is not there */
  const int constant = !has_variable(node) && tmd_node_exact(node, value, x);
  fmpq_clear(x);
  return constant;
}

struct tmd_node *tmd_node_rewrite(const struct tmd_node *node) {
  if (!node) return NULL;
  struct tmd_node *other = tmd_node_make(node->kind, tmd_node_rewrite(node->left), tmd_node_rewrite(node->right));
  fmpq_set(other->value, node->value);
  other->function = node->function;
  if (!node->left) return other;
  if (has_variable(other)) {
    if (undoes_power(other)) return without_root(other);
    if (other->kind == TMD_NODE_QUOTIENT) tmd_node_find_shift(other);
    return with_form(other);
  }
  struct tmd_node *number = tmd_node_make(TMD_NODE_CONSTANT, NULL, NULL);
  const int rational = tmd_node_constant(other, number->value);
  tmd_node_release(rational ? other : number);
  return rational ? number : other;
}

int tmd_node_has_forms(const struct tmd_node *node) {
  return node && (node->kind == TMD_NODE_EITHER || tmd_node_has_forms(node->left) || tmd_node_has_forms(node->right));
}
