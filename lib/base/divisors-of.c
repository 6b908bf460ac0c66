#include "lib/base/divisors-of.h"

#include <stdlib.h>

#if __has_include(<flint/fmpz_factor.h>)
#include <flint/fmpz_factor.h>
#include <flint/ulong_extras.h>
#else
#include <fmpz_factor.h>
#include <ulong_extras.h>
#endif

#include "lib/base/error.h"
#include "lib/base/wide-fmpz.h"

/* FLINT's fmpz_factor is not called: from 2^64 on it sieves, and writes a file to the current
   folder, whose name is the same in all threads. Elliptic curves serve for numbers up to 2^130 or
   so, in less than half the time. */
enum {
  TRIAL_PRIMES = 3512, /* as many as FLINT keeps */
  CURVE_LEAST = 200,   /* bounds of curve k: B1 = 200 + k^2, which follows the tables from 15 to 35
                          digits, and B2 = 40 B1 */
  CURVE_RATIO = 40,
  DIVISOR_BITS = 127
};

/* Prime factors of a number with multiplicity, those up to 2^DIVISOR_BITS: no other is a divisor
   asked for, or has a multiple that is. */
struct primes {
  tmd_u128 *prime;
  unsigned long count, capacity;
};

static void add_prime(struct primes *primes, const fmpz_t prime) {
  if (fmpz_bits(prime) > DIVISOR_BITS) return;
  primes->prime =
      tmd_grow(primes->prime, &primes->capacity, primes->count + 1, sizeof *primes->prime);
  primes->prime[primes->count++] = tmd_wide_from_fmpz(prime);
}

/* A factor of a composite n, not 1 or n. */
static void find_factor(fmpz_t factor, const fmpz_t n) {
  flint_rand_t state;
  flint_randinit(state);
  for (ulong k = 0;; k++) {
    const ulong bound = CURVE_LEAST + k * k;
    if (fmpz_factor_ecm(factor, 1, bound, CURVE_RATIO * bound, state, n) &&
        fmpz_cmp_ui(factor, 1) > 0 && fmpz_cmp(factor, n) < 0 && fmpz_divisible(n, factor))
      break;
  }
  flint_randclear(state);
}

static void add_small(struct primes *primes, ulong n) {
  n_factor_t factors;
  SCOPED(fmpz, prime);
  n_factor_init(&factors);
  n_factor(&factors, n, 1);
  for (int i = 0; i < factors.num; i++) {
    fmpz_set_ui(prime, factors.p[i]);
    for (int k = 0; k < factors.exp[i]; k++) add_prime(primes, prime);
  }
}

/* The prime factors of n > 1. */
static void add_factors(struct primes *primes, const fmpz_t n) {
  if (fmpz_abs_fits_ui(n)) {
    add_small(primes, fmpz_get_ui(n));
  } else if (fmpz_is_prime(n) == 1) { /* proved */
    add_prime(primes, n);
  } else {
    SCOPED(fmpz, factor, rest);
    find_factor(factor, n);
    fmpz_divexact(rest, n, factor);
    add_factors(primes, factor);
    add_factors(primes, rest);
  }
}

static struct primes primes_of(const fmpz_t n) {
  struct primes primes = {0};
  fmpz_factor_t trial;
  fmpz_factor_init(trial);
  const int complete = fmpz_factor_trial(trial, n, TRIAL_PRIMES);
  const slong small = trial->num - !complete; /* else the last of them is what is left */
  for (slong i = 0; i < small; i++)
    for (ulong k = 0; k < trial->exp[i]; k++) add_prime(&primes, trial->p + i);
  if (!complete) add_factors(&primes, trial->p + small);
  fmpz_factor_clear(trial);
  return primes;
}

struct tmd_factor_divisors tmd_factor_divisors(const fmpz_t n) {
  const tmd_u128 most = (tmd_u128)1 << DIVISOR_BITS;
  struct primes primes = primes_of(n);
  struct tmd_factor_divisors all = {.divisor = tmd_allocate(sizeof *all.divisor), .count = 1};
  unsigned long capacity = 1;
  all.divisor[0] = 1;
  if (primes.count) qsort(primes.prime, primes.count, sizeof *primes.prime, tmd_wide_compare);
  for (unsigned long i = 0, from = 0; i < primes.count; i++) {
    const tmd_u128 prime = primes.prime[i];
    const unsigned long count = all.count;
    if (i == 0 || prime != primes.prime[i - 1]) from = 0;
    /* those with the greatest power of the prime so far, times the prime */
    for (unsigned long k = from; k < count; k++) {
      if (all.divisor[k] > most / prime) continue;
      all.divisor = tmd_grow(all.divisor, &capacity, all.count + 1, sizeof *all.divisor);
      all.divisor[all.count++] = all.divisor[k] * prime;
    }
    from = count;
  }
  free(primes.prime);
  qsort(all.divisor, all.count, sizeof *all.divisor, tmd_wide_compare);
  return all;
}
