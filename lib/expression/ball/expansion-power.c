/* Powers, quotients, logarithms and exponentials of expansions, by their largest part:
   expansion.md, 3. */
#include "lib/expression/ball/expansion.h"
#include "lib/expression/tree/node.h"

enum {
  POWER_MAX = TMD_EXPANSION_POWER_MAX,
  LARGE_LOG2 = 4, /* exp(u), -u >= 2^this, is bounded by a power of two, */
  FAR_LOG2 = 40   /* of at most this exponent */
};

/* a = main (1 + z), |z| < 1/2: main is the largest of the monomial, the number and the rest. */
struct split {
  struct tmd_expansion main;
  struct tmd_term z;
  arb_t one_and_z, around_one; /* 1 + z, and 1 + [-|z|, |z|], as balls */
};

static void split_init(struct split *s) {
  tmd_expansion_init(&s->main);
  tmd_term_init(&s->z);
  arb_init(s->one_and_z), arb_init(s->around_one);
}

static void split_clear(struct split *s) {
  tmd_expansion_clear(&s->main);
  tmd_term_clear(&s->z);
  arb_clear(s->one_and_z), arb_clear(s->around_one);
}

/* s->z <- the other parts divided by the main part. */
static int split_by(struct split *s, const struct tmd_expansion *a, const struct tmd_on *on) {
  struct tmd_expansion others;
  struct tmd_term whole;
  fmpq_t minus_one;
  tmd_expansion_init(&others), tmd_term_init(&whole);
  fmpq_init(minus_one);
  tmd_expansion_set(&others, a);
  if (s->main.sign) others.sign = 0;
  if (!fmpq_is_zero(s->main.number)) fmpq_zero(others.number);
  if (!arb_is_zero(s->main.rest.m)) arb_zero(others.rest.m);
  tmd_expansion_value(&s->z, &others, 0, on);
  fmpq_set_si(minus_one, -1, 1);
  tmd_expansion_value(&whole, &s->main, 0, on);
  tmd_term_raise(&whole, minus_one, on);
  if (!arb_is_zero(s->z.m)) tmd_term_multiply(&s->z, &whole, on);
  const struct tmd_size size = tmd_term_size(&s->z, on);
  const int small = size.sign == 0 || size.high <= -1;
  arb_one(s->around_one), arb_one(s->one_and_z);
  if (small && size.sign) {
    arb_t ball;
    mag_t error;
    arb_init(ball), mag_init(error);
    tmd_term_ball(ball, &s->z, on);
    arb_get_mag(error, ball);
    if (!arb_is_finite(ball)) mag_set_ui_2exp_si(error, 1, -1);
    arb_add_error_mag(s->around_one, error);
    if (arb_is_finite(ball)) arb_add_si(s->one_and_z, ball, 1, on->prec);
    else arb_set(s->one_and_z, s->around_one);
    arb_clear(ball), mag_clear(error);
  }
  tmd_expansion_clear(&others), tmd_term_clear(&whole);
  fmpq_clear(minus_one);
  return small && arb_is_finite(whole.m);
}

static int split(struct split *s, const struct tmd_expansion *a, const struct tmd_on *on) {
  const int parts = (a->sign != 0) + !fmpq_is_zero(a->number) + !arb_is_zero(a->rest.m);
  for (int part = 0; part < 3; part++) { /* the one that certainly is the largest */
    tmd_expansion_zero(&s->main);
    if (part == 0 && a->sign)
      s->main.sign = a->sign, s->main.power = a->power, fmpq_set(s->main.square, a->square);
    else if (part == 1 && !fmpq_is_zero(a->number)) fmpq_set(s->main.number, a->number);
    else if (part == 2 && !arb_is_zero(a->rest.m)) tmd_term_set(&s->main.rest, &a->rest);
    else continue;
    if (split_by(s, a, on) || parts == 1) return 1;
  }
  return 0;
}

/* b^r exactly, b > 0 unless r is an integer: 1 if it is found to be rational. */
static int raise_number(fmpq_t b, const fmpq_t r) {
  const fmpz *n = fmpq_numref(r);
  const slong d = fmpz_get_si(fmpq_denref(r));
  if (fmpq_is_one(b)) return 1;
  if (fmpz_cmpabs(n, (fmpz[]){POWER_MAX}) > 0 || fmpz_cmp_si(fmpq_denref(r), POWER_MAX) > 0)
    return 0;
  if (d > 1 && (fmpq_sgn(b) < 0 || !fmpz_root(fmpq_numref(b), fmpq_numref(b), d) ||
                !fmpz_root(fmpq_denref(b), fmpq_denref(b), d)))
    return 0;
  if (!fmpq_is_zero(b)) fmpq_pow_si(b, b, fmpz_get_si(n));
  return tmd_expansion_is_short(b);
}

/* A monomial without t that is rational is a number: sqrt(2)^2. */
static void move_constant(struct tmd_expansion *a) {
  fmpq_t c;
  fmpq_init(c);
  if (tmd_expansion_coefficient(c, a)) {
    fmpq_add(a->number, a->number, c);
    a->sign = 0;
  }
  fmpq_clear(c);
}

/* sqrt(q)^(2r), a monomial without t, or a number. */
static int square_root(struct tmd_expansion *a, const fmpq_t r) {
  fmpq_t n;
  fmpq_init(n);
  fmpq_mul_si(n, r, 2);
  const int known = raise_number(a->square, n);
  if (known) move_constant(a);
  fmpq_clear(n);
  return known;
}

/* main^r of a single part; 0 if unknown. */
static int raise_main(struct tmd_expansion *a, const fmpq_t r, const struct tmd_on *on) {
  if (!arb_is_zero(a->rest.m)) {
    tmd_term_raise(&a->rest, r, on);
    return arb_is_finite(a->rest.m);
  }
  if (!a->sign && fmpz_equal_si(fmpq_denref(r), 2) && fmpq_sgn(a->number) > 0) {
    fmpq_set(a->square, a->number), fmpq_zero(a->number);
    a->sign = 1, a->power = 0;
    return square_root(a, r);
  }
  if (!a->sign) return raise_number(a->number, r);
  const int whole = fmpz_is_one(fmpq_denref(r)), odd = fmpz_is_odd(fmpq_numref(r)) != 0;
  fmpq_t power;
  arb_t t;
  fmpq_init(power);
  arb_init(t);
  fmpq_mul_si(power, r, a->power);
  tmd_expansion_exact_part(t, a, 0, on);
  int known = raise_number(a->square, r) && fmpz_is_one(fmpq_denref(power)) &&
              fmpz_cmpabs(fmpq_numref(power), (fmpz[]){POWER_MAX}) <= 0 &&
              (whole || arb_is_positive(t));
  if (known && whole && !odd) a->sign = 1;
  if (known && !whole) { /* |t|^power */
    const int even = fmpz_is_even(fmpq_numref(power));
    known = even || arb_is_positive(on->t) || arb_is_negative(on->t);
    a->sign = !even && arb_is_negative(on->t) ? -1 : 1;
  }
  if (known) a->power = fmpz_get_si(fmpq_numref(power));
  if (known && a->power == 0) move_constant(a);
  fmpq_clear(power);
  arb_clear(t);
  return known;
}

void tmd_expansion_raise(struct tmd_expansion *a, const fmpq_t r, const struct tmd_on *on) {
  if (!a->known) return;
  struct split s;
  fmpq_t less;
  arb_t factor;
  split_init(&s);
  fmpq_init(less);
  arb_init(factor);
  if (fmpq_is_zero(r) || !split(&s, a, on) || !arb_is_zero(s.main.rest.m) ||
      !raise_main(&s.main, r, on)) {
    tmd_expansion_whole(a, on);
    tmd_term_raise(&a->rest, r, on);
  } else { /* main^r + main^r z r (1 + s)^(r-1), |s| <= |z|; 1/(1 + z) = 1 - z/(1 + z) */
    fmpq_sub_si(less, r, 1);
    if (fmpq_cmp_si(r, -1) == 0) arb_inv(factor, s.one_and_z, on->prec);
    else tmd_node_power(factor, s.around_one, less, on->prec);
    arb_mul_fmpz(factor, factor, fmpq_numref(r), on->prec);
    arb_div_fmpz(factor, factor, fmpq_denref(r), on->prec);
    tmd_term_scale(&s.z, factor, on);
    tmd_expansion_exact_part(factor, &s.main, 0, on);
    tmd_term_scale(&s.z, factor, on);
    tmd_expansion_set(a, &s.main);
    tmd_term_set(&a->rest, &s.z);
  }
  tmd_expansion_settle(a);
  split_clear(&s);
  fmpq_clear(less);
  arb_clear(factor);
}

/* If the rest of b is its largest part, divides both by its exponential, to leave a number:
   exp(g)/(1 + exp(g)) = 1/(exp(-g) + 1). */
static void reduce(struct tmd_expansion *a, struct tmd_expansion *b, const struct tmd_on *on) {
  struct split s;
  split_init(&s);
  if (b->known && split(&s, b, on) && !arb_is_zero(s.main.rest.m)) {
    struct tmd_term *factor = &s.main.rest;
    fmpq_neg(factor->c, factor->c);
    arb_neg(factor->h, factor->h);
    arb_one(factor->m);
    factor->sign = 1;
    tmd_expansion_multiply(a, &s.main, on);
    tmd_expansion_multiply(b, &s.main, on);
  }
  split_clear(&s);
}

void tmd_expansion_divide(struct tmd_expansion *a, struct tmd_expansion *b,
                          const struct tmd_on *on) {
  fmpq_t minus_one;
  fmpq_init(minus_one);
  fmpq_set_si(minus_one, -1, 1);
  reduce(a, b, on);
  tmd_expansion_raise(b, minus_one, on);
  tmd_expansion_multiply(a, b, on);
  fmpq_clear(minus_one);
}

void tmd_expansion_logarithm(struct tmd_expansion *a, const struct tmd_on *on) {
  if (!a->known) return;
  struct split s;
  struct tmd_term *rest = &s.main.rest;
  arb_t plain;
  split_init(&s);
  arb_init(plain);
  a->known = split(&s, a, on) && (fmpq_is_one(s.main.number) || arb_is_positive(rest->m));
  if (a->known) { /* log main + z/(1 + s), |s| <= |z| */
    fmpq_t c;
    fmpq_init(c);
    fmpq_set(c, rest->c);
    const long power = rest->power;
    if (arb_is_positive(rest->m)) {
      arb_log(plain, rest->m, on->prec);
      arb_add(plain, plain, rest->h, on->prec);
    }
    arb_inv(s.around_one, s.around_one, on->prec);
    tmd_term_scale(&s.z, s.around_one, on);
    tmd_expansion_set_term(a, &s.z);
    if (power) a->sign = fmpq_sgn(c), a->power = power, fmpq_mul(a->square, c, c);
    if (!arb_is_zero(plain)) tmd_term_add_ball(&a->rest, plain, on);
    tmd_expansion_settle(a);
    fmpq_clear(c);
  }
  split_clear(&s);
  arb_clear(plain);
}

/* 1 + u exp(s), |s| <= |u| <= 1/4. */
static void exponential_near_one(struct tmd_expansion *a, const struct tmd_term *u,
                                 const struct tmd_on *on) {
  arb_t ball;
  mag_t error;
  arb_init(ball), mag_init(error);
  tmd_term_ball(ball, u, on);
  arb_get_mag(error, ball);
  arb_zero(ball);
  arb_add_error_mag(ball, error);
  arb_exp(ball, ball, on->prec);
  tmd_expansion_set_term(a, u);
  tmd_term_scale(&a->rest, ball, on);
  fmpq_one(a->number);
  arb_clear(ball), mag_clear(error);
}

/* y <- exp(u), u <= -2^low, as a ball around 0. */
static void vanishing(struct tmd_term *y, long low) {
  arb_zero(y->h), arb_zero(y->m);
  fmpq_zero(y->c), y->power = 0;
  arb_add_error_2exp_si(y->m, -(1L << (low < FAR_LOG2 ? low : FAR_LOG2)));
}

void tmd_expansion_exponential(struct tmd_expansion *a, const struct tmd_on *on) {
  struct tmd_term y;
  arb_t rest;
  if (!a->known) return;
  tmd_term_init(&y);
  arb_init(rest);
  tmd_expansion_value(&y, a, 0, on);
  const struct tmd_size size = tmd_term_size(&y, on);
  if (size.sign == 0 || size.high <= -2) {
    exponential_near_one(a, &y, on);
  } else {
    tmd_term_ball(rest, &a->rest, on);
    if (tmd_expansion_coefficient(y.c, a)) a->sign = 0;
    y.power = fmpq_is_zero(y.c) ? 0 : a->power;
    tmd_expansion_exact_part(y.h, a, 0, on);
    arb_add(y.h, y.h, rest, on->prec);
    arb_one(y.m);
    y.sign = 1;
    const int lost = !arb_is_negative(rest) && !arb_is_positive(rest) && !arb_is_zero(rest);
    if (lost && size.sign == -1 && size.low >= LARGE_LOG2) vanishing(&y, size.low);
    tmd_expansion_set_term(a, &y);
  }
  tmd_expansion_settle(a);
  tmd_term_clear(&y);
  arb_clear(rest);
}
