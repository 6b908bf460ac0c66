#include "lib/region/exact-hypot.h"

#include <flint/ulong_extras.h>
#include <math.h>
#include <stdlib.h>

#include "lib/base/arb-helpers.h"
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

/* ---- All of a row ---- */

struct hypot_row {
  const struct tmd_problem *problem;
  const struct tmd_cell *cell;
  const struct tmd_range *range;
  struct units unit;
  tmd_u128 Y, first_X, end_X, count;
  fmpz_t V;           /* squared */
  n_factor_t of;      /* the odd primes of Y */
  int twos;           /* of V */
  double least, most; /* of s */
};

static void look(struct hypot_row *row, tmd_u128 divisor) {
  SCOPED(fmpz, s, t);
  tmd_wide_to_fmpz(s, divisor);
  fmpz_divexact(t, row->V, s);
  fmpz_sub(t, t, s);
  const ulong shift = (ulong)(row->unit.x - row->unit.least) + 1;
  if (fmpz_sgn(t) <= 0 || fmpz_val2(t) < shift) return;
  fmpz_fdiv_q_2exp(t, t, shift);
  if (fmpz_bits(t) > 64) return;
  const struct tmd_xy pair = {tmd_wide_from_fmpz(t), row->Y};
  if (pair.X < row->first_X || pair.X >= row->end_X) return;
  const tmd_u128 at = tmd_pair_ordinal(row->problem, row->cell, &pair);
  if (at < row->range->X0 || at >= row->range->X1) return;
  row->count += tmd_exact_hypot_flags(row->problem, row->cell, &pair) != 0;
}

/* The divisors s of V^2 within bounds: `divisor` times one of the primes from i on. */
static void divisors(struct hypot_row *row, tmd_u128 divisor, int i) {
  if (i < row->of.num) {
    for (int power = 0; power <= 2 * row->of.exp[i] && (double)divisor <= row->most; power++) {
      divisors(row, divisor, i + 1);
      divisor *= row->of.p[i];
    }
    return;
  }
  for (int twos = 0; twos <= 2 * row->twos && (double)divisor <= row->most; twos++, divisor *= 2)
    if ((double)divisor >= row->least) look(row, divisor);
}

/* Of Y with few trailing zeros and x with a much greater exponent, no W is a breakpoint: W^2 - (2^g
   m)^2 = n^2, W a multiple of 2^(g-1), g = a - b; so n is one of 2^(g-1), too. */
static int has_none(const struct hypot_row *row) {
  const int g = row->unit.x - row->unit.y;
  const struct tmd_format *in = &row->problem->in, *out = &row->problem->out;
  return g > 1 && out->p <= in->p && row->cell->e_in > in->emin && row->cell->e_in >= out->emin &&
         (g > 64 || row->Y % ((tmd_u128)1 << (g - 1)) != 0);
}

/* s = V^2 / (W + x); s <= V < 2^(3 TMD_EXACT_HYPOT_BITS), so that products with a prime of Y fit.
 */
static double divisor_at(double V, double x) { return V / (hypot(V, x) + x) * V; }

static void count_row(struct hypot_row *row) {
  if (row->Y == 0 || has_none(row)) return;
  const uint64_t Y = (uint64_t)row->Y, odd = Y >> __builtin_ctzll(Y);
  const ulong raised = (ulong)(row->unit.y - row->unit.least);
  const int step = row->unit.x - row->unit.least;
  const double V = ldexp((double)Y, (int)raised);
  row->twos = __builtin_ctzll(Y) + (int)raised;
  row->least = divisor_at(V, ldexp((double)(row->end_X - 1), step)) * (1 - 0x1p-40);
  row->most = divisor_at(V, ldexp((double)row->first_X, step)) * (1 + 0x1p-40);
  n_factor_init(&row->of);
  n_factor(&row->of, odd, 1);
  fmpz_set_ui(row->V, Y);
  fmpz_mul_2exp(row->V, row->V, raised);
  fmpz_mul(row->V, row->V, row->V);
  divisors(row, 1, 0);
}

tmd_u128 tmd_exact_hypot_count(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               const struct tmd_range *range) {
  struct hypot_row row = {problem, cell, range, units_of(problem, cell)};
  tmd_u128 first, rows, columns;
  tmd_pair_columns(problem, cell, &row.first_X, &columns);
  tmd_pair_rows(problem, cell, &first, &rows);
  row.end_X = row.first_X + columns;
  /* V^2 = W^2 - x^2 > 2 x >= 2^(1 + difference): a number with a much greater exponent is no leg */
  const int most = 2 * (problem->in.p > problem->in_y.p ? problem->in.p : problem->in_y.p);
  if (abs(row.unit.x - row.unit.y) > most || range->X0 >= range->X1) return 0;
  /* in one strip only the rows of the range, else all */
  const struct tmd_xy a = tmd_pair_at(problem, cell, range->X0),
                      b = tmd_pair_at(problem, cell, range->X1 - 1), last = {a.X, first + rows - 1};
  const int one_strip =
      tmd_pair_ordinal(problem, cell, &last) + tmd_pair_row_rest(problem, cell, &last) >= range->X1;
  tmd_u128 end = first + rows;
  row.Y = first;
  if (one_strip) row.Y = a.Y, end = b.Y + 1;
  fmpz_init(row.V);
  for (; row.Y < end; row.Y++) count_row(&row);
  fmpz_clear(row.V);
  return row.count;
}
