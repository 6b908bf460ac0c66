#include "lib/expression/at-rational.h"

#include "lib/expression/expression.h"
#include "lib/expression/interval/mpfr-interval.h"
#include "lib/expression/tree/node.h"

enum tmd_exactness tmd_at_rational_exactly(const struct tmd_function *f, fmpq_t y, const fmpq_t x) {
  if (!f->expression) return tmd_function_exact_at(f, y, x);
  return tmd_expression_exact(f->expression, y, x) ? TMD_AT_RATIONAL : TMD_AT_UNKNOWN;
}

static enum tmd_exactness known(enum tmd_defined defined) {
  static const enum tmd_exactness of[] = {[TMD_DEFINED] = TMD_AT_RATIONAL,
                                          [TMD_UNDEFINED] = TMD_AT_OUTSIDE,
                                          [TMD_MAYBE_DEFINED] = TMD_AT_UNKNOWN};
  return of[defined];
}

enum tmd_exactness tmd_at_rational_by_arb(const struct tmd_function *f, arb_t y, const fmpq_t x,
                                          slong prec) {
  SCOPED(arb, t);
  arb_set_fmpq(t, x, prec);
  if (!f->expression) {
    SCOPED(fmpq, exact);
    SCOPED(arb_poly, series);
    if (tmd_function_exact_at(f, exact, x) == TMD_AT_OUTSIDE) return TMD_AT_OUTSIDE;
    tmd_function_series(f, series, t, 1, prec);
    arb_poly_get_coeff_arb(y, series, 0);
    return TMD_AT_RATIONAL;
  }
  struct tmd_bound bound;
  tmd_bound_init(&bound);
  tmd_bound_formula(f->expression->root, &bound,
                    &(struct tmd_on){.t = t, .prec = prec, .expand = 1, .rational = x});
  arb_set(y, bound.ball);
  const enum tmd_exactness result = known(bound.defined);
  tmd_bound_clear(&bound);
  return result;
}

/* The hull of the ends, which may be infinite. */
static void set_interval(arb_t y, const struct tmd_interval *value, slong prec) {
  SCOPED(arf, low, high);
  arf_set_mpfr(low, value->low);
  arf_set_mpfr(high, value->high);
  arb_set_interval_arf(y, low, high, prec);
}

enum tmd_exactness tmd_at_rational_by_mpfr(const struct tmd_function *f, arb_t y, const fmpq_t x,
                                           slong prec) {
  struct tmd_interval argument, value;
  tmd_interval_init(&argument), tmd_interval_init(&value);
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  fmpq_get_mpq(argument.exact, x);
  tmd_interval_set_exact(&argument, prec);
  if (f->expression) tmd_interval_evaluate(f->expression->written, &value, &argument, prec);
  else tmd_interval_apply(&value, f, &argument, prec);
  arb_indeterminate(y);
  if (value.defined == TMD_DEFINED && !value.log) set_interval(y, &value, prec);
  const enum tmd_exactness result = known(value.defined);
  tmd_interval_clear(&argument), tmd_interval_clear(&value);
  return result;
}
