#include "lib/function/exact-at.h"

#include <limits.h>
#include <math.h>

static int is_integer(const fmpq_t x) { return fmpz_is_one(fmpq_denref(x)); }

static int is_short(const fmpq_t x) {
  return fmpz_bits(fmpq_numref(x)) + fmpz_bits(fmpq_denref(x)) <= TMD_EXACT_AT_BITS;
}

/* x n, if that is an integer that fits: 1. */
static int multiple(long *k, const fmpq_t x, long n) {
  SCOPED(fmpq, product);
  fmpq_mul_si(product, x, n);
  if (!is_integer(product) || !fmpz_fits_si(fmpq_numref(product))) return 0;
  *k = fmpz_get_si(fmpq_numref(product));
  return 1;
}

/* y = x^n, x not 0 or n > 0. */
static enum tmd_exactness power(fmpq_t y, const fmpq_t x, long n) {
  const double bits = (double)fmpz_bits(fmpq_numref(x)) + (double)fmpz_bits(fmpq_denref(x));
  const int unit = fmpz_is_pm1(fmpq_numref(x)) && is_integer(x);
  if (fmpq_is_zero(x) && n < 0) return TMD_AT_OUTSIDE;
  if (unit || fmpq_is_zero(x)) { /* n may be huge */
    fmpq_set(y, x);
    if (n % 2 == 0) fmpq_abs(y, y);
    return TMD_AT_RATIONAL;
  }
  if (fabs((double)n) * bits > TMD_EXACT_AT_BITS) return TMD_AT_UNKNOWN;
  fmpq_pow_si(y, x, n);
  return TMD_AT_RATIONAL;
}

/* The root of a rational number in lowest terms is rational iff those of its two parts are
   integers. */
static enum tmd_exactness root(fmpq_t y, const fmpq_t x, long n) {
  const long degree = labs(n);
  const int negative = fmpq_sgn(x) < 0;
  if ((negative && degree % 2 == 0) || (fmpq_is_zero(x) && n < 0)) return TMD_AT_OUTSIDE;
  SCOPED(fmpq, absolute, result);
  fmpq_abs(absolute, x);
  const int exact = fmpz_root(fmpq_numref(result), fmpq_numref(absolute), degree) &&
                    fmpz_root(fmpq_denref(result), fmpq_denref(absolute), degree);
  if (!exact) return TMD_AT_UNKNOWN;
  if (negative) fmpq_neg(result, result);
  if (n < 0) fmpq_inv(result, result);
  fmpq_set(y, result);
  return TMD_AT_RATIONAL;
}

/* y = base^x. base^(a/b) with b > 1 in lowest terms is irrational, as the base, 2 or 10, is no
   power of another rational number. */
static enum tmd_exactness exponential(fmpq_t y, const fmpq_t x, long base) {
  long n;
  SCOPED(fmpq, b);
  fmpq_set_si(b, base, 1);
  return multiple(&n, x, 1) ? power(y, b, n) : TMD_AT_UNKNOWN;
}

/* The logarithm of x > 0 to base 2 or 10 is a/b in lowest terms iff x^b = base^a, so b = 1: x is a
   power of the base. Others are transcendental (Gelfond-Schneider). */
static enum tmd_exactness logarithm(fmpq_t y, const fmpq_t x, long base) {
  if (fmpq_sgn(x) <= 0) return TMD_AT_OUTSIDE;
  const int inverse = fmpz_is_one(fmpq_numref(x));
  SCOPED(fmpz, rest, factor);
  fmpz_set(rest, inverse ? fmpq_denref(x) : fmpq_numref(x));
  fmpz_set_si(factor, base);
  const slong n = fmpz_remove(rest, rest, factor);
  if (!fmpz_is_one(rest) || !(inverse || is_integer(x))) return TMD_AT_UNKNOWN;
  fmpq_set_si(y, inverse ? -n : n, 1);
  return TMD_AT_RATIONAL;
}

/* sin(pi x) is rational only at multiples of 1/6 (Niven). */
static enum tmd_exactness sine(fmpq_t y, const fmpq_t x, int quarter) {
  static const signed char halves[12] = {0, 1, 9, 2, 9, 1, 0, -1, 9, -2, 9, -1}; /* 9: irrational */
  SCOPED(fmpq, sixths);
  SCOPED(fmpz, turn);
  fmpq_mul_si(sixths, x, 6);
  if (!is_integer(sixths)) return TMD_AT_UNKNOWN;
  fmpz_add_si(turn, fmpq_numref(sixths), quarter ? 3 : 0);
  const int value = halves[fmpz_fdiv_ui(turn, 12)];
  if (value == 9) return TMD_AT_UNKNOWN;
  fmpq_set_si(y, value, 2);
  return TMD_AT_RATIONAL;
}

/* tan(pi x) is rational only at multiples of 1/4 (Niven). */
static enum tmd_exactness tangent(fmpq_t y, const fmpq_t x) {
  SCOPED(fmpq, quarters);
  fmpq_mul_si(quarters, x, 4);
  if (!is_integer(quarters)) return TMD_AT_UNKNOWN;
  const int turn = (int)fmpz_fdiv_ui(fmpq_numref(quarters), 4);
  if (turn == 2) return TMD_AT_OUTSIDE;
  fmpq_set_si(y, turn == 3 ? -1 : turn, 1);
  return TMD_AT_RATIONAL;
}

/* The inverse functions over pi are rational only where those are (Niven): at multiples of 1/2 of
   [-1, 1], and 0, 1 and -1. Twelfths of the value, by 2 x + 2 or x + 1. */
static enum tmd_exactness arc(fmpq_t y, const fmpq_t x, long parts, const signed char *twelfths) {
  long k;
  if (!multiple(&k, x, parts) || labs(k) > parts) return TMD_AT_UNKNOWN;
  fmpq_set_si(y, twelfths[k + parts], 12);
  return TMD_AT_RATIONAL;
}

static enum tmd_exactness at_one(fmpq_t y, const fmpq_t x, long argument, long value) {
  SCOPED(fmpq, one);
  fmpq_set_si(one, argument, 1);
  if (!fmpq_equal(x, one)) return TMD_AT_UNKNOWN;
  fmpq_set_si(y, value, 1);
  return TMD_AT_RATIONAL;
}

/* (x - 1)! at positive integers; 0 and negative integers are poles. */
static enum tmd_exactness factorial(fmpq_t y, const fmpq_t x, int log) {
  enum { ARGUMENT_MAX = 1 << 14 };
  if (!is_integer(x)) return TMD_AT_UNKNOWN;
  if (fmpq_sgn(x) <= 0) return TMD_AT_OUTSIDE;
  if (fmpz_cmp_si(fmpq_numref(x), log ? 2 : ARGUMENT_MAX) > 0) return TMD_AT_UNKNOWN;
  if (log) fmpq_zero(y);
  else {
    fmpz_fac_ui(fmpq_numref(y), fmpz_get_ui(fmpq_numref(x)) - 1);
    fmpz_one(fmpq_denref(y));
  }
  return TMD_AT_RATIONAL;
}

static enum tmd_exactness value(const struct tmd_function *f, fmpq_t y, const fmpq_t x,
                                const fmpq_t x_plus_1) {
  static const signed char arcsine[] = {-6, -2, 0, 2, 6}, arccosine[] = {12, 8, 6, 4, 0},
                           arctangent[] = {-3, 0, 3};
  switch ((int)f->id) {
  case TMD_FN_id: fmpq_set(y, x); return TMD_AT_RATIONAL;
  case TMD_FN_exp:
  case TMD_FN_cos:
  case TMD_FN_cosh:
  case TMD_FN_erfc: return at_one(y, x, 0, 1);
  case TMD_FN_log:
  case TMD_FN_acos:
  case TMD_FN_acosh: return at_one(y, x, 1, 0);
  case TMD_FN_exp2:
  case TMD_FN_exp2m1: return exponential(y, x, 2);
  case TMD_FN_exp10:
  case TMD_FN_exp10m1: return exponential(y, x, 10);
  case TMD_FN_log2: return logarithm(y, x, 2);
  case TMD_FN_log10: return logarithm(y, x, 10);
  case TMD_FN_log2p1: return logarithm(y, x_plus_1, 2);
  case TMD_FN_log10p1: return logarithm(y, x_plus_1, 10);
  case TMD_FN_sqrt:
  case TMD_FN_rsqrt:
  case TMD_FN_cbrt:
  case TMD_FN_rootn: return root(y, x, f->n);
  case TMD_FN_pown: return power(y, x, f->n);
  case TMD_FN_compound: return power(y, x_plus_1, f->n);
  case TMD_FN_sinpi: return sine(y, x, 0);
  case TMD_FN_cospi: return sine(y, x, 1);
  case TMD_FN_tanpi: return tangent(y, x);
  case TMD_FN_asinpi: return arc(y, x, 2, arcsine);
  case TMD_FN_acospi: return arc(y, x, 2, arccosine);
  case TMD_FN_atanpi: return arc(y, x, 1, arctangent);
  case TMD_FN_tgamma: return factorial(y, x, 0);
  case TMD_FN_lgamma: return factorial(y, x, 1);
  case TMD_FN_expm1:
  case TMD_FN_log1p:
  case TMD_FN_sin:
  case TMD_FN_tan:
  case TMD_FN_asin:
  case TMD_FN_atan:
  case TMD_FN_sinh:
  case TMD_FN_tanh:
  case TMD_FN_asinh:
  case TMD_FN_atanh:
  case TMD_FN_erf: return at_one(y, x, 0, 0);
  default: return TMD_AT_UNKNOWN;
  }
}

/* -1: below the domain, 1: above it. */
static int beyond(const struct tmd_function *f, const fmpq_t x) {
  SCOPED(fmpq, end);
  int side = 0;
  if (!isinf(f->least)) {
    fmpq_set_si(end, (slong)f->least, 1);
    const int order = fmpq_cmp(x, end);
    if (order < 0 || (order == 0 && !f->least_closed)) side = -1;
  }
  if (!isinf(f->greatest)) {
    fmpq_set_si(end, (slong)f->greatest, 1);
    const int order = fmpq_cmp(x, end);
    if (order > 0 || (order == 0 && !f->greatest_closed)) side = 1;
  }
  return side;
}

enum tmd_exactness tmd_function_exact_at(const struct tmd_function *f, fmpq_t y, const fmpq_t x) {
  if (beyond(f, x)) return TMD_AT_OUTSIDE;
  SCOPED(fmpq, result, one, x_plus_1);
  fmpq_one(one);
  fmpq_add(x_plus_1, x, one);
  enum tmd_exactness known = value(f, result, x, x_plus_1);
  if (known != TMD_AT_RATIONAL) return known;
  fmpq_canonicalise(result);
  if (f->id == TMD_FN_exp2m1 || f->id == TMD_FN_exp10m1) fmpq_sub(result, result, one);
  if (!is_short(result)) return TMD_AT_UNKNOWN;
  fmpq_set(y, result);
  return TMD_AT_RATIONAL;
}
