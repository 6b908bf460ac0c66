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

/* Of decimal results |f| counts in half ulps where midpoints are looked for, else in ulps. */
static int is_doubled(const struct tmd_problem *problem) { return problem->modes == TMD_MODES_ALL; }

void tmd_scaled_value(arb_t y, const struct tmd_problem *problem, int e_out, slong prec) {
  const struct tmd_format *out = &problem->out;
  if (is_doubled(problem)) arb_mul_2exp_si(y, y, 1);
  tmd_ball_scale(y, y, tmd_format_radix(out), out->p - 1 - e_out, prec);
}

void tmd_scaled_rational(fmpq_t y, const struct tmd_problem *problem, int e_out) {
  const struct tmd_format *out = &problem->out;
  SCOPED(fmpq, power);
  tmd_argument_rational(power, tmd_format_radix(out), 0, is_doubled(problem) ? 2 : 1,
                        out->p - 1 - e_out);
  fmpq_mul(y, y, power);
}

int tmd_scaled_identity_is_integer(const struct tmd_segment *segment) {
  const struct tmd_problem *problem = segment->problem;
  const int power = tmd_segment_unit(segment) + problem->out.p - 1 - segment->cell.e_out;
  if (problem->in.decimal != problem->out.decimal) return 0;
  return power + (is_doubled(problem) && !problem->out.decimal) >= 0;
}

/* Coefficient j is multiplied by the scale of f and by the j-th power of a unit of X: powers of two
   exactly, others rounded to prec bits. */
void tmd_scaled_series(arb_poly_t w, const struct tmd_segment *segment, const arb_t X, slong len,
                       slong prec) {
  const struct tmd_problem *problem = segment->problem;
  const struct tmd_cell *cell = &segment->cell;
  const int unit = tmd_segment_unit(segment), binary = !tmd_problem_decimal(problem);
  SCOPED(arb, x, factor, step);
  tmd_segment_scale(x, segment, X, prec);
  tmd_function_series(segment->function, w, x, len, prec);
  if (!binary) {
    arb_one(factor), arb_one(step);
    tmd_scaled_value(factor, problem, cell->e_out, prec);
    tmd_ball_scale(step, step, tmd_format_radix(&problem->in), unit, prec);
  }
  for (slong j = 0; j < arb_poly_length(w); j++) {
    arb_ptr c = arb_poly_get_coeff_ptr(w, j);
    if (binary) arb_mul_2exp_si(c, c, tmd_scaled_log2(segment) + (slong)unit * j);
    else arb_mul(c, c, factor, prec), arb_mul(factor, factor, step, prec);
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
