/* Residue number systems: pairwise coprime moduli m_i = 2^52 - c_i, made when a program runs, with
   their constants. Integers X with |X| < M/2, M the product, are their residues (rns.md). */
#ifndef TMD_RNS_MODULI_H
#define TMD_RNS_MODULI_H

#include <gmp.h>
#include <stdint.h>

enum { TMD_RNS_MODULI_MAX = 1024 }; /* c_i < 2^16 up to there */

struct tmd_rns {
  int count;           /* moduli */
  int limbs;           /* of M, in words of 64 bits */
  uint64_t *c, *m;     /* m_i = 2^52 - c_i, falling */
  uint64_t *inverse;   /* of M / m_i, modulo m_i */
  uint64_t *unscale;   /* of 2^52, modulo m_i */
  mp_limb_t *cofactor; /* M / m_i: [i][limbs] */
  mpz_t M, half;       /* (M - 1) / 2 */
  double M_fraction;   /* in [1/2, 1]: M 2^-M_exponent, within 2^-53 of it */
  long M_exponent;
};

/* As many moduli as have M >= 2^bits. NULL (message, status 2) if that is more than
   TMD_RNS_MODULI_MAX. */
struct tmd_rns *tmd_rns_make(long bits);
void tmd_rns_free(struct tmd_rns *rns);

/* 2^k modulo m_i, k >= 0 */
uint64_t tmd_rns_power(const struct tmd_rns *rns, int i, long k);

/* residue[i] = X modulo m_i, for any X. */
void tmd_rns_from_mpz(uint64_t *residue, const struct tmd_rns *rns, const mpz_t X);

/* The X with these residues and |X| < M/2, by the Chinese remainder theorem; all are residues. */
void tmd_rns_to_mpz(mpz_t X, const struct tmd_rns *rns, const uint64_t *residue);

#endif
