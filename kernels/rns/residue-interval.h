/* Where X lies in its range, without leaving the residues: the fraction X/M is, modulo 1, the sum
   of w_i / m_i with the weights w_i = X (M/m_i)^-1 modulo m_i, here in units of 2^-64, each rounded
   down. So the fraction is known within tmd_rns_width units, and a small one, multiplied by 2^k, as
   well as any other (rns.md, 3; after Isupov, J. Parallel Distrib. Comput. 140, 2020). X is the
   integer with |X| < M/2 that has the residues given. */
#ifndef TMD_RESIDUE_INTERVAL_H
#define TMD_RESIDUE_INTERVAL_H

#include "kernels/rns/moduli.h"

/* low 2^exponent <= |X| / M <= high 2^exponent, high <= low (1 + 2^-40); 0 <= low <= high <= 1. */
struct tmd_rns_interval {
  int sign; /* of X: -1, 0, 1 */
  double low, high;
  long exponent;
};

void tmd_rns_weights(uint64_t *weight, const struct tmd_rns *rns, const uint64_t *residue);

/* For tests: the sum of the weights' fractions modulo 1, in units of 2^-64: X/M 2^64 lies in
   [fraction, fraction + width), modulo 2^64. */
uint64_t tmd_rns_fraction(const struct tmd_rns *rns, const uint64_t *weight);
static inline uint64_t tmd_rns_width(const struct tmd_rns *rns) {
  return (uint64_t)(rns->count + rns->count / 256 + 1);
}

/* The sum of w_i / m_i, an integer more than X/M: that integer; where |X| > M (1/2 - width 2^-64)
   it may be one more or less. */
uint64_t tmd_rns_quotient(const struct tmd_rns *rns, const uint64_t *weight);

/* The last `count` words of X, modulo 2^(64 count), from its weights; |X| <= 3/8 M, count <=
   rns->limbs. */
void tmd_rns_low_words(uint64_t *words, int count, const struct tmd_rns *rns,
                       const uint64_t *weight);

void tmd_rns_evaluate(struct tmd_rns_interval *interval, const struct tmd_rns *rns,
                      const uint64_t *residue);

/* X becomes the integer next to X / 2^k, the greater of two; k >= 0, |X| + 2^k <= 3/8 M. */
void tmd_rns_scale(uint64_t *residue, const struct tmd_rns *rns, long k);

#endif
