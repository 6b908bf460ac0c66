/* How large an error may be, function by function. */
#ifndef TMD_LIMITS_H
#define TMD_LIMITS_H

#include "lib/check/verdict.h"

struct tmd_limits; /* owned by who reads them */

/* "0.5": correctly rounded; another number of ulp; a named table (lib/check/limit-tables.h); or a file of lines "function format
   limit", tabs between, a format of - for all. NULL (message). */
struct tmd_limits *tmd_limits_read(const char *text);
void tmd_limits_clear(struct tmd_limits *limits);

/* 1, and the limit in ulp, 1/2 for correctly rounded, infinite if special values alone are limited; 0: there is none for it. The
   symbol is that of the library: c23 wants cr_... correctly rounded. */
int tmd_limits_of(const struct tmd_limits *limits, const char *function, const char *symbol, const struct tmd_format *format,
                  double *ulp);

/* 1 if the verdict keeps to the limit: correctly rounded, or no error beyond it and special values as they should be; and no
   finding of flags, errno, the environment, crashes and hangs. */
int tmd_limits_keeps(double ulp, const struct tmd_verdict *verdict);

#endif
