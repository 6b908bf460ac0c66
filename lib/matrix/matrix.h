/* Matrices and vectors of multiple-precision numbers. */
#ifndef TMD_MATRIX_H
#define TMD_MATRIX_H

#include <mpfr.h>
#include <stddef.h>
#include <stdio.h>

enum { TMD_MATRIX_PRECISION_MAX = 16384, TMD_MATRIX_EXPONENT_MAX = 1 << 28 };

/* Row by row; the numbers, of equal precision, fit. Their significands lie one behind the other,
   and no mpfr_clear is to be called for them. */
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

/* Reads a number, decimal or 0x hexadecimal, rounded to nearest to the precision of x. 0, or -1
   (message) if the text is none, or beyond the exponents. */
int tmd_number_parse(mpfr_t x, const char *text);

/* Prints it as a normalized hexadecimal float, exact: "-0x1.8p+3", "0x0p+0". */
void tmd_number_print(FILE *out, mpfr_srcptr x);

/* Reads a file in either form: text, one row a line, or raw (tmd-matrix(5)); numbers are rounded to
   nearest to the precision. 0, or -1 (message, status 2). */
int tmd_matrix_read(struct tmd_matrix *matrix, FILE *file, const char *name, mpfr_prec_t precision);

/* Both leave it to the caller to look for errors of the file. */
void tmd_matrix_write_text(FILE *out, const struct tmd_matrix *matrix);
void tmd_matrix_write_raw(FILE *out, const struct tmd_matrix *matrix);

#endif
