/* Confirmation (lib/cell/confirm.h) against the reference: known hard cases, exact cases,
   thresholds, random arguments, wrong cells. Scattered cells: tests/reference/small-formats.bats.
 */
#include "lib/base/arb-compat.h"
#include "lib/cell/confirm.h"
#include "lib/expression/expression.h"
#include "tests/reference/reference.h"
#include "tests/unit/argument-text.h"
#include "tests/unit/problems.h"
#include "tests/unit/tap.h"

static const char *const modes_names[] = {"all", "directed", "nearest"};

static int confirm(const struct tmd_problem *p, const struct tmd_cell *cell, tmd_u128 X,
                   int precision, struct tmd_case_record *c) {
  const struct tmd_segment segment = {p, tmd_resolve(p->name), *cell, X, X + 1};
  return tmd_confirm_case(&segment, X, precision, c);
}

/* 1 if tmd_confirm_case finds what the reference finds; *decision gets what it returned. */
static int agrees(const struct tmd_problem *p, const struct tmd_cell *cell, tmd_u128 X,
                  const struct ref *r, int *decision, struct tmd_case_record *c) {
  memset(c, 0xff, sizeof *c);
  *decision = confirm(p, cell, X, 0, c);
  if (*decision != 1) return *decision == 0 && !r->hard;
  if (!r->hard || tmd_wide_load(c->X) != X || c->undecided_bits || c->reserved0) return 0;
  const int exact = r->hardness == REF_EXACT;
  return c->flags == (TMD_CASE_CONFIRMED | (exact ? TMD_CASE_EXACT : 0) |
                      (r->midpoint ? TMD_CASE_MIDPOINT : 0)) &&
         c->hardness == r->hardness && c->distance_negative == r->negative &&
         c->distance_mantissa == (exact ? 0 : r->mantissa) &&
         c->distance_exponent == (exact ? 0 : r->exponent);
}

/* The argument's own cell, by the reference. Returns its class. */
static enum ref_class own_cell(struct tmd_cell *cell, tmd_u128 *X, struct ref *r,
                               const struct tmd_problem *p, const char *x) {
  memset(cell, 0, sizeof *cell);
  if (test_argument_parse(x, &p->in, &cell->sign_x, &cell->e_in, X)) {
    printf("# %s\n", tmd_error_text());
    return REF_OUTSIDE;
  }
  *r = ref_at(p, ref_find(p->name), cell->sign_x, cell->e_in, *X, 1);
  cell->sign_f = r->sign_f;
  cell->e_out = r->e_out;
  return r->class;
}

struct known {
  const char *function, *x;
  int hardness; /* binary64, all modes */
};
static const struct known known[] = {
    {"log", "0x1.62a88613629b6p+678", 64},  {"log10", "0x1.e12d66744ff81p+429", 68},
    {"exp10", "-0x1.1416c72a588a6p-1", 65}, {"exp2", "0x1.e4596526bf94dp-10", 59},
    {"sin", "0x1.6c6cbc45dc8dep+5", 67},    {"asin", "0x1.e9950730c4696p-2", 64},
    {"sin", "0x1.e0000000001c2p-20", 72},   {"rsqrt", "0x1.a6a9cc15abccep+0", 57},
    {"cbrt", "0x1.9b78223aa307cp+1", 55},   {"exp", "0x1.9e9cbbfd6080bp-31", -1},
    {"atan", "0x1.ffffffffffffep-20", -1},  {"tan", "-0x1.dffffffffff1fp-22", -1},
};

static void test_known(void) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    struct tmd_problem p = problem_of(known[i].function, "binary64", "binary64", TMD_MODES_ALL, 44);
    struct tmd_case_record c;
    struct tmd_cell cell;
    struct ref r;
    tmd_u128 X;
    int decision, good = own_cell(&cell, &X, &r, &p, known[i].x) == REF_VALUE;
    good = good && agrees(&p, &cell, X, &r, &decision, &c) &&
           (known[i].hardness < 0 || (decision == 1 && c.hardness == known[i].hardness));
    tap_ok(good, "%s at %s: hardness %d", known[i].function, known[i].x, r.hardness);
    /* just inside and just outside: the threshold is the hardness, and one more */
    good = 1;
    for (int modes = 0; modes < 3; modes++) {
      p.modes = (enum tmd_modes)modes;
      p.bits = 1;
      own_cell(&cell, &X, &r, &p, known[i].x);
      if (!r.hard) continue;
      const int k = r.hardness;
      for (p.bits = k - 1 > 1 ? k - 1 : 1; p.bits <= k + 1; p.bits++) {
        own_cell(&cell, &X, &r, &p, known[i].x);
        good &= agrees(&p, &cell, X, &r, &decision, &c) && decision == (p.bits <= k);
      }
    }
    tap_ok(good, "%s at %s: a case up to a threshold of its hardness, in each mode",
           known[i].function, known[i].x);
  }
}

/* What a value is: a number, a midpoint, or neither of the output format. */
enum { NUMBER, MIDPOINT, NEITHER };
static const struct {
  const char *function, *in, *out, *x;
  int what;
} exact[] = {
    {"exp", "binary64", "binary64", "0x1p-1074", NEITHER},
    {"exp2", "binary64", "binary64", "0x1.8p+3", NUMBER},
    {"exp2", "binary64", "binary64", "-0x1.0c8p+10", NUMBER},   /* 2^-1074, the least subnormal */
    {"exp2", "binary64", "binary64", "-0x1.0ccp+10", MIDPOINT}, /* 2^-1075 */
    {"exp2", "binary64", "binary64", "0x1.ff8p+9", NUMBER},     /* 2^1023 */
    {"exp10", "binary64", "binary64", "0x1.6p+4", NUMBER},      /* 10^22 */
    {"exp10", "binary64", "binary64", "0x1.7p+4", MIDPOINT},    /* 10^23: 5^23 has 54 bits */
    {"exp10", "binary64", "binary64", "0x1.8p+4", NEITHER},     /* 10^24 */
    {"log", "binary64", "binary64", "0x1.0000000000001p+0", NEITHER},
    {"log2", "binary64", "binary64", "0x1p-1074", NUMBER},
    {"log2", "binary64", "3,-10,12", "0x1p+11", MIDPOINT},    /* 11 in three bits: 10 or 12 */
    {"log10", "binary64", "binary64", "0x1.f4p+9", NUMBER},   /* 1000 */
    {"log10", "binary64", "2,-3,6", "0x1.86ap+16", MIDPOINT}, /* 5 in two bits */
    {"cbrt", "binary64", "binary64", "-0x1.bp+4", NUMBER},    /* -27 */
    {"cbrt", "binary64", "binary64", "0x1p-1074", NUMBER},    /* 2^-358 */
    {"cbrt", "binary128", "binary32", "0x1.000003000003000001p+0", MIDPOINT}, /* (1 + 2^-24)^3 */
    {"cbrt", "binary64", "4,-9,9", "0x1.331p+12", MIDPOINT},                  /* 17^3 */
    {"rsqrt", "binary64", "binary64", "0x1p-1074", NUMBER},                   /* 2^537 */
    {"rsqrt", "binary64", "binary64", "0x1p+1022", NUMBER},
    {"rsqrt", "binary64", "binary64", "0x1p+1023", NEITHER},
    {"rsqrt", "binary64", "2,-3,8", "0x1.8p-3", NEITHER},
};

static void test_exact(void) {
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
    for (int modes = 0; modes < 3; modes++) {
      const struct tmd_problem p =
          problem_of(exact[i].function, exact[i].in, exact[i].out, (enum tmd_modes)modes, 2);
      struct tmd_case_record c;
      struct tmd_cell cell;
      struct ref r;
      tmd_u128 X;
      int decision, good = own_cell(&cell, &X, &r, &p, exact[i].x) == REF_VALUE &&
                           agrees(&p, &cell, X, &r, &decision, &c);
      const int wanted = modes == TMD_MODES_ALL        ? exact[i].what != NEITHER
                         : modes == TMD_MODES_DIRECTED ? exact[i].what == NUMBER
                                                       : exact[i].what == MIDPOINT;
      good = good && wanted == (decision == 1 && (c.flags & TMD_CASE_EXACT));
      if (good && wanted) good = !(c.flags & TMD_CASE_MIDPOINT) == (exact[i].what == NUMBER);
      tap_ok(good, "%s at %s, modes %s: %s", exact[i].function, exact[i].x, modes_names[modes],
             !wanted                   ? "not exact"
             : exact[i].what == NUMBER ? "an exact number"
                                       : "an exact midpoint");
    }
}

/* Random arguments at low thresholds: half of them and more are cases. */
static void test_random_arguments(void) {
  static const char *const formats[] = {"binary16", "bfloat16", "binary32",
                                        "binary64", "binary80", "binary128"};
  long compared = 0, cases = 0, subnormal = 0, wrong = 0, refused = 0, moved = 0;
  for (int round = 0; round < 10000; round++) {
    const struct ref_function *f = ref_functions + test_random() % REF_FUNCTIONS;
    const int in = (int)(test_random() % 6),
              out = test_random() % 4 ? in : (int)(test_random() % 6);
    struct tmd_problem p =
        problem_of(f->name, formats[in], formats[out], (enum tmd_modes)(test_random() % 3),
                   1 + (int)(test_random() % 6));
    const int wide = test_random() % 8 == 0,
              e = wide ? p.in.emin + (int)(test_random() % 40) : (int)(test_random() % 28) - 18;
    const tmd_u128 one = (tmd_u128)1 << (p.in.p - 1), X = one + (test_random128() & (one - 1));
    struct tmd_cell cell = {.sign_x = (int)(test_random() % 2), .e_in = e};
    if (e < p.in.emin || e > p.in.emax) continue;
    struct ref r = ref_at(&p, f, cell.sign_x, e, X, 1);
    if (r.class != REF_VALUE || r.unresolved || r.coarse) continue;
    struct tmd_case_record c;
    int decision;
    cell.sign_f = r.sign_f, cell.e_out = r.e_out;
    compared++;
    if (!agrees(&p, &cell, X, &r, &decision, &c) && !wrong++)
      printf("# %s, %s to %s, modes %s, bits %d, sign %d e_in %d X %.17g\n", f->name, formats[in],
             formats[out], modes_names[p.modes], p.bits, cell.sign_x, e, (double)X);
    cases += decision == 1;
    subnormal += r.e_out == p.out.emin;
    /* in another cell it is refused; the lowest cell takes everything below */
    struct tmd_cell other = cell;
    if (test_random() % 2) other.sign_f ^= 1;
    else other.e_out += test_random() % 2 ? 1 : -1;
    if (other.e_out < p.out.emin || other.e_out > p.out.emax ||
        (other.e_out == p.out.emin && cell.e_out == other.e_out && other.sign_f == cell.sign_f))
      continue;
    moved++;
    decision = confirm(&p, &other, X, 0, &c);
    /* next to a power of two, far from midpoints in both its cells, it may also be decided at once
     */
    refused += decision == -1 || (decision == 0 && p.modes == TMD_MODES_NEAREST && r.hardness == 0);
  }
  tap_ok(
      !wrong && compared > 5000,
      "%ld random arguments, %ld of them cases, %ld in the lowest cell, as the reference has them",
      compared, cases, subnormal);
  tap_ok(refused == moved && moved > 2500, "in a wrong cell each is an error (%ld of %ld)", refused,
         moved);
}

static void test_undecided(void) {
  const struct tmd_problem p = problem_of("tanh", "binary64", "binary64", TMD_MODES_ALL, 44);
  const struct tmd_cell cell = {0, 0, 16, -1};
  struct tmd_case_record c;
  const tmd_u128 X = (tmd_u128)1 << 52;
  int decision = confirm(&p, &cell, X, 0, &c);
  tap_ok(decision == 1 && c.flags == TMD_CASE_UNDECIDED &&
             c.undecided_bits == TMD_FUNCTION_BITS_MAX && tmd_wide_load(c.X) == X,
         "1 - tanh(65536) is beyond 65536 bits: undecided, and flagged so");
  /* next to 0, where no plan has a cell: exp(-2^30) is 2^-1549082004.7 */
  const struct tmd_cell least = {1, 0, 40, p.out.emin}, lesser = {1, 0, 30, p.out.emin};
  const struct tmd_problem exp = problem_of("exp", "binary64", "binary64", TMD_MODES_ALL, 44);
  tap_ok(confirm(&exp, &least, X, 1 << 10, &c) == 1 && c.flags == TMD_CASE_UNDECIDED,
         "a record has no room for the exponent of exp(-2^40): undecided");
  tap_ok(confirm(&exp, &lesser, X, 1 << 10, &c) == 1 && c.flags == TMD_CASE_CONFIRMED &&
             c.distance_exponent == -1549080929,
         "but for that of exp(-2^30)");
}

/* x - exp(-x) lies below x by 2^-5910 at 4096. Of x less a hidden 0 it is not decided there on
   which side of 2^12 it lies. */
static void test_precision(void) {
  const struct tmd_problem p = problem_of("x-exp(-x)", "binary16", "bfloat16", TMD_MODES_ALL, 4);
  const struct tmd_problem hidden =
      problem_of("x*(sin(2*x)^2+cos(x+x)^2)", "binary16", "bfloat16", TMD_MODES_ALL, 4);
  const struct tmd_cell cell = {0, 0, 12, 12}, wrong = {0, 0, 12, 13};
  struct tmd_case_record c;
  int good = confirm(&p, &cell, 1028, 0, &c) == 1 && c.undecided_bits == TMD_EXPRESSION_BITS_MAX;
  good = good && confirm(&p, &cell, 1028, 1 << 14, &c) == 1 &&
         c.flags == (TMD_CASE_CONFIRMED | TMD_CASE_MIDPOINT) && c.distance_negative;
  tap_ok(good && c.hardness == -c.distance_exponent && c.hardness > 5900,
         "undecided at 4096 bits, and certain at more");
  tap_ok(confirm(&hidden, &cell, 1024, 1 << 10, &c) == 1 && c.flags == TMD_CASE_UNDECIDED &&
             c.undecided_bits == 1 << 10,
         "undecided where the cell is, however many bits");
  tap_ok(confirm(&p, &wrong, 1028, 1 << 14, &c) == -1, "but no other argument of another cell");
  const struct tmd_cell far = {0, 0, 15, 15};
  tap_ok(confirm(&p, &far, 2032, 1 << 17, &c) == 1 && c.flags == TMD_CASE_CONFIRMED &&
             c.hardness == TMD_HARDNESS_MOST &&
             tmd_problem_hardness(&p, c.distance_exponent) > 90000,
         "a hardness beyond what a record can say is the greatest it can");
}

/* ---- Given up early ---- */

static const struct tmd_function *expression;
static long less; /* by how much less the rest is said to be */

static int altered_next_to(const struct tmd_function *f, fmpq_t number, long *high,
                           const mpfr_t x) {
  const int found = expression->methods->next_to(f, number, high, x);
  *high -= less;
  return found;
}

static const struct {
  const char *function;
  int sign_x, e_in, e_out;
  unsigned X;
} next_to[] = {
    {"x-exp(-x)", 0, 12, 12, 1028},               /* next to a midpoint, by 2^-5932, */
    {"x-exp(-x)", 0, 12, 12, 1032},               /* a number, */
    {"x^2*exp(-x)/(1+exp(-x))", 1, 12, 23, 1024}, /* 2^24, from below, */
    {"x^2*exp(-x)/(1+exp(-x))", 1, 12, 24, 1040}, /* 65^2 2^12, at the threshold, */
    {"x^3/(exp(x)-1)", 1, 12, 36, 1024},          /* 2^36, from above, */
    {"cosh(exp(-x))", 0, 11, 0, 1024},            /* and 1 */
};

/* 1 if f(x) less the number is not 0, and below 2^(high - halves); -1: nothing is known. */
static int lies_next_to(const char *name, double x, int halves) {
  const struct tmd_function *f = tmd_resolve(name);
  enum { PRECISION = 20000 };
  long high;
  FLOATS(53, argument);
  SCOPED(fmpq, number);
  SCOPED(arb, rest, n);
  SCOPED(arb_poly, w);
  mpfr_set_d(argument, x, MPFR_RNDN);
  int lies = f->methods->next_to(f, number, &high, argument) ? 1 : -1;
  if (lies > 0) {
    arb_set_d(rest, x);
    tmd_function_series(f, w, rest, 1, PRECISION);
    arb_poly_get_coeff_arb(rest, w, 0);
    arb_set_fmpq(n, number, PRECISION);
    arb_sub(rest, rest, n, PRECISION);
    lies = arb_is_nonzero(rest);
    arb_mul_2exp_si(rest, rest, halves - high);
    arb_abs(rest, rest);
    arb_sub_si(rest, rest, 1, PRECISION);
    lies = lies && arb_is_negative(rest);
  }
  return lies;
}

static void test_next_to(void) {
  static const char *const names[] = {"x-exp(-x)",       "x^2*exp(x)/(1+exp(x))",
                                      "x^3/(exp(-x)-1)", "cosh(exp(-x))",
                                      "x*tanh(x)",       "5-erfc(x)",
                                      "1+exp2(-x)",      "(x+1)*(2+exp(-x))"};
  static const char *const none[] = {"x+1",      "sin(x)^2+cos(x)^2", "x*(sin(2*x)^2+cos(x+x)^2)",
                                     "2*exp(x)", "exp(log(x))",       "log(x-50)+1"};
  int wrong = 0, sharp = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    for (double x = 32; x < 70; x++) {
      wrong += lies_next_to(names[i], x, 0) != 1;
      sharp += lies_next_to(names[i], x, 1) == 0;
    }
  tap_ok(wrong == 0 && sharp > 0,
         "values lie next to numbers, by less than is said, and not all by less than half of that");
  wrong = 0;
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    wrong += lies_next_to(none[i], 40, 0) != -1;
  tap_ok(wrong == 0, "of what is a number, or may be, or is next to none, nothing is said");
}

/* As the decisions at growing precision are without the early end, so they are with it, but with
   one that takes the rest for less than it is. */
static void test_early_end(void) {
  for (size_t i = 0; i < sizeof next_to / sizeof *next_to; i++) {
    const struct tmd_problem p =
        problem_of(next_to[i].function, "binary16", "bfloat16", TMD_MODES_ALL, 4);
    struct tmd_methods with, without;
    struct tmd_function f;
    expression = tmd_resolve(next_to[i].function);
    with = without = *expression->methods;
    with.next_to = altered_next_to, without.next_to = NULL;
    f = *expression;
    const struct tmd_segment segment = {&p,
                                        &f,
                                        {next_to[i].sign_x, 0, next_to[i].e_in, next_to[i].e_out},
                                        next_to[i].X,
                                        next_to[i].X + 1};
    int differences[2] = {0, 0}, undecided = 0, decided = 0;
    for (int precision = 300; precision < 7000;
         precision += precision < 5800 || precision > 6130 ? 500 : 10) {
      struct tmd_case_record c[2];
      f.methods = &without;
      const int verdict = tmd_confirm_case(&segment, next_to[i].X, precision, &c[0]);
      decided += verdict == 1 && (c[0].flags & TMD_CASE_CONFIRMED);
      undecided += verdict == 1 && (c[0].flags & TMD_CASE_UNDECIDED);
      f.methods = &with;
      for (int lies = 0; lies < 2; lies++) {
        less = lies ? 200 : 0;
        const int other = tmd_confirm_case(&segment, next_to[i].X, precision, &c[1]);
        differences[lies] += other != verdict || (other == 1 && memcmp(&c[0], &c[1], sizeof *c));
      }
    }
    tap_ok(
        differences[0] == 0 && undecided > 10 && decided > 2 && differences[1] > 0,
        "%s at X = %u: given up at %d precisions as before, but not if its rest were 2^-200 of that",
        next_to[i].function, next_to[i].X, undecided);
  }
}

int main(void) {
  ref_bits_max = 1 << 15;
  test_known();
  test_exact();
  test_random_arguments();
  test_undecided();
  test_precision();
  test_next_to();
  test_early_end();
  return tap_done();
}
