/* The symmetries of an expression that follow from its operations: relations of f(-x), f(2^a x) and
   f(x + 1) to f(x). The domain has the same symmetry: by induction each part is defined at both
   arguments or at neither. What is undecided at x counts as undecided at its images, whatever
   evaluation there would decide. */
#include <string.h>

#include "lib/expression/tree/node.h"

/* ---- f(-x) ---- */

static enum tmd_parity of_product(enum tmd_parity a, enum tmd_parity b) {
  if (a == TMD_PARITY_NONE || b == TMD_PARITY_NONE) return TMD_PARITY_NONE;
  return a == b ? TMD_PARITY_EVEN : TMD_PARITY_ODD;
}

/* The parity of a power of an odd part: x^(1/3) is not defined on both sides. */
static enum tmd_parity of_odd_power(const fmpq_t exponent) {
  if (!fmpz_is_one(fmpq_denref(exponent))) return TMD_PARITY_NONE;
  return fmpz_is_even(fmpq_numref(exponent)) ? TMD_PARITY_EVEN : TMD_PARITY_ODD;
}

static enum tmd_parity parity_of(const struct tmd_node *node) {
  const enum tmd_parity left = node->left ? parity_of(node->left) : TMD_PARITY_EVEN;
  const enum tmd_parity right = node->right ? parity_of(node->right) : TMD_PARITY_EVEN;
  switch (node->kind) {
  case TMD_NODE_VARIABLE: return TMD_PARITY_ODD;
  case TMD_NODE_CONSTANT:
  case TMD_NODE_PI:
  case TMD_NODE_E: return TMD_PARITY_EVEN;
  case TMD_NODE_NEGATIVE: return left;
  case TMD_NODE_ABSOLUTE: return left == TMD_PARITY_NONE ? left : TMD_PARITY_EVEN;
  case TMD_NODE_SUM:
  case TMD_NODE_DIFFERENCE: return left == right ? left : TMD_PARITY_NONE;
  case TMD_NODE_EXPONENTIAL:
  case TMD_NODE_MINIMUM:
  case TMD_NODE_MAXIMUM:
    return left == TMD_PARITY_EVEN && right == TMD_PARITY_EVEN ? left : TMD_PARITY_NONE;
  case TMD_NODE_PIECEWISE:
    return parity_of(node->test) == TMD_PARITY_EVEN && left == right ? left : TMD_PARITY_NONE;
  case TMD_NODE_PRODUCT:
  case TMD_NODE_QUOTIENT: return of_product(left, right);
  case TMD_NODE_POWER: return left == TMD_PARITY_ODD ? of_odd_power(node->value) : left;
  case TMD_NODE_APPLY: return left == TMD_PARITY_ODD ? node->function->symmetry.parity : left;
  case TMD_NODE_EITHER: return left != TMD_PARITY_NONE ? left : right;
  case TMD_NODE_NAMED: break; /* was written out */
  }
  return TMD_PARITY_NONE;
}

/* ---- f(c x) = c^d f(x) for all c > 0 ---- */

static int degree_of(const struct tmd_node *node, fmpq_t d);

/* The degree of g(h): functions with a step of scale are powers, so that the relation for 2^a holds
   for all c. */
static int degree_of_applied(const struct tmd_node *node, fmpq_t d) {
  const struct tmd_symmetry *g = &node->function->symmetry;
  if (!degree_of(node->left, d)) return 0;
  if (fmpq_is_zero(d)) return 1;
  if (g->step != TMD_STEP_SCALE) return 0;
  fmpq_mul_si(d, d, g->b);
  fmpq_div_fmpz(d, d, (fmpz[]){g->a});
  return 1;
}

/* 1 and d, or 0 if the expression shows no degree. */
static int degree_of(const struct tmd_node *node, fmpq_t d) {
  fmpq_t e;
  int found = 1;
  fmpq_init(e);
  switch (node->kind) {
  case TMD_NODE_VARIABLE: fmpq_one(d); break;
  case TMD_NODE_CONSTANT:
  case TMD_NODE_PI:
  case TMD_NODE_E: fmpq_zero(d); break;
  case TMD_NODE_NEGATIVE:
  case TMD_NODE_ABSOLUTE: found = degree_of(node->left, d); break;
  case TMD_NODE_PIECEWISE: /* the sign of the test is the same at x and c x */
    found = degree_of(node->test, d) && degree_of(node->left, d) && degree_of(node->right, e) &&
            fmpq_equal(d, e);
    break;
  case TMD_NODE_MINIMUM:
  case TMD_NODE_MAXIMUM:
  case TMD_NODE_SUM:
  case TMD_NODE_DIFFERENCE:
    found = degree_of(node->left, d) && degree_of(node->right, e) && fmpq_equal(d, e);
    break;
  case TMD_NODE_PRODUCT:
  case TMD_NODE_QUOTIENT:
    found = degree_of(node->left, d) && degree_of(node->right, e);
    (node->kind == TMD_NODE_PRODUCT ? fmpq_add : fmpq_sub)(d, d, e);
    break;
  case TMD_NODE_POWER:
    found = degree_of(node->left, d);
    fmpq_mul(d, d, node->value);
    break;
  case TMD_NODE_EXPONENTIAL: /* if both are the same at x and c x */
    found =
        degree_of(node->left, d) && fmpq_is_zero(d) && degree_of(node->right, d) && fmpq_is_zero(d);
    break;
  case TMD_NODE_APPLY: found = degree_of_applied(node, d); break;
  case TMD_NODE_EITHER: found = degree_of(node->left, d) || degree_of(node->right, d); break;
  case TMD_NODE_NAMED: found = 0; break;
  }
  fmpq_clear(e);
  return found;
}

/* ---- f(x + 1) ---- */

/* f(x + 1) = f(x) + by, if `adds`; f(x + 1) = (-1)^sign 2^exponent f(x), if `multiplies`. */
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

/* For a part that is the same at x and x + 1. */
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

static void grow_by_sum(struct growth *g, const struct growth *a, const struct growth *b,
                        int subtract) {
  g->adds = a->adds && b->adds;
  (subtract ? fmpq_sub : fmpq_add)(g->by, a->by, b->by);
  g->multiplies =
      a->multiplies && b->multiplies && a->sign == b->sign && fmpq_equal(a->exponent, b->exponent);
  g->sign = a->sign;
  fmpq_set(g->exponent, a->exponent);
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

/* A part that is a at x and x + 1, or b at both. */
static void grow_by_choice(struct growth *g, const struct growth *a, const struct growth *b) {
  g->adds = a->adds && b->adds && fmpq_equal(a->by, b->by);
  fmpq_set(g->by, a->by);
  g->multiplies =
      a->multiplies && b->multiplies && a->sign == b->sign && fmpq_equal(a->exponent, b->exponent);
  g->sign = a->sign;
  fmpq_set(g->exponent, a->exponent);
}

static void growth_of(const struct tmd_node *node, struct growth *g);

/* 1 if the test has the same sign at x and x + 1. */
static int keeps_sign(const struct tmd_node *test) {
  struct growth g;
  growth_init(&g);
  growth_of(test, &g);
  const int keeps = is_constant(&g) || (g.multiplies && !g.sign);
  growth_clear(&g);
  return keeps;
}

/* The parity (0 or 1) of the integer n if the node is pi times a part that grows by n; else -1. */
static int half_turns(const struct tmd_node *node) {
  struct growth g;
  int turns = -1;
  if (node->kind == TMD_NODE_EITHER)
    return (turns = half_turns(node->left)) >= 0 ? turns : half_turns(node->right);
  if (node->kind != TMD_NODE_PRODUCT) return -1;
  if (node->left->kind != TMD_NODE_PI && node->right->kind != TMD_NODE_PI) return -1;
  const struct tmd_node *rest = node->left->kind == TMD_NODE_PI ? node->right : node->left;
  growth_init(&g);
  growth_of(rest, &g);
  if (g.adds && fmpz_is_one(fmpq_denref(g.by))) turns = (int)fmpz_is_odd(fmpq_numref(g.by));
  growth_clear(&g);
  return turns;
}

/* sin, cos change sign at each half turn, pi; tan does not. */
static int of_trigonometric(struct growth *g, const struct tmd_node *node) {
  const enum tmd_function_id id = node->function->id;
  const int tan = id == TMD_FN_tan,
            turns = tan || id == TMD_FN_sin || id == TMD_FN_cos ? half_turns(node->left) : -1;
  if (turns < 0) return 0;
  g->multiplies = 1;
  g->sign = turns && !tan;
  return 1;
}

static void grow_by_function(struct growth *g, const struct tmd_node *node,
                             const struct growth *argument) {
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
  } else {
    of_trigonometric(g, node);
  }
}

static void growth_of_operation(const struct tmd_node *node, struct growth *g,
                                const struct growth *a, const struct growth *b) {
  switch (node->kind) {
  case TMD_NODE_VARIABLE:
    g->adds = 1;
    fmpq_one(g->by);
    break;
  case TMD_NODE_CONSTANT:
  case TMD_NODE_PI:
  case TMD_NODE_E: set_constant(g); break;
  case TMD_NODE_NEGATIVE:
    grow_by_sum(g, a, a, 0);
    fmpq_neg(g->by, a->by);
    break;
  case TMD_NODE_ABSOLUTE:
    grow_by_sum(g, a, a, 0);
    g->adds = is_constant(a);
    g->sign = 0;
    break;
  case TMD_NODE_SUM:
  case TMD_NODE_DIFFERENCE: grow_by_sum(g, a, b, node->kind == TMD_NODE_DIFFERENCE); break;
  case TMD_NODE_PRODUCT:
  case TMD_NODE_QUOTIENT: grow_by_product(g, node, a, b); break;
  case TMD_NODE_POWER: grow_by_power(g, a, node->value); break;
  case TMD_NODE_MINIMUM:
  case TMD_NODE_MAXIMUM:
    grow_by_choice(g, a, b);
    g->multiplies = g->multiplies && !g->sign;
    break;
  case TMD_NODE_PIECEWISE:
    if (keeps_sign(node->test)) grow_by_choice(g, a, b);
    break;
  case TMD_NODE_EXPONENTIAL:
    if (is_constant(a) && is_constant(b)) set_constant(g);
    break;
  case TMD_NODE_APPLY: grow_by_function(g, node, a); break;
  case TMD_NODE_NAMED: break;
  case TMD_NODE_EITHER:
    if (a->adds || a->multiplies) grow_by_sum(g, a, a, 0), fmpq_set(g->by, a->by);
    else grow_by_sum(g, b, b, 0), fmpq_set(g->by, b->by);
    break;
  }
}

static void growth_of(const struct tmd_node *node, struct growth *g) {
  struct growth a, b;
  growth_init(&a);
  growth_init(&b);
  if (node->left) growth_of(node->left, &a);
  if (node->right) growth_of(node->right, &b);
  growth_of_operation(node, g, &a, &b);
  growth_clear(&a);
  growth_clear(&b);
}

/* ---- all of them ---- */

static int is_small(const fmpz_t n) {
  return fmpz_cmp_si(n, TMD_STEP_NUMBER_MAX) <= 0 && fmpz_cmp_si(n, -TMD_STEP_NUMBER_MAX) >= 0;
}

static void find_scale(struct tmd_symmetry *symmetry, const struct tmd_node *node) {
  fmpq_t d;
  fmpq_init(d);
  if (degree_of(node, d) && !fmpq_is_zero(d) && is_small(fmpq_numref(d)) &&
      is_small(fmpq_denref(d))) {
    symmetry->step = TMD_STEP_SCALE;
    symmetry->a = (int)fmpz_get_si(fmpq_denref(d));
    symmetry->b = (int)fmpz_get_si(fmpq_numref(d));
  }
  fmpq_clear(d);
}

static void find_add(struct tmd_symmetry *symmetry, const struct tmd_node *node) {
  struct growth g;
  growth_init(&g);
  growth_of(node, &g);
  if (g.multiplies && fmpz_is_one(fmpq_denref(g.exponent)) && is_small(fmpq_numref(g.exponent)) &&
      !(g.sign && !fmpq_is_zero(g.exponent))) {
    symmetry->step = g.sign ? TMD_STEP_ALTERNATE : TMD_STEP_ADD;
    symmetry->b = (int)fmpz_get_si(fmpq_numref(g.exponent));
  }
  growth_clear(&g);
}

struct tmd_symmetry tmd_node_symmetry(const struct tmd_node *node) {
  struct tmd_symmetry symmetry = {.parity = parity_of(node)};
  find_scale(&symmetry, node);
  if (!symmetry.step) find_add(&symmetry, node);
  return symmetry;
}
