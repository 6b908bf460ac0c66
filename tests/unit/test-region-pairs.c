/* Regions of pairs: hardness stays within the bounds, and reaches them at corners. */
#include "lib/cell/confirm.h"
#include "lib/cell/pair-row.h"
#include "lib/problem/pair.h"
#include "lib/region/region-pairs.h"
#include "tests/unit/problems.h"
#include "tests/unit/tap.h"

/* The hardness of a pair, 0 if it is below the problem's bits. */
static unsigned hardness_of(const struct tmd_problem *problem, const struct tmd_cell *cell,
                            const struct tmd_xy *pair) {
  struct tmd_row row;
  struct tmd_case_record record;
  const tmd_u128 at = tmd_pair_ordinal(problem, cell, pair);
  unsigned hardness = 0;
  if (tmd_row_open(&row, problem, cell, at, at + 1) == 0 && !row.zero &&
      tmd_confirm_case(&row.segment, row.segment.X0, 0, &record) == 1)
    hardness = record.hardness;
  tmd_row_close(&row);
  return hardness;
}

struct sample {
  const char *name, *in, *in_y, *modes;
  int bits;
  int sign_x, e_x, sign_y, e_y;
  tmd_u128 Y0, Y1; /* rows; 0: all */
};

static tmd_u128 between(tmd_u128 first, tmd_u128 count) {
  return first + (tmd_u128)test_random() % count;
}

static void test_region(const struct sample *s) {
  enum tmd_modes modes;
  tmd_modes_parse(&modes, s->modes);
  struct tmd_problem wanted = problem_of(s->name, s->in, "binary32", modes, s->bits);
  struct tmd_region region = {0};
  tmd_u128 X, columns, Y, rows;
  tmd_format_parse(&wanted.in_y, s->in_y);
  const struct tmd_problem *problem = tmd_problem_intern(&wanted);
  const struct tmd_cell cell = {s->sign_x, 0, s->e_x, TMD_E_OUT_SCATTERED, s->sign_y, s->e_y};
  tmd_pair_columns(problem, &cell, &X, &columns);
  tmd_pair_rows(problem, &cell, &Y, &rows);
  if (s->Y1) Y = s->Y0, rows = s->Y1 - s->Y0;
  const struct tmd_xy first = {X, Y}, last = {X + columns - 1, Y + rows - 1};
  const int found =
      tmd_region_of_pairs(&region, problem, &cell, tmd_pair_ordinal(problem, &cell, &first),
                          tmd_pair_ordinal(problem, &cell, &last) + 1);
  const int quotients = region.reason == TMD_REGION_QUOTIENT;
  unsigned least = TMD_HARDNESS_EXACT, greatest = 0;
  for (int i = 0; i < 300; i++) {
    struct tmd_xy pair = {i & 1 ? last.X : first.X, i & 2 ? last.Y : first.Y};
    if (i >= 4) pair = (struct tmd_xy){between(X, columns), between(Y, rows)};
    if (quotients) pair.Y = pair.X;
    unsigned k = hardness_of(problem, &cell, &pair);
    if (k == TMD_HARDNESS_EXACT && i < 4 && pair.X == X) /* x = 1 */
      pair.X++, k = hardness_of(problem, &cell, &pair);
    if (k == TMD_HARDNESS_EXACT) continue;
    if (k < least) least = k;
    if (k > greatest) greatest = k;
  }
  const unsigned loose = quotients ? 4 : 1; /* e of results is known to a binade or two */
  tap_ok(found && least >= region.least && greatest <= region.greatest &&
             least <= region.least + loose && greatest + loose >= region.greatest,
         "%s at 2^%d, 2^%d: hardness %u to %u within %u to %u", s->name, s->e_x, s->e_y, least,
         greatest, region.least, region.greatest);
}

/* 1 if all x^y of a row lie where the reason says. */
static int all_beyond(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 X,
                      tmd_u128 columns, tmd_u128 Y, unsigned reason) {
  FLOATS(64, x, y, f);
  const int low = problem->out.emin - problem->out.p - 1, high = problem->out.emax + 1;
  mpfr_set_ui_2exp(y, (unsigned long)Y, tmd_pair_unit_y(problem, cell), MPFR_RNDN);
  mpfr_setsign(y, y, cell->sign_y, MPFR_RNDN);
  for (tmd_u128 i = 0; i < columns; i++) {
    if (X + i == 0) continue;
    mpfr_set_ui_2exp(x, (unsigned long)(X + i), tmd_cell_unit(problem, cell), MPFR_RNDN);
    if (problem->function->exact_rule == TMD_EXACT_COMPOUND) {
      mpfr_setsign(x, x, cell->sign_x, MPFR_RNDN);
      mpfr_compound_si(f, x, mpfr_get_si(y, MPFR_RNDN), MPFR_RNDN);
    } else {
      mpfr_pow(f, x, y, MPFR_RNDN);
    }
    if (reason == TMD_REGION_OVERFLOW ? mpfr_cmp_ui_2exp(f, 1, high) < 0
                                      : mpfr_cmp_ui_2exp(f, 1, low) >= 0)
      return 0;
  }
  return 1;
}

/* Rows of x^y, or (1 + x)^y, each a strip: those that overflow, or underflow, are such regions, and
   no others. Not decided are some that begin with 2^(emax+1) itself, as at x = 2, 4 and 16. */
static void test_powers(const char *name, const char *second, const char *out, int undecided) {
  struct tmd_problem wanted = problem_of(name, "5,-6,6", out, TMD_MODES_ALL, 4);
  tmd_format_parse(&wanted.in_y, second);
  const struct tmd_problem *problem = tmd_problem_intern(&wanted);
  const int compound = problem->function->exact_rule == TMD_EXACT_COMPOUND,
            first = problem->in_y.integers ? problem->in_y.emin : -5;
  int found = 0, wrong = 0, missed = 0;
  for (int signs = 0; signs < (compound ? 4 : 2); signs++)
    for (int e_x = -6; e_x <= (signs & 2 ? -1 : 6); e_x++)
      for (int e_y = first; e_y <= problem->in_y.emax; e_y++) {
        const struct tmd_cell cell = {signs >> 1, 0, e_x, TMD_E_OUT_SCATTERED, signs & 1, e_y};
        tmd_u128 X, columns, Y, rows;
        tmd_pair_columns(problem, &cell, &X, &columns);
        tmd_pair_rows(problem, &cell, &Y, &rows);
        for (tmd_u128 i = Y == 0; i < rows; i++) {
          struct tmd_region region = {0};
          const tmd_u128 at = tmd_pair_ordinal(problem, &cell, &(struct tmd_xy){X, Y + i});
          const int is = tmd_region_of_pairs(&region, problem, &cell, at, at + columns);
          for (unsigned reason = TMD_REGION_OVERFLOW; reason <= TMD_REGION_UNDERFLOW; reason++) {
            const int beyond = all_beyond(problem, &cell, X, columns, Y + i, reason);
            found += beyond;
            const int claimed = is && region.reason == reason;
            wrong += claimed && !beyond;
            missed += beyond && !claimed;
          }
        }
      }
  tap_ok(found > 100 && !wrong && missed == undecided,
         "%s to %s: %d rows overflow or underflow, %d more as regions, %d not", name, out, found,
         wrong, missed);
}

int main(void) {
  static const char float32[] = "binary32",
                    long_n[] = "int:-9223372036854775808:9223372036854775807",
                    short_n[] = "int:-16777216:16777216";
  static const struct sample samples[] = {
      {"hypot(x,y)", float32, float32, "all", 1, 0, 0, 1, -30, 0, 0},
      {"hypot(x,y)", float32, float32, "directed", 1, 1, -90, 0, 3, 0, 0},
      {"rootn(x,y)", float32, long_n, "all", 1, 0, 5, 0, 63, (tmd_u128)1 << 50, (tmd_u128)1 << 51},
      {"rootn(x,y)", float32, long_n, "all", 1, 0, -5, 0, 63, (tmd_u128)1 << 50, (tmd_u128)1 << 60},
      {"rootn(x,y)", float32, long_n, "directed", 1, 0, 5, 1, 63, (tmd_u128)1 << 50,
       (tmd_u128)1 << 51},
      {"compound(x,y)", float32, short_n, "all", 1, 0, -60, 0, 24, 1, (1 << 24) + 1},
      {"compound(x,y)", float32, short_n, "all", 1, 1, -60, 0, 24, 1, (1 << 24) + 1},
      {"compound(x,y)", float32, short_n, "directed", 1, 1, -55, 1, 24, 1, (1 << 24) + 1},
      {"x^y", float32, float32, "all", 1, 0, 0, 0, -60, 0, 0},
      {"x^y", float32, float32, "directed", 1, 0, 0, 1, -40, 0, 0},
      {"atan2pi(y,x)", float32, float32, "all", 1, 0, -40, 0, 10, 0, 0},
      {"atan2pi(y,x)", float32, float32, "all", 1, 1, -40, 1, 10, 0, 0},
      {"atan2pi(y,x)", float32, float32, "directed", 1, 1, 20, 0, -15, 0, 0},
      {"atan2(y,x)", float32, float32, "all", 28, 0, 10, 0, -30, 0, 0},
      {"atan2(y,x)", float32, float32, "directed", 28, 0, 10, 1, -130 + 5, 0, 0},
  };
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) test_region(samples + i);
  test_powers("x^y", "7,-6,6", "5,-6,6", 3);
  test_powers("x^y", "7,-6,6", "4,-9,30", 3);
  test_powers("compound(x,y)", "int:-40:60", "5,-6,6", 2);
  test_powers("compound(x,y)", "int:-40:60", "4,-9,30", 2);
  return tap_done();
}
