#include "lib/region/polynomial-case.h"

#include "lib/base/arb-helpers.h"
#include "lib/cell/scaled.h"

enum { DEGREE = 2, LENGTH = 9, COEFFICIENT_BITS = 64, GUARD_BITS = 32 };

static int is_dyadic(const arb_poly_t y, slong j) {
  return j >= arb_poly_length(y) || (arb_is_exact(arb_poly_get_coeff_ptr(y, j)) &&
                                     arb_is_finite(arb_poly_get_coeff_ptr(y, j)));
}

/* f is itself that polynomial, as far as the series shows. */
static int is_polynomial(const arb_poly_t y) {
  for (slong j = DEGREE + 1; j < arb_poly_length(y); j++)
    if (!arb_is_zero(arb_poly_get_coeff_ptr(y, j))) return 0;
  return 1;
}

void tmd_trivial_init(struct tmd_trivial *trivial, const struct tmd_function *function) {
  slong length = 0;
  SCOPED(arb, zero);
  arb_poly_init(trivial->taylor);
  trivial->function = function;
  tmd_function_series(function, trivial->taylor, zero, LENGTH, COEFFICIENT_BITS);
  while (length <= DEGREE && is_dyadic(trivial->taylor, length)) length++;
  if (is_polynomial(trivial->taylor)) length = 0;
  arb_poly_truncate(trivial->taylor, length);
}

void tmd_trivial_clear(struct tmd_trivial *trivial) { arb_poly_clear(trivial->taylor); }

int tmd_trivial_at(const struct tmd_trivial *trivial, const struct tmd_segment *segment,
                   tmd_u128 X) {
  const struct tmd_problem *problem = segment->problem;
  const int threshold = tmd_problem_threshold(problem);
  const slong prec = tmd_problem_G_bits(problem) - 1 + threshold + GUARD_BITS;
  if (arb_poly_is_zero(trivial->taylor) || tmd_problem_decimal(problem)) return 0;
  SCOPED(arb_poly, f);
  SCOPED(arb, x, t);
  SCOPED(arf, most);
  tmd_ball_integer(x, X);
  tmd_segment_scale(x, segment, x, prec);
  tmd_function_series(trivial->function, f, x, 1, prec);
  arb_poly_evaluate(t, trivial->taylor, x, prec);
  arb_poly_get_coeff_arb(x, f, 0);
  arb_sub(x, x, t, prec);
  arb_get_abs_ubound_arf(most, x, COEFFICIENT_BITS);
  const int is_trivial =
      arf_is_finite(most) && arf_cmpabs_2exp_si(most, -tmd_scaled_log2(segment) - threshold) < 0;
  return is_trivial;
}
