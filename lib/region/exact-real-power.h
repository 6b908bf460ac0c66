/* Exact cases of x^y by rule, for a y that is any number: of pow and powr.

   Theorem. Let |x| = m 2^w with m odd, and y = j 2^-i, not 0, with i >= 0, and j odd or i = 0.
   |x|^y is a dyadic rational iff
   - m = 1 and 2^i divides w: it is 2^(w j / 2^i); or
   - m > 1, j > 0, 2^i divides w and m = r^(2^i): it is r^j 2^(w j / 2^i), r odd.

   Proof. Let f = |x|^y = n 2^v with n odd, or 1/f if j < 0, and J = |j|. Then f^(2^i) = |x|^j. If j
   > 0, n^(2^i) = m^J and v 2^i = w J (unique factors); J is odd or i = 0, so 2^i divides w, and the
   exponent of each prime in m: m = r^(2^i), n = r^J. If j < 0, n^(2^i) m^J = 1: m = 1, and again v
   2^i = w j. The converse is plain.

   Hence there are few rows with m > 1: r >= 3, so 3^(2^i) < 2^p_in and 3^j < 2^(p_out + 1), or r^j
   is no breakpoint. And there are few columns with m = 1, the powers of two of the cell, with the
   rows in which 2^i divides w and 2^(w y) is in range; all of the rows where w = 0.

   For x < 0 x^y has values at integers y, i = 0, alone, of the same size; powr has none. The pairs
   with y = 0, where x^y is 1, are no cases.

   Sources: T. Lang, J.-M. Muller, Bounds for runs of zeros or ones for algebraic functions, 15th
   IEEE Symposium on Computer Arithmetic, 2001; Ch. Lauter, V. Lefevre, An efficient rounding
   boundary test for pow(x, y) in double precision, IEEE Transactions on Computers 58 (2009). */
#ifndef TMD_EXACT_REAL_POWER_H
#define TMD_EXACT_REAL_POWER_H

#include "lib/problem/pair.h"
#include "lib/region/exact.h"

unsigned tmd_exact_real_power_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                    const struct tmd_xy *pair);

/* In a range of ordinals; the time does not grow with it. */
tmd_u128 tmd_exact_real_power_count(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                    const struct tmd_range *range);

#endif
