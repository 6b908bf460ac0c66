#include "lib/region/exact-decimal.h"

#include <stdlib.h>

#include "lib/base/wide-fmpz.h"
#include "lib/cell/scaled.h"
#include "lib/function/exact-at.h"

int tmd_exact_decimal_applies(const struct tmd_function *f) {
  switch (f->exact_rule) {
  case TMD_EXACT_ROOT:
  case TMD_EXACT_POWER:
  case TMD_EXACT_COMPOUND: return f->n >= 2;
  case TMD_EXACT_SINPI:
  case TMD_EXACT_COSPI:
  case TMD_EXACT_TANPI: return 1;
  default: return 0;
  }
}

/* The V = factor i^n, i = residue modulo `modulus`, i >= 1 and 1 <= residue <= modulus, where V is
   X or what 1 + x is a multiple of. */
struct multiples {
  fmpz_t factor;
  long n;
  long modulus, residue;
};

static void multiples_init(struct multiples *p) {
  *p = (struct multiples){.n = 1, .modulus = 1, .residue = 1};
  fmpz_init_set_ui(p->factor, 1);
}

static void multiples_clear(struct multiples *p) { fmpz_clear(p->factor); }

static long at_least(long x, long n) {
  return x > 0 ? (x + n - 1) / n : 0;
} /* ceiling(x/n), or 0 */

/* factor <- factor 2^a 5^b; 0 if that exceeds every significand and every power of ten with one. */
static int multiply(fmpz_t factor, long a, long b) {
  enum { EXPONENT_MAX = 1 << 20 };
  SCOPED(fmpz, power);
  if (a > EXPONENT_MAX || b > EXPONENT_MAX) return 0;
  fmpz_mul_2exp(factor, factor, (ulong)a);
  fmpz_ui_pow_ui(power, 5, (ulong)b);
  fmpz_mul(factor, factor, power);
  return 1;
}

/* The U = 1 + X 10^unit, unit > 0, with U^n 10^s 2^d an integer, or an odd one: it has no factor of
   ten, so that is so of all or of none. */
static int all_powers(struct multiples *p, int unit, long s, int odd) {
  enum { UNIT_MAX = 18 }; /* where s >= 0, U^n has at most p digits */
  if (s < 0 || odd || unit > UNIT_MAX) return 0;
  while (unit-- > 0) p->modulus *= 10;
  return 1;
}

/* The multiples U with U^n 10^s 2^d an integer, or an odd one. */
static int powers(struct multiples *p, long n, long s, int d, int odd) {
  const long twos = -s - d;
  if (odd && (twos < 0 || twos % n)) return 0;
  if (odd) p->modulus = 2;
  return multiply(p->factor, at_least(twos, n), at_least(-s, n));
}

/* The X = j^n 10^s/2^(d n). */
static int roots(struct multiples *p, long n, long s, int d, int odd) {
  const long a = at_least(d * n - s, n), b = at_least(-s, n), twos = n * a + s - d * n,
             fives = n * b + s;
  if (odd && a > 0) return 0;
  if (odd) p->modulus = 2;
  p->n = n;
  return multiply(p->factor, twos, fives);
}

/* x = j 2^-halvings, |f(x)| = 1, by j modulo 4 or 2 in the sign of the cell; X = j 10^-unit
   2^-halvings. */
static int ones(struct multiples *p, const struct tmd_cell *cell, int unit, int halvings) {
  const int any = tmd_cell_scattered(cell), odd = halvings > 0;
  const int negative = any ? 0 : odd ? cell->sign_f ^ cell->sign_x : cell->sign_f;
  if (odd && -unit < halvings) return 0;             /* X counts multiples of a larger unit */
  if (!odd && unit > 0) return any || !cell->sign_f; /* even integers */
  if (odd) p->modulus = any ? 2 : 4, p->residue = negative ? 3 : 1;
  else if (!any) p->modulus = 2, p->residue = negative ? 1 : 2;
  return multiply(p->factor, -unit - halvings, -unit);
}

/* A cell of a problem; the exponent of u = U 10^w, or of x, is w. */
struct place {
  const struct tmd_function *f;
  const struct tmd_problem *problem;
  const struct tmd_cell *cell;
  int unit, w;
};

static struct place place_of(const struct tmd_function *f, const struct tmd_problem *problem,
                             const struct tmd_cell *cell) {
  const int unit = tmd_cell_unit(problem, cell);
  return (struct place){f, problem, cell, unit,
                        f->exact_rule == TMD_EXACT_COMPOUND && unit > 0 ? 0 : unit};
}

static int of_pi(const struct place *at) {
  return at->f->exact_rule == TMD_EXACT_SINPI || at->f->exact_rule == TMD_EXACT_COSPI ||
         at->f->exact_rule == TMD_EXACT_TANPI;
}

static int is_root(const struct place *at) { return at->f->exact_rule == TMD_EXACT_ROOT; }

/* The multiples where 10^e <= |f| < 10^(e+1); 0: none. */
static int find(struct multiples *p, const struct place *at, long e) {
  const struct tmd_format *out = &at->problem->out;
  const int odd = tmd_problem_offset_half(at->problem),
            d = at->problem->modes != TMD_MODES_DIRECTED;
  const long n = at->f->n, e_out = e < out->emin ? out->emin : e, h = e_out - out->p + 1;
  multiples_clear(p);
  multiples_init(p);
  if (e > out->emax || e < tmd_format_least_exponent(out)) return 0;
  if (!tmd_cell_scattered(at->cell) && e_out != at->cell->e_out) return 0;
  if (is_root(at)) return roots(p, n, n * h - at->w, d, odd);
  if (at->w != at->unit) return all_powers(p, at->unit, -h, odd);
  if (!of_pi(at)) return powers(p, n, n * at->w - h, d, odd);
  return !odd && ones(p, at->cell, at->unit,
                      at->f->exact_rule == TMD_EXACT_SINPI   ? 1
                      : at->f->exact_rule == TMD_EXACT_TANPI ? 2
                                                             : 0);
}

/* V of X: one + X, or for x < 0 one - X, where X counts 10^unit if unit > 0; or X itself. */
static void to_V(fmpz_t V, const struct place *at, tmd_u128 X) {
  tmd_wide_to_fmpz(V, X);
  if (at->f->exact_rule != TMD_EXACT_COMPOUND) return;
  SCOPED(fmpz, power);
  fmpz_ui_pow_ui(power, 10, (ulong)labs(at->unit));
  if (at->unit > 0) fmpz_mul(V, V, power), fmpz_one(power);
  if (at->cell->sign_x) fmpz_neg(V, V);
  fmpz_add(V, V, power);
}

static tmd_u128 to_X(const struct place *at, const fmpz_t V) {
  SCOPED(fmpz, X, zero);
  to_V(zero, at, 0);
  fmpz_sub(X, V, zero);
  fmpz_abs(X, X);
  fmpz_ui_pow_ui(zero, 10,
                 (ulong)(at->unit > 0 && at->f->exact_rule == TMD_EXACT_COMPOUND ? at->unit : 0));
  fmpz_divexact(X, X, zero);
  return tmd_wide_from_fmpz(X);
}

/* The V of a range of X > 0 lie in [V0, V1). */
static void ends(fmpz_t V0, fmpz_t V1, const struct place *at, const struct tmd_range *range) {
  const int falls = at->f->exact_rule == TMD_EXACT_COMPOUND && at->cell->sign_x;
  const tmd_u128 X0 = range->X0 ? range->X0 : 1, X1 = range->X1;
  if (X0 >= X1) return;
  to_V(V0, at, falls ? X1 - 1 : X0);
  to_V(V1, at, falls ? X0 : X1 - 1);
  fmpz_add_ui(V1, V1, 1);
}

/* floor(log10 |f|) at V > 0. */
static long exponent_of(const struct place *at, const fmpz_t V) {
  const long n = at->f->n;
  SCOPED(fmpq, power);
  if (of_pi(at)) return 0;
  fmpz_one(fmpq_denref(power));
  fmpz_pow_ui(fmpq_numref(power), V, is_root(at) ? 1 : (ulong)n);
  if (!is_root(at)) return tmd_rational_exponent(power, 10) + n * at->w;
  const long e = tmd_rational_exponent(power, 10) + at->w;
  return e >= 0 ? e / n : -((-e + n - 1) / n);
}

/* The least V with |f| >= 10^e. */
static void begin_of_decade(fmpz_t V, const struct place *at, long e) {
  const long n = at->f->n, power = is_root(at) ? n * e - at->w : e - n * at->w;
  fmpz_one(V);
  if (power <= 0) return;
  fmpz_ui_pow_ui(V, 10, (ulong)power);
  if (is_root(at)) return;
  fmpz_sub_ui(V, V, 1);
  fmpz_root(V, V, n);
  fmpz_add_ui(V, V, 1);
}

/* How many i there are with V_i < bound. */
static void count_below(fmpz_t count, const struct multiples *p, const fmpz_t bound) {
  SCOPED(fmpz, most);
  fmpz_sub_ui(most, bound, 1);
  fmpz_zero(count);
  if (fmpz_sgn(most) <= 0) return;
  fmpz_fdiv_q(most, most, p->factor);
  fmpz_root(most, most, p->n);
  fmpz_add_si(most, most, p->modulus - p->residue);
  fmpz_fdiv_q_ui(count, most, (ulong)p->modulus);
}

/* The i-th, from 0 on. */
static void value_of(fmpz_t V, const struct multiples *p, const fmpz_t i) {
  fmpz_mul_si(V, i, p->modulus);
  fmpz_add_si(V, V, p->residue);
  fmpz_pow_ui(V, V, (ulong)p->n);
  fmpz_mul(V, V, p->factor);
}

/* Counts those of a range up to number `index`, and finds that, V. */
static void count_to(fmpz_t count, fmpz_t V, const struct place *at, const struct tmd_range *range,
                     const fmpz_t index) {
  SCOPED_STRUCT(multiples, p);
  SCOPED(fmpz, V0, V1, from, to, before, here);
  fmpz_zero(count);
  ends(V0, V1, at, range);
  if (fmpz_cmp(V0, V1) >= 0 || (fmpz_sgn(V0) <= 0 && fmpz_cmp_si(V1, 1) <= 0)) return;
  if (fmpz_sgn(V0) <= 0) fmpz_one(V0);
  fmpz_sub_ui(to, V1, 1);
  const long last = exponent_of(at, to);
  for (long e = exponent_of(at, V0); e <= last; e++) {
    if (!find(&p, at, e)) continue;
    fmpz_set(from, V0), fmpz_set(to, V1);
    if (!of_pi(at)) {
      begin_of_decade(before, at, e);
      if (fmpz_cmp(before, from) > 0) fmpz_swap(from, before);
      begin_of_decade(before, at, e + 1);
      if (fmpz_cmp(before, to) < 0) fmpz_swap(to, before);
    }
    count_below(before, &p, from);
    count_below(here, &p, to);
    fmpz_sub(here, here, before);
    fmpz_sub(from, index, count);
    if (fmpz_cmp(from, here) < 0) {
      fmpz_add(from, from, before);
      value_of(V, &p, from);
      return;
    }
    fmpz_add(count, count, here);
  }
}

tmd_u128 tmd_exact_decimal_count(const struct tmd_function *f, const struct tmd_problem *problem,
                                 const struct tmd_cell *cell, const struct tmd_range *range) {
  const struct place at = place_of(f, problem, cell);
  SCOPED(fmpz, count, V, all);
  fmpz_set_ui(all, 1), fmpz_mul_2exp(all, all, 128);
  count_to(count, V, &at, range, all);
  return tmd_wide_from_fmpz(count);
}

tmd_u128 tmd_exact_decimal_at(const struct tmd_function *f, const struct tmd_problem *problem,
                              const struct tmd_cell *cell, const struct tmd_range *range,
                              tmd_u128 index) {
  const struct place at = place_of(f, problem, cell);
  SCOPED(fmpz, count, V, wanted);
  if (f->exact_rule == TMD_EXACT_COMPOUND && cell->sign_x) /* V falls, as X rises */
    index = tmd_exact_decimal_count(f, problem, cell, range) - 1 - index;
  tmd_wide_to_fmpz(wanted, index);
  count_to(count, V, &at, range, wanted);
  return to_X(&at, V);
}

/* The exponent e_out of f(x) at V, if that is one of cases of the cell. */
static int has_exponent(long *e_out, const struct place *at, const fmpz_t V) {
  const struct tmd_format *out = &at->problem->out;
  const long e = exponent_of(at, V);
  *e_out = e < out->emin ? out->emin : e;
  if (e > out->emax || e < tmd_format_least_exponent(out)) return 0;
  return tmd_cell_scattered(at->cell) || *e_out == at->cell->e_out;
}

unsigned tmd_exact_decimal_flags(const struct tmd_function *f, const struct tmd_problem *problem,
                                 const struct tmd_cell *cell, tmd_u128 X) {
  const struct place at = place_of(f, problem, cell);
  long e_out;
  SCOPED(fmpz, V);
  SCOPED(fmpq, x, G, half);
  tmd_argument_rational(x, 10, cell->sign_x, X, tmd_cell_unit(problem, cell));
  if (tmd_function_exact_at(f, G, x) != TMD_AT_RATIONAL || fmpq_is_zero(G)) return 0;
  if (!tmd_cell_scattered(cell) && (fmpq_sgn(G) < 0) != cell->sign_f) return 0;
  to_V(V, &at, X);
  if (!has_exponent(&e_out, &at, V)) return 0;
  fmpq_abs(G, G);
  tmd_scaled_rational(G, problem, (int)e_out);
  fmpq_set_si(half, tmd_problem_offset_half(problem), 2);
  fmpq_sub(G, G, half);
  if (!fmpz_is_one(fmpq_denref(G))) return 0;
  const int midpoint = problem->modes == TMD_MODES_NEAREST ||
                       (problem->modes == TMD_MODES_ALL && fmpz_is_odd(fmpq_numref(G)));
  return TMD_CASE_CONFIRMED | TMD_CASE_EXACT | (midpoint ? TMD_CASE_MIDPOINT : 0);
}
