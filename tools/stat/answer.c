#include "tools/stat/answer.h"

#include <stdarg.h>

#include "lib/ledger/overlaps.h"
#include "tools/stat/histogram.h"
#include "tools/stat/plan-compare.h"

static struct tmd_answer *judged; /* the answer of the current call, for visitors */

__attribute__((format(printf, 1, 2))) static void wrong(const char *format, ...) {
  va_list values;
  if (*judged->what) return;
  va_start(values, format);
  vsnprintf(judged->what, sizeof judged->what, format, values);
  va_end(values);
}

static void look_at_overlap(const struct tmd_overlap *overlap, void *context) {
  (void)context;
  if (overlap->differ) wrong("has claims that contradict each other");
}

static void look_at_beyond(const struct tmd_planline *line) {
  wrong("claims a range outside the plan: %s in %s, e_in %d, %s to %s", line->problem->name,
        TMD_FORMAT_NUMBERS(&line->problem->in), line->cell.e_in, TMD_WIDE_TEXT(line->X0),
        TMD_WIDE_TEXT(line->X1));
}

static void look_at_gap(const struct tmd_planline *gap, void *context) { (void)gap, (void)context; }

static void look_at_problem(const struct tmd_ledger *ledger, unsigned number) {
  static struct tmd_histogram histogram;
  const struct tmd_problem *problem = ledger->count[number].problem;
  const struct tmd_claim_count *count = ledger->count + number;
  for (int s = 0; s < TMD_STATES; s++)
    if (count->claims[s] && s != TMD_STATE_CASE && s != TMD_STATE_REGION)
      wrong("has claims that are not confirmed (%s)",
            tmd_claim_state_name((enum tmd_claim_state)s));
  tmd_overlaps_find(ledger, problem, look_at_overlap, NULL);
  tmd_histogram_count(&histogram, ledger, problem);
  judged->cases += histogram.total;
}

int tmd_answer_judge(struct tmd_answer *answer, struct tmd_ledger *ledger, FILE *plan,
                     const char *name) {
  struct tmd_plan_compare compare = {.ledger = ledger, .beyond = 1, .gap = look_at_gap};
  *answer = (struct tmd_answer){0};
  judged = answer;
  tmd_ledger_sort(ledger);
  for (unsigned i = 0; i < ledger->problems; i++) look_at_problem(ledger, i);
  const int failed = tmd_plan_compare(&compare, plan, name);
  tmd_plan_beyond(&compare, look_at_beyond);
  return failed;
}
