/* Matrices and vectors in files, and their numbers as text. */
#ifndef TMD_MATRIX_FILE_H
#define TMD_MATRIX_FILE_H

#include <stdio.h>

#include "kernels/rns/matrix.h"

/* Reads a number, decimal or 0x hexadecimal, rounded to nearest to the precision of x. 0, or -1
   (message) if the text is not a number, or beyond the exponents. */
int tmd_entry_parse(mpfr_t x, const char *text);

/* Prints it as a normalized hexadecimal float, exact: "-0x1.8p+3", "0x0p+0". */
void tmd_entry_print(FILE *out, mpfr_srcptr x);

/* Reads a file in either form: text, one row a line, or raw (tmd-matrix(5)); numbers are rounded to
   nearest to the precision. 0, or -1 (message, status 2). */
int tmd_matrix_read(struct tmd_matrix *matrix, FILE *file, const char *name, mpfr_prec_t precision);

/* The caller checks the file for errors. */
void tmd_matrix_write_text(FILE *out, const struct tmd_matrix *matrix);
void tmd_matrix_write_raw(FILE *out, const struct tmd_matrix *matrix);

#endif
