/* One argument: f(x) is enclosed in growing precision until the question is decided. */
#include "tools/verify/verify.h"

static const long precision_most = 1 << 17;

/* Replaces an enclosure of a number that is not 0 by one of its absolute value, whose sign it
   returns; 0 if it is not known: then d->hi alone is a bound. */
static int absolute(struct v_interval *d) {
  const int sign = mpfr_sgn(d->lo) > 0 ? 1 : mpfr_sgn(d->hi) < 0 ? -1 : 0;
  if (sign < 0 || (!sign && mpfr_cmpabs(d->lo, d->hi) > 0)) mpfr_swap(d->lo, d->hi);
  mpfr_abs(d->lo, d->lo, MPFR_RNDN);
  mpfr_abs(d->hi, d->hi, MPFR_RNDN);
  return sign;
}
static uint64_t mantissa_of(const mpfr_t d) {
  static struct v_interval m;
  verify_init(&m, 1);
  mpfr_mul_2si(m.lo, d, 64 - mpfr_get_exp(d), MPFR_RNDZ);
  return mpfr_get_uj(m.lo, MPFR_RNDZ);
}

/* y encloses the distance of G from v->integer. 0: not decided, as from all the following. */
static int distance(struct v_verdict *v, const struct v_problem *p, struct v_interval *y,
                    enum v_want want, int enough) {
  const int t = p->threshold, shift = p->bits - t;
  v->midpoint = p->modes == V_NEAREST || (p->modes == V_ALL && mpz_odd_p(v->integer));
  v->state = V_EXACT, v->hardness = V_EXACT_HARDNESS, v->below = 0, v->side_known = 1;
  if (mpfr_zero_p(y->lo) && mpfr_zero_p(y->hi)) return 1;
  const int sign = absolute(y);
  const long high = mpfr_get_exp(y->hi), low = sign ? mpfr_get_exp(y->lo) : high;
  v->below = sign < 0, v->side_known = sign != 0;
  v->state = high <= -t ? V_CASE : V_NO_CASE;
  v->hardness = enough;
  if (!sign) return want == V_HARDNESS && shift - high >= enough;
  if (mpfr_cmp_d(y->hi, 0.5) > 0)
    return want == V_STATE && t >= 2 && low > -t && mpfr_cmp_d(y->hi, 0.75) <= 0;
  if (want == V_STATE) return high <= -t || low > -t;
  v->exponent = low;
  v->hardness = shift - low < V_GREATEST ? (int)(shift - low) : V_GREATEST;
  if (low != high) return want == V_HARDNESS && shift - high >= V_GREATEST;
  v->mantissa = mantissa_of(y->lo);
  return want == V_HARDNESS || v->mantissa == mantissa_of(y->hi);
}

/* The exponent of the binade of y, or of what is next below it. */
static long binade(const mpfr_t y, int below) {
  if (mpfr_inf_p(y) || mpfr_zero_p(y)) return (mpfr_inf_p(y) ? 1 : -1) * (1L << 40);
  return mpfr_get_exp(y) - 1 - (below && mpfr_min_prec(y) == 1);
}

static int at_precision(struct v_verdict *v, const struct v_claim *c, struct v_interval *y,
                        enum v_want want, int enough) {
  const struct v_problem *p = &c->problem;
  const long least = p->out.emin, above = p->out.emax + 1, zero = least - p->out.p - 1;
  v->state = V_OUTSIDE, v->hardness = 0;
  if (mpfr_nan_p(y->lo) || mpfr_nan_p(y->hi) || (mpfr_inf_p(y->lo) && mpfr_inf_p(y->hi))) return 1;
  if (mpfr_zero_p(y->lo) && mpfr_zero_p(y->hi)) return v->state = V_ZERO, 1;
  if (c->scattered ? mpfr_sgn(y->hi) <= 0 : c->sign_f) {
    mpfr_swap(y->lo, y->hi);
    mpfr_neg(y->lo, y->lo, MPFR_RNDN);
    mpfr_neg(y->hi, y->hi, MPFR_RNDN);
  }
  if (mpfr_sgn(y->hi) <= 0) return 1;
  if (mpfr_sgn(y->lo) < 0) return 0;
  /* f(x) is less than an upper bound that differs from the lower one */
  long low = binade(y->lo, 0), high = binade(y->hi, !mpfr_equal_p(y->lo, y->hi));
  if (low >= above) return v->state = V_OVERFLOW, 1;
  if (!c->scattered && (low > c->e_out || (high < c->e_out && c->e_out > least))) return 1;
  if (high < zero) return v->state = V_UNDERFLOW, 1;
  if (low < zero || high >= above) return 0;
  low = low < least ? least : low, high = high < least ? least : high;
  const long e = c->scattered ? low : c->e_out;
  if (low != e || high != e) return 0;
  const long scale = p->out.p - (p->modes != V_ALL) - e;
  V_BOTH(mpfr_mul_2si, y, scale);
  V_BOTH(mpfr_sub_d, y, p->modes == V_NEAREST ? 0.5 : 0);
  mpfr_get_z(v->integer, y->lo, MPFR_RNDN);
  V_BOTH(mpfr_sub_z, y, v->integer);
  return distance(v, p, y, want, enough);
}

void verify_decide(struct v_verdict *v, const struct v_claim *c, v_ordinal X, enum v_want want,
                   int enough) {
  static struct v_interval y;
  verify_init(&y, 1);
  long precision = c->problem.out.p + c->problem.threshold + (want == V_RECORD ? 96 : 16);
  for (; precision <= precision_most; precision *= 2) {
    mpfr_set_prec(y.lo, precision), mpfr_set_prec(y.hi, precision);
    verify_enclose(&y, c, X);
    if (at_precision(v, c, &y, want, enough)) return;
  }
  v->state = V_UNKNOWN;
}
