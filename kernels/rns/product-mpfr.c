#include <stdlib.h>

#include "kernels/rns/product.h"
#include "lib/base/arb-compat.h"
#include "lib/base/error.h"

void tmd_product_finish(mpfr_t result, const struct tmd_product *p, size_t row, mpfr_srcptr s) {
  if (p->y) mpfr_fmma(result, p->alpha, s, p->beta, p->y->entry[row], MPFR_RNDN);
  else mpfr_mul(result, p->alpha, s, MPFR_RNDN);
  if (mpfr_zero_p(result)) mpfr_set_zero(result, 1);
}

static void row_rounded(mpfr_t result, const struct tmd_product *p, size_t row) {
  FLOATS(mpfr_get_prec(result), s);
  mpfr_set_zero(s, 1);
  for (size_t j = 0; j < tmd_product_columns(p); j++)
    mpfr_fma(s, tmd_product_entry(p, row, j), p->x->entry[j], s, MPFR_RNDN);
  tmd_product_finish(result, p, row, s);
}

void tmd_product_row_exact(mpfr_t y, const struct tmd_product *p, size_t row) {
  const size_t columns = tmd_product_columns(p);
  const mpfr_prec_t precision = mpfr_get_prec(y);
  mpfr_t *term = tmd_allocate((columns + 1) * sizeof *term), product;
  mpfr_ptr *terms = tmd_allocate((columns + 1) * sizeof *terms);
  mpfr_init2(product, 2 * precision);
  for (size_t j = 0; j <= columns; j++) mpfr_init2(terms[j] = term[j], 3 * precision);
  for (size_t j = 0; j < columns; j++) {
    mpfr_mul(product, tmd_product_entry(p, row, j), p->x->entry[j], MPFR_RNDN);
    mpfr_mul(term[j], product, p->alpha, MPFR_RNDN);
  }
  mpfr_set_zero(term[columns], 1);
  if (p->y) mpfr_mul(term[columns], p->beta, p->y->entry[row], MPFR_RNDN);
  mpfr_sum(y, terms, columns + 1, MPFR_RNDN);
  if (mpfr_zero_p(y)) mpfr_set_zero(y, 1);
  for (size_t j = 0; j <= columns; j++) mpfr_clear(term[j]);
  mpfr_clear(product);
  free(terms);
  free(term);
}

void tmd_product_mpfr(struct tmd_matrix *result, const struct tmd_product *p) {
#pragma omp parallel for schedule(dynamic) num_threads(p->threads)
  for (size_t i = 0; i < tmd_product_rows(p); i++)
    if (p->exact) tmd_product_row_exact(result->entry[i], p, i);
    else row_rounded(result->entry[i], p, i);
}
