/* Rows of functions of pairs against MPFR's functions of two arguments. */
#include <limits.h>

#include "lib/base/arb-helpers.h"
#include "lib/expression/at-rational.h"
#include "lib/expression/tree/node.h"
#include "tests/unit/row-functions.h"
#include "tests/unit/tap.h"

static struct tmd_function *row_at(const struct tmd_function *pairs, const mpfr_t y) {
  SCOPED(mpq, number);
  mpfr_get_q(number, y);
  return tmd_row_function(pairs, number);
}

/* ---- MPFR's functions ---- */

typedef int reference(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t round);

static int no_value(mpfr_ptr z) {
  mpfr_set_nan(z);
  return 0;
}
static int of_zeros(mpfr_srcptr x, mpfr_srcptr y) { return mpfr_zero_p(x) && mpfr_zero_p(y); }

/* The angle of the point (x, y), and of (y, x); none at (0, 0). */
static int angle(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t round) {
  return of_zeros(x, y) ? no_value(z) : mpfr_atan2(z, y, x, round);
}
static int other_angle(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t round) {
  return of_zeros(x, y) ? no_value(z) : mpfr_atan2(z, x, y, round);
}
static int angle_pi(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t round) {
  return of_zeros(x, y) ? no_value(z) : mpfr_atan2pi(z, y, x, round);
}
static int other_angle_pi(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t round) {
  return of_zeros(x, y) ? no_value(z) : mpfr_atan2pi(z, x, y, round);
}
static int exponential(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t round) {
  return mpfr_sgn(y) <= 0 ? no_value(z) : mpfr_pow(z, y, x, round);
}
static int pown(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t round) {
  return mpfr_pow_si(z, x, mpfr_get_si(y, MPFR_RNDN), round);
}
static int rootn(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t round) {
  return mpfr_rootn_si(z, x, mpfr_get_si(y, MPFR_RNDN), round);
}
static int compound(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t round) {
  return tmd_compound_mpfr(z, x, mpfr_get_si(y, MPFR_RNDN), round);
}

static const struct pairs {
  const char *text, *name;
  reference *of;
  int integers; /* y is one */
} all_pairs[] = {
    {"pow", "x^y", mpfr_pow, 0},
    {"pow(y,x)", "y^x", exponential, 0},
    {"powr", "powr(x,y)", mpfr_powr, 0},
    {"hypot", "hypot(x,y)", mpfr_hypot, 0},
    {"hypot( y , x )", "hypot(y,x)", mpfr_hypot, 0},
    {"atan2", "atan2(y,x)", angle, 0},
    {"atan2(x,y)", "atan2(x,y)", other_angle, 0},
    {"atan2pi", "atan2pi(y,x)", angle_pi, 0},
    {"atan2pi(x,y)", "atan2pi(x,y)", other_angle_pi, 0},
    {"pown", "pown(x,y)", pown, 1},
    {"rootn", "rootn(x,y)", rootn, 1},
    {"compoundn", "compound(x,y)", compound, 1},
};

/* ---- Numbers ---- */

/* The numbers of a test: of at most so many bits, often fewer, with exponents in [-range, range);
   0, 1 and -1, too. */
static void random_number(mpfr_t x, int bits, int range) {
  const uint64_t kind = test_random() % 32;
  const int shorter = test_random() % 3 ? bits : 1 + (int)(test_random() % (unsigned)bits);
  mpfr_set_prec(x, 113);
  mpfr_set_ui(x, 1, MPFR_RNDN);
  for (int i = 1; i < shorter; i++) {
    mpfr_mul_2ui(x, x, 1, MPFR_RNDN);
    mpfr_add_ui(x, x, test_random() & 1, MPFR_RNDN);
  }
  mpfr_set_exp(x, (int)(test_random() % (2 * (unsigned)range)) - range);
  if (kind < 2) mpfr_set_ui(x, (unsigned)kind, MPFR_RNDN);
  if (test_random() & 1) mpfr_neg(x, x, MPFR_RNDN);
  if (mpfr_zero_p(x)) mpfr_set_zero(x, 1);
}

static void random_y(mpfr_t y, const struct pairs *pairs, int bits, int range) {
  random_number(y, bits, range);
  if (!pairs->integers && test_random() % 4) return;
  mpfr_set_si(y, (long)(test_random() % 41) - 20, MPFR_RNDN);
  if (range > 100 && test_random() % 4 == 0)
    mpfr_set_si(y, (long)test_random() >> (2 + test_random() % 61), MPFR_RNDN);
  if (!pairs->integers) mpfr_div_2ui(y, y, test_random() % 4, MPFR_RNDN);
}

/* ---- One point ---- */

struct counts {
  int points, exact, outside, far, undecided, wrong;
};

static int wrong(const char *what, const struct tmd_function *row, const mpfr_t x) {
  mpfr_printf("# %s at %Ra: %s\n", row->name, x, what);
  return 1;
}

/* The widest range. */
static int by_reference(mpfr_t z, reference *of, const mpfr_t x, const mpfr_t y, mpfr_rnd_t round) {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  mpfr_clear_flags();
  return of(z, x, y, round);
}

enum { FAR_EXPONENT = 1 << 22, EXACT_EXPONENT = 16000 };

/* 4096 bits may not separate the value from a power of two. */
static int z_is_next_to_power(const mpfr_t z) {
  FLOATS(53, next);
  mpfr_set(next, z, MPFR_RNDN);
  if (mpfr_signbit(next)) mpfr_nextbelow(next);
  else mpfr_nextabove(next);
  return mpfr_min_prec(z) == 1 || mpfr_min_prec(next) == 1;
}

/* The place of z, which has one; z underflows to 0 if it is out of MPFR's range. */
static int place_holds(const struct tmd_place *place, const mpfr_t z, int out_of_range) {
  if (mpfr_zero_p(z) && !out_of_range) return place->kind == TMD_PLACE_ZERO;
  if (place->kind != TMD_PLACE_BETWEEN || place->sign != (mpfr_signbit(z) != 0)) return 0;
  if (out_of_range || labs(mpfr_get_exp(z)) > FAR_EXPONENT)
    return mpfr_zero_p(z) || mpfr_get_exp(z) < 0 ? place->high <= -FAR_EXPONENT
                                                 : place->low >= FAR_EXPONENT - 1;
  const int unseparated = z_is_next_to_power(z) && place->high == place->low + 2;
  return place->low <= mpfr_get_exp(z) - 1 && place->high >= mpfr_get_exp(z) &&
         (place->high == place->low + 1 || unseparated || tmd_place_is_far_out(place));
}

static int check_place(const struct tmd_function *row, const mpfr_t x, const mpfr_t z, int outside,
                       int out_of_range) {
  struct tmd_place place;
  if (tmd_function_place_certain(row, x, &place)) return wrong(tmd_error_text(), row, x);
  const struct tmd_place other = row->methods->place_by_other(row, x);
  const int kind = outside ? TMD_PLACE_OUTSIDE : (int)place.kind;
  if ((int)place.kind != kind) return wrong("is in the domain", row, x);
  if (outside && other.kind != TMD_PLACE_OUTSIDE && other.kind != TMD_PLACE_UNDECIDED)
    return wrong("is in the domain by the other library", row, x);
  return outside || place_holds(&place, z, out_of_range) ? 0 : wrong("another place", row, x);
}

/* By the methods of the row, rounded to the precision of z, where MPFR has found z. */
static int check_rounding(const struct tmd_function *row, const mpfr_t x, const mpfr_t z,
                          int ternary, mpfr_rnd_t round, struct counts *counts) {
  int inexact_range;
  FLOATS(mpfr_get_prec(z), y);
  const int found = tmd_function_mpfr(row, y, x, round, &inexact_range);
  if (inexact_range && mpfr_erangeflag_p()) counts->undecided++;
  else if (inexact_range || !mpfr_equal_p(y, z) || (found > 0) != (ternary > 0) ||
           (found < 0) != (ternary < 0))
    return wrong("another result", row, x);
  return 0;
}

/* The first coefficients of the series: the value, and where derivatives are known, a second value
   next to it. */
static int check_series(const struct tmd_function *row, reference *of, const mpfr_t x,
                        const mpfr_t y) {
  enum { BITS = 150, MORE = 400, NEAR = 40 };
  SCOPED(arb, ball, value, h);
  SCOPED(arb_poly, w);
  SCOPED(arf, exact);
  FLOATS(MORE, z);
  FLOATS(MORE, next);
  arf_set_mpfr(arb_midref(ball), x);
  tmd_function_series(row, w, ball, 1, BITS);
  by_reference(z, of, x, y, MPFR_RNDN);
  arf_set_mpfr(exact, z);
  arb_set_arf(value, exact);
  arb_add_error_2exp_si(value, mpfr_get_exp(z) - MORE);
  arb_poly_get_coeff_arb(ball, w, 0);
  if (!arb_overlaps(ball, value)) return wrong("another value of the series", row, x);
  if (!mpfr_zero_p(z) && arb_rel_accuracy_bits(ball) < BITS - 8)
    return wrong("a wide value of the series", row, x);
  if (mpfr_zero_p(x) || mpfr_zero_p(z)) return 0;
  const long steep = mpfr_zero_p(y) || mpfr_get_exp(y) < 0 ? 0 : mpfr_get_exp(y);
  mpfr_mul_2si(next, x, -(NEAR + steep), MPFR_RNDN);
  mpfr_add(next, x, next, MPFR_RNDN);
  arb_zero(ball);
  arf_set_mpfr(arb_midref(ball), x);
  tmd_function_series(row, w, ball, 2, BITS);
  arf_set_mpfr(exact, next);
  arb_sub_arf(h, ball, exact, ARF_PREC_EXACT);
  arb_neg(h, h);
  arb_poly_evaluate(ball, w, h, BITS);
  by_reference(z, of, next, y, MPFR_RNDN);
  arf_set_mpfr(exact, z);
  arb_sub_arf(value, ball, exact, MORE);
  arb_poly_get_coeff_arb(ball, w, 1);
  arb_mul(ball, ball, h, BITS); /* the rest is far below the second term */
  arb_get_mag(arb_radref(h), ball);
  arf_zero(arb_midref(h));
  arb_mul_2exp_si(h, h, -NEAR / 2);
  arb_add_error_2exp_si(h, mpfr_get_exp(z) - BITS + 4);
  return arb_is_finite(ball) && !arb_contains(h, value) && !arb_overlaps(h, value)
             ? wrong("another derivative", row, x)
             : 0;
}

/* The exact value, if MPFR's is. */
static int check_exact(const struct tmd_function *row, const mpfr_t x, const mpfr_t z) {
  SCOPED(fmpq, argument, value, found);
  SCOPED(arf, number);
  arf_set_mpfr(number, x);
  arf_get_fmpq(argument, number);
  arf_set_mpfr(number, z);
  arf_get_fmpq(value, number);
  if (tmd_at_rational_exactly(row, found, argument) != TMD_AT_RATIONAL)
    return wrong("no exact value", row, x);
  return fmpq_equal(found, value) ? 0 : wrong("another exact value", row, x);
}

/* Outside the domain there is no exact value either. */
static int check_no_value(const struct tmd_function *row, const mpfr_t x) {
  SCOPED(fmpq, argument, found);
  SCOPED(arf, number);
  arf_set_mpfr(number, x);
  arf_get_fmpq(argument, number);
  return tmd_at_rational_exactly(row, found, argument) == TMD_AT_RATIONAL
             ? wrong("an exact value outside the domain", row, x)
             : 0;
}

static void check_point(const struct pairs *pairs, const struct tmd_function *row, const mpfr_t x,
                        const mpfr_t y, int range, struct counts *counts) {
  static const mpfr_rnd_t rounds[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDU, MPFR_RNDD};
  const mpfr_rnd_t round = rounds[test_random() % 4];
  FLOATS(53, z);
  const int ternary = by_reference(z, pairs->of, x, y, round);
  const int out_of_range = mpfr_overflow_p() || mpfr_underflow_p(),
            outside = mpfr_nan_p(z) || (mpfr_inf_p(z) && !out_of_range);
  int found = 0;
  counts->points++, counts->outside += outside, counts->far += out_of_range;
  FLOATS(53, toward_zero);
  by_reference(toward_zero, pairs->of, x, y, MPFR_RNDZ);
  found += check_place(row, x, toward_zero, outside, out_of_range);
  if (outside) found += check_no_value(row, x);
  const int far = !outside && (out_of_range || labs(mpfr_get_exp(z)) > FAR_EXPONENT);
  if (!outside && !far) {
    found += check_rounding(row, x, z, ternary, round, counts);
    if (range < 100) found += check_series(row, pairs->of, x, y);
    if (ternary == 0 && labs(mpfr_get_exp(z)) < EXACT_EXPONENT)
      counts->exact++, found += check_exact(row, x, z);
  }
  counts->wrong += found > 0;
}

static void check_pairs(const struct pairs *pairs, int bits, int range, int rows, int points) {
  const struct tmd_function *f = tmd_resolve(pairs->text);
  struct counts counts = {0};
  FLOATS(113, x);
  FLOATS(113, y);
  for (int i = 0; f && i < rows; i++) {
    random_y(y, pairs, bits, range);
    ROW *row = row_at(f, y);
    if (!row && !strcmp(pairs->text, "rootn") && mpfr_zero_p(y)) continue;
    if (!row) printf("# %s: %s\n", f->name, tmd_error_text());
    counts.wrong += !row;
    for (int j = 0; row && j < points; j++) {
      random_number(x, bits, range);
      check_point(pairs, row, x, y, range, &counts);
    }
  }
  tap_ok(f && f->of_pairs && !strcmp(f->name, pairs->name) && counts.points && !counts.wrong &&
             (!counts.undecided || range > 10000),
         "%s, %d bits, 2^%d: %d points, %d exact, %d outside, %d far, %d undecided", pairs->name,
         bits, range, counts.points, counts.exact, counts.outside, counts.far, counts.undecided);
}

/* ---- Large exponents ---- */

/* y up to 2^60, of either sign, whole or not; x next to 1 or -1, so that x^y is of ordinary size;
   for (1 + x)^n next to 0, and any x for roots. */
static void check_large(const struct pairs *pairs) {
  enum { ROWS = 60, POINTS = 12, BITS = 40, RANGE = 8 };
  const struct tmd_function *f = tmd_resolve(pairs->text);
  const int of_zero = pairs->of == compound, roots = pairs->of == rootn;
  struct counts counts = {0};
  FLOATS(200, x);
  FLOATS(113, y);
  for (int i = 0; i < ROWS; i++) {
    const int log2 = 17 + (int)(test_random() % 43);
    mpfr_set_si(y, (long)(test_random() >> (64 - log2)) | 1L << log2, MPFR_RNDN);
    if (i % 2) mpfr_neg(y, y, MPFR_RNDN);
    if (!pairs->integers && i % 3 == 0) mpfr_add_d(y, y, 0.5, MPFR_RNDN);
    ROW *row = row_at(f, y);
    for (int j = 0; j < POINTS; j++) {
      random_number(x, BITS, RANGE);
      if (j && !roots) mpfr_div_2ui(x, x, (unsigned long)log2 + RANGE - 3, MPFR_RNDN);
      mpfr_prec_round(x, 200, MPFR_RNDN);
      if (j && !roots && !of_zero) mpfr_add_si(x, x, j % 3 ? 1 : -1, MPFR_RNDN);
      check_point(pairs, row, x, y, RANGE, &counts);
    }
  }
  tap_ok(!counts.wrong && !counts.undecided && counts.exact && counts.points - counts.outside > 300,
         "%s, y from 2^17 to 2^60: %d points, %d exact, %d outside, %d far", pairs->name,
         counts.points, counts.exact, counts.outside, counts.far);
}

/* ---- Decimal numbers ---- */

/* x^y at y = n/10^k, of which the parser refuses most: against MPFR's power of y to 3000 bits. */
static void test_decimal(void) {
  enum { ROWS = 200, POINTS = 10, LONG = 3000 };
  const struct tmd_function *f = tmd_resolve("pow");
  struct counts counts = {0};
  SCOPED(mpq, number);
  FLOATS(113, x);
  FLOATS(LONG, y);
  FLOATS(53, z);
  for (int i = 0; i < ROWS; i++) {
    mpz_set_si(mpq_numref(number), (long)test_random() >> (2 + test_random() % 61));
    mpz_ui_pow_ui(mpq_denref(number), 10, 1 + test_random() % 18);
    mpq_canonicalize(number);
    mpfr_set_q(y, number, MPFR_RNDN);
    ROW *row = tmd_row_function(f, number);
    for (int j = 0; j < POINTS; j++) {
      random_number(x, 24, 30);
      const int ternary = by_reference(z, mpfr_pow, x, y, MPFR_RNDN);
      const int outside = mpfr_nan_p(z) || mpfr_inf_p(z), far = labs(mpfr_get_exp(z)) > 1000000;
      const int before = counts.wrong;
      counts.points++, counts.outside += outside;
      if (!outside && !far) counts.wrong += check_rounding(row, x, z, ternary, MPFR_RNDN, &counts);
      by_reference(z, mpfr_pow, x, y, MPFR_RNDZ);
      if (counts.wrong == before && !far) counts.wrong += check_place(row, x, z, outside, 0);
    }
  }
  tap_ok(!counts.wrong && !counts.undecided && counts.outside > 100 && counts.outside < 1500,
         "x^y at decimal y: %d points, %d outside", counts.points, counts.outside);
}

int main(void) {
  for (size_t i = 0; i < sizeof all_pairs / sizeof *all_pairs; i++) {
    check_pairs(all_pairs + i, 3, 4, 60, 10);
    check_pairs(all_pairs + i, 11, 8, 60, 10);
    check_pairs(all_pairs + i, 53, 8, 60, 10);
    check_pairs(all_pairs + i, 53, 1070, 60, 10);
    check_pairs(all_pairs + i, 113, 16400, 20, 5);
    if (all_pairs[i].of == mpfr_pow || all_pairs[i].of == mpfr_powr || all_pairs[i].integers)
      check_large(all_pairs + i);
  }
  test_decimal();
  return tap_done();
}
