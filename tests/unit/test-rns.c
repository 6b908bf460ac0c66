/* Residue number systems against GMP. */
#include "kernels/rns/modular.h"
#include "kernels/rns/moduli.h"
#include "lib/base/arb-compat.h"
#include "tests/unit/tap.h"

static const long sizes[] = {30, 60, 106, 212, 424, 848, 1696, 3404, 20000};
enum { SIZES = sizeof sizes / sizeof *sizes };
static struct tmd_rns *systems[SIZES];
static mpz_t products[SIZES]; /* of the moduli */
static long numbers = 20000;  /* or what the command line says */

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
static void random_number(mpz_t X, const struct tmd_rns *rns, const mpz_t M) {
  const uint64_t kind = test_random() % 8;
  SCOPED(mpz, half);
  mpz_fdiv_q_2exp(half, M, 1);
  random_bits(X, (long)mpz_sizeinbase(M, 2) + 8);
  if (kind == 0) mpz_set_ui(X, test_random() % 5);
  else if (kind == 1) mpz_set(X, half), mpz_sub_ui(X, X, test_random() % 5);
  else if (kind == 2) mpz_fdiv_q_2exp(X, M, 2), mpz_add_ui(X, X, test_random() % 5);
  else if (kind == 3) {
    const uint64_t i = test_random() % (uint64_t)rns->count;
    mpz_divexact_ui(X, M, rns->m[i]);
    mpz_mul_ui(X, X, test_random() % 3 ? 1 + test_random() % (rns->m[i] / 2) : 1);
  } else if (kind == 4) mpz_fdiv_q_2exp(X, X, test_random() % mpz_sizeinbase(M, 2));
  mpz_fdiv_r(X, X, M);
  if (mpz_cmp(X, half) > 0) mpz_sub(X, X, M);
  if (test_random() % 2) mpz_neg(X, X);
}

/* ---- moduli and conversion ---- */

static void test_moduli(void) {
  int coprime = 1, enough = 1, small = 1;
  for (int s = 0; s < SIZES; s++) {
    const struct tmd_rns *rns = systems[s];
    mpz_init_set_ui(products[s], 1);
    for (int i = 0; i < rns->count; i++) {
      coprime &= mpz_gcd_ui(NULL, products[s], rns->m[i]) == 1;
      small &= rns->c[i] < 1 << 16 && rns->m[i] + rns->c[i] == UINT64_C(1) << 52;
      mpz_mul_ui(products[s], products[s], rns->m[i]);
    }
    enough &= (long)mpz_sizeinbase(products[s], 2) > sizes[s];
  }
  struct tmd_rns *largest = tmd_rns_make(52 * (TMD_RNS_MODULI_MAX - 1));
  small &= largest && largest->c[largest->count - 1] < 1 << 16;
  tmd_rns_free(largest);
  tap_ok(coprime && enough && small, "moduli: pairwise coprime, next to 2^52, of enough bits");
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

static void test_numbers(void) {
  int right = 1;
  long total = 0;
  uint64_t residue[TMD_RNS_MODULI_MAX];
  SCOPED(mpz, X, Y);
  for (int s = 0; s < SIZES; s++) {
    const long count = numbers / SIZES * 60 / (systems[s]->count + 52) + 100;
    total += count;
    for (long n = 0; n < count; n++) {
      random_number(X, systems[s], products[s]);
      for (int i = 0; i < systems[s]->count; i++) residue[i] = mpz_fdiv_ui(X, systems[s]->m[i]);
      tmd_rns_to_mpz(Y, systems[s], residue);
      right &= mpz_cmp(X, Y) == 0;
    }
  }
  tap_ok(right, "conversion: from residues the number comes back, of %ld numbers", total);
}

int main(int argc, char **argv) {
  if (argc > 1) numbers = atol(argv[1]);
  for (int s = 0; s < SIZES; s++) systems[s] = tmd_rns_make(sizes[s]);
  test_moduli();
  test_reduction();
  test_numbers();
  for (int s = 0; s < SIZES; s++) tmd_rns_free(systems[s]), mpz_clear(products[s]);
  return tap_done();
}
