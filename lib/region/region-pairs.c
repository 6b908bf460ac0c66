#include "lib/region/region-pairs.h"

#include <math.h>

#include "lib/base/arb-helpers.h"
#include "lib/function/function.h"
#include "lib/problem/pair.h"

enum {
  PRECISION = 192,
  DISTANCE_LOG2 = -3 /* of G from the model's integer, at most */
};

/* The rectangle: first to last, without 0, and without |x| = 1 in rows of roots, and where powers
   are next to 1. */
struct rectangle {
  const struct tmd_problem *problem;
  const struct tmd_cell *cell;
  struct tmd_range x, y; /* [first, end) */
  int unit_x, unit_y;
};

static int is_root(const struct tmd_problem *problem) {
  return problem->function->exact_rule == TMD_EXACT_ROOT;
}

static void leave_out_one(struct rectangle *r) {
  if (r->cell->e_in == 0 && r->x.X0 == tmd_format_least_normal(&r->problem->in)) r->x.X0++;
}

static struct rectangle rectangle_of(const struct tmd_problem *problem, const struct tmd_cell *cell,
                                     tmd_u128 X0, tmd_u128 X1) {
  struct rectangle r = {problem, cell, .unit_x = tmd_cell_unit(problem, cell),
                        .unit_y = tmd_pair_unit_y(problem, cell)};
  tmd_u128 count;
  tmd_pair_columns(problem, cell, &r.x.X0, &count);
  r.x.X1 = r.x.X0 + count;
  tmd_pair_rows(problem, cell, &r.y.X0, &count);
  r.y.X1 = r.y.X0 + count;
  const struct tmd_xy a = tmd_pair_at(problem, cell, X0), b = tmd_pair_at(problem, cell, X1 - 1),
                      last = {a.X, r.y.X1 - 1};
  if (tmd_pair_ordinal(problem, cell, &last) + tmd_pair_row_rest(problem, cell, &last) >= X1) {
    const int s = tmd_pair_strip_log2(problem);
    const tmd_u128 strip = r.x.X0 + ((a.X - r.x.X0) >> s << s), end = strip + ((tmd_u128)1 << s);
    r.y = (struct tmd_range){a.Y, b.Y + 1};
    r.x = (struct tmd_range){strip, end < r.x.X1 ? end : r.x.X1};
  }
  if (r.x.X0 == 0) r.x.X0 = 1;
  if (r.y.X0 == 0) r.y.X0 = 1;
  if (is_root(problem)) leave_out_one(&r);
  return r;
}

/* |x| of the first X, or the last; |y| likewise. */
static void x_at(arb_t x, const struct rectangle *r, int last) {
  tmd_ball_integer(x, last ? r->x.X1 - 1 : r->x.X0);
  arb_mul_2exp_si(x, x, r->unit_x);
}
static void y_at(arb_t y, const struct rectangle *r, int last) {
  tmd_ball_integer(y, last ? r->y.X1 - 1 : r->y.X0);
  arb_mul_2exp_si(y, y, r->unit_y);
}

/* S / L is the least at the first corner and the greatest at the last one: the values there. L is
   |x| if by_x. */
static void corner(arb_t S, arb_t L, const struct rectangle *r, int by_x, int last) {
  if (by_x) y_at(S, r, last), x_at(L, r, !last);
  else x_at(S, r, last), y_at(L, r, !last);
}

/* log2 h for the exponent e of results. */
static int unit_of(const struct tmd_problem *problem, int e) {
  return (e > problem->out.emin ? e : problem->out.emin) - tmd_problem_scale(problem);
}

/* 1 and the region, if |f - model| lies between two positive values, f below the model or above it,
   and the model is a number, or (of quotients) a breakpoint, in a binade with such an h. */
static int bounded(struct tmd_region *region, const struct rectangle *r, unsigned reason,
                   const arb_t low, const arb_t high, int below, int unit) {
  SCOPED(arb, J, half);
  SCOPED(arf, a, b);
  arb_get_lbound_arf(a, low, PRECISION);
  arb_get_ubound_arf(b, high, PRECISION);
  arf_mul_2exp_si(a, a, -unit);
  arf_mul_2exp_si(b, b, -unit);
  if (arf_sgn(a) <= 0 || arf_cmp_2exp_si(b, DISTANCE_LOG2) > 0) return 0;
  arb_set_interval_arf(J, a, b, PRECISION);
  if (below) arb_neg(J, J);
  if (reason != TMD_REGION_QUOTIENT && tmd_problem_offset_half(r->problem)) {
    arb_set_d(half, 0.5);
    arb_sub(J, J, half, ARF_PREC_EXACT);
  }
  *region = (struct tmd_region){.reason = reason};
  tmd_region_decide(region, r->problem, J);
  return 1;
}

/* S^2 / (f + L), L the greater one, a number of the results. */
static int beside_greater(struct tmd_region *region, const struct rectangle *r) {
  const int by_x = r->cell->e_in >= r->cell->e_y, e = by_x ? r->cell->e_in : r->cell->e_y;
  const struct tmd_format *in = by_x ? &r->problem->in : &r->problem->in_y, *out = &r->problem->out;
  if (e == in->emin || in->p > out->p || e < out->emin || e > out->emax) return 0;
  SCOPED(arb, low, high, L, sum);
  for (int last = 0; last <= 1; last++) {
    arb_ptr S = last ? high : low;
    corner(S, L, r, by_x, last);
    arb_hypot(sum, S, L, PRECISION);
    arb_add(sum, sum, L, PRECISION);
    arb_mul(S, S, S, PRECISION);
    arb_div(S, S, sum, PRECISION);
  }
  return bounded(region, r, TMD_REGION_IDENTITY, low, high, 0, unit_of(r->problem, e));
}

/* 2^k is a number of the results, f next to it has exponent e >= emin, and there is no overflow. */
static int is_number(const struct tmd_problem *problem, int k, int e) {
  const struct tmd_format *out = &problem->out;
  return e <= out->emax && k >= unit_of(problem, e) + (problem->modes == TMD_MODES_ALL);
}

/* 1 if |x| = 1 lies between numbers of the cell: subnormal ones and normal ones. */
static int around_one(const struct rectangle *r) {
  return r->cell->e_in == 0 && r->x.X0 < tmd_format_least_normal(&r->problem->in);
}

/* f = (1 + x)^y, else |x|^y. */
static int is_compound(const struct rectangle *r) {
  return r->problem->function->exact_rule == TMD_EXACT_COMPOUND;
}

/* The logarithm of the base at the first X, or the last. */
static void log_at(arb_t log, const struct rectangle *r, int last) {
  x_at(log, r, last);
  if (is_compound(r) && r->cell->sign_x) arb_neg(log, log);
  (is_compound(r) ? arb_log1p : arb_log)(log, log, PRECISION);
}

/* The least and the greatest y log(base), which has one sign. */
static void exponents(arb_t low, arb_t high, const struct rectangle *r) {
  SCOPED(arb, least, greatest, y);
  const int falls = is_compound(r) && r->cell->sign_x; /* with |x| */
  log_at(least, r, falls), log_at(greatest, r, !falls);
  const int positive = is_compound(r) ? !r->cell->sign_x : r->cell->e_in >= 0;
  y_at(y, r, !positive);
  arb_mul(low, least, y, PRECISION);
  y_at(y, r, positive);
  arb_mul(high, greatest, y, PRECISION);
  if (!r->cell->sign_y) return;
  arb_neg(low, low), arb_neg(high, high);
  arb_swap(low, high);
}

/* exp(t) - 1, or overflow, or underflow. At negative x only integers y have values, +- those of
   |x|. */
static int by_power(struct tmd_region *region, struct rectangle *r) {
  const struct tmd_format *out = &r->problem->out;
  if (is_compound(r) ? r->cell->sign_x && r->cell->e_in >= 0 : around_one(r)) return 0;
  SCOPED(arb, low, high, t, log2);
  exponents(low, high, r);
  *region = (struct tmd_region){.status = TMD_REGION_NONE_HARD};
  arb_const_log2(log2, PRECISION);
  arb_mul_si(t, log2, (slong)out->emax + 1, PRECISION);
  if (arb_gt(low, t)) region->reason = TMD_REGION_OVERFLOW;
  arb_mul_si(t, log2, (slong)out->emin - out->p - 1, PRECISION);
  if (arb_lt(high, t)) region->reason = TMD_REGION_UNDERFLOW;
  if (region->reason) return 1;
  if (!is_compound(r)) leave_out_one(r);
  if (r->x.X0 == r->x.X1) return 0;
  exponents(low, high, r);
  const int below = arb_is_negative(high);
  if ((r->cell->sign_x && !is_compound(r)) || (!below && !arb_is_positive(low)) ||
      !is_number(r->problem, 0, -below))
    return 0;
  arb_expm1(low, low, PRECISION), arb_expm1(high, high, PRECISION);
  if (below) arb_neg(low, low), arb_neg(high, high), arb_swap(low, high);
  return bounded(region, r, TMD_REGION_CONSTANT, low, high, below, unit_of(r->problem, -below));
}

/* |exp(log|x| / n) - 1| */
static int beside_one(struct tmd_region *region, const struct rectangle *r) {
  const int less = r->cell->e_in < 0, below = less != r->cell->sign_y, e = below ? -1 : 0;
  if (around_one(r) || !is_number(r->problem, 0, e)) return 0;
  SCOPED(arb, low, high, n);
  for (int far = 0; far <= 1; far++) { /* x far from 1, |n| small */
    arb_ptr t = far ? high : low;
    x_at(t, r, far != less);
    y_at(n, r, !far);
    arb_log(t, t, PRECISION);
    arb_div(t, t, n, PRECISION);
    if (r->cell->sign_y) arb_neg(t, t);
    arb_expm1(t, t, PRECISION);
    arb_abs(t, t);
  }
  return bounded(region, r, TMD_REGION_CONSTANT, low, high, below, unit_of(r->problem, e));
}

/* atan(S / L) / pi from 1/2 or 1, S the much smaller one. */
static int beside_turn(struct tmd_region *region, const struct rectangle *r) {
  const int by_y = r->cell->e_y > r->cell->e_in, left = r->cell->sign_x, below = !by_y || !left,
            k = by_y ? -1 : 0, e = below ? k - 1 : k;
  if ((!by_y && !left) || !is_number(r->problem, k, e)) return 0;
  SCOPED(arb, low, high, L);
  for (int last = 0; last <= 1; last++) {
    arb_ptr S = last ? high : low;
    corner(S, L, r, !by_y, last);
    arb_div(S, S, L, PRECISION);
    arb_atan(S, S, PRECISION);
    arb_const_pi(L, PRECISION);
    arb_div(S, S, L, PRECISION);
  }
  return bounded(region, r, TMD_REGION_CONSTANT, low, high, below, unit_of(r->problem, e));
}

/* 1 if no pair is hard whose quotient q, q < 1/2, is no breakpoint, with f in binade e of results:
   q is below 2^(e+1), or at most q^3/3 beyond it (e < -2 then), so that q^3/3 < 0.36 2^(3 e + 3).
 */
static int others_are_easy(const struct rectangle *r, int e) {
  const int p = r->problem->out.p, shift = e - p - (r->unit_y - r->unit_x),
            s = shift > 0 ? shift : 0;
  const double apart = ldexp(1 / (double)(r->x.X1 - 1), -s), lost = ldexp(0.36, 2 * e + 3 + p),
               window =
                   ldexp(1, p - tmd_problem_scale(r->problem) - tmd_problem_threshold(r->problem));
  return s < 60 && apart * (1 - 0x1p-40) >= lost + window;
}

/* q^3/3 (1 - 0.6 q^2), or (at the last corner) q^3/3. */
static void lost_of(arb_t lost, const arb_t q, int last) {
  SCOPED(arb, part);
  arb_mul(part, q, q, PRECISION);
  arb_mul_ui(part, part, 3, PRECISION);
  arb_div_ui(part, part, 5, PRECISION);
  arb_sub_ui(part, part, 1, PRECISION);
  arb_neg(part, part);
  arb_pow_ui(lost, q, 3, PRECISION);
  arb_div_ui(lost, lost, 3, PRECISION);
  if (!last) arb_mul(lost, lost, part, PRECISION);
}

static int beside_quotient(struct tmd_region *region, const struct rectangle *r) {
  const struct tmd_format *out = &r->problem->out;
  if (r->cell->sign_x) return 0;
  SCOPED(arb, low, high, q, x);
  long e_low, e_high, other;
  corner(low, x, r, 1, 0);
  arb_div(low, low, x, PRECISION);
  corner(high, x, r, 1, 1);
  arb_div(high, high, x, PRECISION);
  tmd_ball_log2_range(&e_low, &other, low, PRECISION);
  tmd_ball_log2_range(&other, &e_high, high, PRECISION);
  e_low -= 1; /* f < q may be in the binade below */
  if (e_low < out->emin) e_low = out->emin;
  if (e_high < out->emin) e_high = out->emin;
  if (e_high > out->emax || e_high >= -1) return 0;
  for (long e = e_low; e <= e_high; e++)
    if (!others_are_easy(r, (int)e)) return 0;
  arb_set(q, low);
  lost_of(low, q, 0);
  arb_mul_2exp_si(low, low, -unit_of(r->problem, (int)e_high));
  arb_set(q, high);
  lost_of(high, q, 1);
  arb_mul_2exp_si(high, high, -unit_of(r->problem, (int)e_low));
  return bounded(region, r, TMD_REGION_QUOTIENT, low, high, 1, 0);
}

int tmd_region_of_pairs(struct tmd_region *region, const struct tmd_problem *problem,
                        const struct tmd_cell *cell, tmd_u128 X0, tmd_u128 X1) {
  const struct tmd_function *f = problem->function;
  if (!tmd_problem_of_pairs(problem) || problem->in.decimal || problem->out.decimal) return 0;
  struct rectangle r = rectangle_of(problem, cell, X0, X1);
  if (r.x.X0 >= r.x.X1 || r.y.X0 >= r.y.X1) return 0;
  if (f->exact_rule == TMD_EXACT_HYPOT) return beside_greater(region, &r);
  if (is_root(problem)) return beside_one(region, &r);
  if (f->id == TMD_FN_pow || f->exact_rule == TMD_EXACT_COMPOUND) return by_power(region, &r);
  if (f->id == TMD_FN_atan2pi) return beside_turn(region, &r);
  return f->id == TMD_FN_atan2 && beside_quotient(region, &r);
}
