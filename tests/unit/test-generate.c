/* The bounds of generated functions: errors of random lines of operations, run in the four modes,
   and errors of a polynomial, are below their bounds, and some are above half of them. */
#include <fenv.h>
#include <math.h>
#include <stdlib.h>

#include "lib/value/rounding.h"
#include "tests/unit/random.h"
#include "tests/unit/tap.h"
#include "tools/generate/design.h"
#include "tools/generate/reals.h"
#include "tools/generate/scheme/periodic.h"

enum { TRIALS = 20000, INPUTS = 3 };

static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

static double random_unit(void) { return (double)(test_random() >> 11) * 0x1p-53; }

/* A number with a random exponent, -20 to 20. */
static double random_number(void) {
  return ldexp((test_random() & 1 ? -1 : 1) * (1 + random_unit()), (int)(test_random() % 41) - 20);
}

/* The value of the steps behind the inputs, in the present mode. */
static double run(const struct tmd_terms *terms, double value[TMD_TERMS_MAX]) {
  for (int i = 0; i < terms->count; i++) {
    const struct tmd_code_line *t = terms->term + i;
    volatile const double a = value[t->a], b = value[t->b], c = value[t->c];
    if (t->operation == TMD_TERM_PRODUCT) value[i] = a * b;
    if (t->operation == TMD_TERM_FMA && terms->separate) {
      volatile const double product = a * b;
      value[i] = product + c;
    } else if (t->operation == TMD_TERM_FMA) value[i] = fma(a, b, c);
    if (t->operation == TMD_TERM_QUOTIENT) value[i] = a / b;
    if (t->operation == TMD_TERM_ROOT) value[i] = sqrt(a);
    if (t->operation == TMD_TERM_SIGN) value[i] = a;
    if (t->operation == TMD_TERM_NUMBER) value[i] = t->value;
  }
  return value[terms->count - 1];
}

/* |value - ideal| / bound, rounded up a little. */
static double part_of(double value, const arb_t ideal, const mag_t bound) {
  arb_t error, limit;
  arb_init(error), arb_init(limit);
  arb_set_d(error, value);
  arb_sub(error, error, ideal, 2 * TMD_IDEAL_BITS);
  arb_abs(error, error);
  const int none = arb_contains_zero(error);
  arf_set_mag(arb_midref(limit), bound);
  arb_div(error, error, limit, 64);
  const double part = arf_get_d(arb_midref(error), ARF_RND_UP) + mag_get_d(arb_radref(error));
  arb_clear(error), arb_clear(limit);
  return !mag_is_zero(bound) ? part : none ? 0 : INFINITY;
}

/* A random line of `operations`; inputs have a relative error of at most `error`, or none. Separate
   products and sums also have factors and summands without roundings. */
static double trial(int operations, double error, int separate) {
  struct tmd_terms terms = {.separate = separate};
  double value[TMD_TERMS_MAX], first[INPUTS], greatest = 0;
  arb_t ideal;
  mag_t bound;
  arb_init(ideal);
  mag_init(bound);
  for (int i = 0; i < INPUTS; i++) {
    tmd_terms_input(&terms, "x");
    first[i] = random_number();
    const double off = first[i] * error * (2 * random_unit() - 1);
    arb_set_d(ideal, off);
    arb_get_mag(bound, ideal);
    arb_set_d(ideal, first[i]);
    arf_t part;
    arf_init(part);
    arf_set_d(part, off);
    arb_sub_arf(ideal, ideal, part, ARF_PREC_EXACT);
    arf_clear(part);
    tmd_terms_set(&terms, i, ideal, bound);
  }
  for (int i = -1; i <= 1 && separate; i++) tmd_terms_number(&terms, i, NULL);
  for (int i = 0; i < operations; i++) {
    const int a = (int)(test_random() % (uint64_t)terms.count),
              b = (int)(test_random() % (uint64_t)terms.count),
              c = (int)(test_random() % (uint64_t)terms.count);
    switch (test_random() % 8) {
    case 0: tmd_terms_root(&terms, NULL, NULL, tmd_terms_product(&terms, NULL, NULL, a, a)); break;
    case 1: tmd_terms_quotient(&terms, NULL, NULL, a, b); break;
    case 2: tmd_terms_sign(&terms, NULL, NULL, a); break;
    case 3:
    case 4: tmd_terms_product(&terms, NULL, NULL, a, b); break;
    default: tmd_terms_fma(&terms, NULL, NULL, a, b, c);
    }
  }
  tmd_terms_enclose(&terms);
  const struct tmd_code_line *last = terms.term + terms.count - 1;
  for (int m = 0; m < TMD_ROUNDINGS; m++) {
    for (int i = 0; i < INPUTS; i++) value[i] = first[i];
    fesetround(modes[m]);
    const double y = run(&terms, value);
    fesetround(FE_TONEAREST);
    if (!isfinite(y)) continue;
    greatest = fmax(greatest, part_of(y, last->ideal, last->error));
  }
  arb_clear(ideal);
  mag_clear(bound);
  tmd_terms_clear(&terms);
  return greatest;
}

static void test_terms(int operations, double error, double least, int separate) {
  double greatest = 0;
  for (int i = 0; i < TRIALS; i++) greatest = fmax(greatest, trial(operations, error, separate));
  tap_ok(greatest <= 1 && greatest > least,
         "%d operations%s, inputs with an error of %g: at most %.3f of the bound", operations,
         separate ? " without FMA" : "", error, greatest);
}

static void test_tiny(void) {
  struct tmd_terms terms = {.count = 0};
  double value[TMD_TERMS_MAX] = {0x1.8p-540, 0x1.8p-540};
  arb_t ideal;
  mag_t none;
  arb_init(ideal);
  mag_init(none);
  tmd_terms_input(&terms, "x");
  arb_set_d(ideal, value[0]);
  tmd_terms_set(&terms, 0, ideal, none);
  tmd_terms_product(&terms, NULL, NULL, 0, 0);
  tmd_terms_enclose(&terms);
  fesetround(FE_UPWARD);
  const double y = run(&terms, value);
  fesetround(FE_TONEAREST);
  tap_ok(y == 0x1p-1074 && part_of(y, terms.term[1].ideal, terms.term[1].error) <= 1,
         "a product that underflows");
  tmd_terms_clear(&terms);
  arb_clear(ideal);
  mag_clear(none);
}

/* p(t) - g(t), and its bound: the ratio; 0 <= t0 < 1 is a place in [-radius, radius]. */
static double ratio(const struct tmd_approximation *p, double t0) {
  arb_t t, power, y, g, c;
  mag_t bound;
  arb_init(t), arb_init(power), arb_init(y), arb_init(g), arb_init(c);
  mag_init(bound);
  arb_set_d(t, (2 * t0 - 1) * p->radius);
  arb_pow_ui(power, t, p->parity == TMD_PARITY_NONE ? 1 : 2, TMD_IDEAL_BITS);
  for (int i = p->count - 1; i >= 0; i--) {
    arb_set_d(c, p->coefficient[i]);
    arb_add(y, y, c, TMD_IDEAL_BITS);
    arb_mul(y, y, power, TMD_IDEAL_BITS);
  }
  arb_set_d(c, p->first);
  arb_add(y, y, c, TMD_IDEAL_BITS);
  if (p->parity == TMD_PARITY_ODD) arb_mul(y, y, t, TMD_IDEAL_BITS);
  tmd_approximation_exact(g, p, t);
  arb_sub(y, y, g, TMD_IDEAL_BITS);
  tmd_approximation_error(bound, p, t);
  const double part = part_of(0, y, bound);
  arb_clear(t), arb_clear(power), arb_clear(y), arb_clear(g), arb_clear(c);
  mag_clear(bound);
  return part;
}

/* The greatest error of the pieces from i to k, as far as there are any. */
static void greatest_error(mag_t error, const struct tmd_approximation *p, int i, int k) {
  mag_zero(error);
  for (i = i > 0 ? i : 0; i <= k && i < TMD_APPROXIMATION_PIECES; i++)
    mag_max(error, error, p->error[i]);
}

/* 1 if the bound of a random ball is that of the pieces it meets; it holds what lies between its
   ends. */
static int takes_pieces(const struct tmd_approximation *p) {
  const double a = random_unit(), b = random_unit(), end[] = {fmin(a, b), fmax(a, b)};
  const int first = (int)(end[0] * TMD_APPROXIMATION_PIECES),
            last = (int)(end[1] * TMD_APPROXIMATION_PIECES);
  const int centre = end[0] > 0.46 && end[1] < 0.54; /* where the slope is a bound, too */
  arb_t ball;
  mag_t bound, least, most;
  arb_init(ball);
  mag_init(bound), mag_init(least), mag_init(most);
  tmd_real_between(ball, (2 * end[0] - 1) * p->radius, (2 * end[1] - 1) * p->radius);
  tmd_approximation_error(bound, p, ball);
  greatest_error(least, p, first, last);
  greatest_error(most, p, first - 1, last + 1);
  const int taken = (centre || mag_cmp(bound, least) >= 0) && mag_cmp(bound, most) <= 0;
  arb_clear(ball);
  mag_clear(bound), mag_clear(least), mag_clear(most);
  return taken;
}

static void test_approximation(const char *name, struct tmd_approximation p) {
  double greatest = 0;
  p.f = tmd_function_find(name);
  p.radius = 0x1p-6;
  tmd_approximation_init(&p);
  tmd_approximation_bound(&p);
  for (int i = 0; i < TRIALS / 10; i++)
    greatest = fmax(greatest, ratio(&p, i & 1 ? random_unit() : 0.5 + ldexp(random_unit(), -8)));
  tap_ok(greatest <= 1 && greatest > 0.5, "a polynomial near %s: at most %.3f of the bound", name,
         greatest);
  int taken = 0;
  for (int i = 0; i < TRIALS / 10; i++) taken += takes_pieces(&p);
  tap_ok(taken == TRIALS / 10, "near %s: the bounds of balls are those of pieces", name);
  tmd_approximation_clear(&p);
}

/* y = 1 + 16 p(t), p near e^t, has the relative error that the state adds to the bound. */
static void test_state(void) {
  static struct tmd_design design = {
      .p = {.first = 1, .count = 4, .coefficient = {1, 0.5, 1 / 6.0, 1 / 24.0}, .radius = 0x1p-6}};
  struct tmd_terms *s = &design.steps;
  double value[TMD_TERMS_MAX] = {design.p.radius, 16, 1};
  arb_t t, factor, offset;
  mag_t zero;
  arb_init(t), arb_init(factor), arb_init(offset);
  mag_init(zero);
  design.p.f = tmd_function_find("exp");
  tmd_approximation_bound(&design.p);
  const int x = tmd_terms_input(s, "x"), k = tmd_terms_input(s, "k"), o = tmd_terms_input(s, "o"),
            square = tmd_terms_product(s, NULL, NULL, x, x),
            rest = tmd_terms_polynomial(s, design.p.coefficient, design.p.count, x, square),
            one = tmd_terms_number(s, 1, NULL), p = tmd_terms_fma(s, NULL, NULL, x, rest, one);
  tmd_terms_fma(s, "y", NULL, k, p, o);
  arb_set_d(t, value[x]), arb_set_d(factor, value[k]), arb_set_d(offset, value[o]);
  tmd_terms_set(s, x, t, zero), tmd_terms_set(s, k, factor, zero),
      tmd_terms_set(s, o, offset, zero);
  tmd_design_add_near(&design, s, &design.p, t, factor, offset);
  arb_exp(t, t, TMD_IDEAL_BITS);
  arb_addmul(offset, t, factor, TMD_IDEAL_BITS);
  arb_get_mag(zero, offset);
  mag_mul(zero, zero, design.bound);
  const double part = part_of(run(s, value), offset, zero);
  tap_ok(part > 0.5 && part <= 1, "a state with factor and offset: %.3f of the bound", part);
  arb_clear(t), arb_clear(factor), arb_clear(offset);
  mag_clear(zero);
  tmd_design_clear(&design);
}

/* 16367173 2^72 is the number of binary32 nearest to a multiple of pi/2. */
static void test_least(void) {
  static const struct tmd_periodic radians = {.half_turns = 0};
  arb_t quadrants, nearest;
  arb_init(quadrants), arb_init(nearest);
  arb_set_ui(quadrants, 16367173);
  arb_mul_2exp_si(quadrants, quadrants, 73);
  arb_const_pi(nearest, 256);
  arb_div(quadrants, quadrants, nearest, 256);
  arf_floor(arb_midref(nearest), arb_midref(quadrants));
  mag_zero(arb_radref(nearest));
  arb_sub(quadrants, quadrants, nearest, 256);
  double distance = arf_get_d(arb_midref(quadrants), ARF_RND_NEAR);
  distance = fmin(distance, 1 - distance);
  const double least = tmd_periodic_least(&radians);
  tap_ok(fabs(least / (1.5 * distance) - 1) < 0x1p-30 && least < 0x1p-29,
         "the least distance from a multiple of pi/2: 2^%.2f", log2(least));
  arb_clear(quadrants), arb_clear(nearest);
}

/* The words of log(2)/64: products of the first one and n < 2^16 are exact, and little is missing.
 */
static void test_split(void) {
  arb_t x, rest;
  arb_init(x), arb_init(rest);
  arb_const_log2(x, TMD_IDEAL_BITS);
  arb_mul_2exp_si(x, x, -6);
  arb_set(rest, x);
  const struct tmd_words words = tmd_real_split_at(rest, 53 - 16);
  int exact = 1;
  for (int n = 1; n < 1 << 16; n++) exact &= fma(n, words.high, -(n * words.high)) == 0;
  const double missing = fabs(tmd_real_nearest(rest));
  arb_sub(x, x, rest, TMD_IDEAL_BITS);
  tap_ok(exact && missing < 0x1p-97 && fabs(words.low) > 0x1p-60 &&
             tmd_real_nearest(x) == words.high + words.low,
         "two words, the first of 37 bits");
  arb_clear(x), arb_clear(rest);
}

int main(void) {
  test_terms(1, 0, 0.5, 0);
  test_terms(1, 0x1p-40, 0.5, 0);
  test_terms(3, 0x1p-50, 0.5, 0);
  test_terms(6, 0, 0.5, 0);
  test_terms(1, 0, 0.5, 1);
  test_terms(1, 0x1p-40, 0.5, 1);
  test_terms(3, 0x1p-50, 0.5, 1);
  test_split();
  test_tiny();
  test_approximation("exp", (struct tmd_approximation){.first = 1,
                                                       .count = 4,
                                                       .coefficient = {1, 0.5, 1 / 6.0, 1 / 24.0}});
  test_approximation("log", (struct tmd_approximation){
                                .shift = 1, .count = 4, .coefficient = {1, -0.5, 1 / 3.0, -0.25}});
  test_approximation("cos", (struct tmd_approximation){.first = 1,
                                                       .count = 2,
                                                       .parity = TMD_PARITY_EVEN,
                                                       .coefficient = {-0.5, 1 / 24.0}});
  test_approximation("sinpi", (struct tmd_approximation){.first = 1,
                                                         .count = 1,
                                                         .parity = TMD_PARITY_ODD,
                                                         .over_pi = 1,
                                                         .coefficient = {-0x1.a51a6625307d3p+0}});
  test_approximation("tan", (struct tmd_approximation){.first = 1,
                                                       .count = 1,
                                                       .parity = TMD_PARITY_ODD,
                                                       .factor = {-0.4},
                                                       .factor_count = 1,
                                                       .coefficient = {-1 / 15.0}});
  test_state();
  test_least();
  return tap_done();
}
