/* The value of an expression next to a number, by the proof that searches have for their regions
   (linear_on and place_on, lib/function/function.h): by Arb's tree, signs and sizes, where no
   precision separates both, as for x/(1 + exp(-x)) and x at 2^100. It is used where MPFR's
   intervals leave the rounding open, and depends on one library only. */
#ifndef TMD_NEAR_NUMBER_H
#define TMD_NEAR_NUMBER_H

#include "lib/value/correct.h"

/* f(x) at a finite x, as MPFR would round it toward zero to the precision of y, which is increased
   if needed: *exact is 1 if it is y. y is NaN outside the domain; infinite, with the flag, on
   overflow; and a number far below all of the format if |f(x)| is one. Returns 1, or 0: nothing is
   known. */
int tmd_next_to(mpfr_t y, int *exact, const struct tmd_checked *checked, const mpfr_t x);

#endif
