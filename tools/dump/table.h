/* The table of the hardest cases, as in publications. */
#ifndef TMD_TABLE_H
#define TMD_TABLE_H

#include <stdio.h>

#include "lib/report/results.h"

/* Of the (sorted) results of one problem the `top` hardest cases that are not exact, hardest
   first: x, hardness, the rounding modes it is hard for, f(x) rounded to nearest in the output
   format, the side of the breakpoint on which f(x) lies, and the bits of |f(x)| behind the
   significand: round bit, run of identical bits as b^length, the bits after it. If f is odd or even
   and both x and -x are cases, only x has a row; trivial cases (lib/region/polynomial-case.h) that
   would be among the rows are listed separately below them, at most as many. A summary above the
   table counts all cases, exact cases and regions. Returns 0, or -1 (message). */
int tmd_table_print(FILE *out, const struct tmd_results *results, const struct tmd_problem *problem,
                    long long top);

#endif
