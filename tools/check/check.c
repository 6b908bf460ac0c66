#include "tools/check/check.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/random.h"
#include "lib/cell/orbit.h"
#include "lib/check/special.h"
#include "lib/claim/argument.h"
#include "lib/claim/plan-words.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"

enum { WHOLE_BYTES = 4, AROUND = 3, ENDS = 8, TASK_LOG2 = 20, WORK_LOG2 = 27, TASKS_MOST = 1 << 14, REST_MOST = 64 };

struct task {
  struct tmd_cell cell;
  tmd_u128 X0, X1;
  unsigned reason;
  int one_by_one;
};

/* What is at work: one check at a time. */
struct tmd_check_work {
  struct tmd_check *check;
  struct tmd_target **target; /* one a thread */
  struct tmd_examiner **examiner;
  int threads;
  struct task *task;
  size_t tasks, capacity;
  tmd_u128 arguments, put; /* of the tasks, and of all so far */
  uint64_t random;
};

/* ---- targets and examiners ---- */

static void close_work(struct tmd_check_work *work) {
  for (int i = 0; i < work->threads; i++) {
    tmd_examiner_close(work->examiner[i]);
    tmd_target_close(work->target[i]);
  }
  free(work->examiner), free(work->target);
  work->examiner = NULL, work->target = NULL;
  work->threads = 0;
  work->check = NULL;
}

static int open_work(struct tmd_checks *checks, struct tmd_check *check) {
  struct tmd_check_work *work = checks->work;
  const struct tmd_check_how *how = checks->how;
  struct tmd_target_options options = how->target;
  const struct tmd_checked checked = {check->function, check->problem.in, check->problem.out, check->pair};
  struct tmd_examination on = {checked, how->modes, how->flags, how->errors, how->ftz, how->twice, how->keeps,
                                how->bins};
  char message[512];
  options.function = check->problem.function;
  options.format = check->problem.in;
  work->examiner = tmd_allocate((size_t)how->threads * sizeof *work->examiner);
  work->target = tmd_allocate((size_t)how->threads * sizeof *work->target);
  work->check = check;
  for (; work->threads < how->threads; work->threads++) {
    struct tmd_target *target = tmd_target_open(&options, message, sizeof message);
    if (!target && how->present && work->threads == 0) {
      fprintf(stderr, "%s: left out: %s\n", tmd_tool_name(), message);
      check->absent = 1;
      close_work(work);
      return 0;
    }
    if (!target) return tmd_error(TMD_USAGE, "%s", message);
    if (!check->symbol) check->symbol = strcpy(tmd_allocate(strlen(tmd_target_symbol(target)) + 1), tmd_target_symbol(target));
    if (!tmd_target_observes_flags(target)) on.flags = on.errors = 0;
    if (check->pair && check->pair->operator) on.errors = 0;
    for (int mode = 0; mode < TMD_ROUNDINGS; mode++)
      if (!tmd_target_has_mode(target, (enum tmd_target_mode)mode)) on.modes &= ~(1u << mode);
    work->target[work->threads] = target;
    work->examiner[work->threads] = tmd_examiner_open(&on, target);
  }
  return 0;
}

/* The tasks, by all threads. 0, or -1 (message). */
static int run_tasks(struct tmd_check_work *work) {
  int failed = 0;
  char message[512] = "";
#pragma omp parallel for schedule(dynamic) num_threads(work->threads)
  for (size_t i = 0; i < work->tasks; i++) {
    struct tmd_examiner *examiner = work->examiner[omp_get_thread_num()];
    const struct task *task = &work->task[i];
    const struct tmd_segment segment = {&work->check->problem, work->check->function, task->cell, task->X0, task->X1};
    int stop;
#pragma omp atomic read
    stop = failed;
    if (stop || tmd_interrupted()) continue;
    const tmd_u128 ordinal = tmd_segment_ordinal(&segment, task->X0);
    const int bad = task->one_by_one ? tmd_examine_run(examiner, task->cell.sign_x, ordinal, task->X1 - task->X0, 0)
                                     : tmd_examine_segment(examiner, &segment, task->reason);
    if (bad) {
#pragma omp critical(tmd_check_message)
      memcpy(message, tmd_error_text(), sizeof message), message[sizeof message - 1] = 0;
#pragma omp atomic write
      failed = 1;
    }
  }
  work->tasks = 0;
  work->arguments = 0;
  return failed ? tmd_error(TMD_USAGE, "%s", message) : 0;
}

/* Does what is to be done; the verdicts of the examiners are added to the check, and they begin anew. 0, or -1 (message). */
static int gather(struct tmd_check_work *work) {
  int failed = run_tasks(work);
  for (int i = 0; i < work->threads && !failed; i++) {
    failed = tmd_examine_finish(work->examiner[i]);
    for (int mode = 0; mode < TMD_ROUNDINGS; mode++)
      tmd_examiner_take(work->examiner[i], (enum tmd_rounding)mode, &work->check->verdict[mode]);
  }
  return failed;
}

/* Ends the work on a check. */
static int leave(struct tmd_check_work *work) {
  struct tmd_check *check = work->check;
  if (!check) return 0;
  const int failed = gather(work);
  for (int i = 0; i < work->threads && !failed; i++) {
    const struct tmd_examiner *examiner = work->examiner[i];
    const struct tmd_error_bins *bins = tmd_examiner_bins(examiner);
    size_t count;
    for (int mode = 0; mode < TMD_ROUNDINGS && bins; mode++) tmd_error_bins_add(&check->bins[mode], &bins[mode]);
    check->gave_up |= tmd_examiner_gave_up(examiner);
    check->by_mpfr += tmd_examiner_by_mpfr(examiner);
    const struct tmd_kept *kept = tmd_examiner_kept(examiner, &count);
    check->kept = tmd_grow(check->kept, &check->kept_capacity, check->kept_count + count, sizeof *check->kept);
    if (count > 0) memcpy(check->kept + check->kept_count, kept, count * sizeof *kept);
    check->kept_count += count;
  }
  close_work(work);
  return failed;
}

int tmd_checks_enter(struct tmd_checks *checks, struct tmd_check *check) {
  if (!checks->work) {
    checks->work = tmd_allocate(sizeof *checks->work);
    *checks->work = (struct tmd_check_work){.random = 1};
  }
  if (checks->work->check == check) return 0;
  return leave(checks->work) || open_work(checks, check) ? -1 : 0;
}

int tmd_checks_leave(struct tmd_checks *checks) { return leave(checks->work); }

struct tmd_examiner *tmd_checks_examiner(struct tmd_checks *checks, int thread) { return checks->work->examiner[thread]; }

static struct tmd_check *find(struct tmd_checks *checks, const struct tmd_problem *problem) {
  for (size_t i = 0; i < checks->count; i++) {
    struct tmd_problem *p = &checks->check[i]->problem;
    if (strcmp(p->function, problem->function) || memcmp(&p->in, &problem->in, sizeof p->in)) continue;
    if (problem->bits > p->bits) p->bits = problem->bits;
    return checks->check[i];
  }
  struct tmd_check *check = tmd_allocate(sizeof *check);
  *check = (struct tmd_check){.problem = *problem, .function = tmd_function_find(problem->function), .whole = 1};
  check->problem.modes = TMD_MODES_ALL;
  if (checks->how->bins) check->bins = tmd_allocate(TMD_ROUNDINGS * sizeof *check->bins);
  if (checks->how->bins) memset(check->bins, 0, TMD_ROUNDINGS * sizeof *check->bins);
  check->total = 2 * (tmd_ordinal_infinite(&problem->in) + 1);
  if (!check->function || memcmp(&problem->in, &problem->out, sizeof problem->in) || tmd_encoding_bytes(&problem->in) == 0) {
    if (check->function) tmd_error(TMD_USAGE, "%s: libraries have no such formats of arguments and results", problem->function);
    free(check->bins), free(check);
    return NULL;
  }
  checks->check = tmd_grow(checks->check, &checks->capacity, checks->count + 1, sizeof *checks->check);
  return checks->check[checks->count++] = check;
}

/* ---- what claims ask for ---- */

static struct tmd_tested_range places(const struct tmd_check *check, const struct tmd_cell *cell, tmd_u128 X0, tmd_u128 X1) {
  const tmd_u128 first = tmd_argument_ordinal(&check->problem.in, cell->e_in, X0), count = X1 - X0;
  const struct tmd_datum low = {TMD_DATUM_NUMBER, cell->sign_x, cell->sign_x ? first + count - 1 : first};
  const tmd_u128 from = tmd_datum_place(&low);
  return (struct tmd_tested_range){from, from + count};
}

static void add_task(struct tmd_check_work *work, struct task task) {
  while (task.X0 < task.X1) {
    struct task part = task;
    if (part.X1 - part.X0 > (tmd_u128)1 << TASK_LOG2) part.X1 = part.X0 + ((tmd_u128)1 << TASK_LOG2);
    work->task = tmd_grow(work->task, &work->capacity, work->tasks + 1, sizeof *work->task);
    work->task[work->tasks++] = part;
    work->arguments += part.X1 - part.X0;
    work->put += part.X1 - part.X0;
    task.X0 = part.X1;
  }
}

/* What of a task was not looked at before. */
struct untested {
  struct tmd_check_work *work;
  struct task task;
  tmd_u128 first; /* the place of its least x */
};

static void visit_untested(tmd_u128 from, tmd_u128 to, void *untested_) {
  const struct untested *untested = untested_;
  struct task part = untested->task;
  const tmd_u128 below = from - untested->first, count = to - from;
  part.X0 = part.cell.sign_x ? untested->task.X1 - below - count : untested->task.X0 + below;
  part.X1 = part.X0 + count;
  add_task(untested->work, part);
}

/* No argument is looked at twice. */
static int put_task(struct tmd_check_work *work, struct task task) {
  const struct tmd_tested_range range = places(work->check, &task.cell, task.X0, task.X1);
  struct untested untested = {work, task, range.from};
  tmd_tested_rest(&work->check->tested, range.from, range.to, visit_untested, &untested);
  tmd_tested_add(&work->check->tested, range.from, range.to);
  return work->tasks >= TASKS_MOST || work->arguments >> WORK_LOG2 ? run_tasks(work) : 0;
}

/* The ends of a region, and some arguments between. */
static int put_some(struct tmd_check_work *work, struct task task, long long samples) {
  const tmd_u128 X0 = task.X0, X1 = task.X1;
  task.X1 = X0 + ENDS;
  if (put_task(work, task)) return -1;
  task.X0 = X1 - ENDS, task.X1 = X1;
  if (put_task(work, task)) return -1;
  for (long long i = 0; i < samples; i++) {
    const tmd_u128 number = (tmd_u128)tmd_random(&work->random) << 64 | tmd_random(&work->random);
    task.X0 = X0 + ENDS + number % (X1 - X0 - 2 * ENDS);
    task.X1 = task.X0 + 1;
    if (put_task(work, task)) return -1;
  }
  return 0;
}

static int put_samples(struct tmd_check_work *work, struct task task, long long samples) {
  const tmd_u128 before = work->put;
  task.one_by_one = 1;
  if (task.X1 - task.X0 <= 2 * ENDS + (tmd_u128)samples) return put_task(work, task);
  const int failed = put_some(work, task, samples);
  work->check->sampled += (unsigned long long)(work->put - before);
  return failed;
}

static int put_regions(struct tmd_check_work *work, const struct tmd_check_how *how, const struct tmd_claim *claim) {
  const int whole = how->all || tmd_encoding_bytes(&claim->problem.in) <= WHOLE_BYTES;
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_region_record *record = tmd_claim_record(claim, i);
    const struct task task = {claim->cell, tmd_wide_load(record->Xa), tmd_wide_load(record->Xb), record->reason, 0};
    if (whole ? put_task(work, task) : put_samples(work, task, how->samples)) return -1;
  }
  return 0;
}

/* The cases, and their neighbours in the claim's binade. */
static int put_cases(struct tmd_check_work *work, const struct tmd_claim *claim) {
  const struct tmd_format *in = &claim->problem.in;
  const tmd_u128 first = claim->cell.e_in == in->emin ? 0 : (tmd_u128)1 << (in->p - 1), end = (tmd_u128)1 << in->p;
  work->check->listed = 1;
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_case_record *record = tmd_claim_record(claim, i);
    const tmd_u128 X = tmd_wide_load(record->X), X0 = X - first < AROUND ? first : X - AROUND;
    if (put_task(work, (struct task){claim->cell, X0, end - X <= AROUND ? end : X + AROUND + 1, 0, 1})) return -1;
  }
  return 0;
}

/* A claim, or an image of one; `every`: all arguments of its range. */
static int put_claim(struct tmd_check_work *work, const struct tmd_check_how *how, const struct tmd_claim *claim, int every) {
  const struct tmd_tested_range range = places(work->check, &claim->cell, claim->X0, claim->X1);
  if (!every && tmd_claim_confirmed(claim) && claim->problem.modes == TMD_MODES_ALL)
    tmd_tested_add(&work->check->claimed, range.from, range.to);
  if (claim->kind == TMD_REGION) return put_regions(work, how, claim);
  return every ? put_task(work, (struct task){claim->cell, claim->X0, claim->X1, 0, 0}) : put_cases(work, claim);
}

/* What the symmetry of f makes of a claim, of kind case or region: stages claim images only in the end. */
static int put_images(struct tmd_check_work *work, const struct tmd_check_how *how, const struct tmd_claim *claim, int every) {
  static const struct tmd_orbit without_plan;
  static struct tmd_claim piece, image;
  struct tmd_orbit_range part;
  int more;
  for (tmd_u128 X = claim->X0; (more = tmd_orbit_part(&without_plan, claim, X, &part)) > 0; X = part.X1) {
    tmd_claim_part(&piece, claim, part.X0, part.X1);
    for (unsigned i = 1; i <= part.images; i++)
      if (tmd_symmetry_claim(&image, &piece, &part.symmetry, i) && put_claim(work, how, &image, every)) return -1;
  }
  return more;
}

int tmd_checks_name(struct tmd_checks *checks, const struct tmd_problem *problem) { return find(checks, problem) ? 0 : -1; }

int tmd_checks_add(struct tmd_checks *checks, const struct tmd_claim *claim) {
  static struct tmd_claim range;
  const struct tmd_check_how *how = checks->how;
  struct tmd_plan_words words;
  struct tmd_check *check = find(checks, &claim->problem);
  if (!check || (!check->absent && tmd_checks_enter(checks, check))) return -1;
  if (check->absent) return 0;
  const int has_words = tmd_plan_words_read(&words, claim->plan) == 0; /* what advice is wrong is no advice */
  const int points = has_words && words.method == TMD_METHOD_POINTS && tmd_encoding_bytes(&claim->problem.in) <= WHOLE_BYTES;
  const int every = claim->kind == TMD_POLY || (claim->kind == TMD_CASE && (how->all || points));
  if (every) { /* the range alone counts */
    tmd_claim_begin(&range, claim, TMD_CASE, sizeof(struct tmd_case_record));
    claim = &range;
  }
  if (put_claim(checks->work, how, claim, every)) return -1;
  return how->claims_only ? 0 : put_images(checks->work, how, claim, every);
}

/* ---- what is always looked at, and what is left ---- */

static int put_special(const struct tmd_datum *x, void *checks_) {
  struct tmd_checks *checks = checks_;
  struct tmd_tested *tested = &checks->work->check->tested;
  if (x->class > TMD_DATUM_INFINITE) return tmd_examine_one(checks->work->examiner[0], x);
  const tmd_u128 place = tmd_datum_place(x), before = tested->total;
  tmd_tested_add(tested, place, place + 1);
  return tested->total == before ? 0 : tmd_examine_one(checks->work->examiner[0], x);
}

/* Ranges that no claim is about, of one sign and binade: those without a value are examined if `work` is given, others are
   counted. */
struct rest {
  const struct tmd_check *check;
  struct tmd_check_work *work;
  struct tmd_tested *examined;
  tmd_u128 left;
  int failed;
};

static void visit_part(struct rest *rest, int sign, tmd_u128 ordinal, tmd_u128 count) {
  const struct tmd_check *check = rest->check;
  const struct tmd_checked checked = {check->function, check->problem.in, check->problem.out, NULL};
  const int no_value = tmd_special_no_value(&checked, sign, ordinal, count);
  if (!no_value && count > REST_MOST) rest->left += count;
  else if (rest->work && !rest->failed) {
    const struct tmd_datum low = {TMD_DATUM_NUMBER, sign, sign ? ordinal + count - 1 : ordinal};
    rest->failed = tmd_examine_run(rest->work->examiner[0], sign, ordinal, count, no_value);
    tmd_tested_add(rest->examined, tmd_datum_place(&low), tmd_datum_place(&low) + count);
  }
}

static void visit_rest(tmd_u128 from, tmd_u128 to, void *rest_) {
  struct rest *rest = rest_;
  const struct tmd_format *in = &rest->check->problem.in;
  const tmd_u128 binade = (tmd_u128)1 << (in->p - 1);
  while (from < to) {
    const struct tmd_datum x = tmd_datum_at_place(in, from);
    const tmd_u128 offset = x.ordinal % binade, here = x.sign ? offset + 1 : binade - offset;
    tmd_u128 count = to - from < here ? to - from : here;
    if (x.sign && x.ordinal > 0 && count > x.ordinal) count = x.ordinal; /* -0 by itself: it may have a value */
    if (x.sign && x.ordinal == 0) count = 1;
    visit_part(rest, x.sign, x.sign ? x.ordinal - (count - 1) : x.ordinal, count);
    from += count;
  }
}

static struct rest rest_of(const struct tmd_tested *tested, struct tmd_check *check, struct tmd_check_work *work,
                           struct tmd_tested *examined) {
  struct rest rest = {check, work, examined, 0, 0};
  const struct tmd_datum high = tmd_datum_infinite(&check->problem.in, 0);
  const struct tmd_datum low = {TMD_DATUM_NUMBER, 1, high.ordinal - 1};
  tmd_tested_rest(tested, tmd_datum_place(&low), tmd_datum_place(&high), visit_rest, &rest);
  return rest;
}

/* Arguments of a packet that were not looked at by claims. */
struct unhunted {
  const struct tmd_check *check;
  tmd_u128 *arguments;
};

static void count_range(tmd_u128 from, tmd_u128 to, void *arguments) { *(tmd_u128 *)arguments += to - from; }

static void count_packet(tmd_u128 from, tmd_u128 to, void *unhunted_) {
  const struct unhunted *unhunted = unhunted_;
  tmd_tested_rest(&unhunted->check->tested, from, to, count_range, unhunted->arguments);
}

/* From the largest errors so far on. */
static int hunt(struct tmd_checks *checks, struct tmd_check *check) {
  struct tmd_check_work *work = checks->work;
  if (gather(work)) return -1;
  if (tmd_interrupted()) return 0; /* what claims ask for may not be done */
  check->hunt = tmd_hunt_begin(&check->problem, check->function, checks->how->seed, checks->how->domain);
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++) {
    tmd_hunt_know(check->hunt, (enum tmd_rounding)mode, &check->verdict[mode].below);
    tmd_hunt_know(check->hunt, (enum tmd_rounding)mode, &check->verdict[mode].above);
  }
  if (tmd_hunt_run(check->hunt, work->examiner, work->threads, &checks->how->hunt, check->verdict)) return -1;
  check->cut_short = tmd_interrupted();
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++) {
    struct unhunted unhunted = {check, &check->hunted[mode]};
    tmd_hunt_each(check->hunt, (enum tmd_rounding)mode, count_packet, &unhunted);
  }
  return 0;
}

static int finish(struct tmd_checks *checks, struct tmd_check *check) {
  const struct tmd_checked checked = {check->function, check->problem.in, check->problem.out, NULL};
  if (tmd_checks_enter(checks, check)) return -1;
  if (check->absent) return 0;
  if (!checks->how->claims_only && tmd_special_each(&checked, put_special, checks)) return -1;
  check->whole = rest_of(&check->claimed, check, NULL, NULL).left == 0;
  const int small = !checks->how->claims_only && tmd_encoding_bytes(&checked.in) <= WHOLE_BYTES;
  if (small && rest_of(&check->tested, check, NULL, NULL).left == 0) {
    struct tmd_tested examined = {0};
    const int failed = rest_of(&check->tested, check, checks->work, &examined).failed;
    tmd_tested_join(&check->tested, &examined);
    tmd_tested_clear(&examined);
    if (failed) return -1;
  }
  const struct tmd_hunt_amount *amount = &checks->how->hunt;
  if ((amount->seconds > 0 || amount->rounds > 0) && hunt(checks, check)) return -1;
  if (leave(checks->work)) return -1;
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++) tmd_verdict_settle_underflow(&check->verdict[mode]);
  return 0;
}

int tmd_checks_finish(struct tmd_checks *checks) {
  for (size_t i = 0; i < checks->count && !tmd_interrupted(); i++)
    if (!checks->check[i]->absent && finish(checks, checks->check[i])) return -1;
  return 0;
}

static int by_mode_and_arguments(const void *a_, const void *b_) {
  const struct tmd_kept *a = a_, *b = b_;
  return a->mode != b->mode ? a->mode - b->mode : tmd_instance_compare(&a->at, &b->at);
}

void tmd_check_sort_kept(struct tmd_check *check) {
  if (check->kept_count > 0) qsort(check->kept, check->kept_count, sizeof *check->kept, by_mode_and_arguments);
}

void tmd_checks_clear(struct tmd_checks *checks) {
  for (size_t i = 0; i < checks->count; i++) {
    struct tmd_check *check = checks->check[i];
    tmd_tested_clear(&check->tested), tmd_tested_clear(&check->claimed);
    tmd_hunt_end(check->hunt);
    free(check->symbol), free(check->kept), free(check->bins), free(check);
  }
  if (checks->work) {
    close_work(checks->work);
    free(checks->work->task);
  }
  free(checks->work), free(checks->check);
}
