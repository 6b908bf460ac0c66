/* Values of functions of two arguments in formats of 16 bits, in double precision: for each pair
   the position of |f(x, y)| among the numbers, or that this does not decide it. */
#ifndef TMD_PAIR_VALUES_H
#define TMD_PAIR_VALUES_H

#include "lib/base/error-double.h"
#include "tools/check/pairs/pair-function.h"

/* The position of |f|: the eighths after `below` (tmd_correct), or */
enum tmd_part {
  TMD_PART_EXACT = 0,
  TMD_PART_HALF = 4,
  TMD_PART_BEYOND = 8 + 7, /* 2^(emax + 1) or more; `below` is the greatest number */
  TMD_PART_INVALID = 16,   /* f has no value */
  TMD_PART_OPEN            /* MPFR must decide: also if x or y is zero, infinite or NaN */
};

enum { TMD_PAIR_VALUES = 1 << 15 };

struct tmd_pair_values {
  uint16_t below[TMD_PAIR_VALUES]; /* its encoding, with the sign of f */
  uint8_t part[TMD_PAIR_VALUES];
  double low[TMD_PAIR_VALUES], high[TMD_PAIR_VALUES]; /* (|f| - below) / ulp is low = high, or low <
                                                         it < high; else 1 and 0 */
};

enum { TMD_PAIR_CODES = 1 << 16, TMD_PAIR_SIGN = 1 << 15, TMD_PAIR_STEPS = 128 };

/* log2 of |x|, or of 1 + x: high has 37 bits, so that its products with 16 bits are exact; high +
   low is within 2^-90. */
struct tmd_pair_log2 {
  double high, low;
};

/* For a function and a format of 16 bits: its numbers, their logarithms, and points of powers and
   arctangents. */
struct tmd_pair_table {
  const struct tmd_pair *pair;
  struct tmd_format format;
  int other;    /* 1: powr, compoundn, atan2pi, remainder, sub; 0: pow, pown, atan2, fmod, add */
  int infinite; /* its ordinal */
  double normal, beyond;         /* 2^emin, 2^(emax + 1) */
  double number[TMD_PAIR_CODES]; /* values, 0 if not finite */
  struct tmd_pair_log2 log2[TMD_PAIR_CODES];
  double power[TMD_PAIR_STEPS +
               1]; /* 2^((i - TMD_PAIR_STEPS / 2) / TMD_PAIR_STEPS), within u of itself */
  double arctangent[TMD_PAIR_STEPS + 1]; /* of i / TMD_PAIR_STEPS, within u / 2 */
};

static inline double tmd_power_of_two(int e) { return near_of_bits((uint64_t)(1023 + e) << 52); }

/* X of the encoded number, |x| = X 2^unit. */
unsigned tmd_pair_integer(const struct tmd_pair_table *table, uint16_t code, int *unit);

/* For checked->pair, of two arguments, in a format of 16 bits; any number of threads may read it.
 */
struct tmd_pair_table *tmd_pair_table_open(const struct tmd_checked *checked);
void tmd_pair_table_close(struct tmd_pair_table *table);

/* values[i] = f(x, y[i]), i < count <= TMD_PAIR_VALUES. `x`, and y unless they are integers, by
   their encodings. */
void tmd_pair_values(const struct tmd_pair_table *table, uint16_t x, const uint16_t *y,
                     const int64_t *n, size_t count, struct tmd_pair_values *values);

/* The position of |f| for a part that is not open. */
struct tmd_correct tmd_pair_values_correct(const struct tmd_pair_values *values,
                                           const struct tmd_format *format, size_t i);

#endif
