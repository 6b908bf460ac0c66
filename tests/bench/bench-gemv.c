/* Matrix-vector products of multiple-precision numbers in the layout of Table 5 of Isupov and
   Knyazkov, 2020, with their figures beside; then what the paper's Section 5 and its Table 3 look
   at, and the growth with the size. bench-gemv [SIZE [DEVICE]] Milliseconds, the least of some
   rounds in which engines take turns; of one thread its CPU time, of more the time elapsed. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels/lane/kernels.h"
#include "kernels/rns/gemv.h"
#include "kernels/rns/isupov.h"
#include "kernels/rns/on-device.h"
#include "lib/base/arb-compat.h"
#include "lib/base/error.h"
#include "lib/base/random.h"

enum { PRECISIONS = 5, LARGEST = 4000, ROUNDS = 4, PAPER_NUMBERS = 20000 };
static const long precisions[PRECISIONS] = {106, 212, 424, 848, 1696};
static uint64_t seed = 1;

static void fail(void) {
  fprintf(stderr, "bench-gemv: %s\n", tmd_error_text());
  exit(2);
}

static double milliseconds(int threads) {
  struct timespec t;
  clock_gettime(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* ---- numbers: all bits random, in (-1, 1) as the paper's ---- */

static void random_matrix(struct tmd_matrix *m, size_t rows, size_t columns, long precision) {
  mpz_t z;
  mpz_init(z);
  tmd_matrix_make(m, rows, columns, precision);
  for (size_t i = 0; i < tmd_matrix_count(m); i++) {
    const long limbs = (precision + 63) / 64;
    mp_limb_t *limb = mpz_limbs_write(z, limbs);
    for (long w = 0; w < limbs; w++) limb[w] = tmd_random(&seed);
    mpz_limbs_finish(z, tmd_random(&seed) & 1 ? limbs : -limbs);
    mpfr_set_z_2exp(m->entry[i], z, -64 * limbs, MPFR_RNDZ);
  }
  mpz_clear(z);
}

struct system {
  struct tmd_matrix A, x, result;
  mpfr_t one;
  struct tmd_product p;
};

static void system_make(struct system *s, size_t rows, size_t columns, long precision,
                        int transposed) {
  random_matrix(&s->A, transposed ? columns : rows, transposed ? rows : columns, precision);
  random_matrix(&s->x, columns, 1, precision);
  tmd_matrix_make(&s->result, rows, 1, precision);
  mpfr_init_set_ui(s->one, 1, MPFR_RNDN);
  s->p = (struct tmd_product){&s->A, &s->x, NULL, s->one, s->one, transposed, 0, 1};
}

static void system_free(struct system *s) {
  tmd_matrix_free(&s->A), tmd_matrix_free(&s->x), tmd_matrix_free(&s->result);
  mpfr_clear(s->one);
}

/* ---- engines that are here only: Arb with its matrix as balls already, GMP's integers ---- */

static arb_ptr balls_of(const struct tmd_matrix *m) {
  arb_ptr balls = _arb_vec_init((slong)tmd_matrix_count(m));
  for (size_t i = 0; i < tmd_matrix_count(m); i++) arf_set_mpfr(arb_midref(balls + i), m->entry[i]);
  return balls;
}

static void by_arb(const struct system *s, arb_srcptr A, arb_srcptr x) {
  const slong columns = (slong)tmd_product_columns(&s->p),
              step = s->p.transposed ? (slong)s->A.columns : 1;
#pragma omp parallel for schedule(dynamic) num_threads(s->p.threads)
  for (size_t i = 0; i < tmd_product_rows(&s->p); i++) {
    arb_t sum;
    arb_init(sum);
    arb_dot(sum, NULL, 0, A + (s->p.transposed ? i : i * s->A.columns), step, x, 1, columns,
            s->A.precision);
    arf_get_mpfr(s->result.entry[i], arb_midref(sum), MPFR_RNDN);
    arb_clear(sum);
  }
}

/* Fixed point: numbers as integers of equal length, in units of 2^-(64 limbs); exact sums of
   products by mpn_mul_n. */
struct fixed {
  long limbs;
  mp_limb_t *limb;
  unsigned char *negative;
};

static struct fixed fixed_of(const struct tmd_matrix *m) {
  const long limbs = (m->precision + 63) / 64 + 1; /* small numbers keep their bits */
  struct fixed f = {limbs, calloc(tmd_matrix_count(m) * (size_t)limbs, 8),
                    malloc(tmd_matrix_count(m))};
  mpz_t z;
  mpz_init(z);
  for (size_t i = 0; i < tmd_matrix_count(m); i++) {
    mpfr_t scaled;
    mpfr_init2(scaled, m->precision);
    mpfr_mul_2si(scaled, m->entry[i], 64 * limbs, MPFR_RNDN);
    mpfr_get_z(z, scaled, MPFR_RNDZ);
    f.negative[i] = mpz_sgn(z) < 0;
    memcpy(f.limb + i * (size_t)limbs, mpz_limbs_read(z), mpz_size(z) * 8);
    mpfr_clear(scaled);
  }
  mpz_clear(z);
  return f;
}

static void fixed_free(struct fixed *f) { free(f->limb), free(f->negative); }

static void by_gmp(const struct system *s, const struct fixed *A, const struct fixed *x) {
  const long limbs = A->limbs;
#pragma omp parallel for schedule(dynamic) num_threads(s->p.threads)
  for (size_t i = 0; i < tmd_product_rows(&s->p); i++) {
    mp_limb_t sum[2][2 * (1696 / 64 + 2) + 1] = {0}, product[2 * (1696 / 64 + 2)];
    for (size_t j = 0; j < tmd_product_columns(&s->p); j++) {
      const size_t at = s->p.transposed ? j * s->A.columns + i : i * s->A.columns + j;
      mp_limb_t *to = sum[A->negative[at] ^ x->negative[j]];
      mpn_mul_n(product, A->limb + at * (size_t)limbs, x->limb + j * (size_t)limbs, limbs);
      to[2 * limbs] += mpn_add_n(to, to, product, 2 * limbs);
    }
    mpz_t y;
    mpz_init(y);
    const int less = mpn_cmp(sum[0], sum[1], 2 * limbs + 1) < 0;
    mpn_sub_n(mpz_limbs_write(y, 2 * limbs + 1), sum[less], sum[!less], 2 * limbs + 1);
    mpz_limbs_finish(y, less ? -(2 * limbs + 1) : 2 * limbs + 1);
    mpfr_set_z_2exp(s->result.entry[i], y, -128 * limbs, MPFR_RNDN);
    mpz_clear(y);
  }
}

/* ---- the table ---- */

enum engine { RNS, RNS_ONCE, RNS_DEVICE, MPFR, ARB, GMP, PAPER, ENGINES };
static const char *const names[ENGINES] = {"rns",           "rns, taking A into residues counted",
                                           "rns, device",   "MPFR (mpfr_fma)",
                                           "Arb (arb_dot)", "GMP fixed point",
                                           "rns-paper"};

struct figures {
  double ms[ENGINES][PRECISIONS], bandwidth[PRECISIONS];
  int moduli[PRECISIONS];
};

/* rns-paper on so many rows as have PAPER_NUMBERS numbers or one, for all of them. */
static double time_paper(size_t n, long precision, int transposed, int threads) {
  const size_t few = PAPER_NUMBERS / (size_t)precision * 100 / n + 1, rows = few < n ? few : n;
  struct system s;
  struct tmd_rns_paper paper;
  system_make(&s, rows, n, precision, transposed);
  s.p.threads = threads;
  if (tmd_rns_paper_make(&paper, &s.p)) fail();
  const double start = milliseconds(threads);
  tmd_rns_paper_run(&s.result, &paper);
  const double taken = milliseconds(threads) - start;
  tmd_rns_paper_free(&paper);
  system_free(&s);
  return taken * (double)n / (double)rows;
}

struct prepared {
  struct tmd_rns_product rns, once;
  struct tmd_device_rns device;
  arb_ptr A, x;
  struct fixed fixed_A, fixed_x;
};

static void run_engine(struct system *s, struct prepared *prepared, enum engine engine) {
  switch (engine) {
  case RNS: tmd_rns_product_run(&s->result, &prepared->rns); break;
  case RNS_ONCE:
    if (tmd_rns_product_make(&prepared->once, &s->p, 0)) fail();
    tmd_rns_product_run(&s->result, &prepared->once);
    tmd_rns_product_free(&prepared->once);
    break;
  case RNS_DEVICE:
    if (tmd_device_rns_run(&s->result, &prepared->device)) fail();
    break;
  case MPFR: tmd_product_mpfr(&s->result, &s->p); break;
  case ARB: by_arb(s, prepared->A, prepared->x); break;
  default: by_gmp(s, &prepared->fixed_A, &prepared->fixed_x);
  }
}

static void measure(struct figures *f, int k, size_t n, int transposed, int threads,
                    struct tmd_device *device) {
  struct system s;
  struct prepared prepared;
  system_make(&s, n, n, precisions[k], transposed);
  s.p.threads = threads;
  if (tmd_rns_product_make(&prepared.rns, &s.p, 1)) fail();
  f->moduli[k] = prepared.rns.rns->count;
  if (device && tmd_device_rns_begin(&prepared.device, &prepared.rns, device)) fail();
  prepared.A = balls_of(&s.A), prepared.x = balls_of(&s.x);
  prepared.fixed_A = fixed_of(&s.A), prepared.fixed_x = fixed_of(&s.x);
  for (int engine = 0; engine < ENGINES; engine++) f->ms[engine][k] = INFINITY;
  for (int round = 0; round < ROUNDS; round++)
    for (int engine = 0; engine < PAPER; engine++) {
      if ((engine == RNS_DEVICE && !device) || (engine >= MPFR && round > 1)) continue;
      const double start = milliseconds(engine == RNS_DEVICE ? 0 : threads);
      run_engine(&s, &prepared, (enum engine)engine);
      const double taken = milliseconds(engine == RNS_DEVICE ? 0 : threads) - start;
      if (taken < f->ms[engine][k]) f->ms[engine][k] = taken;
    }
  f->ms[PAPER][k] = time_paper(n, precisions[k], transposed, threads);
  f->bandwidth[k] = 8e-6 * (double)tmd_rns_product_words(&prepared.rns) / f->ms[RNS][k];
  if (device) tmd_device_rns_free(&prepared.device);
  _arb_vec_clear(prepared.A, (slong)tmd_matrix_count(&s.A)), _arb_vec_clear(prepared.x, (slong)n);
  fixed_free(&prepared.fixed_A), fixed_free(&prepared.fixed_x);
  tmd_rns_product_free(&prepared.rns);
  system_free(&s);
}

static void row(const char *name, const double *plain, const double *transposed) {
  printf("%s", name);
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < PRECISIONS; k++) {
      const double ms = (side ? transposed : plain)[k];
      if (isfinite(ms) && ms > 0) printf("\t%.3g", ms);
      else printf("\t-");
    }
  printf("\n");
  fflush(stdout);
}

static void table(size_t n, int threads, struct tmd_device *device) {
  static struct figures f[2];
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < PRECISIONS; k++) measure(&f[side], k, n, side, threads, device);
  printf(
      "# %zu x %zu, %d thread%s, milliseconds; A is in residues (balls, integers) before, but where counted\n",
      n, n, threads, threads > 1 ? "s" : "");
  printf("#engine\t106\t212\t424\t848\t1696\ttransposed 106\t212\t424\t848\t1696\n");
  for (int engine = 0; engine < ENGINES; engine++)
    if (engine != RNS_DEVICE || device) row(names[engine], f[0].ms[engine], f[1].ms[engine]);
  for (int engine = MPFR; engine <= ARB; engine++) {
    double ratio[2][PRECISIONS];
    for (int side = 0; side < 2; side++)
      for (int k = 0; k < PRECISIONS; k++)
        ratio[side][k] = f[side].ms[engine][k] / f[side].ms[RNS][k];
    row(engine == MPFR ? "MPFR / rns" : "Arb / rns", ratio[0], ratio[1]);
  }
  row("rns reads GB/s", f[0].bandwidth, f[1].bandwidth);
  printf("moduli of rns");
  for (int k = 0; k < PRECISIONS; k++) printf("\t%d", f[0].moduli[k]);
  printf("\n");
}

static void published(void) {
  static const struct {
    const char *name;
    double ms[2][PRECISIONS];
  } rows[] = {{"published, GTX 1080: rns (MPRES-BLAS)",
               {{3.1, 5.6, 8.5, 12.9, 24.6}, {2.9, 4.6, 7.1, 11.2, 19.4}}},
              {"published, GTX 1080: CUMP", {{20.1, 20.8, 26.8, 56.8, 154}}},
              {"published, GTX 1080: CAMPARY", {{0.7, 6.0, 26.3, 124, 2500}}},
              {"published, GTX 1080: GARPREC", {{26.5, 37.4, 70.2, 206, 689}}}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    row(rows[i].name, rows[i].ms[0], rows[i].ms[1]);
}

/* ---- growth, shares, accuracy ---- */

static void growth(size_t n) {
  printf(
      "# growth with the size, 424 bits, one thread: rns milliseconds, ns an entry, GB/s read\n");
  for (size_t size = n / 8; size <= 4 * n && size <= LARGEST; size *= 2) {
    struct system s;
    struct tmd_rns_product product;
    double best = INFINITY;
    if (size == 0) continue;
    system_make(&s, size, size, 424, 0);
    if (tmd_rns_product_make(&product, &s.p, 1)) fail();
    for (int round = 0; round < ROUNDS; round++) {
      const double start = milliseconds(1);
      tmd_rns_product_run(&s.result, &product);
      if (milliseconds(1) - start < best) best = milliseconds(1) - start;
    }
    printf("%zu\t%.3f\t%.2f\t%.1f\n", size, best, 1e6 * best / (double)(size * size),
           8e-6 * (double)tmd_rns_product_words(&product) / best);
    tmd_rns_product_free(&product);
    system_free(&s);
  }
}

/* The steps of rns-paper on a row, one after the other. */
static void shares(size_t n) {
  printf(
      "# rns-paper, shares of signs, exponents and intervals; digits; rounding; row sums (published, 1000 x 1000: 71.5 %%)\n");
  for (int k = 0; k < PRECISIONS; k++) {
    struct system s;
    struct tmd_rns_paper paper;
    struct tmd_rns_array z;
    double at[5];
    system_make(&s, 1, n, precisions[k], 0);
    if (tmd_rns_paper_make(&paper, &s.p)) fail();
    tmd_rns_array_make(&z, paper.rns, n);
    const struct tmd_rns_run A = {&paper.A, 0}, x = {&paper.x, 0};
    at[0] = milliseconds(1), tmd_rns_multiply_signs(&z, A, x, 1, n);
    at[1] = milliseconds(1), tmd_rns_multiply_digits(&z, A, x, 1, n);
    at[2] = milliseconds(1), tmd_rns_round(&z, n);
    at[3] = milliseconds(1), tmd_rns_sum(&z, n);
    at[4] = milliseconds(1);
    printf("%ld", precisions[k]);
    for (int step = 0; step < 4; step++)
      printf("\t%.1f %%", 100 * (at[step + 1] - at[step]) / (at[4] - at[0]));
    printf("\n");
    tmd_rns_array_free(&z);
    tmd_rns_paper_free(&paper);
    system_free(&s);
  }
}

/* The greatest error of a row, in units of 2^-precision |A| |x|. */
static double worst_error(const struct system *s) {
  double worst = 0;
  mpfr_t sum, size, term, exact;
  mpfr_inits2(2 * s->A.precision + 64, sum, size, term, (mpfr_ptr)0);
  mpfr_init2(exact, 2 * s->A.precision + 64);
  for (size_t i = 0; i < s->result.rows; i++) {
    mpfr_set_zero(size, 1);
    tmd_product_row_exact(exact, &s->p, i);
    for (size_t j = 0; j < s->x.rows; j++) {
      mpfr_mul(term, tmd_product_entry(&s->p, i, j), s->x.entry[j], MPFR_RNDN);
      mpfr_abs(term, term, MPFR_RNDN);
      mpfr_add(size, size, term, MPFR_RNDN);
    }
    mpfr_sub(sum, exact, s->result.entry[i], MPFR_RNDN);
    mpfr_div(sum, sum, size, MPFR_RNDN);
    mpfr_mul_2si(sum, sum, s->A.precision, MPFR_RNDN);
    worst = fmax(worst, fabs(mpfr_get_d(sum, MPFR_RNDU)));
  }
  mpfr_clears(sum, size, term, exact, (mpfr_ptr)0);
  return worst;
}

static void accuracy(void) {
  enum { N = 200, ROWS = 8 };
  printf(
      "# accuracy: the greatest error of %d rows of %d numbers, in units of 2^-precision |A| |x|; bound: of rns-paper\n",
      ROWS, N);
  printf("#precision\trns\trns-paper\tbound\tMPFR\tArb\n");
  for (int k = 0; k < PRECISIONS; k++) {
    struct system s;
    struct tmd_rns_product product;
    struct tmd_rns_paper paper;
    system_make(&s, ROWS, N, precisions[k], 0);
    if (tmd_rns_product_make(&product, &s.p, 1) || tmd_rns_paper_make(&paper, &s.p)) fail();
    tmd_rns_product_run(&s.result, &product);
    printf("%ld\t%.3g", precisions[k], worst_error(&s));
    tmd_rns_paper_run(&s.result, &paper);
    /* 8 levels of sums and three more operations in the bits that the moduli have, and rounding to
       the precision */
    printf("\t%.3g\t%.3g", worst_error(&s), 11 * ldexp(1, (int)(precisions[k] - paper.A.bits)) + 1);
    tmd_product_mpfr(&s.result, &s.p);
    printf("\t%.3g", worst_error(&s));
    tmd_product_arb(&s.result, &s.p);
    printf("\t%.3g\n", worst_error(&s));
    tmd_rns_product_free(&product);
    tmd_rns_paper_free(&paper);
    system_free(&s);
  }
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
  struct tmd_device *device = argc > 2 ? tmd_device_open(argv[2], NULL) : NULL;
  if (n < 1 || n > LARGEST || argc > 3) {
    fprintf(stderr, "usage: bench-gemv [SIZE [DEVICE]], SIZE at most %d\n", LARGEST);
    return 2;
  }
  if (argc > 2 && !device) fail();
  printf("# instruction set %s%s%s\n", tmd_kernels()->name, device ? ", device " : "",
         device ? tmd_device_name(device) : "");
  table(n, 1, device);
  published();
  if (omp_get_num_procs() > 1) table(n, omp_get_num_procs(), NULL);
  growth(n);
  shares(n);
  accuracy();
  return 0;
}
