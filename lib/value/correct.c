#include "lib/value/correct.h"

#include <math.h>

#include "lib/base/wide-mpz.h"
#include "lib/problem/ordinal.h"
#include "lib/value/by-rational.h"
#include "lib/value/near-number.h"

/* ---- f(x) by MPFR ---- */

static int is_even(const struct tmd_function *f) {
  return f->symmetry.parity == TMD_PARITY_EVEN || (f->mpfr_n && f->n % 2 == 0);
}

static int is_called(const struct tmd_function *f, const char *name) {
  const char *at = f->name;
  while (*name && *at == *name) at++, name++;
  return !*name && !*at;
}

/* The sign of f(x) = 0, x not NaN. At 0 it is the sign of x, unless f is even. For tanpi at
   integers x it is that of x for even x, else the other one (IEEE 754-2019, 9.2.1); for sinpi it is
   that of x; otherwise it is +. */
static int sign_of_zero(const struct tmd_function *f, const mpfr_t x) {
  if (mpfr_zero_p(x))
    return mpfr_signbit(x) && !is_even(f) && !is_called(f, "relu"); /* maximum(-0, +0) is +0 */
  if (mpfr_inf_p(x))
    return mpfr_signbit(x) && (f->symmetry.parity == TMD_PARITY_ODD || f->id == TMD_FN_tgamma);
  if (f->id == TMD_FN_sinpi) return mpfr_signbit(x) != 0;
  if (f->id != TMD_FN_tanpi) return 0;
  FLOATS(mpfr_get_prec(x), half);
  mpfr_div_2ui(half, x, 1, MPFR_RNDN);
  const int odd = !mpfr_integer_p(half);
  return (mpfr_signbit(x) != 0) ^ odd;
}

/* Places f(x), |y| <= |f(x)| < |y| + one unit of y's last place; equal to |y| if exact. Everything
   but the doubles is exact: y has at least TMD_CORRECT_MORE_BITS more than the format. */
static void place(struct tmd_correct *c, const struct tmd_format *out, const mpfr_t y, int exact) {
  const long top = mpfr_get_exp(y) - 1, e = top < out->emin ? out->emin : top;
  SCOPED(mpz, below);
  FLOATS(mpfr_get_prec(y), rest, more);
  mpfr_abs(rest, y, MPFR_RNDZ);
  mpfr_mul_2si(rest, rest, out->p - 1 - e, MPFR_RNDZ);
  mpfr_get_z(below, rest, MPFR_RNDZ);
  c->below = tmd_argument_ordinal(out, (int)e, tmd_wide_from_mpz(below));
  mpfr_frac(rest, rest, MPFR_RNDZ);
  c->fraction = mpfr_zero_p(rest) && !exact ? 0x1p-70 : mpfr_get_d(rest, MPFR_RNDZ);
  mpfr_ui_sub(more, 1, rest, MPFR_RNDZ);
  c->gap = mpfr_get_d(more, MPFR_RNDZ);
  mpfr_mul_2ui(more, rest, 3, MPFR_RNDZ);
  c->eighths = (int)mpfr_get_ui(more, MPFR_RNDZ) | (!exact || !mpfr_integer_p(more));
}

/* For |f(x)| beyond the greatest number by an ulp: the fraction is the excess over it. */
static void place_beyond(struct tmd_correct *c, const struct tmd_format *out, const mpfr_t y,
                         int far) {
  c->below = tmd_ordinal_infinite(out) - 1;
  c->beyond = 1, c->eighths = 7;
  c->fraction = INFINITY, c->gap = -INFINITY;
  if (far) return;
  FLOATS(64, scaled);
  mpfr_abs(scaled, y, MPFR_RNDZ);
  mpfr_mul_2si(scaled, scaled, out->p - 1 - out->emax, MPFR_RNDZ);
  c->fraction = mpfr_get_d(scaled, MPFR_RNDZ) - (ldexp(1, out->p) - out->end.absent) + 1;
  c->gap = 1 - c->fraction;
}

void tmd_correct_argument(mpfr_t x, const struct tmd_format *in, const struct tmd_datum *datum) {
  int e;
  tmd_u128 X;
  if (datum->class >= TMD_DATUM_NAN) {
    mpfr_set_nan(x);
    return;
  }
  if (datum->class == TMD_DATUM_INFINITE) {
    mpfr_set_inf(x, datum->sign ? -1 : 1);
    return;
  }
  tmd_argument_at(in, datum->ordinal, &e, &X);
  if (X == 0) mpfr_set_zero(x, datum->sign && in->end.kind != TMD_END_P3109 ? -1 : 1);
  else tmd_argument_mpfr(x, datum->sign, X, e - in->p + 1);
}

/* f(x) = y is infinite or NaN. At infinity and NaN no optional flag is raised. */
static void not_finite(struct tmd_correct *c, const struct tmd_function *f, const mpfr_t x,
                       const mpfr_t y) {
  c->kind = mpfr_nan_p(y) ? TMD_CORRECT_NAN : TMD_CORRECT_INFINITE;
  c->raises = c->kind == TMD_CORRECT_NAN ? TMD_RAISES_INVALID
              : mpfr_inf_p(x)            ? 0
                                         : TMD_RAISES_DIVIDE;
  if (mpfr_zero_p(x) && is_called(f, "rsqrt"))
    c->sign = mpfr_signbit(x) != 0; /* MPFR returns +infinity at -0 */
}

void tmd_correct_finite(struct tmd_correct *c, const struct tmd_format *out, const mpfr_t y,
                        int exact) {
  const int over = mpfr_overflow_p() != 0, under = mpfr_underflow_p() != 0;
  if (out->decimal) {
    tmd_correct_finite_decimal(c, out, y, exact);
    return;
  }
  c->kind = TMD_CORRECT_NUMBER;
  c->sign = mpfr_signbit(y) != 0;
  if (over || (mpfr_regular_p(y) && mpfr_get_exp(y) - 1 > out->emax)) place_beyond(c, out, y, over);
  else if (mpfr_regular_p(y) && !under &&
           mpfr_get_exp(y) > out->emin - out->p - TMD_CORRECT_MORE_BITS) {
    place(c, out, y, exact);
    if (c->below >= tmd_ordinal_infinite(out)) place_beyond(c, out, y, 0);
  } else if (mpfr_regular_p(y) || under || !exact) /* far below the least number, but not 0 */
    c->eighths = 1, c->fraction = 0x1p-70, c->gap = 1;
  else c->gap = 1;
}

/* ---- undecided values ---- */

/* An end of the enclosure, as if it were f(x). A zero has the sign of the numbers outside the
   enclosure, so that a zero of either sign is inside. */
static void take_end(struct tmd_correct *end, const struct tmd_format *out, mpfr_t y, int high) {
  *end = (struct tmd_correct){.kind = TMD_CORRECT_NUMBER};
  mpfr_clear_flags();
  if (mpfr_inf_p(y)) mpfr_set_overflow();
  tmd_correct_finite(end, out, y, 1);
  if (mpfr_zero_p(y)) end->sign = !high;
}

static void leave_open(struct tmd_correct *c, const struct tmd_format *out,
                       struct tmd_enclosure *enclosure) {
  struct tmd_correct high;
  c->kind = TMD_CORRECT_UNDECIDED;
  c->unknown = mpfr_nan_p(enclosure->low) || mpfr_nan_p(enclosure->high);
  if (c->unknown) return;
  take_end(c, out, enclosure->low, 0), take_end(&high, out, enclosure->high, 1);
  c->kind = TMD_CORRECT_UNDECIDED;
  c->most.below = high.below, c->most.fraction = high.fraction, c->most.gap = high.gap;
  c->most.sign = high.sign, c->most.eighths = high.eighths, c->most.beyond = high.beyond;
}

/* Tries MPFR with few bits, which decide most arguments; then the proof of regions; then MPFR with
   all bits allowed. Returns 0 if f(x) is undecided; *enclosure is MPFR's then. */
static int evaluate_finite(mpfr_t y, int *exact, struct tmd_enclosure *enclosure,
                           const struct tmd_checked *checked, const mpfr_t x) {
  const struct tmd_function *f = checked->function;
  const mpfr_prec_t bits = mpfr_get_prec(y);
  int ternary, known = tmd_function_mpfr_within(f, y, &ternary, NULL, x, MPFR_RNDZ, 2 * bits);
  *exact = ternary == 0;
  if (known || tmd_next_to(y, exact, checked, x)) return 1;
  mpfr_set_prec(y, bits);
  known = tmd_function_mpfr_within(f, y, &ternary, enclosure, x, MPFR_RNDZ, 0);
  *exact = ternary == 0;
  return known;
}

int tmd_correct_has_infinite(const struct tmd_function *f) {
  return !f->methods->limits_at_infinity || f->at_infinity;
}

/* At infinity, the value of an expression is its limit there, if that is known. */
static int evaluate(mpfr_t y, int *exact, struct tmd_enclosure *enclosure,
                    const struct tmd_checked *checked, const mpfr_t x) {
  const struct tmd_function *f = checked->function;
  if (!f->methods->limits_at_infinity || !mpfr_inf_p(x))
    return evaluate_finite(y, exact, enclosure, checked, x);
  if (f->at_infinity) mpfr_set_d(y, f->at_infinity[mpfr_sgn(x) > 0], MPFR_RNDZ);
  mpfr_clear_flags();
  return *exact = f->at_infinity != NULL; /* else the enclosure is NaN */
}

enum side { NOT_DEFINED, NOT_KNOWN, BOUNDED };

/* The behaviour of f at +-2^-least and much nearer to 0: BOUNDED if f is defined there and grows by
   at most a quarter, NOT_KNOWN if there may be a pole. Even the pole of log(-log(x)) grows
   more. */
static enum side side_of_zero(const struct tmd_function *f, int sign, long least) {
  enum { BITS = 64, NEARER = 16 };
  enum side side = BOUNDED;
  FLOATS(BITS, x, far, near);
  for (int k = 0; k < 2 && side == BOUNDED; k++) {
    int ternary;
    const mpfr_ptr y = k ? near : far;
    mpfr_set_si_2exp(x, sign ? -1 : 1, k ? -NEARER * least : -least, MPFR_RNDN);
    if (!tmd_function_mpfr_within(f, y, &ternary, NULL, x, MPFR_RNDZ, 0)) side = NOT_KNOWN;
    else if (mpfr_nan_p(y)) side = NOT_DEFINED;
    else if (mpfr_overflow_p() || mpfr_inf_p(y)) side = NOT_KNOWN;
  }
  if (side == BOUNDED) {
    mpfr_mul_ui(far, far, 5, MPFR_RNDN);
    mpfr_mul_ui(near, near, 4, MPFR_RNDN);
    if (mpfr_cmpabs(near, far) > 0) side = NOT_KNOWN;
  }
  return side;
}

/* 1 if f, which has no value at a zero of this sign, may have a limit there: f is defined near it,
   without a pole, on this side or, if undefined there, on the other. */
static int may_have_limit(const struct tmd_checked *checked, int sign) {
  const long least = checked->in.p - 1 - checked->in.emin;
  enum side side = side_of_zero(checked->function, sign, least);
  if (side == NOT_DEFINED) side = side_of_zero(checked->function, !sign, least);
  return side == BOUNDED;
}

/* Allows all results of an unnamed expression that no standard excludes. */
static void leave_free(struct tmd_correct *c, const struct tmd_checked *checked,
                       const struct tmd_datum *x) {
  if (c->kind == TMD_CORRECT_NUMBER) {
    if (c->eighths == 0 && c->below == 0) c->freedom = TMD_FREE_ZERO;
    return;
  }
  const int at_zero = x->class == TMD_DATUM_NUMBER && x->ordinal == 0;
  const int any = c->kind == TMD_CORRECT_NAN && at_zero && may_have_limit(checked, x->sign);
  c->freedom = any ? TMD_FREE_ANY : TMD_FREE_NOT_FINITE;
  c->raises = 0, c->allowed = TMD_RAISES_INVALID | TMD_RAISES_DIVIDE;
}

static void argument_rational(fmpq_t value, const struct tmd_format *in,
                              const struct tmd_datum *argument) {
  int e;
  tmd_u128 X;
  tmd_argument_at(in, argument->ordinal, &e, &X);
  tmd_argument_rational(value, tmd_format_radix(in), argument->sign, X, e - in->p + 1);
}

/* x becomes the argument, exactly: 1, or 0 if it is no binary number. */
static int take_argument(mpfr_t x, const struct tmd_format *in, const struct tmd_datum *argument) {
  if (!in->decimal || argument->class != TMD_DATUM_NUMBER || argument->ordinal == 0) {
    tmd_correct_argument(x, in, argument);
    return 1;
  }
  SCOPED(fmpq, value);
  argument_rational(value, in, argument);
  const slong twos = (slong)fmpz_val2(fmpq_denref(value)),
              bits = (slong)fmpz_bits(fmpq_numref(value));
  if ((slong)fmpz_bits(fmpq_denref(value)) != twos + 1) return 0;
  if (bits > mpfr_get_prec(x)) mpfr_set_prec(x, bits);
  fmpz_get_mpfr(x, fmpq_numref(value), MPFR_RNDZ);
  mpfr_div_2si(x, x, twos, MPFR_RNDZ);
  return 1;
}

/* At an argument that is no binary number, or where MPFR's value does not decide. */
static void at_rational(struct tmd_correct *c, const struct tmd_checked *checked,
                        const struct tmd_datum *argument) {
  SCOPED(fmpq, value);
  *c = (struct tmd_correct){.kind = TMD_CORRECT_UNDECIDED, .unknown = 1};
  if (argument->class != TMD_DATUM_NUMBER) return;
  argument_rational(value, &checked->in, argument);
  tmd_correct_at_rational(c, checked, value);
}

/* f(x) = y, by MPFR; known, or else in the enclosure. */
static void take_value(struct tmd_correct *c, const struct tmd_checked *checked, const mpfr_t x,
                       const mpfr_t y, int exact) {
  const struct tmd_function *f = checked->function;
  if (mpfr_nan_p(y) || (mpfr_inf_p(y) && !mpfr_overflow_p())) {
    not_finite(c, f, x, y);
    return;
  }
  tmd_correct_finite(c, &checked->out, y, exact);
  if (c->eighths == 0 && mpfr_zero_p(y) && !(f->methods->limits_at_infinity && mpfr_inf_p(x)))
    c->sign = sign_of_zero(f, x);
  if (mpfr_inf_p(x)) c->allowed = TMD_RAISES_INEXACT;
}

void tmd_correct_at(struct tmd_correct *c, const struct tmd_checked *checked,
                    const struct tmd_datum *argument) {
  *c = (struct tmd_correct){.kind = TMD_CORRECT_NAN};
  if (argument->class >= TMD_DATUM_NAN) {
    c->allowed = argument->class == TMD_DATUM_SIGNALLING ? TMD_RAISES_INVALID : 0;
    return;
  }
  int exact;
  FLOATS(128, x);
  FLOATS(tmd_format_significand_bits(&checked->out) + TMD_CORRECT_MORE_BITS, y);
  SCOPED_STRUCT(tmd_enclosure, enclosure);
  const int binary = take_argument(x, &checked->in, argument),
            known = binary && evaluate(y, &exact, &enclosure, checked, x);
  if (binary) c->sign = mpfr_signbit(y) != 0;
  if (known) take_value(c, checked, x, y, exact);
  else if (binary && !checked->out.decimal) leave_open(c, &checked->out, &enclosure);
  if (!known ? !binary || checked->out.decimal : c->kind == TMD_CORRECT_UNDECIDED)
    at_rational(c, checked, argument);
  if (c->kind != TMD_CORRECT_UNDECIDED && !tmd_correct_has_infinite(checked->function))
    leave_free(c, checked, argument);
}

void tmd_correct_at_number(struct tmd_correct *c, const struct tmd_problem *problem, int sign,
                           int e, tmd_u128 X) {
  const struct tmd_checked checked = {problem->function, problem->in, problem->out, NULL};
  *c = (struct tmd_correct){.kind = TMD_CORRECT_UNDECIDED, .unknown = 1};
  if (!tmd_format_has_places(&problem->in) || !tmd_format_has_places(&problem->out)) return;
  const struct tmd_datum x = {TMD_DATUM_NUMBER, sign, tmd_argument_ordinal(&problem->in, e, X)};
  tmd_correct_at(c, &checked, &x);
}
