#include "tools/stat/plan-compare.h"

#include <stdlib.h>

#include "lib/base/error.h"
#include "lib/cell/image.h"

/* ---- gaps ---- */

/* A position on the line's range where a missing range of the line (side 0), or of image number
   `side`, begins or ends. */
struct change {
  tmd_u128 X;
  unsigned side;
  int begins;
};

struct changes {
  struct change *change;
  size_t count, capacity;
};

static void add_change(struct changes *changes, tmd_u128 X, unsigned side, int begins) {
  changes->change =
      tmd_grow(changes->change, &changes->capacity, changes->count + 1, sizeof *changes->change);
  changes->change[changes->count++] = (struct change){X, side, begins};
}

/* Adds the uncovered ranges of a side. */
static void add_side(struct tmd_plan_compare *compare, const struct tmd_planline *line, unsigned i,
                     struct changes *changes) {
  static struct tmd_planline side;
  static struct tmd_missing missing;
  if (!tmd_symmetry_line(&side, line, i)) return;
  const struct tmd_span span = {side.problem, side.cell, side.X0, side.X1};
  if (compare->beyond) tmd_ledger_add_range(&compare->lines, &span);
  compare->planned = tmd_wide_sum(compare->planned, span.X1 - span.X0);
  compare->covered =
      tmd_wide_sum(compare->covered, tmd_ledger_missing(compare->ledger, &span, &missing));
  for (size_t k = 0; k < missing.count; k++) {
    const struct tmd_range own =
        tmd_symmetry_preimage(line, i, missing.range[k].X0, missing.range[k].X1);
    add_change(changes, own.X0, i, 1);
    add_change(changes, own.X1, i, 0);
  }
}

static void visit_gap(struct tmd_plan_compare *compare, const struct tmd_planline *line,
                      tmd_u128 from, tmd_u128 to, unsigned side, int alone) {
  struct tmd_planline gap = *line;
  gap.cost_seconds *= tmd_wide_double(to - from) / tmd_wide_double(line->X1 - line->X0);
  gap.X0 = from;
  gap.X1 = to;
  if (alone && !tmd_symmetry_line(&gap, &gap, side)) return;
  compare->gaps++;
  compare->gap(&gap, compare->context);
}

/* Stretches that only one side lacks are gaps of that side; those that more sides lack are gaps of
   the line with its images. */
static void visit_gaps(struct tmd_plan_compare *compare, const struct tmd_planline *line,
                       const struct changes *changes) {
  unsigned long long sum = 0;   /* of the numbers of the sides that lack a range here */
  unsigned sides = 0;           /* their number */
  unsigned kind = 0, alone = 0; /* of the stretch from `from` on: 0, 1 or more sides, and the one */
  tmd_u128 from = 0;
  for (size_t i = 0; i < changes->count; i++) {
    const struct change *c = &changes->change[i];
    sides = c->begins ? sides + 1 : sides - 1;
    sum = c->begins ? sum + c->side : sum - c->side;
    if (i + 1 < changes->count && changes->change[i + 1].X == c->X) continue;
    const unsigned now = sides < 2 ? sides : 2, only = now == 1 ? (unsigned)sum : 0;
    if (now == kind && only == alone) continue;
    if (kind) visit_gap(compare, line, from, c->X, alone, kind == 1);
    from = c->X, kind = now, alone = only;
  }
}

static int compare_line(const struct tmd_planline *line, void *compare) {
  static struct changes changes;
  if (line->images && tmd_symmetry_check(line, line->problem->function)) return -1;
  changes.count = 0;
  for (unsigned i = 0; i <= line->images; i++) add_side(compare, line, i, &changes);
  if (changes.count) qsort(changes.change, changes.count, sizeof *changes.change, tmd_wide_compare);
  visit_gaps(compare, line, &changes);
  return 0;
}

int tmd_plan_compare(struct tmd_plan_compare *compare, FILE *plan, const char *name) {
  return tmd_plan_each(plan, name, compare_line, compare);
}

/* ---- beyond ---- */

/* Visits the parts of the range that the lines do not cover; returns their number. */
static size_t visit_beyond(const struct tmd_plan_compare *compare, const struct tmd_span *range,
                           void (*visit)(const struct tmd_planline *line)) {
  static struct tmd_planline line;
  static struct tmd_missing missing;
  line = (struct tmd_planline){.problem = range->problem, .cell = range->cell};
  tmd_ledger_missing(&compare->lines, range, &missing);
  for (size_t i = 0; i < missing.count; i++) {
    line.X0 = missing.range[i].X0;
    line.X1 = missing.range[i].X1;
    visit(&line);
  }
  return missing.count;
}

unsigned long long tmd_plan_beyond(struct tmd_plan_compare *compare,
                                   void (*visit)(const struct tmd_planline *line)) {
  const struct tmd_ledger *ledger = compare->ledger;
  unsigned long long found = 0;
  size_t count;
  tmd_ledger_sort(&compare->lines);
  for (unsigned p = 0; p < ledger->problems; p++) {
    const struct tmd_span *range = tmd_ledger_ranges(ledger, ledger->count[p].problem, &count);
    for (size_t i = 0; i < count; i++) found += visit_beyond(compare, range + i, visit);
  }
  tmd_ledger_clear(&compare->lines);
  return found;
}
