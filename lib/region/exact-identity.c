#include "lib/region/exact-identity.h"

#include "lib/base/wide-fmpz.h"
#include "lib/cell/circle.h"
#include "lib/cell/scaled.h"

/* The multiples of `unit`, all or the odd ones; the X of exponent e_out lie in [X0, X1). */
struct multiples_of {
  tmd_u128 unit, X0, X1;
  int odd;
};

/* x as a number of units of X, rounded up; 2^127 if it is more. */
static tmd_u128 in_X(const struct tmd_problem *problem, int e_in, int e_out) {
  SCOPED(fmpq, x, unit);
  SCOPED(fmpz, X);
  tmd_argument_rational(x, tmd_format_radix(&problem->out), 0, 1, e_out);
  tmd_argument_rational(unit, tmd_format_radix(&problem->in), 0, 1, e_in - problem->in.p + 1);
  fmpq_div(x, x, unit);
  fmpz_cdiv_q(X, fmpq_numref(x), fmpq_denref(x));
  return fmpz_bits(X) > 127 ? (tmd_u128)1 << 127 : tmd_wide_from_fmpz(X);
}

/* Of |x| with exponent e_out (for emin: what is less, too); 0: none. */
static int find(struct multiples_of *m, const struct tmd_problem *problem,
                const struct tmd_cell *cell, int e_out) {
  const struct tmd_format *out = &problem->out;
  const struct tmd_cell own = {.e_in = cell->e_in, .e_out = e_out};
  SCOPED(fmpq, rho);
  SCOPED(fmpz, unit);
  tmd_circle_slope(rho, problem, &own);
  fmpz_set(unit, fmpq_denref(rho));
  m->odd = tmd_problem_offset_half(problem);
  if (m->odd && fmpz_is_odd(unit)) return 0;
  if (m->odd) fmpz_fdiv_q_2exp(unit, unit, 1);
  if (fmpz_bits(unit) > 127) return 0;
  m->unit = tmd_wide_from_fmpz(unit);
  m->X0 = in_X(problem, cell->e_in, e_out == out->emin ? tmd_format_least_exponent(out) : e_out);
  m->X1 = in_X(problem, cell->e_in, e_out + 1);
  return 1;
}

/* How many X < end there are. */
static tmd_u128 below(const struct multiples_of *m, tmd_u128 end) {
  const tmd_u128 multiples = end ? (end - 1) / m->unit : 0;
  return m->odd ? multiples - multiples / 2 : multiples;
}

/* The exponent e_out of the argument X, within the format's. */
static int exponent_at(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 X) {
  const struct tmd_format *out = &problem->out;
  SCOPED(fmpq, x);
  if (X == 0) return out->emin;
  tmd_argument_rational(x, tmd_format_radix(&problem->in), 0, X, tmd_cell_unit(problem, cell));
  const long e = tmd_rational_exponent(x, tmd_format_radix(out));
  return e < out->emin ? out->emin : e > out->emax ? out->emax : (int)e;
}

/* The exponents e_out of a cell; of a scattered one all that the range has. */
static void exponents(int *first, int *last, const struct tmd_problem *problem,
                      const struct tmd_cell *cell, const struct tmd_range *range) {
  *first = *last = cell->e_out;
  if (!tmd_cell_scattered(cell)) return;
  *first = exponent_at(problem, cell, range->X0);
  *last = exponent_at(problem, cell, range->X1 - 1);
}

/* Counts those of a range up to number `index`, and finds that. */
static tmd_u128 count_to(const struct tmd_problem *problem, const struct tmd_cell *cell,
                         const struct tmd_range *range, tmd_u128 index, tmd_u128 *X) {
  tmd_u128 count = 0;
  int first, last;
  if (range->X0 >= range->X1) return 0;
  exponents(&first, &last, problem, cell, range);
  for (int e_out = first; e_out <= last; e_out++) {
    struct multiples_of m;
    if (!find(&m, problem, cell, e_out)) continue;
    const tmd_u128 from = m.X0 > range->X0 ? m.X0 : range->X0,
                   to = m.X1 < range->X1 ? m.X1 : range->X1;
    if (from >= to) continue;
    const tmd_u128 before = below(&m, from), here = below(&m, to) - before;
    if (index - count < here) {
      const tmd_u128 i = before + index - count;
      *X = (m.odd ? 2 * i + 1 : i + 1) * m.unit;
      return index;
    }
    count += here;
  }
  return count;
}

tmd_u128 tmd_exact_identity_count(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                  const struct tmd_range *range) {
  tmd_u128 X;
  return count_to(problem, cell, range, ~(tmd_u128)0, &X);
}

tmd_u128 tmd_exact_identity_at(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               const struct tmd_range *range, tmd_u128 index) {
  tmd_u128 X = 0;
  count_to(problem, cell, range, index, &X);
  return X;
}

unsigned tmd_exact_identity_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                  tmd_u128 X) {
  const struct tmd_range one = {X, X + 1};
  if (!tmd_cell_scattered(cell) && cell->sign_f != cell->sign_x) return 0;
  if (tmd_exact_identity_count(problem, cell, &one) == 0) return 0;
  int e_out, last;
  exponents(&e_out, &last, problem, cell, &one);
  SCOPED(fmpq, G, X_of);
  SCOPED(fmpz, whole);
  const struct tmd_cell own = {.e_in = cell->e_in, .e_out = e_out};
  tmd_circle_slope(G, problem, &own);
  tmd_wide_to_fmpz(whole, X);
  fmpq_mul_fmpz(G, G, whole);
  const int midpoint = problem->modes == TMD_MODES_NEAREST ||
                       (problem->modes == TMD_MODES_ALL && fmpz_is_odd(fmpq_numref(G)));
  return TMD_CASE_CONFIRMED | TMD_CASE_EXACT | (midpoint ? TMD_CASE_MIDPOINT : 0);
}
