#include "lib/region/exact.h"

#include "lib/region/exact-decimal.h"
#include "lib/region/exact-hypot.h"
#include "lib/region/exact-identity.h"
#include "lib/region/exact-pairs.h"
#include "lib/region/exact-real-power.h"
#include "lib/region/integer-roots.h"

static tmd_u128 least(tmd_u128 a, tmd_u128 b) { return a < b ? a : b; }

/* ---- what the rule looks at ---- */

/* u = U 2^unit: |x|, U = X; or 1 + x, U = one + Y, or one - Y where x < 0, with Y = X 2^(raised -
   dropped). An X that is no multiple of 2^dropped is not exact: where dropped is not 0, |x| < 1/2 <
   u, so u has more than POINT bits; nor is one that has more of them when raised. */
struct view {
  const struct tmd_function *f;
  const struct tmd_problem *problem;
  const struct tmd_cell *cell;
  tmd_u128 one;
  int unit, raised, dropped, falls; /* U falls, as X rises */
};

enum {
  POINT = 126 /* u has at most p_out + 1 <= 114 bits, and so has what it is a power of; X has 113 */
};

static struct view view_of(const struct tmd_function *f, const struct tmd_problem *problem,
                           const struct tmd_cell *cell) {
  const int unit = tmd_cell_unit(problem, cell);
  struct view view = {.f = f, .problem = problem, .cell = cell, .unit = unit};
  if (f->exact_rule != TMD_EXACT_COMPOUND) return view;
  view.raised = unit > 0 ? unit : 0;
  view.dropped = unit < -POINT ? -POINT - unit : 0;
  view.unit = unit + view.dropped - view.raised;
  view.one = (tmd_u128)1 << -view.unit;
  view.falls = cell->sign_x;
  return view;
}

/* The U of a range of X that may be exact, if raised those with U = 1 modulo 2^raised; u > 0. */
static struct tmd_range to_U(const struct view *view, const struct tmd_range *range) {
  const tmd_u128 most = view->raised > POINT ? 0 : (tmd_u128)1 << (POINT - view->raised);
  const tmd_u128 from = least(tmd_shift_up(range->X0 ? range->X0 : 1, view->dropped), most)
                        << view->raised;
  tmd_u128 to = least(tmd_shift_up(range->X1, view->dropped), most) << view->raised;
  if (view->falls) to = least(to, view->one);
  if (from >= to) return (struct tmd_range){0, 0};
  return view->falls ? (struct tmd_range){view->one - to + 1, view->one - from + 1}
                     : (struct tmd_range){view->one + from, view->one + to};
}

static tmd_u128 to_X(const struct view *view, tmd_u128 U) {
  return (view->falls ? view->one - U : U - view->one) >> view->raised << view->dropped;
}

/* U = j^n 2^shift, j = residue modulo 2^modulus, for j0 <= j < j1. */
struct progression {
  tmd_u128 j0, j1, residue;
  long n;
  int64_t shift;
  int modulus;
};

/* Where |f(x)| = 1: x = j 2^unit, j odd, or any integer. */
static const struct {
  int applies, unit, odd;
} ones[] = {
    [TMD_EXACT_SINPI] = {1, -1, 1}, [TMD_EXACT_COSPI] = {1, 0, 0}, [TMD_EXACT_TANPI] = {1, -2, 1}};

/* Those with |f(x)| = 1 and the sign of the cell: of odd j f(j 2^unit) is 1 for j = 1 modulo 4, -1
   for 3, and f is odd; of others
   (-1)^j. All j; 0: none. */
static int of_ones(struct progression *p, const struct view *view) {
  const int odd = ones[view->f->exact_rule].odd, any = tmd_cell_scattered(view->cell),
            sign_f = view->cell->sign_f;
  const int64_t shift = ones[view->f->exact_rule].unit - view->unit;
  *p = (struct progression){.n = 1, .shift = shift};
  if (odd)
    p->modulus = any ? 1 : 2,
    p->residue = any ? 1 : 1 + 2 * (tmd_u128)(sign_f ^ view->cell->sign_x);
  else if (!any && shift >= 0) p->modulus = 1, p->residue = (tmd_u128)sign_f;
  if (shift >= 0) return shift < POINT - 1; /* else X is no multiple of 2^shift */
  p->shift = 0;                             /* all j are even */
  return !odd && (any || !sign_f);
}

/* The sign of f(x) is that of the cell; where |f(x)| = 1, of_ones looks. */
static int has_sign(const struct view *view) {
  const int negative = view->cell->sign_x && view->f->symmetry.parity == TMD_PARITY_ODD;
  return ones[view->f->exact_rule].applies || tmd_cell_scattered(view->cell) ||
         view->cell->sign_f == negative;
}

/* ---- one argument ---- */

static int is_one(const struct view *view, tmd_u128 U) {
  struct progression p;
  if (!of_ones(&p, view)) return 0;
  const tmd_u128 j = U >> p.shift;
  return j << p.shift == U && (j & (((tmd_u128)1 << p.modulus) - 1)) == p.residue;
}

/* |f(x)| = r 2^*v with r odd; 0 if it is no dyadic rational, or r too long for any format. */
static tmd_u128 value(const struct view *view, tmd_u128 U, int64_t *v) {
  const int zeros = tmd_trailing_zeros(U);
  const tmd_u128 m = U >> zeros;
  const int64_t w = view->unit + zeros;
  const long n = view->f->n;
  *v = 0;
  if (ones[view->f->exact_rule].applies) return (tmd_u128)is_one(view, U);
  if (n < 0 && m > 1) return 0;
  if (view->f->exact_rule != TMD_EXACT_ROOT) {
    *v = w * n;
    return n < 0 ? 1 : tmd_wide_power(m, n);
  }
  if (w % n) return 0;
  *v = w / n;
  const tmd_u128 r = n < 0 ? 1 : tmd_root_floor(m, n);
  return n < 0 || tmd_wide_power(r, n) == m ? r : 0;
}

static int has_cases(const struct tmd_format *out, int64_t e) {
  return e >= out->emin - out->p - 1 && e <= out->emax;
}

/* The flags of |f| = r 2^v, r odd, floor(log2 r) = log2_r. */
unsigned tmd_exact_value_flags(const struct tmd_problem *problem, const struct tmd_cell *cell,
                               int64_t v, int log2_r) {
  int64_t e = v + log2_r;
  if (!has_cases(&problem->out, e)) return 0;
  if (e < problem->out.emin) e = problem->out.emin;
  if (!tmd_cell_scattered(cell) && e != cell->e_out) return 0;
  const int64_t factor = v + tmd_problem_scale(problem) - e; /* G + offset is r 2^factor */
  if (tmd_problem_offset_half(problem) ? factor != -1 : factor < 0) return 0;
  const int midpoint =
      problem->modes == TMD_MODES_NEAREST || (problem->modes == TMD_MODES_ALL && factor == 0);
  return TMD_CASE_CONFIRMED | TMD_CASE_EXACT | (midpoint ? TMD_CASE_MIDPOINT : 0);
}

/* The flags of u = U 2^unit. */
static unsigned flags_of(const struct view *view, tmd_u128 U) {
  int64_t v = 0;
  const tmd_u128 r = has_sign(view) ? value(view, U, &v) : 0;
  return r ? tmd_exact_value_flags(view->problem, view->cell, v, tmd_log2_floor(r)) : 0;
}

static int is_identity(const struct tmd_function *function) {
  return function->exact_rule == TMD_EXACT_IDENTITY;
}

int tmd_exact_applies(const struct tmd_function *function, const struct tmd_problem *problem) {
  if (is_identity(function)) return 1;
  if (function->exact_rule == TMD_EXACT_HYPOT)
    return problem->in.p <= TMD_EXACT_HYPOT_BITS && problem->in_y.p <= TMD_EXACT_HYPOT_BITS;
  if (!tmd_problem_decimal(problem)) return function->exact_rule != TMD_EXACT_LISTED;
  return problem->in.decimal && problem->out.decimal && tmd_exact_decimal_applies(function);
}

unsigned tmd_exact_flags(const struct tmd_function *function, const struct tmd_problem *problem,
                         const struct tmd_cell *cell, tmd_u128 X) {
  if (!tmd_exact_applies(function, problem) || (X == 0 && !function->of_pairs)) return 0;
  if (function->of_pairs) return tmd_exact_pairs_flags(problem, cell, X);
  if (is_identity(function)) return tmd_exact_identity_flags(problem, cell, X);
  if (problem->in.decimal) return tmd_exact_decimal_flags(function, problem, cell, X);
  const struct tmd_xy pair = {X, function->exact_Y};
  if (function->exact_rule == TMD_EXACT_HYPOT) return tmd_exact_hypot_flags(problem, cell, &pair);
  if (function->exact_rule == TMD_EXACT_DIAGONAL)
    return tmd_exact_diagonal_flags(problem, cell, &pair);
  if (function->exact_rule == TMD_EXACT_REAL_POWER)
    return tmd_exact_real_power_flags(problem, cell, &pair);
  const struct view view = view_of(function, problem, cell);
  const struct tmd_range U = to_U(&view, &(struct tmd_range){X, X + 1});
  return U.X0 < U.X1 ? flags_of(&view, U.X0) : 0;
}

void tmd_exact_drop(struct tmd_claim *claim) {
  const struct tmd_problem *problem = claim->problem;
  struct tmd_case_record *record = (struct tmd_case_record *)claim->records;
  size_t kept = 0;
  if (claim->kind != TMD_CASE) return;
  for (size_t i = 0; i < claim->record_count; i++) {
    const int exact = (record[i].flags & TMD_CASE_EXACT) != 0;
    if (exact && record[i].flags == tmd_exact_flags(problem->function, problem, &claim->cell,
                                                    tmd_wide_load(record[i].X)))
      continue;
    record[kept++] = record[i];
  }
  claim->record_count = kept;
}

/* ---- all of a range ----

   Let 2^i <= U < 2^(i+1), and |f| have one exponent e there. Numbers and midpoints are the
   multiples of 2^h, h = max(emin, e) - scale; with the offset 1/2 they are the odd multiples of
   2^h, with h one less. An n-th power t^n, t = j 2^a with j odd, is a multiple of 2^b iff n a >= b.
   So with n >= 2 the exact U are f(x) = u^n   U = j 2^c, all j, c >= 0 the least with n (unit + c)
   >= h; odd multiples: if n (unit + c) = h, those with odd j; f(x)^n = u   those with f(x) = j 2^(h
   + c), all j, c >= 0 the least with n (h + c) >= unit, U = j^n 2^(n (h + c) - unit); odd
                  multiples: if c = 0, those with odd j.
   Where U is to be 1 modulo 2^raised, unit is 0: c = 0, and j = U. */

/* Those with 2^i <= U < 2^(i+1). */
static void set_binade(struct progression *p, int i) {
  p->j0 = tmd_root_up(tmd_shift_up((tmd_u128)1 << i, p->shift), p->n);
  p->j1 = tmd_root_up(tmd_shift_up((tmd_u128)1 << (i + 1), p->shift), p->n);
}

/* Those of a binade and, of powers, floor(log2 |f|) = n floor(log2 u) + k. 0: none. */
static int of_root(struct progression *p, const struct view *view, int i, int64_t h, int odd) {
  const long n = view->f->n;
  const int64_t c = n * h < view->unit ? tmd_quotient_up(view->unit - n * h, n) : 0;
  *p = (struct progression){
      .n = n, .shift = n * (h + c) - view->unit, .modulus = odd, .residue = (tmd_u128)odd};
  if ((odd && c) || p->shift >= TMD_INTEGER_BITS) return 0;
  set_binade(p, i);
  return 1;
}

static int of_power(struct progression *p, const struct view *view, int64_t e, int64_t h, int odd) {
  const long n = view->f->n;
  const int64_t c = n * view->unit < h ? tmd_quotient_up(h - n * view->unit, n) : 0;
  const int64_t last = n * (view->unit + c), bits = e - last; /* f(x) = j^n 2^last, bits <= p + 1 */
  *p = (struct progression){.n = 1, .shift = c, .modulus = odd, .residue = odd || view->raised};
  if (view->raised) p->modulus = view->raised;
  if ((odd && last != h) || (view->raised && c) || bits < 0 || c >= TMD_INTEGER_BITS) return 0;
  p->j0 = tmd_root_up((tmd_u128)1 << bits, n);
  p->j1 = tmd_root_up((tmd_u128)1 << (bits + 1), n);
  return 1;
}

static int progression(struct progression *p, const struct view *view, int i, int64_t k) {
  const struct tmd_function *f = view->f;
  const struct tmd_format *out = &view->problem->out;
  const int odd = tmd_problem_offset_half(view->problem), root_of = f->exact_rule == TMD_EXACT_ROOT;
  if (!has_sign(view)) return 0;
  if (ones[f->exact_rule].applies) { /* exact all or none */
    if (!of_ones(p, view)) return 0;
    set_binade(p, i);
    const tmd_u128 one = (p->residue ? p->residue : (tmd_u128)1 << p->modulus) << p->shift;
    return flags_of(view, one) != 0;
  }
  if (f->n < 0 || f->n > TMD_ROOTS_MOST) { /* m = 1, the power of two itself */
    *p = (struct progression){.j0 = 1, .j1 = 2, .n = 1, .shift = i};
    return !view->raised && flags_of(view, (tmd_u128)1 << i) != 0;
  }
  const int64_t e =
      root_of ? tmd_quotient_floor(view->unit + i, f->n) : f->n * ((int64_t)view->unit + i) + k;
  if (!has_cases(out, e)) return 0;
  const int64_t normal = e < out->emin ? out->emin : e,
                h = normal - tmd_problem_scale(view->problem) - odd;
  if (!tmd_cell_scattered(view->cell) && normal != view->cell->e_out) return 0;
  return root_of ? of_root(p, view, i, h, odd) : of_power(p, view, e, h, odd);
}

/* How many j < end there are. */
static tmd_u128 indices(const struct progression *p, tmd_u128 end) {
  return end > p->residue ? ((end - p->residue - 1) >> p->modulus) + 1 : 0;
}

/* Counts the U of a range up to the one of that index, and finds it. */
static tmd_u128 count_to(const struct view *view, const struct tmd_range *range, tmd_u128 index,
                         tmd_u128 *U) {
  const struct tmd_function *f = view->f;
  const int powers = f->exact_rule == TMD_EXACT_POWER || f->exact_rule == TMD_EXACT_COMPOUND;
  const int64_t parts = powers && f->n > 1 && f->n <= TMD_ROOTS_MOST ? f->n : 1;
  tmd_u128 count = 0;
  if (range->X0 >= range->X1) return 0;
  for (int i = tmd_log2_floor(range->X0); i <= tmd_log2_floor(range->X1 - 1); i++)
    for (int64_t k = 0; k < parts; k++) {
      struct progression p;
      if (!progression(&p, view, i, k)) continue;
      tmd_u128 from = tmd_root_up(tmd_shift_up(range->X0, p.shift), p.n);
      const tmd_u128 to = least(tmd_root_up(tmd_shift_up(range->X1, p.shift), p.n), p.j1);
      if (from < p.j0) from = p.j0;
      if (from >= to) continue;
      const tmd_u128 before = indices(&p, from), here = indices(&p, to) - before;
      if (index - count < here) {
        *U = tmd_wide_power(p.residue + ((before + index - count) << p.modulus), p.n) << p.shift;
        return index;
      }
      count += here;
    }
  return count;
}

tmd_u128 tmd_exact_count(const struct tmd_function *function, const struct tmd_problem *problem,
                         const struct tmd_cell *cell, const struct tmd_range *range) {
  tmd_u128 U;
  if (!tmd_exact_applies(function, problem)) return 0;
  if (function->of_pairs) return tmd_exact_pairs_count(problem, cell, range);
  if (is_identity(function)) return tmd_exact_identity_count(problem, cell, range);
  if (problem->in.decimal) return tmd_exact_decimal_count(function, problem, cell, range);
  const struct view view = view_of(function, problem, cell);
  const struct tmd_range all = to_U(&view, range);
  return count_to(&view, &all, ~(tmd_u128)0, &U);
}

tmd_u128 tmd_exact_at(const struct tmd_function *function, const struct tmd_problem *problem,
                      const struct tmd_cell *cell, const struct tmd_range *range, tmd_u128 index) {
  tmd_u128 U = 0;
  if (is_identity(function)) return tmd_exact_identity_at(problem, cell, range, index);
  if (problem->in.decimal) return tmd_exact_decimal_at(function, problem, cell, range, index);
  const struct view view = view_of(function, problem, cell);
  const struct tmd_range all = to_U(&view, range);
  if (view.falls) index = count_to(&view, &all, ~(tmd_u128)0, &U) - 1 - index;
  count_to(&view, &all, index, &U);
  return to_X(&view, U);
}
