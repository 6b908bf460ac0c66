#include "kernels/rns/gemv.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kernels/rns/job.h"
#include "kernels/rns/modular.h"
#include "lib/base/arb-compat.h"
#include "lib/base/error.h"

enum { DIGITS_MAX = (TMD_MATRIX_PRECISION_MAX + TMD_RNS_SPREAD_MAX) / RNS_BITS + 1 };

/* ---- common exponents ---- */

/* The bits that numbers have: all are multiples of 2^unit, less than 2^end; unit = end = 0 if all
   are 0. */
struct extent {
  long unit, end;
};

static void extend(struct extent *extent, mpfr_srcptr x) {
  if (mpfr_zero_p(x)) return;
  const long end = mpfr_get_exp(x), unit = end - (long)mpfr_min_prec(x);
  const int first = extent->unit == extent->end;
  if (first || unit < extent->unit) extent->unit = unit;
  if (first || end > extent->end) extent->end = end;
}

static long width(const struct extent *extent) { return extent->end - extent->unit; }

static struct extent extent_of_row(const struct tmd_product *p, size_t row) {
  struct extent extent = {0, 0};
  for (size_t j = 0; j < tmd_product_columns(p); j++) extend(&extent, tmd_product_entry(p, row, j));
  return extent;
}

static struct extent extent_of_x(const struct tmd_product *p) {
  struct extent extent = {0, 0};
  for (size_t j = 0; j < tmd_product_columns(p); j++) extend(&extent, p->x->entry[j]);
  return extent;
}

/* ---- numbers to residues ---- */

static uint64_t limb(const mp_limb_t *limbs, long count, long i) {
  return i >= 0 && i < count ? limbs[i] : 0;
}

/* digit[k][track] = bits 52 k .. 52 k + 51 of |x| / 2^unit, an integer; x NULL: of 0. */
static void digits_of(uint64_t (*digit)[TMD_TRACKS], int track, int count, mpfr_srcptr x,
                      long unit) {
  const int zero = !x || mpfr_zero_p(x);
  const long limbs = zero ? 0 : (long)(mpfr_custom_get_size(mpfr_get_prec(x)) / sizeof(mp_limb_t));
  const mp_limb_t *words = zero ? NULL : mpfr_custom_get_significand(x);
  long at = zero ? 0 : unit - (mpfr_get_exp(x) - 64 * limbs); /* of the words */
  for (int k = 0; k < count; k++, at += RNS_BITS) {
    const long i = at >> 6, shift = at & 63;
    uint64_t bits = limb(words, limbs, i) >> shift;
    if (shift > 64 - RNS_BITS) bits |= limb(words, limbs, i + 1) << (64 - shift);
    digit[k][track] = bits & RNS_MASK;
  }
}

/* Eight numbers, some of them NULL for 0, to residue[stride i + track]. */
static void convert(uint64_t *residue, size_t stride, const struct tmd_rns_product *product,
                    mpfr_srcptr *x, const struct extent *extent) {
  uint64_t digit[DIGITS_MAX][TMD_TRACKS], negative[TMD_TRACKS];
  const int digits = (int)((width(extent) + RNS_BITS - 1) / RNS_BITS);
  const struct tmd_rns_convert_job job = {.moduli = product->rns->count,
                                          .digits = digits,
                                          .powers = product->digits,
                                          .c = product->rns->c,
                                          .power = product->power,
                                          .digit = digit,
                                          .negative = negative,
                                          .stride = stride};
  for (int track = 0; track < TMD_TRACKS; track++) {
    negative[track] = x[track] && mpfr_sgn(x[track]) < 0 ? ~UINT64_C(0) : 0;
    digits_of(digit, track, digits, x[track], extent->unit);
  }
  tmd_kernel_rns_convert()(&job, residue);
}

/* 2^(52 k) modulo m_i: [modulus][digits] */
static uint64_t *powers_make(const struct tmd_rns *rns, int digits) {
  uint64_t *power = tmd_allocate((size_t)rns->count * (size_t)digits * sizeof *power);
  for (int i = 0; i < rns->count; i++) {
    uint64_t x = 1;
    for (int k = 0; k < digits; k++, x = rns_multiply(x, rns->c[i], rns->c[i]))
      power[i * digits + k] = x;
  }
  return power;
}

static size_t block_words(const struct tmd_rns_product *product) {
  return (size_t)product->rns->count * product->groups * TMD_RNS_ROWS * TMD_TRACKS;
}

size_t tmd_rns_product_words(const struct tmd_rns_product *product) {
  return product->blocks * block_words(product);
}

/* A row to its place in a block, row / TMD_RNS_ROWS, that begins at `block`. */
static void convert_row(uint64_t *block, const struct tmd_rns_product *product, size_t row) {
  const struct tmd_product *p = product->p;
  uint64_t *to = block + row % TMD_RNS_ROWS * TMD_TRACKS;
  const size_t columns = tmd_product_columns(p),
               stride = product->groups * TMD_RNS_ROWS * TMD_TRACKS;
  const int there = row < tmd_product_rows(p) && !product->left[row];
  const struct extent extent =
      there ? (struct extent){product->unit[row], product->unit[row] + product->width[row]}
            : (struct extent){0, 0};
  for (size_t g = 0; g < product->groups; g++) {
    mpfr_srcptr x[TMD_TRACKS] = {NULL};
    for (size_t track = 0; there && track < TMD_TRACKS && g * TMD_TRACKS + track < columns; track++)
      x[track] = tmd_product_entry(p, row, g * TMD_TRACKS + track);
    convert(to + g * TMD_RNS_ROWS * TMD_TRACKS, stride, product, x, &extent);
  }
}

static void convert_block(uint64_t *block, const struct tmd_rns_product *product, size_t b) {
  for (size_t row = b * TMD_RNS_ROWS; row < (b + 1) * TMD_RNS_ROWS; row++)
    convert_row(block, product, row);
}

void tmd_rns_product_take_x(const struct tmd_rns_product *product) {
  const struct extent extent = extent_of_x(product->p);
  const size_t columns = tmd_product_columns(product->p);
  for (size_t g = 0; g < product->groups; g++) {
    mpfr_srcptr x[TMD_TRACKS] = {NULL};
    for (size_t track = 0; track < TMD_TRACKS && g * TMD_TRACKS + track < columns; track++)
      x[track] = product->p->x->entry[g * TMD_TRACKS + track];
    convert(product->vector + g * TMD_TRACKS, product->groups * TMD_TRACKS, product, x, &extent);
  }
}

/* ---- a product ---- */

/* On large pages, as all of it is read in each product. */
static uint64_t *large_array(size_t words) {
  const size_t page = 2 << 20, bytes = (8 * words + page - 1) / page * page;
  uint64_t *array = aligned_alloc(page, bytes);
  if (!array) tmd_out_of_memory(bytes);
  madvise(array, bytes, MADV_HUGEPAGE);
  return array;
}

static long log2_up(size_t n) { return n > 1 ? 64 - __builtin_clzll(n - 1) : 0; }

/* Which rows are left out, and how many bits a dot product has: 0 if there is none to do. */
static long examine_rows(struct tmd_rns_product *product, const struct extent *x) {
  const struct tmd_product *p = product->p;
  const long most = p->A->precision + TMD_RNS_SPREAD_MAX;
  long widest = 0;
  size_t left = 0;
#pragma omp parallel for num_threads(p->threads) reduction(max : widest) reduction(+ : left)
  for (size_t i = 0; i < tmd_product_rows(p); i++) {
    const struct extent extent = extent_of_row(p, i);
    product->unit[i] = extent.unit, product->width[i] = width(&extent);
    product->left[i] = width(&extent) > most || width(x) > most;
    left += product->left[i];
    if (!product->left[i] && width(&extent) > widest) widest = width(&extent);
  }
  product->left_count = left;
  return left < tmd_product_rows(p) ? widest + width(x) + log2_up(tmd_product_columns(p)) : 0;
}

int tmd_rns_product_make(struct tmd_rns_product *product, const struct tmd_product *p, int keep) {
  const size_t rows = tmd_product_rows(p);
  const struct extent x = extent_of_x(p);
  *product =
      (struct tmd_rns_product){.p = p,
                               .blocks = (rows + TMD_RNS_ROWS - 1) / TMD_RNS_ROWS,
                               .groups = (tmd_product_columns(p) + TMD_TRACKS - 1) / TMD_TRACKS,
                               .x_unit = x.unit,
                               .unit = tmd_allocate(rows * sizeof(long)),
                               .width = tmd_allocate(rows * sizeof(long)),
                               .left = tmd_allocate(rows)};
  const long bits = examine_rows(product, &x);
  if (product->left_count == rows) return 0;
  product->rns = tmd_rns_make(bits + 2); /* |sum| < 2^bits <= M/4 */
  if (!product->rns) {
    tmd_rns_product_free(product);
    return -1;
  }
  product->digits = (int)(bits / RNS_BITS) + 1; /* of a row and of x: neither has more */
  product->power = powers_make(product->rns, product->digits);
  product->vector = large_array((size_t)product->rns->count * product->groups * TMD_TRACKS);
  if (!keep) return 0;
  product->matrix = large_array(tmd_rns_product_words(product));
#pragma omp parallel for schedule(dynamic) num_threads(p->threads)
  for (size_t b = 0; b < product->blocks; b++)
    convert_block(product->matrix + b * block_words(product), product, b);
  return 0;
}

void tmd_rns_product_free(struct tmd_rns_product *product) {
  tmd_rns_free(product->rns);
  free(product->power);
  free(product->matrix);
  free(product->vector);
  free(product->unit);
  free(product->width);
  free(product->left);
}

void tmd_rns_product_row(struct tmd_matrix *result, const struct tmd_rns_product *product,
                         size_t row, const uint64_t *residue, size_t stride) {
  uint64_t own[TMD_RNS_MODULI_MAX];
  if (product->left[row]) {
    tmd_product_row_exact(result->entry[row], product->p, row);
    return;
  }
  for (int i = 0; i < product->rns->count; i++) own[i] = residue[stride * (size_t)i];
  SCOPED(mpz, sum);
  tmd_rns_to_mpz(sum, product->rns, own);
  FLOATS((mpfr_prec_t)mpz_sizeinbase(sum, 2), s);
  mpfr_set_z_2exp(s, sum, product->unit[row] + product->x_unit, MPFR_RNDN);
  tmd_product_finish(result->entry[row], product->p, row, s);
}

/* The residues of a block of rows; `own`, or NULL: where to take it into residues. */
static void multiply_block(uint64_t (*residue)[TMD_RNS_ROWS], const struct tmd_rns_product *product,
                           uint64_t *own, size_t b) {
  const uint64_t *block = own ? own : product->matrix + b * block_words(product);
  const struct tmd_rns_dot_job job = {.moduli = product->rns->count,
                                      .groups = product->groups,
                                      .c = product->rns->c,
                                      .block = block,
                                      .vector = product->vector};
  if (own) convert_block(own, product, b);
  tmd_kernel_rns_dot()(&job, residue);
}

void tmd_rns_product_run(struct tmd_matrix *result, const struct tmd_rns_product *product) {
  const size_t rows = tmd_product_rows(product->p);
  if (product->rns) tmd_rns_product_take_x(product);
#pragma omp parallel num_threads(product->p->threads)
  {
    uint64_t residue[TMD_RNS_MODULI_MAX][TMD_RNS_ROWS];
    uint64_t *own =
        product->rns && !product->matrix ? tmd_allocate(8 * block_words(product)) : NULL;
#pragma omp for schedule(dynamic)
    for (size_t b = 0; b < product->blocks; b++) {
      if (product->rns) multiply_block(residue, product, own, b);
      for (size_t row = b * TMD_RNS_ROWS; row < rows && row < (b + 1) * TMD_RNS_ROWS; row++)
        tmd_rns_product_row(result, product, row, &residue[0][row % TMD_RNS_ROWS], TMD_RNS_ROWS);
    }
    free(own);
  }
}
