/* Functions by name; expressions as functions with the methods of the table's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "lib/base/error.h"
#include "lib/expression/tree/node.h"

/* ---- From text ---- */

struct tmd_expression *tmd_expression_of(struct tmd_node *written) {
  struct tmd_expression *expression = tmd_allocate(sizeof *expression);
  struct tmd_node *root = tmd_node_rewrite(written);
  *expression = (struct tmd_expression){
      .is = root->kind == TMD_NODE_APPLY && root->left->kind == TMD_NODE_VARIABLE ? root->function
                                                                                  : NULL,
      .written = written,
      .root = root,
      .forms = tmd_node_has_forms(root),
      .choices = tmd_node_has_tests(root),
      .analytic = tmd_node_analytic(root)};
  return expression;
}

/* Of x and y: only its rows have values. Takes ownership of both trees. */
static struct tmd_expression *of_pairs(struct tmd_node *read, struct tmd_node *written) {
  struct tmd_expression *expression = tmd_allocate(sizeof *expression);
  *expression = (struct tmd_expression){.read = read, .written = written};
  return expression;
}

struct tmd_expression *tmd_expression_parse(const char *text) {
  struct tmd_node *read = tmd_node_parse(text), *written = NULL;
  const int pairs = tmd_node_has(read, TMD_NODE_SECOND);
  if (pairs && !tmd_node_has(read, TMD_NODE_VARIABLE))
    tmd_error(TMD_USAGE, "'%.80s' has y, but no x: a function of pairs has both", text);
  else if (read) written = tmd_node_define(read);
  if (!written) {
    tmd_node_release(read);
    return NULL;
  }
  struct tmd_expression *expression = pairs ? of_pairs(read, written) : tmd_expression_of(written);
  expression->is_named =
      read->kind == TMD_NODE_NAMED && read->left->kind == TMD_NODE_VARIABLE && !read->right
          ? read->named
          : NULL;
  const int printed = !tmd_node_print(expression->text, read);
  if (!pairs) tmd_node_release(read);
  if (printed) return expression;
  tmd_expression_clear(expression);
  return NULL;
}

void tmd_expression_clear(struct tmd_expression *expression) {
  tmd_node_release(expression->read);
  tmd_node_release(expression->written);
  tmd_node_release(expression->root);
  free(expression);
}

/* ---- Methods ---- */

enum { EVALUATIONS = 10, CELL_NS = 500000 };

static void series(const struct tmd_function *f, arb_poly_t y, const arb_t x, slong len,
                   slong prec) {
  tmd_expression_series(f->expression, y, x, len, prec);
}
static void jet(const struct tmd_function *f, arb_poly_t y, const arb_t x, slong len, slong prec) {
  tmd_expression_jet(f->expression, y, x, len, prec);
}
static int rounded(const struct tmd_function *f, mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  return tmd_expression_mpfr(f->expression, y, x, round);
}
static int within(const struct tmd_function *f, mpfr_t y, struct tmd_enclosure *enclosure,
                  const mpfr_t x, mpfr_rnd_t round, mpfr_prec_t most) {
  return tmd_expression_mpfr_within(f->expression, y, enclosure, x, round, most);
}
static struct tmd_place place(const struct tmd_function *f, const mpfr_t x) {
  return tmd_expression_place(f->expression, x);
}
static struct tmd_place place_by_mpfr(const struct tmd_function *f, const mpfr_t x) {
  return tmd_expression_place_by_mpfr(f->expression, x);
}
static struct tmd_place place_on(const struct tmd_function *f, const arb_t x, slong prec) {
  return tmd_expression_place_on(f->expression, x, prec);
}
static int linear_on(const struct tmd_function *f, struct tmd_linear *y, const arb_t x,
                     slong prec) {
  return tmd_expression_linear_on(f->expression, y, x, prec);
}
static int next_to(const struct tmd_function *f, fmpq_t number, long *high, const mpfr_t x) {
  return tmd_expression_next_to(f->expression, number, high, x);
}
static void undecided_part(const struct tmd_function *f, char *text, const mpfr_t x) {
  tmd_expression_undecided_part(f->expression, text, x);
}
static int steps(const struct tmd_function *f, struct tmd_quick *quick) {
  return tmd_node_steps(f->expression->root, quick);
}

static const struct tmd_methods methods = {.series = series,
                                           .jet = jet,
                                           .mpfr = rounded,
                                           .mpfr_within = within,
                                           .place = place,
                                           .place_by_other = place_by_mpfr,
                                           .place_on = place_on,
                                           .linear_on = linear_on,
                                           .steps = steps,
                                           .next_to = next_to,
                                           .undecided_part = undecided_part,
                                           .limits_at_infinity = 1,
                                           .bits_max = TMD_EXPRESSION_BITS_MAX,
                                           .evaluations = EVALUATIONS,
                                           .cell_ns = CELL_NS};

static int is_node(const struct tmd_node *node, enum tmd_node_kind kind) {
  return node && node->kind == kind;
}
static int is_named(const struct tmd_node *node, const char *name) {
  return node->kind == TMD_NODE_NAMED && !strcmp(node->named->name, name);
}

/* x^y and atan2(y, x) are known as such. f(x, y) of a family, x^y, powr(x, y), hypot(x, y) and
   atan2pi(y, x) have a rule of exact cases. */
static void take_rule(struct tmd_function *f, const struct tmd_node *read) {
  struct tmd_function member;
  if (!read) return;
  if (is_node(read->left, TMD_NODE_SECOND) && is_node(read->right, TMD_NODE_VARIABLE)) {
    if (is_named(read, "atan2")) f->id = TMD_FN_atan2;
    if (is_named(read, "atan2pi")) {
      f->id = TMD_FN_atan2pi;
      f->exact_rule = TMD_EXACT_DIAGONAL;
      f->exact = "where |x| = |y| (Niven)";
    }
  }
  if (!is_node(read->left, TMD_NODE_VARIABLE) || !is_node(read->right, TMD_NODE_SECOND)) return;
  if (read->kind == TMD_NODE_EXPONENTIAL) f->id = TMD_FN_pow;
  if (f->id == TMD_FN_pow || is_named(read, "powr")) {
    f->exact_rule = TMD_EXACT_REAL_POWER;
    f->exact = "where x is a power of two, or a 2^i-th power and y = j/2^i (unique factors)";
  }
  if (is_named(read, "hypot")) {
    f->exact_rule = TMD_EXACT_HYPOT;
    f->exact = "where x^2 + y^2 is a square";
  }
  if (read->kind != TMD_NODE_FAMILY) return;
  tmd_family_member_set(&member, read->family, f->name, 2);
  f->id = member.id;
  f->exact_rule = member.exact_rule;
  f->exact = read->family->exact;
}

struct tmd_function tmd_expression_function(const char *name,
                                            const struct tmd_expression *expression) {
  struct tmd_function f = {.name = name,
                           .id = TMD_FN_expression,
                           .methods = expression->read ? &tmd_methods_of_pairs : &methods,
                           .least = -INFINITY,
                           .greatest = INFINITY,
                           .model = TMD_MODEL_NONE,
                           .symmetry = expression->root ? tmd_node_symmetry(expression->root)
                                                        : (struct tmd_symmetry){0},
                           .exact = "where found to be rational",
                           .of_pairs = expression->read != NULL,
                           .expression = expression};
  take_rule(&f, expression->read);
  return f;
}

/* ---- Entries ---- */

struct entry {
  struct entry *next;
  struct tmd_function function;
};

/* Hashed by text: a stream may have thousands of problems. */
enum { BUCKETS = 1 << 12 };
static struct entry *entries[BUCKETS];

static struct entry **bucket_of(const char *text) {
  return entries + XXH64(text, strlen(text), 0) % BUCKETS;
}

static const struct tmd_function *find(const char *text) {
  struct entry *const *bucket = bucket_of(text);
  const struct entry *e;
#pragma omp critical(tmd_expressions)
  e = *bucket;
  for (; e; e = e->next)
    if (!strcmp(e->function.name, text)) return &e->function;
  return NULL;
}

/* Two threads may make the same function at the same time: both are stored, and valid. */
static const struct tmd_function *keep(const char *name, const struct tmd_expression *expression) {
  struct entry *e = tmd_allocate(sizeof *e), **bucket = bucket_of(name);
  e->function = tmd_expression_function(name, expression);
  if (expression->is_named) e->function.at_infinity = expression->is_named->at_infinity;
#pragma omp critical(tmd_expressions)
  {
    e->next = *bucket;
    *bucket = e;
  }
  return &e->function;
}

/* A function of pairs that is named alone, with its arguments; else NULL. */
static const char *pairs_of_name(const char *name) {
  static const char *const others[][2] = {
      {"pow", "x^y"},
      {"pown", "pown(x,y)"},
      {"rootn", "rootn(x,y)"},
      {"compound", "compound(x,y)"},
      {"compoundn", "compound(x,y)"},
  };
  const struct tmd_named *named = tmd_named_find(name);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!strcmp(others[i][0], name)) return others[i][1];
  return named ? named->of_two : NULL;
}

static const struct tmd_function *find_expression(const char *text) {
  char call[TMD_FUNCTION_MAX_BYTES];
  const struct tmd_function *function = find(text);
  if (function) return function;
  if (tmd_named_find(text)) {
    snprintf(call, sizeof call, "%s(x)", text);
    text = call;
  }
  struct tmd_expression *expression = tmd_expression_parse(text);
  if (!expression) return NULL;
  const char *name = expression->is_named ? expression->is_named->name : expression->text;
  function = expression->is ? expression->is : find(name);
  if (!function) return keep(name, expression);
  tmd_expression_clear(expression);
  return function;
}

/* 1 if the name is a word: as an expression, only a function's name. */
static int is_word(const char *name) {
  const size_t length =
      strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
  return !name[length] && (name[0] < '0' || name[0] > '9') && strcmp(name, "x") &&
         strcmp(name, "y") && strcmp(name, "pi") && strcmp(name, "e");
}

const struct tmd_function *tmd_resolve(const char *name) {
  const char *pairs = pairs_of_name(name);
  if (pairs) return find_expression(pairs);
  if (tmd_function_is_listed(name)) return tmd_function_find(name);
  if (is_word(name) && !tmd_named_find(name)) return tmd_function_unknown(name);
  return find_expression(name);
}

const struct tmd_function *tmd_resolve_of_x(const char *name) {
  const struct tmd_function *function = tmd_resolve(name);
  if (!function || !function->of_pairs) return function;
  return tmd_error(TMD_USAGE, "'%.80s' is a function of two arguments", name), NULL;
}
