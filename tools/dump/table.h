/* The table of the hardest cases, as publications print it. */
#ifndef TMD_TABLE_H
#define TMD_TABLE_H

#include <stdio.h>

#include "lib/report/results.h"

/* For each problem of the (sorted) results, the `top` hardest cases that are not exact, hardest
   first: x, hardness, the rounding modes it is hard for, f(x) rounded to nearest in the output
   format, on which side of that number or midpoint f(x) lies, and the bits of |f(x)| behind the
   last bit of the significand: round bit, run of identical bits as b^length, the bits after it.
   Where f is odd or even and both x and -x are cases, x alone has a row; trivial cases
   (lib/region/polynomial-case.h) that would be among the rows are apart, below them, as many at
   most. Above it all of them, the exact cases and the regions are counted. Returns 0, or -1
   (message). */
int tmd_table_print(FILE *out, const struct tmd_results *results, long long top);

#endif
