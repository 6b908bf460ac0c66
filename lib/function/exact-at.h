/* Rational values of functions at rational arguments. */
#ifndef TMD_EXACT_AT_H
#define TMD_EXACT_AT_H

#include "lib/function/function.h"

enum tmd_exactness {
  TMD_AT_UNKNOWN,  /* f(x) is irrational, or too long, or no theorem says what it is */
  TMD_AT_RATIONAL, /* f(x) = y */
  TMD_AT_OUTSIDE   /* f is not defined at x */
};

/* Of an entry of the table or a member of a family, at any rational x; y is set only where f(x) is
   rational, of at most TMD_EXACT_AT_BITS bits. The theorems are those of function-table.c; here x
   need not be a binary number: rsqrt(6.25) = 2/5, log10(1/1000) = -3, asinpi(1/2) = 1/6. All
   rational values of all functions but erf, erfc, tgamma and lgamma are found, as far as their
   length permits; of these four the known ones. */
enum { TMD_EXACT_AT_BITS = 1 << 18 };
enum tmd_exactness tmd_function_exact_at(const struct tmd_function *f, fmpq_t y, const fmpq_t x);

#endif
