/* y <- alpha A x + beta y as Isupov and Knyazkov compute it (their algorithm 1): x is scaled by
   alpha, y by beta, the columns of A by x, in three steps each, and the rows are summed and added
   to y. Every operation is rounded: rns.md, 5, bounds the error. */
#ifndef TMD_ISUPOV_H
#define TMD_ISUPOV_H

#include "kernels/rns/product.h"
#include "kernels/rns/residue-floats.h"

/* The numbers of a product, in residues; A as it lies, transposed or not. */
struct tmd_rns_paper {
  const struct tmd_product *p;
  struct tmd_rns *rns;
  struct tmd_rns_array A, x, y, factors; /* factors: alpha, beta */
};

/* Moduli for at least the product's precision. 0, or -1 (message). */
int tmd_rns_paper_make(struct tmd_rns_paper *paper, const struct tmd_product *p);
void tmd_rns_paper_free(struct tmd_rns_paper *paper);
void tmd_rns_paper_run(struct tmd_matrix *result, const struct tmd_rns_paper *paper);

#endif
