#include "lib/region/exact-hypot.h"

#include <flint/ulong_extras.h>
#include <math.h>
#include <stdlib.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/error.h"
#include "lib/base/wide-fmpz.h"

/* Exponents of one unit of X and of Y. */
struct units {
  int x, y, least;
};

static struct units units_of(const struct tmd_problem *problem, const struct tmd_cell *cell) {
  const int x = tmd_cell_unit(problem, cell), y = tmd_pair_unit_y(problem, cell);
  return (struct units){x, y, x < y ? x : y};
}

unsigned tmd_exact_hypot_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               const struct tmd_xy *pair) {
  const struct units unit = units_of(problem, cell);
  if (pair->X == 0 || pair->Y == 0) return 0;
  SCOPED(fmpz, x, y, rest);
  tmd_wide_to_fmpz(x, pair->X);
  tmd_wide_to_fmpz(y, pair->Y);
  fmpz_mul_2exp(x, x, (ulong)(unit.x - unit.least));
  fmpz_mul_2exp(y, y, (ulong)(unit.y - unit.least));
  fmpz_mul(x, x, x);
  fmpz_addmul(x, y, y);
  fmpz_sqrtrem(y, rest, x);
  if (!fmpz_is_zero(rest)) return 0;
  const slong zeros = (slong)fmpz_val2(y);
  return tmd_exact_value_flags(problem, cell, unit.least + zeros,
                               (int)((slong)fmpz_bits(y) - 1 - zeros));
}

/* ---- The odd primes of consecutive integers ---- */

enum {
  BLOCK = 1 << 14,
  ODD_PRIMES = 8,      /* at most, of an integer below 2^31: 3 * 5 * ... * 29 is greater */
  PRIMES_SIEVED = 4800 /* those below 2^15.5, and a few more */
};

struct odd_primes {
  uint32_t rest; /* while it is sieved: the odd part without its primes found so far */
  int count;
  uint32_t prime[ODD_PRIMES]; /* in ascending order */
  int power[ODD_PRIMES];
};

static void add_prime(struct odd_primes *of, uint32_t prime) {
  int power = 0;
  for (; of->rest % prime == 0; power++) of->rest /= prime;
  of->prime[of->count] = prime;
  of->power[of->count++] = power;
}

/* Of the integers from `first` on, 0 < first, all below 2^31. */
static void find_primes(struct odd_primes *of, uint64_t first, size_t count) {
  const ulong *const primes = n_primes_arr_readonly(PRIMES_SIEVED);
  const uint64_t last = first + count - 1;
  for (size_t i = 0; i < count; i++)
    of[i].count = 0, of[i].rest = (uint32_t)((first + i) >> __builtin_ctzll(first + i));
  for (int k = 1; primes[k] * primes[k] <= last; k++)
    for (size_t i = (primes[k] - first % primes[k]) % primes[k]; i < count; i += primes[k])
      add_prime(of + i, (uint32_t)primes[k]);
  for (size_t i = 0; i < count; i++)
    if (of[i].rest > 1) add_prime(of + i, of[i].rest);
}

/* ---- All of a row ---- */

/* V^2 = 4^T O^2, O the odd part of Y, and s = 2^i d, t = 2^(2 T - i) O^2 / d, where d divides O^2 <
   2^62. With m the lesser of i and 2 T - i,

       X = (t - s) / 2^(step + 1)

   is an integer for i = T where 2^(step + 1 - T) divides O^2 / d - d, and otherwise, as t - s is
   2^m times an odd number, for m > step. The latter needs T > step; then i = T serves always, and
   the i are those from step + 1 to 2 T - step - 1. */
struct hypot_row {
  const struct tmd_problem *problem;
  const struct tmd_cell *cell;
  const struct tmd_range *range;
  struct units unit;
  int whole; /* the range is that of the cell */
  int step;  /* x = X 2^step */
  tmd_u128 first_X, end_X, Y;
  tmd_u128 count;

  /* of Y: */
  const struct odd_primes *of;
  uint64_t squared;               /* O^2 */
  uint64_t below[ODD_PRIMES + 1]; /* the divisors of O^2 without the primes from an index on
                                     are those of this */
  int T, first_i, last_i;         /* of s */
  double least, most;             /* of s */
  uint64_t least_odd, most_odd;   /* of d */
};

static void look(struct hypot_row *row, uint64_t d, int i) {
  const int other_i = 2 * row->T - i, m = i < other_i ? i : other_i;
  const uint64_t other = row->squared / d;
  /* beyond 2^63 t is greater than of any X, or s than t */
  if (__builtin_clzll(other) <= other_i - m || __builtin_clzll(d) <= i - m) return;
  const uint64_t t = other << (other_i - m), s = d << (i - m);
  const int shift = m - row->step - 1;
  if (t <= s || (shift < 0 && __builtin_ctzll(t - s) < -shift)) return;
  const tmd_u128 X = shift < 0 ? (t - s) >> -shift : (tmd_u128)(t - s) << (shift < 64 ? shift : 64);
  if (X < row->first_X || X >= row->end_X) return;
  if (!row->whole) {
    const struct tmd_xy pair = {X, row->Y};
    const tmd_u128 at = tmd_pair_ordinal(row->problem, row->cell, &pair);
    if (at < row->range->X0 || at >= row->range->X1) return;
  }
  const int zeros = __builtin_ctzll(t + s); /* W = (t + s) 2^(m - 1) */
  row->count += tmd_exact_value_flags(row->problem, row->cell, row->unit.least + m - 1 + zeros,
                                      63 - __builtin_clzll(t + s) - zeros) != 0;
}

/* The divisors s of V^2 within bounds: 2^i d, d being `divisor` times one of the first n primes. */
static void divisors(struct hypot_row *row, uint64_t divisor, int n) {
  if (n == 0) {
    double s = ldexp((double)divisor, row->first_i);
    for (int i = row->first_i; i <= row->last_i && s <= row->most; i++, s *= 2)
      if (s >= row->least) look(row, divisor, i);
    return;
  }
  const uint64_t prime = row->of->prime[n - 1];
  for (int power = 2 * row->of->power[n - 1];; power--, divisor *= prime) {
    if (divisor > row->most_odd) return;
    if (divisor * row->below[n - 1] >= row->least_odd) divisors(row, divisor, n - 1);
    if (power == 0) return;
  }
}

/* s = V^2 / (W + x) */
static double divisor_at(double V, double x) { return V / (sqrt(V * V + x * x) + x) * V; }

static void count_row(struct hypot_row *row) {
  const uint64_t Y = (uint64_t)row->Y, odd = Y >> __builtin_ctzll(Y);
  const int raised = row->unit.y - row->unit.least;
  const double V = ldexp((double)Y, raised);
  row->T = __builtin_ctzll(Y) + raised;
  row->first_i = row->T > row->step ? row->step + 1 : row->T;
  row->last_i = 2 * row->T - row->first_i;
  row->least = divisor_at(V, ldexp((double)(row->end_X - 1), row->step)) * (1 - 0x1p-40);
  row->most = divisor_at(V, ldexp((double)row->first_X, row->step)) * (1 + 0x1p-40);
  const double most_odd = ldexp(row->most, -row->first_i);
  row->squared = odd * odd;
  row->most_odd = most_odd < (double)row->squared ? (uint64_t)most_odd : row->squared;
  row->least_odd = (uint64_t)ldexp(row->least, -row->last_i);
  row->below[0] = 1;
  for (int n = 0; n < row->of->count; n++) {
    row->below[n + 1] = row->below[n];
    for (int power = 2 * row->of->power[n]; power > 0; power--)
      row->below[n + 1] *= row->of->prime[n];
  }
  divisors(row, 1, row->of->count);
}

/* A power of two that divides all Y of rows with exact pairs; 0: there are none. Of Y with few
   trailing zeros and x with a much greater exponent, no W is a breakpoint: W^2 - (2^g m)^2 = n^2, W
   a multiple of 2^(g-1), g = a - b; so n is one of 2^(g-1), too. */
static uint64_t stride(const struct hypot_row *row) {
  const int g = row->unit.x - row->unit.y;
  const struct tmd_format *in = &row->problem->in, *out = &row->problem->out;
  if (g <= 1 || out->p > in->p || row->cell->e_in <= in->emin || row->cell->e_in < out->emin)
    return 1;
  return g > TMD_EXACT_HYPOT_BITS ? 0 : (uint64_t)1 << (g - 1);
}

/* The Y from `first` to `end` - 1. */
static void count_rows(struct hypot_row *row, uint64_t first, uint64_t end) {
  const uint64_t step = stride(row);
  if (step == 0) return;
  struct odd_primes *of = tmd_allocate(BLOCK * sizeof *of);
  uint64_t at = first / step + (first % step != 0);
  if (at == 0) at = 1; /* Y = 0 is no leg */
  const uint64_t last = end / step + (end % step != 0);
  for (; at < last; at += BLOCK) {
    const size_t count = last - at < BLOCK ? last - at : BLOCK;
    find_primes(of, at, count);
    for (size_t i = 0; i < count; i++) {
      row->Y = (at + i) * step;
      row->of = of + i;
      count_row(row);
    }
  }
  free(of);
}

tmd_u128 tmd_exact_hypot_count(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               const struct tmd_range *range) {
  const struct units unit = units_of(problem, cell);
  struct hypot_row row = {problem, cell, range, unit, .step = unit.x - unit.least};
  tmd_u128 first, rows, columns;
  tmd_pair_columns(problem, cell, &row.first_X, &columns);
  tmd_pair_rows(problem, cell, &first, &rows);
  row.end_X = row.first_X + columns;
  row.whole = range->X0 == 0 && range->X1 == columns * rows;
  /* V^2 = W^2 - x^2 > 2 x >= 2^(1 + difference): a number with a much greater exponent is no leg */
  const int most = 2 * (problem->in.p > problem->in_y.p ? problem->in.p : problem->in_y.p);
  if (abs(unit.x - unit.y) > most || range->X0 >= range->X1) return 0;
  /* in one strip only the rows of the range, else all */
  const struct tmd_xy a = tmd_pair_at(problem, cell, range->X0),
                      b = tmd_pair_at(problem, cell, range->X1 - 1), last = {a.X, first + rows - 1};
  const int one_strip =
      tmd_pair_ordinal(problem, cell, &last) + tmd_pair_row_rest(problem, cell, &last) >= range->X1;
  if (one_strip) count_rows(&row, (uint64_t)a.Y, (uint64_t)b.Y + 1);
  else count_rows(&row, (uint64_t)first, (uint64_t)(first + rows));
  return row.count;
}
