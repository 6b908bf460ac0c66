/* The reference of the tests: one argument at a time, straight from the definitions, by MPFR alone.
   It shares no code with lib/cell/pieces.c, region.c, scaled.c and ziv.c, and has a table of
   functions of its own. */
#ifndef TMD_TEST_REFERENCE_H
#define TMD_TEST_REFERENCE_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpfr.h>

#include "lib/base/arb-compat.h"
#include "lib/problem/problem.h"

enum ref_class {
  REF_OUTSIDE,   /* f is not defined, or has a pole */
  REF_ZERO,      /* f(x) = 0 */
  REF_OVERFLOW,  /* |f| >= 2^(emax+1) */
  REF_UNDERFLOW, /* 0 < |f| < 2^(emin-p-1) */
  REF_VALUE
};

enum { REF_EXACT = 65535 };

/* Where so many bits do not separate f from an integer of G (tanh x ~ 1), the hardness is known
   from below only. */
static long ref_bits_max = 1 << 13;

struct ref {
  enum ref_class class;
  int sign_f, e_out;
  /* of a REF_VALUE (and REF_ZERO, exact) */
  int hard;               /* dist(G, Z) < 2^-threshold */
  int hardness;           /* k, at least 0; REF_EXACT */
  int unresolved;         /* the hardness is this or more */
  int coarse;             /* the mantissa is not known to 64 bits */
  int midpoint, negative; /* what the nearest integer stands for; G lies below it */
  uint64_t mantissa;      /* dist = mantissa 2^(exponent - 64), truncated; hard cases only */
  long exponent;
};

struct ref_function {
  const char *name;
  int (*mpfr)(mpfr_t, const mpfr_t, mpfr_rnd_t);
  long double (*fast)(long double); /* good to 2^-55 or better, or NULL */
  long n;                           /* of a member of a family, whose function is the next */
  int (*family)(mpfr_t, const mpfr_t, long, mpfr_rnd_t);
};

static int ref_value(mpfr_t y, const struct ref_function *f, const mpfr_t x, mpfr_rnd_t round) {
  return f->family ? f->family(y, x, f->n, round) : f->mpfr(y, x, round);
}

static int ref_rsqrt(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  return mpfr_rec_sqrt(y, x, round);
}
/* MPFR 4.2 forgets log(2) where x^2 overflows. Formats do not reach as far as that, parts of
   expressions do. */
static int ref_asinh(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  if (!mpfr_regular_p(x) || mpfr_get_exp(x) < (mpfr_exp_t)1 << 60) return mpfr_asinh(y, x, round);
  FLOATS(mpfr_get_prec(y) + 64, t, log2);
  mpfr_abs(t, x, MPFR_RNDN);
  mpfr_log(t, t, MPFR_RNDN);
  mpfr_const_log2(log2, MPFR_RNDN);
  mpfr_add(t, t, log2, MPFR_RNDN);
  if (mpfr_sgn(x) < 0) mpfr_neg(t, t, MPFR_RNDN);
  mpfr_set(y, t, round);
  return 1;
}

static int ref_lgamma(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  int sign;
  return mpfr_lgamma(y, &sign, x, round);
}
/* n < 0: not by MPFR 4.2.2's own, which rounds wrongly next to powers of two. 1+x is exact. */
static int ref_compound_negative(mpfr_t y, const mpfr_t x, long n, mpfr_rnd_t round) {
  if (mpfr_cmp_si(x, -1) < 0) {
    mpfr_set_nan(y);
    return 0;
  }
  FLOATS(1 << 15, sum);
  if (mpfr_add_ui(sum, x, 1, MPFR_RNDN)) abort();
  mpfr_prec_round(sum, mpfr_regular_p(sum) ? mpfr_min_prec(sum) : 1, MPFR_RNDN);
  return mpfr_pow_si(y, sum, n, round);
}
static int ref_compound(mpfr_t y, const mpfr_t x, long n, mpfr_rnd_t round) {
  return (n < 0 ? ref_compound_negative : mpfr_compound_si)(y, x, n, round);
}
static int ref_id(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) { return mpfr_set(y, x, round); }
static long double ref_rsqrtl(long double x) { return 1 / sqrtl(x); }
static long double ref_exp10l(long double x) { return powl(10, x); }
static long double ref_lgammal(long double x) {
  int sign;
  return lgammal_r(x, &sign);
}
/* x - 2 n and 1 - |x - 2 n| are exact. */
static long double ref_sinpil(long double x) {
  const long double r = remainderl(x, 2);
  return sinl(3.14159265358979323846264338327950288L *
              (fabsl(r) <= 0.5L ? r : copysignl(1, r) - r));
}

/* A function that MPFR and the C library call alike; one that MPFR alone has; one with names of its
   own; a member of a family. */
#define REF_NAMED(name, mpfr, fast) {#name, mpfr, fast, 0, NULL}
#define REF_FAST(f) REF_NAMED(f, mpfr_##f, f##l)
#define REF_SLOW(f) REF_NAMED(f, mpfr_##f, NULL)
#define REF_MEMBER(name, i, call) {name "(" #i ")", NULL, NULL, i, call}
#define REF_ROOTN(i) REF_MEMBER("rootn", i, mpfr_rootn_si)
#define REF_POWN(i) REF_MEMBER("pown", i, mpfr_pow_si)
#define REF_COMPOUND(i) REF_MEMBER("compound", i, ref_compound)
#define REF_LIST                                                                                 \
  REF_NAMED(id, ref_id, NULL), REF_FAST(exp), REF_FAST(exp2),                                    \
      REF_NAMED(exp10, mpfr_exp10, ref_exp10l), REF_FAST(expm1), REF_FAST(log), REF_FAST(log2),  \
      REF_FAST(log10), REF_FAST(log1p), REF_FAST(sin), REF_FAST(cos), REF_FAST(tan),             \
      REF_FAST(sinh), REF_FAST(cosh), REF_FAST(tanh), REF_FAST(asin), REF_FAST(acos),            \
      REF_FAST(atan), REF_FAST(cbrt), REF_NAMED(rsqrt, ref_rsqrt, ref_rsqrtl), REF_FAST(sqrt),   \
      REF_SLOW(exp2m1), REF_SLOW(exp10m1), REF_SLOW(log2p1), REF_SLOW(log10p1),                  \
      REF_NAMED(sinpi, mpfr_sinpi, ref_sinpil), REF_SLOW(cospi), REF_SLOW(tanpi),                \
      REF_SLOW(asinpi), REF_SLOW(acospi), REF_SLOW(atanpi), REF_NAMED(asinh, ref_asinh, asinhl), \
      REF_FAST(acosh), REF_FAST(atanh), REF_FAST(erf), REF_FAST(erfc),                           \
      REF_NAMED(tgamma, mpfr_gamma, tgammal), REF_NAMED(lgamma, ref_lgamma, ref_lgammal),        \
      REF_ROOTN(3), REF_ROOTN(4), REF_ROOTN(-2), REF_ROOTN(-3), REF_ROOTN(17), REF_POWN(2),      \
      REF_POWN(3), REF_POWN(5), REF_POWN(-1), REF_POWN(-2), REF_COMPOUND(2), REF_COMPOUND(7),    \
      REF_COMPOUND(-1), REF_COMPOUND(-3), REF_COMPOUND(12)
static const struct ref_function ref_functions[] = {REF_LIST};
enum { REF_FUNCTIONS = sizeof ref_functions / sizeof *ref_functions };

__attribute__((unused)) static const struct ref_function *ref_find(const char *name) {
  for (int i = 0; i < REF_FUNCTIONS; i++)
    if (!strcmp(name, ref_functions[i].name)) return ref_functions + i;
  return NULL;
}

/* G: scale and offset, and the threshold T (mathematics of lib/problem/problem.h, restated). */
static int ref_scale(const struct tmd_problem *p) {
  return p->modes == TMD_MODES_ALL ? p->out.p : p->out.p - 1;
}
static int ref_threshold(const struct tmd_problem *p) {
  return p->modes == TMD_MODES_NEAREST ? p->bits + 1 : p->bits;
}

/* x = (-1)^sign X 2^unit */
static void ref_argument(mpfr_t x, int sign, tmd_u128 X, int unit) {
  mpfr_set_uj(x, (uintmax_t)(uint64_t)(X >> 64), MPFR_RNDN);
  mpfr_mul_2si(x, x, 64, MPFR_RNDN);
  FLOATS(64, low);
  mpfr_set_uj(low, (uintmax_t)(uint64_t)X, MPFR_RNDN);
  mpfr_add(x, x, low, MPFR_RNDN);
  mpfr_mul_2si(x, x, unit, MPFR_RNDN);
  if (sign) mpfr_neg(x, x, MPFR_RNDN);
}

static void ref_widest_range(void) {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
}

/* The leading 64 bits of |d| > 0. */
static uint64_t ref_mantissa(const mpfr_t d) {
  FLOATS(64, m);
  mpfr_abs(m, d, MPFR_RNDZ);
  mpfr_set_exp(m, 64);
  uint64_t mantissa = (uint64_t)mpfr_get_uj(m, MPFR_RNDZ);
  return mantissa;
}

/* G at the nearest integer N: d = G - N lies in (low, high), or equals both. Returns 0 where that
   does not decide. */
static int ref_decide(struct ref *r, const struct tmd_problem *p, const mpfr_t N, const mpfr_t low,
                      const mpfr_t high) {
  const int exact = mpfr_equal_p(low, high), T = ref_threshold(p);
  if (p->modes == TMD_MODES_ALL) {
    FLOATS(mpfr_get_prec(N), half);
    mpfr_div_2ui(half, N, 1, MPFR_RNDN);
    r->midpoint = !mpfr_integer_p(half);
  } else {
    r->midpoint = p->modes == TMD_MODES_NEAREST;
  }
  if (exact && mpfr_zero_p(low)) {
    r->hard = 1;
    r->hardness = REF_EXACT;
    return 1;
  }
  if (!exact && mpfr_cmp_d(high, 0.5) > 0) return 0;
  r->negative = mpfr_signbit(low) != 0;
  mpfr_srcptr inner = r->negative ? high : low, outer = r->negative ? low : high;
  if (mpfr_zero_p(inner) || mpfr_signbit(low) != mpfr_signbit(high)) return 0;
  r->exponent = mpfr_get_exp(inner);
  /* what is below a power of two has a lesser exponent */
  if (mpfr_get_exp(outer) - (!exact && mpfr_min_prec(outer) == 1) != r->exponent) return 0;
  r->hard = r->exponent <= -T;
  const long k = -r->exponent - (T - p->bits);
  r->hardness = k < 0 ? 0 : (int)k;
  r->mantissa = ref_mantissa(inner);
  r->coarse =
      r->hard && !exact && (mpfr_min_prec(outer) == 1 || ref_mantissa(outer) != r->mantissa);
  return 1;
}

/* |f(x)| = |y| (exact), or in (|y|, |y| + one ulp). G > 1/8, so all lies on a grid that W + 8 bits
   hold. */
static int ref_place(struct ref *r, const struct tmd_problem *p, const mpfr_t y, int exact) {
  const mpfr_prec_t W = mpfr_get_prec(y);
  const long shift = ref_scale(p) - r->e_out;
  FLOATS(W + 8, G, N, low, high);
  mpfr_abs(G, y, MPFR_RNDN);
  mpfr_mul_2si(G, G, shift, MPFR_RNDN);
  if (p->modes == TMD_MODES_NEAREST) mpfr_sub_d(G, G, 0.5, MPFR_RNDN);
  mpfr_add_d(N, G, 0.5, MPFR_RNDN);
  mpfr_floor(N, N); /* -1/2 <= G - N < 1/2 */
  mpfr_sub(low, G, N, MPFR_RNDN);
  mpfr_set_ui_2exp(high, exact ? 0 : 1, mpfr_get_exp(y) - (long)W + shift, MPFR_RNDN);
  mpfr_add(high, low, high, MPFR_RNDN);
  return ref_decide(r, p, N, low, high);
}

/* Everything about f at x; of a hard case also the mantissa, if asked for. */
__attribute__((unused)) static struct ref ref_measure(const struct tmd_problem *p,
                                                      const struct ref_function *f, const mpfr_t x,
                                                      int mantissa) {
  struct ref r = {.class = REF_OUTSIDE};
  FLOATS(64, y);
  ref_widest_range();
  for (mpfr_prec_t W = ref_scale(p) + ref_threshold(p) + 72;; W *= 2) {
    mpfr_set_prec(y, W);
    mpfr_clear_flags();
    const int ternary = ref_value(y, f, x, MPFR_RNDZ);
    const int flow = mpfr_overflow_p() ? 1 : mpfr_underflow_p() ? -1 : 0;
    r = (struct ref){.class = REF_OUTSIDE, .sign_f = mpfr_signbit(y) != 0};
    if (mpfr_nan_p(y) || mpfr_divby0_p()) break;
    if (!flow && mpfr_zero_p(y)) { /* in modes nearest, a number is no case */
      const int hard = p->modes != TMD_MODES_NEAREST;
      r = (struct ref){
          .class = REF_ZERO, .e_out = p->out.emin, .hard = hard, .hardness = hard ? REF_EXACT : 0};
      break;
    }
    const long e = flow ? flow * 0x3fffffffL : mpfr_get_exp(y) - 1;
    r.class = e > p->out.emax                  ? REF_OVERFLOW
              : e < p->out.emin - p->out.p - 1 ? REF_UNDERFLOW
                                               : REF_VALUE;
    r.e_out = r.class == REF_OVERFLOW ? p->out.emax : e < p->out.emin ? p->out.emin : (int)e;
    if (r.class != REF_VALUE) break;
    if (ref_place(&r, p, y, ternary == 0)) {
      if (!mantissa || !r.coarse || 2 * W > ref_bits_max) break;
      continue;
    }
    if (2 * W > ref_bits_max) { /* G is within a unit 2^-(W - scale) of an integer: nothing else
                                   resists so long */
      r.hard = r.unresolved = 1;
      r.hardness = (int)W - ref_scale(p) - 4 - (ref_threshold(p) - p->bits);
      break;
    }
  }
  return r;
}

__attribute__((unused)) static struct ref ref_at(const struct tmd_problem *p,
                                                 const struct ref_function *f, int sign, int e_in,
                                                 tmd_u128 X, int mantissa) {
  FLOATS(128, x);
  ref_widest_range();
  ref_argument(x, sign, X, e_in - p->in.p + 1);
  return ref_measure(p, f, x, mantissa);
}

/* What is wrong about what a region says of the argument X (0: x = 0); NULL if nothing is. */
__attribute__((unused)) static const char *ref_region_wrong(const struct tmd_problem *p,
                                                            const struct tmd_region_record *region,
                                                            const struct ref *r, tmd_u128 X) {
  if (region->reason == TMD_REGION_OVERFLOW)
    return r->class == REF_OVERFLOW ? NULL : "region overflow, but f does not";
  if (region->reason == TMD_REGION_UNDERFLOW)
    return r->class == REF_UNDERFLOW ? NULL : "region underflow, but f does not";
  if (region->reason == TMD_REGION_ZERO && X) return "region zero, but x is not 0";
  if (region->reason == TMD_REGION_ZERO && (r->class == REF_OVERFLOW || r->class == REF_UNDERFLOW))
    return region->greatest ? "a hardness at 0, but nothing is rounded" : NULL;
  if (region->reason == TMD_REGION_EXACT && r->hardness != REF_EXACT &&
      p->modes != TMD_MODES_NEAREST)
    return "region exact, but f is not";
  if (r->class != REF_VALUE && r->class != REF_ZERO)
    return "in a region of values, but f overflows or underflows";
  if (region->modulus && X % region->modulus != region->residue)
    return r->hard ? "hard, but not in the region's class" : NULL;
  if (!r->unresolved && region->least > (unsigned)r->hardness)
    return "hardness below the region's least";
  if (region->greatest != TMD_HARDNESS_UNBOUNDED && region->greatest < (unsigned)r->hardness)
    return "hardness above the region's greatest";
  const int all = region->least >= (unsigned)p->bits, none = region->greatest < (unsigned)p->bits;
  if (all == none) return "a region neither of hard cases nor of none";
  return all == r->hard ? NULL : "the region's hardness and the argument's do not agree";
}

/* G of a cell at X, by as many bits as G has. */
__attribute__((unused)) static void ref_scaled(mpfr_t G, const struct tmd_problem *p,
                                               const struct tmd_cell *cell,
                                               const struct ref_function *f, tmd_u128 X) {
  FLOATS(128, x);
  ref_widest_range();
  ref_argument(x, cell->sign_x, X, cell->e_in - p->in.p + 1);
  ref_value(G, f, x, MPFR_RNDN);
  if (cell->sign_f) mpfr_neg(G, G, MPFR_RNDN);
  mpfr_mul_2si(G, G, ref_scale(p) - cell->e_out, MPFR_RNDN);
  if (p->modes == TMD_MODES_NEAREST) mpfr_sub_d(G, G, 0.5, MPFR_RNDN);
}

#endif
