/* The tasks of claims; no argument is tested twice. */
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/random.h"
#include "lib/image/orbit.h"
#include "lib/problem/ordinal.h"
#include "lib/region/exact.h"
#include "lib/stream/agree.h"
#include "lib/stream/plan-words.h"
#include "tools/check/run/checks.h"

enum { AROUND = 3, ENDS = 8, TASK_LOG2 = 20, WORK_LOG2 = 27, TASKS_MOST = 1 << 14 };

static struct tmd_place_set_range places(const struct tmd_function_check *check,
                                         const struct tmd_cell *cell, tmd_u128 X0, tmd_u128 X1) {
  return tmd_places_of(cell->sign_x, tmd_argument_ordinal(&check->problem.in, cell->e_in, X0),
                       X1 - X0);
}

static void add_task(struct tmd_check_work *work, struct tmd_check_task task) {
  while (task.X0 < task.X1) {
    struct tmd_check_task part = task;
    if (part.X1 - part.X0 > (tmd_u128)1 << TASK_LOG2)
      part.X1 = part.X0 + ((tmd_u128)1 << TASK_LOG2);
    work->task = tmd_grow(work->task, &work->capacity, work->tasks + 1, sizeof *work->task);
    work->task[work->tasks++] = part;
    work->arguments += part.X1 - part.X0;
    work->put += part.X1 - part.X0;
    task.X0 = part.X1;
  }
}

/* The part of a task that was not tested before. */
struct untested {
  struct tmd_check_work *work;
  struct tmd_check_task task;
  tmd_u128 first; /* the place of its least x */
};

static void visit_untested(tmd_u128 from, tmd_u128 to, void *untested_) {
  const struct untested *untested = untested_;
  struct tmd_check_task part = untested->task;
  const tmd_u128 below = from - untested->first, count = to - from;
  part.X0 = part.cell.sign_x ? untested->task.X1 - below - count : untested->task.X0 + below;
  part.X1 = part.X0 + count;
  add_task(untested->work, part);
}

/* Adds the part of a task that was not tested before. */
static int put_task(struct tmd_check_work *work, struct tmd_check_task task) {
  const struct tmd_place_set_range range = places(work->check, &task.cell, task.X0, task.X1);
  struct untested untested = {work, task, range.from};
  tmd_place_set_rest(&work->check->tested, range.from, range.to, visit_untested, &untested);
  tmd_place_set_add(&work->check->tested, range.from, range.to);
  return work->tasks >= TASKS_MOST || work->arguments >> WORK_LOG2 ? tmd_check_run_tasks(work) : 0;
}

/* 1 if the arguments are too many to test all. */
static int are_many(tmd_u128 arguments, const struct tmd_check_how *how) {
  return arguments > 2 * ENDS + (tmd_u128)how->samples;
}

/* Notes that only samples of arguments of up to this hardness were tested. */
static void sampled(struct tmd_check_work *work, unsigned hardness, tmd_u128 before) {
  if (hardness > work->check->sampled_hardness) work->check->sampled_hardness = hardness;
  work->check->sampled += (unsigned long long)(work->put - before);
}

/* One argument: exact cases, cases of a class. */
static int put_one(struct tmd_check_work *work, const struct tmd_cell *cell, tmd_u128 X) {
  return put_task(work, (struct tmd_check_task){*cell, X, X + 1, 0, 1});
}

/* The ends of a row of arguments X0, X0 + step, ..., and some between, at random. */
static int put_samples(struct tmd_check_work *work, const struct tmd_cell *cell, tmd_u128 X0,
                       tmd_u128 step, tmd_u128 count, long long samples) {
  for (long long i = 0; i < 2 * ENDS + samples; i++) {
    tmd_u128 index = i < ENDS ? (tmd_u128)i : count - 2 * ENDS + (tmd_u128)i;
    if (i >= 2 * ENDS) index = ENDS + tmd_random_wide(&work->random) % (count - 2 * ENDS);
    if (put_one(work, cell, X0 + index * step)) return -1;
  }
  return 0;
}

static int put_region(struct tmd_check_work *work, const struct tmd_check_how *how,
                      const struct tmd_check_region *region, int whole) {
  const struct tmd_region_record *record = &region->record;
  const tmd_u128 X0 = tmd_wide_load(record->Xa), X1 = tmd_wide_load(record->Xb), before = work->put;
  const unsigned reason =
      record->reason == TMD_REGION_RATIONAL ? 0 : record->reason; /* values there differ */
  const struct tmd_check_task task = {region->cell, X0, X1, reason, !whole};
  if (whole || !are_many(X1 - X0, how)) return put_task(work, task);
  tmd_u128 first = X0, count = X1 - X0, step = 1;
  if (record->modulus) { /* the cases of a class */
    const struct tmd_region_saying says = tmd_region_says(record);
    first = tmd_region_next_hard(&says, region->bits, X0);
    count = tmd_region_count_hard(&says, region->bits, first, X1);
    step = says.modulus;
  }
  if (!are_many(count, how)) {
    for (tmd_u128 i = 0; i < count; i++)
      if (put_one(work, &region->cell, first + i * step)) return -1;
    return 0;
  }
  if (put_samples(work, &region->cell, first, step, count, how->samples)) return -1;
  sampled(work, record->greatest, before);
  return 0;
}

/* In formats of up to 32 bits regions are tested after the end of the input, when it is known
   whether that is a list. */
static int put_regions(struct tmd_check_work *work, const struct tmd_check_how *how,
                       const struct tmd_claim *claim) {
  const int waits = !how->all && tmd_encoding_bytes(&claim->problem->in) <= TMD_CHECK_WHOLE_BYTES;
  struct tmd_function_check *check = work->check;
  for (size_t i = 0; i < claim->record_count; i++) {
    struct tmd_check_region region = {.cell = claim->cell, .bits = claim->problem->bits};
    memcpy(&region.record, tmd_claim_record(claim, i), sizeof region.record);
    if (waits) {
      check->region = tmd_grow(check->region, &check->region_capacity, check->regions + 1,
                               sizeof *check->region);
      check->region[check->regions++] = region;
    } else if (put_region(work, how, &region, how->all)) {
      return -1;
    }
  }
  return 0;
}

int tmd_check_put_regions(struct tmd_check_work *work, const struct tmd_check_how *how) {
  struct tmd_function_check *check = work->check;
  const int whole = !how->cases_only && (check->ranged || !check->listed);
  for (size_t i = 0; i < check->regions; i++)
    if (put_region(work, how, &check->region[i], whole)) return -1;
  check->regions = 0;
  return 0;
}

/* Exact cases by rule, which no claim lists: all, or if they are many, some from the first to the
   last. Those of an image are at the places of those of its claim, so that they follow by symmetry.
 */
static int put_exact(struct tmd_check_work *work, const struct tmd_check_how *how,
                     const struct tmd_claim *claim) {
  const struct tmd_function *function = work->check->problem.function;
  const struct tmd_range range = {claim->X0, claim->X1};
  if (!function->exact_rule) return 0;
  const tmd_u128 count = tmd_exact_count(function, claim->problem, &claim->cell, &range),
                 before = work->put;
  const tmd_u128 some = are_many(count, how) ? 2 * ENDS + (tmd_u128)how->samples : count;
  for (tmd_u128 i = 0; i < some; i++) {
    const tmd_u128 index =
        some == count ? i
                      : (count - 1) / (some - 1) * i + (count - 1) % (some - 1) * i / (some - 1);
    const tmd_u128 X = tmd_exact_at(function, claim->problem, &claim->cell, &range, index);
    if (put_one(work, &claim->cell, X)) return -1;
  }
  if (some == count) return 0;
  work->check->sampled += (unsigned long long)(work->put - before);
  work->check->sampled_exact = 1;
  return 0;
}

/* The cases, and their neighbours in the claim's binade. */
static int put_cases(struct tmd_check_work *work, const struct tmd_claim *claim) {
  const struct tmd_format *in = &claim->problem->in;
  const tmd_u128 first = claim->cell.e_in == in->emin ? 0 : tmd_format_least_normal(in),
                 end = tmd_format_X_end(in, claim->cell.e_in);
  work->check->listed = 1;
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_case_record *record = tmd_claim_record(claim, i);
    const tmd_u128 X = tmd_wide_load(record->X), X0 = X - first < AROUND ? first : X - AROUND;
    if (put_task(work, (struct tmd_check_task){claim->cell, X0,
                                               end - X <= AROUND ? end : X + AROUND + 1, 0, 1}))
      return -1;
  }
  return 0;
}

/* A claim, or an image of one; `every`: all arguments of its range. */
static int put_claim(struct tmd_check_work *work, const struct tmd_check_how *how,
                     const struct tmd_claim *claim, int every) {
  const struct tmd_place_set_range range = places(work->check, &claim->cell, claim->X0, claim->X1);
  work->check->claims = 1;
  if (!every && tmd_claim_confirmed(claim) && claim->problem->modes == TMD_MODES_ALL)
    tmd_place_set_add(&work->check->claimed, range.from, range.to);
  else if (!every) work->check->doubtful = 1;
  if (claim->kind == TMD_REGION) return put_regions(work, how, claim);
  if (every)
    return put_task(work, (struct tmd_check_task){claim->cell, claim->X0, claim->X1, 0, 0});
  return put_cases(work, claim) || put_exact(work, how, claim) ? -1 : 0;
}

/* The images of a claim, of kind case or region, by the symmetry of f, which stages claim only in
   the end. */
static int put_images(struct tmd_check_work *work, const struct tmd_check_how *how,
                      const struct tmd_claim *claim, int every) {
  static const struct tmd_orbit without_plan;
  static struct tmd_claim piece, image;
  struct tmd_orbit_range part;
  for (tmd_u128 X = claim->X0; tmd_orbit_next(&without_plan, claim, &X, &piece, &part);)
    for (unsigned i = 1; i <= part.images; i++)
      if (tmd_symmetry_claim(&image, &piece, &part.symmetry, i) &&
          put_claim(work, how, &image, every))
        return -1;
  return 0;
}

/* 1 if the claim, of kind case, is not a list but a line of a plan whose candidates tmd-taylor has
   found: it has the words of the plan, which are dropped when the claims of a search are joined, or
   is about one argument and not confirmed. Every argument of such a line is tested, as for poly
   claims; divisors may be those of a range that is too long for that. */
static int is_of_plan(const struct tmd_claim *claim) {
  const int small = tmd_encoding_bytes(&claim->problem->in) <= TMD_CHECK_WHOLE_BYTES,
            one = claim->X1 - claim->X0 == 1;
  struct tmd_plan_words words;
  if (one && !tmd_claim_confirmed(claim)) return 1;
  if (tmd_plan_words_read(&words, tmd_claim_plan(claim)))
    return 0; /* malformed advice is ignored */
  if (words.method == TMD_METHOD_DIVISORS) return small || one;
  return words.method == TMD_METHOD_POINTS || (one && words.method != TMD_METHOD_AUTO);
}

int tmd_checks_add(struct tmd_checks *checks, const struct tmd_claim *claim) {
  if (tmd_problem_of_pairs(claim->problem))
    return tmd_error(TMD_USAGE, "%s: a list of pairs, which --pairs FUNCTION checks",
                     claim->problem->name);
  static struct tmd_claim range;
  const struct tmd_check_how *how = checks->how;
  struct tmd_function_check *check = tmd_checks_find(checks, claim->problem);
  if (!check || (!check->absent && tmd_checks_enter(checks, check))) return -1;
  if (check->absent) return 0;
  const int every =
      claim->kind == TMD_POLY || (claim->kind == TMD_CASE && (how->all || is_of_plan(claim)));
  if (every && how->cases_only)
    return tmd_error(
        TMD_USAGE, "--cases-only is for lists of cases: the input has ranges of %s to be searched",
        claim->problem->name);
  check->ranged |= every;
  if (every) { /* the range alone counts */
    tmd_claim_begin(&range, claim, TMD_CASE, sizeof(struct tmd_case_record));
    claim = &range;
  }
  if (put_claim(checks->work, how, claim, every)) return -1;
  return how->claims_only ? 0 : put_images(checks->work, how, claim, every);
}
