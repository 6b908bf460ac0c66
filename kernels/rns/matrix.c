#include "kernels/rns/matrix.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

void tmd_matrix_make(struct tmd_matrix *matrix, size_t rows, size_t columns,
                     mpfr_prec_t precision) {
  const size_t count = rows * columns, bytes = mpfr_custom_get_size(precision);
  *matrix = (struct tmd_matrix){rows, columns, precision, tmd_allocate(count * sizeof(mpfr_t)),
                                tmd_allocate(count * bytes)};
  for (size_t i = 0; i < count; i++) {
    void *significand = (unsigned char *)matrix->significands + i * bytes;
    mpfr_custom_init(significand, precision);
    mpfr_custom_init_set(matrix->entry[i], MPFR_ZERO_KIND, 0, precision, significand);
  }
}

void tmd_matrix_free(struct tmd_matrix *matrix) {
  free(matrix->entry);
  free(matrix->significands);
  *matrix = (struct tmd_matrix){.rows = 0};
}
