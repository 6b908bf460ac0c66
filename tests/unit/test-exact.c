/* Exact cases by rule (lib/region/exact.h) against MPFR: every argument of small formats, and of
   long ones exact cases and those beside them; counts and places of the exact cases of ranges
   against these; classes of hard arguments. */
#include "lib/base/arb-compat.h"
#include "lib/cell/segment.h"
#include "lib/region/exact.h"
#include "lib/region/region-rational.h"
#include "tests/unit/tap.h"

static const char *const functions[] = {
    "sqrt",         "rsqrt",     "cbrt",      "rootn(4)", "rootn(5)",    "rootn(17)",
    "rootn(300)",   "rootn(-1)", "rootn(-3)", "pown(2)",  "pown(3)",     "pown(6)",
    "pown(40)",     "pown(300)", "pown(-1)",  "pown(-3)", "compound(2)", "compound(5)",
    "compound(-2)", "sinpi",     "cospi",     "tanpi"};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* The first is binary16; the last ones are those of f(x) alone. */
static const struct tmd_format formats[] = {
    {11, -14, 15, {0}, 0}, {5, -6, 7, {0}, 0},    {2, -4, 4, {0}, 0},  {6, 0, 12, {0}, 0},
    {4, -60, 60, {0}, 0},  {13, -30, 30, {0}, 0}, {9, -3, 30, {0}, 0}, {23, -20, 20, {0}, 0}};
enum { FORMATS = sizeof formats / sizeof *formats, INPUTS = 5 };

/* The flags by the definition of tmd-stream(5), from f(x) as MPFR rounds it to so many bits that an
 *exact one is not rounded; own is its cell. */
static unsigned flags_by_mpfr(const struct tmd_function *f, const struct tmd_problem *problem,
                              const struct tmd_cell *cell, tmd_u128 X, struct tmd_cell *own) {
  const struct tmd_format *out = &problem->out;
  int out_of_range;
  unsigned flags = 0;
  FLOATS(128, x);
  FLOATS(130, y);
  tmd_argument_mpfr(x, cell->sign_x, X, tmd_cell_unit(problem, cell));
  const int ternary = tmd_function_mpfr(f, y, x, MPFR_RNDN, &out_of_range);
  *own = *cell;
  if (!ternary && !out_of_range && mpfr_regular_p(y)) {
    const long e = mpfr_get_exp(y) - 1;
    own->e_out = e < out->emin ? out->emin : (int)e;
    own->sign_f = mpfr_signbit(y) != 0;
    mpfr_abs(y, y, MPFR_RNDN);
    mpfr_mul_2si(y, y, tmd_problem_scale(problem) - own->e_out, MPFR_RNDN);
    if (problem->modes == TMD_MODES_NEAREST) mpfr_sub_d(y, y, 0.5, MPFR_RNDN);
    if (mpfr_integer_p(y) && e >= out->emin - out->p - 1 && e <= out->emax) {
      flags = TMD_CASE_CONFIRMED | TMD_CASE_EXACT;
      mpfr_div_2ui(y, y, 1, MPFR_RNDN);
      if (problem->modes == TMD_MODES_NEAREST ||
          (problem->modes == TMD_MODES_ALL && !mpfr_integer_p(y)))
        flags |= TMD_CASE_MIDPOINT;
    }
  }
  return flags;
}

static int in_domain(const struct tmd_function *f, int sign) { return !sign || f->least < 0; }

/* Counts and places in ranges of the cell, whose exact X are all `found`. */
static int check_ranges(const struct tmd_function *f, const struct tmd_problem *problem,
                        const struct tmd_cell *cell, const tmd_u128 *found, size_t count) {
  const tmd_u128 end = (tmd_u128)1 << problem->in.p,
                 least = cell->e_in > problem->in.emin ? end / 2 : 1;
  int right = 1;
  for (int round = 0; round < 8; round++) {
    struct tmd_range range = {round ? test_random() % (uint64_t)end : 0,
                              round ? test_random() % (uint64_t)end + 1 : end};
    size_t before = 0, within = 0;
    if (range.X0 < least) range.X0 = least;
    for (size_t i = 0; i < count; i++)
      before += found[i] < range.X0, within += found[i] >= range.X0 && found[i] < range.X1;
    right &= tmd_exact_count(f, problem, cell, &range) == within;
    for (size_t i = 0; i < within && i < 40; i++)
      right &= tmd_exact_at(f, problem, cell, &range, i) == found[before + i];
    if (within)
      right &= tmd_exact_at(f, problem, cell, &range, within - 1) == found[before + within - 1];
  }
  return right;
}

/* Every argument of a binade; their number grows. Returns 1 if rule, cells, counts and places are
   right. */
static int check_binade(const struct tmd_function *f, const struct tmd_problem *problem,
                        struct tmd_cell cell, unsigned long *exact) {
  enum { MOST = 1 << 13 };
  static tmd_u128 found[MOST], alike[MOST];
  static struct tmd_cell cells[MOST];
  const tmd_u128 end = (tmd_u128)1 << problem->in.p,
                 least = cell.e_in > problem->in.emin ? end / 2 : 1;
  size_t count = 0, some = 0;
  int right = 1;
  cell.e_out = TMD_E_OUT_SCATTERED;
  for (tmd_u128 X = least; X < end; X++) {
    struct tmd_cell own;
    const unsigned flags = flags_by_mpfr(f, problem, &cell, X, &own);
    right &= tmd_exact_flags(f, problem, &cell, X) == flags;
    if (!flags) continue;
    struct tmd_cell above = own, opposite = own;
    above.e_out++, opposite.sign_f ^= 1;
    right &= tmd_exact_flags(f, problem, &own, X) == flags &&
             tmd_exact_flags(f, problem, &above, X) == 0 &&
             tmd_exact_flags(f, problem, &opposite, X) == 0;
    cells[count] = own;
    found[count++] = X;
  }
  right &= check_ranges(f, problem, &cell, found, count);
  if (count) cell = cells[test_random() % count]; /* those of one sign and exponent of f(x) */
  for (size_t i = 0; i < count; i++)
    if (!tmd_cell_compare(cells + i, &cell)) alike[some++] = found[i];
  if (count) right &= check_ranges(f, problem, &cell, alike, some);
  *exact += count;
  return right;
}

static void test_formats(const char *name, enum tmd_modes modes) {
  const struct tmd_function *f = tmd_function_find(name);
  unsigned long exact = 0;
  int right = f != NULL;
  for (int i = 0; right && i < INPUTS * FORMATS; i++) {
    struct tmd_problem problem = {
        .in = formats[i / FORMATS], .out = formats[i % FORMATS], .modes = modes, .bits = 4};
    if (i / FORMATS == 0 && (i > 0 || modes != TMD_MODES_ALL)) continue; /* it has many arguments */
    for (int sign = 0; sign < 1 + in_domain(f, 1); sign++)
      for (int e = problem.in.emin; e <= problem.in.emax; e++) {
        const struct tmd_cell cell = {.sign_x = sign, .e_in = e};
        right &= check_binade(f, &problem, cell, &exact);
      }
  }
  tap_ok(right && (exact > 10 || modes == TMD_MODES_NEAREST),
         "%s, modes %s: every argument of small formats, %lu exact", name, tmd_modes_name(modes),
         exact);
}

/* Long formats: exact X and their neighbours, found by the rule's own count as well. */
static void test_long(const char *name, struct tmd_format format) {
  const struct tmd_function *f = tmd_function_find(name);
  unsigned long exact = 0, others = 0, wrong = 0;
  struct tmd_cell own;
  for (int round = 0; round < 4000; round++) {
    struct tmd_problem problem = {
        .in = format, .out = format, .modes = (enum tmd_modes)(test_random() % 3), .bits = 44};
    struct tmd_cell cell = {.e_in = (int)(test_random() % 9) - 4, .e_out = TMD_E_OUT_SCATTERED};
    if (round % 4 == 0) cell.e_in = format.emin;
    if (round % 4 == 2) cell.e_in = 4 - (int)(test_random() % 64);
    if (round % 4 == 1 && f->n)
      cell.e_in = (format.emin - (int)(test_random() % 9)) / (int)labs(f->n); /* subnormal f */
    cell.sign_x = in_domain(f, 1) && test_random() % 2;
    const tmd_u128 one = (tmd_u128)1 << (format.p - 1);
    struct tmd_range range = {cell.e_in == format.emin ? 1 : one, 2 * one};
    const tmd_u128 count = tmd_exact_count(f, &problem, &cell, &range);
    const tmd_u128 index = count ? (((tmd_u128)test_random() << 64) + test_random()) % count : 0;
    const tmd_u128 X = count ? tmd_exact_at(f, &problem, &cell, &range, index) : one;
    range.X1 = X;
    if (count && tmd_exact_count(f, &problem, &cell, &range) != index) wrong++;
    for (int beside = -1; beside <= 1; beside++) {
      const tmd_u128 at = X + (tmd_u128)beside;
      if (at < range.X0 || at >= 2 * one) continue;
      const unsigned flags = flags_by_mpfr(f, &problem, &cell, at, &own);
      wrong += tmd_exact_flags(f, &problem, &cell, at) != flags || (count && !beside && !flags);
      exact += flags != 0;
      others += !flags;
    }
  }
  tap_ok(wrong == 0 && exact > 100 && others > 100,
         "%s, p = %d: %lu exact cases and %lu beside them", name, format.p, exact, others);
}

/* How many there are: of sqrt in binary64 sqrt(x) = j 2^-26 in [1, sqrt(2)), and j 2^-25 in
   [sqrt(2), 2), of cbrt j 2^-17 below cbrt(2); of compound(2) x = j 2^-25 in [1, 2), j 2^-26 below
   sqrt(2) - 1. */
static void test_counts(void) {
  static const struct {
    const char *name;
    int e_in;
    unsigned long count;
  } known[] = {{"sqrt", 0, 27797402},
               {"sqrt", 1, 19655731},
               {"cbrt", 0, 34069},
               {"rsqrt", 2, 1},
               {"rsqrt", 1, 0},
               {"compound(2)", 0, 33554432},
               {"compound(2)", -10, 65536},
               {"sinpi", 3, 8},
               {"cospi", 3, 8},
               {"tanpi", 3, 16}};
  struct tmd_problem problem = {.in = {53, -1022, 1023, {0}, 0},
                                .out = {53, -1022, 1023, {0}, 0},
                                .modes = TMD_MODES_ALL,
                                .bits = 44};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const struct tmd_cell cell = {.e_in = known[i].e_in, .e_out = TMD_E_OUT_SCATTERED};
    const struct tmd_range range = {1ull << 52, 1ull << 53};
    const tmd_u128 count =
        tmd_exact_count(tmd_function_find(known[i].name), &problem, &cell, &range);
    tap_ok(count == known[i].count, "%s in [2^%d, 2^%d): %lu exact", known[i].name, known[i].e_in,
           known[i].e_in + 1, (unsigned long)count);
  }
}

/* ---- Classes of hard arguments (lib/region/region-rational.h) against integers ---- */

/* Of G = (p X + c)/q with c in a ball what is said must be true of every X modulo q, at both ends
   of the ball and in its middle. Bounds are drawn at and beyond what is allowed. */
enum { ROUNDS = 40000, UNIT_LOG2 = 10 };

struct draw {
  struct tmd_problem problem;
  long p, q, c, radius; /* c and its radius in units of 2^-UNIT_LOG2 */
};

static long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }

static struct draw draw(void) {
  struct draw d = {
      .problem = {.in = {24, -126, 127}, .out = {24, -126, 127}, .modes = TMD_MODES_ALL}};
  d.problem.bits = 3 + (int)(test_random() % 6);
  d.q = 2 + (long)(test_random() % (3ul << (d.problem.bits - 2)));
  do d.p = 1 + (long)(test_random() % 200);
  while (gcd(d.p, d.q) != 1);
  const long units = 1l << UNIT_LOG2;
  d.c = (long)(test_random() % (unsigned long)(8 * units)) - 4 * units;
  if (test_random() % 2) d.c = d.c / units * units + (long)(test_random() % 32) - 16;
  d.radius = (long)(test_random() % (unsigned long)(units / (test_random() % 2 ? 1 : 64)));
  return d;
}

static struct tmd_region decided(const struct draw *d) {
  const struct tmd_segment segment = {.problem = &d->problem};
  struct tmd_region region = {.status = TMD_REGION_OPEN};
  SCOPED(fmpq, slope);
  SCOPED(arb, rest);
  fmpq_set_si(slope, d->p, (ulong)d->q);
  arb_set_si(rest, d->c);
  mag_set_ui(arb_radref(rest), (ulong)d->radius);
  arb_mul_2exp_si(rest, rest, -UNIT_LOG2);
  arb_div_si(rest, rest, d->q, 256);
  tmd_progression_decide(&region, &segment, slope, rest);
  return region;
}

/* The distance of (p X + c)/q to the nearest integer, times q 2^UNIT_LOG2. */
static long distance(const struct draw *d, long X, long c) {
  const long whole = d->q << UNIT_LOG2,
             at = (((d->p * X << UNIT_LOG2) + c) % whole + whole) % whole;
  return at < whole - at ? at : whole - at;
}

/* 2^-k > distance / (q 2^UNIT_LOG2). */
static int is_below(const struct draw *d, long distance, unsigned k) {
  return k > 40 ? distance == 0 : distance << k < d->q << UNIT_LOG2;
}

static int holds(const struct draw *d, const struct tmd_region *region, long X, long c) {
  const long at = distance(d, X, c);
  const int in_class = region->modulus && (uint64_t)X == region->residue;
  if (is_below(d, at, (unsigned)d->problem.bits) != in_class) return 0;
  if (region->modulus && !in_class) return 1;
  const int least = region->least == 0 || is_below(d, at, region->least);
  return least &&
         (region->greatest == TMD_HARDNESS_UNBOUNDED || !is_below(d, at, region->greatest + 1));
}

static void test_classes(void) {
  int none = 0, classes = 0, wrong = 0, at_limit = 0;
  for (int i = 0; i < ROUNDS; i++) {
    const struct draw d = draw();
    const struct tmd_region region = decided(&d);
    if (region.status == TMD_REGION_OPEN) continue;
    none += region.status == TMD_REGION_NONE_HARD;
    classes += region.status == TMD_REGION_CLASS_HARD && region.modulus == (uint64_t)d.q;
    at_limit += d.q == 1l << (d.problem.bits - 1);
    int true_of_all = region.reason == TMD_REGION_RATIONAL &&
                      (region.status == TMD_REGION_CLASS_HARD) == (region.modulus > 0);
    for (long X = 0; X < d.q; X++)
      for (long side = -1; side <= 1; side++)
        true_of_all &= holds(&d, &region, X, d.c + side * d.radius);
    if (!true_of_all && !wrong++)
      printf("# %ld/%ld X + (%ld +- %ld)/2^%d/q, %d bits: status %d, %u..%u\n", d.p, d.q, d.c,
             d.radius, UNIT_LOG2, d.problem.bits, region.status, region.least, region.greatest);
  }
  tap_ok(wrong == 0, "what is said is true of every class");
  tap_ok(none > ROUNDS / 40 && classes > ROUNDS / 40 && at_limit > 0,
         "%d times none is hard, %d times a class, %d times at the limit", none, classes, at_limit);
}

int main(void) {
  static const struct tmd_format binary64 = {53, -1022, 1023, {0}, 0},
                                 binary128 = {113, -16382, 16383, {0}, 0};
  for (int i = 0; i < FUNCTIONS; i++)
    for (int modes = 0; modes < 3; modes++) test_formats(functions[i], (enum tmd_modes)modes);
  static const char *const names[] = {"sqrt",    "cbrt",    "rootn(5)",    "pown(2)",
                                      "pown(3)", "pown(7)", "compound(2)", "compound(5)",
                                      "sinpi",   "cospi",   "tanpi"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    test_long(names[i], binary64);
    test_long(names[i], binary128);
  }
  test_counts();
  test_classes();
  return tap_done();
}
