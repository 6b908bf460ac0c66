/* Residue number systems: pairwise coprime moduli m_i = 2^52 - c_i, made when a program runs.
   Integers X with |X| < M/2, M the product, are their residues (rns.md). */
#ifndef TMD_RNS_MODULI_H
#define TMD_RNS_MODULI_H

#include <flint/fmpz.h>
#include <gmp.h>
#include <stdint.h>

enum { TMD_RNS_MODULI_MAX = 1024 }; /* c_i < 2^16 up to there */

struct tmd_rns {
  int count;       /* moduli */
  uint64_t *c, *m; /* m_i = 2^52 - c_i, falling */
  fmpz_multi_CRT_t remainders;
};

/* As many moduli as have M >= 2^bits. NULL (message, status 2) if that is more than
   TMD_RNS_MODULI_MAX. */
struct tmd_rns *tmd_rns_make(long bits);
void tmd_rns_free(struct tmd_rns *rns);

/* The X with these residues and |X| < M/2, by the Chinese remainder theorem; all are residues. */
void tmd_rns_to_mpz(mpz_t X, const struct tmd_rns *rns, const uint64_t *residue);

#endif
