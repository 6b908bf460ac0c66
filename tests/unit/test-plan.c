/* Plans against the reference: lines tile exactly the arguments asked for, each argument lies in a
   cell of its sign and exponent, regions are right; and the arguments' text. */
#include <gmp.h>
#include <omp.h>

#include "lib/base/arb-compat.h"
#include "lib/cell/image.h"
#include "lib/cell/pieces.h"
#include "lib/expression/expression.h"
#include "lib/plan/domain.h"
#include "lib/plan/planner.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"
#include "lib/region/region.h"
#include "lib/stream/claim.h"
#include "tests/reference/reference.h"
#include "tests/unit/argument-text.h"
#include "tests/unit/problems.h"
#include "tests/unit/rows.h"
#include "tests/unit/tap.h"

typedef __int128
    number_t; /* of an argument: sign times |x|'s number, counted from 0 as IEEE encodings are */

static number_t number_of(const struct tmd_format *in, int sign, int e_in, tmd_u128 X) {
  const number_t n = (number_t)X + (((number_t)(e_in - in->emin)) << (in->p - 1));
  return sign ? -n : n;
}

/* ---- Plans ---- */

struct plan {
  struct tmd_planline *line;
  /* of each line: what tmd-taylor would prove of it; reason 0: searched, UINT32_MAX: not proved */
  struct tmd_region_record *region;
  size_t count, capacity, step; /* every step-th line is looked at */
};

static void keep(const struct tmd_planline *line, void *context) {
  struct plan *plan = context;
  if (plan->count == plan->capacity) {
    plan->capacity = plan->capacity ? 2 * plan->capacity : 64;
    plan->line = realloc(plan->line, plan->capacity * sizeof *plan->line);
  }
  plan->line[plan->count++] = *line;
}

static int by_place(const void *a, const void *b) {
  const struct tmd_planline *x = a, *y = b;
  if (x->cell.sign_x != y->cell.sign_x) return x->cell.sign_x - y->cell.sign_x;
  if (x->cell.e_in != y->cell.e_in) return x->cell.e_in - y->cell.e_in;
  return x->X0 < y->X0 ? -1 : x->X0 > y->X0;
}

/* The images of lines become lines of their own. */
static void unfold(struct plan *plan, const struct tmd_function *f) {
  for (size_t i = 0, count = plan->count; i < count; i++) {
    if (tmd_symmetry_check(plan->line + i, f)) {
      printf("# %s\n", tmd_error_text());
      continue;
    }
    for (unsigned image = 1; image <= plan->line[i].images; image++) {
      struct tmd_planline other;
      if (tmd_symmetry_line(&other, plan->line + i, image)) keep(&other, plan);
    }
  }
  if (plan->count > 0) qsort(plan->line, plan->count, sizeof *plan->line, by_place);
}

static void prove(struct tmd_region_record *record, const struct tmd_planline *line,
                  const struct tmd_function *f) {
  const struct tmd_segment segment = {line->problem, f, line->cell, line->X0, line->X1};
  struct tmd_region region = {.least = 0, .greatest = 0};
  int proved = 1;
  record->reason = line->region;
  switch (line->region) {
  case 0:
  case TMD_REGION_OVERFLOW:
  case TMD_REGION_UNDERFLOW: break;
  case TMD_REGION_EXACT:
    if (line->problem->modes != TMD_MODES_NEAREST)
      region.least = region.greatest = TMD_HARDNESS_EXACT;
    break;
  case TMD_REGION_ZERO:
    region = tmd_region_zero(&segment);
    proved = region.status >= TMD_REGION_NONE_HARD;
    break;
  default:
    region.reason = line->region;
    proved = tmd_region_prove(&segment, &region) && region.reason == line->region;
    proved = proved && (region.status >= TMD_REGION_ALL_HARD) ==
                           (region.least >= (unsigned)line->problem->bits);
  }
  if (!proved) record->reason = UINT32_MAX;
  record->least = region.least;
  record->greatest = region.greatest;
  record->modulus = region.modulus;
  record->residue = region.residue;
}

/* Plans the union of the domains ("a:b" each, up to NULL); 0, or -1. */
static int make_plan(struct plan *plan, const struct tmd_problem *p, const char *const *domains) {
  struct tmd_domains all = {0};
  int result = 0;
  memset(plan, 0, sizeof *plan);
  for (; *domains && !result; domains++) result = tmd_domains_parse(&all, *domains);
  const struct tmd_function *f = tmd_resolve(p->name);
  struct tmd_planner planner = {.problem = tmd_problem_intern(p),
                                .function = f,
                                .domains = all,
                                .emit = keep,
                                .context = plan,
                                .lines_max = 100000};
  if (!result) result = tmd_planner_run(&planner);
  if (result) printf("# %s: %s\n", p->name, tmd_error_text());
  unfold(plan, f);
  plan->region = calloc(plan->count + 1, sizeof *plan->region);
  plan->step = 1 + (p->in.p > 16) * (plan->count / 150);
#pragma omp parallel for schedule(dynamic)
  for (size_t i = 0; i < plan->count; i += plan->step) prove(plan->region + i, plan->line + i, f);
  tmd_domains_clear(&all);
  return result;
}

static void clear_plan(struct plan *plan) {
  free(plan->line);
  free(plan->region);
}
#define PLAN __attribute__((cleanup(clear_plan))) struct plan

/* What is wrong with the plan at an argument of line i; NULL if nothing is. */
static const char *wrong_at(const struct plan *plan, size_t i, const struct ref_function *f,
                            tmd_u128 X) {
  const struct tmd_planline *line = plan->line + i;
  const struct tmd_cell *cell = &line->cell;
  const struct ref r = ref_at(line->problem, f, cell->sign_x, cell->e_in, X, 0);
  if (tmd_cell_scattered(cell)) {
    if (r.class == REF_OUTSIDE || !line->region) return NULL; /* poles may lie there */
    if (line->region != TMD_REGION_EXACT && line->region != TMD_REGION_UNDERFLOW)
      return "a scattered region";
    return ref_region_wrong(line->problem, plan->region + i, &r, X);
  }
  if (r.class == REF_OUTSIDE) return "f is not defined";
  if (r.sign_f != cell->sign_f) return "sign of f(x)";
  if (r.e_out != cell->e_out) return "exponent of f(x)";
  if (plan->region[i].reason == UINT32_MAX) return "the region cannot be proved";
  if (line->region) return ref_region_wrong(line->problem, plan->region + i, &r, X);
  return r.class == REF_VALUE ? NULL : "searched, but f is 0, overflows or underflows";
}

static int complaints;

static int complain(const struct plan *plan, size_t i, tmd_u128 X, const char *what) {
  char x[TMD_HEXFLOAT_TEXT_BYTES];
  const struct tmd_planline *line = plan->line + i;
  tmd_hexfloat_print(x, line->cell.sign_x, X, tmd_cell_unit(line->problem, &line->cell));
#pragma omp critical
  if (complaints++ < 20)
    printf("# %s (p %d to %d, modes %s) at %s: %s (region %u)\n", line->problem->name,
           line->problem->in.p, line->problem->out.p, tmd_modes_name(line->problem->modes), x, what,
           line->region);
  return 0;
}

struct span {
  number_t from, to;
};

static int by_from(const void *a, const void *b) {
  const struct span *x = a, *y = b;
  return x->from < y->from ? -1 : x->from > y->from;
}

/* 1 iff the lines are disjoint and their union is the numbers [from, to). */
static int tiles(const struct plan *plan, number_t from, number_t to) {
  FREED struct span *span = malloc((plan->count + 1) * sizeof *span);
  number_t total = 0;
  int good = plan->count > 0;
  for (size_t i = 0; i < plan->count; i++) {
    const struct tmd_planline *l = plan->line + i;
    const number_t a = number_of(&l->problem->in, l->cell.sign_x, l->cell.e_in, l->X0),
                   b = number_of(&l->problem->in, l->cell.sign_x, l->cell.e_in, l->X1 - 1);
    span[i] = a <= b ? (struct span){a, b + 1} : (struct span){b, a + 1};
    total += span[i].to - span[i].from;
  }
  qsort(span, plan->count, sizeof *span, by_from);
  for (size_t i = 0; i < plan->count; i++) good &= span[i].from == (i ? span[i - 1].to : from);
  good = good && span[plan->count - 1].to == to && total == to - from;
  return good;
}

/* The number of the least argument >= the end point: by MPFR's rounding upward. 2^p_in is far
   above: no end point is 0 or subnormal except as exact numbers. */
static number_t ceiling(const struct tmd_format *in, const char *end) {
  number_t n;
  ref_widest_range();
  FLOATS(in->p, x);
  mpfr_strtofr(x, end, NULL, 0, MPFR_RNDU);
  if (mpfr_inf_p(x) || (mpfr_regular_p(x) && mpfr_get_exp(x) - 1 > in->emax)) {
    n = number_of(in, 0, in->emax, (tmd_u128)1 << in->p);
    if (mpfr_signbit(x)) n = 1 - n;
  } else if (mpfr_zero_p(x)) {
    n = 0;
  } else {
    long e = mpfr_get_exp(x) - 1;
    if (e < in->emin) e = in->emin;
    SCOPED(mpz, X);
    mpfr_mul_2si(x, x, in->p - 1 - e, MPFR_RNDN);
    mpfr_get_z(X, x, MPFR_RNDU);
    const int sign = mpz_sgn(X) < 0;
    uint64_t words[2] = {0, 0};
    mpz_export(words, NULL, -1, 8, 0, 0, X);
    n = number_of(in, sign, (int)e, (tmd_u128)words[1] << 64 | words[0]);
  }
  return n;
}

/* A function, a domain in one of the wide formats, and the part where f is defined, if not all. */
static const char samples[] =
    "exp -0x1p-20:1.0001; exp 709.5:inf; exp -inf:-700.1; exp 11356:11357; exp2 -1100.3:-1000; "
    "exp2 1000.7:1030; exp10 300:320.25; exp10 -5000:-300; expm1 -50:-30.1; expm1 -1e-5:1e-5; "
    "log 0.5:1.5; log -3:1e-300 0x0.1p-17000:1e-300; log2 0.1:9.1; log10 999.9:1000.1; "
    "log1p -2:-0.9999 -0.99999999999999999999999999999999999999:-0.9999; log1p -1e-10:1e-10; "
    "sin 3.14159:3.1416; sin -0.1:0.1; sin -101.3:-100; cos -1.5708:-1.5707; "
    "cos -0x1p-3:0x1p-60; tan 1.57:1.571; tan -20:-10.1; sinh -711.1:-700.9; cosh -0.25:0.1; "
    "cosh 11350:11360; tanh 17.3:20.1; tanh -400:-30; "
    "asin -2:2 -1:1.0000000000000000000000000000000000001; asin 0.9999:1; "
    "acos -1.5:-0.99999 -1:-0.99999; "
    "acos 0.99:1.00000000000001 0.99:1.0000000000000000000000000000000000001; acos -1e-9:1e-9; "
    "atan 0x1p53:0x1p60; atan -1e-20:1e-3; acosh 0.5:1.0001 1:1.0001; "
    "atanh -2:-0.9999 -0.99999999999999999999999999999999999999:-0.9999; atanh -1e-9:-1e-20; "
    "asinh -1e-5:-0x1p-60; asinh 1e9:1e10; erf 5.5:6.5; erfc 26:28; erfc -7:-5.5; "
    "erfc -1e-15:-1e-20; erf 1e-310:1e-300; tgamma 1.4:1.5; tgamma 170:173; tgamma -2.6:-2.4; "
    "lgamma 0.9:1.1; lgamma -2.75:-2.74; lgamma 1e300:1e306; sinpi 0x1p112:0x1p114; "
    "sinpi 0.9:1.1; cospi -0.6:-0.4; tanpi 1.2:1.3; atanpi 0.9:1.1; acospi -1:-0.9; "
    "asinpi 0x1p-1030:0x1p-1020; exp2m1 -120:-40; exp10m1 1.9:2.1; log2p1 0.9:3.1; "
    "log10p1 -0.9:-0.8999; compound(12) -1e-15:-1e-17; compound(-3) -0.51:-0.49; "
    "rootn(17) -10:-9; rootn(-2) 3.9:4.1; pown(-1) -2.1:-1.9; pown(5) 1e5:1e8; sqrt 0.99:4.01; "
    "cbrt -0x1p-1000:0x1.8p-1001; cbrt 7.9:8.1; rsqrt 0.9:4.1; rsqrt 1e300:inf";

/* Both ends of each line and some arguments between. */
static int lines_right(const struct plan *plan, const struct ref_function *f) {
  int good = 1;
#pragma omp parallel for schedule(dynamic) reduction(&& : good)
  for (size_t i = 0; i < plan->count; i += plan->step) {
    const struct tmd_planline *line = plan->line + i;
    uint64_t state = 1 + i;
    for (int place = 0; place < 6; place++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const tmd_u128 offset = ((tmd_u128)state << 64 | state >> 3) % (line->X1 - line->X0);
      const tmd_u128 X = place == 0 ? line->X0 : place == 1 ? line->X1 - 1 : line->X0 + offset;
      const char *what = wrong_at(plan, i, f, X);
      if (what) good = complain(plan, i, X, what);
    }
  }
  return good;
}

static int sample_right(const char *sample, int i, const char *format, enum tmd_modes modes) {
  char function[20], domain[60], part[100], a[128];
  if (sscanf(sample, "%19s %59s %99s", function, domain, part) == 2) strcpy(part, domain);
  struct tmd_problem p = problem_of(function, format, format, modes, 0);
  const char *colon = strchr(part, ':');
  snprintf(a, sizeof a, "%.*s", (int)(colon - part), part);
  number_t from = ceiling(&p.in, a), to = ceiling(&p.in, colon + 1);
  if (!strncmp(part, "0x0.1p", 6)) from = 1; /* from the least positive number on */
  PLAN plan = {0};
  p.bits = p.out.p - 9;
  if (from >= to) return 1; /* beyond the format */
  if ((to - from) >> (p.in.p - 1) > 3000 && p.in.p > 53 && i % 8)
    return 1; /* thousands of binades: a few will do */
  int good = make_plan(&plan, &p, (const char *const[]){domain, NULL}) == 0;
  if (good && !tiles(&plan, from, to))
    good = complain(&plan, 0, 0, "the lines do not tile the domain");
  good = good && lines_right(&plan, ref_find(function));
  if (!good) printf("# in %s %s, %s\n", function, domain, format);
  return good;
}

/* In the widest formats one in so many. */
static void test_samples(int all) {
  static const char *const formats[] = {"binary32", "binary64", "binary80", "binary128"};
  static const int every[] = {1, 1, 2, 4};
  for (int k = 0; k < 4; k++) {
    int good = 1;
    ref_bits_max = k < 2 ? 1 << 11 : 1 << 9;
    int i = 0;
    for (const char *at = samples, *row; (row = next_row(&at, ';')); i++)
      if (all || i % every[k] == 0)
        good &= sample_right(row, i, formats[k], (enum tmd_modes)((i + k) % 3));
    tap_ok(good, "%s: sampled domains are tiled exactly, cells and regions right at every edge",
           formats[k]);
  }
}

/* ---- Whole domains of wide formats: counts, from arithmetic alone ---- */

/* How many of the finite numbers below |x| = 1 there are, 0 and one sign, and in all. */
static number_t below_one(const struct tmd_format *in) {
  return number_of(in, 0, 0, (tmd_u128)1 << (in->p - 1));
}
static number_t positive(const struct tmd_format *in) {
  return number_of(in, 0, in->emax, (tmd_u128)1 << in->p) - 1;
}

static int is_one_of(const char *name, const char *const *names) {
  while (*names && strcmp(name, *names)) names++;
  return *names != NULL;
}

/* Poles among the numbers X 2^unit, X0 <= X < X1, of a side: integers below 0, or halves of odd
   integers. */
static number_t multiples(tmd_u128 X0, tmd_u128 X1, int log2) {
  if (log2 < 0) return (number_t)(X1 - X0);
  return log2 > 126 ? 0 : (number_t)(((X1 - 1) >> log2) - (X0 ? (X0 - 1) >> log2 : 0));
}
static number_t poles(const char *name, int sign_x, int unit, tmd_u128 X0, tmd_u128 X1) {
  if (!strcmp(name, "tanpi")) return multiples(X0, X1, -unit - 1) - multiples(X0, X1, -unit);
  return sign_x && is_one_of(name, (const char *const[]){"tgamma", "lgamma", NULL})
             ? multiples(X0, X1, -unit)
             : 0;
}

/* The finite arguments at which f is defined. */
static number_t count_domain(const char *name, const struct tmd_format *in) {
  static const char *const from_zero[] = {"sqrt", "rootn(4)", NULL};
  static const char *const above_zero[] = {"log", "log2", "log10", "rsqrt", "rootn(-2)", NULL};
  static const char *const not_zero[] = {"rootn(-3)", "pown(-1)", "pown(-2)",
                                         "tgamma",    "lgamma",   NULL};
  static const char *const above_minus_one[] = {"log1p",        "log2p1",       "log10p1",
                                                "compound(-1)", "compound(-3)", NULL};
  static const char *const from_minus_one[] = {"compound(2)", "compound(7)", "compound(12)", NULL};
  static const char *const unit[] = {"asin", "acos", "asinpi", "acospi", NULL};
  const number_t positive_numbers = positive(in), one = below_one(in);
  if (is_one_of(name, above_zero)) return positive_numbers;
  if (is_one_of(name, from_zero)) return 1 + positive_numbers;
  if (is_one_of(name, above_minus_one)) return positive_numbers + one;
  if (is_one_of(name, from_minus_one)) return positive_numbers + one + 1;
  if (is_one_of(name, unit)) return 2 * one + 1;
  if (!strcmp(name, "atanh")) return 2 * one - 1;
  if (!strcmp(name, "acosh")) return positive_numbers - one + 1;
  number_t count = 1 + 2 * positive_numbers - is_one_of(name, not_zero);
  for (int sign = 0; sign < 2; sign++) { /* poles other than 0: none below 1/2 */
    const tmd_u128 least = (tmd_u128)1 << (in->p - 1);
    for (int e = in->emin > -1 ? in->emin : -1; e <= in->emax; e++)
      count -= poles(name, sign, e - in->p + 1, least, 2 * least);
  }
  return count;
}

/* What the lines hold, less the poles in scattered cells; -1 if they overlap or hold poles
   elsewhere. */
static number_t count_plan(const struct plan *plan) {
  number_t count = 0, at = 0, before = 0;
  int good = 1;
  for (size_t i = 0; i < plan->count; i++) {
    const struct tmd_planline *l = plan->line + i;
    const int sign = l->cell.sign_x;
    const number_t from = number_of(&l->problem->in, sign, l->cell.e_in, l->X0),
                   to = number_of(&l->problem->in, sign, l->cell.e_in, l->X1 - 1);
    const number_t hold =
        poles(l->problem->name, sign, tmd_cell_unit(l->problem, &l->cell), l->X0, l->X1);
    if (!tmd_cell_scattered(&l->cell) && hold && l->X0) good = 0;
    /* in order: 0 and x > 0 upwards, then x < 0 downwards */
    if (i) good &= sign ? from < (before < at ? before : 0) : from > at;
    before = sign ? to : 0;
    at = sign ? at : to;
    count += (number_t)(l->X1 - l->X0) - (l->X0 ? hold : 0);
  }
  return good ? count : -1;
}

static int counts(const struct ref_function *f, const char *format, enum tmd_modes modes, int bits,
                  int *lines) {
  const struct tmd_problem p = problem_of(f->name, format, format, modes, bits);
  PLAN plan = {0};
  int good = make_plan(&plan, &p, (const char *const[]){"-inf:inf", NULL}) == 0;
  const number_t counted = count_plan(&plan), expected = count_domain(f->name, &p.in);
  if (counted != expected)
    good = 0, printf("# %s, %s: %.17g arguments, not %.17g\n", f->name, format, (double)counted,
                     (double)expected);
  for (size_t k = 0; k < plan.count; k += plan.step)
    good &=
        plan.region[k].reason != UINT32_MAX || complain(&plan, k, plan.line[k].X0, "not proved");
  *lines += (int)plan.count;
  return good;
}

/* Of the monotone functions in binary32 and binary64; or of `only` one, in the named format. What
   small formats hold small-formats.bats compares, argument by argument. */
static void test_counts(const char *only, const char *format) {
  static const char *const formats[] = {"binary32", "binary64"};
  for (int k = 0; k < 2; k++) {
    int good = 1, lines = 0;
    if (strcmp(format, formats[k])) continue;
    for (int i = 0; i < REF_FUNCTIONS; i++) {
      const struct ref_function *f = ref_functions + i;
      if (only ? strcmp(only, f->name) : !tmd_resolve(f->name)->monotone) continue;
      good &= counts(f, formats[k], (enum tmd_modes)(i % 3), k ? 44 : 15, &lines);
    }
    tap_ok(good,
           "%s, whole domain: as many arguments as there are, once each, regions proved (%d lines)",
           formats[k], lines);
  }
}

/* ---- Predicted costs ---- */

/* Plans a domain in binary64 by a method (0: chosen); the seconds predicted, -1 if that fails. */
static double predict(struct plan *plan, const char *function, const char *text,
                      enum tmd_method method, size_t lines_max) {
  struct tmd_domain domain;
  const struct tmd_function *f = tmd_resolve(function);
  const struct tmd_problem p = problem_of(f->name, "binary64", "binary64", TMD_MODES_ALL, 44);
  const int parsed = tmd_domain_parse(&domain, text) == 0;
  struct tmd_planner planner = {.problem = tmd_problem_intern(&p),
                                .function = f,
                                .domains = {&domain, 1},
                                .method = method,
                                .emit = keep,
                                .context = plan,
                                .lines_max = lines_max};
  const int good = parsed && tmd_planner_run(&planner) == 0;
  tmd_domain_clear(&domain);
  return good ? planner.seconds : -1;
}

/* In binary64, next to singular ends, poles and where results are subnormal: seconds, and lines, at
   most: three or four times what is. */
static void test_costs(void) {
  static const struct {
    const char *function, *domain;
    double seconds, lines;
  } most[] = {
      {"asin", "-inf:inf", 15e2, 4e3},  {"acos", "-inf:inf", 7e2, 4e3},
      {"asinpi", "-inf:inf", 1e4, 6e3}, {"acospi", "-inf:inf", 7e2, 4e3},
      {"atanh", "-inf:inf", 2e3, 6e3},  {"log1p", "-inf:1", 1e3, 6e3},
      {"log2p1", "-inf:1", 6e3, 7e3},   {"tan", "-8:8", 7e3, 1e4},
      {"tanpi", "0.25:0.75", 1e3, 3e3}, {"tgamma", "-4.5:-1.5", 3e3, 3e3},
      {"lgamma", "-82:-81", 6e1, 3e2},  {"exp", "-745.2:-708.3", 6e1, 60},
      {"sqrt(1-x)", "0.5:1", 3e2, 3e2},
  };
  for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
    PLAN plan = {0};
    const double seconds = predict(&plan, most[i].function, most[i].domain, 0, 100000);
    tap_ok(seconds > 0 && seconds < most[i].seconds && (double)plan.count < most[i].lines,
           "%s on %s: %.3g seconds predicted, %zu lines", most[i].function, most[i].domain, seconds,
           plan.count);
  }
}

/* Beside a pole at 2^10, where c2 is from 2^-26 to 2^-10: the walk. */
static void test_steep(void) {
  enum { E_OUT_MOST = 8 };
  const struct tmd_problem p = problem_of("tan", "binary64", "binary64", TMD_MODES_ALL, 44);
  int walked[E_OUT_MOST + 1] = {0}, others = 0, all = 1;
  PLAN plan = {0};
  const int made = make_plan(&plan, &p, (const char *const[]){"1025:1026", NULL}) == 0;
  for (size_t i = 0; made && i < plan.count; i++) {
    const struct tmd_planline *line = &plan.line[i];
    struct tmd_plan_words words;
    if (line->region || line->cell.e_out < 1 || line->cell.e_out > E_OUT_MOST) continue;
    if (tmd_plan_words_read(&words, line->plan) == 0 && words.method == TMD_METHOD_FAREY)
      walked[line->cell.e_out]++;
    else others++;
  }
  for (int e = 1; e <= E_OUT_MOST; e++) all = all && walked[e] > 0;
  tap_ok(made && all && others == 0,
         "tan in binary64 on [1025, 1026), 2 <= |tan(x)| < 2^9: the walk in every cell");
}

/* Where cos is nearly flat all slopes may be those of one arc, whose vertex is 2^52 arguments away;
   sqrt has a million exact cases to find and to drop. */
static void test_predictions(void) {
  const struct tmd_problem cospi = problem_of("cospi", "binary64", "binary64", TMD_MODES_ALL, 44);
  const struct tmd_problem root = problem_of("sqrt", "binary64", "binary64", TMD_MODES_ALL, 44);
  uint64_t order = 0;
  double seconds = 0;
  PLAN plan = {0};
  int made = make_plan(&plan, &cospi, (const char *const[]){"0x1p-16:0x1p-14", NULL}) == 0;
  for (size_t i = 0; made && i < plan.count; i++) {
    struct tmd_plan_words words;
    if (!plan.line[i].region && tmd_plan_words_read(&words, plan.line[i].plan) == 0 &&
        words.order > order)
      order = words.order;
  }
  tap_ok(made && order > 0 && order < 1 << 20,
         "cospi near 2^-15: straight runs, no walk of a great order (%llu)",
         (unsigned long long)order);
  clear_plan(&plan);
  made = make_plan(&plan, &root, (const char *const[]){"1:1.03", NULL}) == 0;
  for (size_t i = 0; made && i < plan.count; i++) seconds += plan.line[i].cost_seconds;
  tap_ok(made && seconds > 1 && seconds < 10,
         "sqrt on [1, 1.03): %.3g s predicted, most of them for exact cases", seconds);
}

/* The Boolean tests where f is nearly straight: only the width of the lines limits their domains.
 */
static void test_straight_domains(void) {
  static const struct {
    const char *function, *domain;
    enum tmd_method method;
    uint64_t n_least;
    double seconds; /* at most: with domains of 2^15 arguments, 165 and 542 s */
  } rows[] = {{"log", "0x1p500:0x1.1p500", TMD_METHOD_REGULAR, 1 << 17, 40},
              {"log", "0x1p500:0x1.1p500", TMD_METHOD_LEFEVRE, 1 << 17, 40},
              {"log", "0x1p500:0x1.1p500", TMD_METHOD_BOTH, 1 << 18, 20},
              {"exp2m1", "0x1p-400:0x1.1p-400", TMD_METHOD_REGULAR, 1 << 23, 2},
              {"exp2m1", "0x1p-400:0x1.1p-400", TMD_METHOD_LEFEVRE, 1 << 23, 4}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    PLAN plan = {0};
    struct tmd_plan_words words = {0};
    const double seconds = predict(&plan, rows[i].function, rows[i].domain, rows[i].method, 10);
    const int good =
        seconds >= 0 && plan.count == 1 && tmd_plan_words_read(&words, plan.line[0].plan) == 0;
    tap_ok(good && words.n >= rows[i].n_least && seconds < rows[i].seconds,
           "%s on %s by a Boolean test: domains of %llu arguments, %.3g s predicted",
           rows[i].function, rows[i].domain, (unsigned long long)words.n, seconds);
  }
}

/* Dense cells are looked for in windows that must not all lie at poles or zeros, beside which cells
   are short in any binade. */
static void test_dense(void) {
  static const struct {
    const char *function;
    int e_in, scattered;
  } binades[] = {{"sinpi", 2, 0},  {"sinpi", 4, 0},  {"tanpi", 1, 0}, {"tanpi", 3, 0},
                 {"lgamma", 0, 0}, {"sinpi", 15, 1}, {"tan", 12, 1}};
  for (size_t i = 0; i < sizeof binades / sizeof *binades; i++) {
    const struct tmd_problem p =
        problem_of(binades[i].function, "binary32", "binary32", TMD_MODES_ALL, 15);
    const tmd_u128 one = (tmd_u128)1 << 23;
    const struct tmd_cell cell = {.sign_x = 1, .e_in = binades[i].e_in};
    const struct tmd_segment binade = {&p, tmd_resolve(p.name), cell, one, 2 * one};
    tap_ok(tmd_cut_scattered(&binade) == binades[i].scattered, "%s in binary32, 2^%d: cells %s",
           p.name, binades[i].e_in, binades[i].scattered ? "for single arguments" : "worth while");
  }
}

/* ---- Domains ---- */

/* Domains, with `|` between several, in binary32: they are planned as [from, to). From 1:3|2:4 on
   several; -1e-99 is beyond the least subnormal, so that 0 is the first. */
static const char domains[] =
    "1:2~1~2; 1.00000000000000000000001:2~0x1.000002p+0~2; 0.99999999999999999999999:2~1~2; "
    "1:1.00000000000000000000001~1~0x1.000002p+0; 1.0001:1.0002~0x1.00068ep+0~0x1.000d1cp+0; "
    "-2:-1~-2~-1; -1.00000000000000000000001:-0.5~-1~-0.5; "
    "-0.99999999999999999999999:-0.5~-0x1.fffffep-1~-0.5; "
    "-2:-0.99999999999999999999999~-2~-0x1.fffffep-1; -0:1~0~1; -1e-99:1~0~1; -1:-1e-99~-1~0; "
    "-1:1e-99~-1~0x1p-149; -1:0~-1~0; -0x1p-149:0x1p-149~-0x1p-149~0x1p-149; "
    "-0x1p-126:0x1p-126~-0x1p-126~0x1p-126; 1:3|2:4~1~4; 2:4|1:2~1~4; 1:4|2:3|1.5:1.75|1:4~1~4; "
    "-4:1|0:4~-4~4; 1e-45:2.5e-45~0x1p-149~0x1p-148; "
    /* constants: the floating-point numbers above and below, whatever the format */
    "pi:4~0x1.921fb6p+1~4; 3:pi~3~0x1.921fb6p+1; -pi:-3~-0x1.921fb4p+1~-3; "
    "-4:-pi~-4~-0x1.921fb4p+1; 1/3:1/2~0x1.555556p-2~0.5; sqrt(4)-1 : 4/2~1~2; "
    "sqrt(2):min(pi,3)~0x1.6a09e8p+0~0x1.8p+1; log2(4):2**3~2~8; 1:2,2:pow(2,2),4:8~1~8; "
    "1:5,2:3|4:8~1~8; 0x0.8p1:0x10p-3~1~2; 1e2:.5E3~100~500; 0x1.8p127:~0x1.8p+127~inf; :-0x1.8p127~-inf~-0x1.8p+127";

static int domain_is(char **row) {
  const struct tmd_problem p = problem_of("cosh", "binary32", "binary32", TMD_MODES_ALL, 15);
  const char *parts[8] = {row[0]};
  char a[64], b[64];
  PLAN plan = {0};
  for (int i = 1; i < 7 && (parts[i] = strchr(parts[i - 1], '|')); i++) *(char *)parts[i]++ = 0;
  snprintf(a, sizeof a, "%a", strtof(row[1], NULL));
  snprintf(b, sizeof b, "%a", strtof(row[2], NULL));
  return make_plan(&plan, &p, parts) == 0 && tiles(&plan, ceiling(&p.in, a), ceiling(&p.in, b));
}

static void test_domains(void) {
  tap_rows(domains, domain_is, "domains: the numbers that are planned");
  const struct tmd_problem p = problem_of("log", "binary32", "binary32", TMD_MODES_ALL, 15);
  int refused = 1;
  for (const char *const *d =
           (const char *const[]){"-5:-1", "-1:0", "1e-60:1e-50", "1e300:inf", NULL};
       *d; d++) {
    PLAN plan;
    refused &= make_plan(&plan, &p, (const char *const[]){*d, NULL}) == -1;
  }
  tap_ok(refused, "a domain without an argument is an error");
}

/* How many rows are domains. */
static int domains_in(const char *rows, int expected) {
  int count = 0;
  for (const char *at = rows, *row; (row = next_row(&at, ';'));) {
    struct tmd_domain domain;
    const int is_one = tmd_domain_parse(&domain, row) == 0;
    if (is_one != expected) printf("# %s: '%s'\n", is_one ? "accepted" : "refused", row);
    tmd_domain_clear(&domain);
    count += is_one;
  }
  return count;
}

static void test_domain_errors(void) {
  static const char bad[] =
      "; 1; :; x:2; 1:x+1; 1:1; 2:1; a:b; 1:2:3; nan:1; inf:-inf; inf:inf; 1:nan; 0x:1; 1e:2; "
      "1:2e+; 1 2:3; 1:2); (1:2; 1:1/0; 1:0x1p; 1..2:3; -inf:-inf; infinity:1; 1:1.0; 0x1:1; "
      "0:-0; 1e99999999:inf; 1,5:2; e-e:1; 0:log(-1); 1:exp(exp(99)); sinn(1):2; 1:2,3:4; pi:pi; "
      "4:pi";
  static const char good[] =
      "1:2; -inf:inf; -inf:+inf; +1:2; 1e-3:1E3; 0x1P3:9; .5:1.; -0x.8p1:-.5; 0X1p-1074:1; "
      "-1:inf; 1:; :2; pi:4; 1/3:1/2; -e:e;  1 : 2 ; exp(-40):exp(40); pown(2,3):(1<2?9:7)";
  tap_ok(domains_in(bad, 0) == 0, "texts that are no domain are refused");
  tap_ok(domains_in(good, 1) == 18, "texts that are one are read");
}

/* ---- Arguments as text ---- */

static void test_arguments(void) {
  static const char *const formats[] = {"binary16", "bfloat16",  "binary32", "binary64",
                                        "binary80", "binary128", "2,-5,5"};
  long wrong = 0;
  FLOATS(128, a, b);
  ref_widest_range();
  for (int round = 0; round < 40000; round++) {
    struct tmd_format f;
    char text[TMD_HEXFLOAT_TEXT_BYTES];
    int sign = (int)(test_random() % 2), s, e;
    tmd_u128 X;
    tmd_format_parse(&f, formats[round % 7]);
    const tmd_u128 one = (tmd_u128)1 << (f.p - 1);
    const int subnormal = test_random() % 4 == 0,
              e_in = subnormal ? f.emin
                               : f.emin + (int)(test_random() % (unsigned)(f.emax - f.emin + 1));
    const tmd_u128 bits = test_random128() >> test_random() % 128,
                   Y = (subnormal ? 0 : one) + bits % one;
    tmd_hexfloat_print(text, sign, Y, e_in - f.p + 1);
    wrong += test_argument_parse(text, &f, &s, &e, &X) || s != sign || e != e_in || X != Y;
    tmd_argument_mpfr(a, sign, Y, e_in - f.p + 1);
    mpfr_strtofr(b, text, NULL, 0, MPFR_RNDN);
    wrong += !mpfr_equal_p(a, b) || mpfr_signbit(a) != sign;
    ref_argument(b, sign, Y, e_in - f.p + 1);
    wrong += !mpfr_equal_p(a, b);
    if (f.p == 53) { /* normalized as printf has it, subnormal numbers too */
      char other[64];
      const double x = mpfr_get_d(a, MPFR_RNDN);
      wrong += strtod(text, NULL) != x;
      if (fabs(x) >= 0x1p-1022)
        snprintf(other, sizeof other, "%a", x), wrong += strcmp(text, other) != 0;
    }
  }
  tap_ok(!wrong, "arguments are printed, read and converted exactly");
}

/* test-plan [FUNCTION] FORMAT: only the count of all arguments, of what is too long for every day;
   test-plan samples: only samples, of all functions. */
int main(int argc, char **argv) {
  if (argc == 3) {
    test_counts(argv[1], argv[2]);
    return tap_done();
  }
  if (argc == 2) {
    if (strcmp(argv[1], "samples")) test_counts(NULL, argv[1]);
    else test_samples(1);
    return tap_done();
  }
  test_arguments();
  test_domain_errors();
  test_domains();
  test_costs();
  test_steep();
  test_predictions();
  test_straight_domains();
  test_dense();
  test_samples(0);
  test_counts(NULL, "binary32");
  return tap_done();
}
