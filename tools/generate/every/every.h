/* The results at all arguments of a format with at most 19 bits. */
#ifndef TMD_GENERATE_EVERY_H
#define TMD_GENERATE_EVERY_H

#include "tools/generate/hard-cases.h"

struct tmd_every_argument {
  double x;
  enum {
    TMD_EVERY_BETWEEN,  /* f(x) lies between two breakpoints */
    TMD_EVERY_EXACT,    /* f(x) = low = high is 0, a number of the format or a midpoint */
    TMD_EVERY_INFINITE, /* the result is low = high, infinite */
    TMD_EVERY_NAN,
    TMD_EVERY_UNDECIDED
  } kind;
  double low, high; /* y with low < y < high is rounded like f(x), with the same flags */
};

/* By sign: the numbers from +0, or -0, by size, then infinity; NaN if the result there is not
   known. */
struct tmd_every {
  struct tmd_every_argument *of[2]; /* owned */
  size_t count;                     /* of each sign */
};

/* Also lists the cases of all numbers with finite values. 0, or -1 (message): a result is
   undecided. */
int tmd_every_find(struct tmd_every *every, struct tmd_hard_cases *list,
                   const struct tmd_problem *problem) __attribute__((warn_unused_result));

/* 1 if |f(x)| >= 2^(emax + 1), so that every such y is rounded like f(x). */
int tmd_every_beyond(const struct tmd_every_argument *argument);

void tmd_every_clear(struct tmd_every *every);

#endif
