#include "tools/stat/answer.h"

#include <stdarg.h>

#include "lib/report/overlaps.h"
#include "lib/report/plan-beyond.h"
#include "lib/report/plan-gaps.h"
#include "tools/stat/histogram.h"

static struct tmd_answer *judged; /* that of the call: what is visited comes without it */

__attribute__((format(printf, 1, 2))) static void wrong(const char *format, ...) {
  va_list values;
  if (*judged->what) return;
  va_start(values, format);
  vsnprintf(judged->what, sizeof judged->what, format, values);
  va_end(values);
}

static void look_at_overlap(const struct tmd_overlap *overlap) {
  if (overlap->differ) wrong("has claims that contradict each other");
}

static void look_at_beyond(const struct tmd_planline *line) {
  char in[TMD_FORMAT_TEXT_BYTES], X0[TMD_WIDE_TEXT_BYTES], X1[TMD_WIDE_TEXT_BYTES];
  wrong("claims what is not in the plan: %s in %s, e_in %d, %s to %s", line->problem->name,
        tmd_format_print(in, &line->problem->in), line->cell.e_in, tmd_wide_print(X0, line->X0),
        tmd_wide_print(X1, line->X1));
}

static void look_at_gap(const struct tmd_planline *gap, void *context) { (void)gap, (void)context; }

static void look_at_problem(const struct tmd_coverage *coverage, unsigned problem) {
  static struct tmd_histogram histogram;
  const struct tmd_claim_count *count = coverage->count + problem;
  for (int s = 0; s < TMD_STATES; s++)
    if (count->claims[s] && s != TMD_STATE_CASE && s != TMD_STATE_REGION)
      wrong("has claims that are not confirmed (%s)",
            tmd_claim_state_name((enum tmd_claim_state)s));
  tmd_overlaps_find(coverage, problem, look_at_overlap);
  tmd_histogram_count(&histogram, coverage, problem);
  judged->cases += histogram.total;
}

static int compare_plan(struct tmd_coverage *coverage, FILE *plan, const char *name) {
  static struct tmd_planline line;
  struct tmd_planline_reader reader = {.lines = {.file = plan, .name = name}};
  struct tmd_plan_gaps gaps = {.coverage = coverage, .visit = look_at_gap}; /* checks the line */
  struct tmd_plan_beyond beyond = {0};
  int more;
  while ((more = tmd_planline_next(&reader, &line)) > 0 && !tmd_plan_gaps_add(&gaps, &line))
    tmd_plan_beyond_add(&beyond, &line);
  tmd_planline_close(&reader);
  tmd_plan_beyond_visit(&beyond, coverage, look_at_beyond);
  return more ? -1 : 0;
}

int tmd_answer_judge(struct tmd_answer *answer, struct tmd_coverage *coverage, FILE *plan,
                     const char *name) {
  const unsigned problems = coverage->problems.count; /* those of the plan come behind */
  *answer = (struct tmd_answer){0};
  judged = answer;
  tmd_coverage_sort(coverage);
  for (unsigned i = 0; i < problems; i++) look_at_problem(coverage, i);
  return compare_plan(coverage, plan, name);
}
