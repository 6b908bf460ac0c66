/* Inside of expressions: the tree. */
#ifndef TMD_EXPRESSION_NODE_H
#define TMD_EXPRESSION_NODE_H

#include "formats/tmd-stream.h"
#include "lib/expression/ball/size.h"
#include "lib/expression/expression.h"
#include "lib/expression/tree/aliases.h"

enum { TMD_NODE_POWER_MAX = 1 << 16 }; /* of the numerator and denominator of an exponent */

enum tmd_defined { TMD_DEFINED, TMD_UNDEFINED, TMD_MAYBE_DEFINED };

enum tmd_node_kind {
  TMD_NODE_CONSTANT, /* value */
  TMD_NODE_PI,
  TMD_NODE_E,
  TMD_NODE_VARIABLE,
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
  TMD_NODE_PIECEWISE, /* left where the sign of `test` is one of `signs`, elsewhere right; only that
                         one needs a value */
  TMD_NODE_APPLY,     /* function(left) */
  TMD_NODE_NAMED,     /* named(left), as it was read; tmd_node_define writes it out */
  TMD_NODE_EITHER /* left and right are the same function, written in two ways: where one decides
                     nothing the other may */
};

/* Sets of signs: what a comparison of a - b with 0 may be, and what it is known to be. */
enum { TMD_SIGNS_NEGATIVE = 1, TMD_SIGNS_ZERO = 2, TMD_SIGNS_POSITIVE = 4, TMD_SIGNS_ALL = 7 };

struct tmd_node {
  enum tmd_node_kind kind;
  struct tmd_node *left, *right, *test;
  int signs;
  fmpq_t value;
  const struct tmd_function *function;
  const struct tmd_named *named;
  int shift; /* of a quotient: both sides are divisible by x^shift at 0 */
  int form;  /* stands in place of another form, which was written */
};

struct tmd_expression {
  char text[TMD_FUNCTION_MAX_BYTES]; /* the one spelling of what was read: the name in problems */
  const struct tmd_function *is;     /* it is this function of x, else NULL, */
  const struct tmd_named *is_named;  /* or this one */
  struct tmd_node *written;          /* as it was read, named functions written out: for MPFR */
  struct tmd_node *root;             /* rewritten: for Arb */
  int forms;                         /* the rewritten tree has parts in two forms */
  int choices;                       /* it has tests */
  int analytic;                      /* at 0, removable singularities removed */
};

/* print.c. The text of a tree that was parsed, the same for each spelling of it, without blanks and
   needless parentheses; 0, or -1 (message) if it does not fit. */
int tmd_node_print(char text[TMD_FUNCTION_MAX_BYTES], const struct tmd_node *node);

/* aliases.c. A copy with named functions written out; NULL (message) if that becomes too large. */
struct tmd_node *tmd_node_define(const struct tmd_node *node);

/* grammar.c. As it was read, or NULL (message). */
struct tmd_node *tmd_node_parse(const char *text);
const char *tmd_node_relation(int signs); /* "<=" for negative and zero */

/* piecewise.c. Which branch a test takes: `wanted` are the node's signs, `possible` what that of
   the test may be. */
enum tmd_branch { TMD_BRANCH_LEFT, TMD_BRANCH_RIGHT, TMD_BRANCH_OPEN };
enum tmd_branch tmd_node_branch_of(int wanted, int possible);

/* On all of a ball of x, with *defined of the test; open, too, where it is not everywhere defined.
 */
enum tmd_branch tmd_node_branch(const struct tmd_node *node, const arb_t x, slong prec,
                                enum tmd_defined *defined);

/* A copy without the tests that are decided on the ball. */
struct tmd_node *tmd_node_taken(const struct tmd_node *node, const arb_t x, slong prec);

int tmd_node_has_tests(const struct tmd_node *node);
int tmd_node_tests_deep(const struct tmd_node *node); /* how deep tests are in one another */

/* rewrite.c. The tree for ball arithmetic, a new one. */
struct tmd_node *tmd_node_rewrite(const struct tmd_node *node);
int tmd_node_has_forms(
    const struct tmd_node *node); /* some part has another form than was written, or two */
int tmd_node_has_variable(const struct tmd_node *node);
int tmd_node_constant(const struct tmd_node *node,
                      fmpq_t value); /* 1 if it has no x, and a rational value */
struct tmd_node *tmd_node_make(enum tmd_node_kind kind, struct tmd_node *left,
                               struct tmd_node *right);
struct tmd_node *
tmd_node_like(const struct tmd_node *node); /* a new one of the same kind, without its parts */
struct tmd_node *tmd_node_apply(const struct tmd_function *function, struct tmd_node *argument);
void tmd_node_release(struct tmd_node *node);
struct tmd_node *tmd_node_copy(const struct tmd_node *node);
int tmd_node_same(const struct tmd_node *a, const struct tmd_node *b);

/* erfcx.c. exp(x^2) erfc(x), which forms have; it is no function of the table, and has no value by
   MPFR. */
extern const struct tmd_function tmd_erfcx;

/* monomial.c. sign sqrt(square) x^power, for all x > 0, and for x < 0 too: 1 if the node is seen to
   be such. */
struct tmd_monomial {
  int sign; /* 0: the part is 0 */
  long power;
  fmpq_t square;
};
void tmd_monomial_init(struct tmd_monomial *a);
void tmd_monomial_clear(struct tmd_monomial *a);
int tmd_node_monomial(const struct tmd_node *node, struct tmd_monomial *a);

/* forms.c. The node, which is consumed, or what is better for balls. */
struct tmd_node *tmd_node_with_forms(struct tmd_node *node);

/* Its table, NULL behind the last: two forms of the same function of x, and whether both are kept.
   Public for tests. */
struct tmd_form_rule {
  const char *pattern, *form;
  int both;
};
const struct tmd_form_rule *tmd_form_rule(int i);

/* tree-symmetry.c. As far as the operations show. */
struct tmd_symmetry tmd_node_symmetry(const struct tmd_node *node);

/* tree-series.c. To be called once a tree is complete, from below: finds `shift`. */
void tmd_node_find_shift(struct tmd_node *node);
int tmd_node_analytic(const struct tmd_node *node);

/* evaluate.c. The value by plain ball arithmetic; non-finite where there is none, or where that is
   unknown. */
void tmd_node_value(const struct tmd_node *node, arb_t y, const arb_t x, slong prec);
void tmd_node_power(arb_t y, const arb_t base, const fmpq_t exponent, slong prec);
int tmd_node_exact(const struct tmd_node *node, fmpq_t y, const fmpq_t x);
int tmd_node_exact_at(const struct tmd_node *node, fmpq_t y, const arf_t x);

/* Where the value at a number is, at growing precision, up to TMD_EXPRESSION_BITS_MAX bits;
   located: to its exponent, or as far as it matters. */
struct tmd_place tmd_node_place(const struct tmd_node *node, const arb_t x);
int tmd_node_is_located(const struct tmd_place *place);

/* steps.c. As the method steps. */
int tmd_node_steps(const struct tmd_node *node, struct tmd_quick *quick);

/* bounds.c */

/* What is known of a part's values on a ball of x. Where Arb's ball is infinite (exp(-2^2000), or 1
   + exp(-10^6) beside 1) signs, comparisons with 1 and sizes still do. */
struct tmd_bound {
  enum tmd_defined defined; /* everywhere on the ball, nowhere, or neither is known */
  arb_t ball;
  int sign, above,
      below; /* of the value, of the value minus 1, and of the value plus 1: -1, 0, 1 or unknown */
  long low, high;           /* 2^low <= |value| < 2^high */
  struct tmd_beside beside; /* the value; its size, if the number is 0 */
};
void tmd_node_bound(const struct tmd_node *node, struct tmd_bound *bound, const arb_t x,
                    slong prec);
void tmd_bound_init(struct tmd_bound *bound);
void tmd_bound_clear(struct tmd_bound *bound);

/* tail-parts.c. The number and the rest, as far as exponentials of monomials show them on all of
   the ball, where the part has a value on all of it; 0: nothing is known. */
int tmd_node_tail(const struct tmd_node *node, struct tmd_beside *y, const arb_t x, slong prec);

/* beside.c. y->beside by an operation on a and b, or of a part without operands; and its number
   back to 0 where that is of no use. */
void tmd_bound_beside(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                      const struct tmd_bound *b);
void tmd_bound_beside_leaf(const struct tmd_node *node, struct tmd_bound *y, const arb_t x);
void tmd_bound_settle_beside(struct tmd_bound *y);

#endif
