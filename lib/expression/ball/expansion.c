/* Expansions, their sums and products: expansion.md, 3. */
#include "lib/expression/ball/expansion.h"

#include <stdlib.h>

#include "lib/expression/tree/node.h"

enum { POWER_MAX = TMD_EXPANSION_POWER_MAX };

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

void tmd_expansion_set_term(struct tmd_expansion *a, const struct tmd_term *rest) {
  tmd_expansion_zero(a);
  tmd_term_set(&a->rest, rest);
}

void tmd_expansion_settle(struct tmd_expansion *a) {
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

int tmd_expansion_is_short(const fmpq_t c) {
  enum { BITS_MAX = 1 << 14 };
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
  tmd_term_add_ball(&a->rest, other, on);
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
  if (!arb_is_zero(exact)) tmd_term_add_ball(y, exact, on);
  arb_clear(exact);
}

void tmd_expansion_whole(struct tmd_expansion *a, const struct tmd_on *on) {
  struct tmd_term whole;
  tmd_term_init(&whole);
  tmd_expansion_value(&whole, a, 0, on);
  tmd_expansion_set_term(a, &whole);
  tmd_term_clear(&whole);
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
  tmd_expansion_settle(a);
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

/* 1 if it has no exact part: then a product with it is a single term, whose sign is not lost in a
   sum. */
static int is_rest(const struct tmd_expansion *a) { return !a->sign && fmpq_is_zero(a->number); }

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
      tmd_expansion_settle(&y);
    }
    if (!arb_is_zero(y.rest.m) && (is_rest(a) || is_rest(b))) {
      tmd_expansion_value(&y.rest, is_rest(a) ? b : a, 0, on);
      tmd_term_multiply(&y.rest, is_rest(a) ? &a->rest : &b->rest, on);
    } else {
      add_rest_times(&y.rest, a, b, on), add_rest_times(&y.rest, b, a, on);
    }
    fmpq_addmul(y.number, a->number, b->number);
    fmpq_mul(square, a->square, b->square);
    if (a->sign && b->sign) add_monomial(&y, a->sign * b->sign, square, a->power + b->power, on);
    if (a->sign) add_scaled(&y, a, b, on);
    if (b->sign) add_scaled(&y, b, a, on);
    y.known = y.known && tmd_expansion_is_short(y.number) &&
              (y.sign == 0 || tmd_expansion_is_short(y.square));
    tmd_expansion_settle(&y);
    fmpq_clear(square);
  }
  tmd_expansion_set(a, &y);
  tmd_expansion_clear(&y);
}
