/* Random expressions on random balls of x: each claim about the values on a ball is compared with
   values at points of it, which Arb computes from the tree as written, at high precision.
     random-expansions SEED COUNT
   The claims: definedness, sign, size, ball, comparisons with 1 and -1, the rest of the expansion,
   and the methods linear_on and next_to. Prints wrong claims, a line each, and counts. Exit status:
   0, 1 if a claim is wrong, 2 if nothing is compared. */
#include <math.h>
#include <stdlib.h>

#include "lib/base/arb-helpers.h"
#include "lib/expression/tree/node.h"
#include "tests/unit/expressions.h"
#include "tests/unit/random-expression.h"

enum { TEXT_MAX = 300, BALLS = 4, POINTS = 3, BITS_LEAST = 400, BITS_MOST = 10000 };

/* What a tree claims on a ball. */
struct claims {
  const struct tmd_expression *expression;
  const char *tree;
  struct tmd_on on;
  struct tmd_bound bound;
  int has_rest, has_linear, has_next_to;
  struct tmd_size rest;
  arb_t rest_ball, at; /* `at` is the point where the claims are compared with values */
  struct tmd_linear linear;
  fmpq_t number; /* this and the next are those of next_to */
  long high;
};

static char text[4096];
static long wrong, compared, decided, expansions;
static int below(int n) { return (int)(test_random() % (unsigned)n); }

/* Points, small balls, and balls that end at 0 or have it inside. */
static void random_ball(arb_t ball) {
  static const int least[] = {-5, -5, -14, -80, -3, -1000}, number[] = {16, 16, 24, 160, 7, 2001};
  const int i = below(sizeof least / sizeof *least), exponent = least[i] + below(number[i]);
  const double size = ldexp(below(4) ? 1 + below(1 << 10) * 0x1p-10 : 1, exponent),
               radii[] = {0,        ldexp(size, -1 - below(30)),    ldexp(size, -10),
                          size / 3, size * (below(2) ? 0.9 : 0.99), size * (below(4) ? 1 : 1.5)};
  arb_set_d(ball, below(40) == 0 ? 0 : below(2) ? size : -size);
  mag_set_d(arb_radref(ball), ANY(radii));
}

/* An end of the ball, or any point of it. */
static void point_of(arb_t t, const arb_t ball, int i) {
  const int far = i == 0 ? -1024 : i == 1 ? 1024 : below(2049) - 1024;
  arb_zero(t);
  arf_set_mag(arb_midref(t), arb_radref(ball));
  arf_mul_si(arb_midref(t), arb_midref(t), far, ARF_PREC_EXACT, ARF_RND_DOWN);
  arf_mul_2exp_si(arb_midref(t), arb_midref(t), -10);
  arf_add(arb_midref(t), arb_midref(t), arb_midref(ball), ARF_PREC_EXACT, ARF_RND_DOWN);
}

static void count(int is_wrong, const char *claim, const char *of, const struct claims *c) {
  compared++, wrong += is_wrong;
  if (!is_wrong) return;
  printf("wrong: %s of %s (%s, %ld bits): %s on %a +- %a, at %a\n", claim, of, c->tree,
         (long)c->on.prec, text, arf_get_d(arb_midref(c->on.t), ARF_RND_NEAR),
         mag_get_d(arb_radref(c->on.t)), arf_get_d(arb_midref(c->at), ARF_RND_NEAR));
}

/* The sign, the size and the ball (or NULL) that are claimed of a number, which lies in v. */
static void compare(const char *of, struct tmd_size size, arb_srcptr ball, const arb_t v,
                    const struct claims *c) {
  long least, greatest;
  tmd_ball_log2_range(&least, &greatest, v, 64);
  if (size.sign == 0) count(!arb_contains_zero(v), "sign", of, c);
  else if (size.sign != TMD_SIGN_UNKNOWN)
    count(size.sign > 0 ? arb_is_nonpositive(v) : arb_is_nonnegative(v), "sign", of, c);
  if (size.low > TMD_SIZE_NO_LOW) count(greatest < size.low, "lower bound", of, c);
  if (size.high < TMD_SIZE_NO_HIGH) count(least >= size.high, "upper bound", of, c);
  if (ball && arb_is_finite(ball)) count(!arb_overlaps(ball, v), "ball", of, c);
}

static struct tmd_size size_of(int sign, long high) {
  return (struct tmd_size){sign, TMD_SIZE_NO_LOW, high};
}

/* v has f(at) inside; u is overwritten. */
static void compare_methods(const struct claims *c, const arb_t v, arb_t u, slong p) {
  SCOPED(arb, part);
  if (c->has_linear) {
    arb_set_fmpq(part, c->linear.slope, p);
    arb_mul(part, part, c->at, p);
    arb_sub(u, v, part, p);
    compare("linear_on's rest", tmd_size_unknown(), c->linear.rest, u, c);
    arb_set_fmpq(part, c->linear.number, p);
    arb_sub(u, u, part, p);
    compare("linear_on's distance", size_of(c->linear.side, c->linear.log2), NULL, u, c);
  }
  if (c->has_next_to) {
    arb_set_fmpq(part, c->number, p);
    arb_sub(u, v, part, p);
    count(arb_is_zero(u), "distance", "next_to", c);
    compare("next_to's distance", size_of(TMD_SIGN_UNKNOWN, c->high), NULL, u, c);
  }
}

/* 1 if the signs are decided. */
static int compare_value(const struct claims *c, const arb_t v, arb_t u, slong p) {
  const struct tmd_bound *b = &c->bound;
  const struct tmd_on at = {.t = c->at, .prec = p, .expand = 1};
  if (b->defined != TMD_MAYBE_DEFINED)
    count(b->defined == TMD_UNDEFINED, "definedness", "the value", c);
  if (b->defined != TMD_DEFINED) return 1;
  compare("the value", b->size, b->ball, v, c);
  arb_sub_si(u, v, 1, p);
  compare("the value - 1", size_of(tmd_bound_compare(b, 1, &c->on), TMD_SIZE_NO_HIGH), NULL, u, c);
  arb_add_si(u, v, 1, p);
  compare("the value + 1", size_of(tmd_bound_compare(b, -1, &c->on), TMD_SIZE_NO_HIGH), NULL, u, c);
  compare_methods(c, v, u, p);
  const int done = arb_is_zero(v) || !arb_contains_zero(v);
  decided += done;
  if (!c->has_rest) return done;
  tmd_expansion_exact_part(u, &b->expansion, 0, &at);
  arb_sub(u, v, u, p);
  compare("the rest", c->rest, c->rest_ball, u, c);
  return done && (c->rest.sign == 0 || arb_is_zero(u) || !arb_contains_zero(u));
}

static void compare_at_points(struct claims *c) {
  SCOPED(arb, v, u);
  for (int i = 0; i < (arb_is_exact(c->on.t) ? 1 : POINTS); i++) {
    point_of(c->at, c->on.t, i);
    for (slong p = BITS_LEAST, done = 0; !done && p <= BITS_MOST; p *= 5) {
      tmd_node_value(c->expression->written, v, c->at, p);
      done = arb_is_finite(v) ? compare_value(c, v, u, p) : p > BITS_LEAST;
    }
  }
}

static void find_claims(struct claims *c, const struct tmd_node *node) {
  if (!c->on.expand) return tmd_node_bound(node, &c->bound, c->on.t, c->on.prec);
  tmd_node_expand(node, &c->bound, c->on.t, c->on.prec);
  c->has_rest = c->bound.defined == TMD_DEFINED && c->bound.expansion.known;
  expansions += c->has_rest;
  if (c->has_rest) {
    c->rest = tmd_term_size(&c->bound.expansion.rest, &c->on);
    tmd_term_ball(c->rest_ball, &c->bound.expansion.rest, &c->on);
  }
  if (node != c->expression->root) return;
  c->has_linear = tmd_expression_linear_on(c->expression, &c->linear, c->on.t, c->on.prec);
  if (!arb_is_exact(c->on.t)) return;
  FLOATS(53, x);
  arf_get_mpfr(x, arb_midref(c->on.t), MPFR_RNDN);
  c->has_next_to = tmd_expression_next_to(c->expression, c->number, &c->high, x);
}

static void check_tree(const char *tree, const struct tmd_node *node, struct claims c) {
  c.tree = tree;
  tmd_bound_init(&c.bound), tmd_linear_init(&c.linear);
  arb_init(c.rest_ball), arb_init(c.at), fmpq_init(c.number);
  find_claims(&c, node);
  compare_at_points(&c);
  arb_clear(c.rest_ball), arb_clear(c.at), fmpq_clear(c.number);
  tmd_bound_clear(&c.bound), tmd_linear_clear(&c.linear);
}

/* 1 if the text is an expression that is no function of the table. */
static int check_text(void) {
  static const slong precisions[] = {30, 64, 128};
  EXPRESSION *e = tmd_expression_parse(text);
  if (!e) return 0;
  const int is_own = !e->is;
  SCOPED(arb, ball);
  for (int i = 0; is_own && i < BALLS; i++) {
    random_ball(ball);
    struct claims c = {.expression = e, .on = {ball, ANY(precisions), 1}};
    check_tree("rewritten", e->root, c);
    if (e->forms) check_tree("written", e->written, c);
    c.on.expand = 0;
    check_tree("no expansion", e->root, c);
  }
  return is_own;
}

int main(int argc, char **argv) {
  if (argc != 3) return fputs("usage: random-expansions SEED COUNT\n", stderr), 2;
  test_random_state = strtoull(argv[1], NULL, 10);
  mpfr_set_emin(mpfr_get_emin_min()), mpfr_set_emax(mpfr_get_emax_max());
  for (long i = atol(argv[2]); i > 0;) {
    random_expression(text, 1 + below(4), CANCELLING);
    if (strlen(text) <= TEXT_MAX) i -= check_text();
  }
  printf("%ld claims compared, %ld signs decided, %ld expansions, %ld wrong\n", compared, decided,
         expansions, wrong);
  return wrong ? 1 : compared && decided && expansions ? 0 : 2;
}
