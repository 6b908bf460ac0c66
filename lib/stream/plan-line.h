/* Plan lines: tmd-plan prints them, tmd-taylor reads them, tmd-stat compares a stream with them.

   TSV with the header line TMD_PLAN_HEADER (which may be repeated, so that plans can be
   concatenated). A line is a claim still to be made: problem, cell, range; `region` is the name of
   a reason, or "-" for a range to be searched; `symmetry` and `images` are the symmetry under which
   images of the range are claimed too, and their number, or "-" and 0; `plan` is the advice; `cost`
   the predicted seconds on one core for the range without images. */
#ifndef TMD_PLANLINE_H
#define TMD_PLANLINE_H

#include <stdio.h>

#include "lib/base/symmetry.h"
#include "lib/base/text-lines.h"
#include "lib/problem/problem.h"

#define TMD_PLAN_HEADER \
  "function\tin\tout\tmodes\tbits\tsign_x\tsign_f\te_in\te_out\tX0\tX1\tregion\tsymmetry\timages\tplan\tcost"

struct tmd_planline {
  const struct tmd_problem *problem;
  struct tmd_cell cell;
  tmd_u128 X0, X1;
  unsigned region;              /* enum tmd_region_reason; 0: to be searched */
  struct tmd_symmetry symmetry; /* none: images is 0 */
  unsigned images;              /* as tmd_symmetry_gives; 0 if x = 0 is in the range */
  double cost_seconds;
  char plan[TMD_TEXT_MAX_BYTES]; /* last, so that a line can be stored without its unused end */
};

void tmd_planline_header(FILE *out);
void tmd_planline_print(FILE *out, const struct tmd_planline *line);

/* The columns that plan lines and the lines of claims begin with, function to X1. Parsing returns
   NULL or the fault, a constant text or that of the error record. */
void tmd_place_print(FILE *out, const struct tmd_problem *problem, const struct tmd_cell *cell,
                     tmd_u128 X0, tmd_u128 X1);
const char *tmd_place_parse(const struct tmd_problem **problem, struct tmd_cell *cell, tmd_u128 *X0,
                            tmd_u128 *X1, char *const *field);

/* Reads a plan, whose first line must be the header, closes it, and calls `visit` for each other
   line until it returns non-zero, which is returned. 0, or -1 on a malformed line (message with
   file and line number, status 3). `name` is the plan's. */
typedef int tmd_plan_visit(const struct tmd_planline *line, void *context);
int tmd_plan_each(FILE *plan, const char *name, tmd_plan_visit *visit, void *context)
    __attribute__((warn_unused_result));

#endif
