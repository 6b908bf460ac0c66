#include "lib/value/near-number.h"

enum {
  PRECISION = 128, /* of balls; numbers are exact, and sizes need few bits */
  NUMBER_BITS_MAX = 1 << 14
};

/* y = n 2^-twos, exactly, with at least `bits` bits of precision. */
static void set_number(mpfr_t y, const fmpz_t n, slong twos, mpfr_prec_t bits) {
  SCOPED(arf, number);
  arf_set_fmpz(number, n);
  arf_mul_2exp_si(number, number, -twos);
  mpfr_set_prec(y, (mpfr_prec_t)fmpz_bits(n) > bits ? (mpfr_prec_t)fmpz_bits(n) : bits);
  arf_get_mpfr(y, number, MPFR_RNDZ);
}

/* f(x) = v + t, v a number of few bits, 0 < |t| < 2^near->log2 or t = 0, with sign near->side. If t
   has the sign of v, v is f(x) rounded toward zero to the precision of y: a unit there is 2^(e -
   precision) with 2^(e-1) <= |v|, and |t| is less than it. Otherwise the result is the number next
   to v: it differs from v by half of that unit or more, and |t| is less than that half. */
static int round_near(mpfr_t y, int *exact, const struct tmd_linear *near, const fmpq_t v) {
  const slong twos = (slong)fmpz_val2(fmpq_denref(v));
  if (fmpq_is_zero(v) || fmpz_popcnt(fmpq_denref(v)) != 1 ||
      (slong)fmpz_bits(fmpq_numref(v)) > NUMBER_BITS_MAX)
    return 0;
  set_number(y, fmpq_numref(v), twos, mpfr_get_prec(y));
  *exact = near->side == 0;
  if (*exact) return 1;
  if (near->log2 > mpfr_get_exp(y) - (long)mpfr_get_prec(y) - 1) return 0;
  if (near->side > 0 && mpfr_sgn(y) < 0) mpfr_nextabove(y);
  if (near->side < 0 && mpfr_sgn(y) > 0) mpfr_nextbelow(y);
  return 1;
}

static int by_line(mpfr_t y, int *exact, const struct tmd_function *f, const arb_t x) {
  SCOPED_STRUCT(tmd_linear, near);
  SCOPED(fmpq, v);
  int known = f->methods->linear_on && f->methods->linear_on(f, &near, x, PRECISION) &&
              near.side >= -1 && near.side <= 1;
  mpfr_clear_flags();
  if (known) {
    arf_get_fmpq(v, arb_midref(x));
    fmpq_mul(v, v, near.slope);
    fmpq_add(v, v, near.number);
    known = round_near(y, exact, &near, v);
  }
  return known;
}

static int by_place(mpfr_t y, int *exact, const struct tmd_checked *checked, const arb_t x) {
  const struct tmd_function *f = checked->function;
  const struct tmd_format *out = &checked->out;
  const long little = out->emin - out->p - TMD_CORRECT_MORE_BITS;
  if (!f->methods->place_on) return 0;
  const struct tmd_place place = f->methods->place_on(f, x, PRECISION);
  mpfr_clear_flags();
  const int between = place.kind == TMD_PLACE_BETWEEN, below = between && place.high <= little;
  *exact = place.kind == TMD_PLACE_ZERO;
  if (place.kind == TMD_PLACE_OUTSIDE) mpfr_set_nan(y);
  else if (*exact) mpfr_set_zero(y, 1);
  else if (below) mpfr_set_si_2exp(y, place.sign ? -1 : 1, little - 1, MPFR_RNDZ);
  else if (between && place.low > out->emax)
    mpfr_set_inf(y, place.sign ? -1 : 1), mpfr_set_overflow();
  else return 0;
  return 1;
}

/* MPFR's flags are those of y. Arb's methods leave any: for exact values and poles of parts they
   ask MPFR, whose exp overflows at 2^100. So flags are cleared after these, before y is set. */
int tmd_next_to(mpfr_t y, int *exact, const struct tmd_checked *checked, const mpfr_t x) {
  enum {
    ARGUMENT_MOST = NUMBER_BITS_MAX / 2
  }; /* exponents of formats are smaller, except for the widest, for which balls must suffice */
  SCOPED(arb, ball);
  arf_set_mpfr(arb_midref(ball), x);
  const int small =
      mpfr_zero_p(x) || (mpfr_get_exp(x) < ARGUMENT_MOST && mpfr_get_exp(x) > -ARGUMENT_MOST);
  const int known =
      (small && by_line(y, exact, checked->function, ball)) || by_place(y, exact, checked, ball);
  return known;
}
