/* Arguments that are exceptions, found by one permutation of a table of 8 words: bits of an
   argument are its place there. */
#ifndef TMD_GENERATE_LISTED_H
#define TMD_GENERATE_LISTED_H

#include <stdint.h>
#include <stdio.h>

enum { TMD_LISTED_WORDS = 8, TMD_LISTED_SHIFT_MOST = 29 };

/* One argument, which is compared, or the table of several. A free place has the argument of
   another one, which is not found there. */
struct tmd_listed {
  int count, shift; /* the three bits from `shift` on */
  uint32_t word[TMD_LISTED_WORDS];
};

/* Divides the arguments, all different, into groups; their number, at most `count`. */
int tmd_listed_divide(struct tmd_listed *group, const uint32_t *x, int count);

/* Prints the tables SYMBOL_listed0, ... */
void tmd_listed_print(FILE *out, const struct tmd_listed *group, int count, const char *symbol);

#endif
