/* Re-basing packets in a residue number system: the straightforward shift of lib/packet/rebase.h as
   a product of matrices.

   At the place u of a domain c'[j][k] = sum_l T[k][l] r_(j+l), T[k][l] = Delta_n'^k C(u, l), where
   k <= l <= degree - j: integers that are the same for every packet, as u is. With r as integers
   below 2^(64 words) the sum is an integer, exact in residues, and c'[j][k] is what it is modulo
   2^(64 words): the words are those of the other methods. */
#ifndef TMD_SHIFT_BY_RESIDUES_H
#define TMD_SHIFT_BY_RESIDUES_H

#include "kernels/rns/moduli.h"
#include "lib/packet/rebase.h"

/* The matrices for a shape of packets, of the first places of a domain; other places are the first
   ones of a polynomial that has been moved. Start from zero. */
struct tmd_shift_residues {
  struct tmd_rebase rebase;
  int degree, words, outer; /* of the input; outer of what is made */
  uint64_t places;          /* a multiple of TMD_TRACKS */
  struct tmd_rns *rns;
  uint64_t *matrix; /* [place / TMD_TRACKS][modulus][k][l][track] */
};

/* Makes them for inputs like this one, unless they are those already. 0, or -1 (message): numbers
   too large. */
int tmd_shift_residues_make(struct tmd_shift_residues *shift, const struct tmd_poly_record *input,
                            const struct tmd_rebase *rebase);

/* For tests and benchmarks: zero again. */
void tmd_shift_residues_free(struct tmd_shift_residues *shift);

/* As tmd_rebase_run; any number of threads. */
void tmd_shift_residues_run(const struct tmd_shift_residues *shift,
                            const struct tmd_rebase_source *source, uint64_t first, uint64_t count,
                            unsigned char *records, size_t record_bytes);

#endif
