/* Parts that are monomials in x, as arguments of exponentials are. */
#include <stdlib.h>

#include "lib/expression/tree/node.h"

enum { POWER_MAX = 64, SQUARE_BITS_MAX = 1 << 12 };

void tmd_monomial_init(struct tmd_monomial *a) {
  *a = (struct tmd_monomial){0};
  fmpq_init(a->square);
}

void tmd_monomial_clear(struct tmd_monomial *a) { fmpq_clear(a->square); }

/* a times b, or over it. */
static int combine(struct tmd_monomial *a, const struct tmd_monomial *b, int over) {
  if (over && b->sign == 0) return 0;
  a->sign *= b->sign;
  a->power += over ? -b->power : b->power;
  (over ? fmpq_div : fmpq_mul)(a->square, a->square, b->square);
  return 1;
}

static int raise_to(struct tmd_monomial *a, const fmpq_t exponent) {
  const fmpz *n = fmpq_numref(exponent);
  if (!fmpz_is_one(fmpq_denref(exponent)) || fmpz_cmpabs(n, (fmpz[]){POWER_MAX}) > 0 ||
      a->sign == 0)
    return 0;
  if (fmpz_is_even(n)) a->sign = 1;
  a->power *= fmpz_get_si(n);
  fmpq_pow_si(a->square, a->square, fmpz_get_si(n));
  return 1;
}

/* sign sqrt(square) */
static void set_root(struct tmd_monomial *a, int sign, const fmpq_t square) {
  a->sign = sign;
  a->power = 0;
  fmpq_set(a->square, square);
}

static int is_monomial(const struct tmd_node *node, struct tmd_monomial *a,
                       struct tmd_monomial *b) {
  const struct tmd_node *left = node->left;
  switch (node->kind) {
  case TMD_NODE_CONSTANT:
    fmpq_mul(b->square, node->value, node->value);
    set_root(a, fmpq_sgn(node->value), b->square);
    return 1;
  case TMD_NODE_VARIABLE:
    a->sign = 1;
    a->power = 1;
    fmpq_one(a->square);
    return 1;
  case TMD_NODE_NEGATIVE:
    if (!tmd_node_monomial(left, a)) return 0;
    a->sign = -a->sign;
    return 1;
  case TMD_NODE_PRODUCT:
  case TMD_NODE_QUOTIENT:
    return tmd_node_monomial(left, a) && tmd_node_monomial(node->right, b) &&
           combine(a, b, node->kind == TMD_NODE_QUOTIENT);
  case TMD_NODE_POWER: return tmd_node_monomial(left, a) && raise_to(a, node->value);
  case TMD_NODE_APPLY: /* sqrt(2) */
    if (node->function->exact_rule != TMD_EXACT_ROOT || node->function->n != 2 ||
        left->kind != TMD_NODE_CONSTANT)
      return 0;
    set_root(a, fmpq_sgn(left->value), left->value);
    return a->sign >= 0;
  default: return 0;
  }
}

int tmd_node_monomial(const struct tmd_node *node, struct tmd_monomial *a) {
  struct tmd_monomial b;
  tmd_monomial_init(&b);
  const int known =
      is_monomial(node, a, &b) && labs(a->power) <= POWER_MAX &&
      fmpz_bits(fmpq_numref(a->square)) + fmpz_bits(fmpq_denref(a->square)) <= SQUARE_BITS_MAX;
  tmd_monomial_clear(&b);
  return known;
}
