/* Slopes of atan2 and atan2pi against MPFR: within the error that is stated, which they nearly
   reach. */
#include <mpfr.h>

#include "lib/pairs/angle-slopes.h"
#include "tests/unit/problems.h"
#include "tests/unit/tap.h"

enum { PRECISION = 400, LENGTH = 1024 };

/* r 2^u of the breakpoint N by its definition, and how far from it T is, in units of 2^-64. */
static double error_of(const struct tmd_angle_cell *s, const struct tmd_octant *o, int64_t N,
                       int unit, int u, tmd_i128 T, int fraction) {
  mpfr_t a, t, part;
  mpfr_inits2(PRECISION, a, t, part, (mpfr_ptr)NULL);
  mpfr_set_d(a, (double)N + s->offset, MPFR_RNDN);
  mpfr_mul_2si(a, a, unit, MPFR_RNDN);
  mpfr_mul_si(a, a, o->sign, MPFR_RNDN);
  mpfr_const_pi(t, MPFR_RNDN);
  if (s->by_pi) mpfr_mul(a, a, t, MPFR_RNDN);
  mpfr_mul_d(t, t, o->quarters * 0.5, MPFR_RNDN);
  mpfr_add(a, a, t, MPFR_RNDN);
  mpfr_tan(t, a, MPFR_RNDN);
  mpfr_mul_2si(t, t, u + 64, MPFR_RNDN);
  mpfr_set_si(part, (long)(T >> 64), MPFR_RNDN);
  mpfr_mul_2ui(part, part, 64, MPFR_RNDN);
  mpfr_add_ui(part, part, (unsigned long)T, MPFR_RNDN);
  mpfr_mul_2si(part, part, 64 - fraction, MPFR_RNDN);
  mpfr_sub(t, t, part, MPFR_RNDN);
  const double error = fabs(mpfr_get_d(t, MPFR_RNDA));
  mpfr_clears(a, t, part, (mpfr_ptr)NULL);
  return error;
}

/* A block from N on, of a cell where x and y have these signs and exponents. */
static void test_block(const char *name, int sign_x, int e_x, int e_y, int64_t N, int unit,
                       double share) {
  struct tmd_problem wanted = problem_of(name, "binary32", "binary32", TMD_MODES_ALL, 36);
  tmd_format_parse(&wanted.in_y, "binary32");
  const struct tmd_problem *problem = tmd_problem_intern(&wanted);
  const struct tmd_cell cell = {sign_x, 0, e_x, TMD_E_OUT_SCATTERED, 0, e_y};
  struct tmd_angle_cell s;
  struct tmd_slopes slopes;
  tmd_angle_cell_set(&s, problem, &cell);
  const struct tmd_octant o = tmd_octant_of(&s, N + LENGTH / 2, unit);
  const int u = o.by_x ? e_x - e_y : e_y - e_x;
  const enum tmd_slopes_fit fit = tmd_slopes_find(&slopes, &s, &o, N, unit, LENGTH);
  const double stated = slopes.error;
  double worst = 0;
  for (int i = 0; i < LENGTH && fit == TMD_SLOPES_FIT; i++) {
    worst = fmax(worst, error_of(&s, &o, N + i, unit, u, slopes.T[0], slopes.fraction));
    for (int k = 0; k < TMD_SLOPE_DEGREE; k++) slopes.T[k] += slopes.T[k + 1];
  }
  tap_ok(fit == TMD_SLOPES_FIT && worst <= stated && worst >= share * stated,
         "%s from %lld 2^%d on: error %.3g of %.3g 2^-64", name, (long long)N, unit, worst, stated);
}

int main(void) {
  /* next to 3/4 pi, pi/2 and pi, where the remainder is nearly all; and next to 0 */
  test_block("atan2(y,x)", 1, 0, 0, 19765000, -23, 0.5);
  test_block("atan2(y,x)", 1, 0, 3, 27000000, -24, 0.5);
  test_block("atan2(y,x)", 1, 3, 0, 25400000, -23, 0.5);
  test_block("atan2pi(y,x)", 0, 0, 1, 25000000, -26, 0.5);
  test_block("atan2(y,x)", 0, 8, -9, 20000000, -41, 0.5);
  return tap_done();
}
