/* 128-bit integers: significands X of arguments, counts of arguments, and their decimal text. */
#ifndef TMD_WIDE_H
#define TMD_WIDE_H

#include <stdint.h>

#include "formats/tmd-stream.h"

typedef unsigned __int128 tmd_u128;
typedef __int128 tmd_i128;

enum { TMD_WIDE_TEXT_BYTES = 41 };

static inline tmd_u128 tmd_wide_load(struct tmd_u128_le x) {
  return (tmd_u128)x.high << 64 | x.low;
}

static inline struct tmd_u128_le tmd_wide_store(tmd_u128 x) {
  return (struct tmd_u128_le){(uint64_t)x, (uint64_t)(x >> 64)};
}

/* Decimal digits of x in text (at least TMD_WIDE_TEXT_BYTES long); returns text. TMD_WIDE_TEXT(x),
   and macros of other modules with such names, have a text of their own to the end of the block. */
char *tmd_wide_print(char *text, tmd_u128 x);
#define TMD_WIDE_TEXT(x) tmd_wide_print((char[TMD_WIDE_TEXT_BYTES]){0}, x)

/* Reads decimal digits, nothing else, at least one; or a decimal integer. 0, or -1 (no message),
   also where it exceeds 128 bits or an int. */
int tmd_wide_parse(tmd_u128 *x, const char *text);
int tmd_int_parse(int *x, const char *text);

/* a + b for counts; the greatest number, 2^128 - 1, where they are more. */
static inline tmd_u128 tmd_wide_sum(tmd_u128 a, tmd_u128 b) {
  return b > ~a ? ~(tmd_u128)0 : a + b;
}

/* x as a double, rounded to nearest. */
static inline double tmd_wide_double(tmd_u128 x) { return (double)x; }

/* For qsort: the order of numbers, or of structures that begin with one. */
int tmd_wide_compare(const void *a, const void *b);

#endif
