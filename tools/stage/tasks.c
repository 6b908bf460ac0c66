#include "tools/stage/tasks.h"

#include <stdlib.h>

#include "lib/base/error.h"
#include "lib/cli/program.h"
#include "lib/region/exact.h"
#include "tools/stage/stage.h"

enum { HELD_MOST = 1 << 19, LISTED_MOST = 1 << 12 };

struct tmd_task_totals tmd_task_totals;

void tmd_tasks_begin(struct tmd_tasks *tasks, const struct tmd_batch *batch,
                     const struct tmd_way *way, int threads) {
  *tasks = (struct tmd_tasks){.batch = batch,
                              .way = way,
                              .threads = threads,
                              .task = tasks->task,
                              .capacity = tasks->capacity,
                              .since = tmd_seconds()};
}

struct tmd_task *tmd_tasks_add(struct tmd_tasks *tasks, size_t claim,
                               const struct tmd_poly_record *packet) {
  tasks->task = tmd_grow(tasks->task, &tasks->capacity, tasks->count + 1, sizeof *tasks->task);
  struct tmd_task *task = &tasks->task[tasks->count++];
  *task = (struct tmd_task){.claim = claim, .packet = packet};
  return task;
}

/* The next slice of a packet; the last one goes to its end, or the claim's if that is before it. */
static void add_slice(struct tmd_tasks *tasks, const struct tmd_poly_record *packet) {
  const struct tmd_claim *claim = &tasks->batch->claims[tasks->claim];
  const tmd_u128 X0 = tmd_wide_load(packet->X0), end = X0 + tmd_claimed_arguments(claim, packet);
  const tmd_u128 each = (end - X0) / tasks->slices.unit / tasks->slices.count * tasks->slices.unit;
  struct tmd_task *task = tmd_tasks_add(tasks, tasks->claim, packet);
  task->X0 = X0 + tasks->slice * each;
  task->X1 = ++tasks->slice < tasks->slices.count ? task->X0 + each : end;
}

int tmd_tasks_cut(struct tmd_tasks *tasks) {
  const struct tmd_batch *batch = tasks->batch;
  for (; tasks->claim < batch->count; tasks->claim++, tasks->record = 0) {
    const struct tmd_claim *claim = &batch->claims[tasks->claim];
    for (; tasks->record < claim->record_count; tasks->record++, tasks->slices.count = 0) {
      const struct tmd_poly_record *packet = tmd_claim_record(claim, tasks->record);
      if (tasks->slices.count == 0)
        tasks->slices = tasks->way->slices(tasks, packet, tmd_claimed_arguments(claim, packet)),
        tasks->slice = 0;
      for (; tasks->slice < tasks->slices.count; add_slice(tasks, packet))
        if (tasks->count == LISTED_MOST) return 1;
    }
  }
  return tasks->count > 0;
}

/* What is listed and not done, as long as there is room for what it finds; the first task in any
   case. */
static void work(struct tmd_tasks *tasks) {
  const size_t first = tasks->at;
#pragma omp parallel for schedule(dynamic) num_threads(tasks->threads)
  for (size_t i = first; i < tasks->count; i++) {
    struct tmd_task *task = &tasks->task[i];
    size_t held;
#pragma omp atomic read
    held = tasks->held;
    if (task->done || (held >= HELD_MOST && i > first)) continue;
    tasks->way->work(tasks, task);
    task->done = 1;
#pragma omp atomic
    tasks->held += task->found.count;
  }
  tmd_stage_worked(tasks->since);
}

int tmd_tasks_work(struct tmd_tasks *tasks) {
  if (tasks->way->list(tasks) < 0) return -1;
  work(tasks);
  return 0;
}

/* The first task that is not put out, done; NULL at the end of all. 0 or -1 (message). */
static int next(struct tmd_task **task, struct tmd_tasks *tasks) {
  int more = 1;
  while (tasks->at == tasks->count && more > 0) {
    tasks->at = tasks->count = 0;
    more = tasks->way->list(tasks);
    tmd_stage_worked(tasks->since);
  }
  *task = tasks->at < tasks->count ? &tasks->task[tasks->at] : NULL;
  if (more >= 0 && *task && !(*task)->done) work(tasks);
  return more < 0 ? -1 : 0;
}

/* Leaves out pairs that are exact by rule: of x^y in binary32 each row has one, x = 1. Returns how
   many are left. */
static size_t drop_exact(const struct tmd_candidates *found, const struct tmd_claim *claim) {
  const struct tmd_problem *problem = claim->problem;
  size_t kept = 0;
  if (!tmd_problem_of_pairs(problem)) return found->count;
  for (size_t i = 0; i < found->count; i++)
    if (!tmd_exact_flags(problem->function, problem, &claim->cell, found->X[i]))
      found->X[kept++] = found->X[i];
  return kept;
}

static int put(struct tmd_tasks *tasks, struct tmd_task *task, struct tmd_output *output) {
  const struct tmd_candidates *found = &task->found;
  const struct tmd_claim *claim = &tasks->batch->claims[task->claim];
  const size_t kept = drop_exact(found, claim);
  const int failed = tmd_output_candidates(output, claim, found->X, kept);
  tmd_task_totals.evaluated += found->arguments;
  tmd_task_totals.flagged += found->flagged;
  tmd_task_totals.candidates += kept;
  tasks->held -= found->count;
  tasks->at++;
  tasks->since = tmd_seconds();
  free(found->X);
  return failed;
}

int tmd_tasks_put(struct tmd_tasks *tasks, size_t i, struct tmd_output *output) {
  const struct tmd_claim *claim = &tasks->batch->claims[i];
  struct tmd_task *task;
  if (tmd_output_begin_candidates(output, claim)) return -1;
  for (;;) {
    if (next(&task, tasks)) return -1;
    if (!task || task->claim != i) break;
    if (put(tasks, task, output)) return -1;
  }
  tmd_output_end_candidates(output);
  return 0;
}
