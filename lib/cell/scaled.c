#include "lib/cell/scaled.h"

#include <limits.h>

/* Relative: 64 bits and some are wanted. erf(2^60) has a radius of 2^-(2^120), not to be added exactly. */
enum { DISTANCE_PRECISION = 1 << 18 };

void tmd_scaled_integer(arb_t ball, tmd_u128 X) {
  fmpz_t integer;
  fmpz_init(integer);
  fmpz_set_ui(integer, (ulong)(X >> 64));
  fmpz_mul_2exp(integer, integer, 64);
  fmpz_add_ui(integer, integer, (ulong)X);
  arb_set_fmpz(ball, integer);
  fmpz_clear(integer);
}

void tmd_scaled_range(arb_t ball, tmd_u128 X0, tmd_u128 X1) {
  arb_t end;
  arb_init(end);
  tmd_scaled_integer(ball, X0);
  tmd_scaled_integer(end, X1);
  arb_union(ball, ball, end, 256);
  arb_clear(end);
}

void tmd_scaled_offset(arb_t G, const struct tmd_problem *problem, int direction) {
  if (!tmd_problem_offset_half(problem)) return;
  arf_t half;
  arf_init(half);
  arf_set_d(half, 0.5 * direction);
  arb_add_arf(G, G, half, ARF_PREC_EXACT);
  arf_clear(half);
}

void tmd_scaled_series(arb_poly_t w, const struct tmd_problem *problem, const struct tmd_cell *cell,
                       const struct tmd_function *function, const arb_t X, slong len, slong prec) {
  const int unit = tmd_cell_unit(problem, cell), scale = tmd_problem_scale(problem) - cell->e_out;
  arb_t x;
  arb_init(x);
  arb_mul_2exp_si(x, X, unit);
  if (cell->sign_x) arb_neg(x, x);
  tmd_function_series(function, w, x, len, prec);
  for (slong j = 0; j < arb_poly_length(w); j++) {
    arb_ptr c = arb_poly_get_coeff_ptr(w, j);
    arb_mul_2exp_si(c, c, scale + (slong)unit * j);
    if (cell->sign_f ^ (cell->sign_x & (int)(j & 1))) arb_neg(c, c);
  }
  arb_poly_get_coeff_arb(x, w, 0);
  tmd_scaled_offset(x, problem, -1);
  arb_poly_set_coeff_arb(w, 0, x);
  arb_clear(x);
}

void tmd_scaled_distance(arf_t nearest, arf_t low, arf_t high, const arb_t G) {
  arb_t distance;
  arb_init(distance);
  arf_set_d(nearest, 0.5);
  arf_add(nearest, nearest, arb_midref(G), ARF_PREC_EXACT, ARF_RND_DOWN);
  arf_floor(nearest, nearest);
  arb_sub_arf(distance, G, nearest, ARF_PREC_EXACT);
  arb_get_abs_lbound_arf(low, distance, DISTANCE_PRECISION);
  arb_get_abs_ubound_arf(high, distance, DISTANCE_PRECISION);
  arb_clear(distance);
}

long tmd_scaled_log2(const arf_t x) {
  if (arf_is_zero(x)) return LONG_MIN;
  fmpz_t exponent;
  fmpz_init(exponent);
  arf_abs_bound_lt_2exp_fmpz(exponent, x);
  long e = fmpz_fits_si(exponent) ? fmpz_get_si(exponent) - 1 : fmpz_sgn(exponent) < 0 ? LONG_MIN : LONG_MAX;
  fmpz_clear(exponent);
  return e;
}
