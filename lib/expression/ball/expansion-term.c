/* Terms exp(c t^k + h) m: expansion.md, 2. */
#include <limits.h>

#include "lib/base/arb-helpers.h"
#include "lib/expression/ball/expansion.h"
#include "lib/expression/tree/node.h"

#define FARTHEST (1L << 60) /* exponents of m beyond this are taken for it */
enum {
  FAR_LOG2 = 20,          /* exp(-t), t >= 2^20, is replaced by 0 +- 2^-2^20, */
  FAR_EXPONENT_LOG2 = 41, /* exponents beyond this by TMD_SIZE_FAR */
  LARGE_LOG2 = 40,        /* Arb's exp(t) is too wide for t >= 2^40, */
  LARGEST_LOG2 = 1 << 15  /* and exponents beyond 2^this have too many bits */
};

void tmd_term_init(struct tmd_term *a) {
  fmpq_init(a->c);
  arb_init(a->h), arb_init(a->m);
  a->power = a->sign = 0;
}

void tmd_term_clear(struct tmd_term *a) {
  fmpq_clear(a->c);
  arb_clear(a->h), arb_clear(a->m);
}

void tmd_term_set(struct tmd_term *a, const struct tmd_term *b) {
  fmpq_set(a->c, b->c);
  a->power = b->power, a->sign = b->sign;
  arb_set(a->h, b->h), arb_set(a->m, b->m);
}

int tmd_ball_sign(const arb_t a) {
  return arb_is_zero(a) ? 0 : arb_is_positive(a) ? 1 : arb_is_negative(a) ? -1 : TMD_SIGN_UNKNOWN;
}

static int sign_of_product(int a, int b) {
  return a == TMD_SIGN_UNKNOWN || b == TMD_SIGN_UNKNOWN ? TMD_SIGN_UNKNOWN : a * b;
}

void tmd_term_negate(struct tmd_term *a) {
  arb_neg(a->m, a->m);
  a->sign = sign_of_product(a->sign, -1);
}

void tmd_term_set_ball(struct tmd_term *a, const arb_t ball) {
  fmpq_zero(a->c);
  a->power = 0;
  arb_zero(a->h);
  arb_set(a->m, ball);
  a->sign = tmd_ball_sign(ball);
}

/* For wide balls with signs, by their ends: products and powers of a midpoint with a radius lose
   the sign. */
static void by_ends(arb_t y, const arb_t a, const arb_t b, slong prec) {
  arf_t least, greatest, end;
  const int negative = arb_is_negative(a) != arb_is_negative(b);
  arf_init(least), arf_init(greatest), arf_init(end);
  arb_get_abs_lbound_arf(least, a, prec), arb_get_abs_lbound_arf(end, b, prec);
  arf_mul(least, least, end, prec, ARF_RND_DOWN);
  arb_get_abs_ubound_arf(greatest, a, prec), arb_get_abs_ubound_arf(end, b, prec);
  arf_mul(greatest, greatest, end, prec, ARF_RND_UP);
  arb_set_interval_arf(y, least, greatest, prec);
  if (negative) arb_neg(y, y);
  arf_clear(least), arf_clear(greatest), arf_clear(end);
}

static int has_sign(const arb_t a) {
  return arb_is_finite(a) && (arb_is_positive(a) || arb_is_negative(a));
}

/* y <- a b */
static void multiply(arb_t y, const arb_t a, const arb_t b, slong prec) {
  enum { NARROW_BITS = 8 };
  const int narrow =
      arb_rel_accuracy_bits(a) > NARROW_BITS && arb_rel_accuracy_bits(b) > NARROW_BITS;
  if (narrow || !has_sign(a) || !has_sign(b)) arb_mul(y, a, b, prec);
  else by_ends(y, a, b, prec);
}

static int is_integer(const fmpq_t x) { return fmpz_is_one(fmpq_denref(x)); }

/* y <- base^n for a large n, which repeated squares would need all bits of, by exp(n log|base|). */
static void large_power(arb_t y, const arb_t base, const fmpz_t n, slong prec) {
  enum { GUARD_BITS = 32 };
  const int negative = arb_is_negative(base);
  if (arb_is_zero(base) && fmpz_sgn(n) > 0) {
    arb_zero(y);
  } else if (negative || arb_is_positive(base)) {
    arb_abs(y, base);
    arb_log(y, y, prec + GUARD_BITS);
    arb_mul_fmpz(y, y, n, prec + GUARD_BITS);
    arb_exp(y, y, prec);
    if (negative && fmpz_is_odd(n)) arb_neg(y, y);
  } else {
    arb_indeterminate(y);
  }
}

void tmd_node_power(arb_t y, const arb_t base, const fmpq_t exponent, slong prec) {
  if (!arb_is_finite(base)) { /* Arb's 0th power of any ball is 1 */
    arb_indeterminate(y);
  } else if (is_integer(exponent) && !tmd_node_is_small(exponent)) {
    large_power(y, base, fmpq_numref(exponent), prec);
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

/* y <- t^n */
static void whole_power(arb_t y, long n, const struct tmd_on *on) {
  arb_t factor;
  arb_init(factor);
  arb_set(factor, on->t);
  if (n < 0) arb_inv(factor, factor, on->prec);
  arb_one(y);
  for (long left = n < 0 ? -n : n; left > 0; left /= 2) {
    if (left % 2) multiply(y, y, factor, on->prec);
    if (left > 1) multiply(factor, factor, factor, on->prec);
  }
  arb_clear(factor);
}

void tmd_term_monomial(arb_t y, const fmpq_t c, long power, const struct tmd_on *on) {
  arb_t factor;
  arb_init(factor);
  whole_power(y, power, on);
  arb_set_fmpq(factor, c, on->prec);
  arb_mul(y, y, factor, on->prec);
  arb_clear(factor);
}

/* The exponent of a. */
static void exponent(arb_t g, const struct tmd_term *a, const struct tmd_on *on) {
  if (fmpq_is_zero(a->c)) {
    arb_set(g, a->h);
  } else {
    tmd_term_monomial(g, a->c, a->power, on);
    arb_add(g, g, a->h, on->prec);
  }
}

/* The exponent of a minus that of b. */
static void difference(arb_t g, const struct tmd_term *a, const struct tmd_term *b,
                       const struct tmd_on *on) {
  arb_t of_b;
  arb_init(of_b);
  if (a->power == b->power || a->power == 0 || b->power == 0) {
    fmpq_t c;
    fmpq_init(c);
    fmpq_sub(c, a->c, b->c);
    if (fmpq_is_zero(c)) arb_zero(g);
    else tmd_term_monomial(g, c, a->power ? a->power : b->power, on);
    arb_sub(of_b, a->h, b->h, on->prec);
    arb_add(g, g, of_b, on->prec);
    fmpq_clear(c);
  } else {
    exponent(g, a, on), exponent(of_b, b, on);
    arb_sub(g, g, of_b, on->prec);
  }
  arb_clear(of_b);
}

/* g <- exp(g), g large: enclosed by powers of two, as Arb's ball is too wide. */
static void large_exponential(arb_t g, slong prec) {
  enum { NARROW_BITS = 8 };
  arb_t log2;
  arf_t end[2];
  fmpz_t e;
  arb_init(log2), fmpz_init(e);
  arf_init(end[0]), arf_init(end[1]);
  arb_exp(log2, g, prec);
  const int narrow = arb_is_finite(log2) && arb_rel_accuracy_bits(log2) > NARROW_BITS;
  if (narrow) arb_swap(g, log2);
  arb_const_log2(log2, prec);
  if (!narrow) arb_div(g, g, log2, prec);
  arb_get_interval_arf(end[0], end[1], g, prec);
  if (narrow) {
  } else if (arf_cmp_2exp_si(end[1], LARGEST_LOG2) < 0) {
    for (int i = 0; i < 2; i++) {
      arf_get_fmpz(e, end[i], i ? ARF_RND_CEIL : ARF_RND_FLOOR);
      arf_one(end[i]);
      arf_mul_2exp_fmpz(end[i], end[i], e);
    }
    arb_set_interval_arf(g, end[0], end[1], prec);
  } else {
    arb_indeterminate(g);
  }
  arb_clear(log2), fmpz_clear(e);
  arf_clear(end[0]), arf_clear(end[1]);
}

/* g <- exp(g) */
static void exponential(arb_t g, slong prec) {
  arf_t most;
  arf_init(most);
  arb_get_ubound_arf(most, g, prec);
  if (!arb_is_finite(g)) {
    arb_indeterminate(g);
  } else if (arf_sgn(most) < 0 && arf_cmpabs_2exp_si(most, FAR_LOG2) >= 0) {
    arb_zero(g);
    arb_add_error_2exp_si(g, -(1L << FAR_LOG2));
  } else if (arf_cmp_2exp_si(most, LARGE_LOG2) >= 0) {
    large_exponential(g, prec);
  } else {
    arb_exp(g, g, prec);
  }
  arf_clear(most);
}

void tmd_term_add(struct tmd_term *a, const struct tmd_term *b, const struct tmd_on *on) {
  if (arb_is_zero(b->m)) return;
  if (arb_is_zero(a->m)) {
    tmd_term_set(a, b);
    return;
  }
  const int sign = a->sign == b->sign ? a->sign : TMD_SIGN_UNKNOWN;
  arb_t g;
  arb_init(g);
  difference(g, b, a, on);
  const int larger = arb_is_positive(g); /* b has the larger exponent */
  if (larger) arb_neg(g, g);
  exponential(g, on->prec);
  if (larger) {
    arb_mul(g, g, a->m, on->prec);
    tmd_term_set(a, b);
  } else {
    arb_mul(g, g, b->m, on->prec);
  }
  arb_add(a->m, a->m, g, on->prec);
  a->sign = sign == TMD_SIGN_UNKNOWN ? tmd_ball_sign(a->m) : sign;
  arb_clear(g);
}

void tmd_term_add_ball(struct tmd_term *a, const arb_t ball, const struct tmd_on *on) {
  struct tmd_term plain;
  tmd_term_init(&plain);
  tmd_term_set_ball(&plain, ball);
  tmd_term_add(a, &plain, on);
  tmd_term_clear(&plain);
}

void tmd_term_scale(struct tmd_term *a, const arb_t factor, const struct tmd_on *on) {
  multiply(a->m, a->m, factor, on->prec);
  a->sign = sign_of_product(a->sign, tmd_ball_sign(factor));
}

void tmd_term_multiply(struct tmd_term *a, const struct tmd_term *b, const struct tmd_on *on) {
  multiply(a->m, a->m, b->m, on->prec);
  a->sign = sign_of_product(a->sign, b->sign);
  arb_add(a->h, a->h, b->h, on->prec);
  if (a->power == b->power || a->power == 0 || b->power == 0) {
    fmpq_add(a->c, a->c, b->c);
    a->power = fmpq_is_zero(a->c) ? 0 : a->power ? a->power : b->power;
    return;
  }
  arb_t g; /* one of two monomials becomes a ball */
  arb_init(g);
  tmd_term_monomial(g, b->c, b->power, on);
  arb_add(a->h, a->h, g, on->prec);
  arb_clear(g);
}

void tmd_term_raise(struct tmd_term *a, const fmpq_t r, const struct tmd_on *on) {
  arb_t factor;
  arb_init(factor);
  tmd_node_power(a->m, a->m, r, on->prec);
  if (a->sign != TMD_SIGN_UNKNOWN && fmpz_is_even(fmpq_numref(r))) a->sign *= a->sign;
  arb_set_fmpq(factor, r, on->prec);
  arb_mul(a->h, a->h, factor, on->prec);
  fmpq_mul(a->c, a->c, r);
  if (fmpq_is_zero(a->c)) a->power = 0;
  arb_clear(factor);
}

/* An integer bound of g, from above or from below. Beyond 2^41 it is 2^41, or so far out that no m
   makes up for it. */
static long bound_of(const arb_t g, int above, slong prec) {
  arf_t end;
  arf_init(end);
  if (above) arb_get_ubound_arf(end, g, prec), arf_ceil(end, end);
  else arb_get_lbound_arf(end, g, prec), arf_floor(end, end);
  const int far = arf_cmpabs_2exp_si(end, FAR_EXPONENT_LOG2) >= 0, positive = arf_sgn(end) > 0;
  const long limit = positive == above ? 2 * FARTHEST : 2 * TMD_SIZE_FAR,
             bound = !far       ? arf_get_si(end, ARF_RND_NEAR)
                     : positive ? limit
                                : -limit;
  arf_clear(end);
  return bound;
}

struct tmd_size tmd_ball_size(const arb_t a, slong prec) {
  struct tmd_size size = tmd_size_unknown();
  long least, greatest;
  if (!arb_is_finite(a)) return size;
  tmd_ball_log2_range(&least, &greatest, a, prec);
  size.sign = tmd_ball_sign(a);
  size.low = tmd_size_saturate_low(least);
  size.high = tmd_size_saturate_high(greatest < LONG_MAX ? greatest + 1 : greatest);
  return size;
}

struct tmd_size tmd_term_size(const struct tmd_term *a, const struct tmd_on *on) {
  if (arb_is_zero(a->m)) return (struct tmd_size){0, TMD_SIZE_NO_LOW, -TMD_SIZE_FAR};
  struct tmd_size size = tmd_size_unknown();
  long least, greatest;
  arb_t g, log2;
  arb_init(g), arb_init(log2);
  size.sign = a->sign;
  exponent(g, a, on);
  if (arb_is_finite(g) && arb_is_finite(a->m)) {
    tmd_ball_log2_range(&least, &greatest, a->m, on->prec);
    arb_const_log2(log2, on->prec);
    arb_div(g, g, log2, on->prec);
    if (least > FARTHEST) least = FARTHEST;
    if (greatest < -FARTHEST) greatest = -FARTHEST;
    if (least > -TMD_SIZE_FAR) size.low = tmd_size_saturate_low(bound_of(g, 0, on->prec) + least);
    if (greatest < TMD_SIZE_FAR)
      size.high = tmd_size_saturate_high(bound_of(g, 1, on->prec) + greatest + 1);
  }
  arb_clear(g), arb_clear(log2);
  return size;
}

void tmd_term_ball(arb_t y, const struct tmd_term *a, const struct tmd_on *on) {
  if (arb_is_zero(a->m) || (fmpq_is_zero(a->c) && arb_is_zero(a->h))) {
    arb_set(y, a->m);
    return;
  }
  exponent(y, a, on);
  exponential(y, on->prec);
  arb_mul(y, y, a->m, on->prec);
}
