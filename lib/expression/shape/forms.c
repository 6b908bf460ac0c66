/* Other forms of parts of an expression, for ball arithmetic: what balls forget where a part was
   written so. Each is the same function, on the same domain.

   Identities in one operand, x, are a table below; what is read there as x stands for any part. In
   more operands, by code:

       log(1 + a)              log1p(a)
       log(a + exp(g))         g + log1p(a exp(-g))
       log(c a), c > 0         log(c) + log(a)
       log(1/a)                -log(a)
       exp(g) exp(h)           exp(g + h),  exp(g)/exp(h) = exp(g - h)
       b exp(g)/(a + s exp(g))^n = b exp((1-n) g)/(s + a exp(-g))^n,  s = 1 or -1, n > 0; of exp(g)
   alone n = 1, a = 1 a/(c + a), c > 0        1 - c/(c + a) a/sqrt(c + a^2), c > 0
   tanh(asinh(a/sqrt(c))); also with rsqrt, or powers of 1/2 and -1/2

   and those of forms-scaled.c, forms-common.c and forms-conjugate.c.

   Which of two forms is better may depend on x; then both are kept (TMD_NODE_EITHER). */
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/expression/shape/forms.h"

enum { FORM_NODES_MAX = 300 }; /* of a part with two forms, which have its operands twice */

static const struct tmd_form_rule rules[] = {
    /* what cancels */
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
    /* what grows in numerator and denominator */
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
    /* what is 0 on one side of 0 */
    {"x+abs(x)", "2*max(x,0)", 0},
    {"x-abs(x)", "2*min(x,0)", 0},
    {"abs(x)-x", "-2*min(x,0)", 0},
    /* logarithms */
    {"log(exp(x))", "x", 0},
    {"log1p(exp(x))", "x+log1p(exp(-x))", 1},
    {"log(cosh(x))", "abs(x)+log1p(exp(-2*abs(x)))-log(2)", 1},
    {"log(sinh(x))", "x+log1p(-exp(-2*x))-log(2)", 1},
    {"log(x+sqrt(x^2+1))", "asinh(x)", 0},
    {"log(x+sqrt(x^2-1))", "acosh(x)", 0},
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

/* Patterns and forms as trees, made when first wanted and kept. */
static struct {
  struct tmd_node *pattern, *form;
} trees[RULES];

static void make_trees(void) {
  static int made;
#pragma omp critical(tmd_forms)
  for (; made < RULES; made++) {
    trees[made].pattern = tmd_node_parse(rules[made].pattern);
    trees[made].form = tmd_node_parse(rules[made].form);
    if (!trees[made].pattern || !trees[made].form) abort(); /* test-expression reads them all */
  }
}

/* 1 if the node is the pattern with *x for its x (NULL: not yet known). Operands of sums and
   products may be exchanged; what has two forms is taken as it was written. */
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

/* ---- Logarithms ---- */

/* The side of a sum that is exp(g), and the other; 0 if there is none. */
static int with_exp(const struct tmd_node *sum, const struct tmd_node **g,
                    const struct tmd_node **rest) {
  if (sum->kind != TMD_NODE_SUM) return 0;
  const int right = tmd_form_applies(sum->right, TMD_FN_exp);
  if (!right && !tmd_form_applies(sum->left, TMD_FN_exp)) return 0;
  *g = (right ? sum->right : sum->left)->left;
  *rest = right ? sum->left : sum->right;
  return 1;
}

/* a exp(-g) */
static struct tmd_node *with_inverse(const struct tmd_node *a, const struct tmd_node *g) {
  struct tmd_node *inverse =
      apply(TMD_FN_exp, tmd_node_make(TMD_NODE_NEGATIVE, tmd_node_copy(g), NULL));
  return is_one(a) ? inverse : tmd_node_make(TMD_NODE_PRODUCT, tmd_node_copy(a), inverse);
}

/* log(1/a), where log(a) has forms of its own. */
static struct tmd_node *log_of_inverse(struct tmd_node *node) {
  struct tmd_node *log = tmd_node_with_forms(apply(TMD_FN_log, tmd_node_copy(node->left->right)));
  return tmd_form_instead(node, tmd_node_make(TMD_NODE_NEGATIVE, log, NULL));
}

/* log of c a or a/c with a positive number c. */
static struct tmd_node *log_of_multiple(struct tmd_node *node) {
  const struct tmd_node *of = node->left;
  const int product = of->kind == TMD_NODE_PRODUCT,
            left = product && of->left->kind == TMD_NODE_CONSTANT;
  if (!product && of->kind != TMD_NODE_QUOTIENT) return node;
  const struct tmd_node *c = left ? of->left : of->right, *a = left ? of->right : of->left;
  if (c->kind != TMD_NODE_CONSTANT || fmpq_sgn(c->value) <= 0) return node;
  struct tmd_node *log_a = tmd_node_with_forms(apply(TMD_FN_log, tmd_node_copy(a))),
                  *log_c = apply(TMD_FN_log, tmd_node_copy(c));
  return tmd_form_either(node,
                         tmd_node_make(product ? TMD_NODE_SUM : TMD_NODE_DIFFERENCE, log_a, log_c));
}

static struct tmd_node *forms_of_log(struct tmd_node *node) {
  const struct tmd_node *sum = node->left, *g, *a;
  struct tmd_node *forms = node;
  if (sum->kind == TMD_NODE_QUOTIENT && is_one(sum->left)) return log_of_inverse(node);
  if (sum->kind == TMD_NODE_SUM && (is_one(sum->left) || is_one(sum->right)))
    forms = tmd_form_either(
        forms, apply(TMD_FN_log1p, tmd_node_copy(is_one(sum->left) ? sum->right : sum->left)));
  if (with_exp(sum, &g, &a))
    forms = tmd_form_either(forms, tmd_node_make(TMD_NODE_SUM, tmd_node_copy(g),
                                                 apply(TMD_FN_log1p, with_inverse(a, g))));
  if (forms == node) forms = tmd_form_scaled(node);
  return forms == node ? log_of_multiple(node) : forms;
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

/* (a + s exp(g)) exp(-g), if the node is such a sum: expm1 is one. */
static struct tmd_node *over_exp(const struct tmd_node *sum, const struct tmd_node *g) {
  struct tmd_node *minus = tmd_node_make(TMD_NODE_NEGATIVE, tmd_node_copy(g), NULL);
  if (tmd_form_applies(sum, TMD_FN_expm1) && tmd_node_same(sum->left, g)) /* 1 - exp(-g) */
    return tmd_node_make(TMD_NODE_NEGATIVE, apply(TMD_FN_expm1, minus), NULL);
  if (sum->kind == TMD_NODE_NEGATIVE && tmd_form_applies(sum->left, TMD_FN_expm1) &&
      tmd_node_same(sum->left->left, g))
    return apply(TMD_FN_expm1, minus);
  tmd_node_release(minus);
  if (sum->kind != TMD_NODE_SUM && sum->kind != TMD_NODE_DIFFERENCE) return NULL;
  const int right = tmd_form_applies(sum->right, TMD_FN_exp) && tmd_node_same(sum->right->left, g);
  if (!right && !(tmd_form_applies(sum->left, TMD_FN_exp) && tmd_node_same(sum->left->left, g)))
    return NULL;
  struct tmd_node *a = with_inverse(right ? sum->left : sum->right, g);
  return tmd_node_make(sum->kind, right ? a : one(), right ? one() : a);
}

static struct tmd_node *forms_of_quotient(struct tmd_node *node) {
  const struct tmd_node *g, *under = node->right;
  struct tmd_node *b = tmd_form_without_exp(node->left, &g);
  if (!b) return node;
  const int power = under->kind == TMD_NODE_POWER && fmpz_is_one(fmpq_denref(under->value)) &&
                    fmpq_sgn(under->value) > 0;
  struct tmd_node *base = over_exp(power ? under->left : under, g);
  if (!base) {
    tmd_node_release(b);
    return node;
  }
  if (power) {
    base = tmd_node_make(TMD_NODE_POWER, base, NULL);
    fmpq_set(base->value, under->value);
    struct tmd_node *n = tmd_node_make(TMD_NODE_CONSTANT, NULL, NULL); /* 1 - n */
    fmpq_sub_si(n->value, under->value, 1);
    fmpq_neg(n->value, n->value);
    b = tmd_node_make(TMD_NODE_PRODUCT, b,
                      apply(TMD_FN_exp, tmd_node_make(TMD_NODE_PRODUCT, n, tmd_node_copy(g))));
  }
  struct tmd_node *form = tmd_node_make(TMD_NODE_QUOTIENT, b, base);
  tmd_node_find_shift(form);
  return tmd_form_either(node, form);
}

/* ---- What comes near 1 far out ---- */

/* The other side of a sum with the node `a`, if that is a positive constant. */
static const struct tmd_node *constant_beside(const struct tmd_node *sum,
                                              const struct tmd_node *a) {
  if (sum->kind != TMD_NODE_SUM) return NULL;
  const struct tmd_node *c = tmd_node_same(sum->left, a)    ? sum->right
                             : tmd_node_same(sum->right, a) ? sum->left
                                                            : NULL;
  return c && c->kind == TMD_NODE_CONSTANT && fmpq_sgn(c->value) > 0 ? c : NULL;
}

/* 1 - c/(c + a) */
static struct tmd_node *less_share(const struct tmd_node *quotient, const struct tmd_node *c) {
  struct tmd_node *share =
      tmd_node_make(TMD_NODE_QUOTIENT, tmd_node_copy(c), tmd_node_copy(quotient->right));
  tmd_node_find_shift(share);
  return tmd_node_make(TMD_NODE_DIFFERENCE, one(), share);
}

/* tanh(asinh(a/sqrt(c))) */
static struct tmd_node *tanh_of_asinh(const struct tmd_node *a, const struct tmd_node *c) {
  struct tmd_node *ratio = tmd_node_copy(a);
  if (!is_one(c))
    ratio = tmd_node_make(TMD_NODE_QUOTIENT, ratio, apply(TMD_FN_sqrt, tmd_node_copy(c)));
  return apply(TMD_FN_tanh, apply(TMD_FN_asinh, ratio));
}

/* a/sqrt(c + a^2), or a times the inverse of that root. */
static struct tmd_node *forms_over_root(struct tmd_node *node, const struct tmd_node *a,
                                        const struct tmd_node *u) {
  struct tmd_node *square = tmd_form_power(a, 2);
  const struct tmd_node *c = constant_beside(u, square);
  tmd_node_release(square);
  return c ? tmd_form_either(node, tanh_of_asinh(a, c)) : node;
}

static struct tmd_node *forms_near_one(struct tmd_node *node) {
  const int quotient = node->kind == TMD_NODE_QUOTIENT;
  const struct tmd_node *a = node->left, *b = node->right,
                        *c = quotient ? constant_beside(b, a) : NULL, *u;
  if (c) return tmd_form_either(node, less_share(node, c));
  if ((u = tmd_form_under_root(b, !quotient))) return forms_over_root(node, a, u);
  return !quotient && (u = tmd_form_under_root(a, 1)) ? forms_over_root(node, b, u) : node;
}

struct tmd_node *tmd_node_with_forms(struct tmd_node *node) {
  struct tmd_node *other = by_table(node);
  if (other != node) return other;
  if (tmd_form_applies(node, TMD_FN_log)) return forms_of_log(node);
  if (node->kind == TMD_NODE_SUM || node->kind == TMD_NODE_DIFFERENCE) {
    other = tmd_form_conjugate(node);
    return other == node ? tmd_form_common(node) : other;
  }
  if (node->kind != TMD_NODE_PRODUCT && node->kind != TMD_NODE_QUOTIENT) return node;
  other = tmd_form_scaled(node);
  if (other == node) other = of_exponentials(node);
  if (other == node && node->kind == TMD_NODE_QUOTIENT) other = forms_of_quotient(node);
  return other == node ? forms_near_one(node) : other;
}
