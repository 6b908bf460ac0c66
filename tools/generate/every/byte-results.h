/* The results at all arguments of a format of 8 bits. */
#ifndef TMD_GENERATE_BYTE_RESULTS_H
#define TMD_GENERATE_BYTE_RESULTS_H

#include "lib/value/correct.h"

enum { TMD_BYTES = 256 };

/* The parts of an entry. Without its sign, f(x) is the encoding of the greatest number with at most
   |f(x)|, and two more bits, rounded to odd, which are not 0 if it is inexact; infinities and NaN
   are exact. */
enum {
  TMD_BYTE_SIZE = 0x1ff,
  TMD_BYTE_INEXACT = 3,
  TMD_BYTE_BEYOND = 0x200, /* |f(x)| is beyond the greatest number by an ulp or more */
  TMD_BYTE_LAST = 0x400,   /* |f(x)| is above the greatest number */
  TMD_BYTE_TINY = 0x800,   /* |f(x)| is inexact, and below the least normal number */
  TMD_BYTE_POLE = 0x1000,
  TMD_BYTE_INVALID = 0x2000,
  TMD_BYTE_SIGNALLING = 0x4000, /* x is a signalling NaN */
  TMD_BYTE_SIGN = 0x8000
};

struct tmd_byte_results {
  struct tmd_format format;
  int plain;                 /* 1: only the results to nearest are used, and no flag is raised */
  uint16_t entry[TMD_BYTES]; /* by the encoding of x; plain: the encoding of the result */
};

/* 0, or -1 (message): a result is undecided. The value of an expression without a name at infinity
   is NaN. */
int tmd_byte_results_find(struct tmd_byte_results *results, const struct tmd_problem *problem,
                          int plain) __attribute__((warn_unused_result));

#endif
