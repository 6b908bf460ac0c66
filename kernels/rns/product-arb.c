#include "lib/base/arb-compat.h"

#include <stdint.h>
#include <stdlib.h>

#include "kernels/rns/product.h"
#include "lib/base/error.h"

/* Row by row as Arb takes them: a row of A, and x. */
static arb_ptr balls_of(const struct tmd_product *p, size_t row) {
  const size_t columns = tmd_product_columns(p);
  arb_ptr balls = _arb_vec_init((slong)columns);
  for (size_t j = 0; j < columns; j++)
    arf_set_mpfr(arb_midref(balls + j),
                 row == SIZE_MAX ? p->x->entry[j] : tmd_product_entry(p, row, j));
  return balls;
}

static void row_rounded(mpfr_t result, const struct tmd_product *p, arb_srcptr row, arb_srcptr x,
                        size_t i) {
  const slong precision = (slong)mpfr_get_prec(result);
  SCOPED(arb, sum);
  FLOATS(precision, s);
  arb_dot(sum, NULL, 0, row, 1, x, 1, (slong)tmd_product_columns(p), precision);
  arf_get_mpfr(s, arb_midref(sum), MPFR_RNDN);
  tmd_product_finish(result, p, i, s);
}

static void row_exact(mpfr_t result, const struct tmd_product *p, arb_srcptr row, arb_srcptr x,
                      size_t i) {
  const slong columns = (slong)tmd_product_columns(p);
  arf_ptr term = tmd_allocate((size_t)(columns + 1) * sizeof *term);
  SCOPED(arf, factor, sum);
  arf_set_mpfr(factor, p->alpha);
  for (slong j = 0; j <= columns; j++) arf_init(term + j);
  for (slong j = 0; j < columns; j++) {
    arf_mul(term + j, arb_midref(row + j), arb_midref(x + j), ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_mul(term + j, term + j, factor, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
  if (p->y) {
    arf_set_mpfr(factor, p->beta);
    arf_set_mpfr(term + columns, p->y->entry[i]);
    arf_mul(term + columns, term + columns, factor, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
  arf_sum(sum, term, columns + 1, (slong)mpfr_get_prec(result), ARF_RND_NEAR);
  arf_get_mpfr(result, sum, MPFR_RNDN);
  for (slong j = 0; j <= columns; j++) arf_clear(term + j);
  free(term);
}

void tmd_product_arb(struct tmd_matrix *result, const struct tmd_product *p) {
  const slong columns = (slong)tmd_product_columns(p);
  arb_ptr x = balls_of(p, SIZE_MAX);
#pragma omp parallel for schedule(dynamic) num_threads(p->threads)
  for (size_t i = 0; i < tmd_product_rows(p); i++) {
    arb_ptr row = balls_of(p, i);
    (p->exact ? row_exact : row_rounded)(result->entry[i], p, row, x, i);
    _arb_vec_clear(row, columns);
  }
  _arb_vec_clear(x, columns);
}
