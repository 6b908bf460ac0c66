/* Operations on expansions: expansion.md, 3. */
#include "lib/expression/ball/expansion.h"

#include <stdlib.h>

#include "lib/expression/tree/node.h"

enum {
  LARGE_LOG2 = 4,     /* exp(u), -u >= 2^this, is bounded by a power of two, */
  FAR_LOG2 = 40,      /* of at most this exponent */
  POWER_MAX = 64,     /* of monomials and of numbers */
  BITS_MAX = 1 << 14, /* of squares and numbers; larger ones become balls */
};

void tmd_expansion_init(struct tmd_expansion *a) {
  *a = (struct tmd_expansion){.known = 1};
  fmpq_init(a->square), fmpq_init(a->number);
  tmd_term_init(&a->rest);
}

void tmd_expansion_clear(struct tmd_expansion *a) {
  fmpq_clear(a->square), fmpq_clear(a->number);
  tmd_term_clear(&a->rest);
}

void tmd_expansion_set(struct tmd_expansion *a, const struct tmd_expansion *b) {
  a->known = b->known, a->sign = b->sign, a->power = b->power;
  fmpq_set(a->square, b->square), fmpq_set(a->number, b->number);
  tmd_term_set(&a->rest, &b->rest);
}

void tmd_expansion_zero(struct tmd_expansion *a) {
  a->known = 1, a->sign = 0;
  fmpq_zero(a->number);
  fmpq_zero(a->rest.c), a->rest.power = 0;
  arb_zero(a->rest.h), arb_zero(a->rest.m);
  a->rest.sign = 0;
}

void tmd_expansion_set_ball(struct tmd_expansion *a, const arb_t ball) {
  tmd_expansion_zero(a);
  tmd_term_set_ball(&a->rest, ball);
  a->known = arb_is_finite(ball);
}

static void set_term(struct tmd_expansion *a, const struct tmd_term *rest) {
  tmd_expansion_zero(a);
  tmd_term_set(&a->rest, rest);
}

/* Moves a rest that is a floating-point number to the number. */
static void settle(struct tmd_expansion *a) {
  const struct tmd_term *rest = &a->rest;
  a->known = a->known && arb_is_finite(rest->m) && arb_is_finite(rest->h);
  if (!a->known || fmpq_cmp_si(rest->c, 0) || !arb_is_zero(rest->h) || !arb_is_exact(rest->m) ||
      arb_is_zero(rest->m) || arb_bits(rest->m) > POWER_MAX ||
      arf_cmpabs_2exp_si(arb_midref(rest->m), POWER_MAX) > 0 ||
      arf_cmpabs_2exp_si(arb_midref(rest->m), -POWER_MAX) < 0)
    return;
  fmpq_t n;
  fmpq_init(n);
  arf_get_fmpq(n, arb_midref(rest->m));
  fmpq_add(a->number, a->number, n);
  arb_zero(a->rest.m);
  fmpq_clear(n);
}

static int is_small(const fmpq_t c) {
  return fmpz_bits(fmpq_numref(c)) + fmpz_bits(fmpq_denref(c)) <= BITS_MAX;
}

/* 1 and the positive root. */
static int root_of(fmpq_t root, const fmpq_t square) {
  if (!fmpz_is_square(fmpq_numref(square)) || !fmpz_is_square(fmpq_denref(square))) return 0;
  fmpz_sqrt(fmpq_numref(root), fmpq_numref(square));
  fmpz_sqrt(fmpq_denref(root), fmpq_denref(square));
  return 1;
}

int tmd_expansion_coefficient(fmpq_t c, const struct tmd_expansion *a) {
  fmpq_zero(c);
  if (a->sign == 0) return 1;
  if (!root_of(c, a->square)) return 0;
  if (a->sign < 0) fmpq_neg(c, c);
  return 1;
}

/* ---- Monomials ---- */

static void monomial_ball(arb_t y, int sign, const fmpq *square, long power,
                          const struct tmd_on *on) {
  fmpq_t one;
  arb_t root;
  fmpq_init(one);
  arb_init(root);
  fmpq_one(one);
  tmd_term_monomial(y, one, power, on);
  arb_set_fmpq(root, square, on->prec);
  arb_sqrt(root, root, on->prec);
  arb_mul(y, y, root, on->prec);
  if (sign < 0) arb_neg(y, y);
  fmpq_clear(one);
  arb_clear(root);
}

static void add_ball(struct tmd_term *a, const arb_t ball, const struct tmd_on *on) {
  struct tmd_term plain;
  tmd_term_init(&plain);
  tmd_term_set_ball(&plain, ball);
  tmd_term_add(a, &plain, on);
  tmd_term_clear(&plain);
}

static void set_monomial(struct tmd_expansion *a, int sign, const fmpq_t square, long power) {
  a->sign = sign, a->power = power;
  fmpq_set(a->square, square);
}

/* a <- a + c t^power, c rational; power 0: a number. */
static void add_rational(struct tmd_expansion *a, const fmpq_t c, long power) {
  fmpq_t square;
  fmpq_init(square);
  if (power == 0) {
    fmpq_add(a->number, a->number, c);
  } else {
    fmpq_mul(square, c, c);
    set_monomial(a, fmpq_sgn(c), square, power);
  }
  fmpq_clear(square);
}

/* Keeps the larger monomial and moves the other to the rest. */
static void add_other(struct tmd_expansion *a, int sign, const fmpq_t square, long power,
                      const struct tmd_on *on) {
  arb_t one, other;
  arb_init(one), arb_init(other);
  monomial_ball(one, a->sign, a->square, a->power, on);
  monomial_ball(other, sign, square, power, on);
  if (arf_cmpabs(arb_midref(other), arb_midref(one)) > 0) {
    arb_swap(one, other);
    set_monomial(a, sign, square, power);
  }
  add_ball(&a->rest, other, on);
  arb_clear(one), arb_clear(other);
}

/* a <- a + s sqrt(q) t^power */
static void add_monomial(struct tmd_expansion *a, int sign, const fmpq_t square, long power,
                         const struct tmd_on *on) {
  fmpq_t c, d;
  fmpq_init(c), fmpq_init(d);
  const int rational = root_of(c, square);
  if (sign < 0) fmpq_neg(c, c);
  if (sign == 0) {
  } else if (power == 0 && rational) {
    add_rational(a, c, 0);
  } else if (a->sign == 0) {
    set_monomial(a, sign, square, power);
  } else if (a->power == power && fmpq_equal(a->square, square) && a->sign == -sign) {
    a->sign = 0;
  } else if (a->power == power && rational && tmd_expansion_coefficient(d, a)) {
    fmpq_add(c, c, d);
    add_rational(a, c, power);
  } else {
    add_other(a, sign, square, power, on);
  }
  fmpq_clear(c), fmpq_clear(d);
}

void tmd_expansion_exact_part(arb_t y, const struct tmd_expansion *a, long n,
                              const struct tmd_on *on) {
  arb_t number;
  fmpq_t c;
  arb_init(number);
  fmpq_init(c);
  if (a->sign) monomial_ball(y, a->sign, a->square, a->power, on);
  else arb_zero(y);
  fmpq_sub_si(c, a->number, n);
  arb_set_fmpq(number, c, on->prec);
  arb_add(y, y, number, on->prec);
  arb_clear(number);
  fmpq_clear(c);
}

void tmd_expansion_value(struct tmd_term *y, const struct tmd_expansion *a, long n,
                         const struct tmd_on *on) {
  arb_t exact;
  arb_init(exact);
  tmd_expansion_exact_part(exact, a, n, on);
  tmd_term_set(y, &a->rest);
  if (!arb_is_zero(exact)) add_ball(y, exact, on);
  arb_clear(exact);
}

/* ---- Sums and products ---- */

void tmd_expansion_negate(struct tmd_expansion *a) {
  a->sign = -a->sign;
  fmpq_neg(a->number, a->number);
  tmd_term_negate(&a->rest);
}

void tmd_expansion_add(struct tmd_expansion *a, const struct tmd_expansion *b,
                       const struct tmd_on *on) {
  a->known = a->known && b->known;
  if (!a->known) return;
  fmpq_add(a->number, a->number, b->number);
  tmd_term_add(&a->rest, &b->rest, on);
  add_monomial(a, b->sign, b->square, b->power, on);
  settle(a);
}

/* y <- y + the monomial of a times the number of b */
static void add_scaled(struct tmd_expansion *y, const struct tmd_expansion *a,
                       const struct tmd_expansion *b, const struct tmd_on *on) {
  fmpq_t square;
  fmpq_init(square);
  fmpq_mul(square, b->number, b->number);
  fmpq_mul(square, square, a->square);
  add_monomial(y, a->sign * fmpq_sgn(b->number), square, a->power, on);
  fmpq_clear(square);
}

/* y <- y + the rest of a times the monomial and the number of b */
static void add_rest_times(struct tmd_term *y, const struct tmd_expansion *a,
                           const struct tmd_expansion *b, const struct tmd_on *on) {
  struct tmd_term part;
  arb_t exact;
  tmd_term_init(&part);
  arb_init(exact);
  if (!arb_is_zero(a->rest.m)) {
    tmd_expansion_exact_part(exact, b, 0, on);
    tmd_term_set(&part, &a->rest);
    tmd_term_scale(&part, exact, on);
    tmd_term_add(y, &part, on);
  }
  tmd_term_clear(&part);
  arb_clear(exact);
}

void tmd_expansion_multiply(struct tmd_expansion *a, const struct tmd_expansion *b,
                            const struct tmd_on *on) {
  struct tmd_expansion y;
  tmd_expansion_init(&y);
  y.known =
      a->known && b->known && (!a->sign || !b->sign || labs(a->power + b->power) <= POWER_MAX);
  if (y.known) {
    fmpq_t square;
    fmpq_init(square);
    if (!arb_is_zero(a->rest.m) && !arb_is_zero(b->rest.m)) {
      tmd_term_set(&y.rest, &a->rest);
      tmd_term_multiply(&y.rest, &b->rest, on);
      settle(&y);
    }
    add_rest_times(&y.rest, a, b, on), add_rest_times(&y.rest, b, a, on);
    fmpq_addmul(y.number, a->number, b->number);
    fmpq_mul(square, a->square, b->square);
    if (a->sign && b->sign) add_monomial(&y, a->sign * b->sign, square, a->power + b->power, on);
    if (a->sign) add_scaled(&y, a, b, on);
    if (b->sign) add_scaled(&y, b, a, on);
    y.known = y.known && is_small(y.number) && (y.sign == 0 || is_small(y.square));
    settle(&y);
    fmpq_clear(square);
  }
  tmd_expansion_set(a, &y);
  tmd_expansion_clear(&y);
}

/* ---- Powers and logarithms, by the largest part ---- */

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
    if (part == 0 && a->sign) set_monomial(&s->main, a->sign, a->square, a->power);
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
  return is_small(b);
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
  monomial_ball(t, a->sign, a->square, a->power, on);
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

void tmd_expansion_whole(struct tmd_expansion *a, const struct tmd_on *on) {
  struct tmd_term whole;
  tmd_term_init(&whole);
  tmd_expansion_value(&whole, a, 0, on);
  set_term(a, &whole);
  tmd_term_clear(&whole);
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
  settle(a);
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
    set_term(a, &s.z);
    if (power) add_rational(a, c, power);
    if (!arb_is_zero(plain)) add_ball(&a->rest, plain, on);
    settle(a);
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
  set_term(a, u);
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
    set_term(a, &y);
  }
  settle(a);
  tmd_term_clear(&y);
  arb_clear(rest);
}
