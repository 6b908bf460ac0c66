/* The jobs of a residue number system, and their entries: numbers to residues, and dot products in
   residues. */
#ifndef TMD_RNS_JOB_H
#define TMD_RNS_JOB_H

#include <stdint.h>

#include "kernels/lane/kernels.h"

enum {
  TMD_RNS_ROWS = 4,        /* of a block of a matrix */
  TMD_RNS_TERMS_MAX = 2048 /* of a sum of products that is not reduced in between (rns.md, 2) */
};

/* Eight integers, sum_k digit[k][track] 2^(52 k), k < digits, negative where negative[track] is ~0
   and not 0. */
struct tmd_rns_convert_job {
  int moduli, digits, powers;
  int plain;             /* without AVX-512 IFMA, for tests */
  const uint64_t *c;     /* moduli 2^52 - c */
  const uint64_t *power; /* [modulus][powers], at least `digits`: 2^(52 k) */
  const uint64_t (*digit)[TMD_TRACKS];
  const uint64_t *negative;
  uint64_t stride; /* of the residues, from one modulus to the next */
};

/* residue[stride i + track] */
TMD_KERNEL(void, rns_convert, (const struct tmd_rns_convert_job *job, uint64_t *residue))

/* A block of rows times a vector, groups of TMD_TRACKS columns. */
struct tmd_rns_dot_job {
  int moduli, plain;
  uint64_t groups;
  const uint64_t *c;
  const uint64_t *block;  /* [modulus][group][row][track] */
  const uint64_t *vector; /* [modulus][group][track] */
};

/* residue[modulus][row] */
TMD_KERNEL(void, rns_dot, (const struct tmd_rns_dot_job *job, uint64_t (*residue)[TMD_RNS_ROWS]))

#endif
