/* The rule of lib/region/exact.h for decimal arguments and results, of f(x) = x^n, f(x) = (1 + x)^n
   and f(x)^n = x with n >= 2, and of sine, cosine and tangent of pi x. Other functions have few
   exact cases, which are records; so have 1/x^n and its roots: x is 2^a 5^b then.

   Numbers and midpoints are the multiples of 10^h/2^d, h = e_out - p_out + 1; d = 1 where midpoints
   count, else 0; with the offset 1/2 they are the odd multiples, d = 1. Let v2 and v5 count the
   factors 2 and 5 of an integer.
     f(x) = u^n, u = U 10^w: U^n 10^(n w - h) 2^d is an integer iff with s = n w - h both n v5(U) >=
   -s and n v2(U) >= -s - d: U is a multiple of 2^a 5^b with the least such a and b. It is odd iff
   n v2(U) = -s - d, which makes U an odd multiple.
     f(x)^n = x = X 10^w: f(x) = j 10^h/2^d, so that X = j^n 10^s/2^(d n) with s = n h - w is an
   integer iff n v5(j) >= -s and n v2(j) >= d n - s: j is a multiple i 2^a 5^b, and X = i^n times a
   constant. With the offset j is odd.
     sin(pi x), cos(pi x) and tan(pi x) are 1 or -1 at x = j/2 with odd j, at integers j, and at j/4
   with odd j, by j modulo 4, 2 and 4; elsewhere they are 0, have a pole, are 1/2 at thirds, which
   are no decimal numbers, or are irrational (Niven). 1 is a number, no midpoint. */
#ifndef TMD_EXACT_DECIMAL_H
#define TMD_EXACT_DECIMAL_H

#include "lib/function/function.h"
#include "lib/problem/ordinal.h"

/* 1 if exact cases of f between decimal formats follow by this rule. */
int tmd_exact_decimal_applies(const struct tmd_function *f);

/* The functions of exact.h, where it applies. */
unsigned tmd_exact_decimal_flags(const struct tmd_function *f, const struct tmd_problem *problem,
                                 const struct tmd_cell *cell, tmd_u128 X);
tmd_u128 tmd_exact_decimal_count(const struct tmd_function *f, const struct tmd_problem *problem,
                                 const struct tmd_cell *cell, const struct tmd_range *range);
tmd_u128 tmd_exact_decimal_at(const struct tmd_function *f, const struct tmd_problem *problem,
                              const struct tmd_cell *cell, const struct tmd_range *range,
                              tmd_u128 index);

#endif
