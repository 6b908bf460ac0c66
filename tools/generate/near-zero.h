/* The values of a function with f(0) = 0 near 0: a polynomial in x itself, whose relative error is
   small; for the tiniest x next to which f lies, a number on f's side of x. Likewise acosh x next
   to 1, by a polynomial in w = (x - 1)/2: with cosh y = 1 + 2 sinh(y/2)^2, acosh x = s S(w), s =
   sqrt(2 (x - 1)), S(w) = asinh(sqrt(w))/sqrt(w).

   And tgamma near its pole: gamma(x) = 1/x + (gamma(1 + x) - 1)/x, where 1/x has two words, q and
   q (1 - q x), for |x| >= 2^-49. Nearer to 0, gamma(x) - 1/x is from -0.6 to -0.5, in size less
   than 2^-49/|x|, the least distance of 1/x from a breakpoint that differs: its product with x is a
   number of 49 bits next to 1. So 1/x - 2^-50/|x| gives the same result. */
#ifndef TMD_GENERATE_NEAR_ZERO_H
#define TMD_GENERATE_NEAR_ZERO_H

#include "tools/generate/design.h"

/* f'(0) as two words; low = 0: one is enough, which is 1 for the functions that are made. */
double tmd_near_slope(double *low, const struct tmd_function *f);

/* |x| < limit: design->q, with `count` coefficients. beside: a term of C whose sign is that of
   f(x) - x; g: f as Sollya writes it. */
void tmd_near_plan(struct tmd_design *design, float limit, int count, enum tmd_parity parity,
                   const char *beside, const char *g);

/* acosh x for 1 <= x < limit; S: the series of the polynomial. */
void tmd_near_one_plan(struct tmd_design *design, float limit, int count,
                       void (*S)(arb_poly_t g, const struct tmd_approximation *p, const arb_t w,
                                 slong length));

/* tgamma for |x| < limit by a polynomial close to gamma(1 + x), found by the commands. */
void tmd_near_pole_plan(struct tmd_design *design, float limit, int count, const char *commands,
                        void (*gamma)(arb_poly_t g, const struct tmd_approximation *p,
                                      const arb_t x, slong length));

void tmd_near_append(struct tmd_design *design);
void tmd_near_bound(struct tmd_design *design);
int tmd_near_has(const struct tmd_design *design, uint32_t x);

/* The text before the steps, in SYMBOL_near(x), and that which calls this function. */
void tmd_near_print(FILE *out, const struct tmd_design *design);
void tmd_near_print_call(FILE *out, const struct tmd_design *design);

#endif
