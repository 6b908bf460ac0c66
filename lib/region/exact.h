/* Exact cases by rule (tmd-stream(5)): where f is a root or a power of x or 1 + x, or a function of
   pi x, whether f(x) is a number of the format or a midpoint follows from x by integers alone.
   There are millions of such x in a binade (of sqrt, in binary64), so no claim lists them: of these
   functions a claim says which arguments are hard-to-round cases beside its exact ones.

   The rule. Let x, of compound(n) 1 + x, be m 2^w with m odd, and n >= 2.
     f(x) = x^n      is m^n 2^(n w), and m^n is odd;
     f(x)^n = x      f(x) is a dyadic rational iff m is an n-th power r^n and n divides w: then it
   is r 2^(w/n), r odd; n <= -1         1/(m 2^w)^|n| and its roots are dyadic rationals iff m = 1,
   as m > 1 stays in the denominator. The sign of x says nothing about it, where f is defined.
     sin(pi x)       is 1 or -1 where w = -1, cos(pi x) where w >= 0, tan(pi x) where w = -2;
   elsewhere they are 0, have a pole, or are irrational (Niven): 2 cos(pi x) = z + 1/z, z = exp(i pi
   x) a root of unity, is an algebraic integer; where it is rational, it is one of -2, ..., 2, and x
   an integer, half of one, or a third of one, which is not dyadic. sin(pi x) = cos(pi (x - 1/2)).
   If t = tan(pi x) is rational, so is cos(2 pi x) = (1 - t^2)/(1 + t^2), and 2 x is an integer or
   half of one. So |f(x)| = r 2^v with r odd, or no dyadic rational, and x is exact iff G(x) = r
   2^(v + scale - e) - offset is an integer, e = max(emin, floor(log2 |f(x)|)), and |f(x)| is in the
   range of cases (lib/problem/problem.h): v + scale >= e, or where the offset is 1/2, v + scale = e
   - 1. Subnormal results are those with e = emin. */
#ifndef TMD_EXACT_H
#define TMD_EXACT_H

#include "lib/function/function.h"
#include "lib/problem/ordinal.h"
#include "lib/stream/claim.h"

/* 1 if exact cases of the function in this problem follow by rule: of binary formats those of
   functions that have one; of decimal formats see exact-decimal.h; of formats of both radices
   none; of id see exact-identity.h, of pairs exact-pairs.h. */
int tmd_exact_applies(const struct tmd_function *function, const struct tmd_problem *problem);

/* The flags of the record of an exact case that follows by rule; 0: it is none, or none of the
   cell. */
unsigned tmd_exact_flags(const struct tmd_function *function, const struct tmd_problem *problem,
                         const struct tmd_cell *cell, tmd_u128 X);

/* The same of a value |f| = r 2^v, r odd, floor(log2 r) = log2_r. */
unsigned tmd_exact_value_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               int64_t v, int log2_r);

/* Takes the records that say what follows by rule out of a claim of kind case. Others stay, also
   where they contradict the rule; so do all where the function is not known. */
void tmd_exact_drop(struct tmd_claim *claim);

/* How many arguments of the cell in the range are exact by rule, and (not of pairs) the one number
   `index` of them, from 0 on. */
tmd_u128 tmd_exact_count(const struct tmd_function *function, const struct tmd_problem *problem,
                         const struct tmd_cell *cell, const struct tmd_range *range);
tmd_u128 tmd_exact_at(const struct tmd_function *function, const struct tmd_problem *problem,
                      const struct tmd_cell *cell, const struct tmd_range *range, tmd_u128 index);

#endif
