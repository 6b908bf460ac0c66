/* Functions whose results are not correctly rounded, but whose errors have a proved bound B.

   With |y - f(x)| <= b |f(x)|, y the value before the last rounding, let U be the distance of
   binary32's numbers in f(x)'s binade, at least 2^-149, as if there were larger numbers than the
   greatest; infinity, and |f| from 2^128 on, count as 2^128. |f| < 2^24 U, so that |y - f| <= e U,
   e = 2^24 b. The result R, y rounded, lies in f's binade or below, or at its end 2^k:

     to nearest    |R - f| <= (1/2 + e) U
     otherwise     |R - f| < (1 + e) U

   or |y| > 2^k > |f|, where the distance is 2 U at most, and |y| - 2^k < e U:

     to nearest    R = 2^k if e <= 1: |R - f| <= e U; else |R - f| <= (1 + e) U
     otherwise     |R - f| < (2 + e) U

   So results to nearest keep B if e <= B - 1/2 and e <= 1, or e <= B - 1. */
#ifndef TMD_ULP_BOUND_H
#define TMD_ULP_BOUND_H

#include "tools/generate/design.h"

/* B, a decimal above 0.5 up to 16 with at most 6 digits behind the point, as micro_ulp: 0, or -1
   (message). */
int tmd_ulp_parse(int *micro_ulp, const char *text) __attribute__((warn_unused_result));

/* The design with the fewest coefficients that keeps B: of p or the pieces first, then of q. 0, or
   -1 (message). */
int tmd_ulp_design(struct tmd_design *design, const struct tmd_scheme *scheme,
                   const struct tmd_function *f, const struct tmd_c_format *format,
                   const char *symbol, const struct tmd_demands *demands)
    __attribute__((warn_unused_result));

/* "correctly rounded in every rounding mode", or the like: text, returned. */
enum { TMD_ACCURACY_BYTES = 96 };
char *tmd_ulp_print_accuracy(char text[TMD_ACCURACY_BYTES], const struct tmd_demands *demands);

/* For the comment: what is proved of the results. */
void tmd_ulp_print_claim(FILE *out, double bound);

#endif
