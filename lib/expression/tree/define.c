/* Trees with their named functions written out, and with a number for y. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/error.h"
#include "lib/expression/tree/node.h"

enum {
  NODES_MAX = 5000 /* of a tree written out: each mish(...) triples it */
};

struct tmd_node *tmd_node_of_named(const struct tmd_named *named, struct tmd_node *argument) {
  struct tmd_node *definition = tmd_node_parse(named->definition);
  const int other_name = definition && definition->left &&
                         definition->left->kind == TMD_NODE_VARIABLE && !definition->right;
  if (other_name) {
    tmd_node_release(definition->left);
    definition->left = argument;
    return definition;
  }
  tmd_node_release(definition);
  struct tmd_node *node = tmd_node_make(TMD_NODE_NAMED, argument, NULL);
  node->named = named;
  return node;
}

/* The replacements of x and y, NULL for themselves, and the number of nodes still allowed. */
struct writing {
  const struct tmd_node *x, *y;
  struct tmd_member **members; /* of a row: made for it; else NULL */
  int nodes_left;
};

/* A copy of the node with the replacements; NULL if there are too many nodes. */
static struct tmd_node *write_out(const struct tmd_node *node, struct writing *w);

/* A copy of a replacement, which is written out already. */
static struct tmd_node *copy(const struct tmd_node *node, struct writing *w) {
  struct writing whole = {.nodes_left = w->nodes_left};
  struct tmd_node *other = write_out(node, &whole);
  w->nodes_left = whole.nodes_left;
  return other;
}

/* The tree of a text, parsed at the first use by any thread. */
static const struct tmd_node *parsed(struct tmd_node **slot, const char *text) {
  struct tmd_node *tree = __atomic_load_n(slot, __ATOMIC_ACQUIRE), *before = NULL;
  if (tree || !(tree = tmd_node_parse(text)) ||
      __atomic_compare_exchange_n(slot, &before, tree, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return tree;
  tmd_node_release(tree);
  return before;
}

/* The definition with x and y, which it releases, for its x and y. */
static struct tmd_node *with_arguments(const struct tmd_node *definition, struct tmd_node *x,
                                       struct tmd_node *y, struct writing *w) {
  struct writing inner = {.x = x, .y = y, .members = w->members, .nodes_left = w->nodes_left};
  struct tmd_node *result = definition ? write_out(definition, &inner) : NULL;
  w->nodes_left = inner.nodes_left;
  tmd_node_release(x);
  tmd_node_release(y);
  return result;
}

static int is_fraction(const struct tmd_node *y) {
  fmpq_t value;
  fmpq_init(value);
  const int fraction = tmd_node_constant(y, value) && !fmpz_is_one(fmpq_denref(value));
  fmpq_clear(value);
  return fraction;
}

static struct tmd_node *definition_of(const struct tmd_node *node, struct writing *w) {
  enum { NAMES = 16 };
  static struct tmd_node *of_one[NAMES], *of_two[2][NAMES];
  const struct tmd_named *named = node->named;
  const int two = named->of_two != NULL;
  int i = 0;
  while ((two ? tmd_named_of_two(i) : tmd_named_entry(i)) != named) i++;
  if (i >= NAMES) abort(); /* test-expression uses them all */
  struct tmd_node *x = write_out(node->left, w), *y = x && two ? write_out(node->right, w) : NULL;
  if (!x || (two && !y)) {
    tmd_node_release(x);
    return NULL;
  }
  const int fraction = named->by_fraction && is_fraction(y);
  return with_arguments(parsed(two ? &of_two[fraction][i] : &of_one[i],
                               fraction ? named->by_fraction : named->definition),
                        x, y, w);
}

/* ---- Rows ---- */

/* Members that families lack, y the parameter: f(x, 0), f(x, 1), and those of larger parameters. */
enum formula { POWER, EVEN_ROOT, ODD_ROOT, COMPOUND, FORMULAS };
static const char *const formulas[FORMULAS] = {
    [POWER] = "x^y",
    [EVEN_ROOT] = "x^(1/y)",
    [ODD_ROOT] = "x<0?-(-x)^(1/y):x^(1/y)",
    [COMPOUND] = "(1+x)^y+0*sqrt(1+x)",
};

static enum formula formula_of(enum tmd_function_id id, const fmpz_t n) {
  if (id == TMD_FN_pown) return POWER;
  if (id == TMD_FN_rootn) return fmpz_is_even(n) || fmpz_is_one(n) ? EVEN_ROOT : ODD_ROOT;
  return COMPOUND;
}

static struct tmd_node *member(const struct tmd_family *family, long n, struct tmd_node *argument,
                               struct writing *w) {
  struct tmd_member *m = tmd_allocate(sizeof *m);
  snprintf(m->name, sizeof m->name, "%s(%ld)", family->name, n);
  tmd_family_member_set(&m->function, family, m->name, n);
  m->next = *w->members;
  *w->members = m;
  return tmd_node_apply(&m->function, argument);
}

/* family(x, n), of the nodes that it owns; NULL (message) if n is no integer, or there is none. */
static struct tmd_node *member_of(const struct tmd_family *family, struct tmd_node *x,
                                  struct tmd_node *n, struct writing *w) {
  static struct tmd_node *trees[FORMULAS];
  struct tmd_node *result = NULL;
  fmpq_t value;
  fmpq_init(value);
  const fmpz *integer = fmpq_numref(value);
  const enum tmd_function_id id = tmd_family_id(family);
  if (!tmd_node_constant(n, value) || !fmpz_is_one(fmpq_denref(value))) {
    tmd_error(TMD_USAGE, "%s has values only for integers as its second argument", family->name);
  } else if (id == TMD_FN_rootn && fmpz_is_zero(integer)) {
    tmd_error(TMD_USAGE, "rootn(x,0) has no value");
  } else if (fmpz_cmpabs(integer, (fmpz[]){TMD_FAMILY_PARAMETER_MOST}) > 0 ||
             fmpz_is_zero(integer) || fmpz_is_one(integer)) {
    const enum formula formula = formula_of(id, integer);
    fmpq_clear(value);
    return with_arguments(parsed(trees + formula, formulas[formula]), x, n, w);
  } else {
    result = member(family, fmpz_get_si(integer), x, w);
    x = NULL;
  }
  fmpq_clear(value);
  tmd_node_release(x);
  tmd_node_release(n);
  return result;
}

static struct tmd_node *family_of_row(const struct tmd_node *node, struct writing *w) {
  struct tmd_node *x = write_out(node->left, w), *n = x ? write_out(node->right, w) : NULL;
  if (n) return member_of(node->family, x, n, w);
  tmd_node_release(x);
  return NULL;
}

/* A choice of a row: the branch that is taken if the test has no x and a rational value. */
static struct tmd_node *choice_of_row(const struct tmd_node *node, struct writing *w) {
  struct tmd_node *test = write_out(node->test, w), *other = NULL;
  fmpq_t value;
  fmpq_init(value);
  if (test && tmd_node_constant(test, value)) {
    other = write_out(tmd_node_branch_by(node, fmpq_sgn(value)), w);
    tmd_node_release(test);
  } else if (test) {
    other = tmd_node_like(node);
    other->test = test;
    if (!(other->left = write_out(node->left, w)) || !(other->right = write_out(node->right, w)))
      tmd_node_release(other), other = NULL;
  }
  fmpq_clear(value);
  return other;
}

/* ---- All trees ---- */

/* left^right, whose exponent may have become a number. */
static struct tmd_node *raised(struct tmd_node *node) {
  fmpq_t value;
  fmpq_init(value);
  const int constant = tmd_node_constant(node->right, value);
  struct tmd_node *other = tmd_node_raise(node->left, node->right, constant ? value : NULL);
  node->left = node->right = NULL;
  tmd_node_release(node);
  fmpq_clear(value);
  return other;
}

static struct tmd_node *write_out(const struct tmd_node *node, struct writing *w) {
  if (node->kind == TMD_NODE_NAMED) return definition_of(node, w);
  if (node->kind == TMD_NODE_VARIABLE && w->x) return copy(w->x, w);
  if (node->kind == TMD_NODE_SECOND && w->y) return copy(w->y, w);
  if (w->nodes_left-- <= 0) {
    tmd_error(TMD_USAGE,
              "more than %d operations, once its functions are written out by their definitions",
              NODES_MAX);
    return NULL;
  }
  if (node->kind == TMD_NODE_FAMILY && w->members) return family_of_row(node, w);
  if (node->kind == TMD_NODE_PIECEWISE && w->members) return choice_of_row(node, w);
  struct tmd_node *other = tmd_node_like(node);
  const int whole = (!node->left || (other->left = write_out(node->left, w))) &&
                    (!node->right || (other->right = write_out(node->right, w))) &&
                    (!node->test || (other->test = write_out(node->test, w)));
  if (whole) return node->kind == TMD_NODE_EXPONENTIAL ? raised(other) : other;
  tmd_node_release(other);
  return NULL;
}

struct tmd_node *tmd_node_define(const struct tmd_node *node) {
  return write_out(node, &(struct writing){.nodes_left = NODES_MAX});
}

struct tmd_node *tmd_node_define_row(const struct tmd_node *node, const fmpq_t y,
                                     struct tmd_member **members) {
  struct tmd_node number = {.kind = TMD_NODE_CONSTANT};
  fmpq_init(number.value);
  fmpq_set(number.value, y);
  struct tmd_node *row =
      write_out(node, &(struct writing){.y = &number, .members = members, .nodes_left = NODES_MAX});
  fmpq_clear(number.value);
  return row;
}

void tmd_members_release(struct tmd_member *members) {
  while (members) {
    struct tmd_member *next = members->next;
    free(members);
    members = next;
  }
}
