/* Parts of an expression as tails (tail.h): functions of monomials, and what is made of them. With
   h a monomial

       erfc(h), h > 0                 = exp(-h^2) w(h), w of erfcx.c;  erfc(h) = 2 - erfc(-h)
       tanh(h), h > 0                 = 1 - exp(-2h) 2/(1 + exp(-2h))
       cosh(h), sinh(h), h > 0        = exp(h) (1 + exp(-2h))/2, with a minus for sinh

   and erf = 1 - erfc, expm1 = exp - 1. Of other parts m is the value. */
#include "lib/expression/ball/tail.h"

/* The exponent c x^k of exp(h), where c is rational. */
static int rational(struct tmd_tail *a, const struct tmd_monomial *h) {
  if (!fmpz_is_square(fmpq_numref(h->square)) || !fmpz_is_square(fmpq_denref(h->square))) return 0;
  fmpz_sqrt(fmpq_numref(a->c), fmpq_numref(h->square));
  fmpz_sqrt(fmpq_denref(a->c), fmpq_denref(h->square));
  if (h->sign < 0) fmpq_neg(a->c, a->c);
  a->power = h->power;
  return 1;
}

/* a <- erfc(|h|) */
static void complementary(struct tmd_tail *a, const struct tmd_monomial *h, const arb_t size,
                          const struct tmd_tail_on *on) {
  arb_poly_t w;
  arb_poly_init(w);
  fmpq_neg(a->c, h->square);
  a->power = 2 * h->power;
  tmd_function_series(&tmd_erfcx, w, size, 1, on->prec);
  arb_poly_get_coeff_arb(a->m, w, 0);
  arb_poly_clear(w);
}

/* y <- 1 + s exp(-2|h|) */
static void one_and_vanishing(arb_t y, const arb_t size, int s, const struct tmd_tail_on *on) {
  arb_mul_si(y, size, -2, on->prec);
  tmd_tail_vanishing(y, on);
  if (s < 0) arb_neg(y, y);
  arb_add_si(y, y, 1, on->prec);
}

/* a <- f(|h|) of a monomial with that ball of sizes, for an odd or even f, and erfc. */
static int far_out(struct tmd_tail *a, enum tmd_function_id id, const struct tmd_monomial *h,
                   const arb_t size, const struct tmd_tail_on *on) {
  if (id == TMD_FN_erf || id == TMD_FN_erfc) {
    complementary(a, h, size, on);
    if (id == TMD_FN_erfc) return 1;
    tmd_tail_negate(a);
    fmpq_one(a->number);
    return 1;
  }
  const int tanh = id == TMD_FN_tanh, cosh = id == TMD_FN_cosh;
  if ((!tanh && !cosh && id != TMD_FN_sinh) || !rational(a, h)) return 0;
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
static int of_monomial(struct tmd_tail *a, const struct tmd_node *node,
                       const struct tmd_tail_on *on) {
  const enum tmd_function_id id = node->function->id;
  const int expm1 = id == TMD_FN_expm1;
  struct tmd_monomial h;
  arb_t value;
  tmd_monomial_init(&h);
  arb_init(value);
  int known = tmd_node_monomial(node->left, &h) && h.sign != 0 && h.power != 0;
  if (known && (expm1 || id == TMD_FN_exp)) {
    arb_one(a->m);
    if (expm1) fmpq_set_si(a->number, -1, 1);
    known = rational(a, &h);
  } else if (known) {
    tmd_node_value(node->left, value, on->x, on->prec);
    const int minus = arb_is_negative(value);
    if (minus) arb_neg(value, value);
    if (minus) h.sign = -h.sign;
    known = arb_is_finite(value) && arb_is_positive(value) && far_out(a, id, &h, value, on);
    if (known && minus && id != TMD_FN_cosh) tmd_tail_negate(a);
    if (known && minus && id == TMD_FN_erfc) fmpq_set_si(a->number, 2, 1);
  }
  tmd_monomial_clear(&h);
  arb_clear(value);
  return known && tmd_tail_settle(a, on);
}

/* ---- The tree ---- */

static int tail_of(const struct tmd_node *node, struct tmd_tail *a, const struct tmd_tail_on *on);

static int of_function(const struct tmd_node *node, struct tmd_tail *a,
                       const struct tmd_tail_on *on) {
  const enum tmd_function_id id = node->function->id;
  const int one_more = id == TMD_FN_log1p;
  if (!one_more && id != TMD_FN_log) return of_monomial(a, node, on);
  if (!tail_of(node->left, a, on)) return 0;
  if (one_more) fmpq_add_si(a->number, a->number, 1);
  return tmd_tail_settle(a, on) && tmd_tail_logarithm(a, on);
}

static int of_operation(const struct tmd_node *node, struct tmd_tail *a,
                        const struct tmd_tail_on *on) {
  struct tmd_tail b;
  tmd_tail_init(&b);
  const int product = node->kind == TMD_NODE_PRODUCT || node->kind == TMD_NODE_QUOTIENT;
  int known = tail_of(node->left, a, on) && tail_of(node->right, &b, on);
  if (node->kind == TMD_NODE_DIFFERENCE) tmd_tail_negate(&b);
  if (known && node->kind == TMD_NODE_QUOTIENT) known = tmd_tail_invert(&b, on);
  if (known) known = (product ? tmd_tail_multiply : tmd_tail_add)(a, &b, on);
  tmd_tail_clear(&b);
  return known;
}

static int by_parts(const struct tmd_node *node, struct tmd_tail *a, const struct tmd_tail_on *on) {
  switch (node->kind) {
  case TMD_NODE_CONSTANT: fmpq_set(a->number, node->value); return 1;
  case TMD_NODE_NEGATIVE:
    if (!tail_of(node->left, a, on)) return 0;
    tmd_tail_negate(a);
    return 1;
  case TMD_NODE_SUM:
  case TMD_NODE_DIFFERENCE:
  case TMD_NODE_PRODUCT:
  case TMD_NODE_QUOTIENT: return of_operation(node, a, on);
  case TMD_NODE_POWER: return tail_of(node->left, a, on) && tmd_tail_raise(a, node->value, on);
  case TMD_NODE_APPLY: return of_function(node, a, on);
  case TMD_NODE_EITHER: return tail_of(node->left, a, on);
  default: return 0;
  }
}

/* What is not known by its parts is known by its ball. */
static int tail_of(const struct tmd_node *node, struct tmd_tail *a, const struct tmd_tail_on *on) {
  if (by_parts(node, a, on)) return 1;
  struct tmd_bound bound;
  tmd_bound_init(&bound);
  tmd_node_bound(node, &bound, on->x, on->prec);
  fmpq_zero(a->number), fmpq_zero(a->c);
  arb_set(a->m, bound.ball);
  tmd_bound_clear(&bound);
  return arb_is_finite(a->m);
}

int tmd_node_tail(const struct tmd_node *node, struct tmd_beside *y, const arb_t x, slong prec) {
  const struct tmd_tail_on on = {x, prec};
  struct tmd_tail a;
  tmd_tail_init(&a);
  const int known = tail_of(node, &a, &on);
  if (known) {
    fmpq_set(y->number, a.number);
    y->rest = tmd_tail_size(&a, &on);
  }
  tmd_tail_clear(&a);
  return known;
}
