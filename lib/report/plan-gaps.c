#include "lib/report/plan-gaps.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

/* What nothing covers of one side, the line itself or an image of it, in order. */
struct side {
  struct tmd_planline line;
  struct tmd_uncovered missing;
  size_t next; /* of its ranges, the first that ends beyond where the sweep is */
};

static void visit_part(struct tmd_plan_gaps *gaps, const struct tmd_planline *line, tmd_u128 from, tmd_u128 to) {
  struct tmd_planline gap = *line;
  gap.X0 = line->X0 + from;
  gap.X1 = line->X0 + to;
  gap.cost_seconds *= tmd_wide_double(to - from) / tmd_wide_double(line->X1 - line->X0);
  gaps->count++;
  gaps->visit(&gap, gaps->context);
}

/* The side's next missing range beyond `at`, from the beginning of its line on; 0 if there is none. */
static int next_range(struct side *side, tmd_u128 at, struct tmd_range *range) {
  const tmd_u128 X0 = side->line.X0;
  while (side->next < side->missing.count && side->missing.range[side->next].X1 - X0 <= at) side->next++;
  if (side->next == side->missing.count) return 0;
  const struct tmd_range *r = side->missing.range + side->next;
  *range = (struct tmd_range){r->X0 - X0 > at ? r->X0 - X0 : at, r->X1 - X0};
  return 1;
}

/* The next stretch [*at, *to) that is missing of the same sides throughout, and of one at least; 0 at the end. */
static int next_stretch(struct side *side, unsigned sides, tmd_u128 *at, tmd_u128 *to) {
  tmd_u128 from = ~(tmd_u128)0, end = from;
  struct tmd_range r;
  for (unsigned i = 0; i < sides; i++)
    if (next_range(side + i, *at, &r) && r.X0 < from) from = r.X0;
  for (unsigned i = 0; i < sides; i++)
    if (next_range(side + i, *at, &r)) {
      const tmd_u128 change = r.X0 <= from ? r.X1 : r.X0;
      if (change < end) end = change;
    }
  *at = from;
  *to = end;
  return from < end;
}

static int is_missing(struct side *side, tmd_u128 at) {
  struct tmd_range r;
  return next_range(side, at, &r) && r.X0 <= at;
}

int tmd_plan_gaps_add(struct tmd_plan_gaps *gaps, const struct tmd_planline *line) {
  if (line->images) {
    const struct tmd_function *function = tmd_function_find(line->problem.function);
    if (!function || tmd_symmetry_check(line, function)) return -1;
  }
  const unsigned sides = 1 + line->images;
  struct side *side = tmd_allocate(sides * sizeof *side);
  memset(side, 0, sides * sizeof *side);
  for (unsigned i = 0; i < sides; i++) {
    if (i) tmd_symmetry_line(&side[i].line, line, i);
    else side->line = *line, side->line.symmetry = TMD_SYMMETRY_NONE, side->line.images = 0;
    gaps->planned = tmd_wide_sum(gaps->planned, line->X1 - line->X0);
    gaps->covered = tmd_wide_sum(gaps->covered, tmd_coverage_missing(gaps->coverage, &side[i].line, &side[i].missing));
  }
  tmd_u128 at = 0, to;
  for (; next_stretch(side, sides, &at, &to); at = to) {
    unsigned missing = 0;
    for (unsigned i = 0; i < sides; i++) missing += (unsigned)is_missing(side + i, at);
    if (missing == sides) visit_part(gaps, line, at, to);
    for (unsigned i = 0; i < sides && missing < sides; i++)
      if (is_missing(side + i, at)) visit_part(gaps, &side[i].line, at, to);
  }
  for (unsigned i = 0; i < sides; i++) free(side[i].missing.range);
  free(side);
  return 0;
}
