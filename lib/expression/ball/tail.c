/* Operations on tails:

       exp(c t^k) m + exp(d t^l) n    = exp(c t^k) (m + exp(d t^l - c t^k) n)  if the last exponent
   is negative 1/(a + e), e = exp(c t^k) m    = 1/a - e/(a (a + e)) log(1 + e)                     =
   e (1 + s), |s| <= |e| <= 1/2 log(exp(c t^k) m)              = c t^k + log m */
#include "lib/expression/ball/tail.h"

#include <stdlib.h>

#include "lib/base/ball.h"

enum {
  POWER_MAX = 16,        /* of a number and a rest together */
  FAR_LOG2 = 20,         /* exp(-t), t >= 2^20, is as good as 0 +- 2^-2^20 */
  FAR_EXPONENT_LOG2 = 41 /* exponents beyond are as good as TMD_SIZE_FAR */
};

void tmd_tail_init(struct tmd_tail *a) {
  fmpq_init(a->number), fmpq_init(a->c);
  arb_init(a->m);
  a->power = 0;
}

void tmd_tail_clear(struct tmd_tail *a) {
  fmpq_clear(a->number), fmpq_clear(a->c);
  arb_clear(a->m);
}

/* a <- b, which is cleared. */
static void take(struct tmd_tail *a, struct tmd_tail *b) {
  fmpq_swap(a->number, b->number), fmpq_swap(a->c, b->c);
  arb_swap(a->m, b->m);
  a->power = b->power;
  tmd_tail_clear(b);
}

static void set(struct tmd_tail *a, const struct tmd_tail *b) {
  fmpq_set(a->number, b->number), fmpq_set(a->c, b->c);
  a->power = b->power;
  arb_set(a->m, b->m);
}

static int is_plain(const struct tmd_tail *a) { return fmpq_cmp_si(a->c, 0) == 0; }
static int has_number(const struct tmd_tail *a) { return fmpq_cmp_si(a->number, 0) != 0; }

/* c x^power */
static void exponent(arb_t g, const fmpq_t c, long power, const struct tmd_tail_on *on) {
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

void tmd_tail_vanishing(arb_t g, const struct tmd_tail_on *on) {
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

int tmd_tail_settle(struct tmd_tail *a, const struct tmd_tail_on *on) {
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
      tmd_tail_vanishing(g, on);
      arb_mul(number, number, g, on->prec);
    }
    arb_add(a->m, a->m, number, on->prec);
    fmpq_zero(a->number);
  }
  arb_clear(g), arb_clear(number);
  return arb_is_finite(a->m);
}

/* ---- Operations ---- */

void tmd_tail_negate(struct tmd_tail *a) {
  fmpq_neg(a->number, a->number);
  arb_neg(a->m, a->m);
}

/* The exponent of b less that of a. */
static void compare(arb_t g, const struct tmd_tail *a, const struct tmd_tail *b,
                    const struct tmd_tail_on *on) {
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

int tmd_tail_add(struct tmd_tail *a, const struct tmd_tail *b, const struct tmd_tail_on *on) {
  struct tmd_tail y;
  arb_t g;
  int known = 1;
  tmd_tail_init(&y);
  arb_init(g);
  const int same = fmpq_cmp(a->c, b->c) == 0 && (a->power == b->power || is_plain(a));
  if (!same) compare(g, a, b, on);
  if (arb_is_zero(b->m) || (!arb_is_zero(a->m) && (same || arb_is_negative(g)))) {
    set(&y, a);
    if (arb_is_negative(g)) tmd_tail_vanishing(g, on), arb_addmul(y.m, g, b->m, on->prec);
    else arb_add(y.m, y.m, b->m, on->prec);
  } else if (arb_is_zero(a->m) || arb_is_positive(g)) {
    set(&y, b);
    arb_neg(g, g);
    if (arb_is_negative(g)) tmd_tail_vanishing(g, on), arb_addmul(y.m, g, a->m, on->prec);
  } else {
    known = 0;
  }
  fmpq_add(y.number, a->number, b->number);
  take(a, &y);
  arb_clear(g);
  return known && tmd_tail_settle(a, on);
}

/* exp(c t^k) m times exp(d t^l) n, of one k, without their numbers. */
static int multiply_rests(struct tmd_tail *y, const struct tmd_tail *a, const struct tmd_tail *b,
                          const struct tmd_tail_on *on) {
  fmpq_zero(y->number);
  fmpq_add(y->c, a->c, b->c);
  y->power = is_plain(a) ? b->power : a->power;
  arb_mul(y->m, a->m, b->m, on->prec);
  return a->power == b->power || is_plain(a) || is_plain(b) || arb_is_zero(y->m);
}

/* number of a times the rest of b */
static void scale(struct tmd_tail *y, const struct tmd_tail *a, const struct tmd_tail *b,
                  const struct tmd_tail_on *on) {
  arb_t number;
  arb_init(number);
  set(y, b);
  fmpq_zero(y->number);
  arb_set_fmpq(number, a->number, on->prec);
  arb_mul(y->m, y->m, number, on->prec);
  arb_clear(number);
}

int tmd_tail_multiply(struct tmd_tail *a, const struct tmd_tail *b, const struct tmd_tail_on *on) {
  struct tmd_tail y, part;
  tmd_tail_init(&y), tmd_tail_init(&part);
  int known = multiply_rests(&y, a, b, on) && tmd_tail_settle(&y, on);
  scale(&part, a, b, on);
  known = known && tmd_tail_add(&y, &part, on);
  scale(&part, b, a, on);
  known = known && tmd_tail_add(&y, &part, on);
  tmd_tail_clear(&part);
  fmpq_addmul(y.number, a->number, b->number);
  take(a, &y);
  return known && tmd_tail_settle(a, on);
}

int tmd_tail_invert(struct tmd_tail *a, const struct tmd_tail_on *on) {
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
    tmd_tail_vanishing(whole, on);
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

int tmd_tail_raise(struct tmd_tail *a, const fmpq_t r, const struct tmd_tail_on *on) {
  const fmpz *n = fmpq_numref(r);
  if (!has_number(a)) {
    fmpq_mul(a->c, a->c, r);
    tmd_node_power(a->m, a->m, r, on->prec);
    return arb_is_finite(a->m);
  }
  if (!fmpz_is_one(fmpq_denref(r)) || fmpz_cmpabs(n, (fmpz[]){POWER_MAX}) > 0) return 0;
  struct tmd_tail base;
  tmd_tail_init(&base);
  set(&base, a);
  fmpq_one(a->number), fmpq_zero(a->c);
  arb_zero(a->m);
  int known = 1;
  for (slong i = labs(fmpz_get_si(n)); known && i > 0; i--) known = tmd_tail_multiply(a, &base, on);
  tmd_tail_clear(&base);
  return known && (fmpz_sgn(n) >= 0 || tmd_tail_invert(a, on));
}

/* ---- Logarithms, and sizes ---- */

int tmd_tail_logarithm(struct tmd_tail *a, const struct tmd_tail_on *on) {
  arb_t g, error;
  arb_init(g), arb_init(error);
  exponent(g, a->c, a->power, on);
  int known = 1;
  if (fmpq_is_one(a->number) && !is_plain(a)) {
    tmd_tail_vanishing(g, on);
    arb_mul(g, g, a->m, on->prec);
    arb_one(error);
    arb_add_error(error, g);
    arb_mul_2exp_si(g, g, 1);
    arb_sub_si(g, g, 1, on->prec);
    arb_mul(a->m, a->m, error, on->prec);
    known = arb_is_negative(g) &&
            (arb_add_si(g, g, 2, on->prec), arb_is_positive(g)); /* |rest| < 1/2 */
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

/* A bound of t in whole numbers: of all of the ball from below, or from above; far out as good as
   TMD_SIZE_FAR. */
static long bound_of(const arb_t t, int above, slong prec) {
  arf_t end;
  arf_init(end);
  if (above) arb_get_ubound_arf(end, t, prec), arf_ceil(end, end);
  else arb_get_lbound_arf(end, t, prec), arf_floor(end, end);
  const int far = arf_cmpabs_2exp_si(end, FAR_EXPONENT_LOG2) >= 0;
  const long bound = !far               ? arf_get_si(end, ARF_RND_NEAR)
                     : arf_sgn(end) < 0 ? -2 * TMD_SIZE_FAR
                                        : 2 * TMD_SIZE_FAR;
  arf_clear(end);
  return bound;
}

struct tmd_size tmd_tail_size(const struct tmd_tail *a, const struct tmd_tail_on *on) {
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
  if (greatest < TMD_SIZE_FAR)
    size.high = tmd_size_saturate_high(bound_of(g, 1, on->prec) + greatest + 1);
  arb_clear(g), arb_clear(log2);
  return size;
}
