#include "tools/check/run/checks.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/printable.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "tools/check/examine/call-batch.h"

int tmd_each_by_threads(size_t count, int threads,
                        int (*visit)(size_t i, int thread, void *context), void *context) {
  char message[512] = "";
  int failed = 0;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (size_t i = 0; i < count; i++) {
    int stop;
#pragma omp atomic read
    stop = failed;
    if (stop || tmd_interrupted() || !visit(i, omp_get_thread_num(), context)) continue;
#pragma omp critical(tmd_check_message)
    snprintf(message, sizeof message, "%s", tmd_error_text());
#pragma omp atomic write
    failed = 1;
  }
  return failed ? tmd_error(TMD_USAGE, "%s", message) : 0;
}

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

/* What the target lacks of decimal arithmetic, said once. */
static void say_decimal(struct tmd_examination *on, const struct tmd_target *target) {
  static int said;
  if (!said && on->flags) tmd_say("flags of decimal functions are not checked");
  if (!said && !tmd_target_has_mode(target, TMD_ROUND_UP))
    tmd_say("%s: rounds to nearest only: there is no fe_dec_setround", tmd_target_symbol(target));
  said = 1;
  on->flags = 0;
}

/* Handles --flags and --errno if the target has none: devices ignore them, with one message;
   programs refuse them, and vector functions --errno. 0, or -1 (message). */
static int leave_out_flags(struct tmd_examination *on, const struct tmd_target *target) {
  static int said;
  const int flags = on->flags && !tmd_target_observes_flags(target),
            errors = on->errors && !tmd_target_observes_errno(target);
  if (!flags && !errors) return 0;
  if (tmd_target_has_modes(target))
    return tmd_error(
        TMD_USAGE,
        "%s: flags of programs, and errno of programs and vectors, cannot be checked: omit %s",
        tmd_target_symbol(target), flags ? "--flags" : "--errno");
  if (!said) tmd_say("devices have no flags and no errno: they are not checked");
  said = 1;
  on->flags = on->errors = 0;
  return 0;
}

static int open_work(struct tmd_checks *checks, struct tmd_function_check *check) {
  struct tmd_check_work *work = checks->work;
  const struct tmd_check_how *how = checks->how;
  struct tmd_target_options options = how->target;
  struct tmd_examination on = how->on;
  char message[512];
  int absent = 0;
  on.checked = check->checked;
  options.absent = &absent;
  options.function = check->problem.name;
  options.given = check->given;
  options.format = check->problem.in;
  work->examiner = tmd_allocate((size_t)how->threads * sizeof *work->examiner);
  work->target = tmd_allocate((size_t)how->threads * sizeof *work->target);
  work->check = check;
  for (; work->threads < how->threads; work->threads++) {
    struct tmd_target *target = tmd_target_open(&options, message, sizeof message);
    if (!target && how->present && absent && work->threads == 0) {
      tmd_say("left out: %s", message);
      check->absent = 1;
      close_work(work);
      return 0;
    }
    if (!target && how->present)
      return tmd_error(TMD_USAGE, "%s: %s", check->problem.name, message); /* one of many */
    if (!target) return tmd_error(TMD_USAGE, "%s", message);
    if (options.format.decimal) say_decimal(&on, target);
    if (leave_out_flags(&on, target)) {
      tmd_target_close(target);
      return -1;
    }
    if (!check->symbol) {
      check->symbol =
          strcpy(tmd_allocate(strlen(tmd_target_symbol(target)) + 1), tmd_target_symbol(target));
      tmd_printable(check->symbol, 0); /* any bytes may be the name of one */
    }
    if (check->checked.pair && check->checked.pair->group >= TMD_PAIR_SUM) on.errors = 0;
    for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS; mode++)
      if (!tmd_target_has_mode(target, (enum tmd_rounding)mode)) on.modes &= ~(1u << mode);
    check->modes = on.modes;
    work->target[work->threads] = target;
    work->examiner[work->threads] = tmd_examiner_open(&on, target);
  }
  return 0;
}

static int do_task(size_t i, int thread, void *work_) {
  const struct tmd_check_work *work = work_;
  const struct tmd_check_task *task = &work->task[i];
  const struct tmd_segment segment = {&work->check->problem, work->check->problem.function,
                                      task->cell, task->X0, task->X1};
  if (!task->one_by_one) return tmd_examine_segment(work->examiner[thread], &segment, task->reason);
  return tmd_examine_run(work->examiner[thread], task->cell.sign_x,
                         tmd_segment_ordinal(&segment, task->X0), task->X1 - task->X0, 0);
}

int tmd_check_run_tasks(struct tmd_check_work *work) {
  const int failed = tmd_each_by_threads(work->tasks, work->threads, do_task, work);
  work->tasks = 0;
  work->arguments = 0;
  return failed;
}

int tmd_check_gather(struct tmd_check_work *work) {
  int failed = tmd_check_run_tasks(work);
  for (int i = 0; i < work->threads && !failed; i++) {
    failed = tmd_examine_finish(work->examiner[i]);
    for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS; mode++) {
      tmd_verdict_add(&work->check->verdict[mode], &work->examiner[i]->verdicts[mode]);
      work->examiner[i]->verdicts[mode] = (struct tmd_verdict){.tested = 0};
    }
  }
  return failed;
}

int tmd_checks_leave(struct tmd_checks *checks) {
  struct tmd_check_work *work = checks->work;
  struct tmd_function_check *check = work->check;
  if (!check) return 0;
  const int failed = tmd_check_gather(work);
  for (int i = 0; i < work->threads && !failed; i++) {
    const struct tmd_examiner *e = work->examiner[i];
    for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS && e->bins; mode++)
      for (int bin = 0; bin < TMD_BINS; bin++)
        check->bins[mode].count[bin] += e->bins[mode].count[bin];
    check->gave_up |= e->gave_up;
    check->by_mpfr += e->by_mpfr;
    tmd_wrong_join(&check->wrong_list, &e->wrong_list);
  }
  close_work(work);
  return failed;
}

int tmd_checks_enter(struct tmd_checks *checks, struct tmd_function_check *check) {
  if (!checks->work) {
    checks->work = tmd_allocate(sizeof *checks->work);
    *checks->work = (struct tmd_check_work){.random = 1};
  }
  if (checks->work->check == check) return 0;
  return tmd_checks_leave(checks) || open_work(checks, check) ? -1 : 0;
}

struct tmd_function_check *tmd_checks_new(struct tmd_checks *checks,
                                          const struct tmd_problem *problem,
                                          const struct tmd_pair *pair) {
  struct tmd_function_check *check = tmd_allocate(sizeof *check);
  *check = (struct tmd_function_check){
      .problem = *problem, .checked = {problem->function, problem->in, problem->out, pair}};
  check->problem.modes = TMD_MODES_ALL;
  checks->check =
      tmd_grow(checks->check, &checks->capacity, checks->count + 1, sizeof *checks->check);
  return checks->check[checks->count++] = check;
}

struct tmd_function_check *tmd_checks_find(struct tmd_checks *checks,
                                           const struct tmd_problem *problem) {
  for (size_t i = 0; i < checks->count; i++) {
    struct tmd_problem *p = &checks->check[i]->problem;
    if (strcmp(p->name, problem->name) || memcmp(&p->in, &problem->in, sizeof p->in)) continue;
    if (problem->bits > p->bits) p->bits = problem->bits;
    return checks->check[i];
  }
  if (!problem->function) return NULL;
  if (memcmp(&problem->in, &problem->out, sizeof problem->in) ||
      tmd_encoding_bytes(&problem->in) == 0) {
    tmd_error(TMD_USAGE, "%s: C libraries do not have functions of these formats", problem->name);
    return NULL;
  }
  struct tmd_function_check *check = tmd_checks_new(checks, problem, NULL);
  if (checks->how->on.bins) check->bins = tmd_zeros(TMD_DECIMAL_ROUNDINGS * sizeof *check->bins);
  check->whole = 1;
  const int finite = problem->in.end.kind == TMD_END_FINITE;
  check->total = 2 * (tmd_ordinal_infinite(&problem->in) +
                      (!finite && tmd_correct_has_infinite(problem->function))) -
                 (problem->in.end.kind == TMD_END_P3109); /* one zero */
  return check;
}

void tmd_checks_clear(struct tmd_checks *checks) {
  for (size_t i = 0; i < checks->count; i++) {
    struct tmd_function_check *check = checks->check[i];
    tmd_place_set_clear(&check->tested), tmd_place_set_clear(&check->claimed);
    tmd_hunt_end(check->hunt);
    tmd_wrong_clear(&check->wrong_list);
    free(check->given), free(check->symbol), free(check->bins), free(check->region), free(check);
  }
  if (checks->work) {
    close_work(checks->work);
    free(checks->work->task);
  }
  free(checks->work), free(checks->check);
}
