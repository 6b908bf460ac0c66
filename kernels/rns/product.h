/* y <- alpha A x + beta y, the product that residues compute; by MPFR for comparison. */
#ifndef TMD_RNS_PRODUCT_H
#define TMD_RNS_PRODUCT_H

#include "kernels/rns/matrix.h"

/* Of equal precisions. A is transposed if `transposed`; x and y have fitting lengths. y is
   NULL, or beta is not 0. */
struct tmd_product {
  const struct tmd_matrix *A, *x, *y;
  mpfr_srcptr alpha, beta;
  int transposed;
  int exact; /* each result is the exact one, rounded once */
  int threads;
};

static inline size_t tmd_product_rows(const struct tmd_product *p) {
  return p->transposed ? p->A->columns : p->A->rows;
}
static inline size_t tmd_product_columns(const struct tmd_product *p) {
  return p->transposed ? p->A->rows : p->A->columns;
}
static inline mpfr_ptr tmd_product_entry(const struct tmd_product *p, size_t row, size_t column) {
  return p->transposed ? tmd_matrix_entry(p->A, column, row) : tmd_matrix_entry(p->A, row, column);
}

/* Sets result, a vector of tmd_product_rows(p) numbers of the same precision, by MPFR: a chain of
   mpfr_fma for each row, or, exact, the sum of exact products (mpfr_sum). */
void tmd_product_mpfr(struct tmd_matrix *result, const struct tmd_product *p);

/* The exact result of a row, rounded once to the precision of y. */
void tmd_product_row_exact(mpfr_t y, const struct tmd_product *p, size_t row);

/* result <- alpha s + beta y for one row: once rounded. 0 has the sign +. */
void tmd_product_finish(mpfr_t result, const struct tmd_product *p, size_t row, mpfr_srcptr s);

#endif
