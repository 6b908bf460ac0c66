#include "lib/cell/enclose.h"

#include "lib/base/arb-helpers.h"
#include "lib/base/wide-fmpz.h"
#include "lib/cell/scaled.h"
#include "lib/expression/at-rational.h"

void tmd_enclose_scale(arb_t y, const struct tmd_segment *segment, slong W) {
  tmd_scaled_value(y, segment->problem, segment->cell.e_out, W);
  if (segment->cell.sign_f) arb_neg(y, y);
  tmd_scaled_offset(y, segment->problem, -1);
}

/* MPFR's correctly rounded value of W bits at a binary argument; 0 if a range flag was raised. */
static int round_by_mpfr(arb_t y, const struct tmd_segment *segment, tmd_u128 X, slong W) {
  int out_of_range;
  FLOATS(128, x);
  FLOATS(W, value);
  tmd_segment_argument(x, segment, X);
  const int ternary = tmd_function_mpfr(segment->function, value, x, MPFR_RNDN, &out_of_range);
  if (out_of_range || !mpfr_number_p(value)) return 0;
  arf_set_mpfr(arb_midref(y), value);
  mag_zero(arb_radref(y));
  if (ternary) arb_add_error_2exp_si(y, mpfr_get_exp(value) - W - 1); /* half an ulp */
  return 1;
}

int tmd_enclose_by_mpfr(arb_t G, const struct tmd_segment *segment, tmd_u128 X, slong W) {
  int known;
  if (!segment->problem->in.decimal) {
    known = round_by_mpfr(G, segment, X, W);
  } else {
    SCOPED(fmpq, x);
    tmd_segment_rational(x, segment, X);
    known =
        tmd_at_rational_by_mpfr(segment->function, G, x, W) == TMD_AT_RATIONAL && arb_is_finite(G);
  }
  if (known) tmd_enclose_scale(G, segment, W);
  return known;
}

void tmd_enclose_by_arb(arb_t G, const struct tmd_segment *segment, tmd_u128 X, slong W) {
  if (tmd_problem_decimal(segment->problem)) {
    SCOPED(fmpq, x);
    tmd_segment_rational(x, segment, X);
    if (tmd_at_rational_by_arb(segment->function, G, x, W) != TMD_AT_RATIONAL) arb_indeterminate(G);
    tmd_enclose_scale(G, segment, W);
    return;
  }
  SCOPED(arb_poly, w);
  tmd_ball_integer(G, X);
  tmd_scaled_series(w, segment, G, 1, W);
  arb_poly_get_coeff_arb(G, w, 0);
}

int tmd_enclose_exactly(arb_t G, const struct tmd_segment *segment, tmd_u128 X, slong W) {
  const struct tmd_problem *problem = segment->problem;
  if (!tmd_problem_decimal(problem)) return 0;
  SCOPED(fmpq, x, y);
  tmd_segment_rational(x, segment, X);
  if (tmd_at_rational_exactly(segment->function, y, x) != TMD_AT_RATIONAL) return 0;
  tmd_scaled_rational(y, problem, segment->cell.e_out);
  if (segment->cell.sign_f) fmpq_neg(y, y);
  if (fmpz_is_one(fmpq_denref(y))) arb_set_fmpz(G, fmpq_numref(y));
  else arb_set_fmpq(G, y, W);
  tmd_scaled_offset(G, problem, -1);
  return 1;
}

int tmd_enclose_is_exact(const struct tmd_segment *segment, tmd_u128 X) {
  const struct tmd_problem *problem = segment->problem;
  if (tmd_problem_decimal(problem)) {
    SCOPED(arb, G);
    return tmd_enclose_exactly(G, segment, X, 2 * tmd_problem_G_bits(problem)) && arb_is_exact(G) &&
           arb_is_int(G);
  }
  int out_of_range;
  FLOATS(128, x);
  FLOATS(problem->out.p + 1, y);
  tmd_segment_argument(x, segment, X);
  return tmd_function_mpfr(segment->function, y, x, MPFR_RNDN, &out_of_range) == 0 && !out_of_range;
}

int tmd_enclose_in_cell(const struct tmd_segment *segment, const arb_t G, slong W) {
  const struct tmd_problem *problem = segment->problem;
  const struct tmd_format *out = &problem->out;
  const tmd_u128 doubled = problem->modes == TMD_MODES_ALL ? 2 : 1;
  SCOPED(arf, bound, low, high);
  SCOPED(arb, value);
  SCOPED(fmpz, end);
  arb_set(value, G);
  tmd_scaled_offset(value, problem, +1);
  tmd_wide_to_fmpz(end, doubled * tmd_format_least_normal(out));
  arf_set_fmpz(low, end);
  tmd_wide_to_fmpz(end, doubled * tmd_format_power(out, out->p));
  arf_set_fmpz(high, end);
  arb_get_lbound_arf(bound, value, 2 * W);
  int inside = arf_cmp(bound, high) < 0;
  arb_get_ubound_arf(bound, value, 2 * W);
  inside = inside && arf_sgn(bound) > 0 &&
           (segment->cell.e_out == out->emin || arf_cmp(bound, low) >= 0);
  return inside;
}
