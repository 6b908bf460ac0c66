/* tmd-gemv: products of a matrix and a vector of multiple-precision numbers. */
#include <stdlib.h>
#include <string.h>

#include "kernels/rns/gemv.h"
#include "kernels/rns/matrix.h"
#include "kernels/rns/on-device.h"
#include "kernels/rns/product.h"
#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "tools/matrix/matrix-file.h"
#include "tools/stage/executor.h"

enum { PRECISION_DEFAULT = 212 };
enum { ENGINE_RNS, ENGINE_MPFR };

static long long precision = PRECISION_DEFAULT;
static const char *alpha_text = "1", *beta_text;
static int engine, transposed, exact, to_raw;

static const struct tmd_option options[] = {
    {"precision", 'p', TMD_NUMBER, "BITS", "precision of all numbers (default 212)", &precision, 2,
     TMD_MATRIX_PRECISION_MAX, NULL, NULL},
    {"alpha", 0, TMD_TEXT, "A", "the factor of the product (default 1)", &alpha_text, 0, 0, NULL,
     NULL},
    {"beta", 0, TMD_TEXT, "B", "the factor of y (default 1)", &beta_text, 0, 0, NULL, NULL},
    {"transposed", 't', TMD_FLAG, NULL, "multiply the transposed matrix", &transposed, 0, 0, NULL,
     NULL},
    {"engine", 0, TMD_CHOICE, "NAME", "engine of the computation (default rns)", &engine, 0, 0,
     "rns|mpfr", NULL},
    {"exact", 0, TMD_FLAG, NULL, "round each exact result once", &exact, 0, 0, NULL, NULL},
    {"to", 0, TMD_CHOICE, "FORM", "form of the result (default text)", &to_raw, 0, 0, "text|raw",
     NULL},
    TMD_SIMD_OPTION,
    {0},
};

TMD_PAGE("tools/tmd-gemv.mdoc");

static const struct tmd_tool tool = {
    "tmd-gemv",
    "multiply a matrix and a vector of multiple-precision numbers",
    "MATRIX [X [Y]]",
    "Computes alpha A x + beta y and prints one hexadecimal number a line; with the matrix "
    "alone, prints the matrix.",
    options,
    "tmd-gemv --precision 424 A.txt x.txt > y.txt",
    tmd_page,
};

static void read_matrix(struct tmd_matrix *matrix, const char *name) {
  FILE *file = tmd_open_input(name);
  if (tmd_matrix_read(matrix, file, tmd_input_name(name), precision)) tmd_fail();
  if (file != stdin) fclose(file);
}

static void read_factor(mpfr_t x, const char *option, const char *text) {
  mpfr_init2(x, precision);
  if (tmd_entry_parse(x, text)) tmd_die(TMD_USAGE, "--%s: %s", option, tmd_error_text());
}

/* Refuses a vector of a wrong length. */
static void check_length(const struct tmd_matrix *vector, const char *name, size_t length) {
  if (vector->rows != 1 && vector->columns != 1)
    tmd_die(TMD_USAGE, "%s: has %zu rows and %zu columns: no vector", name, vector->rows,
            vector->columns);
  if (tmd_matrix_count(vector) != length)
    tmd_die(TMD_USAGE, "%s: has %zu numbers, %zu are wanted", name, tmd_matrix_count(vector),
            length);
}

static struct tmd_statistics {
  double read, made, done; /* times, in seconds */
  int moduli;
  size_t bytes, left;
} statistics;

static int by_residues(struct tmd_matrix *result, const struct tmd_product *p) {
  struct tmd_rns_product product;
  struct tmd_device *device = NULL;
  if (tmd_executor_device(&device) || tmd_rns_product_make(&product, p, device != NULL)) return -1;
  statistics.made = tmd_seconds();
  if (product.rns)
    statistics.moduli = product.rns->count, statistics.bytes = 8 * tmd_rns_product_words(&product);
  statistics.left = product.left_count;
  int failed = 0;
  if (device && product.rns) failed = tmd_device_rns_run(result, &product, device);
  else tmd_rns_product_run(result, &product);
  tmd_rns_product_free(&product);
  return failed;
}

static int multiply(struct tmd_matrix *result, const struct tmd_product *p) {
  statistics.made = tmd_seconds();
  if (engine == ENGINE_RNS) return by_residues(result, p);
  tmd_product_mpfr(result, p);
  return 0;
}

static void write_matrix(const struct tmd_matrix *matrix) {
  FILE *out = tmd_open_output(to_raw);
  if (to_raw) tmd_matrix_write_raw(out, matrix);
  else tmd_matrix_write_text(out, matrix);
  tmd_close_text(out);
  tmd_output_complete();
}

static void check_options(char **operands, int count) {
  if (count < 1 || count > 3) tmd_die(TMD_USAGE, "wants a matrix, x and perhaps y (try --help)");
  for (int i = 0; i < count; i++)
    for (int j = 0; j < i; j++)
      if (!strcmp(operands[i], "-") && !strcmp(operands[j], "-"))
        tmd_die(TMD_USAGE, "standard input can be read once");
  if (beta_text && count < 3) tmd_die(TMD_USAGE, "--beta wants a y (try --help)");
  if (tmd_executor_choose(1, 1)) tmd_fail();
  if (engine != ENGINE_RNS && tmd_executor_has_device())
    tmd_die(TMD_USAGE, "--device is for the engine rns (try --help)");
}

static void print_statistics(const struct tmd_product *p, double start) {
  if (!tmd_common.stats) return;
  fprintf(stderr, "%s: rows=%zu columns=%zu moduli=%d bytes_in_residues=%zu rows_by_mpfr=%zu ",
          tool.name, tmd_product_rows(p), tmd_product_columns(p), statistics.moduli,
          statistics.bytes, statistics.left);
  fprintf(stderr, "seconds_reading=%.4f seconds_before=%.4f seconds=%.4f\n",
          statistics.read - start, statistics.made - statistics.read,
          statistics.done - statistics.made);
}

int main(int argc, char **argv) {
  struct tmd_matrix A, x, y, result;
  mpfr_t alpha, beta;
  tmd_common.list_devices = tmd_executor_list;
  const int first = tmd_options(&tool, argc, argv), count = argc - first;
  char **operands = argv + first;
  check_options(operands, count);
  const double start = tmd_seconds();
  read_factor(alpha, "alpha", alpha_text);
  read_factor(beta, "beta", beta_text ? beta_text : "1");
  read_matrix(&A, operands[0]);
  if (count == 1) {
    write_matrix(&A);
    return TMD_OK;
  }
  struct tmd_product p = {&A,    &x,           count == 3 && !mpfr_zero_p(beta) ? &y : NULL,
                          alpha, beta,         transposed,
                          exact, tmd_threads()};
  read_matrix(&x, operands[1]);
  check_length(&x, operands[1], tmd_product_columns(&p));
  if (count == 3) {
    read_matrix(&y, operands[2]);
    check_length(&y, operands[2], tmd_product_rows(&p));
  }
  statistics.read = tmd_seconds();
  tmd_matrix_make(&result, tmd_product_rows(&p), 1, precision);
  if (multiply(&result, &p)) tmd_fail();
  statistics.done = tmd_seconds();
  write_matrix(&result);
  print_statistics(&p, start);
  tmd_matrix_free(&A);
  tmd_matrix_free(&x);
  if (count == 3) tmd_matrix_free(&y);
  tmd_matrix_free(&result);
  mpfr_clears(alpha, beta, (mpfr_ptr)0);
  return TMD_OK;
}
