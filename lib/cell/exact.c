#include "lib/cell/exact.h"

#include <math.h>

enum { BITS = 128, ROOTS_MOST = BITS - 1 /* 2^n does not fit for a greater n: only 1 is an n-th power */ };

/* ---- integers ---- */

static int trailing_zeros(tmd_u128 x) {
  return (uint64_t)x ? __builtin_ctzll((uint64_t)x) : 64 + __builtin_ctzll((uint64_t)(x >> 64));
}

/* floor(log2 x), x > 0 */
static int log2_of(tmd_u128 x) {
  return x >> 64 ? 127 - __builtin_clzll((uint64_t)(x >> 64)) : 63 - __builtin_clzll((uint64_t)x);
}

/* x^n, n >= 1; 0 if it does not fit. */
static tmd_u128 power(tmd_u128 x, long n) {
  tmd_u128 y = x;
  if (x <= 1) return x;
  for (; n > 1; n--)
    if (__builtin_mul_overflow(y, x, &y)) return 0;
  return y;
}

static int power_exceeds(tmd_u128 r, long n, tmd_u128 x) {
  const tmd_u128 y = power(r, n);
  return y > x || (y == 0 && r > 0);
}

/* floor(x^(1/n)): an estimate, put right by integers, so that nothing hangs on how good it is. */
static tmd_u128 root(tmd_u128 x, long n) {
  if (n == 1 || x <= 1) return x;
  if (n > ROOTS_MOST) return 1;
  tmd_u128 r = (tmd_u128)(n == 2 ? sqrt((double)x) : pow((double)x, 1 / (double)n));
  while (power_exceeds(r, n, x)) r--;
  while (!power_exceeds(r + 1, n, x)) r++;
  return r;
}

/* The least j with j^n >= x. */
static tmd_u128 root_up(tmd_u128 x, long n) { return x ? root(x - 1, n) + 1 : 0; }

static int64_t floor_quotient(int64_t a, int64_t b) { return a / b - (a % b < 0); } /* b > 0 */
static int64_t ceiling_quotient(int64_t a, int64_t b) { return -floor_quotient(-a, b); }

/* ---- one argument ---- */

/* |f(X 2^unit)| = r 2^*v with r odd; 0 if it is no dyadic rational, or r too long for any format. */
static tmd_u128 value(const struct tmd_function *f, tmd_u128 X, int unit, int64_t *v) {
  const int zeros = trailing_zeros(X);
  const tmd_u128 m = X >> zeros;
  const int64_t w = unit + zeros;
  const long n = f->n;
  if (n < 0 && m > 1) return 0;
  if (f->exact_rule == TMD_EXACT_POWER) {
    *v = w * n;
    return n < 0 ? 1 : power(m, n);
  }
  if (w % n) return 0;
  *v = w / n;
  const tmd_u128 r = n < 0 ? 1 : root(m, n);
  return n < 0 || power(r, n) == m ? r : 0;
}

static int has_cases(const struct tmd_format *out, int64_t e) { return e >= out->emin - out->p - 1 && e <= out->emax; }

unsigned tmd_exact_flags(const struct tmd_function *function, const struct tmd_problem *problem, const struct tmd_cell *cell,
                         tmd_u128 X) {
  int64_t v = 0;
  if (function->exact_rule == TMD_EXACT_LISTED || X == 0) return 0;
  const tmd_u128 r = value(function, X, tmd_cell_unit(problem, cell), &v);
  if (r == 0) return 0;
  int64_t e = v + log2_of(r);
  if (!has_cases(&problem->out, e)) return 0;
  if (e < problem->out.emin) e = problem->out.emin;
  if (!tmd_cell_scattered(cell) && e != cell->e_out) return 0;
  const int64_t factor = v + tmd_problem_scale(problem) - e; /* G + offset is r 2^factor */
  if (tmd_problem_offset_half(problem) ? factor != -1 : factor < 0) return 0;
  const int midpoint = problem->modes == TMD_MODES_NEAREST || (problem->modes == TMD_MODES_ALL && factor == 0);
  return TMD_CASE_CONFIRMED | TMD_CASE_EXACT | (midpoint ? TMD_CASE_MIDPOINT : 0);
}

void tmd_exact_drop(struct tmd_claim *claim) {
  const struct tmd_function *function = NULL;
  struct tmd_case_record *record = (struct tmd_case_record *)claim->records;
  size_t kept = 0;
  if (claim->kind != TMD_CASE) return;
  for (size_t i = 0; i < claim->record_count; i++) {
    const int exact = (record[i].flags & TMD_CASE_EXACT) != 0;
    if (exact && !function && !(function = tmd_function_find(claim->problem.function))) return;
    if (exact && record[i].flags == tmd_exact_flags(function, &claim->problem, &claim->cell, tmd_wide_load(record[i].X)))
      continue;
    record[kept++] = record[i];
  }
  claim->record_count = kept;
}

/* ---- all of a range ----

   Let 2^i <= X < 2^(i+1), and |f| have one exponent e there. Numbers and midpoints are the multiples of 2^h, h = max(emin, e) -
   scale; with the offset 1/2 they are the odd multiples of 2^h, with h one less. An n-th power t^n, t = j 2^a with j odd, is a
   multiple of 2^b iff n a >= b. So with n >= 2 the exact X are
     f(x) = x^n   X = j 2^c, all j, c >= 0 the least with n (unit + c) >= h; odd multiples: if n (unit + c) = h, those with odd j;
     f(x)^n = x   those with f(x) = j 2^(h + c), all j, c >= 0 the least with n (h + c) >= unit, X = j^n 2^(n (h + c) - unit); odd
                  multiples: if c = 0, those with odd j. */

/* X = j^n 2^shift for j0 <= j < j1, or the odd j among these. */
struct progression {
  tmd_u128 j0, j1;
  long n;
  int64_t shift;
  int odd;
};

/* The least j with X_j >= X. */
static tmd_u128 index_from(const struct progression *p, tmd_u128 X) {
  return root_up((X >> p->shift) + (X & (((tmd_u128)1 << p->shift) - 1) ? 1 : 0), p->n);
}

/* Those with 2^i <= X < 2^(i+1) and, of powers, floor(log2 |f|) = n floor(log2 |x|) + k. 0: none. */
static int of_root(struct progression *p, long n, int unit, int i, int64_t h, int odd) {
  const int64_t c = n * h < unit ? ceiling_quotient(unit - n * h, n) : 0;
  *p = (struct progression){.n = n, .shift = n * (h + c) - unit, .odd = odd};
  if ((odd && c) || p->shift >= BITS) return 0;
  p->j0 = index_from(p, (tmd_u128)1 << i);
  p->j1 = index_from(p, (tmd_u128)1 << (i + 1));
  return 1;
}

static int of_power(struct progression *p, long n, int unit, int64_t e, int64_t h, int odd) {
  const int64_t c = n * unit < h ? ceiling_quotient(h - n * unit, n) : 0;
  const int64_t last = n * (unit + c), bits = e - last; /* f(x) = j^n 2^last, bits <= p + 1 */
  *p = (struct progression){.n = 1, .shift = c, .odd = odd};
  if ((odd && last != h) || bits < 0 || c >= BITS) return 0;
  p->j0 = root_up((tmd_u128)1 << bits, n);
  p->j1 = root_up((tmd_u128)1 << (bits + 1), n);
  return 1;
}

static int progression(struct progression *p, const struct tmd_function *f, const struct tmd_problem *problem,
                       const struct tmd_cell *cell, int i, int64_t k) {
  const struct tmd_format *out = &problem->out;
  const int unit = tmd_cell_unit(problem, cell), odd = tmd_problem_offset_half(problem);
  if (f->n < 0 || f->n > ROOTS_MOST) { /* m = 1, the power of two itself */
    *p = (struct progression){.j0 = 1, .j1 = 2, .n = 1, .shift = i};
    return tmd_exact_flags(f, problem, cell, (tmd_u128)1 << i) != 0;
  }
  const int root_of = f->exact_rule == TMD_EXACT_ROOT;
  int64_t e = root_of ? floor_quotient(unit + i, f->n) : f->n * ((int64_t)unit + i) + k;
  if (!has_cases(out, e)) return 0;
  const int64_t normal = e < out->emin ? out->emin : e, h = normal - tmd_problem_scale(problem) - odd;
  if (!tmd_cell_scattered(cell) && normal != cell->e_out) return 0;
  return root_of ? of_root(p, f->n, unit, i, h, odd) : of_power(p, f->n, unit, e, h, odd);
}

/* Counts up to the one of that index, and finds it. */
static tmd_u128 count_to(const struct tmd_function *f, const struct tmd_problem *problem, const struct tmd_cell *cell,
                         const struct tmd_range *range, tmd_u128 index, tmd_u128 *X) {
  const int64_t parts = f->exact_rule == TMD_EXACT_POWER && f->n > 1 && f->n <= ROOTS_MOST ? f->n : 1;
  const tmd_u128 X0 = range->X0 ? range->X0 : 1;
  tmd_u128 count = 0;
  if (f->exact_rule == TMD_EXACT_LISTED || X0 >= range->X1) return 0;
  for (int i = log2_of(X0); i <= log2_of(range->X1 - 1); i++)
    for (int64_t k = 0; k < parts; k++) {
      struct progression p;
      if (!progression(&p, f, problem, cell, i, k)) continue;
      tmd_u128 from = index_from(&p, X0), to = index_from(&p, range->X1);
      if (from < p.j0) from = p.j0;
      if (to > p.j1) to = p.j1;
      if (from >= to) continue;
      const tmd_u128 here = p.odd ? to / 2 - from / 2 : to - from;
      if (index - count < here) {
        const tmd_u128 step = index - count, j = p.odd ? (from | 1) + 2 * step : from + step;
        *X = power(j, p.n) << p.shift;
        return index;
      }
      count += here;
    }
  return count;
}

tmd_u128 tmd_exact_count(const struct tmd_function *function, const struct tmd_problem *problem, const struct tmd_cell *cell,
                         const struct tmd_range *range) {
  tmd_u128 X;
  return count_to(function, problem, cell, range, ~(tmd_u128)0, &X);
}

tmd_u128 tmd_exact_at(const struct tmd_function *function, const struct tmd_problem *problem, const struct tmd_cell *cell,
                      const struct tmd_range *range, tmd_u128 index) {
  tmd_u128 X = 0;
  count_to(function, problem, cell, range, index, &X);
  return X;
}
