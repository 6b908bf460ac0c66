/* Values far out, on a ball of x, as

       f(t) = number + exp(c t^k) m,   number and c rational, m in a ball,

   where tails of one order meet: 1/(1+exp(-x)) + x exp(-x)/(1+exp(-x))^2 is 1 + (x - 1) exp(-x) but for less, and the sizes of
   exp(-x) and x exp(-x), known as powers of two, do not say on which side of 1 that lies. Exponents are compared as monomials;
   balls hold what is small beside them, so that nothing cancels that is not in the numbers or in m.

       exp(c t^k) m + exp(d t^l) n    = exp(c t^k) (m + exp(d t^l - c t^k) n)  if the last exponent is negative
       1/(a + e), e = exp(c t^k) m    = 1/a - e/(a (a + e))
       log(1 + e)                     = e (1 + s), |s| <= |e| <= 1/2
       log(exp(c t^k) m)              = c t^k + log m
       erfc(h), h > 0                 = exp(-h^2) w(h), w of erfcx.c;  erfc(h) = 2 - erfc(-h)
       tanh(h), h > 0                 = 1 - exp(-2h) 2/(1 + exp(-2h))
       cosh(h), sinh(h), h > 0        = exp(h) (1 + exp(-2h))/2, with a minus for sinh
   with h a monomial, and erf = 1 - erfc, expm1 = exp - 1. Of other parts m is the value. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/ball.h"
#include "lib/function/expression/node.h"

struct tail {
  fmpq_t number, c; /* c = 0: exp is 1 */
  long power;
  arb_t m;
};

struct setting {
  arb_srcptr x;
  slong prec;
};

enum {
  POWER_MAX = 16,        /* of a number and a rest together */
  FAR_LOG2 = 20,         /* exp(-t), t >= 2^20, is as good as 0 +- 2^-2^20 */
  FAR_EXPONENT_LOG2 = 41 /* exponents beyond are as good as TMD_SIZE_FAR */
};

static void init(struct tail *a) {
  fmpq_init(a->number), fmpq_init(a->c);
  arb_init(a->m);
  a->power = 0;
}

static void clear(struct tail *a) {
  fmpq_clear(a->number), fmpq_clear(a->c);
  arb_clear(a->m);
}

/* a <- b, which is cleared. */
static void take(struct tail *a, struct tail *b) {
  fmpq_swap(a->number, b->number), fmpq_swap(a->c, b->c);
  arb_swap(a->m, b->m);
  a->power = b->power;
  clear(b);
}

static void set(struct tail *a, const struct tail *b) {
  fmpq_set(a->number, b->number), fmpq_set(a->c, b->c);
  a->power = b->power;
  arb_set(a->m, b->m);
}

static int is_plain(const struct tail *a) { return fmpq_cmp_si(a->c, 0) == 0; }
static int has_number(const struct tail *a) { return fmpq_cmp_si(a->number, 0) != 0; }

/* c x^power */
static void exponent(arb_t g, const fmpq_t c, long power, const struct setting *on) {
  fmpq_t n;
  arb_t factor;
  fmpq_init(n);
  arb_init(factor);
  fmpq_set_si(n, power, 1);
  tmd_node_power(g, on->x, n, on->prec);
  arb_set_fmpq(factor, c, on->prec);
  arb_mul(g, g, factor, on->prec);
  fmpq_clear(n);
  arb_clear(factor);
}

/* g <- exp(g), g < 0 */
static void vanishing(arb_t g, const struct setting *on) {
  arf_t most;
  arf_init(most);
  arb_get_ubound_arf(most, g, on->prec);
  if (arf_cmpabs_2exp_si(most, FAR_LOG2) >= 0) {
    arb_zero(g);
    arb_add_error_2exp_si(g, -(1L << FAR_LOG2));
  } else {
    arb_exp(g, g, on->prec);
  }
  arf_clear(most);
}

/* Where the exponent has no sign on all of the ball, exp becomes part of m; where it is positive, or c = 0, the number. A number
   and a rest together have a negative exponent then. 0: not known. */
static int settle(struct tail *a, const struct setting *on) {
  arb_t g, number;
  arb_init(g), arb_init(number);
  if (!is_plain(a)) exponent(g, a->c, a->power, on);
  if (!is_plain(a) && !arb_is_negative(g) && !arb_is_positive(g)) {
    arb_exp(g, g, on->prec);
    arb_mul(a->m, a->m, g, on->prec);
    arb_zero(g);
    fmpq_zero(a->c);
  }
  if (has_number(a) && !arb_is_zero(a->m) && !arb_is_negative(g)) {
    arb_set_fmpq(number, a->number, on->prec);
    if (arb_is_positive(g)) {
      arb_neg(g, g);
      vanishing(g, on);
      arb_mul(number, number, g, on->prec);
    }
    arb_add(a->m, a->m, number, on->prec);
    fmpq_zero(a->number);
  }
  arb_clear(g), arb_clear(number);
  return arb_is_finite(a->m);
}

/* ---- Operations on settled ones: a <- the operation, settled; 0: not known ---- */

static void negate(struct tail *a) {
  fmpq_neg(a->number, a->number);
  arb_neg(a->m, a->m);
}

/* The exponent of b less that of a. */
static void compare(arb_t g, const struct tail *a, const struct tail *b, const struct setting *on) {
  if (a->power == b->power || is_plain(a) || is_plain(b)) {
    fmpq_t c;
    fmpq_init(c);
    fmpq_sub(c, b->c, a->c);
    exponent(g, c, is_plain(a) ? b->power : a->power, on);
    fmpq_clear(c);
  } else {
    arb_t of_a;
    arb_init(of_a);
    exponent(of_a, a->c, a->power, on);
    exponent(g, b->c, b->power, on);
    arb_sub(g, g, of_a, on->prec);
    arb_clear(of_a);
  }
}

static int add(struct tail *a, const struct tail *b, const struct setting *on) {
  struct tail y;
  arb_t g;
  int known = 1;
  init(&y);
  arb_init(g);
  const int same = fmpq_cmp(a->c, b->c) == 0 && (a->power == b->power || is_plain(a));
  if (!same) compare(g, a, b, on);
  if (arb_is_zero(b->m) || (!arb_is_zero(a->m) && (same || arb_is_negative(g)))) {
    set(&y, a);
    if (arb_is_negative(g)) vanishing(g, on), arb_addmul(y.m, g, b->m, on->prec);
    else arb_add(y.m, y.m, b->m, on->prec);
  } else if (arb_is_zero(a->m) || arb_is_positive(g)) {
    set(&y, b);
    arb_neg(g, g);
    if (arb_is_negative(g)) vanishing(g, on), arb_addmul(y.m, g, a->m, on->prec);
  } else {
    known = 0;
  }
  fmpq_add(y.number, a->number, b->number);
  take(a, &y);
  arb_clear(g);
  return known && settle(a, on);
}

/* exp(c t^k) m times exp(d t^l) n, of one k, without their numbers. */
static int multiply_rests(struct tail *y, const struct tail *a, const struct tail *b, const struct setting *on) {
  fmpq_zero(y->number);
  fmpq_add(y->c, a->c, b->c);
  y->power = is_plain(a) ? b->power : a->power;
  arb_mul(y->m, a->m, b->m, on->prec);
  return a->power == b->power || is_plain(a) || is_plain(b) || arb_is_zero(y->m);
}

/* number of a times the rest of b */
static void scale(struct tail *y, const struct tail *a, const struct tail *b, const struct setting *on) {
  arb_t number;
  arb_init(number);
  set(y, b);
  fmpq_zero(y->number);
  arb_set_fmpq(number, a->number, on->prec);
  arb_mul(y->m, y->m, number, on->prec);
  arb_clear(number);
}

static int multiply(struct tail *a, const struct tail *b, const struct setting *on) {
  struct tail y, part;
  init(&y), init(&part);
  int known = multiply_rests(&y, a, b, on) && settle(&y, on);
  scale(&part, a, b, on);
  known = known && add(&y, &part, on);
  scale(&part, b, a, on);
  known = known && add(&y, &part, on);
  clear(&part);
  fmpq_addmul(y.number, a->number, b->number);
  take(a, &y);
  return known && settle(a, on);
}

/* a <- 1/a */
static int invert(struct tail *a, const struct setting *on) {
  if (!has_number(a)) {
    fmpq_neg(a->c, a->c);
    arb_inv(a->m, a->m, on->prec);
    return arb_is_finite(a->m);
  }
  arb_t whole, number;
  arb_init(whole), arb_init(number);
  arb_set_fmpq(number, a->number, on->prec);
  if (!arb_is_zero(a->m)) { /* the exponent is negative */
    exponent(whole, a->c, a->power, on);
    vanishing(whole, on);
    arb_mul(whole, whole, a->m, on->prec);
    arb_add(whole, whole, number, on->prec);
    arb_mul(whole, whole, number, on->prec);
    arb_div(a->m, a->m, whole, on->prec);
    arb_neg(a->m, a->m);
  }
  fmpq_inv(a->number, a->number);
  arb_clear(whole), arb_clear(number);
  return arb_is_finite(a->m);
}

static int raise_to(struct tail *a, const fmpq_t r, const struct setting *on) {
  const fmpz *n = fmpq_numref(r);
  if (!has_number(a)) {
    fmpq_mul(a->c, a->c, r);
    tmd_node_power(a->m, a->m, r, on->prec);
    return arb_is_finite(a->m);
  }
  if (!fmpz_is_one(fmpq_denref(r)) || fmpz_cmpabs(n, (fmpz[]){POWER_MAX}) > 0) return 0;
  struct tail base;
  init(&base);
  set(&base, a);
  fmpq_one(a->number), fmpq_zero(a->c);
  arb_zero(a->m);
  int known = 1;
  for (slong i = labs(fmpz_get_si(n)); known && i > 0; i--) known = multiply(a, &base, on);
  clear(&base);
  return known && (fmpz_sgn(n) >= 0 || invert(a, on));
}

/* ---- Functions ---- */

/* a <- log(number + rest), for the number 0 or 1 */
static int logarithm(struct tail *a, const struct setting *on) {
  arb_t g, error;
  arb_init(g), arb_init(error);
  exponent(g, a->c, a->power, on);
  int known = 1;
  if (fmpq_is_one(a->number) && !is_plain(a)) {
    vanishing(g, on);
    arb_mul(g, g, a->m, on->prec);
    arb_one(error);
    arb_add_error(error, g);
    arb_mul_2exp_si(g, g, 1);
    arb_sub_si(g, g, 1, on->prec);
    arb_mul(a->m, a->m, error, on->prec);
    known = arb_is_negative(g) && (arb_add_si(g, g, 2, on->prec), arb_is_positive(g)); /* |rest| < 1/2 */
    fmpq_zero(a->number);
  } else {
    known = !has_number(a) && arb_is_positive(a->m);
    arb_log(a->m, a->m, on->prec);
    if (!is_plain(a)) arb_add(a->m, a->m, g, on->prec);
    fmpq_zero(a->c);
  }
  arb_clear(g), arb_clear(error);
  return known && arb_is_finite(a->m);
}

/* The exponent c x^k of exp(h), where c is rational. */
static int rational(struct tail *a, const struct tmd_monomial *h) {
  if (!fmpz_is_square(fmpq_numref(h->square)) || !fmpz_is_square(fmpq_denref(h->square))) return 0;
  fmpz_sqrt(fmpq_numref(a->c), fmpq_numref(h->square));
  fmpz_sqrt(fmpq_denref(a->c), fmpq_denref(h->square));
  if (h->sign < 0) fmpq_neg(a->c, a->c);
  a->power = h->power;
  return 1;
}

/* a <- erfc(|h|) */
static void complementary(struct tail *a, const struct tmd_monomial *h, const arb_t size, const struct setting *on) {
  arb_poly_t w;
  arb_poly_init(w);
  fmpq_neg(a->c, h->square);
  a->power = 2 * h->power;
  tmd_function_series(&tmd_erfcx, w, size, 1, on->prec);
  arb_poly_get_coeff_arb(a->m, w, 0);
  arb_poly_clear(w);
}

/* y <- 1 + s exp(-2|h|) */
static void one_and_vanishing(arb_t y, const arb_t size, int s, const struct setting *on) {
  arb_mul_si(y, size, -2, on->prec);
  vanishing(y, on);
  if (s < 0) arb_neg(y, y);
  arb_add_si(y, y, 1, on->prec);
}

/* a <- f(|h|) of a monomial with that ball of sizes, for an odd or even f, and erfc. */
static int far_out(struct tail *a, const char *name, const struct tmd_monomial *h, const arb_t size, const struct setting *on) {
  if (!strcmp(name, "erf") || !strcmp(name, "erfc")) {
    complementary(a, h, size, on);
    if (name[3]) return 1;
    negate(a);
    fmpq_one(a->number);
    return 1;
  }
  const int tanh = !strcmp(name, "tanh"), cosh = !strcmp(name, "cosh");
  if ((!tanh && !cosh && strcmp(name, "sinh")) || !rational(a, h)) return 0;
  one_and_vanishing(a->m, size, tanh || cosh ? 1 : -1, on);
  if (tanh) {
    fmpq_mul_si(a->c, a->c, -2);
    arb_inv(a->m, a->m, on->prec);
    arb_mul_si(a->m, a->m, -2, on->prec);
    fmpq_one(a->number);
  } else {
    arb_mul_2exp_si(a->m, a->m, -1);
  }
  return 1;
}

/* f of a monomial. */
static int of_monomial(struct tail *a, const struct tmd_node *node, const struct setting *on) {
  const char *name = node->function->name;
  const int expm1 = !strcmp(name, "expm1");
  struct tmd_monomial h;
  arb_t value;
  tmd_monomial_init(&h);
  arb_init(value);
  int known = tmd_node_monomial(node->left, &h) && h.sign != 0 && h.power != 0;
  if (known && (expm1 || !strcmp(name, "exp"))) {
    arb_one(a->m);
    if (expm1) fmpq_set_si(a->number, -1, 1);
    known = rational(a, &h);
  } else if (known) {
    tmd_node_value(node->left, value, on->x, on->prec);
    const int minus = arb_is_negative(value);
    if (minus) arb_neg(value, value);
    if (minus) h.sign = -h.sign;
    known = arb_is_finite(value) && arb_is_positive(value) && far_out(a, name, &h, value, on);
    if (known && minus && strcmp(name, "cosh")) negate(a);
    if (known && minus && !strcmp(name, "erfc")) fmpq_set_si(a->number, 2, 1);
  }
  tmd_monomial_clear(&h);
  arb_clear(value);
  return known && settle(a, on);
}

/* ---- The tree ---- */

static int tail_of(const struct tmd_node *node, struct tail *a, const struct setting *on);

static int of_function(const struct tmd_node *node, struct tail *a, const struct setting *on) {
  const char *name = node->function->name;
  const int one_more = !strcmp(name, "log1p");
  if (!one_more && strcmp(name, "log")) return of_monomial(a, node, on);
  if (!tail_of(node->left, a, on)) return 0;
  if (one_more) fmpq_add_si(a->number, a->number, 1);
  return settle(a, on) && logarithm(a, on);
}

static int of_operation(const struct tmd_node *node, struct tail *a, const struct setting *on) {
  struct tail b;
  init(&b);
  int known = tail_of(node->left, a, on) && tail_of(node->right, &b, on);
  if (node->kind == TMD_NODE_DIFFERENCE) negate(&b);
  if (known && node->kind == TMD_NODE_QUOTIENT) known = invert(&b, on);
  if (known) known = (node->kind == TMD_NODE_PRODUCT || node->kind == TMD_NODE_QUOTIENT ? multiply : add)(a, &b, on);
  clear(&b);
  return known;
}

static int by_parts(const struct tmd_node *node, struct tail *a, const struct setting *on) {
  switch (node->kind) {
    case TMD_NODE_CONSTANT: fmpq_set(a->number, node->value); return 1;
    case TMD_NODE_NEGATIVE:
      if (!tail_of(node->left, a, on)) return 0;
      negate(a);
      return 1;
    case TMD_NODE_SUM:
    case TMD_NODE_DIFFERENCE:
    case TMD_NODE_PRODUCT:
    case TMD_NODE_QUOTIENT: return of_operation(node, a, on);
    case TMD_NODE_POWER: return tail_of(node->left, a, on) && raise_to(a, node->value, on);
    case TMD_NODE_APPLY: return of_function(node, a, on);
    case TMD_NODE_EITHER: return tail_of(node->left, a, on);
    default: return 0;
  }
}

/* What is not known by its parts is known by its ball. */
static int tail_of(const struct tmd_node *node, struct tail *a, const struct setting *on) {
  if (by_parts(node, a, on)) return 1;
  struct tmd_bound bound;
  tmd_bound_init(&bound);
  tmd_node_bound(node, &bound, on->x, on->prec);
  fmpq_zero(a->number), fmpq_zero(a->c);
  arb_set(a->m, bound.ball);
  tmd_bound_clear(&bound);
  return arb_is_finite(a->m);
}

/* A bound of t in whole numbers: of all of the ball from below, or from above; far out as good as TMD_SIZE_FAR. */
static long bound_of(const arb_t t, int above, slong prec) {
  arf_t end;
  arf_init(end);
  if (above) arb_get_ubound_arf(end, t, prec), arf_ceil(end, end);
  else arb_get_lbound_arf(end, t, prec), arf_floor(end, end);
  const int far = arf_cmpabs_2exp_si(end, FAR_EXPONENT_LOG2) >= 0;
  const long bound = !far ? arf_get_si(end, ARF_RND_NEAR) : arf_sgn(end) < 0 ? -2 * TMD_SIZE_FAR : 2 * TMD_SIZE_FAR;
  arf_clear(end);
  return bound;
}

/* Of exp(c x^power) m. */
static struct tmd_size size_of_rest(const struct tail *a, const struct setting *on) {
  if (arb_is_zero(a->m)) return (struct tmd_size){0, TMD_SIZE_NO_LOW, -TMD_SIZE_FAR};
  struct tmd_size size = tmd_size_unknown();
  long least, greatest;
  arb_t g, log2;
  arb_init(g), arb_init(log2);
  if (arb_is_positive(a->m) || arb_is_negative(a->m)) size.sign = arb_is_positive(a->m) ? 1 : -1;
  tmd_ball_log2_range(&least, &greatest, a->m, on->prec);
  if (!is_plain(a)) exponent(g, a->c, a->power, on);
  arb_const_log2(log2, on->prec);
  arb_div(g, g, log2, on->prec);
  if (least > -TMD_SIZE_FAR) size.low = tmd_size_saturate_low(bound_of(g, 0, on->prec) + least);
  if (greatest < TMD_SIZE_FAR) size.high = tmd_size_saturate_high(bound_of(g, 1, on->prec) + greatest + 1);
  arb_clear(g), arb_clear(log2);
  return size;
}

int tmd_node_tail(const struct tmd_node *node, struct tmd_beside *y, const arb_t x, slong prec) {
  const struct setting on = {x, prec};
  struct tail a;
  init(&a);
  const int known = tail_of(node, &a, &on);
  if (known) {
    fmpq_set(y->number, a.number);
    y->rest = size_of_rest(&a, &on);
  }
  clear(&a);
  return known;
}
