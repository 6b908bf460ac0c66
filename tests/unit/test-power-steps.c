/* Powers in double-double arithmetic: errors against MPFR, and what is near. */
#include <mpfr.h>

#include "lib/pairs/power-steps.h"
#include "tests/unit/tap.h"

enum { PRECISION = 300 };

/* log2 of the relative error of a power b^n, or b^-n, over n. */
static double error_of(struct tmd_power_sum a, double b, int inverse, unsigned long n) {
  mpfr_t exact, value;
  mpfr_init2(exact, PRECISION), mpfr_init2(value, PRECISION);
  mpfr_set_d(exact, b, MPFR_RNDN);
  mpfr_pow_ui(exact, exact, n, MPFR_RNDN);
  if (inverse) mpfr_ui_div(exact, 1, exact, MPFR_RNDN);
  mpfr_set_d(value, a.h, MPFR_RNDN);
  mpfr_add_d(value, value, a.l, MPFR_RNDN);
  mpfr_div(value, value, exact, MPFR_RNDN);
  mpfr_sub_ui(value, value, 1, MPFR_RNDN);
  mpfr_div_ui(value, value, n, MPFR_RNDN);
  const double log2_error = mpfr_zero_p(value) ? -PRECISION : (double)mpfr_get_exp(value);
  mpfr_clear(exact), mpfr_clear(value);
  return log2_error;
}

/* A base of 25 bits with b^n within 2^100 and 2^-100. */
static double base_for(unsigned long n) {
  const double share = (double)(test_random() >> 11) * 0x1p-53 * 2 - 1,
               b = exp2(share * fmin(1, 100.0 / (double)n));
  return rint(b * 0x1p25) * 0x1p-25;
}

static void test_errors(void) {
  static const struct tmd_power_grid none = {.split = 0x1p28 + 1};
  double worst = -PRECISION;
  for (int i = 0; i < 400; i++) {
    const unsigned long n = 1 + test_random() % (i % 2 ? 200 : 1 << 19);
    const double b = base_for(2 * n);
    const int inverse = i / 2 % 2;
    struct tmd_power_lanes lanes;
    worst = fmax(worst, error_of(tmd_power_of(tmd_power_base(b, inverse), n), b, inverse, n));
    tmd_power_start(&lanes, b, 0x1p-25, inverse, n);
    unsigned long at = n;
    for (; at < 2 * n; at += TMD_POWER_STEPS) tmd_power_steps(&lanes, &none, TMD_POWER_STEPS);
    for (int k = 0; k < TMD_POWER_LANES; k += 15) {
      const struct tmd_power_sum a = {lanes.h[k], lanes.l[k]};
      worst = fmax(worst, error_of(a, b + k * 0x1p-25, inverse, at));
    }
  }
  /* 2^-98 is proved; were the error of a step 2^-92, windows would be exceeded */
  tap_ok(worst <= -98 && worst > -112, "errors of powers below n 2^-98: 2^%g", worst);
}

/* 1 if h + l is found near. */
static int found(double h, double l, const struct tmd_power_grid *grid, int by_unit) {
  struct tmd_power_lanes lanes;
  for (int i = 0; i < TMD_POWER_LANES; i++)
    lanes.h[i] = i == 5 ? h : 1.25 + 0x1p-27, lanes.l[i] = i == 5 ? l : 0, lanes.bh[i] = 1,
    lanes.bl[i] = 0;
  const uint64_t any =
      by_unit ? tmd_power_steps_by_unit(&lanes, grid, 3) : tmd_power_steps(&lanes, grid, 3);
  return any == 7 && lanes.near[5] == 7 && lanes.near[4] == 0;
}

static void test_near(void) {
  const double window = 0x1p-52, u = 0x1p-150;
  const struct tmd_power_grid grid = {0x1p28 + 1, window, 0x1.8p52 * u, window * 0x1p24 * u,
                                      0x1p25 * u};
  int right = 1, unit_right = 1;
  for (int i = 0; i < 2000; i++) {
    /* a number of 25 bits, and a distance on either side of the window */
    const double number = ldexp((double)(0x1000000 + test_random() % 0x1000000), i % 60 - 90),
                 side = i % 2 ? 1 : -1, distance = number * window * side;
    right &=
        found(number, distance * 0.999, &grid, 0) && !found(number, distance * 1.001, &grid, 0);
    const double multiple = (double)(1 + test_random() % 0x1000000) * u,
                 unit = grid.unit_window * side;
    unit_right &=
        found(multiple, unit * 0.999, &grid, 1) && !found(multiple, unit * 1.001, &grid, 1);
  }
  tap_ok(right, "powers next to a number of 25 bits are found, up to the window");
  tap_ok(unit_right, "those next to a multiple of the unit likewise");
  tap_ok(!found(grid.unit_window * 0.5, 0, &grid, 1) && !found(0x1p26 * u, 0, &grid, 1),
         "by unit, nothing that is rounded to 0 is near, nor what is large");
}

int main(void) {
  test_errors();
  test_near();
  return tap_done();
}
