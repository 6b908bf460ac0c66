/* Expansions of the parts of an expression, and bounds from them. */
#include "lib/base/arb-helpers.h"
#include "lib/expression/ball/expansion.h"
#include "lib/expression/tree/node.h"

/* The exact part at a single t as a rational number; 0 if it is irrational or has too many
   bits. */
static int exact_number(fmpq_t y, const struct tmd_expansion *a, const struct tmd_on *on) {
  enum { EXPONENT_MAX = 1 << 12 }; /* of t */
  fmpq_t c;
  fmpq_init(c);
  int known = tmd_expansion_coefficient(c, a);
  fmpq_set(y, a->number);
  if (known && a->sign) {
    arf_srcptr t = arb_midref(on->t);
    known = arb_is_exact(on->t) && !arf_is_zero(t) && arf_cmpabs_2exp_si(t, EXPONENT_MAX) < 0 &&
            arf_cmpabs_2exp_si(t, -EXPONENT_MAX) > 0;
    if (known) {
      fmpq_t power;
      fmpq_init(power);
      arf_get_fmpq(power, t);
      fmpq_pow_si(power, power, a->power);
      fmpq_addmul(y, c, power);
      fmpq_clear(power);
      known = tmd_expansion_is_short(y);
    }
  }
  fmpq_clear(c);
  return known;
}

/* The value as number + rest; the number is 0 if the exact part is irrational, or no larger than
   the rest. */
static void next_to(struct tmd_next_to *y, const struct tmd_expansion *a, const struct tmd_on *on) {
  const int exact = exact_number(y->number, a, on);
  y->rest = tmd_term_size(&a->rest, on);
  if (exact &&
      (y->rest.sign == 0 || fmpq_is_zero(y->number) || y->rest.high < tmd_size_of(y->number).low))
    return;
  struct tmd_term value;
  tmd_term_init(&value);
  tmd_expansion_value(&value, a, 0, on);
  fmpq_zero(y->number);
  y->rest = tmd_term_size(&value, on);
  tmd_term_clear(&value);
}

/* Tightens the ball of the value, and a rest that is a ball, by each other. */
static void tighten_balls(struct tmd_bound *y, const struct tmd_on *on) {
  struct tmd_term *rest = &y->expansion.rest;
  arb_t exact, ball;
  arb_init(exact), arb_init(ball);
  tmd_expansion_exact_part(exact, &y->expansion, 0, on);
  tmd_term_ball(ball, rest, on);
  arb_add(ball, ball, exact, on->prec);
  tmd_ball_intersect(y->ball, ball, on->prec);
  if (arb_is_finite(y->ball) && fmpq_is_zero(rest->c) && arb_is_zero(rest->h)) {
    arb_sub(ball, y->ball, exact, on->prec);
    tmd_ball_intersect(rest->m, ball, on->prec);
    if (rest->sign == TMD_SIGN_UNKNOWN) tmd_term_set_ball(rest, rest->m);
  }
  arb_clear(exact), arb_clear(ball);
}

void tmd_bound_by_expansion(struct tmd_bound *y, const struct tmd_on *on) {
  if (!y->expansion.known) return;
  struct tmd_next_to near = {.rest = y->size};
  fmpq_init(near.number);
  next_to(&near, &y->expansion, on);
  tmd_size_tighten(&y->size, tmd_next_to_size(&near));
  tighten_balls(y, on);
  fmpq_clear(near.number);
}

int tmd_bound_compare(const struct tmd_bound *a, long n, const struct tmd_on *on) {
  struct tmd_next_to near = {.rest = a->size};
  arb_t difference;
  arb_init(difference), fmpq_init(near.number);
  arb_sub_si(difference, a->ball, n, on->prec);
  int sign = tmd_ball_sign(difference);
  if (sign == TMD_SIGN_UNKNOWN) sign = tmd_next_to_compare(&near, n);
  if (sign == TMD_SIGN_UNKNOWN && on->expand && a->expansion.known) {
    next_to(&near, &a->expansion, on);
    sign = tmd_next_to_compare(&near, n);
  }
  arb_clear(difference), fmpq_clear(near.number);
  return sign;
}

/* ---- Parts ---- */

static void expand_leaf(const struct tmd_node *node, struct tmd_bound *y) {
  struct tmd_expansion *a = &y->expansion;
  tmd_expansion_zero(a);
  if (node->kind == TMD_NODE_CONSTANT) fmpq_set(a->number, node->value);
  else if (node->kind != TMD_NODE_VARIABLE) tmd_expansion_set_ball(a, y->ball);
  else a->sign = 1, a->power = 1, fmpq_one(a->square);
}

/* The form with the smaller rest. */
static const struct tmd_expansion *better(const struct tmd_expansion *a,
                                          const struct tmd_expansion *b, const struct tmd_on *on) {
  if (!a->known || !b->known) return a->known ? a : b;
  const struct tmd_size size_a = tmd_term_size(&a->rest, on), size_b = tmd_term_size(&b->rest, on);
  if (size_a.high != size_b.high) return size_a.high < size_b.high ? a : b;
  return size_a.sign == TMD_SIGN_UNKNOWN || size_a.low < size_b.low ? b : a;
}

/* y <- a + b, or a - b, ... */
static void expand_two(const struct tmd_node *node, struct tmd_expansion *y,
                       const struct tmd_expansion *b, const struct tmd_on *on) {
  struct tmd_expansion other;
  tmd_expansion_init(&other);
  tmd_expansion_set(&other, b);
  if (node->kind == TMD_NODE_DIFFERENCE) tmd_expansion_negate(&other);
  if (node->kind == TMD_NODE_QUOTIENT) tmd_expansion_divide(y, &other, on);
  else if (node->kind == TMD_NODE_SUM || node->kind == TMD_NODE_DIFFERENCE)
    tmd_expansion_add(y, &other, on);
  else tmd_expansion_multiply(y, &other, on);
  tmd_expansion_clear(&other);
}

void tmd_bound_expand(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                      const struct tmd_bound *b, const struct tmd_on *on) {
  struct tmd_expansion *e = &y->expansion;
  if (!a) {
    expand_leaf(node, y);
    return;
  }
  const int there = node->kind == TMD_NODE_EXPONENTIAL || node->kind == TMD_NODE_MINIMUM ||
                    node->kind == TMD_NODE_MAXIMUM ||
                    tmd_node_by_exponential(node, a); /* bounds.c has computed it */
  if (!there) tmd_expansion_set(e, &a->expansion);
  switch (node->kind) {
  case TMD_NODE_NEGATIVE: tmd_expansion_negate(e); break;
  case TMD_NODE_ABSOLUTE:
    if (a->size.sign == -1) tmd_expansion_negate(e);
    e->known = e->known && a->size.sign != TMD_SIGN_UNKNOWN;
    break;
  case TMD_NODE_SUM:
  case TMD_NODE_DIFFERENCE:
  case TMD_NODE_PRODUCT:
  case TMD_NODE_QUOTIENT: expand_two(node, e, &b->expansion, on); break;
  case TMD_NODE_POWER:
    if (!there) tmd_expansion_raise(e, node->value, on);
    break;
  case TMD_NODE_EXPONENTIAL:
  case TMD_NODE_MINIMUM:
  case TMD_NODE_MAXIMUM: break;
  case TMD_NODE_EITHER: tmd_expansion_set(e, better(&a->expansion, &b->expansion, on)); break;
  default: tmd_bound_expand_function(node->function, y, a, on);
  }
  if (!e->known) tmd_expansion_set_ball(e, y->ball);
}

/* ---- Methods of functions ---- */

int tmd_expression_linear_on(const struct tmd_expression *expression, struct tmd_linear *y,
                             const arb_t x, slong prec) {
  const struct tmd_on on = {.t = x, .prec = prec, .expand = 1};
  struct tmd_bound bound;
  tmd_bound_init(&bound);
  tmd_node_expand(expression->root, &bound, x, prec);
  struct tmd_expansion *a = &bound.expansion;
  const int line = a->sign && a->power == 1 && tmd_expansion_coefficient(y->slope, a);
  if (!line) fmpq_zero(y->slope);
  if (a->sign && !line) { /* other monomials are part of the rest */
    struct tmd_term whole;
    tmd_term_init(&whole);
    fmpq_swap(y->number, a->number);
    fmpq_zero(a->number);
    tmd_expansion_value(&whole, a, 0, &on);
    tmd_term_set(&a->rest, &whole);
    fmpq_swap(y->number, a->number);
    tmd_term_clear(&whole);
  }
  a->sign = 0;
  fmpq_set(y->number, a->number);
  const struct tmd_size size = tmd_term_size(&a->rest, &on);
  y->side = size.sign, y->log2 = size.high;
  tmd_term_ball(y->rest, &a->rest, &on);
  arb_t number;
  arb_init(number);
  arb_set_fmpq(number, a->number, prec);
  arb_add(y->rest, y->rest, number, prec);
  arb_clear(number);
  if (!line && mag_cmp(arb_radref(bound.ball), arb_radref(y->rest)) < 0)
    tmd_ball_intersect(y->rest, bound.ball, prec);
  const int known = bound.defined == TMD_DEFINED && a->known && arb_is_finite(y->rest);
  tmd_bound_clear(&bound);
  return known;
}

int tmd_expression_next_to(const struct tmd_expression *expression, fmpq_t number, long *high,
                           const mpfr_t x) {
  enum { PRECISION = 64 }; /* of balls; the number is exact, and the size of the rest is known */
  struct tmd_bound bound;
  struct tmd_next_to near = {.rest = tmd_size_unknown()};
  arb_t argument;
  tmd_bound_init(&bound);
  arb_init(argument), fmpq_init(near.number);
  arf_set_mpfr(arb_midref(argument), x);
  tmd_node_expand(expression->root, &bound, argument, PRECISION);
  int known = bound.defined == TMD_DEFINED && bound.expansion.known;
  if (known) {
    next_to(&near, &bound.expansion,
            &(struct tmd_on){.t = argument, .prec = PRECISION, .expand = 1});
    known = !fmpq_is_zero(near.number) && (near.rest.sign == 1 || near.rest.sign == -1) &&
            near.rest.high != TMD_SIZE_NO_HIGH;
  }
  if (known) fmpq_set(number, near.number), *high = near.rest.high;
  tmd_bound_clear(&bound);
  arb_clear(argument), fmpq_clear(near.number);
  return known;
}
