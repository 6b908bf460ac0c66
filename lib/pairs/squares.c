#include "lib/pairs/squares.h"

#include <math.h>
#include <stdlib.h>

#include <flint/ulong_extras.h>

#include "lib/base/error.h"
#include "lib/function/function.h"
#include "lib/problem/pair.h"

enum {
  PRECISION_MOST = 29, /* so that N has 62 bits */
  TRIED = 64,          /* so many divisors are tried in place of factoring */
  ROOM = 3             /* bits: at most so many D for each B: 2^(ROOM + 1) */
};

/* M */
static int window_log2(const struct tmd_problem *problem) {
  return tmd_problem_threshold(problem) + tmd_problem_scale(problem) - problem->out.p;
}

static int difference(const struct tmd_cell *cell) { return abs(cell->e_in - cell->e_y); }

int tmd_squares_serve(const struct tmd_problem *problem, const struct tmd_cell *cell) {
  const struct tmd_format *in = &problem->in, *in_y = &problem->in_y;
  const int p = in->p, M = window_log2(problem);
  return problem->function->exact_rule == TMD_EXACT_HYPOT && !in->decimal && !in_y->integers &&
         in_y->p == p && problem->out.p == p && p <= PRECISION_MOST && cell->e_in > in->emin &&
         cell->e_y > in_y->emin && M + ROOM >= p + 4 && 2 * difference(cell) <= M + p - 3 &&
         (cell->e_in > cell->e_y ? cell->e_in : cell->e_y) >= problem->out.emin;
}

double tmd_squares_seconds(const struct tmd_problem *problem) {
  static const double row_ns = 4, factor_ns = 4000;
  const int p = problem->in.p, M = window_log2(problem);
  return 1e-9 * ldexp(row_ns + ldexp(2, p + 4 - M) * factor_ns, p - 1); /* so many D */
}

struct square_search {
  struct tmd_claim *claim;
  int by_x; /* x has the greater exponent */
  tmd_u128 first_A, end_A;
};

/* The pair of a divisor s of N, if it is one. */
static void take(const struct square_search *s, uint64_t B, uint64_t N, uint64_t divisor) {
  const uint64_t other = N / divisor, A = (other - divisor) / 4;
  if (other < divisor || (other - divisor) % 4 || A < s->first_A || A >= s->end_A) return;
  const struct tmd_xy pair = s->by_x ? (struct tmd_xy){A, B} : (struct tmd_xy){B, A};
  const tmd_u128 X = tmd_pair_ordinal(s->claim->problem, &s->claim->cell, &pair);
  if (X >= s->claim->X0 && X < s->claim->X1) tmd_claim_candidate(s->claim, X);
}

/* All divisors that are `divisor` times one of the primes from `i` on. */
static void take_divisors(const struct square_search *s, uint64_t B, uint64_t N,
                          const n_factor_t *factors, int i, uint64_t divisor) {
  if (i == factors->num) {
    take(s, B, N, divisor);
    return;
  }
  for (int power = 0; power <= factors->exp[i]; power++, divisor *= factors->p[i])
    take_divisors(s, B, N, factors, i + 1, divisor);
}

/* s <= N / 4 A. */
static void take_N(const struct square_search *s, uint64_t B, uint64_t N) {
  const uint64_t most = N / (4 * (uint64_t)s->first_A);
  if (most <= TRIED) {
    for (uint64_t divisor = 1; divisor <= most; divisor++)
      if (N % divisor == 0) take(s, B, N, divisor);
    return;
  }
  n_factor_t factors;
  n_factor_init(&factors);
  n_factor(&factors, N, 1);
  take_divisors(s, B, N, &factors, 0, 1);
}

static void take_row(const struct square_search *s, uint64_t B, int d, tmd_u128 bound) {
  const tmd_i128 square = (tmd_i128)4 * B * B, modulus = (tmd_i128)1 << (2 * d),
                 most = (tmd_i128)bound;
  tmd_i128 D = square % modulus;
  while (D + modulus <= most) D += modulus;
  for (; D >= -most; D -= modulus) {
    const tmd_i128 N = (square - D) / modulus;
    if (D <= most && D != 0 && N > 0) take_N(s, B, (uint64_t)N);
  }
}

int tmd_squares_claim(struct tmd_claim *claim) {
  const struct tmd_problem *problem = claim->problem;
  const struct tmd_cell *cell = &claim->cell;
  const int d = difference(cell), p = problem->in.p, wide = p + 4 - window_log2(problem) + 2 * d;
  if (!tmd_squares_serve(problem, cell))
    return tmd_error(TMD_USAGE, "%s: method=squares does not serve this cell", problem->name);
  tmd_claim_begin(claim, claim, TMD_CASE, sizeof(struct tmd_case_record));
  const int by_x = cell->e_in >= cell->e_y;
  const tmd_u128 least = tmd_format_least_normal(&problem->in),
                 end_x = tmd_format_X_end(&problem->in, cell->e_in),
                 end_y = tmd_format_X_end(&problem->in_y, cell->e_y);
  const struct square_search s = {claim, by_x, least, by_x ? end_x : end_y};
  const tmd_u128 bound = wide >= 0 ? (tmd_u128)1 << wide : 0;
  for (tmd_u128 B = least; bound && B < (by_x ? end_y : end_x); B++)
    take_row(&s, (uint64_t)B, d, bound);
  tmd_claim_sort_candidates(claim);
  return 0;
}
