/* Cases as divisors (lib/cell/divisors.h): all divisors of an integer are found; candidates hold
   all cases, and without what x f(x) varies some are lost. Of 1/x: small-formats.bats. */
#include "lib/base/arb-compat.h"
#include "lib/base/divisors-of.h"
#include "lib/base/wide-fmpz.h"
#include "lib/cell/confirm.h"
#include "lib/cell/divisors.h"
#include "lib/cell/single-arguments.h"
#include "lib/expression/expression.h"
#include "tests/unit/tap.h"

/* ---- Divisors of an integer ---- */

/* 1 if they are all divisors of n <= 2^127, each with its codivisor, in growing order. */
static int are_paired(const struct tmd_factor_divisors *d, tmd_u128 n) {
  for (size_t i = 0; i < d->count; i++)
    if (d->divisor[i] * d->divisor[d->count - 1 - i] != n ||
        (i && d->divisor[i] <= d->divisor[i - 1]))
      return 0;
  return d->count > 0;
}

static size_t divisors_of(tmd_u128 n, int *paired) {
  SCOPED(fmpz, integer);
  tmd_wide_to_fmpz(integer, n);
  const struct tmd_factor_divisors d = tmd_factor_divisors(integer);
  *paired = are_paired(&d, n);
  free(d.divisor);
  return d.count;
}

static void test_integers(void) {
  int wrong = 0, paired;
  for (unsigned n = 1; n <= 3000; n++) {
    size_t count = 0;
    for (unsigned d = 1; d <= n; d++) count += n % d == 0;
    wrong += divisors_of(n, &paired) != count || !paired;
  }
  tap_ok(!wrong, "all divisors of 1 .. 3000 (%d wrong)", wrong);
  const tmd_u128 p = (UINT64_C(1) << 52) + 21, q = (UINT64_C(1) << 53) - 111,
                 r = ((tmd_u128)1 << 107) - 1;
  /* 2^107 - 1 is a Mersenne prime; p and q are primes, too */
  const struct {
    tmd_u128 n;
    size_t count;
  } known[] = {{p * q, 4},
               {q * q, 3},
               {r, 2},
               {2 * r, 4},
               {r << 20, 42},
               {(tmd_u128)1 << 127, 128},
               {p * q * 7 * 7 * 3, 24},
               {p * 65537 * 65537, 6}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const size_t count = divisors_of(known[i].n, &paired);
    tap_ok(count == known[i].count && paired, "number %zu of two and more primes: %zu divisors", i,
           count);
  }
}

/* ---- Candidates ---- */

static int has(const struct tmd_claim *claim, tmd_u128 X) {
  size_t low = 0, high = claim->record_count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const tmd_u128 at =
        tmd_wide_load(((struct tmd_case_record *)tmd_claim_record(claim, middle))->X);
    if (at == X) return 1;
    if (at < X) low = middle + 1;
    else high = middle;
  }
  return 0;
}

/* Of all cases in a cell how many are no candidates: with d, and as if x f(x) were what it is at
   the ends. */
static void test_others(const char *name, int p, int e_in, int e_out, int bits) {
  struct tmd_problem problem = {.in = {p, -40, 40}, .out = {p, -40, 40}, .bits = bits};
  problem.name = name;
  const struct tmd_function *function = tmd_resolve(name);
  const tmd_u128 one = (tmd_u128)1 << (p - 1);
  const struct tmd_cell cell = {0, 0, e_in, e_out};
  const struct tmd_segment segment = {&problem, function, cell, one + 1, 2 * one};
  CLAIM claim = {.problem = tmd_problem_intern(&problem),
                 .cell = cell,
                 .X0 = segment.X0,
                 .X1 = segment.X1},
        all = claim, altered = claim;
  struct tmd_case_record record;
  struct tmd_divisors d;
  long cases = 0, lost = 0, lost_if_constant = 0;
  tmd_divisors_init(&d);
  const int found = tmd_divisors_find(&d, &segment);
  tmd_points_by_balls(&all);
  if (found) {
    tmd_divisors_claim(&claim, &d);
    fmpz_add(d.low, d.low, d.high);
    fmpz_fdiv_q_2exp(d.low, d.low, 1);
    fmpz_set(d.high, d.low); /* in place of what lies between */
    tmd_divisors_claim(&altered, &d);
  }
  for (size_t i = 0; i < all.record_count; i++) {
    const tmd_u128 X = tmd_wide_load(((struct tmd_case_record *)tmd_claim_record(&all, i))->X);
    if (!tmd_confirm_case(&segment, X, 0, &record)) continue;
    cases++;
    lost += !has(&claim, X);
    lost_if_constant += !has(&altered, X);
  }
  tap_ok(
      found && cases > 0 && !lost && lost_if_constant > 0,
      "%s, %d bits of precision, |x| near 2^%d: of %ld cases %ld lost; %ld if x f(x) were constant",
      name, p, e_in, cases, lost, lost_if_constant);
  tmd_divisors_clear(&d);
}

int main(void) {
  test_integers();
  test_others("tgamma", 14, -20, 19, 7);
  test_others("1/sin(x)", 14, -9, 8, 7);
  test_others("1/tanh(x)", 14, -9, 8, 7);
  return tap_done();
}
