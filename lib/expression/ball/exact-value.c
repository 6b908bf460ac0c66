/* Values that are rational numbers, of parts whose operands are. */
#include <stdlib.h>

#include "lib/expression/tree/node.h"
#include "lib/function/exact-at.h"

static int is_integer(const fmpq_t x) { return fmpz_is_one(fmpq_denref(x)); }

static int small_enough(const fmpq_t x) {
  return fmpz_bits(fmpq_numref(x)) + fmpz_bits(fmpq_denref(x)) <= TMD_EXACT_BITS_MAX;
}

/* 1 if an exact number is a floating-point number of at most TMD_EXPRESSION_BITS_MAX bits, stored
   in y, which gets this precision. */
static int dyadic_of(mpfr_t y, const fmpq_t x) {
  fmpz_t odd;
  fmpz_init(odd);
  const slong twos = (slong)fmpz_val2(fmpq_denref(x));
  fmpz_tdiv_q_2exp(odd, fmpq_denref(x), (ulong)twos);
  int dyadic = fmpz_is_one(odd) && fmpz_bits(fmpq_numref(x)) <= TMD_EXACT_BITS_MAX;
  fmpz_clear(odd);
  if (!dyadic) return 0;
  arf_t number;
  arf_init(number);
  arf_set_fmpz_2exp(number, fmpq_numref(x), (fmpz[]){-twos});
  dyadic = arf_bits(number) <= TMD_EXPRESSION_BITS_MAX;
  if (dyadic) {
    mpfr_set_prec(y, TMD_EXPRESSION_BITS_MAX);
    arf_get_mpfr(y, number, MPFR_RNDN);
  }
  arf_clear(number);
  return dyadic;
}

/* At a floating-point number MPFR's ternary value 0 means that the result is exact; theorems say
   what it is at others. */
static int exact_function(fmpq_t y, const struct tmd_function *function, const fmpq_t x) {
  enum { PRECISION = 1024 };
  int known = 0, out_of_range;
  mpfr_t argument, result;
  mpfr_init2(argument, 2);
  if (dyadic_of(argument, x)) {
    mpfr_init2(result, PRECISION);
    known = tmd_function_mpfr(function, result, argument, MPFR_RNDN, &out_of_range) == 0 &&
            !out_of_range && mpfr_number_p(result) &&
            (mpfr_zero_p(result) || labs(mpfr_get_exp(result)) < TMD_EXACT_BITS_MAX);
    if (known) {
      arf_t number;
      arf_init(number);
      arf_set_mpfr(number, result);
      arf_get_fmpq(y, number);
      arf_clear(number);
    }
    mpfr_clear(result);
  } else {
    known = tmd_function_exact_at(function, y, x) == TMD_AT_RATIONAL;
  }
  mpfr_clear(argument);
  return known;
}

/* Of 0, 1 and -1 every power is found; others of large exponents have too many bits. */
static int exact_power(fmpq_t y, const fmpq_t base, const fmpq_t exponent) {
  if (!tmd_node_is_small(exponent) && fmpz_is_pm1(fmpq_numref(base)) && is_integer(base)) {
    fmpq_set(y, base);
    if (fmpz_is_even(fmpq_numref(exponent))) fmpq_one(y);
    return fmpq_sgn(base) > 0 || is_integer(exponent);
  }
  if (!tmd_node_is_small(exponent) && !fmpq_is_zero(base)) return 0;
  if (fmpq_is_zero(base)) {
    fmpq_set_si(y, fmpq_is_zero(exponent), 1);
    return fmpq_sgn(exponent) >= 0;
  }
  if (!is_integer(exponent) && fmpq_sgn(base) < 0) return 0;
  if (!is_integer(exponent)) {
    const slong degree = fmpz_get_si(fmpq_denref(exponent));
    if (!fmpz_root(fmpq_numref(y), fmpq_numref(base), degree) ||
        !fmpz_root(fmpq_denref(y), fmpq_denref(base), degree))
      return 0;
  } else {
    fmpq_set(y, base);
  }
  const slong n = fmpz_get_si(fmpq_numref(exponent));
  if ((fmpz_bits(fmpq_numref(y)) + fmpz_bits(fmpq_denref(y)) - 2) * (ulong)labs(n) >
      TMD_EXACT_BITS_MAX)
    return 0;
  fmpq_pow_si(y, y, n);
  return 1;
}

/* a^b, a > 0. If the root's degree exceeds the bits of a, or the power is too high, only 1 is
   rational, or short. */
static int exact_exponential(fmpq_t y, const fmpq_t a, const fmpq_t b) {
  if (fmpq_sgn(a) <= 0) return 0;
  if (fmpq_is_one(a)) fmpq_one(y);
  else if (fmpz_cmpabs(fmpq_numref(b), (fmpz[]){TMD_EXACT_BITS_MAX}) > 0 ||
           fmpz_cmp_si(fmpq_denref(b), TMD_EXACT_BITS_MAX) > 0)
    return 0;
  else return exact_power(y, a, b);
  return 1;
}

static int is_zero(const struct tmd_bound *a) { return a->rational && fmpq_is_zero(a->exact); }

/* 1 and y, the operation on both. */
static int of_two(const struct tmd_node *node, fmpq_t y, const fmpq_t a, const fmpq_t b) {
  switch (node->kind) {
  case TMD_NODE_SUM: fmpq_add(y, a, b); return 1;
  case TMD_NODE_DIFFERENCE: fmpq_sub(y, a, b); return 1;
  case TMD_NODE_PRODUCT: fmpq_mul(y, a, b); return 1;
  case TMD_NODE_QUOTIENT:
    if (!fmpq_is_zero(b)) fmpq_div(y, a, b);
    return !fmpq_is_zero(b);
  case TMD_NODE_EXPONENTIAL: return exact_exponential(y, a, b);
  default: return 0;
  }
}

static int of_one(const struct tmd_node *node, fmpq_t y, const fmpq_t a) {
  switch (node->kind) {
  case TMD_NODE_NEGATIVE: fmpq_neg(y, a); return 1;
  case TMD_NODE_ABSOLUTE: fmpq_abs(y, a); return 1;
  case TMD_NODE_POWER: return exact_power(y, a, node->value);
  case TMD_NODE_APPLY: return exact_function(y, node->function, a);
  default: return 0;
  }
}

int tmd_node_arithmetic(const struct tmd_node *node, fmpq_t y) {
  int known = 0;
  fmpq_t a, b;
  if (node->kind == TMD_NODE_CONSTANT) fmpq_set(y, node->value);
  if (node->kind == TMD_NODE_CONSTANT) return 1;
  if (!node->left || node->test || node->kind == TMD_NODE_APPLY) return 0;
  fmpq_init(a), fmpq_init(b);
  if (tmd_node_arithmetic(node->left, a))
    known = !node->right                          ? of_one(node, y, a)
            : tmd_node_arithmetic(node->right, b) ? of_two(node, y, a, b)
                                                  : 0;
  fmpq_clear(a), fmpq_clear(b);
  return known && small_enough(y);
}

void tmd_bound_exactly(const struct tmd_node *node, struct tmd_bound *y, const struct tmd_bound *a,
                       const struct tmd_bound *b) {
  const int product = node->kind == TMD_NODE_PRODUCT, quotient = node->kind == TMD_NODE_QUOTIENT;
  if (y->rational) return; /* min, max */
  if (node->kind == TMD_NODE_EITHER) {
    y->rational = a->rational || b->rational;
    if (y->rational) fmpq_set(y->exact, a->rational ? a->exact : b->exact);
  } else if (!b) {
    y->rational = a->rational && of_one(node, y->exact, a->exact);
  } else if (y->defined == TMD_DEFINED &&
             ((is_zero(a) && (product || quotient)) || (is_zero(b) && product))) {
    y->rational = 1;
    fmpq_zero(y->exact);
  } else {
    y->rational = a->rational && b->rational && of_two(node, y->exact, a->exact, b->exact);
  }
  y->rational = y->rational && small_enough(y->exact);
  if (y->rational) y->defined = TMD_DEFINED;
}

int tmd_node_exact(const struct tmd_node *node, fmpq_t y, const fmpq_t x) {
  enum { PRECISION = 128 };
  struct tmd_bound bound;
  arb_t ball;
  tmd_bound_init(&bound);
  arb_init(ball);
  arb_set_fmpq(ball, x, TMD_EXACT_BITS_MAX);
  tmd_bound_formula(node, &bound,
                    &(struct tmd_on){.t = ball, .prec = PRECISION, .expand = 1, .rational = x});
  const int known = bound.rational;
  if (known) fmpq_set(y, bound.exact);
  arb_clear(ball);
  tmd_bound_clear(&bound);
  return known;
}

int tmd_expression_exact(const struct tmd_expression *expression, fmpq_t y, const fmpq_t x) {
  return tmd_node_exact(expression->root, y, x);
}
