/* The value of an expression next to a number where no precision separates them, as for x/(1 +
   exp(-x)) and x at 2^100: by Arb's tree, signs and sizes, like the regions of searches (linear_on
   and place_on, lib/function/function.h). It is used where MPFR's intervals do not decide the
   rounding, and depends on one library only. */
#ifndef TMD_NEAR_NUMBER_H
#define TMD_NEAR_NUMBER_H

#include "lib/value/correct.h"

/* f(x) at a finite x, as MPFR would round it toward zero to the precision of y, which is increased
   if needed; *exact is 1 if f(x) = y. y is NaN outside the domain; infinite, with the flag, on
   overflow; a number far below the format if |f(x)| is. Returns 1, or 0 if nothing is known. */
int tmd_next_to(mpfr_t y, int *exact, const struct tmd_checked *checked, const mpfr_t x);

#endif
