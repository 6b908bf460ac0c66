/* Matrices to files, in either form. */
#include <string.h>

#include "formats/tmd-matrix.h"
#include "lib/base/arb-compat.h"
#include "tools/matrix/matrix-file.h"

void tmd_matrix_write_text(FILE *out, const struct tmd_matrix *matrix) {
  for (size_t i = 0; i < tmd_matrix_count(matrix); i++) {
    tmd_entry_print(out, matrix->entry[i]);
    fputc((i + 1) % matrix->columns ? ' ' : '\n', out);
  }
}

void tmd_matrix_write_raw(FILE *out, const struct tmd_matrix *matrix) {
  const uint64_t words = (uint64_t)(matrix->precision + 63) / 64;
  struct tmd_matrix_header header = {
      .rows = matrix->rows, .columns = matrix->columns, .words = words};
  SCOPED(mpz, S);
  memcpy(header.magic, TMD_MATRIX_MAGIC, sizeof header.magic);
  fwrite(&header, sizeof header, 1, out);
  for (size_t i = 0; i < tmd_matrix_count(matrix); i++) {
    uint64_t significand[TMD_MATRIX_WORDS_MAX] = {0};
    struct tmd_matrix_entry entry = {
        .unit = mpfr_zero_p(matrix->entry[i]) ? 0 : mpfr_get_z_2exp(S, matrix->entry[i])};
    if (mpfr_zero_p(matrix->entry[i])) mpz_set_ui(S, 0);
    entry.negative = mpz_sgn(S) < 0;
    mpz_export(significand, NULL, -1, 8, 0, 0, S);
    fwrite(&entry, sizeof entry, 1, out);
    fwrite(significand, 8 * words, 1, out);
  }
}
