/* 1 + erf(u) and its kin by MPFR's intervals (interval-complement.c) against balls of many more
   bits on the tree as it was written: the value lies in the interval, which is narrow also where
   all bits cancel; with another sign it would not. */
#include "lib/expression/interval/mpfr-interval.h"
#include "tests/unit/expressions.h"
#include "tests/unit/tap.h"

enum { BITS = 100, LOST_BITS = 12, ARB_BITS = 6000 };

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

static void test_found(void) {
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

struct counts {
  int outside, wide;
};

/* The interval against the ball. */
static void compare(struct counts *counts, const struct tmd_interval *y, const arb_t ball) {
  SCOPED(arf, low, high, end);
  FLOATS(BITS, width);
  arf_set_mpfr(low, y->low), arf_set_mpfr(high, y->high);
  arb_get_lbound_arf(end, ball, ARB_BITS);
  int meets = y->defined == TMD_DEFINED && arf_cmp(end, high) <= 0;
  arb_get_ubound_arf(end, ball, ARB_BITS);
  meets = meets && arf_cmp(end, low) >= 0;
  mpfr_sub(width, y->high, y->low, MPFR_RNDU);
  counts->outside += !meets;
  counts->wide +=
      !mpfr_zero_p(width) && mpfr_get_exp(width) > mpfr_get_exp(y->low) - BITS + LOST_BITS;
}

/* At random points of [-2^e, 2^e], and intervals of some last places of them; or of these with
   another sign s or t. */
static struct counts compare_many(const char *text, int e, int change_s, int change_t) {
  struct counts counts = {0, 0};
  EXPRESSION *expression = tmd_expression_parse(text);
  struct tmd_interval u, y;
  struct tmd_complement c;
  tmd_interval_init(&u), tmd_interval_init(&y);
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
    tmd_node_value(expression->written, ball, x, ARB_BITS);
    compare(&counts, &y, ball);
  }
  tmd_interval_clear(&u), tmd_interval_clear(&y);
  return counts;
}

static void test_values(void) {
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
    const int e = strstr(sums[i].text, "erf")
                      ? 5
                      : 8; /* erfc(32) is about 2^-1483, 1 - tanh(256) about 2^-738 */
    const struct counts right = compare_many(sums[i].text, e, 0, 0),
                        s = compare_many(sums[i].text, e, 1, 0),
                        t = compare_many(sums[i].text, e, 0, 1);
    tap_ok(right.outside == 0 && right.wide == 0 && s.outside > 150 && t.outside > 150,
           "%s: no value outside, all to %d bits; with other signs %d and %d of 200 are outside",
           sums[i].text, BITS - LOST_BITS, s.outside, t.outside);
  }
}

int main(void) {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  test_found();
  test_values();
  return tap_done();
}
