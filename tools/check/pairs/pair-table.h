/* A table for a function of two arguments and a format of 16 bits: its numbers, their logarithms,
   and points of powers and arctangents. */
#ifndef TMD_PAIR_TABLE_H
#define TMD_PAIR_TABLE_H

#include "lib/base/error-double.h"
#include "tools/check/pairs/pair-function.h"

enum { TMD_PAIR_CODES = 1 << 16, TMD_PAIR_SIGN = 1 << 15, TMD_PAIR_STEPS = 128 };

/* log2 of |x|, or of 1 + x: high has 37 bits, so that its products with 16 bits are exact; high +
   low is within 2^-90. */
struct tmd_pair_log2 {
  double high, low;
};

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

/* For checked->pair, of two arguments, in a format of 16 bits; any number of threads may read it.
 */
struct tmd_pair_table *tmd_pair_table_open(const struct tmd_checked *checked);
void tmd_pair_table_close(struct tmd_pair_table *table);

/* X of the encoded number, |x| = X 2^unit. */
unsigned tmd_pair_integer(const struct tmd_pair_table *table, uint16_t code, int *unit);

static inline double tmd_power_of_two(int e) { return near_of_bits((uint64_t)(1023 + e) << 52); }

#endif
