/* Expressions by MPFR's intervals against Arb's balls at many more bits, on random expressions and
   arguments; the same with intervals that are rounded inward, or whose bounds between the ends are
   half as large, which have to be seen; and confirmation where one of the two libraries lies. */
#include "lib/base/arb-helpers.h"
#include "lib/cell/confirm.h"
#include "lib/cell/pieces.h"
#include "lib/expression/interval/mpfr-interval.h"
#include "lib/region/region.h"
#include "tests/unit/expressions.h"
#include "tests/unit/interval-altered.h"
#include "tests/unit/problems.h"
#include "tests/unit/random-expression.h"
#include "tests/unit/rows.h"
#include "tests/unit/tap.h"

/* ---- Random arguments ---- */

static void random_argument(mpfr_t x) {
  const unsigned kind = (unsigned)(test_random() % 4);
  if (kind == 0)
    mpfr_set_si_2exp(x, (long)(test_random() % 65) - 32, -2,
                     MPFR_RNDN); /* where values are exact */
  else
    mpfr_set_si_2exp(x, (long)(test_random() >> 11),
                     (kind == 1 ? -52 : -60 + (int)(test_random() % 20)), MPFR_RNDN);
  if (test_random() % 2) mpfr_neg(x, x, MPFR_RNDN);
}

/* ---- Containment ---- */

struct counts {
  long compared, wide, exact, outside, wrong;
};

enum { ARB_BITS = 1000 };

/* 1 if a number of the ball may lie in [low, high]. */
static int meets(const struct tmd_interval *y, const arb_t ball) {
  SCOPED(arf, low, high, end);
  arf_set_mpfr(low, y->low), arf_set_mpfr(high, y->high);
  arb_get_lbound_arf(end, ball, 2 * ARB_BITS);
  if (arf_cmp(end, high) > 0) return 0;
  arb_get_ubound_arf(end, ball, 2 * ARB_BITS);
  return arf_cmp(end, low) >= 0;
}

/* The exact value is in the ball. */
static int holds(const arb_t ball, const mpq_t exact) {
  SCOPED(fmpq, q);
  fmpq_set_mpq(q, exact);
  return arb_contains_fmpq(ball, q);
}

static void compare(struct counts *counts, const struct tmd_expression *e, const mpfr_t x,
                    mpfr_prec_t prec) {
  SCOPED_STRUCT(tmd_interval, y);
  SCOPED(arb, ball, argument);
  arf_set_mpfr(arb_midref(argument), x);
  tmd_expression_interval(e, &y, x, prec);
  tmd_node_value(e->root, ball, argument, ARB_BITS);
  const struct tmd_place place = tmd_expression_place_on(e, argument, ARB_BITS);
  if (y.defined == TMD_UNDEFINED) {
    counts->outside++;
    counts->wrong += place.kind == TMD_PLACE_BETWEEN || place.kind == TMD_PLACE_ZERO;
  } else if (y.defined == TMD_DEFINED) {
    counts->wrong += place.kind == TMD_PLACE_OUTSIDE || mpfr_nan_p(y.low) || mpfr_nan_p(y.high) ||
                     mpfr_greater_p(y.low, y.high);
  }
  if (y.defined == TMD_DEFINED && arb_is_finite(ball) &&
      arb_rel_accuracy_bits(ball) > ARB_BITS / 2) {
    counts->compared++;
    counts->wide += mpfr_inf_p(y.low) || mpfr_inf_p(y.high);
    counts->exact += y.rational;
    counts->wrong += !meets(&y, ball) || (y.rational && !holds(ball, y.exact));
  }
}

static struct counts compare_many(int expressions) {
  struct counts counts = {0, 0, 0, 0, 0};
  FLOATS(64, x);
  test_random_state = 7;
  for (int i = 0; i < expressions; i++) {
    char text[4096];
    random_expression(text, 1 + i % 4, PARAMETERS);
    EXPRESSION *e = tmd_expression_parse(text);
    if (!e) continue;
    for (int k = 0; k < 4; k++) {
      const long before = counts.wrong;
      random_argument(x);
      compare(&counts, e, x, 20 + (mpfr_prec_t)(test_random() % 100));
      if (counts.wrong > before && !altered_inward) mpfr_printf("# %s at %Ra\n", text, x);
    }
  }
  return counts;
}

static void test_containment(void) {
  const struct counts c = compare_many(3000);
  tap_ok(c.wrong == 0 && c.compared > 4000 && c.exact > 100 && c.outside > 500 &&
             c.wide < c.compared / 20,
         "%ld values of random expressions lie in their intervals, %ld exact; %ld have none",
         c.compared, c.exact, c.outside);
}

/* ---- Bounds that are wrong are seen ---- */

static void test_altered(void) {
  static const char *const turning[] = {
      "sin(exp(x))",       "cos(exp(x))",       "sinpi(exp(x))",     "cospi(exp(x))",
      "tgamma(exp(x))",    "lgamma(exp(x))",    "lgamma(exp(x+12))", "tgamma(exp(x+12))",
      "tgamma(-exp(x))",   "lgamma(-exp(x))",   "erf(exp(x/64)-1)",  "tanh(exp(x/64)-1)",
      "atan(exp(x/64)-1)", "asinh(exp(x/64)-1)"};
  altered_inward = 1;
  tap_ok(compare_many(200).wrong > 0, "rounded inward, they do not");
  altered_inward = 0;
  FLOATS(64, x);
  for (size_t i = 0; i < sizeof turning / sizeof *turning; i++) {
    EXPRESSION *e = tmd_expression_parse(turning[i]);
    struct counts right = {0, 0, 0, 0, 0}, halved = {0, 0, 0, 0, 0};
    for (int k = 0; k < 300; k++) {
      mpfr_set_ui_2exp(x, test_random() >> 11, -52, MPFR_RNDN);
      compare(&right, e, x, 40);
      altered_halved = 1;
      compare(&halved, e, x, 40);
      altered_halved = 0;
    }
    tap_ok(
        right.wrong == 0 && right.compared > 200 && halved.wrong > 0,
        "%s: its bound between two ends is good, and half of it would not be (%ld of %ld values)",
        turning[i], halved.wrong, halved.compared);
  }
}

/* ---- Beyond MPFR's range ---- */

/* Products of what is out of range, and logarithms of it, at 2^e: how many are known to half of the
   bits. */
static long far_compared(struct counts *counts) {
  static const char texts[] =
      "exp(x^2)*erfc(x); erfc(x/sqrt(2))*exp(x^2/2)*x; exp(x)/exp(x-1/x); "
      "exp2(x^2)^(1/3)*exp2(-x^2/3); log(cosh(x)); log(sinh(-x)*sinh(-3*x)); "
      "log(exp(x)+exp(2*x))/3; sinh(x)/cosh(x); cosh(x)/expm1(x); log(expm1(x)/x); "
      "log1p(exp(x)+1); log2(exp10(x)); log10(1+exp(x+2)/exp(-x)); log(exp(x)-exp(x-1)); "
      "(x^x)^(1/x)/x; log(erfc(x))/x; exp(x)*(exp(-x)-3*exp(-x)); exp(-x)<0?1/x:x; "
      "log(abs(-exp(x^3))); log(rootn(exp(x),-3)*sqrt(exp(x))); pown(exp(x),-3)*exp(3*x)*x; "
      "log(1-erf(x))/x; log((1+erf(-x))/2); log(1-tanh(x)); atan(exp(x)); tanh(exp(x))/3; "
      "erf(sinh(x))-1/3; asinh(1/atan(exp(exp(x))))";
  enum { BITS = 400 };
  long narrow = 0;
  SCOPED_STRUCT(tmd_interval, y);
  FLOATS(64, x, width);
  for (const char *at = texts, *text; (text = next_row(&at, ';'));) {
    EXPRESSION *e = tmd_expression_parse(text);
    for (int log2 = 31; log2 < 96; log2 += 4, narrow--) {
      const long before = counts->wrong;
      mpfr_set_ui_2exp(x, 5, log2, MPFR_RNDN);
      compare(counts, e, x, BITS);
      if (counts->wrong > before && !altered_inward) mpfr_printf("# %s at %Ra\n", text, x);
      tmd_expression_interval(e, &y, x, BITS);
      mpfr_sub(width, y.high, y.low, MPFR_RNDU);
      mpfr_div(width, width, y.low, MPFR_RNDA);
      const int known =
          y.defined == TMD_DEFINED && (mpfr_zero_p(width) || mpfr_cmpabs_ui(width, 1) < 0);
      narrow += known && (mpfr_zero_p(width) || mpfr_get_exp(width) < -BITS / 8);
      if (!known && !altered_inward) mpfr_printf("# %s at %Ra: not known\n", text, x);
    }
  }
  return narrow;
}

/* The series of erfc at a, where its terms are no less than 2^-10 of one another: S = erfc(a)
   exp(a^2) a sqrt(pi). */
static void test_erfc_series(void) {
  int outside = 0, beyond_half = 0;
  for (int i = 0; i < 40; i++) {
    SCOPED_STRUCT(tmd_interval, a);
    SCOPED_STRUCT(tmd_interval, s);
    SCOPED(arb, value, part);
    mpq_set_si(a.exact, 12 + i, 2);
    tmd_interval_set_exact(&a, 60);
    erfc_series(&s, &a, 60); /* of two terms: the rest is positive */
    arb_set_si(value, 12 + i);
    arb_mul_2exp_si(value, value, -1);
    arb_sqr(part, value, ARB_BITS);
    arb_exp(part, part, ARB_BITS);
    arb_mul(part, part, value, ARB_BITS);
    arb_hypgeom_erfc(value, value, ARB_BITS);
    arb_mul(value, value, part, ARB_BITS);
    arb_const_sqrt_pi(part, ARB_BITS);
    arb_mul(value, value, part, ARB_BITS);
    outside += !meets(&s, value);
    mpfr_add(s.high, s.low, s.high, MPFR_RNDN);
    mpfr_div_2ui(s.high, s.high, 1, MPFR_RNDN);
    beyond_half += !meets(&s, value);
  }
  tap_ok(outside == 0 && beyond_half == 40,
         "the rest of the series of erfc: less than its next term, and more than half of it");
}

/* Arguments of more bits than MPFR has time for. */
static void test_long(void) {
  static const char texts[] = "tgamma(1+x); tgamma(1-x); lgamma(1+x); tgamma(x-1); lgamma(3-x)";
  struct counts counts = {0, 0, 0, 0, 0};
  FLOATS(64, x);
  mpfr_set_ui_2exp(x, 1, -200000, MPFR_RNDN);
  for (const char *at = texts, *text; (text = next_row(&at, ';'));) {
    EXPRESSION *e = tmd_expression_parse(text);
    compare(&counts, e, x, 100);
  }
  tap_ok(counts.wrong == 0 && counts.compared == 3,
         "gamma next to integers: %ld values in intervals", counts.compared);
}

static void test_far(void) {
  struct counts counts = {0, 0, 0, 0, 0}, inward = {0, 0, 0, 0, 0};
  const long missing = far_compared(&counts);
  tap_ok(missing == 0 && counts.wrong == 0 && counts.compared > 300 && counts.wide == 0,
         "what is out of MPFR's range, and back: %ld values", counts.compared);
  altered_inward = 1;
  far_compared(&inward);
  altered_inward = 0;
  tap_ok(inward.wrong > counts.compared / 10, "rounded inward, %ld of them are seen", inward.wrong);
  test_erfc_series();
}

/* ---- What is decided, and how it is rounded ---- */

static void test_decided(void) {
  /* the value at 5, "none", or "?" where there is one that is not rational; and the expression */
  static const char known[] =
      "5: x/3*3; 25: (x/3)^2*9; 5/3: (x^2/9)^(1/2); 0: 0*pi; 0: (x-5)*exp(x); 0: (x-5)/pi; "
      "1: exp(x-5); 0: log(exp(x-5)); 1: (x-5)^0; 1: exp(x)^0; none: (x-5)^-1; none: 1/(x-5); "
      "none: log(x-5); none: log(-1-exp(x)); none: (x-6)^(1/3); none: 0*log(x-6); "
      "none: asin(x/2); none: tanpi(x/2); none: tgamma(-x); none: lgamma(-x); "
      "none: acosh(1-exp(x)); none: pown(x-5,-3); none: rsqrt(x-5); none: rootn(-exp(x),4); "
      "1: abs(x-6); 1/3: abs(x/3-2); 0: abs(5-x); none: abs(log(-x)); ?: abs(tan(x)); "
      "5: min(x,5); 5/3: max(x/3,1); 5/3: min(x/3,pi); ?: max(x/3,pi); none: min(x,log(-x)); "
      "2: x<5?1:2; 1/3: x<=5?1/3:2; 1: x/3*3==5?1:2; 5/3: x>pi?x/3:1/0; ?: x<pi?1/0:pi; "
      "none: log(-x)<0?1:2; none: x!=5?1:log(-x); ?: sin(x)^2+cos(x)^2<1?5:6; "
      "6: sin(x)^2+cos(x)^2<1?6:6; 2: (x-1)^(x/10); 2: (x/20)^(-x/10); 3125: x^x; "
      "1: exp(x-5)^pi; 1: 1+erf(x-5); -1: tanh(x-5)-1; ?: 1-tanh(x); none: 1-erf(log(-x)); "
      "?: x^pi; none: (x-5)^pi; none: (-x)^x; ?: tan(x); ?: tan(exp(x)); ?: tgamma(-exp(x)); "
      "?: cosh(e-3); ?: exp(-exp(x)); ?: sqrt(e-2); ?: x^(-2/3); ?: 1/(pi-3)";
  SCOPED_STRUCT(tmd_interval, y);
  FLOATS(53, x);
  mpfr_set_ui(x, 5, MPFR_RNDN);
  int wrong = 0, count = 0;
  for (const char *at = known, *row; (row = next_row(&at, ';')); count++) {
    const char *text = strchr(row, ':') + 2;
    EXPRESSION *e = tmd_expression_parse(text);
    FREED char *value = NULL;
    tmd_expression_interval(e, &y, x, 100);
    if (y.defined == TMD_DEFINED && y.rational) value = mpq_get_str(NULL, 10, y.exact);
    const char *found = y.defined == TMD_UNDEFINED ? "none"
                        : value                    ? value
                        : y.defined == TMD_DEFINED ? "?"
                                                   : "unknown";
    if (strncmp(found, row, strlen(found)) || row[strlen(found)] != ':')
      wrong++, printf("# %s, but '%s'\n", row, found);
  }
  tap_ok(wrong == 0, "%d expressions: exact values, none, others", count);
}

/* ---- Two libraries ---- */

/* Arb's sine and MPFR's, each with a lie: too large by 2^-100 of itself, twice as large. */
static void lying_series(arb_poly_t y, const arb_t x, slong len, slong prec) {
  tmd_series_sin(y, x, len, prec);
  SCOPED(arb, part);
  arb_poly_get_coeff_arb(part, y, 0);
  arb_mul_2exp_si(part, part, -100);
  arb_add(part, part, arb_poly_get_coeff_ptr(y, 0), prec);
  arb_poly_set_coeff_arb(y, 0, part);
}
static int lying_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  const int ternary = mpfr_sin(y, x, round);
  if (mpfr_regular_p(y)) mpfr_mul_ui(y, y, 2, round);
  return ternary;
}
static int nearly_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) { /* too large by 2^-100 */
  FLOATS(mpfr_get_prec(y) + 300, exact, part);
  mpfr_sin(exact, x, MPFR_RNDN);
  mpfr_mul_2si(part, exact, -100, MPFR_RNDN);
  mpfr_add(exact, exact, part, MPFR_RNDN);
  return mpfr_set(y, exact, round);
}

static void replace(struct tmd_node *node, const struct tmd_function *sine) {
  if (!node) return;
  if (node->function && !strcmp(node->function->name, "sin")) node->function = sine;
  replace(node->left, sine);
  replace(node->right, sine);
}

/* What confirmation says of 1 + sin(x), x in [1, 2) in binary64: how many of the first arguments
   are cases, or -1. */
static int confirmed(const struct tmd_function *sine) {
  const struct tmd_problem problem =
      problem_of("1+sin(x)", "binary64", "binary64", TMD_MODES_ALL, 3);
  EXPRESSION *e = tmd_expression_parse(problem.name);
  struct tmd_function f = *tmd_resolve(problem.name);
  replace(e->written, sine), replace(e->root, sine);
  f.expression = e;
  const tmd_u128 one = (tmd_u128)1 << 52;
  const struct tmd_segment segment = {&problem, &f, {0, 0, 0, 0}, one, 2 * one};
  int cases = 0;
  for (tmd_u128 X = one; X < one + 40 && cases >= 0; X++) {
    struct tmd_case_record record;
    const int is_case = tmd_confirm_case(&segment, X, 0, &record);
    cases = is_case < 0 ? -1 : cases + is_case;
  }
  return cases;
}

static void test_two_libraries(void) {
  const struct tmd_function *sine = tmd_resolve("sin");
  struct tmd_function by_arb = *sine, by_mpfr = *sine, by_both = *sine;
  by_arb.series = lying_series;
  by_mpfr.mpfr = nearly_mpfr;
  by_both.series = lying_series, by_both.mpfr = nearly_mpfr;
  const int cases = confirmed(sine), equally = confirmed(&by_both);
  tap_ok(cases > 0, "1 + sin(x): %d of 40 arguments are cases", cases);
  tap_ok(confirmed(&by_arb) == -1 && strstr(tmd_error_text(), "contradict"),
         "where Arb's sine is wrong by 2^-100, MPFR says so");
  tap_ok(confirmed(&by_mpfr) == -1 && strstr(tmd_error_text(), "contradict"),
         "where MPFR's sine is wrong, Arb says so");
  tap_ok(equally == cases, "where both are wrong alike, nobody does");
}

static int ignore(const struct tmd_piece *piece, void *context) {
  (void)piece, (void)context;
  return 0;
}

/* The borders of cells: of a function that is cut by MPFR, and of an expression, cut by Arb. */
static int cut(const struct tmd_function *f, const char *name) {
  const struct tmd_problem problem = problem_of(name, "8,-4,4", "8,-8,8", TMD_MODES_ALL, 3);
  const struct tmd_segment segment = {&problem, f, {0, 0, 0, 0}, 128, 256};
  return tmd_cut(&segment, ignore, NULL);
}

static void test_borders(void) {
  struct tmd_function exp = *tmd_resolve("exp"), f = *tmd_resolve("1+sin(x)");
  tap_ok(cut(&exp, "exp") == 0, "the cells of exp");
  exp.mpfr = mpfr_exp2;
  tap_ok(cut(&exp, "exp") == -1 && strstr(tmd_error_text(), "contradict"),
         "where MPFR's exp is another function: an error");
  const struct tmd_problem problem = problem_of("exp", "8,-4,4", "8,-8,8", TMD_MODES_ALL, 3);
  const struct tmd_segment segment = {&problem, &exp, {0, 0, 0, 1}, 255, 256};
  tap_ok(tmd_cut_verify(&segment, TMD_PIECE_CELL) == -1 && strstr(tmd_error_text(), "contradict"),
         "and no cell is found to be another than it is");
  struct tmd_segment zero;
  exp.mpfr = mpfr_exp;
  tap_ok(tmd_region_zero_segment(&zero, &problem, &exp) &&
             tmd_region_zero(&zero).least == TMD_HARDNESS_EXACT,
         "exp(0) is exact");
  exp.series = tmd_series_cosh; /* 1 as well */
  tap_ok(tmd_region_zero(&zero).least == TMD_HARDNESS_EXACT,
         "also where Arb's exp is another function of the same value there");
  exp.series = tmd_series_acos;
  tap_ok(tmd_region_zero(&zero).status == TMD_REGION_OPEN, "where Arb has pi/2, 0 is a candidate");
  struct tmd_function sine = *tmd_resolve("sin");
  EXPRESSION *e = tmd_expression_parse("x+8*sin(x)");
  f = *tmd_resolve("x+8*sin(x)");
  sine.mpfr = lying_mpfr;
  f.expression = e;
  tap_ok(cut(&f, "x+8*sin(x)") == 0, "the cells of x+8*sin(x)");
  replace(e->written, &sine), replace(e->root, &sine);
  tap_ok(cut(&f, "x+8*sin(x)") == -1 && strstr(tmd_error_text(), "contradict"),
         "where MPFR's sine is wrong: an error");
}

/* Both libraries place the values at powers of two, also where exponents end. */
static void test_extremes(void) {
  static const char *const names[] = {
      "exp",         "exp2",     "exp10m1",   "log",       "cosh",          "tanh",
      "erfc",        "cbrt",     "rsqrt",     "atanpi",    "log2p1",        "pown(-3)",
      "compound(7)", "x*exp(x)", "exp2(x)+1", "1/exp2(x)", "log(1+exp(-x))"};
  int wrong = 0;
  FLOATS(64, x);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    for (long e = -20000; e <= 20000; e += labs(e) < 70 ? 1 : 70) {
      for (int sign = -1; sign <= 1; sign += 2) {
        struct tmd_place place;
        mpfr_set_si_2exp(x, sign, e, MPFR_RNDN);
        if (tmd_function_place_certain(tmd_resolve(names[i]), x, &place) == 0) continue;
        wrong++;
        printf("# %s at %d 2^%ld: %s\n", names[i], sign, e, tmd_error_text());
      }
    }
  }
  tap_ok(wrong == 0, "at powers of two no library contradicts the other");
}

/* ---- 1 + erf(u) and its kin (interval-complement.c): against balls on the tree as it was written,
   narrow also where all bits cancel; with another sign they would not be right ---- */

enum { BITS = 100, LOST_BITS = 12, MOST_BITS = 6000 };

static const struct {
  const char *text;
  int s, t; /* s + t f */
} sums[] = {
    {"1+erf(x)", 1, 1},     {"erf(x)+1", 1, 1},    {"1-erf(x)", 1, -1},    {"-erf(x)+1", 1, -1},
    {"1--erf(x)", 1, 1},    {"erf(x)-1", -1, 1},   {"-1+erf(x)", -1, 1},   {"-1-erf(x)", -1, -1},
    {"-erf(x)-1", -1, -1},  {"-1--erf(x)", -1, 1}, {"erf(x)--1", 1, 1},    {"1+tanh(x)", 1, 1},
    {"tanh(x)+1", 1, 1},    {"1-tanh(x)", 1, -1},  {"-tanh(x)+1", 1, -1},  {"1--tanh(x)", 1, 1},
    {"tanh(x)-1", -1, 1},   {"-1+tanh(x)", -1, 1}, {"-1-tanh(x)", -1, -1}, {"-tanh(x)-1", -1, -1},
    {"-1--tanh(x)", -1, 1}, {"tanh(x)--1", 1, 1},
};
static const char *const others[] = {"2+erf(x)",  "1/2-erf(x)", "erf(x)",   "1+erfc(x)",
                                     "1*erf(x)",  "erf(x)/1",   "x-erf(x)", "tanh(x)+erf(x)",
                                     "1+sinh(x)", "1+1",        "1+pi"};

static void test_complements_found(void) {
  int wrong = 0;
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
    EXPRESSION *e = tmd_expression_parse(sums[i].text);
    struct tmd_complement c;
    const int is = tmd_interval_is_complement(&c, e->written);
    const int good = is && c.s == sums[i].s && c.t == sums[i].t &&
                     strstr(sums[i].text, c.function->name) && c.u->kind == TMD_NODE_VARIABLE;
    if (!good) wrong++, printf("# %s\n", sums[i].text);
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    EXPRESSION *e = tmd_expression_parse(others[i]);
    struct tmd_complement c;
    if (tmd_interval_is_complement(&c, e->written)) wrong++, printf("# %s\n", others[i]);
  }
  tap_ok(wrong == 0, "sums of 1 or -1 and erf or tanh are found, with their signs, and no others");
}

/* At random points of [-2^e, 2^e], and intervals of some last places of them; or of these with
   another sign s or t. */
static struct counts complement_many(const char *text, int e, int change_s, int change_t) {
  struct counts counts = {0};
  FLOATS(BITS, width);
  EXPRESSION *expression = tmd_expression_parse(text);
  struct tmd_complement c;
  SCOPED_STRUCT(tmd_interval, u);
  SCOPED_STRUCT(tmd_interval, y);
  SCOPED(arb, ball, x);
  mpfr_set_prec(u.low, BITS), mpfr_set_prec(u.high, BITS);
  for (int k = 0; k < 200; k++) {
    const double point = ldexp((double)(int64_t)test_random(),
                               e - 63 - (k % 3 == 1 ? (int)(test_random() % 40) : 0));
    arb_set_d(x, point);
    mpfr_set_d(u.low, point, MPFR_RNDD), mpfr_set_d(u.high, point, MPFR_RNDU);
    if (k % 2) mpfr_nextbelow(u.low);
    if (k % 4 == 3) mpfr_nextabove(u.high);
    tmd_interval_settle(&u);
    tmd_interval_is_complement(&c, expression->written);
    if (change_s) c.s = -c.s;
    if (change_t) c.t = -c.t;
    tmd_interval_complement(&y, &c, &u, BITS);
    tmd_node_value(expression->written, ball, x, MOST_BITS);
    counts.outside += y.defined != TMD_DEFINED || !meets(&y, ball);
    mpfr_sub(width, y.high, y.low, MPFR_RNDU);
    counts.wide +=
        !mpfr_zero_p(width) && mpfr_get_exp(width) > mpfr_get_exp(y.low) - BITS + LOST_BITS;
  }
  return counts;
}

static void test_complements(void) {
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
    const int e = strstr(sums[i].text, "erf")
                      ? 5
                      : 8; /* erfc(32) is about 2^-1483, 1 - tanh(256) about 2^-738 */
    const struct counts right = complement_many(sums[i].text, e, 0, 0),
                        s = complement_many(sums[i].text, e, 1, 0),
                        t = complement_many(sums[i].text, e, 0, 1);
    tap_ok(right.outside == 0 && right.wide == 0 && s.outside > 150 && t.outside > 150,
           "%s: no value outside, all to %d bits; with other signs %ld and %ld of 200 are outside",
           sums[i].text, BITS - LOST_BITS, s.outside, t.outside);
  }
}

int main(void) {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  test_decided();
  test_containment();
  test_altered();
  test_far();
  test_long();
  test_two_libraries();
  test_borders();
  test_extremes();
  test_complements_found();
  test_complements();
  return tap_done();
}
