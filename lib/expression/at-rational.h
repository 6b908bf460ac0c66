/* Functions of the table and expressions at rational arguments, such as decimal numbers, which
   neither MPFR nor Arb represents: by both libraries, and exactly. */
#ifndef TMD_AT_RATIONAL_H
#define TMD_AT_RATIONAL_H

#include "lib/function/exact-at.h"

/* The exact value. Of expressions TMD_AT_UNKNOWN stands for TMD_AT_OUTSIDE, too. */
enum tmd_exactness tmd_at_rational_exactly(const struct tmd_function *f, fmpq_t y, const fmpq_t x);

/* y encloses f(x), to about prec bits; it is not finite if nothing is known. TMD_AT_OUTSIDE: f is
   not defined at x; TMD_AT_RATIONAL: y has a value; TMD_AT_UNKNOWN: this precision does not
   decide. */
typedef enum tmd_exactness tmd_at_rational_by(const struct tmd_function *f, arb_t y, const fmpq_t x,
                                              slong prec);

/* By Arb's balls; by intervals whose ends MPFR rounds. */
tmd_at_rational_by tmd_at_rational_by_arb, tmd_at_rational_by_mpfr;

#endif
