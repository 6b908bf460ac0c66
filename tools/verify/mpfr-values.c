/* Functions by MPFR, whose results are correctly rounded: f(x) lies between two neighbours. */
#include <stdlib.h>
#include <string.h>

#include "tools/verify/verify.h"

static int mpfr_log_gamma(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t rounding) {
  int sign;
  return mpfr_lgamma(y, &sign, x, rounding);
}

#define F(name, family, ...) {#name, mpfr_##name, V_##family, V_##__VA_ARGS__}
static const struct v_function functions[] = {
    F(exp, EXP, ONE, 0),
    F(exp2, EXP, LN2, 0),
    F(exp10, EXP, LN10, 0),
    F(expm1, EXP, ONE, 1),
    F(exp2m1, EXP, LN2, 1),
    F(exp10m1, EXP, LN10, 1),
    F(log, INTEGRAL, ONE, 1, -1, 1, {0, 1}),
    F(log2, INTEGRAL, LN2, 1, -1, 1, {0, 1}),
    F(log10, INTEGRAL, LN10, 1, -1, 1, {0, 1}),
    F(log1p, INTEGRAL, ONE, 1, -1, 1, {1, 1}),
    F(log2p1, INTEGRAL, LN2, 1, -1, 1, {1, 1}),
    F(log10p1, INTEGRAL, LN10, 1, -1, 1, {1, 1}),
    F(asin, INTEGRAL, ONE, 1, -1, 2, {1, 0, -1}),
    F(acos, INTEGRAL, ONE, -1, -1, 2, {1, 0, -1}),
    F(atan, INTEGRAL, ONE, 1, -1, 1, {1, 0, 1}),
    F(asinpi, INTEGRAL, PI, 1, -1, 2, {1, 0, -1}),
    F(acospi, INTEGRAL, PI, -1, -1, 2, {1, 0, -1}),
    F(atanpi, INTEGRAL, PI, 1, -1, 1, {1, 0, 1}),
    F(asinh, INTEGRAL, ONE, 1, -1, 2, {1, 0, 1}),
    F(acosh, INTEGRAL, ONE, 1, -1, 2, {-1, 0, 1}),
    F(atanh, INTEGRAL, ONE, 1, -1, 1, {1, 0, -1}),
    F(sqrt, POWER, ONE, 1, 1, 2, {0, 1}),
    F(cbrt, POWER, ONE, 1, 1, 3, {0, 1}),
    {"rsqrt", mpfr_rec_sqrt, V_POWER, V_ONE, 1, -1, 2, {0, 1}},
    F(sin, TRIG, ONE, 1),
    F(cos, TRIG, ONE, 0),
    F(sinpi, TRIG, PI, 1),
    F(cospi, TRIG, PI, 0),
    F(sinh, HYPERBOLIC, ONE, 1),
    F(cosh, HYPERBOLIC, ONE, 0),
    F(tan, TANGENT, ONE, 1),
    F(tanpi, TANGENT, PI, 1),
    F(tanh, TANGENT, ONE, -1),
    F(erf, ERF, PI, 1),
    F(erfc, ERF, PI, -1),
    {"tgamma", mpfr_gamma, V_NO_SERIES},
    {"lgamma", mpfr_log_gamma, V_NO_SERIES},
    {"rootn(", NULL, V_POWER, V_ONE, 1, 1, 0, {0, 1}, mpfr_rootn_si},
    {"pown(", NULL, V_POWER, V_ONE, 1, 0, 1, {0, 1}, mpfr_pown},
    {"compound(", NULL, V_POWER, V_ONE, 1, 0, 1, {1, 1}, mpfr_compound_si},
    {"rootn(x,y)", .value_n = mpfr_rootn_si},
    {"pown(x,y)", .value_n = mpfr_pown},
    {"compound(x,y)", .value_n = mpfr_compound_si},
    {"x^y", .value_2 = mpfr_pow},
    {"hypot(x,y)", .value_2 = mpfr_hypot},
    {"atan2(y,x)", .sign = 1, .value_2 = mpfr_atan2},
    {"atan2pi(y,x)", .sign = 1, .value_2 = mpfr_atan2pi}};

int verify_exact_by_rule(const struct v_function *f) {
  return f->family == V_POWER || f->value_n || f->value_2 == mpfr_pow || f->value_2 == mpfr_hypot ||
         f->value_2 == mpfr_atan2pi ||
         (f->constant == V_PI && (f->family == V_TRIG || f->family == V_TANGENT));
}

const struct v_function *verify_function(const char *name, long *n) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    const struct v_function *f = &functions[i];
    const size_t length = strlen(f->name);
    char *end;
    if (!strcmp(name, f->name)) return f;
    if (f->name[length - 1] != '(' || strncmp(name, f->name, length)) continue;
    *n = strtol(name + length, &end, 10);
    if (end != name + length && *n && labs(*n) < 1L << 30 && !strcmp(end, ")")) return f;
  }
  return NULL;
}

/* value = (-1)^sign * X * 2^e, exactly */
static void scaled(mpfr_t value, int sign, v_ordinal X, long e) {
  mpfr_set_ui(value, (unsigned long)(X >> 64), MPFR_RNDN);
  mpfr_mul_2ui(value, value, 64, MPFR_RNDN);
  mpfr_add_ui(value, value, (unsigned long)X, MPFR_RNDN);
  mpfr_mul_2si(value, value, e, MPFR_RNDN);
  if (sign) mpfr_neg(value, value, MPFR_RNDN);
}
void verify_argument(mpfr_t x, const struct v_claim *c, v_ordinal X) {
  scaled(x, c->sign_x, X, c->e_in - c->problem.in.p + 1);
}

void verify_enclose(struct v_interval *y, const struct v_claim *c, v_ordinal X) {
  static struct v_interval at;
  const struct v_problem *p = &c->problem;
  const struct v_function *f = p->function;
  v_ordinal Y = 0;
  verify_init(&at, 1);
  if (p->pairs) verify_pairs(c, X, &X, &Y);
  verify_argument(at.lo, c, X);
  scaled(at.hi, c->sign_y, Y, c->e_y - p->y.p + 1);
  const long n = p->pairs ? mpfr_get_si(at.hi, MPFR_RNDN) : p->n;
  const int inexact = f->value     ? f->value(y->lo, at.lo, MPFR_RNDD)
                      : f->value_n ? f->value_n(y->lo, at.lo, n, MPFR_RNDD)
                      : f->sign    ? f->value_2(y->lo, at.hi, at.lo, MPFR_RNDD)
                                   : f->value_2(y->lo, at.lo, at.hi, MPFR_RNDD);
  mpfr_set(y->hi, y->lo, MPFR_RNDU);
  if (inexact) mpfr_nextabove(y->hi);
  if (p->pairs && (!X || !Y)) mpfr_set_nan(y->lo); /* never a case */
}

/* f between a and b, which have one sign, in its domain. Most functions are monotone there; so is a
   tangent in a short interval at whose ends it increases. sin and cos differ from their values at
   the ends by at most the length, times pi for sinpi and cospi. */
void verify_enclose_range(struct v_interval *y, const struct v_function *f, long n, const mpfr_t a,
                          const mpfr_t b) {
  static struct v_interval z, length;
  verify_init(&z, 1), verify_init(&length, 1);
  for (int up = 0; up < 2; up++) {
    const mpfr_rnd_t rounding = up ? MPFR_RNDU : MPFR_RNDD;
    mpfr_ptr one = up ? y->hi : y->lo, other = up ? z.hi : z.lo;
    f->value_n ? f->value_n(one, a, n, rounding) : f->value(one, a, rounding);
    f->value_n ? f->value_n(other, b, n, rounding) : f->value(other, b, rounding);
  }
  mpfr_sub(length.hi, b, a, MPFR_RNDU);
  if (f->family == V_TANGENT && f->sign > 0 &&
      (mpfr_cmp_d(length.hi, 0.25) > 0 || mpfr_greater_p(y->lo, z.hi)))
    mpfr_set_nan(y->lo), mpfr_set_nanflag();
  mpfr_min(y->lo, y->lo, z.lo, MPFR_RNDD);
  mpfr_max(y->hi, y->hi, z.hi, MPFR_RNDU);
  if (f->family == V_TRIG && mpfr_sgn(length.hi)) {
    if (f->constant == V_PI) mpfr_mul_ui(length.hi, length.hi, 4, MPFR_RNDU);
    mpfr_sub(y->lo, y->lo, length.hi, MPFR_RNDD);
    mpfr_add(y->hi, y->hi, length.hi, MPFR_RNDU);
    if (mpfr_cmp_si(y->lo, -1) < 0) mpfr_set_si(y->lo, -1, MPFR_RNDD);
    if (mpfr_cmp_si(y->hi, 1) > 0) mpfr_set_si(y->hi, 1, MPFR_RNDU);
  }
}
