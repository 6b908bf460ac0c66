/* Matrix-vector products in residues: each row of the matrix, and the vector, are integers of a
   common exponent, so that a dot product is exact, and its result rounded once (rns.md, 3). Rows
   that are too wide for that are summed by mpfr_sum, with the same result. */
#ifndef TMD_RNS_GEMV_H
#define TMD_RNS_GEMV_H

#include "kernels/rns/moduli.h"
#include "kernels/rns/product.h"

enum { TMD_RNS_SPREAD_MAX = 1024 }; /* bits that a row, or x, may be wider than the precision */

/* A product; its matrix is stored in residues, or each block of rows is taken when it is
   multiplied.
 */
struct tmd_rns_product {
  const struct tmd_product *p;
  struct tmd_rns *rns; /* NULL if all rows are left out */
  size_t blocks,
      groups;      /* of TMD_RNS_ROWS rows, of TMD_TRACKS columns; what is beyond the matrix is 0 */
  uint64_t *power; /* of 2^52, for conversion: [modulus][digits] */
  int digits;
  uint64_t *matrix;    /* [block][modulus][group][row][track]; NULL if it is not kept */
  uint64_t *vector;    /* [modulus][group][track] */
  long *unit, *width;  /* of each row: the power of two of its integers, and their bits */
  unsigned char *left; /* 1: a row that is too wide */
  long x_unit;
  size_t left_count;
};

/* Takes A into residues if they are to be kept, for many products or a device. p stays with the
   product. 0, or -1 (message): a precision that is too large. */
int tmd_rns_product_make(struct tmd_rns_product *product, const struct tmd_product *p, int keep);
void tmd_rns_product_free(struct tmd_rns_product *product);

/* Takes x into residues, multiplies, and rounds; as tmd_product_mpfr with `exact`. */
void tmd_rns_product_run(struct tmd_matrix *result, const struct tmd_rns_product *product);

/* ---- its steps, for devices ---- */

/* x into product->vector. */
void tmd_rns_product_take_x(const struct tmd_rns_product *product);

/* A row's result from its residues, residue[stride i]; those of rows left out are not looked at. */
void tmd_rns_product_row(struct tmd_matrix *result, const struct tmd_rns_product *product,
                         size_t row, const uint64_t *residue, size_t stride);

/* Words of the matrix in residues. */
size_t tmd_rns_product_words(const struct tmd_rns_product *product);

#endif
