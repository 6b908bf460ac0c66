#include "lib/expression/expression.h"

#include <stdlib.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/error.h"
#include "lib/expression/tree/node.h"

enum {
  FIRST_PRECISION = 64,
  EXACT_BITS_MAX = 1 << 15 /* of numerator and denominator together */
};

static int is_integer(const fmpq_t x) { return fmpz_is_one(fmpq_denref(x)); }

/* ---- the value by plain ball arithmetic ---- */

void tmd_node_power(arb_t y, const arb_t base, const fmpq_t exponent, slong prec) {
  if (!arb_is_finite(base)) { /* Arb's 0th power of any ball is 1 */
    arb_indeterminate(y);
  } else if (is_integer(exponent) && fmpz_sgn(fmpq_numref(exponent)) >= 0) {
    arb_pow_fmpz(y, base, fmpq_numref(exponent), prec);
  } else if (is_integer(exponent)) {
    fmpz_t n;
    fmpz_init(n);
    fmpz_neg(n, fmpq_numref(exponent));
    arb_pow_fmpz(y, base, n, prec);
    arb_inv(y, y, prec);
    fmpz_clear(n);
  } else if (arb_is_zero(base) && fmpq_sgn(exponent) > 0) {
    arb_zero(y);
  } else if (!arb_is_positive(base)) {
    arb_indeterminate(y);
  } else {
    arb_pow_fmpq(y, base, exponent, prec);
  }
}

/* a^b = exp(b log a), a > 0 */
static void exponential(arb_t y, const arb_t a, const arb_t b, slong prec) {
  if (arb_is_positive(a)) {
    arb_log(y, a, prec);
    arb_mul(y, y, b, prec);
    arb_exp(y, y, prec);
  } else {
    arb_indeterminate(y);
  }
}

static void apply(arb_t y, const struct tmd_function *function, const arb_t x, slong prec) {
  arb_poly_t w;
  arb_poly_init(w);
  if (arb_is_finite(x)) {
    tmd_function_series(function, w, x, 1, prec);
    arb_poly_get_coeff_arb(y, w, 0);
  } else {
    arb_indeterminate(y);
  }
  arb_poly_clear(w);
}

/* The value of the branch that is taken, or of either if undecided. */
static void piecewise(const struct tmd_node *node, arb_t y, const arb_t x, slong prec) {
  enum tmd_defined defined;
  const enum tmd_branch branch = tmd_node_branch(node, x, prec, &defined);
  if (branch == TMD_BRANCH_OPEN && defined == TMD_DEFINED) {
    arb_t right;
    arb_init(right);
    tmd_node_value(node->right, right, x, prec);
    tmd_node_value(node->left, y, x, prec);
    if (arb_is_finite(y) && arb_is_finite(right)) arb_union(y, y, right, prec);
    else arb_indeterminate(y);
    arb_clear(right);
  } else if (branch == TMD_BRANCH_OPEN) {
    arb_indeterminate(y);
  } else {
    tmd_node_value(branch == TMD_BRANCH_LEFT ? node->left : node->right, y, x, prec);
  }
}

void tmd_node_operate(const struct tmd_node *node, arb_t y, const arb_t a, arb_srcptr b,
                      slong prec) {
  switch (node->kind) {
  case TMD_NODE_NEGATIVE: arb_neg(y, a); break;
  case TMD_NODE_ABSOLUTE:
    arb_abs(y, a);
    if (arb_is_finite(y)) arb_nonnegative_part(y, y);
    break;
  case TMD_NODE_SUM: arb_add(y, a, b, prec); break;
  case TMD_NODE_DIFFERENCE: arb_sub(y, a, b, prec); break;
  case TMD_NODE_PRODUCT: arb_mul(y, a, b, prec); break;
  case TMD_NODE_QUOTIENT: arb_div(y, a, b, prec); break;
  case TMD_NODE_POWER: tmd_node_power(y, a, node->value, prec); break;
  case TMD_NODE_EXPONENTIAL: exponential(y, a, b, prec); break;
  case TMD_NODE_MINIMUM: arb_min(y, a, b, prec); break;
  case TMD_NODE_MAXIMUM: arb_max(y, a, b, prec); break;
  case TMD_NODE_EITHER:
    arb_set(y, a);
    tmd_ball_intersect(y, b, prec);
    break;
  default: apply(y, node->function, a, prec);
  }
}

void tmd_node_value(const struct tmd_node *node, arb_t y, const arb_t x, slong prec) {
  arb_t right;
  switch (node->kind) {
  case TMD_NODE_PIECEWISE: piecewise(node, y, x, prec); return;
  case TMD_NODE_CONSTANT: arb_set_fmpq(y, node->value, prec); return;
  case TMD_NODE_PI: arb_const_pi(y, prec); return;
  case TMD_NODE_E: arb_const_e(y, prec); return;
  case TMD_NODE_VARIABLE: arb_set(y, x); return;
  default: break;
  }
  arb_init(right);
  if (node->right) tmd_node_value(node->right, right, x, prec);
  tmd_node_value(node->left, y, x, prec); /* y may be x */
  tmd_node_operate(node, y, y, right, prec);
  arb_clear(right);
}

/* ---- exact values ---- */

static int small_enough(const fmpq_t x) {
  return fmpz_bits(fmpq_numref(x)) + fmpz_bits(fmpq_denref(x)) <= EXACT_BITS_MAX;
}

/* 1 if an exact number is a floating-point number of at most TMD_EXPRESSION_BITS_MAX bits, stored
   in y, which gets this precision. */
static int dyadic_of(mpfr_t y, const fmpq_t x) {
  fmpz_t odd;
  fmpz_init(odd);
  const slong twos = (slong)fmpz_val2(fmpq_denref(x));
  fmpz_tdiv_q_2exp(odd, fmpq_denref(x), (ulong)twos);
  int dyadic = fmpz_is_one(odd) && fmpz_bits(fmpq_numref(x)) <= EXACT_BITS_MAX;
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

/* At a floating-point number MPFR's ternary value 0 means that the result is exact. */
static int exact_function(fmpq_t y, const struct tmd_function *function, const fmpq_t x) {
  enum { PRECISION = 1024 };
  int known = 0, out_of_range;
  mpfr_t argument, result;
  mpfr_init2(argument, 2);
  if (dyadic_of(argument, x)) {
    mpfr_init2(result, PRECISION);
    known = tmd_function_mpfr(function, result, argument, MPFR_RNDN, &out_of_range) == 0 &&
            !out_of_range && mpfr_number_p(result) &&
            (mpfr_zero_p(result) || labs(mpfr_get_exp(result)) < EXACT_BITS_MAX);
    if (known) {
      arf_t number;
      arf_init(number);
      arf_set_mpfr(number, result);
      arf_get_fmpq(y, number);
      arf_clear(number);
    }
    mpfr_clear(result);
  }
  mpfr_clear(argument);
  return known;
}

static int exact_power(fmpq_t y, const fmpq_t base, const fmpq_t exponent) {
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
  if ((fmpz_bits(fmpq_numref(y)) + fmpz_bits(fmpq_denref(y)) - 2) * (ulong)labs(n) > EXACT_BITS_MAX)
    return 0;
  fmpq_pow_si(y, y, n);
  return 1;
}

/* a^b, a > 0. If the root's degree exceeds the bits of a, or the power is too high, only 1 is
   rational, or short. */
static int exact_exponential(fmpq_t y, const fmpq_t a, const fmpq_t b) {
  if (fmpq_sgn(a) <= 0) return 0;
  if (fmpq_is_one(a)) fmpq_one(y);
  else if (fmpz_cmpabs(fmpq_numref(b), (fmpz[]){EXACT_BITS_MAX}) > 0 ||
           fmpz_cmp_si(fmpq_denref(b), EXACT_BITS_MAX) > 0)
    return 0;
  else return exact_power(y, a, b);
  return 1;
}

/* 1 if the value certainly exists; then *sign, as far as it is known. */
static int is_defined_at(const struct tmd_node *node, const fmpq_t x, int *sign) {
  struct tmd_bound bound;
  arb_t ball;
  tmd_bound_init(&bound);
  arb_init(ball);
  arb_set_fmpq(ball, x, EXACT_BITS_MAX);
  tmd_node_bound(node, &bound, ball, 2 * FIRST_PRECISION);
  const int defined = bound.defined == TMD_DEFINED;
  *sign = bound.size.sign;
  arb_clear(ball);
  tmd_bound_clear(&bound);
  return defined;
}

/* That sign; also unknown if there may be no value. */
static int sign_at(const struct tmd_node *node, const fmpq_t x) {
  int sign;
  return is_defined_at(node, x, &sign) ? sign : TMD_SIGN_UNKNOWN;
}

static int exact_binary(const struct tmd_node *node, fmpq_t y, const fmpq_t x) {
  int known = 1, sign;
  fmpq_t left, right;
  fmpq_init(left), fmpq_init(right);
  const int has_left = tmd_node_exact(node->left, left, x),
            has_right = tmd_node_exact(node->right, right, x);
  const int both = has_left && has_right;
  const int left_zero = has_left && fmpq_is_zero(left),
            right_zero = has_right && fmpq_is_zero(right);
  if (node->kind == TMD_NODE_PRODUCT && !both && (left_zero || right_zero) &&
      is_defined_at(left_zero ? node->right : node->left, x, &sign))
    fmpq_zero(y);
  else if (node->kind == TMD_NODE_QUOTIENT && !both && left_zero &&
           abs(sign_at(node->right, x)) == 1)
    fmpq_zero(y);
  else if (node->kind == TMD_NODE_EXPONENTIAL && !both &&
           ((has_left && fmpq_is_one(left) && is_defined_at(node->right, x, &sign)) ||
            (right_zero && sign_at(node->left, x) == 1)))
    fmpq_one(y);
  else if (!both || (node->kind == TMD_NODE_QUOTIENT && right_zero)) known = 0;
  else if (node->kind == TMD_NODE_EXPONENTIAL) known = exact_exponential(y, left, right);
  else if (node->kind == TMD_NODE_SUM) fmpq_add(y, left, right);
  else if (node->kind == TMD_NODE_DIFFERENCE) fmpq_sub(y, left, right);
  else if (node->kind == TMD_NODE_PRODUCT) fmpq_mul(y, left, right);
  else fmpq_div(y, left, right);
  fmpq_clear(left), fmpq_clear(right);
  return known;
}

/* min or max of two known values; or the known operand if it certainly is the result. */
static int exact_extreme(const struct tmd_node *node, fmpq_t y, const fmpq_t x) {
  const int wanted =
      node->kind == TMD_NODE_MINIMUM ? -1 : 1; /* the sign of left - right where left is taken */
  fmpq_t left, right;
  fmpq_init(left), fmpq_init(right);
  const int has_left = tmd_node_exact(node->left, left, x),
            has_right = tmd_node_exact(node->right, right, x);
  const struct tmd_node difference = {
      .kind = TMD_NODE_DIFFERENCE, .left = node->left, .right = node->right};
  int sign = TMD_SIGN_UNKNOWN;
  if (has_left && has_right) sign = fmpq_cmp(left, right) * wanted >= 0 ? wanted : -wanted;
  else if (has_left || has_right) sign = sign_at(&difference, x);
  const int known = (sign == wanted && has_left) || (sign == -wanted && has_right);
  if (known) fmpq_set(y, sign == wanted ? left : right);
  fmpq_clear(left), fmpq_clear(right);
  return known;
}

static int exact_piecewise(const struct tmd_node *node, fmpq_t y, const fmpq_t x) {
  fmpq_t test;
  fmpq_init(test);
  const int sign = tmd_node_exact(node->test, test, x) ? fmpq_sgn(test) : sign_at(node->test, x);
  fmpq_clear(test);
  if (sign == TMD_SIGN_UNKNOWN) return 0;
  const int signs = sign > 0 ? TMD_SIGNS_POSITIVE : sign < 0 ? TMD_SIGNS_NEGATIVE : TMD_SIGNS_ZERO;
  return tmd_node_exact(
      tmd_node_branch_of(node->signs, signs) == TMD_BRANCH_LEFT ? node->left : node->right, y, x);
}

int tmd_node_exact(const struct tmd_node *node, fmpq_t y, const fmpq_t x) {
  int known = 0;
  fmpq_t argument;
  switch (node->kind) {
  case TMD_NODE_CONSTANT: fmpq_set(y, node->value); return 1;
  case TMD_NODE_PI:
  case TMD_NODE_E: return 0;
  case TMD_NODE_VARIABLE: fmpq_set(y, x); return 1;
  case TMD_NODE_SUM:
  case TMD_NODE_DIFFERENCE:
  case TMD_NODE_PRODUCT:
  case TMD_NODE_QUOTIENT:
  case TMD_NODE_EXPONENTIAL: return exact_binary(node, y, x) && small_enough(y);
  case TMD_NODE_MINIMUM:
  case TMD_NODE_MAXIMUM: return exact_extreme(node, y, x);
  case TMD_NODE_PIECEWISE: return exact_piecewise(node, y, x);
  case TMD_NODE_EITHER:
    return tmd_node_exact(node->left, y, x) || tmd_node_exact(node->right, y, x);
  default: break;
  }
  fmpq_init(argument);
  if (tmd_node_exact(node->left, argument, x)) {
    known = 1;
    if (node->kind == TMD_NODE_NEGATIVE) fmpq_neg(y, argument);
    else if (node->kind == TMD_NODE_ABSOLUTE) fmpq_abs(y, argument);
    else if (node->kind == TMD_NODE_POWER) known = exact_power(y, argument, node->value);
    else known = exact_function(y, node->function, argument);
  }
  fmpq_clear(argument);
  return known && small_enough(y);
}

int tmd_expression_exact(const struct tmd_expression *expression, fmpq_t y, const fmpq_t x) {
  return tmd_node_exact(expression->root, y, x);
}

/* Numbers with |exponent| beyond this, or with more bits, have no rational form of reasonable
   size. */
int tmd_node_exact_at(const struct tmd_node *node, fmpq_t y, const arf_t x) {
  if (!arf_is_finite(x) || arf_cmpabs_2exp_si(x, EXACT_BITS_MAX) > 0 ||
      arf_bits(x) > EXACT_BITS_MAX)
    return 0;
  if (!arf_is_zero(x) && arf_cmpabs_2exp_si(x, -EXACT_BITS_MAX) < 0) return 0;
  fmpq_t argument;
  fmpq_init(argument);
  arf_get_fmpq(argument, x);
  const int known = tmd_node_exact(node, y, argument);
  fmpq_clear(argument);
  return known;
}

/* ---- the position of |f| ---- */

static struct tmd_place place_on(const struct tmd_node *node, const arb_t x, slong prec) {
  struct tmd_bound bound;
  struct tmd_place place = {.kind = TMD_PLACE_UNDECIDED};
  tmd_bound_init(&bound);
  tmd_node_bound(node, &bound, x, prec);
  place.low = bound.size.low;
  place.high = bound.size.high;
  place.sign = bound.size.sign < 0;
  if (bound.defined == TMD_UNDEFINED) place.kind = TMD_PLACE_OUTSIDE;
  else if (bound.defined == TMD_DEFINED && bound.size.sign == 0) place.kind = TMD_PLACE_ZERO;
  else if (bound.defined == TMD_DEFINED && bound.size.sign != TMD_SIGN_UNKNOWN)
    place.kind = TMD_PLACE_BETWEEN;
  tmd_bound_clear(&bound);
  return place;
}

struct tmd_place tmd_expression_place_on(const struct tmd_expression *expression, const arb_t x,
                                         slong prec) {
  return place_on(expression->root, x, prec);
}

int tmd_node_is_located(const struct tmd_place *place) {
  if (place->kind == TMD_PLACE_BETWEEN)
    return place->high == place->low + 1 || tmd_place_is_far_out(place);
  return place->kind != TMD_PLACE_UNDECIDED;
}

static struct tmd_place place_of(const fmpq_t y) {
  const struct tmd_size size = tmd_size_of(y);
  struct tmd_place place = {.kind = size.sign ? TMD_PLACE_BETWEEN : TMD_PLACE_ZERO,
                            .sign = size.sign < 0};
  if (size.sign) place.low = size.low, place.high = size.high;
  return place;
}

struct tmd_place tmd_node_place(const struct tmd_node *node, const arb_t x) {
  struct tmd_place place;
  for (slong prec = FIRST_PRECISION; prec <= TMD_EXPRESSION_BITS_MAX; prec *= 2) {
    place = place_on(node, x, prec);
    if (tmd_node_is_located(&place)) break;
    if (prec > FIRST_PRECISION) continue;
    fmpq_t y;
    fmpq_init(y);
    const int known = tmd_node_exact_at(node, y, arb_midref(x));
    if (known) place = place_of(y);
    fmpq_clear(y);
    if (known) break;
  }
  return place;
}

struct tmd_place tmd_expression_place(const struct tmd_expression *expression, const mpfr_t x) {
  arb_t ball;
  arb_init(ball);
  arf_set_mpfr(arb_midref(ball), x);
  const struct tmd_place place = tmd_node_place(expression->root, ball);
  arb_clear(ball);
  return place;
}
