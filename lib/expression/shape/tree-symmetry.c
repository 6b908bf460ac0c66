/* The symmetries of an expression that follow from its operations: relations of f(-x), f(2 x) and
   f(x
   + 1) to f(x). The domain has the same symmetry: by induction each part is defined at both
   arguments or at neither. What is undecided at x counts as undecided at its images, whatever
   evaluation there would decide. */
#include <string.h>

#include "lib/expression/tree/node.h"

/* With y the other argument, -x, 2 x or x + 1: f(y) = f(x) + by, if `adds`; f(y) = (-1)^sign
   2^exponent f(x), if `multiplies`. */
struct growth {
  int adds, multiplies, sign;
  fmpq_t by, exponent;
};

static void growth_init(struct growth *g) {
  *g = (struct growth){0};
  fmpq_init(g->by);
  fmpq_init(g->exponent);
}

static void growth_clear(struct growth *g) {
  fmpq_clear(g->by);
  fmpq_clear(g->exponent);
}

static void growth_set(struct growth *g, const struct growth *a) {
  g->adds = a->adds, g->multiplies = a->multiplies, g->sign = a->sign;
  fmpq_set(g->by, a->by);
  fmpq_set(g->exponent, a->exponent);
}

/* For a part that is the same at x and y. */
static void set_constant(struct growth *g) {
  g->adds = g->multiplies = 1;
  g->sign = 0;
  fmpq_zero(g->by);
  fmpq_zero(g->exponent);
}

static int is_constant(const struct growth *g) {
  return (g->adds && fmpq_is_zero(g->by)) ||
         (g->multiplies && !g->sign && fmpq_is_zero(g->exponent));
}

/* g of a + b, or of a part that is a at x and y, or b at both: they multiply alike. */
static void grow_alike(struct growth *g, const struct growth *a, const struct growth *b) {
  growth_set(g, a);
  g->multiplies =
      a->multiplies && b->multiplies && a->sign == b->sign && fmpq_equal(a->exponent, b->exponent);
  g->adds = a->adds && b->adds;
}

/* A product or quotient; with a rational constant it may add. */
static void grow_by_product(struct growth *g, const struct tmd_node *node, const struct growth *a,
                            const struct growth *b) {
  const int divide = node->kind == TMD_NODE_QUOTIENT;
  g->multiplies = a->multiplies && b->multiplies;
  g->sign = a->sign ^ b->sign;
  (divide ? fmpq_sub : fmpq_add)(g->exponent, a->exponent, b->exponent);
  if (a->adds && node->right->kind == TMD_NODE_CONSTANT && !fmpq_is_zero(node->right->value)) {
    g->adds = 1;
    (divide ? fmpq_div : fmpq_mul)(g->by, a->by, node->right->value);
  } else if (b->adds && node->left->kind == TMD_NODE_CONSTANT && !divide) {
    g->adds = 1;
    fmpq_mul(g->by, b->by, node->left->value);
  }
}

static void grow_by_power(struct growth *g, const struct growth *base, const fmpq_t power) {
  const int integer = fmpz_is_one(fmpq_denref(power));
  g->multiplies = base->multiplies && (!base->sign || integer);
  g->sign = base->sign && fmpz_is_odd(fmpq_numref(power));
  fmpq_mul(g->exponent, base->exponent, power);
}

/* `of_x`: the growth of x itself. */
static void growth_of(const struct tmd_node *node, struct growth *g, const struct growth *of_x);

/* 1 if the test has the same sign at x and y. */
static int keeps_sign(const struct tmd_node *test, const struct growth *of_x) {
  struct growth g;
  growth_init(&g);
  growth_of(test, &g, of_x);
  const int keeps = is_constant(&g) || (g.multiplies && !g.sign);
  growth_clear(&g);
  return keeps;
}

/* The parity (0 or 1) of the integer n if the node is pi times a part that grows by n; else -1. */
static int half_turns(const struct tmd_node *node, const struct growth *of_x) {
  struct growth g;
  int turns = -1;
  if (node->kind == TMD_NODE_EITHER)
    return (turns = half_turns(node->left, of_x)) >= 0 ? turns : half_turns(node->right, of_x);
  if (node->kind != TMD_NODE_PRODUCT) return -1;
  if (node->left->kind != TMD_NODE_PI && node->right->kind != TMD_NODE_PI) return -1;
  const struct tmd_node *rest = node->left->kind == TMD_NODE_PI ? node->right : node->left;
  growth_init(&g);
  growth_of(rest, &g, of_x);
  if (g.adds && fmpz_is_one(fmpq_denref(g.by))) turns = (int)fmpz_is_odd(fmpq_numref(g.by));
  growth_clear(&g);
  return turns;
}

/* sin, cos change sign at each half turn, pi; tan does not. */
static void grow_by_turns(struct growth *g, const struct tmd_node *node,
                          const struct growth *of_x) {
  const enum tmd_function_id id = node->function->id;
  const int tan = id == TMD_FN_tan,
            turns = tan || id == TMD_FN_sin || id == TMD_FN_cos ? half_turns(node->left, of_x) : -1;
  g->multiplies = turns >= 0;
  g->sign = turns > 0 && !tan;
}

static void grow_by_function(struct growth *g, const struct tmd_node *node,
                             const struct growth *argument, const struct growth *of_x) {
  const struct tmd_symmetry *f = &node->function->symmetry;
  const int integer = argument->adds && fmpz_is_one(fmpq_denref(argument->by));
  if (is_constant(argument)) {
    set_constant(g);
  } else if (f->step == TMD_STEP_ADD && f->b && argument->adds) { /* exp2, for any real number */
    g->multiplies = 1;
    fmpq_mul_si(g->exponent, argument->by, f->b);
  } else if ((f->step == TMD_STEP_ADD || f->step == TMD_STEP_ALTERNATE) && integer) {
    g->multiplies = 1;
    g->sign = f->step == TMD_STEP_ALTERNATE && fmpz_is_odd(fmpq_numref(argument->by));
  } else if (f->step == TMD_STEP_LOG2 && argument->multiplies && !argument->sign) {
    g->adds = 1;
    fmpq_set(g->by, argument->exponent);
  } else if (argument->multiplies && argument->sign && fmpq_is_zero(argument->exponent) &&
             f->parity) {
    g->multiplies = 1;
    g->sign = f->parity == TMD_PARITY_ODD;
  } else if (f->step == TMD_STEP_SCALE && argument->multiplies && !argument->sign) {
    g->multiplies = 1; /* a power */
    fmpq_mul_si(g->exponent, argument->exponent, f->b);
    fmpq_div_fmpz(g->exponent, g->exponent, (fmpz[]){f->a});
  } else {
    grow_by_turns(g, node, of_x);
  }
}

static void growth_of_operation(const struct tmd_node *node, struct growth *g,
                                const struct growth *a, const struct growth *b,
                                const struct growth *of_x) {
  switch (node->kind) {
  case TMD_NODE_VARIABLE: growth_set(g, of_x); break;
  case TMD_NODE_CONSTANT:
  case TMD_NODE_PI:
  case TMD_NODE_E: set_constant(g); break;
  case TMD_NODE_NEGATIVE:
    growth_set(g, a);
    fmpq_neg(g->by, a->by);
    break;
  case TMD_NODE_ABSOLUTE:
    growth_set(g, a);
    g->adds = is_constant(a);
    g->sign = 0;
    break;
  case TMD_NODE_SUM:
  case TMD_NODE_DIFFERENCE:
    grow_alike(g, a, b);
    (node->kind == TMD_NODE_SUM ? fmpq_add : fmpq_sub)(g->by, a->by, b->by);
    break;
  case TMD_NODE_PRODUCT:
  case TMD_NODE_QUOTIENT: grow_by_product(g, node, a, b); break;
  case TMD_NODE_POWER: grow_by_power(g, a, node->value); break;
  case TMD_NODE_MINIMUM:
  case TMD_NODE_MAXIMUM:
  case TMD_NODE_PIECEWISE:
    if (node->test && !keeps_sign(node->test, of_x)) break;
    grow_alike(g, a, b);
    g->adds = g->adds && fmpq_equal(a->by, b->by);
    g->multiplies = g->multiplies && (node->test || !g->sign);
    break;
  case TMD_NODE_EXPONENTIAL:
    if (is_constant(a) && is_constant(b)) set_constant(g);
    break;
  case TMD_NODE_APPLY: grow_by_function(g, node, a, of_x); break;
  case TMD_NODE_SECOND:
  case TMD_NODE_NAMED:
  case TMD_NODE_FAMILY: break;
  case TMD_NODE_EITHER: growth_set(g, a->adds || a->multiplies ? a : b); break;
  }
}

static void growth_of(const struct tmd_node *node, struct growth *g, const struct growth *of_x) {
  struct growth a, b;
  growth_init(&a);
  growth_init(&b);
  if (node->left) growth_of(node->left, &a, of_x);
  if (node->right) growth_of(node->right, &b, of_x);
  growth_of_operation(node, g, &a, &b, of_x);
  growth_clear(&a);
  growth_clear(&b);
}

/* ---- all of them ---- */

static int is_small(const fmpz_t n) {
  return fmpz_cmp_si(n, TMD_STEP_NUMBER_MAX) <= 0 && fmpz_cmp_si(n, -TMD_STEP_NUMBER_MAX) >= 0;
}

static void find(struct tmd_symmetry *symmetry, const struct tmd_node *node,
                 const struct growth *of_x) {
  struct growth g;
  growth_init(&g);
  growth_of(node, &g, of_x);
  const fmpz *over = fmpq_numref(g.exponent), *under = fmpq_denref(g.exponent);
  const int small = is_small(over) && is_small(under), fixed = fmpz_is_zero(over);
  if (of_x->multiplies && of_x->sign) { /* y = -x */
    if (is_constant(&g)) symmetry->parity = TMD_PARITY_EVEN;
    else if (g.multiplies && g.sign) symmetry->parity = TMD_PARITY_ODD;
  } else if (of_x->multiplies) { /* y = 2 x, and repeated */
    if (g.multiplies && !g.sign && !fixed && small)
      symmetry->step = TMD_STEP_SCALE, symmetry->a = (int)fmpz_get_si(under);
  } else if (g.multiplies && fmpz_is_one(under) && small && (fixed || !g.sign)) {
    symmetry->step = g.sign ? TMD_STEP_ALTERNATE : TMD_STEP_ADD;
  }
  if (symmetry->step) symmetry->b = (int)fmpz_get_si(over);
  growth_clear(&g);
}

struct tmd_symmetry tmd_node_symmetry(const struct tmd_node *node) {
  struct tmd_symmetry symmetry = {0};
  find(&symmetry, node,
       &(struct growth){.multiplies = 1, .sign = 1, .by = {{0, 1}}, .exponent = {{0, 1}}});
  find(&symmetry, node, &(struct growth){.multiplies = 1, .by = {{0, 1}}, .exponent = {{1, 1}}});
  if (!symmetry.step)
    find(&symmetry, node, &(struct growth){.adds = 1, .by = {{1, 1}}, .exponent = {{0, 1}}});
  return symmetry;
}
