/* Residue number systems against GMP; bounds that are not twice too large. */
#include "kernels/rns/modular.h"
#include "kernels/rns/moduli.h"
#include "kernels/rns/residue-interval.h"
#include "tests/unit/scoped.h"
#include "tests/unit/tap.h"

static const long sizes[] = {60, 106, 212, 424, 848, 1696, 3404, 20000};
enum { SIZES = sizeof sizes / sizeof *sizes };
static struct tmd_rns *systems[SIZES];
static long numbers = 20000; /* or what the command line says */

/* ---- numbers ---- */

static void random_bits(mpz_t X, long bits) {
  mpz_set_ui(X, 0);
  for (long at = 0; at < bits; at += 64) {
    mpz_mul_2exp(X, X, 64);
    mpz_add_ui(X, X, test_random_words());
  }
  mpz_fdiv_r_2exp(X, X, (mp_bitcnt_t)bits);
}

/* |X| < M/2: any, near 0, M/2 and M/4, multiples of all moduli but one, of any length. */
static void random_number(mpz_t X, const struct tmd_rns *rns) {
  const uint64_t kind = test_random() % 8;
  random_bits(X, (long)mpz_sizeinbase(rns->M, 2) + 8);
  if (kind == 0) mpz_set_ui(X, test_random() % 5);
  else if (kind == 1) mpz_set(X, rns->half), mpz_sub_ui(X, X, test_random() % 5);
  else if (kind == 2) mpz_fdiv_q_2exp(X, rns->M, 2), mpz_add_ui(X, X, test_random() % 5);
  else if (kind == 3) {
    const uint64_t i = test_random() % (uint64_t)rns->count;
    mpz_divexact_ui(X, rns->M, rns->m[i]);
    mpz_mul_ui(X, X, test_random() % 3 ? 1 + test_random() % (rns->m[i] / 2) : 1);
  } else if (kind == 4) mpz_fdiv_q_2exp(X, X, test_random() % mpz_sizeinbase(rns->M, 2));
  mpz_fdiv_r(X, X, rns->M);
  if (mpz_cmp(X, rns->half) > 0) mpz_sub(X, X, rns->M);
  if (test_random() % 2) mpz_neg(X, X);
}

/* ---- moduli and conversion ---- */

static void test_moduli(void) {
  int coprime = 1, product = 1, small = 1;
  for (int s = 0; s < SIZES; s++) {
    const struct tmd_rns *rns = systems[s];
    mpz_t M;
    mpz_init_set_ui(M, 1);
    for (int i = 0; i < rns->count; i++) {
      coprime &= mpz_gcd_ui(NULL, M, rns->m[i]) == 1;
      small &= rns->c[i] < 1 << 16 && rns->m[i] + rns->c[i] == UINT64_C(1) << 52;
      mpz_mul_ui(M, M, rns->m[i]);
    }
    product &= mpz_cmp(M, rns->M) == 0 && (long)mpz_sizeinbase(M, 2) > sizes[s];
    mpz_clear(M);
  }
  struct tmd_rns *largest = tmd_rns_make(52 * (TMD_RNS_MODULI_MAX - 1));
  small &= largest && largest->c[largest->count - 1] < 1 << 16;
  tmd_rns_free(largest);
  tap_ok(coprime && product && small, "moduli: pairwise coprime, next to 2^52, of enough bits");
  tap_ok(!tmd_rns_make(52 * (TMD_RNS_MODULI_MAX + 1)), "moduli: too many are refused");
}

/* Any two words; all ones, and close to them, in the lower one. */
static void test_reduction(void) {
  int right = 1;
  SCOPED(mpz, X);
  for (long n = 0; n < 200000; n++) {
    const struct tmd_rns *rns = systems[n % SIZES];
    const int i = (int)(test_random() % (uint64_t)rns->count);
    const uint64_t ones = ~UINT64_C(0) - (uint64_t)n % 8;
    const struct rns_sum sum = {n % 3 ? test_random() : test_random_words(),
                                n % 2 ? ones : test_random()};
    mpz_set_ui(X, sum.high);
    mpz_mul_2exp(X, X, RNS_BITS);
    mpz_add_ui(X, X, sum.low);
    right &= rns_reduce(sum, rns->c[i]) == mpz_fdiv_ui(X, rns->m[i]);
  }
  tap_ok(right, "sums of products, reduced");
}

/* What one number says: bits for what is wrong. */
static unsigned number_wrong(const struct tmd_rns *rns, const mpz_t X, uint64_t *width_seen) {
  uint64_t residue[TMD_RNS_MODULI_MAX], weight[TMD_RNS_MODULI_MAX];
  struct tmd_rns_interval interval;
  unsigned wrong = 0;
  SCOPED(mpz, Y, scaled);
  tmd_rns_from_mpz(residue, rns, X);
  tmd_rns_to_mpz(Y, rns, residue);
  if (mpz_cmp(X, Y)) wrong |= 1;
  tmd_rns_weights(weight, rns, residue);
  mpz_mul_2exp(scaled, X, 64);
  mpz_fdiv_q(scaled, scaled, rns->M);
  mpz_fdiv_r_2exp(scaled, scaled, 64);
  const uint64_t off = mpz_get_ui(scaled) - tmd_rns_fraction(rns, weight);
  if (off >= tmd_rns_width(rns)) wrong |= 2;
  if (off > *width_seen) *width_seen = off;
  tmd_rns_evaluate(&interval, rns, residue);
  if (interval.sign != mpz_sgn(X)) wrong |= 4;
  /* |X| 2^(120 - exponent) / M between low and high 2^120 */
  mpz_abs(scaled, X);
  mpz_mul_2exp(scaled, scaled, (mp_bitcnt_t)(120 - interval.exponent));
  mpz_fdiv_q(scaled, scaled, rns->M);
  mpz_set_d(Y, interval.low * 0x1p120);
  if (mpz_cmp(Y, scaled) > 0) wrong |= 8;
  mpz_set_d(Y, interval.high * 0x1p120);
  if (mpz_cmp(Y, scaled) < 0 || interval.high > interval.low * (1 + 0x1p-40)) wrong |= 8;
  mpz_mul_2exp(scaled, X, 2);
  const int large = mpz_cmpabs(scaled, rns->M) > 0;
  if (large && (interval.exponent || interval.high < 0.25)) wrong |= 16;
  return wrong;
}

static void test_numbers(void) {
  unsigned wrong = 0;
  int sharp = 1;
  long total = 0;
  SCOPED(mpz, X);
  for (int s = 0; s < SIZES; s++) {
    uint64_t width_seen = 0;
    const long count = numbers / SIZES * 60 / (systems[s]->count + 52) + 100;
    total += count;
    for (long n = 0; n < count; n++) {
      random_number(X, systems[s]);
      wrong |= number_wrong(systems[s], X, &width_seen);
    }
    sharp &= width_seen >= tmd_rns_width(systems[s]) / 2;
  }
  tap_ok(!(wrong & 1), "conversion: from residues the number comes back, of %ld numbers", total);
  tap_ok(!(wrong & 2), "fractions: the interval has X/M");
  tap_ok(sharp, "fractions: half the width would not do");
  tap_ok(!(wrong & 4), "sign");
  tap_ok(!(wrong & 8), "evaluation: bounds on both sides, 2^-40 apart");
  tap_ok(!(wrong & 16), "overflow is seen");
}

/* That of X - Y, |X| and |Y| < M/4. */
static int sign_of_difference(const struct tmd_rns *rns, const uint64_t *x, const uint64_t *y) {
  uint64_t difference[TMD_RNS_MODULI_MAX];
  struct tmd_rns_interval interval;
  for (int i = 0; i < rns->count; i++) difference[i] = rns_subtract(x[i], y[i], rns->m[i]);
  tmd_rns_evaluate(&interval, rns, difference);
  return interval.sign;
}

static void test_pairs(void) {
  int compared = 1, scaled = 1;
  uint64_t x[TMD_RNS_MODULI_MAX], y[TMD_RNS_MODULI_MAX];
  SCOPED(mpz, X, Y, half);
  for (int s = 0; s < SIZES; s++)
    for (long n = 0; n < numbers / (SIZES * systems[s]->count) + 20; n++) {
      const struct tmd_rns *rns = systems[s];
      random_number(X, rns), random_number(Y, rns);
      mpz_tdiv_q_2exp(X, X, 2), mpz_tdiv_q_2exp(Y, Y, 2);
      if (n % 4 == 0) mpz_add_ui(Y, X, test_random() % 3), mpz_sub_ui(Y, Y, 1);
      tmd_rns_from_mpz(x, rns, X), tmd_rns_from_mpz(y, rns, Y);
      const int order = mpz_cmp(X, Y);
      compared &= sign_of_difference(rns, x, y) == (order > 0) - (order < 0);
      const mp_bitcnt_t k = test_random() % (mpz_sizeinbase(rns->M, 2) - 3);
      tmd_rns_scale(x, rns, (long)k);
      tmd_rns_to_mpz(Y, rns, x);
      mpz_mul_2exp(X, X, 1); /* floor(X / 2^k + 1/2) */
      mpz_set_ui(half, 1);
      mpz_mul_2exp(half, half, k);
      mpz_add(X, X, half);
      mpz_fdiv_q_2exp(X, X, k + 1);
      scaled &= mpz_cmp(X, Y) == 0;
    }
  tap_ok(compared, "comparison");
  tap_ok(scaled, "scaling by 2^-k, rounded to nearest");
}

int main(int argc, char **argv) {
  if (argc > 1) numbers = atol(argv[1]);
  for (int s = 0; s < SIZES; s++) systems[s] = tmd_rns_make(sizes[s]);
  test_moduli();
  test_reduction();
  test_numbers();
  test_pairs();
  for (int s = 0; s < SIZES; s++) tmd_rns_free(systems[s]);
  return tap_done();
}
