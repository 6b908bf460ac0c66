/* Values of functions of two arguments in formats of 16 bits, in double precision: for each pair
   the position of |f(x, y)| among the numbers, or that this does not decide it. */
#ifndef TMD_PAIR_VALUES_H
#define TMD_PAIR_VALUES_H

#include "tools/check/pairs/pair-table.h"

enum tmd_part {
  TMD_PART_OPEN,    /* MPFR must decide: also if x or y is zero, infinite or NaN */
  TMD_PART_EXACT,   /* |f| is `below` */
  TMD_PART_LOW,     /* between it and the midpoint */
  TMD_PART_HALF,    /* the midpoint */
  TMD_PART_HIGH,    /* between the midpoint and the next number */
  TMD_PART_BEYOND,  /* 2^(emax + 1) or more; `below` is the greatest number */
  TMD_PART_INVALID, /* f has no value */
  TMD_PARTS
};

enum { TMD_PAIR_VALUES = 1 << 15 };

struct tmd_pair_values {
  uint16_t below[TMD_PAIR_VALUES]; /* its encoding, with the sign of f */
  uint8_t part[TMD_PAIR_VALUES];
  double low[TMD_PAIR_VALUES], high[TMD_PAIR_VALUES]; /* (|f| - below) / ulp is low = high, or low <
                                                         it < high; else 1 and 0 */
};

/* values[i] = f(x, y[i]), i < count <= TMD_PAIR_VALUES. `x`, and y unless they are integers, by
   their encodings. */
void tmd_pair_values(const struct tmd_pair_table *table, uint16_t x, const uint16_t *y,
                     const int64_t *n, size_t count, struct tmd_pair_values *values);

/* The position of |f| for a part that is not open. */
struct tmd_correct tmd_pair_values_correct(const struct tmd_pair_values *values,
                                           const struct tmd_format *format, size_t i);

#endif
