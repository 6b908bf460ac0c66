/* The terms of Taylor's series of G on an interval of arguments, by interval arithmetic: each
   contains the derivatives at all of its arguments, as the remainder of Lagrange needs them. */
#include "tools/verify/verify.h"

typedef struct v_interval interval;
static interval z[V_TERMS], q[3], c, t, product;

void verify_init(interval *list, int n) {
  for (int i = 0; i < n && !mpfr_custom_get_significand(list[i].lo); i++)
    mpfr_inits2(V_PRECISION, list[i].lo, list[i].hi, (mpfr_ptr)NULL);
}
/* These change r, and return it. */
static interval *set(interval *r, const interval *x) {
  mpfr_set(r->lo, x->lo, MPFR_RNDD), mpfr_set(r->hi, x->hi, MPFR_RNDU);
  return r;
}
static interval *set_si(interval *r, long n) {
  mpfr_set_si(r->lo, n, MPFR_RNDD), mpfr_set_si(r->hi, n, MPFR_RNDU);
  return r;
}
static interval *add(interval *r, const interval *x) {
  mpfr_add(r->lo, r->lo, x->lo, MPFR_RNDD), mpfr_add(r->hi, r->hi, x->hi, MPFR_RNDU);
  return r;
}
/* r n / d, d > 0 */
static interval *times(interval *r, long n, long d) {
  if (n < 0) mpfr_swap(r->lo, r->hi);
  V_BOTH(mpfr_mul_si, r, n), V_BOTH(mpfr_div_si, r, d);
  return r;
}
static interval *multiply(interval *r, const interval *x) {
  static interval one;
  verify_init(&one, 1);
  for (int i = 0; i < 4; i++) {
    mpfr_mul(one.lo, i & 1 ? r->hi : r->lo, i & 2 ? x->hi : x->lo, MPFR_RNDD);
    mpfr_mul(one.hi, i & 1 ? r->hi : r->lo, i & 2 ? x->hi : x->lo, MPFR_RNDU);
    if (!i || mpfr_less_p(one.lo, product.lo)) mpfr_set(product.lo, one.lo, MPFR_RNDD);
    if (!i || mpfr_greater_p(one.hi, product.hi)) mpfr_set(product.hi, one.hi, MPFR_RNDU);
  }
  mpfr_swap(r->lo, product.lo), mpfr_swap(r->hi, product.hi);
  return r;
}
/* 1 / r, or 1 / sqrt(r) */
static interval *invert(interval *r, int root) {
  mpfr_swap(r->lo, r->hi);
  if (mpfr_sgn(r->lo) * mpfr_sgn(r->hi) <= 0) mpfr_set_nan(r->lo), mpfr_set_nanflag();
  root ? mpfr_rec_sqrt(r->lo, r->lo, MPFR_RNDD) : mpfr_ui_div(r->lo, 1, r->lo, MPFR_RNDD);
  root ? mpfr_rec_sqrt(r->hi, r->hi, MPFR_RNDU) : mpfr_ui_div(r->hi, 1, r->hi, MPFR_RNDU);
  return r;
}
static interval *constant(interval *r, int which) {
  set_si(r, which);
  if (which == V_PI) mpfr_const_pi(r->lo, MPFR_RNDD), mpfr_const_pi(r->hi, MPFR_RNDU);
  else if (which != V_ONE) mpfr_log(r->lo, r->lo, MPFR_RNDD), mpfr_log(r->hi, r->hi, MPFR_RNDU);
  return r;
}

/* z = q^(n/d), from its first term. */
static void power(long n, long d) {
  invert(set(&c, &q[0]), 0);
  for (int k = 1; k < V_TERMS; k++) {
    set_si(&z[k], 0);
    for (int j = 1; j <= k && j < 3; j++)
      add(&z[k], times(multiply(set(&t, &q[j]), &z[k - j]), n * j - d * (k - j), d * k));
    multiply(&z[k], &c);
  }
}
/* y[k] = sign * z[k - 1] / k times c */
static void integrate(interval *y, long sign) {
  for (int k = 1; k < V_TERMS; k++) times(multiply(set(&y[k], &z[k - 1]), &c), sign, k);
}

static void algebraic(interval *y, const struct v_function *f, long n, const interval *x) {
  const int integral = f->family == V_INTEGRAL;
  const long d = f->root ? f->root : n;
  multiply(set_si(&q[0], f->q[2]), x);
  add(add(set(&q[1], &q[0]), &q[0]), set_si(&t, f->q[1]));
  add(multiply(add(&q[0], &t), x), set_si(&c, f->q[0]));
  set_si(&q[2], f->q[2]);
  set(&z[0], integral ? &q[0] : &y[0]);
  if (integral) invert(&z[0], f->root == 2);
  power((f->n ? f->n : n) * (d < 0 ? -1 : 1), d < 0 ? -d : d);
  for (int k = 1; k < V_TERMS; k++) set(&y[k], &z[k]);
  invert(constant(&c, f->constant), 0);
  if (integral) integrate(y, f->sign);
}

static void error_function(interval *y, const struct v_function *f, const interval *x) {
  times(multiply(set(&t, x), x), -1, 1);
  mpfr_exp(z[0].lo, t.lo, MPFR_RNDD), mpfr_exp(z[0].hi, t.hi, MPFR_RNDU);
  for (int k = 1; k < V_TERMS; k++) {
    multiply(set(&z[k], &z[k - 1]), x);
    times(k > 1 ? add(&z[k], &z[k - 2]) : &z[k], -2, k);
  }
  times(invert(constant(&c, V_PI), 1), 2, 1);
  integrate(y, f->sign);
}

/* By f' = c (f + sign), f'' = c^2 f or -c^2 f, f' = c (1 + sign f^2). */
static void others(interval *y, const struct v_function *f, const interval *x) {
  const int sine = f->sign, squares = f->family == V_TRIG || f->family == V_HYPERBOLIC;
  constant(&c, f->constant);
  if (squares) verify_enclose_range(&z[1], sine ? f + 1 : f - 1, 0, x->lo, x->hi);
  for (int k = 1; k < V_TERMS; k++) {
    set(&y[k], squares && k == 1 ? &z[1] : squares ? &y[k - 2] : &y[k - 1]);
    if (squares && k > 1) times(multiply(&y[k], &c), 1, k - 1);
    if (f->family == V_TRIG && (k > 1 || !sine)) times(&y[k], -1, 1);
    if (f->family == V_EXP && k == 1) add(&y[1], set_si(&t, f->sign));
    if (f->family == V_TANGENT) set_si(&y[k], k == 1);
    for (int i = 0; f->family == V_TANGENT && i < k; i++)
      add(&y[k], times(multiply(set(&t, &y[i]), &y[k - 1 - i]), f->sign, 1));
    times(multiply(&y[k], &c), 1, k);
  }
}

int verify_taylor(interval g[V_TERMS], const struct v_claim *claim, v_ordinal X, v_ordinal Y) {
  static interval x;
  const struct v_problem *p = &claim->problem;
  const struct v_function *f = p->function;
  const long unit = claim->e_in - p->in.p + 1, ulp = p->out.p - (p->modes != V_ALL) - claim->e_out;
  if (f->family == V_NO_SERIES) return 0;
  verify_init(g, V_TERMS), verify_init(z, V_TERMS), verify_init(q, 3);
  verify_init(&c, 1), verify_init(&t, 1), verify_init(&x, 1), verify_init(&product, 1);
  mpfr_clear_flags();
  verify_argument(x.lo, claim, claim->sign_x ? Y : X);
  verify_argument(x.hi, claim, claim->sign_x ? X : Y);
  verify_enclose_range(&g[0], f, p->n, x.lo, x.hi);
  if (f->family == V_INTEGRAL || f->family == V_POWER) algebraic(g, f, p->n, &x);
  else if (f->family == V_ERF) error_function(g, f, &x);
  else others(g, f, &x);
  for (int k = 0; k < V_TERMS; k++) {
    times(&g[k], claim->sign_f ^ (claim->sign_x & k) ? -1 : 1, 1);
    V_BOTH(mpfr_mul_2si, &g[k], ulp + k * unit);
    if (!mpfr_number_p(g[k].lo) || !mpfr_number_p(g[k].hi)) return 0;
  }
  if (p->modes == V_NEAREST) V_BOTH(mpfr_sub_d, &g[0], 0.5);
  return !mpfr_nanflag_p();
}
