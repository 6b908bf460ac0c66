/* Interval arithmetic by MPFR, which verifies Arb's balls for expressions (README: two libraries).

   An interval stands for one real number t, the value of a part of an expression at one argument: t
   lies in [low, high], and is `exact` where it was found to be rational. low and high are rounded
   outward at every operation, infinite where nothing better is known; low = high means that t is
   this number. Both are bounds beyond MPFR's range, too: a positive t rounded down becomes the
   greatest number, or 0, rounded up infinity, or the least number. NaN, from 0 times infinity,
   infinity by infinity or infinity less infinity, is no bound. Flags are not read, except those of
   poles: other evaluations leave them set. No code is shared with Arb or the rational arithmetic of
   exact-value.c: the operations are MPFR's and GMP's. */
#ifndef TMD_EXPRESSION_INTERVAL_H
#define TMD_EXPRESSION_INTERVAL_H

#include <gmp.h>
#include <mpfr.h>

#include "lib/expression/tree/node.h"

struct tmd_interval {
  enum tmd_defined defined; /* the other members are valid if t certainly exists (TMD_DEFINED) */
  mpfr_t low, high;
  int rational;
  mpq_t exact;              /* t, if rational */
  struct tmd_interval *log; /* of |t|, if t is outside MPFR's range: t is nonzero, and an end shows
                               its sign. Else NULL */
};

void tmd_interval_init(struct tmd_interval *y);
void tmd_interval_clear(struct tmd_interval *y);

/* A finite number, exactly; another interval; y->exact, enclosed again to prec bits. */
void tmd_interval_set_mpfr(struct tmd_interval *y, const mpfr_t x);
void tmd_interval_set(struct tmd_interval *y, const struct tmd_interval *a);
void tmd_interval_set_exact(struct tmd_interval *y, mpfr_prec_t prec);
void tmd_interval_pi(struct tmd_interval *y, mpfr_prec_t prec);
void tmd_interval_e(struct tmd_interval *y, mpfr_prec_t prec);

/* y, which must not be an operand, to prec bits. */
void tmd_interval_negative(struct tmd_interval *y, const struct tmd_interval *a);
void tmd_interval_absolute(struct tmd_interval *y, const struct tmd_interval *a);
void tmd_interval_sum(struct tmd_interval *y, const struct tmd_interval *a,
                      const struct tmd_interval *b, mpfr_prec_t prec);
void tmd_interval_difference(struct tmd_interval *y, const struct tmd_interval *a,
                             const struct tmd_interval *b, mpfr_prec_t prec);
void tmd_interval_product(struct tmd_interval *y, const struct tmd_interval *a,
                          const struct tmd_interval *b, mpfr_prec_t prec);
void tmd_interval_quotient(struct tmd_interval *y, const struct tmd_interval *a,
                           const struct tmd_interval *b, mpfr_prec_t prec);

/* a^r; if r is not an integer: of a > 0, or of 0 if r > 0. */
void tmd_interval_power(struct tmd_interval *y, const struct tmd_interval *a, const fmpq_t r,
                        mpfr_prec_t prec);

void tmd_interval_extreme(struct tmd_interval *y, const struct tmd_interval *a,
                          const struct tmd_interval *b, int greatest); /* min(a, b), or max */
void tmd_interval_either(struct tmd_interval *y,
                         const struct tmd_interval *a); /* y or a, when it is unknown which */
int tmd_interval_signs(const struct tmd_interval *a);   /* the possible signs of t (node.h) */

/* a^b for all a of which powers are between those at the ends, a >= 0; a^b, a > 0. */
void tmd_interval_between_powers(struct tmd_interval *y, const struct tmd_interval *a,
                                 const struct tmd_interval *b, mpfr_prec_t prec);
void tmd_interval_exponential(struct tmd_interval *y, const struct tmd_interval *a,
                              const struct tmd_interval *b, mpfr_prec_t prec);

/* A function of the table, or a member of a family. */
void tmd_interval_apply(struct tmd_interval *y, const struct tmd_function *function,
                        const struct tmd_interval *a, mpfr_prec_t prec);

/* interval-far.c. Computes y, the operation on a and b, where it or they are out of range. */
void tmd_interval_by_logs(const struct tmd_node *node, struct tmd_interval *y,
                          const struct tmd_interval *a, const struct tmd_interval *b,
                          mpfr_prec_t prec);
void tmd_interval_set_log(struct tmd_interval *y,
                          const struct tmd_interval *log); /* to a copy, or NULL */
void tmd_interval_forget_log(struct tmd_interval *y);

/* interval-complement.c. s + t f(u), f erf or tanh, s and t 1 or -1. */
struct tmd_complement {
  const struct tmd_function *function;
  const struct tmd_node *u;
  int s, t;
};
int tmd_interval_is_complement(struct tmd_complement *c,
                               const struct tmd_node *node); /* 1 if the node is such a sum */
void tmd_interval_complement(struct tmd_interval *y, const struct tmd_complement *c,
                             const struct tmd_interval *u,
                             mpfr_prec_t prec); /* its value, by that of u */

/* mpfr-value.c. y = the operation of the node on a and, if it has a second operand, b. */
void tmd_interval_operate(const struct tmd_node *node, struct tmd_interval *y,
                          const struct tmd_interval *a, const struct tmd_interval *b,
                          mpfr_prec_t prec);

/* The value of a tree where its x is in this interval. */
void tmd_interval_evaluate(const struct tmd_node *node, struct tmd_interval *y,
                           const struct tmd_interval *x, mpfr_prec_t prec);

/* The value of the expression as written at a finite x, with prec bits in each operation. The
   thread's range of exponents must be the widest. Public for tests. */
void tmd_expression_interval(const struct tmd_expression *expression, struct tmd_interval *y,
                             const mpfr_t x, mpfr_prec_t prec);

/* ---- For functions (interval-function.c) ---- */

/* a^(n/d) of rational a != 0, positive if d > 1: 1 if it is found to be rational, and not too
   long. */
int tmd_interval_exact_power(struct tmd_interval *y, const struct tmd_interval *a, long n,
                             unsigned long d, mpfr_prec_t prec);

/* Makes the interval of low and high: NaN (0 times infinity) is no bound, and a point is
   rational. */
void tmd_interval_settle(struct tmd_interval *y);
int tmd_interval_is_point(const struct tmd_interval *a);

#endif
