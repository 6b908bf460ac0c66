/* Values in double precision (lib/function/quick.h) against ball arithmetic: the bound of the error
   holds and is no idle one; what is left so of scattered arguments (lib/cell/single-arguments.h)
   are candidates of ball arithmetic, all that are cases among them. */
#include "lib/base/arb-compat.h"
#include "lib/base/arb-helpers.h"
#include "lib/cell/confirm.h"
#include "lib/cell/single-arguments.h"
#include "lib/expression/expression.h"
#include "lib/function/quick.h"
#include "lib/stream/claim.h"
#include "tests/unit/problems.h"
#include "tests/unit/tap.h"

enum { VALUES = 40000, PRECISION = 320 };

/* error / bound of one value, in any lane; -1 if there is no bound, 2 if the bound is exceeded. */
static double share(const struct tmd_quick *quick, const struct tmd_function *function, int sign_x,
                    uint64_t X, int unit) {
  struct tmd_nears values;
  const uint64_t lane = test_random() % (X < TMD_NEARS ? X : TMD_NEARS);
  tmd_quick_values(quick, X - lane, &values);
  const struct tmd_near found = nears_get(&values, (int)lane);
  double result = -1;
  if (!near_finite(found)) return result;
  SCOPED(arb, x);
  SCOPED(arb_poly, y);
  tmd_ball_integer(x, X);
  tmd_ball_scale(x, x, 2, unit, PRECISION);
  if (sign_x) arb_neg(x, x);
  tmd_function_series(function, y, x, 1, PRECISION + abs(unit));
  arb_poly_get_coeff_arb(x, y, 0);
  SCOPED(arf, value, error);
  arf_set_d(value, found.value);
  arb_sub_arf(x, x, value, PRECISION);
  arb_get_abs_ubound_arf(error, x, 64);
  result = arf_cmp_d(error, found.error) > 0 ? 2
           : found.error > 0                 ? arf_get_d(error, ARF_RND_NEAR) / found.error
                                             : 0;
  return result;
}

/* Arguments of 1 to 53 bits, many next to multiples of pi/2, where nothing but r is left. */
static uint64_t some_argument(int unit) {
  const uint64_t bits = 1 + test_random() % 53,
                 X = test_random() >> (64 - bits) | UINT64_C(1) << (bits - 1);
  if (test_random() % 4 || unit > 0 || unit < -50) return X;
  const double period = 0x1.921fb54442d18p+0,
               near = floor(ldexp((double)X, unit) / period) * period;
  const uint64_t there = (uint64_t)ldexp(near, -unit) + test_random() % 3;
  return there > 0 && there < UINT64_C(1) << 53 ? there : X;
}

typedef struct tmd_quick *opening(const struct tmd_function *function, int sign_x, int unit);

static void test_values(const char *name, int values, opening *open, int least_unit,
                        int greatest_unit, double idle) {
  const struct tmd_function *function = tmd_resolve(name);
  double most = 0;
  long known = 0, wrong = 0;
  for (int i = 0; i < values / 100; i++) {
    const int unit = least_unit + (int)(test_random() % (uint64_t)(greatest_unit - least_unit + 1));
    const int sign_x = !strcmp(name, "lgamma") || test_random() % 2;
    struct tmd_quick *quick = open(function, sign_x, unit);
    for (int k = 0; quick && k < 100; k++) {
      const double s = share(quick, function, sign_x, some_argument(unit), unit);
      known += s >= 0;
      wrong += s > 1;
      if (s > most && s <= 1) most = s;
    }
    tmd_quick_close(quick);
  }
  tap_ok(wrong == 0 && known > values / 4 && most > idle,
         "%s: %ld values, the greatest error is %.3f of its bound", name, known, most);
}

/* ---- Operations ---- */

static const char *const operations[] = {"sum",  "product",     "quotient",  "logarithm",
                                         "root", "exponential", "arctangent"};
enum { LOGARITHM = 3, ROOT, EXPONENTIAL, ARCTANGENT };

static struct tmd_near operate(int operation, struct tmd_near a, struct tmd_near b) {
  switch (operation) {
  case 0: return near_sum(a, b);
  case 1: return near_product(a, b);
  case 2: return near_quotient(a, b);
  case ROOT: return near_root(a);
  case EXPONENTIAL: return near_exp(a);
  case ARCTANGENT: return near_arctangent(a);
  default: return near_log(a);
  }
}

static void operate_exactly(int operation, mpfr_t y, const mpfr_t a, const mpfr_t b) {
  switch (operation) {
  case 0: mpfr_add(y, a, b, MPFR_RNDN); break;
  case 1: mpfr_mul(y, a, b, MPFR_RNDN); break;
  case 2: mpfr_div(y, a, b, MPFR_RNDN); break;
  case ROOT: mpfr_sqrt(y, a, MPFR_RNDN); break;
  case EXPONENTIAL: mpfr_exp(y, a, MPFR_RNDN); break;
  case ARCTANGENT: mpfr_atan(y, a, MPFR_RNDN); break;
  default: mpfr_log(y, a, MPFR_RNDN);
  }
}

/* One of the two numbers that are furthest away from what is known. */
static void extreme(mpfr_t x, struct tmd_near a) {
  mpfr_set_d(x, a.value, MPFR_RNDN);
  if (test_random() % 2) mpfr_add_d(x, x, a.error, MPFR_RNDN);
  else mpfr_sub_d(x, x, a.error, MPFR_RNDN);
}

/* A positive number near 1, or with an exponent, up to an error of 2^-error_bits of it or so. */
static struct tmd_near some_number(int exponents, int error_bits) {
  const double value =
      ldexp(1 + (double)(test_random() >> 12) * 0x1p-52,
            exponents ? (int)(test_random() % (uint64_t)exponents) - exponents / 2 : 0);
  return (struct tmd_near){
      value, error_bits ? ldexp(value, -error_bits) * (double)(1 + test_random() % 4) : 0};
}

/* True values lie within the bound; somewhere in more than half of it, where numbers are exact as
   well as where they are not, or of exact numbers and many roundings in more than a quarter. */
static void test_operation(int operation, int exponents, int error_bits) {
  double most = 0;
  FLOATS(300, a, b, y);
  for (int i = 0; i < VALUES; i++) {
    struct tmd_near A = some_number(exponents, error_bits);
    const struct tmd_near B = some_number(exponents, error_bits);
    if (operation >= EXPONENTIAL && test_random() % 2) A = near_negative(A);
    const struct tmd_near found = operate(operation, A, B);
    extreme(a, A);
    extreme(b, B);
    operate_exactly(operation, y, a, b);
    mpfr_sub_d(y, y, found.value, MPFR_RNDN);
    mpfr_div_d(y, y, found.error, MPFR_RNDA);
    const double s = fabs(mpfr_get_d(y, MPFR_RNDA));
    if (s > most) most = s;
  }
  const double idle = operation >= EXPONENTIAL && !error_bits ? 0.25 : 0.5;
  tap_ok(most <= 1 && most > idle,
         "%s of numbers up to 2^-%d, 2^+-%d: the greatest error is %.3f of its bound",
         operations[operation], error_bits ? error_bits : 1000, exponents / 2, most);
}

/* ---- Claims ---- */

static tmd_u128 X_of(struct tmd_claim *claim, size_t i) {
  return tmd_wide_load(((struct tmd_case_record *)tmd_claim_record(claim, i))->X);
}

/* Candidates that only balls have, and which are cases; and those that balls do not have. */
static long lost(struct tmd_claim *quick, struct tmd_claim *balls, long *more) {
  const struct tmd_segment segment = tmd_segment_of_claim(balls);
  struct tmd_case_record confirmed;
  size_t k = 0;
  long cases = 0;
  for (size_t i = 0; i < balls->record_count; i++) {
    const tmd_u128 X = X_of(balls, i);
    if (k < quick->record_count && X_of(quick, k) == X) k++;
    else cases += tmd_confirm_case(&segment, X, 0, &confirmed) != 0, ++*more;
  }
  return cases + (long)(quick->record_count - k);
}

/* Claims of scattered arguments by both ways. */
static void test_claims(const char *name, const char *format, const char *out, enum tmd_modes modes,
                        int bits) {
  const struct tmd_problem problem = problem_of(name, format, out, modes, bits);
  const struct tmd_function *function = tmd_resolve(name);
  long cases = 0, wrong = 0, more = 0;
  double cell_ns;
  const int quick = tmd_points_ns(&problem, function, &cell_ns) < 200;
  for (int i = 0; i < 12; i++) {
    const int e_in = name[0] == 'l' ? i : (problem.in.emax - 1) * i / 12;
    const tmd_u128 one = (tmd_u128)1 << (problem.in.p - 1),
                   X0 = one + test_random() % (uint64_t)(one - 2000);
    const struct tmd_cell cell = {name[0] == 'l' || i % 2, 0, e_in, TMD_E_OUT_SCATTERED};
    CLAIM claim = {.problem = tmd_problem_intern(&problem),
                   .cell = cell,
                   .X0 = X0,
                   .X1 = X0 + 2000},
          all = claim;
    tmd_points_claim(&claim);
    tmd_points_by_balls(&all);
    cases += (long)all.record_count;
    wrong += lost(&claim, &all, &more);
  }
  tap_ok(
      quick && cases > 0 && wrong == 0 && more < cases / 10 + 2,
      "%s, %s to %s, modes %s, %d bits: of %ld candidates double precision excludes %ld, no cases",
      name, format, out, tmd_modes_name(modes), bits, cases, more);
}

/* Every other argument of this binade is a pole of lgamma: no candidate, and MPFR agrees. The
   others are not lost. */
static void test_poles(void) {
  const struct tmd_problem problem =
      problem_of("lgamma", "binary32", "binary32", TMD_MODES_ALL, 15);
  const struct tmd_function *function = tmd_resolve("lgamma");
  long poles = 0;
  const struct tmd_cell cell = {1, 0, 22, TMD_E_OUT_SCATTERED};
  const tmd_u128 X0 = ((tmd_u128)1 << 23) + test_random() % 1000;
  CLAIM claim = {.problem = tmd_problem_intern(&problem), .cell = cell, .X0 = X0, .X1 = X0 + 20000};
  tmd_points_claim(&claim);
  FLOATS(64, x);
  for (tmd_u128 X = X0; X < claim.X1; X++) {
    mpfr_set_ui_2exp(x, (unsigned long)X, -1, MPFR_RNDN);
    mpfr_neg(x, x, MPFR_RNDN);
    poles += tmd_function_place(function, x).kind != TMD_PLACE_BETWEEN;
  }
  tap_ok(poles == 10000 && claim.record_count < 50,
         "lgamma on 20000 arguments, %ld of them poles: %zu candidates", poles, claim.record_count);
}

int main(void) {
  static const char *const circular[] = {"sin",
                                         "cos",
                                         "tan",
                                         "sinpi",
                                         "cospi",
                                         "tanpi",
                                         "sin(x)/x",
                                         "x*cos(x)-abs(sin(x))",
                                         "tan(x)^-3*pi+cospi(x)/7"};
  static const char *const of_rows[] = {
      "exp",      "log",         "sqrt",          "rsqrt",       "atan",     "atanpi",
      "pown(7)",  "pown(33)",    "pown(-41)",     "pown(40)",    "rootn(5)", "rootn(-7)",
      "rootn(4)", "compound(9)", "compound(-40)", "x/(1+exp(x))"};
  static const char *const formats[] = {"binary32", "bfloat16", "tf32", "24,-600,600"};
  /* with a sine's bound half as large, those of sin and cos would not hold */
  for (size_t i = 0; i < sizeof circular / sizeof *circular; i++)
    test_values(circular[i], VALUES, tmd_quick_open, -60, 200, i < 2 ? 0.5 : 0.25);
  test_values("lgamma", VALUES, tmd_quick_open, -50, -3, 0.125);
  for (size_t i = 0; i < sizeof of_rows / sizeof *of_rows; i++)
    test_values(of_rows[i], VALUES / 10, tmd_quick_open_row, -56, -46, 0.125);
  for (int operation = 0; operation <= ARCTANGENT; operation++) {
    test_operation(operation, 0, 0);
    test_operation(operation, 8, 0);
    test_operation(operation, 8, 40);
    test_operation(operation, 8, 10);
  }
  test_operation(EXPONENTIAL, 18, 0);
  test_operation(EXPONENTIAL, 18, 20);
  test_operation(ARCTANGENT, 60, 0);
  for (size_t i = 0; i < 9; i++)
    for (int modes = 0; modes < 3; modes++) {
      const char *format = formats[(i + (size_t)modes) % 4];
      test_claims(circular[i], format, format, (enum tmd_modes)modes, 6);
    }
  test_poles();
  for (int modes = 0; modes < 3; modes++)
    test_claims("lgamma", "binary32", "binary32", (enum tmd_modes)modes, 6);
  for (size_t i = 0; i < 9; i++)
    test_claims(circular[i], "binary32", "41,-126,127", TMD_MODES_ALL,
                6); /* errors as long as windows */
  return tap_done();
}
