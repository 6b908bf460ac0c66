/* Segment packets: exact evaluation, and the walk over what has survived.

   All arithmetic here is on residues mod 1 in units of 2^(-64 words), hence exact: a packet
   *defines* its polynomial P, and what stages emit is defined by P (kernels/exhaust/exhaust.md). */
#ifndef TMD_PACKET_H
#define TMD_PACKET_H

#include "lib/base/wide.h"
#include "lib/packet/layout.h"

/* A run of surviving arguments t0 .. t1-1 of domain i. */
struct tmd_packet_run {
  uint64_t i, t0, t1;
};

/* The next run with X in [X0, X1): the longest within its domain, from bit *bit on, which is moved
   behind it. 0 at the end. */
int tmd_packet_run_next(struct tmd_packet_run *run, const struct tmd_poly_record *packet,
                        tmd_u128 X0, tmd_u128 X1, size_t *bit);

/* C(x, k) mod 2^(64 words), exact, into `residue` (words words). k <= TMD_DEGREE_MAX. */
void tmd_binomial(uint64_t *residue, int words, tmd_u128 x, int k);

/* differences[k][l][word], k, l <= degree: the k-th difference in u, at u = 0, of C(start + step u,
   l) mod 2^(64 words). It takes what a polynomial in Newton's form of step 1 is about 0 to the one
   of step `step` about start. */
void tmd_binomial_differences(uint64_t *differences, int words, uint64_t start, uint64_t step,
                              int degree);

/* A step of `by` arguments: C(by, l) mod 2^(64 words), l = 1..degree, `size` words that may be
   other than 0. */
struct tmd_packet_step {
  int degree, words, size[TMD_DEGREE_MAX + 1];
  uint64_t value[TMD_DEGREE_MAX + 1][TMD_WORDS_MAX];
};
void tmd_packet_step(struct tmd_packet_step *step, const struct tmd_poly_record *packet,
                     tmd_u128 by);

/* r_j <- sum_l C(by,l) r_{j+l}.   r: (degree+1) * words words, r[j*words + w]. Exact. */
void tmd_packet_move(uint64_t *r, const struct tmd_packet_step *step);

/* r_j(i) = sum_k C(i,k) c[j][k] mod 1 for j = 0..degree, then moved to the position t0 of the
   domain, or beyond its end. Exact. */
void tmd_packet_domain(uint64_t *r, const struct tmd_poly_record *packet, uint64_t i, tmd_u128 t0);

/* The value P at t0 of domain i: words words. Exact. */
void tmd_packet_value(uint64_t *value, const struct tmd_poly_record *packet, uint64_t i,
                      uint64_t t0);

/* 1 iff dist(P, Z) < 2^-threshold + err for that value, decided exactly. */
int tmd_packet_near(const uint64_t *value, int words, int threshold, double err);

/* Upper bound of |centred representative| of a residue, as a double rounded up. */
double tmd_residue_magnitude(const uint64_t *residue, int words);

/* magnitude[j] >= |r_j|, j = 2..degree, at the start of every domain, up to TMD_OUTWARD
   (lib/base/upper-bounds.h): of representatives mod 1 that are chosen once, the coefficients of one
   polynomial. tmd_packet_moved: the same at every position of the domains. */
void tmd_packet_magnitudes(double *magnitude, const struct tmd_poly_record *packet);
double tmd_packet_moved(const double *magnitude, const struct tmd_poly_record *packet, int j);

/* The leading 128 bits of a residue, in units of 2^-128: less by under 2^-128, or equal when it has
   at most two words. */
static inline tmd_u128 tmd_residue_leading(const uint64_t *residue, int words) {
  return (tmd_u128)residue[words - 1] << 64 | (words > 1 ? residue[words - 2] : 0);
}

/* The first argument of domain i. */
static inline tmd_u128 tmd_packet_start(const struct tmd_poly_record *packet, uint64_t i) {
  return tmd_wide_load(packet->X0) + (tmd_u128)i * packet->n;
}

#endif
