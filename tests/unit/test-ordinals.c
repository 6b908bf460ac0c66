/* The numbering of pairs (lib/problem/pair.h). */
#include "lib/expression/expression.h"
#include "lib/problem/pair.h"
#include "tests/unit/tap.h"

static int same(const struct tmd_xy *a, const struct tmd_xy *b) {
  return a->X == b->X && a->Y == b->Y;
}

/* Every ordinal of the cell is that of the pair it names; pairs of a row follow each other, and a
   row begins behind the one before. */
static int numbered(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 from,
                    tmd_u128 end) {
  struct tmd_xy before = tmd_pair_at(problem, cell, from);
  for (tmd_u128 at = from + 1; at < end; at++) {
    const struct tmd_xy pair = tmd_pair_at(problem, cell, at);
    if (tmd_pair_ordinal(problem, cell, &pair) != at) return 0;
    const int goes_on = tmd_pair_row_rest(problem, cell, &before) > 1;
    if (goes_on && !same(&pair, &(struct tmd_xy){before.X + 1, before.Y})) return 0;
    if (!goes_on && pair.Y != before.Y + 1 && pair.X != before.X + 1) return 0;
    before = pair;
  }
  return 1;
}

static struct tmd_problem problem_of(const char *in) {
  struct tmd_problem problem = {.name = "pow", .bits = 4, .function = tmd_resolve("pow")};
  if (tmd_problem_in_parse(&problem, in) || tmd_format_parse(&problem.out, "binary32"))
    printf("# %s: not a format\n", in);
  return problem;
}

static void whole_cells(void) {
  static const char *const in[] = {"4,-2,2;3,-2,2", "4,-6,8:14;5,-3,3", "5,-2,2;int:-7:3"};
  for (int i = 0; i < 3; i++) {
    const struct tmd_problem problem = problem_of(in[i]);
    int right = 1;
    tmd_u128 pairs = 0;
    for (int signs = 0; signs < 4; signs++)
      for (int e_x = problem.in.emin; e_x <= problem.in.emax; e_x++)
        for (int e_y = problem.in_y.emin; e_y <= problem.in_y.emax; e_y++) {
          const struct tmd_cell cell = {signs & 1, 0, e_x, TMD_E_OUT_SCATTERED, signs >> 1, e_y};
          const tmd_u128 count = tmd_pair_count(&problem, &cell);
          pairs += count;
          right = right && (count == 0 || numbered(&problem, &cell, 0, count));
          right = right && (count == 0 || tmd_cell_check(&problem, &cell, 0, count) == 0) &&
                  tmd_cell_check(&problem, &cell, 0, count + 1) != 0;
        }
    /* of a sign 16 + 4 8 and 8 + 4 4; 16 + 14 8 - 1 and 32 + 6 16; 32 + 4 16 and 0 to 3 or 7 */
    static const int expected[] = {96 * 48, 254 * 256, 192 * 12};
    tap_ok(right && pairs == (tmd_u128)expected[i], "%s: %s pairs in order", in[i],
           TMD_WIDE_TEXT(pairs));
  }
}

static void strips(void) {
  const struct tmd_problem problem = problem_of("24,-126,127;24,-126,127");
  const struct tmd_cell cell = {0, 0, 0, TMD_E_OUT_SCATTERED, 0, 0};
  const tmd_u128 first = (tmd_u128)1 << 23, strip = (tmd_u128)1 << tmd_pair_strip_log2(&problem);
  struct tmd_xy pair = {first + 5 * strip, first};
  tap_ok(tmd_pair_ordinal(&problem, &cell, &pair) == 5 * strip << 23 &&
             tmd_pair_row_rest(&problem, &cell, &pair) == strip,
         "a strip begins behind all rows of those before");
  int right = 1;
  for (int i = 0; i < 1000; i++) {
    const tmd_u128 at = (tmd_u128)(test_random() >> 18);
    right = right && numbered(&problem, &cell, at, at + 3);
  }
  tap_ok(right, "ordinals at random");
  struct tmd_problem other = problem;
  other.function = tmd_resolve("hypot");
  tap_ok(tmd_pair_strip_log2(&problem) == 17 && tmd_pair_strip_log2(&other) == 18,
         "2^17 values of x for tiles of binary32, 2^18 for hypot");
}

int main(void) {
  whole_cells();
  strips();
  return tap_done();
}
