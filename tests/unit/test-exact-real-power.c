/* Exact cases of x^y by rule (lib/region/exact-real-power.h): every pair of small formats against
   MPFR; counts of ranges against these, and of binary32. */
#include "lib/base/arb-compat.h"
#include "lib/expression/expression.h"
#include "lib/problem/pair.h"
#include "lib/region/exact.h"
#include "tests/unit/problems.h"
#include "tests/unit/tap.h"

enum { PAIRS_MOST = 1 << 17, RANGES = 40 };

/* The flags by the definition of tmd-stream(5), of |f| at 48 bits, to which no exact one has to be
   rounded. */
static unsigned flags_of_value(const struct tmd_problem *problem, mpfr_t f, int ternary) {
  const struct tmd_format *out = &problem->out;
  if (ternary || !mpfr_regular_p(f)) return 0;
  const long e = mpfr_get_exp(f) - 1;
  if (e < out->emin - out->p - 1 || e > out->emax) return 0;
  mpfr_abs(f, f, MPFR_RNDN);
  mpfr_mul_2si(f, f, tmd_problem_scale(problem) - (e < out->emin ? out->emin : e), MPFR_RNDN);
  if (problem->modes == TMD_MODES_NEAREST) mpfr_sub_d(f, f, 0.5, MPFR_RNDN);
  if (!mpfr_integer_p(f)) return 0;
  mpfr_div_2ui(f, f, 1, MPFR_RNDN);
  const int midpoint = problem->modes == TMD_MODES_NEAREST ||
                       (problem->modes == TMD_MODES_ALL && !mpfr_integer_p(f));
  return TMD_CASE_CONFIRMED | TMD_CASE_EXACT | (midpoint ? TMD_CASE_MIDPOINT : 0);
}

static unsigned flags_by_mpfr(const struct tmd_problem *problem, const struct tmd_cell *cell,
                              const struct tmd_xy *pair) {
  FLOATS(64, x, y);
  FLOATS(48, f);
  if (pair->X == 0 || pair->Y == 0) return 0;
  tmd_argument_mpfr(x, cell->sign_x, pair->X, tmd_cell_unit(problem, cell));
  tmd_argument_mpfr(y, cell->sign_y, pair->Y, tmd_pair_unit_y(problem, cell));
  if (cell->sign_x && problem->function->id != TMD_FN_pow) return 0; /* powr */
  return flags_of_value(problem, f, mpfr_pow(f, x, y, MPFR_RNDN));
}

/* Ranges at random, some of them of whole rows or strips. */
static int counts_agree(const struct tmd_problem *problem, const struct tmd_cell *cell,
                        const unsigned *before, tmd_u128 end) {
  const struct tmd_xy first = tmd_pair_at(problem, cell, 0);
  const tmd_u128 width = tmd_pair_row_rest(problem, cell, &first);
  int right = 1;
  for (int i = 0; i < RANGES; i++) {
    struct tmd_range range = {i ? test_random() % (uint64_t)end : 0,
                              i ? test_random() % (uint64_t)(end + 1) : end};
    if (i % 3 == 1) range.X0 -= range.X0 % width;
    if (i % 4 == 1) range.X1 -= range.X1 % width;
    if (range.X0 > range.X1) range.X1 = range.X0;
    right &= tmd_exact_count(problem->function, problem, cell, &range) ==
             before[range.X1] - before[range.X0];
  }
  return right;
}

/* Every pair of a cell; their number grows. */
static int check_cell(const struct tmd_problem *problem, const struct tmd_cell *cell,
                      unsigned long *exact) {
  static unsigned before[PAIRS_MOST + 1];
  tmd_u128 first, columns, rows;
  tmd_pair_columns(problem, cell, &first, &columns);
  tmd_pair_rows(problem, cell, &first, &rows);
  const tmd_u128 end = columns * rows;
  if (end == 0) return 1;
  if (end > PAIRS_MOST) return 0;
  int right = 1;
  for (tmd_u128 at = 0; at < end; at++) {
    const struct tmd_xy pair = tmd_pair_at(problem, cell, at);
    const unsigned flags = flags_by_mpfr(problem, cell, &pair);
    right &= tmd_exact_flags(problem->function, problem, cell, at) == flags;
    before[at + 1] = before[at] + (flags != 0);
  }
  *exact += before[end];
  return right && counts_agree(problem, cell, before, end);
}

static void test_formats(const char *name, const char *in, const char *in_y, const char *out,
                         unsigned long least) {
  unsigned long exact = 0;
  int right = 1;
  for (int modes = 0; modes < 3; modes++) {
    struct tmd_problem wanted = problem_of(name, in, out, (enum tmd_modes)modes, 4);
    tmd_format_parse(&wanted.in_y, in_y);
    const struct tmd_problem *problem = tmd_problem_intern(&wanted);
    right &= tmd_exact_applies(problem->function, problem);
    for (int signs = 0; signs < 4; signs++)
      for (int e_x = problem->in.emin; e_x <= problem->in.emax; e_x++)
        for (int e_y = problem->in_y.emin; e_y <= problem->in_y.emax; e_y++)
          right &= check_cell(
              problem, &(struct tmd_cell){signs & 1, 0, e_x, TMD_E_OUT_SCATTERED, signs >> 1, e_y},
              &exact);
  }
  tap_ok(right && exact >= least, "%s, %s and %s to %s: every pair, %lu exact", name, in, in_y, out,
         exact);
}

/* ---- binary32 ---- */

static tmd_u128 count_cell(const struct tmd_problem *problem, int sign_x, int e_x, int sign_y,
                           int e_y) {
  const struct tmd_cell cell = {sign_x, 0, e_x, TMD_E_OUT_SCATTERED, sign_y, e_y};
  tmd_u128 first, columns, rows;
  tmd_pair_columns(problem, &cell, &first, &columns);
  tmd_pair_rows(problem, &cell, &first, &rows);
  return tmd_exact_count(problem->function, problem, &cell, &(struct tmd_range){0, columns * rows});
}

static void test_binary32(void) {
  const struct tmd_format binary32 = {.p = 24, .emin = -126, .emax = 127};
  struct tmd_problem wanted = problem_of("x^y", "binary32", "binary32", TMD_MODES_ALL, 44);
  wanted.in_y = binary32;
  const struct tmd_problem *problem = tmd_problem_intern(&wanted);
  /* without the numbers x^1 and 1^y, (-1)^y, the 672058 + 7749 pairs of x > 0, with subnormal
     results, and 389558 + 2534 of x < 0 that are published */
  const unsigned long numbers = 255ul << 23, integers = 106ul << 23,
                      expected[] = {(numbers - 1) + 2 * (numbers - 1) - 1 + 672058 + 7749,
                                    (numbers - 1) + 2 * (integers - 1) - 1 + 389558 + 2534};
  for (int sign_x = 0; sign_x < 2; sign_x++) {
    tmd_u128 all = 0;
    for (int sign_y = 0; sign_y < 2; sign_y++)
      for (int e_x = -126; e_x <= 127; e_x++)
        for (int e_y = -126; e_y <= 127; e_y++)
          all += count_cell(problem, sign_x, e_x, sign_y, e_y);
    tap_ok(all == expected[sign_x], "binary32, x %s 0: %s exact", sign_x ? "<" : ">",
           TMD_WIDE_TEXT(all));
  }
}

int main(void) {
  static const struct {
    const char *name, *in, *in_y, *out;
    unsigned long least;
  } samples[] = {
      {"x^y", "4,-3,3", "4,-3,3", "4,-3,3", 500},
      {"x^y", "5,-3,4", "3,-5,3", "6,-9,9", 500},    /* of fine y, longer results */
      {"x^y", "3,-8,9", "5,-6,5", "3,-4,4", 500},    /* shorter ones */
      {"x^y", "6,-2,9", "4,-1,5", "5,-12,30", 500},  /* powers of many bits */
      {"x^y", "6,0,17", "4,-4,4", "12,-20,60", 500}, /* roots */
      {"x^y", "4,-40,40", "3,-7,2", "4,-3,3", 500},  /* large w */
      {"x^y", "4,-3,3", "4,-1,9", "4,-60,60", 500},  /* y of large units */
      {"x^y", "4,-3,3", "int:-7:9", "5,-9,9", 500},
      {"x^y", "12,-1,0", "3,-2,1", "12,-3,3", 500}, /* several strips */
      {"x^y", "12,-1,0", "3,0,2", "4,-5,20", 10},
      {"powr(x,y)", "4,-3,3", "4,-3,3", "5,-6,2", 200},
      {"powr(x,y)", "12,-1,1", "3,-1,0", "10,-3,3", 200},
  };
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    test_formats(samples[i].name, samples[i].in, samples[i].in_y, samples[i].out, samples[i].least);
  test_binary32();
  return tap_done();
}
