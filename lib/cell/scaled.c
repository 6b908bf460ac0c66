#include "lib/cell/scaled.h"

#include "lib/base/arb-helpers.h"

/* More bits than any precision here: numbers without an end far out, 1/2 + 2^(2^100), are rounded,
   and their balls hold that. */
enum { OFFSET_BITS = 1 << 22 };

void tmd_scaled_offset(arb_t G, const struct tmd_problem *problem, int direction) {
  if (!tmd_problem_offset_half(problem)) return;
  SCOPED(arf, half);
  arf_set_d(half, 0.5 * direction);
  arb_add_arf(G, G, half, OFFSET_BITS);
}

void tmd_scaled_series(arb_poly_t w, const struct tmd_segment *segment, const arb_t X, slong len,
                       slong prec) {
  const struct tmd_cell *cell = &segment->cell;
  const int unit = tmd_segment_unit(segment),
            scale = tmd_problem_scale(segment->problem) - cell->e_out;
  SCOPED(arb, x);
  tmd_ball_scale(x, X, cell->sign_x, unit);
  tmd_function_series(segment->function, w, x, len, prec);
  for (slong j = 0; j < arb_poly_length(w); j++) {
    arb_ptr c = arb_poly_get_coeff_ptr(w, j);
    arb_mul_2exp_si(c, c, scale + (slong)unit * j);
    if (cell->sign_f ^ (cell->sign_x & (int)(j & 1))) arb_neg(c, c);
  }
  arb_poly_get_coeff_arb(x, w, 0);
  tmd_scaled_offset(x, segment->problem, -1);
  arb_poly_set_coeff_arb(w, 0, x);
}

void tmd_scaled_slope(arb_t slope, const struct tmd_segment *segment, const arb_t X, slong prec) {
  SCOPED(arb_poly, w);
  tmd_scaled_series(w, segment, X, 2, prec);
  arb_poly_get_coeff_arb(slope, w, 1);
}
