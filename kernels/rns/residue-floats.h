/* Floating-point numbers with significands in residues, after Isupov and Knyazkov (rns.md, 5):
   (-1)^negative X 2^exponent, with X <= 2^bits kept as residues and an interval for X/M. Arrays
   have the digits of a number together and signs, exponents and intervals apart. A product or sum
   is rounded: its relative error is at most 2^-bits (1 + 2^-30), below 2.0001 / sqrt(M). */
#ifndef TMD_RESIDUE_FLOATS_H
#define TMD_RESIDUE_FLOATS_H

#include <mpfr.h>
#include <stddef.h>

#include "kernels/rns/residue-interval.h"

struct tmd_rns_array {
  const struct tmd_rns *rns;
  long bits; /* of a significand that has been rounded */
  size_t count;
  uint64_t *residue; /* [number][modulus] of X */
  unsigned char *negative;
  long *exponent;
  struct tmd_rns_interval *interval; /* its sign: 0 for 0, else 1 */
};

/* The precision that a system of two moduli or more gives: products fit, 2^(2 bits) <= M/4 (1 +
   2^-25). */
static inline long tmd_rns_precision(const struct tmd_rns *rns) { return 26L * rns->count - 1; }

void tmd_rns_array_make(struct tmd_rns_array *array, const struct tmd_rns *rns,
                        size_t count); /* all 0 */
void tmd_rns_array_free(struct tmd_rns_array *array);

/* Numbers of at most `bits` bits, exactly; back, rounded to nearest. */
void tmd_rns_array_set(struct tmd_rns_array *array, size_t i, mpfr_srcptr x);
void tmd_rns_array_get(mpfr_t x, const struct tmd_rns_array *array, size_t i);

/* A run of numbers of an array. */
struct tmd_rns_run {
  const struct tmd_rns_array *array;
  size_t first;
};

/* The products z_i = x_i y_i of the first `count` numbers of z, in three steps: all but the digits;
   the digits; rounding. step 0: all numbers are multiplied by y_first. */
void tmd_rns_multiply_signs(struct tmd_rns_array *z, struct tmd_rns_run x, struct tmd_rns_run y,
                            size_t step, size_t count);
void tmd_rns_multiply_digits(struct tmd_rns_array *z, struct tmd_rns_run x, struct tmd_rns_run y,
                             size_t step, size_t count);
void tmd_rns_round(struct tmd_rns_array *z, size_t count);

/* z_i <- z_i + x_j, rounded. */
void tmd_rns_add(struct tmd_rns_array *z, size_t i, const struct tmd_rns_array *x, size_t j);

/* z_0 <- the sum of the first `count` numbers, in pairs that are half the numbers apart; the others
   are used up. */
void tmd_rns_sum(struct tmd_rns_array *z, size_t count);

#endif
