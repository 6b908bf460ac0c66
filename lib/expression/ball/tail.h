/* Values far out, on a ball of x, as

       f(t) = number + exp(c t^k) m,   number and c rational, m in a ball,

   where tails of one order meet: 1/(1+exp(-x)) + x exp(-x)/(1+exp(-x))^2 is 1 + (x - 1) exp(-x) but
   for less, and the sizes of exp(-x) and x exp(-x), known as powers of two, do not say on which
   side of 1 that lies. Exponents are compared as monomials; balls hold what is small beside them,
   so that nothing cancels that is not in the numbers or in m. */
#ifndef TMD_EXPRESSION_TAIL_H
#define TMD_EXPRESSION_TAIL_H

#include "lib/expression/tree/node.h"

struct tmd_tail {
  fmpq_t number, c; /* c = 0: exp is 1 */
  long power;
  arb_t m;
};

/* What all of them are on: a ball of x; and the precision of balls. */
struct tmd_tail_on {
  arb_srcptr x;
  slong prec;
};

void tmd_tail_init(struct tmd_tail *a); /* 0 */
void tmd_tail_clear(struct tmd_tail *a);

/* Where the exponent has no sign on all of the ball, exp becomes part of m; where it is positive,
   or c = 0, the number. A number and a rest together have a negative exponent then. 0: not known.
 */
int tmd_tail_settle(struct tmd_tail *a, const struct tmd_tail_on *on);

/* Of settled ones: a <- the operation, settled; 0: not known. The logarithm is that of number +
   rest for the number 0 or 1. */
void tmd_tail_negate(struct tmd_tail *a);
int tmd_tail_add(struct tmd_tail *a, const struct tmd_tail *b, const struct tmd_tail_on *on);
int tmd_tail_multiply(struct tmd_tail *a, const struct tmd_tail *b, const struct tmd_tail_on *on);
int tmd_tail_invert(struct tmd_tail *a, const struct tmd_tail_on *on);
int tmd_tail_raise(struct tmd_tail *a, const fmpq_t r, const struct tmd_tail_on *on);
int tmd_tail_logarithm(struct tmd_tail *a, const struct tmd_tail_on *on);

struct tmd_size tmd_tail_size(const struct tmd_tail *a,
                              const struct tmd_tail_on *on); /* of exp(c x^power) m */

void tmd_tail_vanishing(arb_t g, const struct tmd_tail_on *on); /* g <- exp(g), g < 0 */

#endif
