#include "lib/pairs/angle-slopes.h"

#include <math.h>
#include <string.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/upper-bounds.h"
#include "lib/base/wide-fmpz.h"
#include "lib/function/function.h"
#include "lib/problem/pair.h"

enum {
  SERIES_BITS = 192,
  FRACTION_BITS = 120, /* of slopes below 1 */
  SLOPE_BITS = 40      /* slopes from 2^39 on have no S, which has 29 bits */
};
static const double WIDER = 1 + 0x1p-4;

static struct tmd_angle_leg leg_of(tmd_u128 first, tmd_u128 count, int unit) {
  return (struct tmd_angle_leg){(uint64_t)first + (first == 0), (uint64_t)(first + count), unit};
}

void tmd_angle_cell_set(struct tmd_angle_cell *s, const struct tmd_problem *problem,
                        const struct tmd_cell *cell) {
  tmd_u128 first, count;
  *s = (struct tmd_angle_cell){.problem = problem,
                               .cell = cell,
                               .by_pi = problem->function->id == TMD_FN_atan2pi,
                               .scale = tmd_problem_scale(problem),
                               .threshold = tmd_problem_threshold(problem),
                               .offset = tmd_problem_offset_half(problem) ? 0.5 : 0};
  tmd_pair_columns(problem, cell, &first, &count);
  s->x = leg_of(first, count, tmd_cell_unit(problem, cell));
  tmd_pair_rows(problem, cell, &first, &count);
  s->y = leg_of(first, count, tmd_pair_unit_y(problem, cell));
}

struct tmd_octant tmd_octant_of(const struct tmd_angle_cell *s, int64_t N, int unit) {
  const double quarter_pi = s->by_pi ? 0.25 : 0.785398163397448,
               z = ldexp((double)N + s->offset, unit);
  if (s->cell->sign_x)
    return z < 3 * quarter_pi ? (struct tmd_octant){-1, 1, 0} : (struct tmd_octant){2, -1, 1};
  return z < quarter_pi ? (struct tmd_octant){0, 1, 1} : (struct tmd_octant){1, -1, 0};
}

/* The difference of the units of L and S. */
static int unit_of(const struct tmd_angle_cell *s, const struct tmd_octant *o) {
  return o->by_x ? s->x.unit - s->y.unit : s->y.unit - s->x.unit;
}

/* Exponents are added up, as each alone may be extreme. */
double tmd_angle_window(const struct tmd_angle_cell *s, const struct tmd_octant *o, int unit,
                        double most_r) {
  const double c = s->by_pi ? 3.1416 : 1, L = (double)(o->by_x ? s->x.end : s->y.end) - 1;
  return ldexp(L * (1 + most_r * most_r) * c * WIDER, unit_of(s, o) + unit - s->threshold + 64);
}

static int exponent_of(const arb_t x) {
  SCOPED(arf, most);
  arb_get_abs_ubound_arf(most, x, SERIES_BITS);
  return (int)tmd_ball_log2(most) + 1;
}

/* The angle a of the breakpoint number N, and how it changes from one to the next. */
static void set_angle(arb_t a, arb_t step, const struct tmd_angle_cell *s,
                      const struct tmd_octant *o, int64_t N, int unit) {
  SCOPED(arb, turn, pi);
  arb_const_pi(pi, 4 * SERIES_BITS);
  arb_set_d(turn, o->quarters * 0.5);
  arb_set_d(step, o->sign);
  arb_mul_2exp_si(step, step, unit);
  arb_set_d(a, (double)N + s->offset); /* exact, as all until pi */
  arb_mul(a, a, step, SERIES_BITS);
  if (!s->by_pi) {
    arb_addmul(a, turn, pi, 4 * SERIES_BITS);
    return;
  }
  arb_add(a, a, turn, ARF_PREC_EXACT);
  arb_mul(a, a, pi, SERIES_BITS);
  arb_mul(step, step, pi, SERIES_BITS);
}

/* The polynomial in N - center of r, and *rest, its remainder at a distance of at most R. */
static void expand(arb_poly_t slope, arb_t rest, const struct tmd_angle_cell *s,
                   const struct tmd_octant *o, int64_t center, int unit, int64_t R) {
  SCOPED(arb_poly, line, wide);
  SCOPED(arb, a, step, reach, power);
  set_angle(a, step, s, o, center, unit);
  arb_poly_set_coeff_arb(line, 0, a);
  arb_poly_set_coeff_arb(line, 1, step);
  arb_poly_tan_series(slope, line, TMD_SLOPE_DEGREE + 1, SERIES_BITS);
  arb_zero(rest);
  if (R == 0) return;
  arb_mul_si(reach, step, R, SERIES_BITS);
  arb_add_error(a, reach);
  arb_poly_set_coeff_arb(line, 0, a);
  arb_poly_tan_series(wide, line, TMD_SLOPE_DEGREE + 2, SERIES_BITS);
  arb_poly_get_coeff_arb(rest, wide, TMD_SLOPE_DEGREE + 1);
  arb_set_si(power, R);
  arb_pow_ui(power, power, TMD_SLOPE_DEGREE + 1, SERIES_BITS);
  arb_mul(rest, rest, power, SERIES_BITS);
}

/* The values at -R, -R + 1, ... turned into differences. */
static void differences(arb_ptr value, const arb_poly_t slope, int64_t R) {
  SCOPED(arb, at);
  for (int k = 0; k <= TMD_SLOPE_DEGREE; k++) {
    arb_set_si(at, k - R);
    arb_poly_evaluate(value + k, slope, at, SERIES_BITS);
  }
  for (int order = 1; order <= TMD_SLOPE_DEGREE; order++)
    for (int k = TMD_SLOPE_DEGREE; k >= order; k--)
      arb_sub(value + k, value + k, value + k - 1, SERIES_BITS);
}

/* Rounds the differences of n slopes to integers, and bounds the error that this makes. */
static void set_slopes(struct tmd_slopes *slopes, arb_ptr value, int n) {
  double error = 0, ways = 1; /* C(n, k) */
  memset(slopes->T, 0, sizeof slopes->T);
  for (int k = 0; k <= TMD_SLOPE_DEGREE && ways > 0; k++) {
    SCOPED(fmpz, T);
    SCOPED(arf, nearest, least, most);
    arb_mul_2exp_si(value + k, value + k, slopes->fraction);
    tmd_ball_distance(nearest, least, most, value + k);
    arf_get_fmpz(T, nearest, ARF_RND_NEAR);
    fmpz_abs(T, T);
    const tmd_i128 size = (tmd_i128)tmd_wide_from_fmpz(T);
    slopes->T[k] = arf_sgn(nearest) < 0 ? -size : size;
    error += ways * arf_get_d(most, ARF_RND_UP);
    ways *= (double)(n - k) / (k + 1);
  }
  slopes->error += ldexp(error, 64 - slopes->fraction) * (1 + 0x1p-20);
}

/* |r| on the block, at most. */
static void greatest_ratio(arb_t most, const arb_poly_t slope, const arb_t rest, int64_t R) {
  SCOPED(arb, at);
  arb_set_si(at, R);
  arb_zero(most);
  arb_add_error(most, at);
  arb_poly_evaluate(most, slope, most, SERIES_BITS);
  arb_add_error(most, rest);
}

enum tmd_slopes_fit tmd_slopes_find(struct tmd_slopes *slopes, const struct tmd_angle_cell *s,
                                    const struct tmd_octant *o, int64_t N, int unit, int n) {
  static const double share = 1.0 / 8;
  const int64_t R = n / 2;
  const int u = unit_of(s, o);
  const double most_L = (double)(o->by_x ? s->x.end : s->y.end);
  SCOPED(arb_poly, slope);
  SCOPED(arb, rest, most);
  SCOPED(arf, bound);
  expand(slope, rest, s, o, N + R, unit, R);
  greatest_ratio(most, slope, rest, R);
  const int bits = exponent_of(most) + u;
  if (bits > SLOPE_BITS) return n > 1 ? TMD_SLOPES_COARSE : TMD_SLOPES_STEEP;
  arb_get_abs_ubound_arf(bound, most, SERIES_BITS);
  slopes->window = tmd_angle_window(s, o, unit, arf_get_d(bound, ARF_RND_UP));
  slopes->fraction = FRACTION_BITS - (bits > 0 ? bits : 0);
  arb_mul_2exp_si(rest, rest, u + 64);
  arb_get_abs_ubound_arf(bound, rest, SERIES_BITS);
  slopes->error = arf_get_d(bound, ARF_RND_UP);
  if (slopes->error * most_L > share * slopes->window) return TMD_SLOPES_COARSE;
  arb_poly_scalar_mul_2exp_si(slope, slope, u);
  arb_ptr value = _arb_vec_init(TMD_SLOPE_DEGREE + 1);
  differences(value, slope, R);
  set_slopes(slopes, value, n);
  _arb_vec_clear(value, TMD_SLOPE_DEGREE + 1);
  slopes->window = (slopes->window + most_L * (slopes->error + 1)) * TMD_OUTWARD + 1;
  return TMD_SLOPES_FIT;
}
