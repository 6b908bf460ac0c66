/* Internal to expressions: the tree. */
#ifndef TMD_EXPRESSION_NODE_H
#define TMD_EXPRESSION_NODE_H

#include "formats/tmd-stream.h"
#include "lib/expression/ball/expansion.h"
#include "lib/expression/expression.h"
#include "lib/expression/tree/aliases.h"

/* The numerator and denominator of an exponent: in text, and for methods by roots and integer
   powers; those of rows may be larger. */
enum { TMD_NODE_POWER_MAX = 1 << 16 };

enum tmd_defined { TMD_DEFINED, TMD_UNDEFINED, TMD_MAYBE_DEFINED };

enum tmd_node_kind {
  TMD_NODE_CONSTANT, /* value */
  TMD_NODE_PI,
  TMD_NODE_E,
  TMD_NODE_VARIABLE, /* x */
  TMD_NODE_SECOND,   /* y, in functions of pairs */
  TMD_NODE_NEGATIVE, /* of left */
  TMD_NODE_ABSOLUTE, /* |left| */
  TMD_NODE_SUM,
  TMD_NODE_DIFFERENCE,
  TMD_NODE_PRODUCT,
  TMD_NODE_QUOTIENT,
  TMD_NODE_POWER,       /* left^value */
  TMD_NODE_EXPONENTIAL, /* left^right, left > 0 */
  TMD_NODE_MINIMUM,
  TMD_NODE_MAXIMUM,
  TMD_NODE_PIECEWISE, /* left where the sign of `test` is in `signs`, else right; only the one taken
                         needs a value */
  TMD_NODE_APPLY,     /* function(left) */
  TMD_NODE_NAMED,     /* named(left), or named(left, right), as parsed; tmd_node_define writes it
                         out */
  TMD_NODE_FAMILY,    /* family(left, right), y in right: in a row a member of the family */
  TMD_NODE_EITHER     /* left and right are two forms of the same function: one may decide what the
                         other does not */
};

/* Sets of signs of a - b: those that a comparison accepts, and those that are possible. */
enum { TMD_SIGNS_NEGATIVE = 1, TMD_SIGNS_ZERO = 2, TMD_SIGNS_POSITIVE = 4, TMD_SIGNS_ALL = 7 };

struct tmd_node {
  enum tmd_node_kind kind;
  struct tmd_node *left, *right, *test;
  int signs;
  fmpq_t value;
  const struct tmd_function *function;
  const struct tmd_named *named;
  const struct tmd_family *family;
  int shift; /* of a quotient: at 0 both sides are divisible by x^shift */
  int form;  /* replaces the form that was written */
};

struct tmd_expression {
  char text[TMD_FUNCTION_MAX_BYTES]; /* the canonical spelling: the name in problems */
  const struct tmd_function *is;     /* the function, if it is one, else NULL, */
  const struct tmd_named *is_named;  /* or the named one */
  struct tmd_node *read;             /* of pairs: as parsed; else NULL */
  struct tmd_node *written;          /* as parsed, named functions written out: for MPFR */
  struct tmd_node *root;             /* rewritten: for Arb; NULL of pairs */
  int forms;                         /* the rewritten tree has parts in two forms */
  int choices;                       /* it has tests */
  int analytic;                      /* at 0, removable singularities removed */
};

/* print.c. The canonical text of a parsed tree, without blanks and needless parentheses; 0, or -1
   (message) if it does not fit. */
int tmd_node_print(char text[TMD_FUNCTION_MAX_BYTES], const struct tmd_node *node);

/* The same with a number for y; returns 1 if it fits, no message. */
int tmd_node_print_row(char text[TMD_FUNCTION_MAX_BYTES], const struct tmd_node *node,
                       const fmpq_t y);

/* define.c. A named function of one argument; if its definition is a single function, that
   function. */
struct tmd_node *tmd_node_of_named(const struct tmd_named *named, struct tmd_node *argument);

/* A copy with named functions written out; NULL (message) if it is too large. */
struct tmd_node *tmd_node_define(const struct tmd_node *node);

/* The same with a number for y: choices by tests without x are decided, members of families made
   and added to *members. NULL (message) also if one of them does not exist. */
struct tmd_member {
  struct tmd_member *next;
  struct tmd_function function;
  char name[40];
};
struct tmd_node *tmd_node_define_row(const struct tmd_node *node, const fmpq_t y,
                                     struct tmd_member **members);
void tmd_members_release(struct tmd_member *members);

/* resolve.c. The function of the written tree, which it owns; the text is empty. A function with
   the methods of expressions. */
struct tmd_expression *tmd_expression_of(struct tmd_node *written);
extern const struct tmd_methods tmd_methods_of_pairs; /* row.c */
struct tmd_function tmd_expression_function(const char *name,
                                            const struct tmd_expression *expression);

/* number-text.c. The number at *at, which is moved behind it; NULL, or what is wrong. */
const char *tmd_node_number(fmpq_t value, const char **at);

/* grammar.c. The tree as written, or NULL (message). */
struct tmd_node *tmd_node_parse(const char *text);
const char *tmd_node_relation(int signs); /* "<=" for negative and zero */

/* piecewise.c. The branch that a test takes: `wanted` are the node's signs, `possible` those that
   the test may have. */
enum tmd_branch { TMD_BRANCH_LEFT, TMD_BRANCH_RIGHT, TMD_BRANCH_OPEN };
enum tmd_branch tmd_node_branch_of(int wanted, int possible);

struct tmd_node *tmd_node_branch_by(const struct tmd_node *node, int sign); /* of the test */

/* The branch on all of a ball of x, with *defined of the test; also open if it is not defined
   everywhere. */
enum tmd_branch tmd_node_branch(const struct tmd_node *node, const arb_t x, slong prec,
                                enum tmd_defined *defined);
/* The same at the rational number on->rational. */
enum tmd_branch tmd_node_branch_at(const struct tmd_node *node, const struct tmd_on *on,
                                   enum tmd_defined *defined);

/* A copy without the tests that are decided on the ball. */
struct tmd_node *tmd_node_taken(const struct tmd_node *node, const arb_t x, slong prec);

int tmd_node_has_tests(const struct tmd_node *node);
int tmd_node_tests_deep(const struct tmd_node *node); /* nesting depth of tests */

/* rewrite.c. A new tree for ball arithmetic. */
struct tmd_node *tmd_node_rewrite(const struct tmd_node *node);
int tmd_node_has_forms(
    const struct tmd_node *node); /* 1 if a part has another form than was written, or two */
int tmd_node_has(const struct tmd_node *node, enum tmd_node_kind kind);
int tmd_node_has_variable(const struct tmd_node *node); /* x or y */
int tmd_node_constant(const struct tmd_node *node,
                      fmpq_t value); /* 1 if it has no x and y, and a rational value */
struct tmd_node *tmd_node_make(enum tmd_node_kind kind, struct tmd_node *left,
                               struct tmd_node *right);
struct tmd_node *
tmd_node_like(const struct tmd_node *node); /* a new node of the same kind, without its parts */
/* left^right, which it owns: with the rational value of right, unless that is NULL; 2^b, e^b and
   10^b have functions. */
struct tmd_node *tmd_node_raise(struct tmd_node *left, struct tmd_node *right, const fmpq *value);
struct tmd_node *tmd_node_apply(const struct tmd_function *function, struct tmd_node *argument);
void tmd_node_release(struct tmd_node *node);
struct tmd_node *tmd_node_copy(const struct tmd_node *node);
int tmd_node_is_small(const fmpq_t exponent); /* both at most TMD_NODE_POWER_MAX */
int tmd_node_same(const struct tmd_node *a, const struct tmd_node *b);

/* erfcx.c. exp(x^2) erfc(x), used in forms; it is not in the table, and MPFR does not evaluate
   it. */
extern const struct tmd_function tmd_erfcx;

/* forms.c. Consumes the node and returns it, or a form that is better for balls. */
struct tmd_node *tmd_node_with_forms(struct tmd_node *node);

/* Its table, NULL after the last: two forms of the same function of x, and whether both are used.
   Public for tests. */
struct tmd_form_rule {
  const char *pattern, *form;
  int both;
};
const struct tmd_form_rule *tmd_form_rule(int i);

/* tree-symmetry.c. The symmetry that the operations show. */
struct tmd_symmetry tmd_node_symmetry(const struct tmd_node *node);

/* node-series.c. Where a tree is expanded: at x + t, x a ball; or, if it may contain y, at x +
   slope_x t and y + slope_y t (tmd_pairs_series). */
struct tmd_pair_line {
  arb_srcptr y, slope_x, slope_y;
};
struct tmd_along {
  arb_srcptr x;
  const struct tmd_pair_line *line; /* or NULL */
};
/* The Taylor polynomial in t by plain ball arithmetic; not finite where a part has no value, or
   none is found. */
void tmd_node_series(const struct tmd_node *node, arb_poly_t y, const struct tmd_along *at,
                     slong len, slong prec);

int tmd_series_is_finite(const arb_poly_t y);
/* Intersects the coefficients of y with those of z. */
void tmd_series_intersect(arb_poly_t y, const arb_poly_t z, slong len, slong prec);

/* tree-series.c. Finds `shift` of a complete tree; to be called bottom-up. */
void tmd_node_find_shift(struct tmd_node *node);
int tmd_node_analytic(const struct tmd_node *node);

/* evaluate.c. The value by plain ball arithmetic; non-finite if it does not exist, or that is
   unknown. */
void tmd_node_value(const struct tmd_node *node, arb_t y, const arb_t x, slong prec);
void tmd_node_operate(const struct tmd_node *node, arb_t y, const arb_t a, arb_srcptr b,
                      slong prec); /* on balls a and b of its parts; y may be a */
int tmd_node_exact(const struct tmd_node *node, fmpq_t y, const fmpq_t x); /* 1 if found */

/* exact-value.c. 1 and the value if the tree consists of numbers and arithmetic. */
int tmd_node_arithmetic(const struct tmd_node *node, fmpq_t y);

/* Sets y->exact, if found, by an operation on a and b (or NULL). */
void tmd_bound_exactly(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                       const struct tmd_bound *b);
enum { TMD_EXACT_BITS_MAX = 1 << 15 }; /* of numerator and denominator together */

/* The place of the value at a number, at growing precision up to TMD_EXPRESSION_BITS_MAX bits;
   located: to its exponent, or as far as it matters. */
struct tmd_place tmd_node_place(const struct tmd_node *node, const arb_t x);
int tmd_node_is_located(const struct tmd_place *place);

/* expansion-term.c. y <- base^exponent */
void tmd_node_power(arb_t y, const arb_t base, const fmpq_t exponent, slong prec);

/* steps.c. The method steps. */
int tmd_node_steps(const struct tmd_node *node, struct tmd_quick *quick);

/* bounds.c */

/* Bounds of a part's values on a ball of x. Where Arb's ball shows nothing (exp(-2^2000), or 1 +
   exp(-10^6) next to 1), sizes and expansions do. */
struct tmd_bound {
  enum tmd_defined defined; /* everywhere on the ball, nowhere, or unknown */
  arb_t ball;
  struct tmd_size size;
  struct tmd_expansion expansion; /* if requested */
  int rational;
  fmpq_t exact; /* the value, if requested and found to be rational */
};
void tmd_node_bound(const struct tmd_node *node, struct tmd_bound *bound, const arb_t x,
                    slong prec);
void tmd_bound_init(struct tmd_bound *bound);
void tmd_bound_clear(struct tmd_bound *bound);

/* 1 for a power of a with a large exponent, a > 0: bounds of the exponential exp(r log a). */
int tmd_node_by_exponential(const struct tmd_node *node, const struct tmd_bound *a);

/* The same, always with expansions. */
void tmd_node_expand(const struct tmd_node *node, struct tmd_bound *bound, const arb_t x,
                     slong prec);

/* The bound of a formula whose x has the bound on->x. */
void tmd_bound_formula(const struct tmd_node *formula, struct tmd_bound *y,
                       const struct tmd_on *on);

/* The sign of the value minus n. */
int tmd_bound_compare(const struct tmd_bound *a, long n, const struct tmd_on *on);

/* expansion-node.c. Sets y->expansion by an operation on a and b, or for a part without operands,
   and tightens y by it. */
void tmd_bound_expand(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                      const struct tmd_bound *b, const struct tmd_on *on);
void tmd_bound_by_expansion(struct tmd_bound *y, const struct tmd_on *on);

/* expansion-function.c. The same for function(a), the ball of y known. */
void tmd_bound_expand_function(const struct tmd_function *function, struct tmd_bound *y,
                               const struct tmd_bound *a, const struct tmd_on *on);

#endif
