/* Matrix-vector products: kernels of residue number systems against GMP on every instruction set,
   engines against exact sums.
 */
#include "kernels/rns/gemv.h"
#include "kernels/rns/job.h"
#include "lib/base/arb-compat.h"
#include "tests/unit/tap.h"

static const char *const sets[] = {TMD_SET_NAMES};
enum { SETS = sizeof sets / sizeof *sets };

/* ---- kernels ---- */

/* Residues that are any, or the greatest, or 0. */
static uint64_t random_residue(uint64_t m, int kind) {
  return kind == 0 ? m - 1 : kind == 1 ? 0 : test_random() % m;
}

static int dot_right(const struct tmd_rns_dot_job *job, uint64_t (*residue)[TMD_RNS_ROWS]) {
  int right = 1;
  SCOPED(mpz, sum);
  for (int i = 0; i < job->moduli; i++)
    for (int r = 0; r < TMD_RNS_ROWS; r++) {
      mpz_set_ui(sum, 0);
      for (uint64_t at = (uint64_t)i * job->groups; at < (uint64_t)(i + 1) * job->groups; at++)
        for (uint64_t track = 0; track < TMD_TRACKS; track++) {
          SCOPED(mpz, term);
          mpz_set_ui(term, job->block[(at * TMD_RNS_ROWS + (uint64_t)r) * TMD_TRACKS + track]);
          mpz_addmul_ui(sum, term, job->vector[at * TMD_TRACKS + track]);
        }
      right &= mpz_fdiv_ui(sum, (UINT64_C(1) << 52) - job->c[i]) == residue[i][r];
    }
  return right;
}

static void test_dot(void) {
  struct tmd_rns *rns = tmd_rns_make(52 * 5);
  int right = 1;
  for (int run = 0; run < 24; run++) {
    const uint64_t groups = run < 4 ? 700 : 1 + test_random() % 40, words = 5 * groups * TMD_TRACKS;
    uint64_t residue[5][TMD_RNS_ROWS];
    FREED uint64_t *block = malloc(8 * words * TMD_RNS_ROWS), *vector = malloc(8 * words);
    for (uint64_t i = 0; i < words; i++) {
      const uint64_t m = rns->m[i / (groups * TMD_TRACKS)];
      vector[i] = random_residue(m, run % 4);
      for (uint64_t r = 0; r < TMD_RNS_ROWS; r++)
        block[i * TMD_RNS_ROWS + r] = random_residue(m, run % 3);
    }
    for (int set = 0; set < 2 * SETS; set++) {
      struct tmd_rns_dot_job job = {5, set / SETS, groups, rns->c, block, vector};
      if (tmd_kernels_select(sets[set % SETS])) continue;
      memset(residue, -1, sizeof residue);
      tmd_kernel_rns_dot()(&job, residue);
      right &= dot_right(&job, residue);
    }
  }
  tmd_rns_free(rns);
  tap_ok(right, "dot products in residues, on each instruction set, with IFMA and without");
}

static void test_convert(void) {
  enum { DIGITS = 40, MODULI = 9 };
  struct tmd_rns *rns = tmd_rns_make(52 * (MODULI - 1) + 20);
  uint64_t power[MODULI * DIGITS], digit[DIGITS][TMD_TRACKS], negative[TMD_TRACKS],
      residue[MODULI][TMD_TRACKS];
  int right = rns->count == MODULI;
  SCOPED(mpz, X);
  for (int i = 0; i < rns->count; i++)
    for (int k = 0; k < DIGITS; k++) {
      mpz_set_ui(X, 0);
      mpz_setbit(X, 52 * (mp_bitcnt_t)k);
      power[i * DIGITS + k] = mpz_fdiv_ui(X, rns->m[i]);
    }
  for (int run = 0; run < 60; run++) {
    const int digits = run % 10 == 0 ? DIGITS : (int)(test_random() % DIGITS);
    for (int track = 0; track < TMD_TRACKS; track++) {
      negative[track] = test_random() % 2 ? ~UINT64_C(0) : 0;
      for (int k = 0; k < digits; k++)
        digit[k][track] = run % 5 ? test_random_words() >> 12 : ~UINT64_C(0) >> 12;
    }
    for (int set = 0; set < 2 * SETS; set++) {
      const struct tmd_rns_convert_job job = {rns->count, digits, DIGITS,   set / SETS, rns->c,
                                              power,      digit,  negative, TMD_TRACKS};
      if (tmd_kernels_select(sets[set % SETS])) continue;
      tmd_kernel_rns_convert()(&job, residue[0]);
      for (int track = 0; track < TMD_TRACKS; track++) {
        mpz_set_ui(X, 0);
        for (int k = digits - 1; k >= 0; k--)
          mpz_mul_2exp(X, X, 52), mpz_add_ui(X, X, digit[k][track]);
        if (negative[track]) mpz_neg(X, X);
        for (int i = 0; i < rns->count; i++)
          right &= residue[i][track] == mpz_fdiv_ui(X, rns->m[i]);
      }
    }
  }
  tmd_rns_free(rns);
  tap_ok(right, "numbers to residues, on each instruction set, with IFMA and without");
}

/* ---- products ---- */

struct system {
  struct tmd_matrix A, x, y, result, right;
  mpfr_t alpha, beta;
  struct tmd_product p;
};

static void random_number(mpfr_t x, long spread) {
  SCOPED(mpz, z);
  for (long at = 0; at < mpfr_get_prec(x); at += 64)
    mpz_mul_2exp(z, z, 64), mpz_add_ui(z, z, test_random_words());
  mpz_fdiv_r_2exp(z, z, mpfr_get_prec(x));
  if (test_random() % 2) mpz_neg(z, z);
  mpfr_set_z_2exp(x, z, (long)(test_random() % (uint64_t)(2 * spread + 1)) - spread, MPFR_RNDN);
}

/* The last number of some rows takes the sum of the others away, up to its last bit. */
static void cancel(struct system *s) {
  const size_t columns = tmd_product_columns(&s->p);
  mpfr_set_si(s->x.entry[columns - 1], -1, MPFR_RNDN);
  for (size_t i = 0; i < tmd_product_rows(&s->p); i += 2) {
    struct tmd_product plain = s->p;
    FLOATS(53, one);
    mpfr_set_ui(one, 1, MPFR_RNDN);
    plain.alpha = one, plain.y = NULL;
    mpfr_set_zero(tmd_product_entry(&s->p, i, columns - 1), 1);
    tmd_product_row_exact(s->right.entry[i], &plain, i);
    mpfr_set(tmd_product_entry(&s->p, i, columns - 1), s->right.entry[i], MPFR_RNDN);
  }
}

static void system_make(struct system *s, size_t rows, size_t columns, long precision,
                        long spread) {
  const int transposed = test_random() % 2;
  tmd_matrix_make(&s->A, transposed ? columns : rows, transposed ? rows : columns, precision);
  tmd_matrix_make(&s->x, columns, 1, precision), tmd_matrix_make(&s->y, rows, 1, precision);
  tmd_matrix_make(&s->result, rows, 1, precision), tmd_matrix_make(&s->right, rows, 1, precision);
  mpfr_inits2(precision, s->alpha, s->beta, (mpfr_ptr)0);
  s->p = (struct tmd_product){&s->A, &s->x, &s->y, s->alpha, s->beta, transposed, 1, 1};
  for (size_t i = 0; i < tmd_matrix_count(&s->A); i++) random_number(s->A.entry[i], spread);
  for (size_t i = 0; i < columns; i++) random_number(s->x.entry[i], spread);
  for (size_t i = 0; i < rows; i++) random_number(s->y.entry[i], spread);
  random_number(s->alpha, 5), random_number(s->beta, 5);
  if (test_random() % 3 == 0) mpfr_set_ui(s->alpha, 1, MPFR_RNDN), s->p.y = NULL;
  if (test_random() % 3 == 0) cancel(s);
}

static void system_free(struct system *s) {
  tmd_matrix_free(&s->A), tmd_matrix_free(&s->x), tmd_matrix_free(&s->y);
  tmd_matrix_free(&s->result), tmd_matrix_free(&s->right);
  mpfr_clears(s->alpha, s->beta, (mpfr_ptr)0);
}

static int same(const struct tmd_matrix *a, const struct tmd_matrix *b) {
  for (size_t i = 0; i < tmd_matrix_count(a); i++)
    if (!mpfr_equal_p(a->entry[i], b->entry[i]) ||
        mpfr_signbit(a->entry[i]) != mpfr_signbit(b->entry[i]))
      return 0;
  return 1;
}

/* A row by sums that are exact as they are so wide, and rounded in the end. */
static int row_is_right(const struct system *s, size_t row) {
  const struct tmd_product *p = &s->p;
  FLOATS(3 * p->A->precision, term);
  FLOATS(1 << 15, sum);
  FLOATS(p->A->precision, rounded);
  int inexact = 0;
  mpfr_set_zero(sum, 1);
  for (size_t j = 0; j <= tmd_product_columns(p); j++) {
    const int last = j == tmd_product_columns(p);
    if (last && !p->y) break;
    inexact |= mpfr_mul(term, last ? p->beta : p->alpha, last ? p->y->entry[row] : p->x->entry[j],
                        MPFR_RNDN);
    if (!last) inexact |= mpfr_mul(term, term, tmd_product_entry(p, row, j), MPFR_RNDN);
    inexact |= mpfr_add(sum, sum, term, MPFR_RNDN);
  }
  mpfr_set(rounded, sum, MPFR_RNDN);
  return !inexact && mpfr_equal_p(rounded, s->right.entry[row]);
}

static void test_systems(long count) {
  int rns_right = 1, mpfr_right = 1;
  size_t left = 0;
  for (long n = 0; n < count; n++) {
    struct system s;
    struct tmd_rns_product product;
    const size_t most = n % 10 == 0 ? 200 : 40;
    const long spreads[] = {1, 20, 500, 520, 3000};
    system_make(&s, 1 + test_random() % most, 1 + test_random() % most,
                2 + (long)(test_random() % (n % 4 ? 250 : 1800)), spreads[test_random() % 5]);
    if (tmd_kernels_select(sets[n % SETS])) tmd_kernels_select("auto");
    tmd_product_mpfr(&s.right, &s.p);
    if (tmd_rns_product_make(&product, &s.p, n % 2 != 0)) exit(2);
    tmd_rns_product_run(&s.result, &product);
    left += product.left_count;
    rns_right &= same(&s.result, &s.right);
    tmd_rns_product_free(&product);
    for (size_t i = 0; i < tmd_product_rows(&s.p); i++) mpfr_right &= row_is_right(&s, i);
    system_free(&s);
  }
  tmd_kernels_select("auto");
  tap_ok(rns_right, "rns: each result is the exact one, rounded once");
  tap_ok(left > 0, "rns: rows that are too wide are among them");
  tap_ok(mpfr_right, "mpfr with `exact`: the same as by sums that are wide enough");
}

/* ---- bounds ---- */

/* Of all results of exact products the worst is next to half a unit. */
static void test_half(void) {
  double worst = 0;
  for (int n = 0; n < 30; n++) {
    struct system s;
    struct tmd_rns_product product;
    system_make(&s, 20, 10, 60, 10);
    if (tmd_rns_product_make(&product, &s.p, 1)) exit(2);
    tmd_rns_product_run(&s.result, &product);
    for (size_t i = 0; i < 20; i++) {
      FLOATS(200, y);
      tmd_product_row_exact(y, &s.p, i);
      mpfr_sub(y, y, s.result.entry[i], MPFR_RNDN);
      if (!mpfr_zero_p(y)) mpfr_div(y, y, s.result.entry[i], MPFR_RNDN);
      const double error = fabs(mpfr_get_d(y, MPFR_RNDN)) * 0x1p60;
      if (error > worst) worst = error;
    }
    tmd_rns_product_free(&product);
    system_free(&s);
  }
  tap_ok(worst <= 1 && worst > 0.5, "rns: the bound 2^-precision |y| is reached to %.2f", worst);
}

int main(int argc, char **argv) {
  test_dot();
  test_convert();
  test_systems(argc > 1 ? atol(argv[1]) : 150);
  test_half();
  return tap_done();
}
