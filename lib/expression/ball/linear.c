/* Parts that are linear in x but for a rest, on a ball of x: f(t) = slope t + rest. So x
   tanh(exp(x)) is x but for very little where exp(x) is beyond every ball, and log(cosh(x)) is x -
   log(2), without derivatives.

       u + v             the sum of slopes, and of rests
       u (c + e)         c u + e u:                the slope times c; e u is less than the sizes of
   e and u say u / (c + e)       u/c - e u/(c (c + e)):    the slope over c, likewise

   c is a rational number that a part lies beside (beside.c). Of other parts the rest is the value.
   The rest itself may lie beside a number, as x - 1 + 2/(exp(2x) + 1) = x - tanh(x) does: by the
   same lines, and as e and u have signs, on a side of it. */
#include "lib/expression/tree/node.h"

struct linear {
  fmpq_t slope;
  arb_t rest;               /* as a ball, */
  struct tmd_beside beside; /* and as a number and what is left: 0, and the size of all, where no
                               number is known */
};

static void linear_init(struct linear *y) {
  fmpq_init(y->slope), fmpq_init(y->beside.number);
  arb_init(y->rest);
  y->beside.rest = tmd_size_unknown();
}

static void linear_clear(struct linear *y) {
  fmpq_clear(y->slope), fmpq_clear(y->beside.number);
  arb_clear(y->rest);
}

static void linear_swap(struct linear *a, struct linear *b) {
  const struct tmd_size size = a->beside.rest;
  fmpq_swap(a->slope, b->slope), fmpq_swap(a->beside.number, b->beside.number);
  arb_swap(a->rest, b->rest);
  a->beside.rest = b->beside.rest, b->beside.rest = size;
}

static void linear_negate(struct linear *y) {
  fmpq_neg(y->slope, y->slope), fmpq_neg(y->beside.number, y->beside.number);
  arb_neg(y->rest, y->rest);
  y->beside.rest = tmd_size_negative(y->beside.rest);
}

/* 1 if so; else *y holds anything. */
static int linear(const struct tmd_node *node, struct linear *y, const arb_t x, slong prec);

static int by_value(const struct tmd_node *node, struct linear *y, const arb_t x, slong prec) {
  struct tmd_bound bound;
  tmd_bound_init(&bound);
  tmd_node_bound(node, &bound, x, prec);
  fmpq_zero(y->slope);
  arb_set(y->rest, bound.ball);
  fmpq_set(y->beside.number, bound.beside.number);
  y->beside.rest = bound.beside.rest;
  const int known = bound.defined == TMD_DEFINED && arb_is_finite(y->rest);
  tmd_bound_clear(&bound);
  return known;
}

static int sum(const struct tmd_node *node, struct linear *y, const arb_t x, slong prec) {
  struct linear other;
  linear_init(&other);
  const int known = linear(node->left, y, x, prec) && linear(node->right, &other, x, prec);
  if (node->kind == TMD_NODE_DIFFERENCE) linear_negate(&other);
  fmpq_add(y->slope, y->slope, other.slope);
  arb_add(y->rest, y->rest, other.rest, prec);
  fmpq_add(y->beside.number, y->beside.number, other.beside.number);
  y->beside.rest = tmd_size_sum(y->beside.rest, other.beside.rest);
  linear_clear(&other);
  return known;
}

/* y, of u, becomes that of u (c + e), or of u / (c + e); `size` is u's. */
static void scale_by(struct linear *y, const struct tmd_bound *c, int over, struct tmd_size size,
                     slong prec) {
  const fmpq *number = c->beside.number;
  struct tmd_size more = tmd_size_product(size, c->beside.rest);
  fmpq_t factor;
  arb_t ball;
  fmpq_init(factor);
  arb_init(ball);
  fmpq_set(factor, number);
  if (over) {
    const struct tmd_size divisor = {c->sign, c->low, c->high};
    fmpq_inv(factor, factor);
    more = tmd_size_product(tmd_size_negative(more),
                            tmd_size_inverse(tmd_size_product(tmd_size_of(number), divisor)));
  }
  fmpq_mul(y->slope, y->slope, factor);
  arb_set_fmpq(ball, number, prec);
  if (over) arb_div(y->rest, y->rest, ball, prec);
  else arb_mul(y->rest, y->rest, ball, prec);
  const long under = over ? tmd_size_of(number).low + c->low : 0;
  if (more.sign != 0) arb_add_error_2exp_si(y->rest, size.high + c->beside.rest.high - under);
  fmpq_mul(y->beside.number, y->beside.number, factor);
  y->beside.rest = tmd_size_sum(tmd_size_product(tmd_size_of(factor), y->beside.rest), more);
  fmpq_clear(factor);
  arb_clear(ball);
}

/* u times, or over, a part beside a number. */
static int scaled(const struct tmd_node *u, const struct tmd_node *by, int over, struct linear *y,
                  const arb_t x, slong prec) {
  struct tmd_bound c, size;
  tmd_bound_init(&c), tmd_bound_init(&size);
  tmd_node_bound(by, &c, x, prec);
  int known = c.defined == TMD_DEFINED && !fmpq_is_zero(c.beside.number) &&
              c.beside.rest.high != TMD_SIZE_NO_HIGH &&
              (!over || (c.sign != TMD_SIGN_UNKNOWN && c.low != TMD_SIZE_NO_LOW)) &&
              linear(u, y, x, prec);
  if (known) {
    tmd_node_bound(u, &size, x, prec);
    known = size.high != TMD_SIZE_NO_HIGH;
  }
  if (known) scale_by(y, &c, over, (struct tmd_size){size.sign, size.low, size.high}, prec);
  tmd_bound_clear(&c), tmd_bound_clear(&size);
  return known;
}

static int absolute(const struct tmd_node *node, struct linear *y, const arb_t x, slong prec) {
  struct tmd_bound bound;
  tmd_bound_init(&bound);
  tmd_node_bound(node->left, &bound, x, prec);
  const int sign = bound.sign, known = (sign == 1 || sign == -1) && linear(node->left, y, x, prec);
  tmd_bound_clear(&bound);
  if (sign == -1) linear_negate(y);
  return known;
}

/* The form that leaves the smaller rest. */
static int either(const struct tmd_node *node, struct linear *y, const arb_t x, slong prec) {
  struct linear other;
  linear_init(&other);
  int known = linear(node->left, y, x, prec);
  if (linear(node->right, &other, x, prec) &&
      (!known || mag_cmp(arb_radref(other.rest), arb_radref(y->rest)) < 0)) {
    known = 1;
    linear_swap(y, &other);
  }
  linear_clear(&other);
  return known;
}

static int by_parts(const struct tmd_node *node, struct linear *y, const arb_t x, slong prec) {
  switch (node->kind) {
  case TMD_NODE_VARIABLE:
    fmpq_one(y->slope), fmpq_zero(y->beside.number);
    arb_zero(y->rest);
    y->beside.rest = (struct tmd_size){0, TMD_SIZE_NO_LOW, -TMD_SIZE_FAR};
    return 1;
  case TMD_NODE_NEGATIVE:
    if (!linear(node->left, y, x, prec)) return 0;
    linear_negate(y);
    return 1;
  case TMD_NODE_ABSOLUTE: return absolute(node, y, x, prec);
  case TMD_NODE_SUM:
  case TMD_NODE_DIFFERENCE: return sum(node, y, x, prec);
  case TMD_NODE_PRODUCT:
    return (scaled(node->left, node->right, 0, y, x, prec) && !fmpq_is_zero(y->slope)) ||
           scaled(node->right, node->left, 0, y, x, prec);
  case TMD_NODE_QUOTIENT: return scaled(node->left, node->right, 1, y, x, prec);
  case TMD_NODE_EITHER: return either(node, y, x, prec);
  default: return 0;
  }
}

static int linear(const struct tmd_node *node, struct linear *y, const arb_t x, slong prec) {
  return (by_parts(node, y, x, prec) && !fmpq_is_zero(y->slope)) || by_value(node, y, x, prec);
}

int tmd_expression_linear_on(const struct tmd_expression *expression, struct tmd_linear *y,
                             const arb_t x, slong prec) {
  struct linear found;
  linear_init(&found);
  const int known = linear(expression->root, &found, x, prec);
  fmpq_swap(y->slope, found.slope), fmpq_swap(y->number, found.beside.number);
  arb_swap(y->rest, found.rest);
  y->side = found.beside.rest.sign, y->log2 = found.beside.rest.high;
  linear_clear(&found);
  return known;
}
