/* The reference for problems with a decimal format: the definitions of problem.h in rational
   numbers. An argument x = X 10^q and powers of ten are exact. Where f(x) is known to be rational
   its value decides; else f(x) lies between the values that MPFR rounds at the two neighbours of x,
   to more and more bits. */
#ifndef TMD_TEST_RATIONAL_H
#define TMD_TEST_RATIONAL_H

#include <limits.h>

#include <gmp.h>

#include "tests/reference/formula.h"

/* y = radix^e */
static void ref_power(mpq_t y, int radix, long e) {
  mpq_set_ui(y, 1, 1);
  mpz_ui_pow_ui(e < 0 ? mpq_denref(y) : mpq_numref(y), (unsigned long)radix,
                (unsigned long)labs(e));
}

/* x = (-1)^sign X radix^(e - p + 1) */
static void ref_rational(mpq_t x, const struct tmd_format *format, int sign, int e, tmd_u128 X) {
  SCOPED(mpq, power);
  const uint64_t words[] = {(uint64_t)X, (uint64_t)(X >> 64)};
  mpq_set_ui(x, 1, 1);
  mpz_import(mpq_numref(x), 2, -1, sizeof *words, 0, 0, words);
  ref_power(power, format->decimal ? 10 : 2, e - format->p + 1L);
  mpq_mul(x, x, power);
  if (sign) mpq_neg(x, x);
}

static int ref_is_integer(const mpq_t x) { return mpz_cmp_ui(mpq_denref(x), 1) == 0; }

/* y = x^n; 0 if there is none. */
static int ref_exact_power(mpq_t y, const mpq_t x, long n) {
  if (mpq_sgn(x) == 0 && n < 0) return 0;
  SCOPED(mpq, power);
  mpz_pow_ui(mpq_numref(power), mpq_numref(x), (unsigned long)labs(n));
  mpz_pow_ui(mpq_denref(power), mpq_denref(x), (unsigned long)labs(n));
  if (n < 0) mpq_inv(power, power);
  mpq_set(y, power);
  return 1;
}

/* y^n = x, if y is rational. */
static int ref_exact_root(mpq_t y, const mpq_t x, long n) {
  const unsigned long degree = (unsigned long)labs(n);
  if ((mpq_sgn(x) < 0 && degree % 2 == 0) || (mpq_sgn(x) == 0 && n < 0)) return 0;
  SCOPED(mpq, root);
  if (!mpz_root(mpq_numref(root), mpq_numref(x), degree) ||
      !mpz_root(mpq_denref(root), mpq_denref(x), degree))
    return 0;
  if (n < 0) mpq_inv(y, root);
  else mpq_set(y, root);
  return 1;
}

/* y = base^x - less, x an integer. */
static int ref_exact_exponential(mpq_t y, const mpq_t x, int base, unsigned less) {
  enum { EXPONENT_MAX = 10000 };
  if (!ref_is_integer(x) || mpz_cmpabs_ui(mpq_numref(x), EXPONENT_MAX) > 0) return 0;
  SCOPED(mpq, one);
  ref_power(y, base, mpz_get_si(mpq_numref(x)));
  mpq_set_ui(one, less, 1);
  mpq_sub(y, y, one);
  return 1;
}

/* x + more = 10^y, y an integer. */
static int ref_exact_logarithm(mpq_t y, const mpq_t x, unsigned more) {
  SCOPED(mpq, of, power);
  mpq_set_ui(power, more, 1);
  mpq_add(of, x, power);
  if (mpq_sgn(of) <= 0) return 0;
  const int inverse = mpz_cmp_ui(mpq_numref(of), 1) == 0;
  const long digits =
      (long)mpz_sizeinbase(inverse ? mpq_denref(of) : mpq_numref(of), 10); /* or one less */
  for (long n = digits - 2; n < digits; n++) {
    ref_power(power, 10, inverse ? -n : n);
    if (!mpq_equal(power, of)) continue;
    mpq_set_si(y, inverse ? -n : n, 1);
    return 1;
  }
  return 0;
}

/* Where x is binary and MPFR's value is exact. */
static int ref_exact_binary(mpq_t y, const struct ref_function *f, const mpq_t x) {
  enum { BITS = 512, EXPONENT_MAX = 1 << 20 }; /* beyond which the value is far from all results */
  FLOATS(BITS, t, value);
  if (mpfr_set_q(t, x, MPFR_RNDN)) return 0;
  mpfr_clear_flags();
  if (ref_value(value, f, t, MPFR_RNDN) || !mpfr_number_p(value) || mpfr_overflow_p() ||
      mpfr_underflow_p())
    return 0;
  if (mpfr_regular_p(value) && labs(mpfr_get_exp(value)) > EXPONENT_MAX) return 0;
  mpfr_get_q(y, value);
  return 1;
}

/* 1 if y = f(x) is known. */
static int ref_exact(mpq_t y, const struct ref_function *f, const mpq_t x) {
  const char *name = f->name;
  if (f->mpfr == ref_id) {
    mpq_set(y, x);
    return 1;
  }
  if (!strcmp(name, "sqrt")) return ref_exact_root(y, x, 2);
  if (!strcmp(name, "rsqrt")) return ref_exact_root(y, x, -2);
  if (!strcmp(name, "cbrt")) return ref_exact_root(y, x, 3);
  if (f->family == mpfr_rootn_si) return ref_exact_root(y, x, f->n);
  if (f->family == mpfr_pow_si) return ref_exact_power(y, x, f->n);
  if (!strcmp(name, "exp10")) return ref_exact_exponential(y, x, 10, 0);
  if (!strcmp(name, "exp10m1")) return ref_exact_exponential(y, x, 10, 1);
  if (!strcmp(name, "log10")) return ref_exact_logarithm(y, x, 0);
  if (!strcmp(name, "log10p1")) return ref_exact_logarithm(y, x, 1);
  if (f->family != ref_compound) return ref_exact_binary(y, f, x);
  SCOPED(mpq, one);
  mpq_set_ui(one, 1, 1);
  mpq_add(one, one, x);
  return mpq_sgn(one) >= 0 && ref_exact_power(y, one, f->n);
}

static int ref_formula_exact(mpq_t y, const struct formula *f, const mpq_t x);

static int ref_exact_choice(mpq_t y, const struct formula *f, const mpq_t x) {
  SCOPED(mpq, test);
  if (!ref_formula_exact(test, f->test, x)) return 0;
  const int sign = mpq_sgn(test);
  return ref_formula_exact(y,
                           f->signs & (sign < 0    ? 1
                                       : sign == 0 ? 2
                                                   : 4)
                               ? f->left
                               : f->right,
                           x);
}

/* 1 if y, the value of a formula at x, is known to be rational. */
static int ref_formula_exact(mpq_t y, const struct formula *f, const mpq_t x) {
  SCOPED(mpq, a, b);
  if (f->op == '?') return ref_exact_choice(y, f, x);
  if (f->left && !ref_formula_exact(a, f->left, x)) return 0;
  if (f->right && !ref_formula_exact(b, f->right, x)) return 0;
  switch (f->op) {
  case 'x': mpq_set(y, x); return 1;
  case '#': mpq_set(y, f->number); return 1;
  case '~': mpq_neg(y, a); return 1;
  case '|': mpq_abs(y, a); return 1;
  case '+': mpq_add(y, a, b); return 1;
  case '-': mpq_sub(y, a, b); return 1;
  case '*': mpq_mul(y, a, b); return 1;
  case '/': return mpq_sgn(b) && (mpq_div(y, a, b), 1);
  case '^':
    return ref_is_integer(b) && mpz_cmpabs_ui(mpq_numref(b), 100) <= 0 &&
           ref_exact_power(y, a, mpz_get_si(mpq_numref(b)));
  case 'm': mpq_set(y, mpq_cmp(a, b) < 0 ? a : b); return 1;
  case 'M': mpq_set(y, mpq_cmp(a, b) > 0 ? a : b); return 1;
  case 'f': return ref_exact(y, f->function, a);
  default: return 0; /* pi, e */
  }
}

/* What is known of f(x): nothing, that there is no value, that it is far out (`flow`), or that it
   lies in (low, high), or is both. */
struct ref_enclosure {
  mpq_t low, high;
  int known, outside, flow, negative;
};

/* A bound of |f''| between two neighbours that may have an extremum of f between them that is no
   floating-point number, as pi/2; of tgamma, of |f''/f|; 0 where f is monotone. With the distance d
   from x to the nearest pole, |digamma| < |x| + 4 + 4/d, and its derivative is less than 4 + 4/d^2.
   The extrema of gamma are at 1.46..., and at pi d = atan(pi/log|x|), about: d > 2^-10. */
static double ref_curvature(const struct ref_function *f, double x) {
  const double near = 0x1p-10, d = x > -0x1p40 ? fabs(x - rint(x)) : near,
               most = fabs(x) + 8 + 8 / d;
  if (!strcmp(f->name, "sin") || !strcmp(f->name, "cos")) return 1;
  if (strcmp(f->name, "tgamma") && strcmp(f->name, "lgamma")) return 0;
  return x > 2 || (x > 0 && x < 1) || d < near ? 0 : most * most;
}

/* How far f(x) may be beyond its values at the neighbours a and b of x, of which `most` is the
   greatest in absolute value: (b - a)^2 |f''|/8, here 8 times as much, for x is not exactly a. */
static void ref_widen(mpq_t more, const struct ref_function *f, const mpfr_t a, const mpfr_t b,
                      const mpq_t most) {
  SCOPED(mpq, curvature, factor);
  mpq_set_ui(more, 0, 1);
  const double c = ref_curvature(f, mpfr_get_d(a, MPFR_RNDN));
  if (c == 0 || mpfr_equal_p(a, b)) return;
  if (!isfinite(c)) abort();
  mpfr_get_q(more, b), mpfr_get_q(factor, a);
  mpq_sub(more, more, factor);
  mpq_mul(more, more, more);
  mpq_set_d(curvature, c);
  mpq_mul(more, more, curvature);
  mpq_abs(factor, most);
  if (!strcmp(f->name, "tgamma")) mpq_mul(more, more, factor);
}

static int ref_least_exponent(const struct tmd_format *out) {
  return out->decimal ? out->emin - out->p : out->emin - out->p - 1;
}

/* 1 or -1 if y is a binade or more beyond all results. */
static int ref_is_far(const struct tmd_format *out, const mpfr_t y) {
  enum { MORE = 8 };
  const int bits = out->decimal ? 4 : 1; /* 10 < 2^4 */
  if (!mpfr_regular_p(y)) return 0;
  if (mpfr_get_exp(y) > (long)bits * (out->emax + MORE)) return 1;
  return mpfr_get_exp(y) < (long)bits * (ref_least_exponent(out) - MORE) ? -1 : 0;
}

/* One value, and the interval it was rounded from: [y, y], or (y, the next). */
static void ref_rounded_at(struct ref_enclosure *at, const struct tmd_problem *p,
                           const struct ref_function *f, const mpfr_t x, mpfr_prec_t W) {
  FLOATS(W, y);
  mpfr_clear_flags();
  const int ternary = ref_value(y, f, x, MPFR_RNDD);
  at->flow = mpfr_overflow_p() ? 1 : mpfr_underflow_p() ? -1 : ref_is_far(&p->out, y);
  at->negative = mpfr_signbit(y) != 0;
  at->outside = mpfr_nan_p(y) || mpfr_divby0_p();
  at->known = 1;
  if (at->outside || at->flow) return;
  mpfr_get_q(at->low, y);
  if (ternary) mpfr_nextabove(y);
  mpfr_get_q(at->high, y);
}

static void ref_enclose(struct ref_enclosure *r, const struct tmd_problem *p,
                        const struct ref_function *f, const mpq_t x, mpfr_prec_t W) {
  struct ref_enclosure other = {.known = 0};
  const mpfr_prec_t integer = ref_is_integer(x) ? (long)mpz_sizeinbase(mpq_numref(x), 2) : 0;
  FLOATS(integer > W + 192 ? integer : W + 192, a, b); /* holds the extrema of sinpi, k/2 */
  SCOPED(mpq, more);
  mpfr_set_q(a, x, MPFR_RNDD), mpfr_set_q(b, x, MPFR_RNDU);
  ref_rounded_at(r, p, f, a, W);
  if (mpfr_equal_p(a, b)) return;
  mpq_inits(other.low, other.high, NULL);
  ref_rounded_at(&other, p, f, b, W);
  r->known = r->outside == other.outside && r->flow == other.flow && r->negative == other.negative;
  if (r->known && !r->outside && !r->flow) {
    if (mpq_cmp(other.low, r->low) < 0) mpq_swap(other.low, r->low);
    if (mpq_cmp(other.high, r->high) > 0) mpq_swap(other.high, r->high);
    ref_widen(more, f, a, b, r->negative ? r->low : r->high);
    mpq_sub(r->low, r->low, more);
    mpq_add(r->high, r->high, more);
  }
  mpq_clears(other.low, other.high, NULL);
}

/* A formula's value, for which two evaluations agree; an approximation of x identifies it. */
static void ref_enclose_formula(struct ref_enclosure *r, const struct tmd_problem *p,
                                const struct ref_function *f, const mpq_t x, mpfr_prec_t W) {
  enum { BITS = 160 };
  FLOATS(BITS, near);
  mpfr_set_q(near, x, MPFR_RNDN);
  formula_argument = x;
  ref_rounded_at(r, p, f, near, W);
  formula_argument = NULL;
}

/* floor(log_radix |y|), y not 0; a power of the radix may end the interval that y begins. */
static long ref_exponent(const mpq_t y, int radix) {
  SCOPED(mpq, power, absolute);
  FLOATS(64, log);
  mpq_abs(absolute, y);
  mpfr_set_q(log, absolute, MPFR_RNDN);
  mpfr_log2(log, log, MPFR_RNDN);
  long e = (long)floor(mpfr_get_d(log, MPFR_RNDN) / log2(radix) + 1e-6);
  ref_power(power, radix, e);
  if (mpq_cmp(absolute, power) < 0) return e - 1;
  ref_power(power, radix, e + 1);
  return mpq_cmp(absolute, power) < 0 ? e : e + 1;
}

/* G: |y| (times 2) radix^(p - 1 - e), less the offset. */
static void ref_scale_rational(mpq_t G, const struct tmd_problem *p, const mpq_t y, long e) {
  SCOPED(mpq, factor);
  ref_power(factor, p->out.decimal ? 10 : 2, p->out.p - 1 - e);
  mpq_abs(G, y);
  mpq_mul(G, G, factor);
  mpq_set_ui(factor, p->modes == TMD_MODES_ALL ? 2 : 1, 1);
  mpq_mul(G, G, factor);
  mpq_set_ui(factor, p->modes == TMD_MODES_NEAREST, 2);
  mpq_sub(G, G, factor);
}

/* G in (low, high), or equal to both; sets `near` where all of the interval is within 2^near of an
   integer. 0 where that does not decide. */
static int ref_place_rational(struct ref *r, const struct tmd_problem *p, const mpq_t low,
                              const mpq_t high, mpfr_prec_t W, long *near) {
  SCOPED(mpq, a, b, integer);
  FLOATS(W + 64, N, below, above);
  ref_scale_rational(a, p, low, r->e_out), ref_scale_rational(b, p, high, r->e_out);
  if (mpq_cmp(a, b) > 0) mpq_swap(a, b);
  mpq_set_ui(integer, 1, 2);
  mpq_add(integer, integer, a);
  mpz_fdiv_q(mpq_numref(integer), mpq_numref(integer), mpq_denref(integer));
  mpz_set_ui(mpq_denref(integer), 1);
  if (mpfr_set_q(N, integer, MPFR_RNDN)) return 0;
  mpq_sub(a, a, integer), mpq_sub(b, b, integer);
  mpfr_set_q(below, a, MPFR_RNDD), mpfr_set_q(above, b, MPFR_RNDU);
  *near = LONG_MIN;
  if (mpfr_regular_p(below)) *near = mpfr_get_exp(below);
  if (mpfr_regular_p(above) && mpfr_get_exp(above) > *near) *near = mpfr_get_exp(above);
  return ref_decide(r, p, N, below, above);
}

/* The class, sign and exponent of f(x), which lies in (low, high), or equals both. 0 where that
   does not decide. */
static int ref_classify(struct ref *r, const struct tmd_problem *p, const mpq_t low,
                        const mpq_t high) {
  const struct tmd_format *out = &p->out;
  const int radix = out->decimal ? 10 : 2, negative = mpq_sgn(high) <= 0;
  mpq_srcptr inner = negative ? high : low, outer = negative ? low : high;
  if (mpq_sgn(low) == 0 && mpq_sgn(high) == 0) {
    const int hard = p->modes != TMD_MODES_NEAREST;
    *r = (struct ref){
        .class = REF_ZERO, .e_out = out->emin, .hard = hard, .hardness = hard ? REF_EXACT : 0};
    return 1;
  }
  if (mpq_sgn(inner) == 0 || mpq_sgn(inner) != mpq_sgn(outer)) return 0;
  SCOPED(mpq, end, absolute);
  const long e = ref_exponent(inner, radix);
  r->sign_f = negative;
  r->class = e > out->emax ? REF_OVERFLOW : e < ref_least_exponent(out) ? REF_UNDERFLOW : REF_VALUE;
  r->e_out = e > out->emax ? out->emax : e < out->emin ? out->emin : (int)e;
  if (e > out->emax) return 1;
  ref_power(end, radix, e + 1);
  mpq_abs(absolute, outer);
  return mpq_cmp(absolute, end) <= 0;
}

/* As ref_place, ref_measure at W bits: 0 where they do not decide. */
static int ref_at_bits(struct ref *r, const struct tmd_problem *p, const struct ref_function *f,
                       const struct formula *formula, const mpq_t x, mpfr_prec_t W, int last) {
  struct ref_enclosure at = {.known = 0};
  long near = 0;
  mpq_inits(at.low, at.high, NULL);
  int decided = 0;
  *r = (struct ref){.class = REF_OUTSIDE};
  if (formula ? ref_formula_exact(at.low, formula, x) : ref_exact(at.low, f, x)) {
    mpq_set(at.high, at.low);
    at.known = 1;
  } else {
    (formula ? ref_enclose_formula : ref_enclose)(&at, p, f, x, W);
  }
  if (at.known && at.outside) {
    decided = 1;
  } else if (at.known && at.flow) {
    *r = (struct ref){.class = at.flow > 0 ? REF_OVERFLOW : REF_UNDERFLOW,
                      .sign_f = at.negative,
                      .e_out = at.flow > 0 ? p->out.emax : p->out.emin};
    decided = 1;
  } else if (at.known && ref_classify(r, p, at.low, at.high)) {
    decided = r->class != REF_VALUE || ref_place_rational(r, p, at.low, at.high, W, &near);
    if (!decided && last && near < -ref_threshold(p) - 16) { /* within 2^near of an integer */
      r->hard = r->unresolved = decided = 1;
      r->hardness = (int)(-near - (ref_threshold(p) - p->bits));
    }
  }
  mpq_clears(at.low, at.high, NULL);
  return decided;
}

/* Everything about f, or the formula, at x. Where nothing is found, the exponent is none. */
__attribute__((unused)) static struct ref ref_measure_rational(const struct tmd_problem *p,
                                                               const struct ref_function *f,
                                                               const struct formula *formula,
                                                               const mpq_t x, int mantissa) {
  struct ref r;
  ref_widest_range();
  for (mpfr_prec_t W = 4L * p->out.p + ref_threshold(p) + 72;; W *= 2) {
    const int last = 2 * W > ref_bits_max, decided = ref_at_bits(&r, p, f, formula, x, W, last);
    if (decided && (last || !mantissa || !r.coarse)) return r;
    if (!last) continue;
    r = (struct ref){.class = REF_VALUE, .e_out = INT_MAX, .hard = 1, .unresolved = 1};
    return r;
  }
}

#endif
