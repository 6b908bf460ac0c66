/* Matrices from files, in either form. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/tmd-matrix.h"
#include "lib/base/error.h"
#include "lib/base/lines.h"
#include "lib/matrix/matrix.h"

/* ---- text: numbers are appended while their count is not known yet ---- */

struct numbers {
  mpfr_t *number;
  unsigned long count, capacity;
};

static int append(struct numbers *numbers, const char *text, mpfr_prec_t precision) {
  numbers->number = tmd_grow(numbers->number, &numbers->capacity, numbers->count + 1, sizeof(mpfr_t));
  mpfr_init2(numbers->number[numbers->count], precision);
  return tmd_number_parse(numbers->number[numbers->count++], text);
}

/* The numbers of a line: how many, or -1 (message). */
static long read_row(struct numbers *numbers, char *line, mpfr_prec_t precision) {
  char *rest = NULL;
  long count = 0;
  if (line[0] == '#') return 0;
  for (char *text = strtok_r(line, " \t\r", &rest); text; text = strtok_r(NULL, " \t\r", &rest), count++)
    if (append(numbers, text, precision)) return -1;
  return count;
}

static int read_rows(struct numbers *numbers, struct tmd_lines *lines, size_t *columns, mpfr_prec_t precision) {
  char what[160];
  int more;
  while ((more = tmd_lines_next(lines)) > 0) {
    const long count = read_row(numbers, lines->text, precision);
    if (count < 0) {
      snprintf(what, sizeof what, "%s", tmd_error_text());
      return tmd_error(TMD_USAGE, "%s: line %lu: %s", lines->name, lines->number, what);
    }
    if (count == 0) continue;
    if (*columns == 0) *columns = (size_t)count;
    if (*columns != (size_t)count)
      return tmd_error(TMD_USAGE, "%s: line %lu: has %ld numbers, the first row has %zu", lines->name, lines->number, count,
                       *columns);
  }
  if (more < 0) {
    snprintf(what, sizeof what, "%s", tmd_error_text());
    return tmd_error(TMD_USAGE, "%s", what); /* malformed input is status 2 here */
  }
  return *columns > 0 ? 0 : tmd_error(TMD_USAGE, "%s: has no numbers", lines->name);
}

static int read_text(struct tmd_matrix *matrix, FILE *file, const char *name, mpfr_prec_t precision) {
  struct numbers numbers = {0};
  struct tmd_lines lines = {.file = file, .name = name};
  size_t columns = 0;
  const int failed = read_rows(&numbers, &lines, &columns, precision);
  if (!failed) tmd_matrix_make(matrix, numbers.count / columns, columns, precision);
  for (unsigned long i = 0; i < numbers.count; i++) {
    if (!failed) mpfr_set(matrix->entry[i], numbers.number[i], MPFR_RNDN);
    mpfr_clear(numbers.number[i]);
  }
  free(numbers.number);
  tmd_lines_close(&lines);
  return failed;
}

/* ---- raw ---- */

static int cut_short(FILE *file, const char *name) {
  return tmd_error(TMD_USAGE, "%s: %s", name, ferror(file) ? strerror(errno) : "cut short");
}

static int read_entry(mpfr_t x, mpz_t S, FILE *file, const char *name, uint64_t words) {
  struct tmd_matrix_entry entry;
  uint64_t significand[TMD_MATRIX_WORDS_MAX];
  if (fread(&entry, sizeof entry, 1, file) != 1 || fread(significand, 8 * words, 1, file) != 1) return cut_short(file, name);
  mpz_import(S, words, -1, 8, 0, 0, significand);
  if (entry.negative > 1) return tmd_error(TMD_USAGE, "%s: a sign is neither 0 nor 1", name);
  if (entry.negative) mpz_neg(S, S);
  const int64_t most = 2 * (int64_t)TMD_MATRIX_EXPONENT_MAX; /* S may have zeros at either end */
  const int far = mpz_sgn(S) != 0 && (entry.unit > most || entry.unit < -most);
  if (!far) mpfr_set_z_2exp(x, S, mpz_sgn(S) ? entry.unit : 0, MPFR_RNDN);
  if (far || !tmd_number_fits(x)) return tmd_error(TMD_USAGE, "%s: a number is too large or too small", name);
  return 0;
}

static int read_raw(struct tmd_matrix *matrix, FILE *file, const char *name, mpfr_prec_t precision) {
  struct tmd_matrix_header header;
  if (fread(&header, sizeof header, 1, file) != 1) return cut_short(file, name);
  if (memcmp(header.magic, TMD_MATRIX_MAGIC, sizeof header.magic)) return tmd_error(TMD_USAGE, "%s: is no matrix", name);
  if (header.words < 1 || header.words > TMD_MATRIX_WORDS_MAX || header.rows < 1 || header.columns < 1 ||
      header.rows > TMD_MATRIX_ENTRIES_MAX / header.columns)
    return tmd_error(TMD_USAGE, "%s: a matrix of impossible size", name);
  mpz_t S;
  int failed = 0;
  mpz_init(S);
  tmd_matrix_make(matrix, header.rows, header.columns, precision);
  for (size_t i = 0; i < tmd_matrix_count(matrix) && !failed; i++)
    failed = read_entry(matrix->entry[i], S, file, name, header.words);
  if (!failed && fgetc(file) != EOF) failed = tmd_error(TMD_USAGE, "%s: goes on behind its last number", name);
  if (failed) tmd_matrix_free(matrix);
  mpz_clear(S);
  return failed;
}

int tmd_matrix_read(struct tmd_matrix *matrix, FILE *file, const char *name, mpfr_prec_t precision) {
  const int first = fgetc(file);
  if (first == EOF && ferror(file)) return tmd_error(TMD_USAGE, "%s: %s", name, strerror(errno));
  if (first != EOF) ungetc(first, file);
  return first == TMD_MATRIX_MAGIC[0] ? read_raw(matrix, file, name, precision) : read_text(matrix, file, name, precision);
}
