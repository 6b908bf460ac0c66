/* The series of every function (lib/function/series.h) against MPFR: at random points the value,
   the whole polynomial at a distance, and the accuracy of each coefficient; on random balls, many
   about singularities, finite coefficients meet those at points. */
#include "lib/base/arb-compat.h"
#include "lib/function/function.h"
#include "tests/reference/reference.h"
#include "tests/unit/tap.h"

enum { PRECISION = 256, LENGTH = 12, POINTS = 150, BALLS = 600, STEP = 28 };

/* A random dyadic number of about 2^e, or next to a small multiple of 1/2, where functions have
   their zeros, poles and ends. */
static void random_point(mpfr_t x) {
  const int e =
      test_random() % 4 ? (int)(test_random() % 12) - 6 : (int)(test_random() % 200) - 150;
  mpfr_set_uj(x, test_random() >> 11 | 1, MPFR_RNDN);
  mpfr_mul_2si(x, x, e - 53, MPFR_RNDN);
  if (test_random() % 4 == 0) {
    mpfr_mul_2si(x, x, -mpfr_get_exp(x) - (long)(test_random() % 60), MPFR_RNDN);
    mpfr_add_d(x, x, 0.5 * (double)(test_random() % 9), MPFR_RNDN);
  }
  if (test_random() % 2) mpfr_neg(x, x, MPFR_RNDN);
}

static void set_exact(arb_t ball, const mpfr_t x) {
  arf_set_mpfr(arb_midref(ball), x);
  mag_zero(arb_radref(ball));
}

/* f(x) as a ball by MPFR; 0 where f is not defined, or out of a moderate range. */
static int by_mpfr(arb_t value, const struct ref_function *f, const mpfr_t x) {
  FLOATS(2 * PRECISION, y);
  ref_widest_range();
  mpfr_clear_flags();
  const int ternary = ref_value(y, f, x, MPFR_RNDN);
  const int defined =
      mpfr_number_p(y) && !mpfr_divby0_p() && !mpfr_overflow_p() && !mpfr_underflow_p();
  if (defined) set_exact(value, y);
  if (defined && ternary) arb_add_error_2exp_si(value, mpfr_get_exp(y) - 2 * PRECISION - 1);
  return defined && (mpfr_zero_p(y) || labs(mpfr_get_exp(y)) < 100000);
}

struct tally {
  long points, balls, poles, wrong, coarse, not_finite;
};

static void complain(struct tally *t, const struct ref_function *f, const arb_t x, const char *what,
                     slong j) {
  if (t->wrong + t->coarse > 3) return;
  char *text = arb_get_str(x, 40, ARB_STR_MORE);
  printf("# %s at %s: %s (%ld)\n", f->name, text, what, (long)j);
  flint_free(text);
}

/* The multiple of 1/2 nearest to x: all poles and ends of domains are there. */
static void half_integer(mpfr_t d, const mpfr_t x) {
  mpfr_mul_2ui(d, x, 1, MPFR_RNDN);
  mpfr_rint(d, d, MPFR_RNDN);
  mpfr_div_2ui(d, d, 1, MPFR_RNDN);
}

/* MPFR calls the poles of gamma below 0 NaN, as ends of domains, beyond which a derivative may well
   be defined. */
static int is_pole(const struct ref_function *f, const mpfr_t x) {
  FLOATS(64, y);
  mpfr_clear_flags();
  ref_value(y, f, x, MPFR_RNDN);
  return mpfr_divby0_p() || (mpfr_nan_p(y) && !strcmp(f->name, "tgamma"));
}

/* The distance of x to multiples of 1/2, as a power of two, at most 1. */
static long room(const mpfr_t x) {
  FLOATS(256, d);
  half_integer(d, x);
  mpfr_sub(d, x, d, MPFR_RNDN);
  const long room = mpfr_zero_p(d) ? -1000 : mpfr_get_exp(d);
  return room < 0 ? room : 0;
}

/* f(x + h) by the series at x: |h| = 2^-STEP of the distance to what may be singular, so that the
   rest is below 2^-300 of the terms. */
static void check_point(struct tally *t, const struct ref_function *r, const struct tmd_function *f,
                        const mpfr_t x) {
  SCOPED(arb, X, value, sum, h, scale);
  SCOPED(arb_poly, y);
  set_exact(X, x);
  if (by_mpfr(value, r, x)) {
    t->points++;
    tmd_function_series(f, y, X, LENGTH, PRECISION);
    arb_poly_get_coeff_arb(sum, y, 0);
    if (!arb_overlaps(sum, value)) t->wrong++, complain(t, r, X, "value", 0);
    for (slong j = 0; j < 3; j++) {
      arb_poly_get_coeff_arb(sum, y, j);
      if (arb_is_finite(sum) && arb_rel_accuracy_bits(sum) < PRECISION - 170 &&
          !arb_contains_zero(sum))
        t->coarse++, complain(t, r, X, "accuracy", j);
    }
    FLOATS(2048, other);
    mpfr_set_ui_2exp(other, 1, room(x) - STEP, MPFR_RNDN);
    set_exact(h, other);
    mpfr_add(other, other, x, MPFR_RNDN);
    arb_poly_evaluate(sum, y, h, PRECISION);
    if (room(x) > -200 && arb_is_finite(sum) && by_mpfr(value, r, other)) {
      /* all coefficients together: to 2^-150 of the greatest term */
      arb_poly_get_coeff_arb(scale, y, 1);
      arb_mul(scale, scale, h, 64);
      arb_sub(sum, sum, value, PRECISION);
      arb_abs(value, value);
      arb_abs(scale, scale);
      arb_add(scale, scale, value, 64);
      arb_mul_2exp_si(scale, scale, -150);
      arb_abs(sum, sum);
      if (arb_gt(sum, scale)) t->wrong++, complain(t, r, X, "sum", 0);
    }
  }
}

/* On the ball of x and a radius, coefficients that are finite must meet those at points of it. */
static void check_ball(struct tally *t, const struct ref_function *r, const struct tmd_function *f,
                       const mpfr_t x) {
  SCOPED(arb, X, point, whole, at);
  SCOPED(arb_poly, on_ball, at_point);
  FLOATS(256, y);
  set_exact(X, x);
  const long radius = (mpfr_get_exp(x) < 3 ? mpfr_get_exp(x) : 3) - (long)(test_random() % 40);
  arb_add_error_2exp_si(X, radius);
  tmd_function_series(f, on_ball, X, LENGTH, 128);
  t->balls++;
  for (int place = -2; place <= 3; place++) {
    mpfr_set_si_2exp(y, place, radius - 1, MPFR_RNDN); /* both ends, too */
    if (place == 1 || place == -1)
      mpfr_mul_d(y, y, ldexp((double)(test_random() >> 11), -52), MPFR_RNDN);
    mpfr_add(y, y, x, MPFR_RNDN);
    if (place == 3) half_integer(y, x);
    set_exact(point, y);
    if (!arb_contains(X, point)) continue;
    if (!by_mpfr(at, r, y)) {
      arb_poly_get_coeff_arb(whole, on_ball, 1);
      if (is_pole(r, y) && arb_is_finite(whole))
        t->wrong++, complain(t, r, X, "finite on a ball with a pole", 1);
      t->poles += is_pole(r, y);
      continue;
    }
    tmd_function_series(f, at_point, point, LENGTH, 192);
    for (slong j = 0; j < LENGTH; j++) {
      arb_poly_get_coeff_arb(whole, on_ball, j);
      arb_poly_get_coeff_arb(point, at_point, j);
      if (j == 0) arb_set(point, at);
      if (arb_is_finite(whole) && arb_is_finite(point) && !arb_overlaps(whole, point))
        t->wrong++, complain(t, r, X, "coefficient on a ball", j);
      t->not_finite += !arb_is_finite(whole);
    }
  }
}

/* Multiples of 1/8: where sinpi, cospi and tanpi are known without MPFR, they are what MPFR says.
 */
static void test_eighths(void) {
  static int (*const by_mpfr[])(mpfr_t, const mpfr_t, mpfr_rnd_t) = {mpfr_sinpi, mpfr_cospi,
                                                                     mpfr_tanpi};
  static const char *const names[] = {"sinpi", "cospi", "tanpi"};
  for (int f = 0; f < 3; f++) {
    int wrong = 0, out_of_range;
    FLOATS(64, x, y, z);
    for (int k = -200; k <= 200; k++)
      for (int shift = 0; shift < 40; shift += 13) {
        mpfr_set_si_2exp(x, k, -3, MPFR_RNDN);
        mpfr_add_d(x, x, shift ? ldexp(k < 0 ? -1 : 1, shift) : 0, MPFR_RNDN);
        mpfr_clear_flags();
        const int ternary = by_mpfr[f](z, x, MPFR_RNDZ), pole = mpfr_divby0_p() != 0;
        wrong += (tmd_function_mpfr(tmd_function_find(names[f]), y, x, MPFR_RNDZ, &out_of_range) !=
                  0) != (ternary != 0) ||
                 !mpfr_equal_p(y, z) || (mpfr_divby0_p() != 0) != pole;
      }
    tap_ok(!wrong, "%s at multiples of 1/8 is MPFR's", names[f]);
  }
}

/* y = f(x) to nearest, the same for x and -x; 0 where there is no value. */
static int rounded(mpfr_t y, const struct ref_function *f, const mpfr_t x) {
  ref_widest_range();
  mpfr_clear_flags();
  ref_value(y, f, x, MPFR_RNDN);
  return !mpfr_nan_p(y) && !mpfr_divby0_p();
}

/* What the table says of f(-x), against MPFR at random points; a function without symmetry shows
   that it has none. */
static int symmetric_as_stated(const struct ref_function *r, const struct tmd_function *f) {
  int not_odd = 0, not_even = 0, values = 0;
  FLOATS(128, x);
  FLOATS(PRECISION, y, z);
  for (int k = 0; k < 2 * POINTS; k++) {
    random_point(x);
    const int here = rounded(y, r, x);
    mpfr_neg(x, x, MPFR_RNDN);
    const int there = rounded(z, r, x);
    if (here != there) not_odd = not_even = 1;
    if (!here || !there) continue;
    values++;
    not_even |= !mpfr_equal_p(y, z);
    mpfr_neg(z, z, MPFR_RNDN);
    not_odd |= !mpfr_equal_p(y, z);
  }
  if (f->symmetry.parity == TMD_PARITY_NONE) return not_odd && not_even;
  return values >= POINTS / 5 && (f->symmetry.parity == TMD_PARITY_ODD ? !not_odd : !not_even);
}

/* f at 2^a x or x + 1, rounded, is what the table makes of f(x), rounded; log2 is off by the
   roundings. */
static int steps_as_stated(const struct ref_function *r, const struct tmd_function *f) {
  const struct tmd_symmetry *s = &f->symmetry;
  int wrong = 0, values = 0;
  FLOATS(400, x);
  FLOATS(PRECISION, y, z);
  for (int k = 0; s->step && k < 2 * POINTS; k++) {
    random_point(x);
    if (s->step == TMD_STEP_ADD || s->step == TMD_STEP_ALTERNATE)
      mpfr_frac(x, x, MPFR_RNDN), mpfr_abs(x, x, MPFR_RNDN);
    const int here = rounded(y, r, x);
    if (s->step == TMD_STEP_SCALE) mpfr_mul_2si(x, x, s->a, MPFR_RNDN);
    else if (s->step == TMD_STEP_LOG2) mpfr_mul_2si(x, x, 1, MPFR_RNDN);
    else mpfr_add_ui(x, x, 1, MPFR_RNDN);
    if (here != rounded(z, r, x)) wrong = 1;
    if (!here || mpfr_get_exp(x) < -200) continue; /* x + 1 is exact with 400 bits */
    values++;
    mpfr_mul_2si(y, y, s->b, MPFR_RNDN);
    if (s->step == TMD_STEP_ALTERNATE) mpfr_neg(y, y, MPFR_RNDN);
    if (s->step == TMD_STEP_LOG2) mpfr_add_ui(y, y, 1, MPFR_RNDN);
    mpfr_sub(y, y, z, MPFR_RNDN);
    wrong |= !mpfr_zero_p(y) && (s->step != TMD_STEP_LOG2 || mpfr_get_exp(y) > 12 - PRECISION);
  }
  return !wrong && (!s->step || values >= POINTS / 5);
}

static void test_symmetry(void) {
  int wrong = 0, entries = 0;
  const struct tmd_function *f;
  for (int i = 0; i < REF_FUNCTIONS; i++) {
    if (symmetric_as_stated(ref_functions + i, tmd_function_find(ref_functions[i].name))) continue;
    wrong++;
    printf("# %s\n", ref_functions[i].name);
  }
  for (; (f = tmd_function_entry(entries)); entries++) wrong += !ref_find(f->name);
  tap_ok(!wrong && entries > 30, "odd, even or neither: %d functions, among them all of the table",
         (int)REF_FUNCTIONS);
}

static void test_steps(void) {
  int wrong = 0, steps = 0;
  for (int i = 0; i < REF_FUNCTIONS; i++) {
    const struct tmd_function *f = tmd_function_find(ref_functions[i].name);
    steps += f->symmetry.step != TMD_STEP_NONE;
    if (!steps_as_stated(ref_functions + i, f)) wrong++, printf("# %s\n", f->name);
  }
  tap_ok(!wrong && steps >= 12, "f(2^a x) and f(x + 1): %d functions, as stated", steps);
}

/* erfc on balls around 3 2^e/sqrt(2), as narrow as so many bits make them: known as well as
   exp(-x^2) can be, and no narrower than what lies between the ends. */
static void test_erfc(void) {
  enum { BITS = 300, LOST = 16 };
  SCOPED(arb, x, y, end);
  SCOPED(arb_poly, w);
  int wrong = 0;
  for (slong e = 3; e <= 120; e++) {
    arb_sqrt_ui(x, 2, BITS);
    arb_inv(x, x, BITS);
    arb_mul_ui(x, x, 3, BITS);
    arb_mul_2exp_si(x, x, e);
    tmd_series_erfc(w, x, 1, BITS);
    arb_poly_get_coeff_arb(y, w, 0);
    wrong += arb_rel_accuracy_bits(y) < BITS - 2 * e - LOST;
    for (int right = 0; right < 2; right++) {
      if (right) arb_get_ubound_arf(arb_midref(end), x, 2 * BITS);
      else arb_get_lbound_arf(arb_midref(end), x, 2 * BITS);
      mag_zero(arb_radref(end));
      arb_hypgeom_erfc(end, end, 4 * BITS);
      wrong += !arb_contains(y, end);
    }
  }
  tap_ok(!wrong, "erfc on narrow balls of large numbers");
}

int main(void) {
  test_symmetry();
  FLOATS(128, x);
  for (int i = 0; i < REF_FUNCTIONS; i++) {
    const struct ref_function *r = ref_functions + i;
    const struct tmd_function *f = tmd_function_find(r->name);
    struct tally t = {0};
    for (int k = 0; k < POINTS; k++) random_point(x), check_point(&t, r, f, x);
    for (int k = 0; k < BALLS; k++) random_point(x), check_ball(&t, r, f, x);
    tap_ok(!t.wrong && !t.coarse && t.points >= POINTS / 5,
           "%s: series at %ld points and on %ld balls (%ld poles, %ld coefficients not finite)",
           r->name, t.points, t.balls, t.poles, t.not_finite);
  }
  test_eighths();
  test_erfc();
  test_steps();
  return tap_done();
}
