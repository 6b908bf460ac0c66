/* Matrices from files, in either form. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/tmd-matrix.h"
#include "lib/base/arb-compat.h"
#include "lib/base/error.h"
#include "lib/base/text-lines.h"
#include "tools/matrix/matrix-file.h"

/* Numbers are appended as they are read: what a header says is not believed before. */
struct numbers {
  mpfr_t *number;
  unsigned long count, capacity;
  mpfr_prec_t precision;
  size_t columns; /* of a row; 0 before the first one */
};

static mpfr_ptr append(struct numbers *numbers) {
  numbers->number =
      tmd_grow(numbers->number, &numbers->capacity, numbers->count + 1, sizeof(mpfr_t));
  mpfr_init2(numbers->number[numbers->count], numbers->precision);
  return numbers->number[numbers->count++];
}

/* ---- text ---- */

/* The numbers of a line: how many, or -1 (message). */
static long read_row(struct numbers *numbers, char *line) {
  char *rest = NULL;
  long count = 0;
  if (line[0] == '#') return 0;
  for (char *text = strtok_r(line, " \t\r", &rest); text;
       text = strtok_r(NULL, " \t\r", &rest), count++)
    if (tmd_entry_parse(append(numbers), text)) return -1;
  return count;
}

static int read_rows(struct numbers *numbers, struct tmd_lines *lines) {
  int more;
  while ((more = tmd_lines_next(lines)) > 0) {
    const long count = read_row(numbers, lines->text);
    if (count < 0)
      return tmd_error(TMD_USAGE, "%s: line %lu: %s", lines->name, lines->number, tmd_error_text());
    if (numbers->columns == 0) numbers->columns = (size_t)count;
    if (count > 0 && numbers->columns != (size_t)count)
      return tmd_error(TMD_USAGE, "%s: line %lu: has %ld numbers, the first row has %zu",
                       lines->name, lines->number, count, numbers->columns);
  }
  if (more < 0) return tmd_error(TMD_USAGE, "%s", tmd_error_text()); /* malformed: status 2 here */
  return numbers->columns > 0 ? 0 : tmd_error(TMD_USAGE, "%s: has no numbers", lines->name);
}

static int read_text(struct numbers *numbers, FILE *file, const char *name) {
  struct tmd_lines lines = {.file = file, .name = name};
  const int failed = read_rows(numbers, &lines);
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
  if (fread(&entry, sizeof entry, 1, file) != 1 || fread(significand, 8 * words, 1, file) != 1)
    return cut_short(file, name);
  mpz_import(S, words, -1, 8, 0, 0, significand);
  if (entry.negative > 1) return tmd_error(TMD_USAGE, "%s: a sign is neither 0 nor 1", name);
  if (entry.negative) mpz_neg(S, S);
  const int64_t most = 2 * (int64_t)TMD_MATRIX_EXPONENT_MAX; /* S may have zeros at either end */
  const int far = mpz_sgn(S) != 0 && (entry.unit > most || entry.unit < -most);
  if (!far) mpfr_set_z_2exp(x, S, mpz_sgn(S) ? entry.unit : 0, MPFR_RNDN);
  if (far || !tmd_number_fits(x))
    return tmd_error(TMD_USAGE, "%s: a number is too large or too small", name);
  return 0;
}

static int read_raw(struct numbers *numbers, FILE *file, const char *name) {
  struct tmd_matrix_header header;
  if (fread(&header, sizeof header, 1, file) != 1) return cut_short(file, name);
  if (memcmp(header.magic, TMD_MATRIX_MAGIC, sizeof header.magic))
    return tmd_error(TMD_USAGE, "%s: is no matrix", name);
  if (header.words < 1 || header.words > TMD_MATRIX_WORDS_MAX || header.rows < 1 ||
      header.columns < 1 || header.rows > TMD_MATRIX_ENTRIES_MAX / header.columns)
    return tmd_error(TMD_USAGE, "%s: a matrix of impossible size", name);
  int failed = 0;
  SCOPED(mpz, S);
  numbers->columns = header.columns;
  while (!failed && numbers->count < header.rows * header.columns)
    failed = read_entry(append(numbers), S, file, name, header.words);
  if (!failed && fgetc(file) != EOF)
    failed = tmd_error(TMD_USAGE, "%s: goes on behind its last number", name);
  return failed;
}

int tmd_matrix_read(struct tmd_matrix *matrix, FILE *file, const char *name,
                    mpfr_prec_t precision) {
  struct numbers numbers = {.precision = precision};
  const int first = fgetc(file);
  if (first == EOF && ferror(file)) return tmd_error(TMD_USAGE, "%s: %s", name, strerror(errno));
  if (first != EOF) ungetc(first, file);
  const int failed = (first == TMD_MATRIX_MAGIC[0] ? read_raw : read_text)(&numbers, file, name);
  if (!failed) tmd_matrix_make(matrix, numbers.count / numbers.columns, numbers.columns, precision);
  for (unsigned long i = 0; i < numbers.count; i++) {
    if (!failed) mpfr_set(matrix->entry[i], numbers.number[i], MPFR_RNDN);
    mpfr_clear(numbers.number[i]);
  }
  free(numbers.number);
  return failed;
}
