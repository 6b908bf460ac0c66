#include "lib/report/plan-beyond.h"

#include <stdlib.h>

#include "lib/cell/image.h"

/* What is planned is taken as claimed, without cases. */
void tmd_plan_beyond_add(struct tmd_plan_beyond *beyond, const struct tmd_planline *line) {
  static struct tmd_planline side;
  static struct tmd_claim claim;
  for (unsigned i = 0; i <= line->images; i++) {
    if (!tmd_symmetry_line(&side, line, i)) continue;
    claim.problem = side.problem;
    claim.cell = side.cell;
    claim.X0 = side.X0;
    claim.X1 = side.X1;
    claim.kind = TMD_CASE;
    claim.record_bytes = sizeof(struct tmd_case_record);
    tmd_coverage_add(&beyond->planned, &claim);
  }
}

unsigned long long tmd_plan_beyond_visit(struct tmd_plan_beyond *beyond,
                                         const struct tmd_coverage *coverage,
                                         void (*visit)(const struct tmd_planline *line)) {
  static struct tmd_planline line;
  struct tmd_uncovered missing = {0};
  unsigned long long count = 0;
  tmd_coverage_sort(&beyond->planned);
  for (size_t i = 0; i < coverage->ranges; i++) {
    const struct tmd_covered_range *range = coverage->range + i;
    line = (struct tmd_planline){.problem = coverage->problems.problem[range->problem],
                                 .cell = range->cell,
                                 .X0 = range->X0,
                                 .X1 = range->X1};
    tmd_coverage_missing(&beyond->planned, &line, &missing);
    for (size_t k = 0; k < missing.count; k++, count++) {
      line.X0 = missing.range[k].X0;
      line.X1 = missing.range[k].X1;
      visit(&line);
    }
  }
  free(missing.range);
  tmd_coverage_clear(&beyond->planned);
  return count;
}
