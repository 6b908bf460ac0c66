/* How large an error may be, function by function. */
#ifndef TMD_LIMITS_H
#define TMD_LIMITS_H

#include "lib/check/verdict.h"

struct tmd_limit {
  enum { TMD_LIMIT_NONE, TMD_LIMIT_ULP, TMD_LIMIT_KAPPA } kind;
  double ulp;     /* 1/2 for correctly rounded; infinite: special values alone are limited */
  tmd_u128 kappa; /* steps from the right result (tmd_datum_steps) */
};

struct tmd_limits; /* owned by who reads them */

/* "0.5": correctly rounded; another number of ulp; "kappa:N"; a named table (lib/check/limit-tables.h); or a file of lines
   "function format limit", tabs between, a limit one of the first three, a format of - for all. NULL (message). */
struct tmd_limits *tmd_limits_read(const char *text);
void tmd_limits_clear(struct tmd_limits *limits);

/* The symbol is that of the library: c23 wants cr_... correctly rounded. */
struct tmd_limit tmd_limits_of(const struct tmd_limits *limits, const char *function, const char *symbol,
                               const struct tmd_format *format);

/* "0.5", "inf", "kappa:2", "-" if there is none: text of TMD_LIMIT_TEXT_BYTES, returned. */
enum { TMD_LIMIT_TEXT_BYTES = TMD_WIDE_TEXT_BYTES + 8 };
char *tmd_limit_print(char *text, const struct tmd_limit *limit);

/* 1 if the verdict keeps to the limit: correctly rounded, or no error beyond it and special values as they should be, or no
   result more steps away; and no finding of flags, errno, the environment, crashes and hangs. */
int tmd_limit_keeps(const struct tmd_limit *limit, const struct tmd_verdict *verdict);

#endif
