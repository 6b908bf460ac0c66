#include "tools/generate/hard-cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/image/images.h"
#include "lib/ledger/overlaps.h"
#include "lib/plan/planner.h"
#include "lib/value/correct.h"
#include "tools/generate/reals.h"
#include "tools/select/implied.h"

enum { LINES_MAX = 1000000, FEW = 256, FEW_MIXED = 4096, ONE_SIDE = 64 };

static int add(const struct tmd_claim *implied, void *context) {
  tmd_ledger_add(context, implied);
  return 0;
}

int tmd_hard_cases_take(struct tmd_ledger *ledger, const struct tmd_problem *problem,
                        const struct tmd_claim *claim) {
  const struct tmd_problem *of = claim->problem;
  if (!tmd_problem_alike(of, problem) || of->modes != TMD_MODES_ALL || of->bits > problem->bits ||
      !tmd_claim_confirmed(claim))
    return 0;
  return of == problem ? add(claim, ledger) : tmd_implied_claims(claim, problem, add, ledger);
}

/* ---- coverage ---- */

static struct {
  const struct tmd_ledger *ledger;
  tmd_u128 missing, searched; /* arguments */
} covered;

static void take_line(const struct tmd_planline *line, void *context) {
  struct tmd_missing missing = {0};
  const struct tmd_span span = {line->problem, line->cell, line->X0, line->X1};
  (void)context;
  if (line->region) return;
  covered.searched += tmd_ledger_missing(covered.ledger, &span, &missing);
  for (size_t i = 0; i < missing.count; i++)
    covered.missing += missing.range[i].X1 - missing.range[i].X0;
  free(missing.range);
}

/* Each argument of the domain that is in no region must be in a claim. */
static int check_coverage(const struct tmd_ledger *ledger, const struct tmd_problem *problem) {
  static struct tmd_planner planner;
  planner = (struct tmd_planner){
      .problem = problem, .function = problem->function, .emit = take_line, .lines_max = LINES_MAX};
  covered.ledger = ledger, covered.missing = 0, covered.searched = 0;
  if (tmd_planner_run(&planner)) return -1;
  if (covered.missing || !covered.searched) {
    char count[TMD_WIDE_TEXT_BYTES], format[TMD_FORMAT_TEXT_BYTES];
    return tmd_error(TMD_USAGE,
                     "%s: no list at %d bits for %s arguments: tmd-search %s --format %s --bits %d "
                     "-o FILE makes one",
                     problem->name, problem->bits, tmd_wide_print(count, covered.missing),
                     problem->name, tmd_format_describe(format, &problem->in), problem->bits);
  }
  return 0;
}

/* ---- cases ---- */

/* A number on f's side of the breakpoint next to f, a thirty-second of a unit in the last place
   from it: results and flags are those of f in every mode. */
static double replacement(const struct tmd_correct *correct, const struct tmd_format *out) {
  int e;
  tmd_u128 X;
  tmd_argument_at(out, correct->below, &e, &X);
  const double part = correct->fraction, beyond = part < 0.25   ? 1.0 / 32
                                                  : part < 0.5  ? 0.5 - 1.0 / 32
                                                  : part < 0.75 ? 0.5 + 1.0 / 32
                                                                : 1 - 1.0 / 32;
  const double y = ldexp((double)X + beyond, e - out->p + 1);
  return correct->sign ? -y : y;
}

uint32_t tmd_datum_float(const struct tmd_datum *datum, const struct tmd_format *format) {
  int e;
  tmd_u128 X;
  if (datum->class == TMD_DATUM_INFINITE) return (uint32_t)datum->sign << 31 | 0x7f800000;
  tmd_argument_at(format, datum->ordinal, &e, &X);
  return (uint32_t)datum->sign << 31 | tmd_float_encode(ldexp((double)X, e - format->p + 1));
}

void tmd_hard_case_set(struct tmd_hard_case *hard, const struct tmd_problem *problem, uint32_t x,
                       const struct tmd_correct *correct) {
  hard->x = x;
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++) {
    const struct tmd_datum y = tmd_correct_round(correct, &problem->out, mode);
    hard->y[mode] = tmd_datum_float(&y, &problem->out);
  }
  hard->replacement = replacement(correct, &problem->out);
}

void tmd_hard_cases_add(struct tmd_hard_cases *list, const struct tmd_problem *problem, uint32_t x,
                        const struct tmd_correct *correct) {
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 64;
    list->hard = tmd_reallocate(list->hard, list->capacity * sizeof *list->hard);
  }
  tmd_hard_case_set(list->hard + list->count++, problem, x, correct);
}

/* Adds the argument X of a cell: 1, or 0 if its value is no finite number. */
static int add_argument(struct tmd_hard_cases *list, const struct tmd_problem *problem,
                        const struct tmd_cell *cell, tmd_u128 X) {
  struct tmd_correct correct;
  tmd_correct_at_number(&correct, problem, cell->sign_x, cell->e_in, X);
  if (correct.kind != TMD_CORRECT_NUMBER) return 0;
  const struct tmd_datum x = {TMD_DATUM_NUMBER, cell->sign_x,
                              tmd_argument_ordinal(&problem->in, cell->e_in, X)};
  tmd_hard_cases_add(list, problem, tmd_datum_float(&x, &problem->in), &correct);
  return 1;
}

static int add_case(struct tmd_hard_cases *list, const struct tmd_problem *problem,
                    const struct tmd_cell *cell, const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_UNDECIDED)
    return tmd_error(TMD_USAGE, "%s: the list has an undecided case", problem->name);
  if (list->nearest && !(record->flags & (TMD_CASE_MIDPOINT | TMD_CASE_EXACT))) return 0;
  if (!add_argument(list, problem, cell, tmd_wide_load(record->X)))
    return tmd_error(TMD_USAGE, "%s: a case of the list has no finite value", problem->name);
  return 0;
}

/* The arguments of a region that may be hard, where they are few: f passes a breakpoint there, as
   acos(x) does, which is next to pi/2 - x. Where they are many, or f is far closer to a number
   than y is to f, f stays on one side of it, and so does y by the scheme. */
static void add_region(struct tmd_hard_cases *list, const struct tmd_problem *problem,
                       const struct tmd_entry *entry) {
  const unsigned bits = (unsigned)problem->bits, few = entry->says.least < bits ? FEW_MIXED : FEW;
  if (entry->says.greatest < bits || entry->says.least > ONE_SIDE ||
      entry->at.X1 - entry->at.X0 > few)
    return;
  for (tmd_u128 X = entry->at.X0; X < entry->at.X1; X++)
    if (X > 0) (void)add_argument(list, problem, &entry->at.cell, X);
}

static int order(const void *a, const void *b) {
  const struct tmd_hard_case *one = a, *other = b;
  return (one->x > other->x) - (one->x < other->x);
}

int tmd_hard_cases_list(struct tmd_hard_cases *list, struct tmd_ledger *ledger,
                        const struct tmd_problem *problem) {
  struct tmd_images_left left;
  size_t count;
  tmd_ledger_sort(ledger);
  if (tmd_overlaps_check(ledger)) return -1;
  tmd_images_add(ledger, 1, &left);
  if (check_coverage(ledger, problem)) return -1;
  const struct tmd_entry *entry = tmd_ledger_entries(ledger, problem, &count);
  for (size_t i = 0; i < count; i++) {
    if (entry[i].says.reason) add_region(list, problem, entry + i);
    for (size_t k = 0; k < entry[i].count; k++)
      if (add_case(list, problem, &entry[i].at.cell, ledger->record + entry[i].first + k))
        return -1;
  }
  qsort(list->hard, list->count, sizeof *list->hard, order);
  size_t kept = 0;
  for (size_t i = 0; i < list->count; i++)
    if (kept == 0 || list->hard[kept - 1].x != list->hard[i].x) list->hard[kept++] = list->hard[i];
  list->count = kept;
  if (kept == 0)
    return tmd_error(TMD_USAGE, "%s: the list has no case of hardness %d: nothing could be tested",
                     problem->name, problem->bits);
  return 0;
}

int tmd_hard_cases_has(const struct tmd_hard_cases *list, uint32_t x) {
  const struct tmd_hard_case sought = {.x = x};
  return bsearch(&sought, list->hard, list->count, sizeof *list->hard, order) != NULL;
}

void tmd_hard_cases_clear(struct tmd_hard_cases *list) {
  free(list->hard);
  *list = (struct tmd_hard_cases){.nearest = list->nearest};
}
