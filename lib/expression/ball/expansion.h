/* Values of parts on a ball of t as expansions,

       f(t) = s sqrt(q) t^k + r + exp(c t^l + h) m,

   a monomial (s a sign, q rational), a rational number r and a rest: c is rational, h and m are
   enclosed by balls. expansion.md proves the operations. The monomial and the number are exact, so
   that they cancel exactly; exponents are compared as monomials; the rest has a sign and a size
   however small or large it is, as it is not evaluated. */
#ifndef TMD_EXPANSION_H
#define TMD_EXPANSION_H

#include "lib/base/arb-compat.h"
#include "lib/expression/ball/size.h"

/* exp(c t^power + h) m; 0 if m = 0. */
struct tmd_term {
  fmpq_t c;
  long power; /* 0 if c = 0 */
  arb_t h, m;
  int sign; /* of m, or unknown; it may be known although the ball of m contains 0 */
};

struct tmd_expansion {
  int known;     /* 0: unknown, the other members are undefined */
  int sign;      /* of the monomial: -1, 0 (no monomial) or 1 */
  fmpq_t square; /* q */
  long power;    /* k; 0 for an irrational root */
  fmpq_t number;
  struct tmd_term rest;
};

/* The ball of t, the precision of balls, and whether bounds include expansions, and exact values,
   as t is this rational number; the bound of x in a formula, where it is not t. */
struct tmd_bound;
struct tmd_on {
  arb_srcptr t;
  slong prec;
  int expand;
  const fmpq *rational;
  const struct tmd_bound *x;
};

int tmd_ball_sign(const arb_t a);
struct tmd_size tmd_ball_size(const arb_t a, slong prec);

void tmd_term_init(struct tmd_term *a); /* 0 */
void tmd_term_clear(struct tmd_term *a);
void tmd_term_set(struct tmd_term *a, const struct tmd_term *b);
void tmd_term_set_ball(struct tmd_term *a, const arb_t ball);
void tmd_term_negate(struct tmd_term *a);

/* a <- the operation on it. Non-finite balls mean that nothing is known. */
void tmd_term_add(struct tmd_term *a, const struct tmd_term *b, const struct tmd_on *on);
void tmd_term_multiply(struct tmd_term *a, const struct tmd_term *b, const struct tmd_on *on);
void tmd_term_add_ball(struct tmd_term *a, const arb_t ball, const struct tmd_on *on);
void tmd_term_scale(struct tmd_term *a, const arb_t factor, const struct tmd_on *on);
void tmd_term_raise(struct tmd_term *a, const fmpq_t r, const struct tmd_on *on);

/* The sign and size; the value as a ball, infinite if it is too large. */
struct tmd_size tmd_term_size(const struct tmd_term *a, const struct tmd_on *on);
void tmd_term_ball(arb_t y, const struct tmd_term *a, const struct tmd_on *on);

/* y <- c t^power */
void tmd_term_monomial(arb_t y, const fmpq_t c, long power, const struct tmd_on *on);

void tmd_expansion_init(struct tmd_expansion *a); /* 0, known */
void tmd_expansion_clear(struct tmd_expansion *a);
void tmd_expansion_set(struct tmd_expansion *a, const struct tmd_expansion *b);
void tmd_expansion_zero(struct tmd_expansion *a);
void tmd_expansion_set_ball(struct tmd_expansion *a, const arb_t ball);
void tmd_expansion_set_term(struct tmd_expansion *a, const struct tmd_term *rest);

/* Moves a rest that is a floating-point number to the number. A non-finite rest: unknown. */
void tmd_expansion_settle(struct tmd_expansion *a);

enum { TMD_EXPANSION_POWER_MAX = 64 }; /* of monomials and of numbers */

/* 1 if a square or a number has few enough bits; otherwise it becomes a ball. */
int tmd_expansion_is_short(const fmpq_t c);

/* 1 and the coefficient of the monomial (0 without one) if it is rational; else 0. */
int tmd_expansion_coefficient(fmpq_t c, const struct tmd_expansion *a);

/* y <- s sqrt(q) t^k + r - n, as a ball; y <- the value - n. */
void tmd_expansion_exact_part(arb_t y, const struct tmd_expansion *a, long n,
                              const struct tmd_on *on);
void tmd_expansion_value(struct tmd_term *y, const struct tmd_expansion *a, long n,
                         const struct tmd_on *on);

/* Converts the expansion to a single term. */
void tmd_expansion_whole(struct tmd_expansion *a, const struct tmd_on *on);

/* a <- the operation on it (and b). Powers to exponential: expansion-power.c. */
void tmd_expansion_negate(struct tmd_expansion *a);
void tmd_expansion_add(struct tmd_expansion *a, const struct tmd_expansion *b,
                       const struct tmd_on *on);
void tmd_expansion_multiply(struct tmd_expansion *a, const struct tmd_expansion *b,
                            const struct tmd_on *on);
void tmd_expansion_divide(struct tmd_expansion *a, struct tmd_expansion *b,
                          const struct tmd_on *on); /* b is used up */
void tmd_expansion_raise(struct tmd_expansion *a, const fmpq_t r, const struct tmd_on *on);
void tmd_expansion_logarithm(struct tmd_expansion *a, const struct tmd_on *on);
void tmd_expansion_exponential(struct tmd_expansion *a, const struct tmd_on *on);

#endif
