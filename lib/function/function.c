#include "lib/function/function.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/ball.h"
#include "lib/base/error.h"
#include "lib/function/expression/expression.h"
#include "lib/function/expression/named.h"
#include "lib/function/quick.h"

enum {
  PARAMETER_MOST = 1000000000,
  DIGITS_BYTES = 16,
  VANISHING_PRECISION = 64,
  PLACE_PRECISION = 32,
  BALL_PRECISION = 64,
  BEYOND = 1 << 22 /* exponents that no format has (lib/problem/problem.c) */
};

/* ---- Methods ---- */

/* A correctly rounded value, rounded toward zero, has the exponent of the exact one (or raises the
   overflow or underflow flag, far outside every format). */
static struct tmd_place place_by_mpfr(const struct tmd_function *f, const mpfr_t x) {
  int out_of_range;
  mpfr_t y;
  mpfr_init2(y, PLACE_PRECISION);
  const int exact = tmd_function_mpfr(f, y, x, MPFR_RNDZ, &out_of_range) == 0 && !out_of_range;
  struct tmd_place place = {.kind = TMD_PLACE_BETWEEN, .sign = mpfr_signbit(y) != 0};
  if (mpfr_nan_p(y) || mpfr_divby0_p()) place.kind = TMD_PLACE_OUTSIDE;
  else if (mpfr_zero_p(y))
    place.kind = exact ? TMD_PLACE_ZERO : TMD_PLACE_BETWEEN, place.low = LONG_MIN;
  else place.low = mpfr_inf_p(y) ? LONG_MAX - 1 : mpfr_get_exp(y) - 1;
  place.high = place.low + 1;
  mpfr_clear(y);
  return place;
}

static struct tmd_place place_by_arb(const struct tmd_function *f, const mpfr_t x) {
  struct tmd_place place = {.kind = TMD_PLACE_UNDECIDED};
  if (mpfr_cmp_d(x, f->least) < 0 || mpfr_cmp_d(x, f->greatest) > 0)
    return (struct tmd_place){.kind = TMD_PLACE_OUTSIDE};
  arb_t y;
  arb_poly_t series;
  arb_init(y);
  arb_poly_init(series);
  arf_set_mpfr(arb_midref(y), x);
  f->methods->series(f, series, y, 1, BALL_PRECISION);
  arb_poly_get_coeff_arb(y, series, 0);
  if (arb_is_zero(y)) {
    place.kind = TMD_PLACE_ZERO;
  } else if (arb_is_finite(y) && !arb_contains_zero(y)) {
    place.kind = TMD_PLACE_BETWEEN;
    place.sign = arb_is_negative(y);
    tmd_ball_log2_range(&place.low, &place.high, y, BALL_PRECISION);
    if (place.high < LONG_MAX) place.high++;
  }
  arb_clear(y);
  arb_poly_clear(series);
  return place;
}

static int single_step(const struct tmd_function *f, struct tmd_quick *quick) {
  return f->quick == TMD_QUICK_NONE
             ? -1
             : tmd_quick_add(quick, &(struct tmd_quick_step){.op = f->quick});
}

/* What the table's functions and members of families share. */
#define BY_LIBRARY                                                              \
  .place = place_by_mpfr, .place_by_other = place_by_arb, .steps = single_step, \
  .bits_max = TMD_FUNCTION_BITS_MAX, .evaluations = 1, .cell_ns = TMD_CELL_NS,  \
  .oscillates_throughout = 1

static void entry_series(const struct tmd_function *f, arb_poly_t y, const arb_t x, slong len,
                         slong prec) {
  f->series(y, x, len, prec);
}
static int entry_mpfr(const struct tmd_function *f, mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  return f->mpfr(y, x, round);
}
static const struct tmd_methods of_entries = {
    .series = entry_series, .jet = entry_series, .mpfr = entry_mpfr, BY_LIBRARY};

static void member_series(const struct tmd_function *f, arb_poly_t y, const arb_t x, slong len,
                          slong prec) {
  f->series_n(y, x, f->n, len, prec);
}
static int member_mpfr(const struct tmd_function *f, mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  return f->mpfr_n(y, x, f->n, round);
}
static const struct tmd_methods of_members = {
    .series = member_series, .jet = member_series, .mpfr = member_mpfr, BY_LIBRARY};

/* ---- The table ---- */

static int lgamma_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  int sign;
  return mpfr_lgamma(y, &sign, x, round);
}

/* 4x modulo 8, or -1 if that is no integer. */
static int eighths(const mpfr_t x) {
  mpfr_t t;
  mpfr_init2(t, mpfr_get_prec(x));
  mpfr_mul_2ui(t, x, 2, MPFR_RNDN);
  int k = -1;
  if (mpfr_integer_p(t)) {
    mpfr_fmod_ui(t, t, 8, MPFR_RNDN);
    k = (int)mpfr_get_si(t, MPFR_RNDN) & 7;
  }
  mpfr_clear(t);
  return k;
}

/* MPFR's functions compute for a while before they see that a value is 0, 1 or -1; millions of
   arguments have such values. */
static int sinpi_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  const int k = eighths(x);
  return k < 0 || k & 1 ? mpfr_sinpi(y, x, round)
                        : mpfr_set_si(y, (k >> 1 & 1) * (2 - (k >> 1)), round);
}

static int cospi_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  const int k = eighths(x);
  return k < 0 || k & 1 ? mpfr_cospi(y, x, round) : mpfr_set_si(y, k & 2 ? 0 : 1 - (k >> 1), round);
}

static int tanpi_mpfr(mpfr_t y, const mpfr_t x, mpfr_rnd_t round) {
  const int k = eighths(x);
  if (k < 0) return mpfr_tanpi(y, x, round);
  if ((k & 3) != 2) return mpfr_set_si(y, (k & 1) * (2 - (k & 3)), round);
  mpfr_set_inf(y, k == 2 ? 1 : -1);
  mpfr_set_divby0();
  return 0;
}

/* Multiples of pi/2: sine and cosine are 0, 1 or -1. */
static enum tmd_theorem half_integers(int sign_x, int unit) {
  (void)sign_x;
  return unit >= -1 ? TMD_THEOREM_EXACT : TMD_THEOREM_NONE;
}

/* Multiples of pi/4: the tangent is 0, 1, -1 or has a pole. */
static enum tmd_theorem quarter_integers(int sign_x, int unit) {
  (void)sign_x;
  return unit >= -2 ? TMD_THEOREM_EXACT : TMD_THEOREM_NONE;
}

static enum tmd_theorem poles_of_gamma(int sign_x, int unit) {
  return sign_x && unit >= 0 ? TMD_THEOREM_OUTSIDE : TMD_THEOREM_NONE;
}

/* |gamma(-a)| = pi/(|sin pi a| gamma(1 + a)), |sin pi a| >= 2 dist(a, Z) >= 2^(unit+1), and gamma
   rises from 2 on: so it is below 2^e if log gamma(1 + a) > log(pi/2) - (unit + e) log 2 at the
   least a >= 1. */
static int gamma_vanishes(const arb_t x, int unit, long e) {
  arb_t left, right, log2;
  arb_init(left), arb_init(right), arb_init(log2);
  arb_sub_si(left, x, 1, VANISHING_PRECISION);
  arb_neg(left, left);
  int result = unit < 0 && arf_cmp_si(arb_midref(x), -1) <= 0;
  arb_lgamma(left, left, VANISHING_PRECISION);
  arb_const_pi(right, VANISHING_PRECISION);
  arb_mul_2exp_si(right, right, -1);
  arb_log(right, right, VANISHING_PRECISION);
  arb_const_log2(log2, VANISHING_PRECISION);
  arb_mul_si(log2, log2, unit + e, VANISHING_PRECISION);
  arb_sub(right, right, log2, VANISHING_PRECISION);
  result = result && arb_gt(left, right);
  arb_clear(left), arb_clear(right), arb_clear(log2);
  return result;
}

#define LINE .least = -INFINITY, .greatest = INFINITY
#define POSITIVE .least = 0, .greatest = INFINITY
#define NOT_NEGATIVE .least = 0, .greatest = INFINITY, .least_closed = 1
#define FROM_ONE .least = 1, .greatest = INFINITY, .least_closed = 1
#define FROM_MINUS_ONE .least = -1, .greatest = INFINITY
#define UNIT .least = -1, .greatest = 1, .least_closed = 1, .greatest_closed = 1
#define OPEN_UNIT .least = -1, .greatest = 1
#define ODD .symmetry.parity = TMD_PARITY_ODD
#define EVEN .symmetry.parity = TMD_PARITY_EVEN
#define SCALE(from, to)                                \
  .symmetry.step = TMD_STEP_SCALE, .symmetry.a = from, \
  .symmetry.b = to /* f(2^from x) = 2^to f(x) */
#define STEP(kind) .symmetry.step = TMD_STEP_##kind
#define MONOTONE .monotone = 1
#define CONSTANT .model = TMD_MODEL_CONSTANT
#define IDENTITY .model = TMD_MODEL_IDENTITY
#define QUICK(op) .quick = TMD_QUICK_##op
#define ROOT(of) .exact_rule = TMD_EXACT_ROOT, .n = of

/* transcendental at every other rational argument: Lindemann (exp and its kin), Gelfond-Schneider
   (powers and logarithms to other bases, and by exp(i pi x) the inverse functions over pi) */
static const char lindemann[] = "only at 0 (Lindemann)";
static const char lindemann_one[] = "only at 1 (Lindemann)";
static const char poles_of_gammas[] = "0, -1, -2, ...";
#define NO_THEOREM "no theorem excludes others, MPFR decides"

#define ENTRY_BY(function, by) \
  .name = #function, .methods = &of_entries, .series = tmd_series_##function, .mpfr = by
#define ENTRY(function) ENTRY_BY(function, mpfr_##function)
static const struct tmd_function table[] = {
    {ENTRY(exp), LINE, MONOTONE, CONSTANT, .exact = lindemann},
    {ENTRY(exp2), LINE, STEP(ADD), .symmetry.b = 1, MONOTONE, CONSTANT,
     .exact = "at integers (2^(a/b) is irrational, Gauss)"},
    {ENTRY(exp10), LINE, MONOTONE, CONSTANT, .exact = "at integers n >= 0 with 5^n short enough"},
    {ENTRY(expm1), LINE, MONOTONE, IDENTITY, .exact = lindemann},
    {ENTRY(exp2m1), LINE, MONOTONE, .exact = "at integers (2^(a/b) is irrational, Gauss)"},
    {ENTRY(exp10m1), LINE, MONOTONE, .exact = "at integers n >= 0 with 10^n - 1 short enough"},
    {ENTRY(log), POSITIVE, MONOTONE, .exact = lindemann_one},
    {ENTRY(log2), POSITIVE, STEP(LOG2), MONOTONE, .exact = "at powers of two (Gelfond-Schneider)"},
    {ENTRY(log10), POSITIVE, MONOTONE, .exact = "at powers of ten (Gelfond-Schneider)"},
    {ENTRY(log1p), FROM_MINUS_ONE, MONOTONE, IDENTITY, .exact = lindemann},
    {ENTRY(log2p1), FROM_MINUS_ONE, MONOTONE, .exact = "at 2^n - 1 (Gelfond-Schneider)"},
    {ENTRY(log10p1), FROM_MINUS_ONE, MONOTONE, .exact = "at 10^n - 1 (Gelfond-Schneider)"},
    {ENTRY(sqrt), NOT_NEGATIVE, SCALE(2, 1), MONOTONE, ROOT(2),
     .exact = "at squares (the root is rational only there)"},
    {ENTRY_BY(rsqrt, mpfr_rec_sqrt), POSITIVE, SCALE(2, -1), MONOTONE, ROOT(-2),
     .exact = "at even powers of two (x y^2 = 1 in dyadic rationals)"},
    {ENTRY(cbrt), LINE, ODD, SCALE(3, 1), MONOTONE, ROOT(3),
     .exact = "at cubes (the root is rational only there)"},
    {ENTRY(sin), LINE, ODD, IDENTITY, QUICK(SIN), .exact = lindemann},
    {ENTRY(cos), LINE, EVEN, CONSTANT, QUICK(COS), .exact = lindemann},
    {ENTRY(tan), LINE, ODD, .poles = "odd multiples of pi/2", IDENTITY, QUICK(TAN),
     .exact = lindemann},
    {ENTRY_BY(sinpi, sinpi_mpfr), LINE, ODD, STEP(ALTERNATE), QUICK(SINPI),
     .exact_rule = TMD_EXACT_SINPI, .exact = "at multiples of 1/2 (Niven)",
     .theorem = half_integers},
    {ENTRY_BY(cospi, cospi_mpfr), LINE, EVEN, STEP(ALTERNATE), CONSTANT, QUICK(COSPI),
     .exact_rule = TMD_EXACT_COSPI, .exact = "at multiples of 1/2 (Niven)",
     .theorem = half_integers},
    {ENTRY_BY(tanpi, tanpi_mpfr), LINE, ODD, STEP(ADD), .poles = "odd multiples of 1/2",
     QUICK(TANPI), .exact_rule = TMD_EXACT_TANPI, .exact = "at multiples of 1/4 (Niven)",
     .theorem = quarter_integers},
    {ENTRY(asin), UNIT, ODD, MONOTONE, IDENTITY, .exact = lindemann},
    {ENTRY(acos), UNIT, MONOTONE, .exact = lindemann_one},
    {ENTRY(atan), LINE, ODD, MONOTONE, IDENTITY, .exact = lindemann},
    {ENTRY(asinpi), UNIT, ODD, MONOTONE, .exact = "at 0, 1 and -1 (Gelfond-Schneider, Niven)"},
    {ENTRY(acospi), UNIT, MONOTONE, .exact = "at 0, 1 and -1 (Gelfond-Schneider, Niven)"},
    {ENTRY(atanpi), LINE, ODD, MONOTONE, .exact = "at 0, 1 and -1 (Gelfond-Schneider, Niven)"},
    {ENTRY(sinh), LINE, ODD, MONOTONE, IDENTITY, .exact = lindemann},
    {ENTRY(cosh), LINE, EVEN, MONOTONE, CONSTANT, .exact = lindemann},
    {ENTRY(tanh), LINE, ODD, MONOTONE, IDENTITY, .exact = lindemann},
    {ENTRY(asinh), LINE, ODD, MONOTONE, IDENTITY, .exact = lindemann},
    {ENTRY(acosh), FROM_ONE, MONOTONE, .exact = lindemann_one},
    {ENTRY(atanh), OPEN_UNIT, ODD, MONOTONE, IDENTITY, .exact = lindemann},
    {ENTRY(erf), LINE, ODD, MONOTONE, .exact = "at 0; " NO_THEOREM},
    {ENTRY(erfc), LINE, MONOTONE, CONSTANT, .exact = "at 0; " NO_THEOREM},
    {ENTRY_BY(tgamma, mpfr_gamma), LINE, .poles = poles_of_gammas, .rises_from = 1.5,
     .exact = "at positive integers with short factorials; " NO_THEOREM, .theorem = poles_of_gamma,
     .vanishes = gamma_vanishes, .alternates = 1},
    {ENTRY_BY(lgamma, lgamma_mpfr), LINE, .poles = poles_of_gammas, .rises_from = 1.5,
     QUICK(LGAMMA), .exact = "at 1 and 2; " NO_THEOREM, .theorem = poles_of_gamma},
};

/* ---- Families ---- */

/* f(2^a x) = 2^b f(x); where the numbers are too large for formats, it is of no use. */
static void scales(struct tmd_function *f, long a, long b) {
  if (a > TMD_STEP_NUMBER_MAX || b > TMD_STEP_NUMBER_MAX || b < -TMD_STEP_NUMBER_MAX) return;
  f->symmetry.step = TMD_STEP_SCALE;
  f->symmetry.a = (int)a;
  f->symmetry.b = (int)b;
}

static void rootn(struct tmd_function *f) {
  if (f->n % 2 == 0) f->least = 0, f->least_closed = f->n > 0;
  else f->symmetry.parity = TMD_PARITY_ODD;
  scales(f, f->n < 0 ? -f->n : f->n, f->n < 0 ? -1 : 1);
  f->exact_rule = TMD_EXACT_ROOT;
  f->exact = f->n > 0 ? "at n-th powers (the root is rational only there)"
                      : "at n-th powers of powers of two (x y^n = 1 in dyadic rationals)";
}

static void pown(struct tmd_function *f) {
  f->symmetry.parity = f->n % 2 ? TMD_PARITY_ODD : TMD_PARITY_EVEN;
  scales(f, 1, f->n);
  f->exact_rule = TMD_EXACT_POWER;
  f->exact = f->n > 0 ? "where x^n has at most p + 1 bits"
                      : "at powers of two (x^n y = 1 in dyadic rationals)";
}

static void compound(struct tmd_function *f) {
  f->least = -1;
  f->least_closed = f->n > 0;
  f->model = TMD_MODEL_CONSTANT;
  f->exact_rule = TMD_EXACT_COMPOUND;
  f->exact = f->n > 0 ? "where (1+x)^n has at most p + 1 bits" : "where 1+x is a power of two";
}

/* (1+x)^n. MPFR 4.2.2 rounds it wrongly where n < 0 and the result lies next to a short number, as
   8 for n = -3, x ~ -1/2: there it takes log2(1+x) rounded to the wrong side for exact. 1+x is
   exact here. */
int tmd_compound_mpfr(mpfr_t y, const mpfr_t x, long n, mpfr_rnd_t round) {
  if (n >= 0 || !mpfr_regular_p(x) || mpfr_cmp_si(x, -1) <= 0)
    return mpfr_compound_si(y, x, n, round);
  const mpfr_exp_t top = mpfr_get_exp(x), last = top - (mpfr_exp_t)mpfr_min_prec(x);
  mpfr_t base;
  mpfr_init2(base, (top > 1 ? top : 1) - (last < 0 ? last : 0) + 1);
  mpfr_add_ui(base, x, 1, MPFR_RNDN);
  const int ternary = mpfr_pow_si(y, base, n, round);
  mpfr_clear(base);
  return ternary;
}

static const struct {
  struct tmd_family about;
  tmd_series_n *series;
  int (*mpfr)(mpfr_t y, const mpfr_t x, long n, mpfr_rnd_t round);
  void (*finish)(struct tmd_function *f);
} families[] = {
    {{"rootn", "n odd: the line; n even: x >= 0; n < 0: less 0",
      "f(2^n x) = 2 f(x), n < 0: f(x) / 2; n odd: odd", "at n-th powers; n < 0: of powers of two"},
     tmd_series_rootn,
     mpfr_rootn_si,
     rootn},
    {{"pown", "the line; n < 0: less 0", "f(2 x) = 2^n f(x); n odd: odd; n even: even",
      "where x^n is short enough; n < 0: at powers of two"},
     tmd_series_pown,
     mpfr_pow_si,
     pown},
    {{"compound", "x >= -1; n < 0: x > -1", "none",
      "where (1+x)^n is short enough; n < 0: where 1+x is a power of two"},
     tmd_series_compound,
     tmd_compound_mpfr,
     compound},
};
enum { FAMILIES = sizeof families / sizeof *families };

struct member {
  struct member *next;
  struct tmd_function function;
  char name[];
};

static const struct tmd_function *make_member(int family, const char *name, long n) {
  static struct member *members;
  struct member *m;
#pragma omp critical(tmd_function_members)
  {
    for (m = members; m && strcmp(m->name, name); m = m->next) continue;
    if (!m && (m = malloc(sizeof *m + strlen(name) + 1))) {
      strcpy(m->name, name);
      m->function = (struct tmd_function){.name = m->name,
                                          .methods = &of_members,
                                          LINE,
                                          MONOTONE,
                                          .series_n = families[family].series,
                                          .mpfr_n = families[family].mpfr,
                                          .n = n};
      families[family].finish(&m->function);
      m->next = members;
      members = m;
    }
  }
  if (!m) tmd_error(TMD_USAGE, "out of memory");
  return m ? &m->function : NULL;
}

/* name is that of the family, and what follows: "(3)" and no other spelling, as problems are
   compared by their text. */
static const struct tmd_function *find_member(int family, const char *name) {
  const char *of = families[family].about.name, *parameter = name + strlen(of);
  char canonical[DIGITS_BYTES] = "", *end;
  const long n = *parameter == '(' ? strtol(parameter + 1, &end, 10) : 0;
  if (n >= -PARAMETER_MOST && n <= PARAMETER_MOST)
    snprintf(canonical, sizeof canonical, "(%ld)", n);
  if (strcmp(parameter, canonical))
    tmd_error(TMD_USAGE, "function '%.80s' is not %s(N), N a decimal integer of at most %d in size",
              name, of, PARAMETER_MOST);
  else if (n == 0 && !strcmp(of, "rootn")) tmd_error(TMD_USAGE, "%s is not defined", name);
  else if (n == 0 || n == 1)
    tmd_error(TMD_USAGE, "%s: nothing to search, it is %s", name,
              n == 0                   ? "1"
              : strcmp(of, "compound") ? "x"
                                       : "1 + x");
  else return make_member(family, name, n);
  return NULL;
}

/* ---- Access ---- */

const struct tmd_function *tmd_function_entry(int i) {
  return i >= 0 && (size_t)i < sizeof table / sizeof *table ? table + i : NULL;
}

const struct tmd_family *tmd_function_family(int i) {
  return i >= 0 && i < FAMILIES ? &families[i].about : NULL;
}

static int only(const char *text, const char *characters) {
  return text[strspn(text, characters)] == 0;
}

const struct tmd_function *tmd_function_find(const char *name) {
  const size_t bytes = strcspn(name, "(");
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp(name, table[i].name)) return table + i;
  for (int i = 0; i < FAMILIES; i++)
    if (strlen(families[i].about.name) == bytes && !memcmp(name, families[i].about.name, bytes) &&
        only(name + bytes, "()-0123456789"))
      return find_member(i, name);
  const int number = name[0] >= '0' && name[0] <= '9';
  const int word =
      !number && only(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
  if (word && strcmp(name, "x") && strcmp(name, "pi") && strcmp(name, "e") &&
      !tmd_named_find(name)) {
    char suggestion[TMD_SUGGESTION_BYTES];
    if (tmd_function_explain(suggestion, name)) {
      tmd_error(TMD_USAGE, "'%s' %s", name, suggestion);
    } else {
      tmd_function_suggest(suggestion, name);
      tmd_error(TMD_USAGE, "unknown function '%.80s'%s (tmd-plan --list prints them)", name,
                suggestion);
    }
    return NULL;
  }
  return tmd_expression_function(name);
}

void tmd_linear_init(struct tmd_linear *linear) {
  fmpq_init(linear->slope), fmpq_init(linear->number);
  arb_init(linear->rest);
  linear->side = 0, linear->log2 = 0;
}

void tmd_linear_clear(struct tmd_linear *linear) {
  fmpq_clear(linear->slope), fmpq_clear(linear->number);
  arb_clear(linear->rest);
}

void tmd_function_series(const struct tmd_function *function, arb_poly_t y, const arb_t x,
                         slong len, slong prec) {
  function->methods->series(function, y, x, len, prec);
}

struct tmd_place tmd_function_place(const struct tmd_function *function, const mpfr_t x) {
  return function->methods->place(function, x);
}

int tmd_place_is_far_out(const struct tmd_place *place) {
  return place->kind == TMD_PLACE_BETWEEN && (place->low > BEYOND || place->high < -BEYOND);
}

/* a lies below b. Bounds far out of every format may be saturated, and say nothing then. */
static int lies_below(const struct tmd_place *a, const struct tmd_place *b) {
  return a->high <= b->low && a->high <= BEYOND && b->low >= -BEYOND;
}

static int contradict(const struct tmd_place *a, const struct tmd_place *b) {
  if (a->kind == TMD_PLACE_UNDECIDED || b->kind == TMD_PLACE_UNDECIDED) return 0;
  if (a->kind != b->kind) return 1;
  return a->kind == TMD_PLACE_BETWEEN &&
         (a->sign != b->sign || lies_below(a, b) || lies_below(b, a));
}

int tmd_function_place_certain(const struct tmd_function *function, const mpfr_t x,
                               struct tmd_place *place) {
  *place = tmd_function_place(function, x);
  const struct tmd_place other = function->methods->place_by_other(function, x);
  if (!contradict(place, &other)) return 0;
  return tmd_error(TMD_USAGE, "MPFR and Arb contradict each other on %s", function->name);
}

int tmd_function_steps(const struct tmd_function *function, struct tmd_quick *quick) {
  return function->methods->steps(function, quick);
}

enum tmd_theorem tmd_function_theorem(const struct tmd_function *function, int sign_x, int unit) {
  return function->theorem ? function->theorem(sign_x, unit) : TMD_THEOREM_NONE;
}

static void widest_range(void) {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  mpfr_clear_flags();
}

int tmd_function_mpfr(const struct tmd_function *function, mpfr_t y, const mpfr_t x,
                      mpfr_rnd_t round, int *inexact_range) {
  widest_range();
  const int ternary = function->methods->mpfr(function, y, x, round);
  *inexact_range = mpfr_overflow_p() || mpfr_underflow_p() || mpfr_nanflag_p() || mpfr_divby0_p();
  return ternary;
}

int tmd_function_mpfr_within(const struct tmd_function *function, mpfr_t y, int *ternary,
                             struct tmd_enclosure *enclosure, const mpfr_t x, mpfr_rnd_t round,
                             mpfr_prec_t most) {
  const struct tmd_methods *methods = function->methods;
  widest_range();
  if (!methods->mpfr_within) {
    *ternary = methods->mpfr(function, y, x, round);
    return 1;
  }
  *ternary = methods->mpfr_within(function, y, enclosure, x, round, most);
  return !(mpfr_nanflag_p() && mpfr_erangeflag_p());
}

void tmd_enclosure_init(struct tmd_enclosure *enclosure) {
  mpfr_init2(enclosure->low, 2), mpfr_init2(enclosure->high, 2);
}
void tmd_enclosure_clear(struct tmd_enclosure *enclosure) {
  mpfr_clears(enclosure->low, enclosure->high, NULL);
}
