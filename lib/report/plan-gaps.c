#include "lib/report/plan-gaps.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

/* Where, on the line's own range, something begins or ends to be missing: of itself (side 0), or of
   image number `side`. */
struct change {
  tmd_u128 X;
  unsigned side;
  int begins;
};

struct changes {
  struct change *change;
  size_t count, capacity;
};

static int by_X(const void *a_, const void *b_) {
  const struct change *a = a_, *b = b_;
  return (a->X > b->X) - (a->X < b->X);
}

static void add_change(struct changes *changes, tmd_u128 X, unsigned side, int begins) {
  changes->change =
      tmd_grow(changes->change, &changes->capacity, changes->count + 1, sizeof *changes->change);
  changes->change[changes->count++] = (struct change){X, side, begins};
}

/* What nothing covers of a side. */
static void look_at_side(struct tmd_plan_gaps *gaps, const struct tmd_planline *line, unsigned i,
                         struct changes *changes) {
  static struct tmd_planline side;
  static struct tmd_uncovered missing;
  if (!tmd_symmetry_line(&side, line, i)) return;
  gaps->planned = tmd_wide_sum(gaps->planned, side.X1 - side.X0);
  gaps->covered =
      tmd_wide_sum(gaps->covered, tmd_coverage_missing(gaps->coverage, &side, &missing));
  for (size_t k = 0; k < missing.count; k++) {
    const struct tmd_range own =
        tmd_symmetry_preimage(line, i, missing.range[k].X0, missing.range[k].X1);
    add_change(changes, own.X0, i, 1);
    add_change(changes, own.X1, i, 0);
  }
}

static void visit_part(struct tmd_plan_gaps *gaps, const struct tmd_planline *line, tmd_u128 from,
                       tmd_u128 to, unsigned side, int alone) {
  struct tmd_planline gap = *line;
  gap.cost_seconds *= tmd_wide_double(to - from) / tmd_wide_double(line->X1 - line->X0);
  gap.X0 = from;
  gap.X1 = to;
  if (alone && !tmd_symmetry_line(&gap, &gap, side)) return;
  gaps->count++;
  gaps->visit(&gap, gaps->context);
}

/* Stretches that are missing of one side only are gaps of that side; of more sides, one gap of the
   line with its images. */
static void visit_stretches(struct tmd_plan_gaps *gaps, const struct tmd_planline *line,
                            const struct changes *changes) {
  unsigned long long sum = 0; /* of the numbers of the sides that are missing */
  unsigned sides = 0, kind = 0,
           alone =
               0; /* how many they are; of the stretch from `from` on: 0, 1 or more, and the one */
  tmd_u128 from = 0;
  for (size_t i = 0; i < changes->count; i++) {
    const struct change *c = &changes->change[i];
    sides = c->begins ? sides + 1 : sides - 1;
    sum = c->begins ? sum + c->side : sum - c->side;
    if (i + 1 < changes->count && changes->change[i + 1].X == c->X) continue;
    const unsigned now = sides < 2 ? sides : 2, only = now == 1 ? (unsigned)sum : 0;
    if (now == kind && only == alone) continue;
    if (kind) visit_part(gaps, line, from, c->X, alone, kind == 1);
    from = c->X, kind = now, alone = only;
  }
}

int tmd_plan_gaps_add(struct tmd_plan_gaps *gaps, const struct tmd_planline *line) {
  static struct changes changes;
  if (line->images && tmd_symmetry_check(line, line->problem->function)) return -1;
  changes.count = 0;
  for (unsigned i = 0; i <= line->images; i++) look_at_side(gaps, line, i, &changes);
  if (changes.count) qsort(changes.change, changes.count, sizeof *changes.change, by_X);
  visit_stretches(gaps, line, &changes);
  return 0;
}
