/* Matrices and vectors of multiple-precision numbers. */
#ifndef TMD_RNS_MATRIX_H
#define TMD_RNS_MATRIX_H

#include <mpfr.h>
#include <stddef.h>

enum { TMD_MATRIX_PRECISION_MAX = 16384, TMD_MATRIX_EXPONENT_MAX = 1 << 28 };

/* Row by row; the numbers have equal precision and fit. Their significands are contiguous, so that
   mpfr_clear must not be called for them. */
struct tmd_matrix {
  size_t rows, columns;
  mpfr_prec_t precision;
  mpfr_t *entry;
  void *significands;
};

void tmd_matrix_make(struct tmd_matrix *matrix, size_t rows, size_t columns,
                     mpfr_prec_t precision); /* all zero */
void tmd_matrix_free(struct tmd_matrix *matrix);

static inline mpfr_ptr tmd_matrix_entry(const struct tmd_matrix *matrix, size_t row,
                                        size_t column) {
  return matrix->entry[row * matrix->columns + column];
}

/* 0, or finite and of moderate exponent, so that products of three stay in MPFR's range. */
static inline int tmd_number_fits(mpfr_srcptr x) {
  if (!mpfr_regular_p(x)) return mpfr_zero_p(x);
  return mpfr_get_exp(x) <= TMD_MATRIX_EXPONENT_MAX && mpfr_get_exp(x) >= -TMD_MATRIX_EXPONENT_MAX;
}

/* The entries as a vector: rows * columns numbers. */
static inline size_t tmd_matrix_count(const struct tmd_matrix *matrix) {
  return matrix->rows * matrix->columns;
}

#endif
