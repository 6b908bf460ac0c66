#include "kernels/rns/isupov.h"

static void set_all(struct tmd_rns_array *array, const struct tmd_rns *rns,
                    const struct tmd_matrix *from) {
  tmd_rns_array_make(array, rns, tmd_matrix_count(from));
  for (size_t i = 0; i < array->count; i++) tmd_rns_array_set(array, i, from->entry[i]);
}

int tmd_rns_paper_make(struct tmd_rns_paper *paper, const struct tmd_product *p) {
  const long bits = 2 * p->A->precision + 1; /* M >= 2^(2 precision + 2), nearly */
  *paper = (struct tmd_rns_paper){.p = p, .rns = tmd_rns_make(bits > 60 ? bits : 60)};
  if (!paper->rns) return -1;
  tmd_rns_array_make(&paper->A, paper->rns, tmd_matrix_count(p->A));
#pragma omp parallel for num_threads(p->threads)
  for (size_t i = 0; i < paper->A.count; i++) tmd_rns_array_set(&paper->A, i, p->A->entry[i]);
  set_all(&paper->x, paper->rns, p->x);
  if (p->y) set_all(&paper->y, paper->rns, p->y);
  tmd_rns_array_make(&paper->factors, paper->rns, 2);
  tmd_rns_array_set(&paper->factors, 0, p->alpha);
  if (p->y) tmd_rns_array_set(&paper->factors, 1, p->beta);
  return 0;
}

void tmd_rns_paper_free(struct tmd_rns_paper *paper) {
  tmd_rns_array_free(&paper->A);
  tmd_rns_array_free(&paper->x);
  tmd_rns_array_free(&paper->y);
  tmd_rns_array_free(&paper->factors);
  tmd_rns_free(paper->rns);
}

/* z_i <- x_i y_(step i) */
static void multiply(struct tmd_rns_array *z, struct tmd_rns_run x, struct tmd_rns_run y,
                     size_t step, size_t count) {
  tmd_rns_multiply_signs(z, x, y, step, count);
  tmd_rns_multiply_digits(z, x, y, step, count);
  tmd_rns_round(z, count);
}

void tmd_rns_paper_run(struct tmd_matrix *result, const struct tmd_rns_paper *paper) {
  const struct tmd_product *p = paper->p;
  const size_t rows = tmd_product_rows(p), columns = tmd_product_columns(p);
  struct tmd_rns_array x, y;
  tmd_rns_array_make(&x, paper->rns, columns);
  multiply(&x, (struct tmd_rns_run){&paper->x, 0}, (struct tmd_rns_run){&paper->factors, 0}, 0,
           columns);
  tmd_rns_array_make(&y, paper->rns, rows);
  if (p->y)
    multiply(&y, (struct tmd_rns_run){&paper->y, 0}, (struct tmd_rns_run){&paper->factors, 1}, 0,
             rows);
#pragma omp parallel num_threads(p->threads)
  {
    struct tmd_rns_array row;
    tmd_rns_array_make(&row, paper->rns, columns);
#pragma omp for schedule(dynamic)
    for (size_t i = 0; i < rows; i++) {
      const struct tmd_rns_run a = {&paper->A, p->transposed ? i : i * columns}, b = {&x, 0};
      if (p->transposed)
        multiply(&row, b, a, rows, columns); /* entries of a column lie a row apart */
      else multiply(&row, a, b, 1, columns);
      tmd_rns_sum(&row, columns);
      tmd_rns_add(&y, i, &row, 0);
      tmd_rns_array_get(result->entry[i], &y, i);
      if (mpfr_zero_p(result->entry[i])) mpfr_set_zero(result->entry[i], 1);
    }
    tmd_rns_array_free(&row);
  }
  tmd_rns_array_free(&x);
  tmd_rns_array_free(&y);
}
