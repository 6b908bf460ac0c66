/* tmd-farey: poly claims in, case claims out: every candidate by the Farey walk. */
#include <math.h>
#include <stdlib.h>

#include "kernels/farey/on-device.h"
#include "lib/base/error.h"
#include "lib/stream/plan-words.h"
#include "tools/stage/stage.h"
#include "tools/stage/tasks.h"

_Static_assert((int)TMD_ORDER_MAX == (int)TMD_FAREY_ORDER_MAX,
               "what a plan may advise is what the walk takes");

static long long order_option;
static int form_option;

static const struct tmd_option options[] = {
    {"order", 0, TMD_NUMBER, "Q",
     "order of the Farey sequence, for every poly claim (default: the plan's)", &order_option, 1,
     TMD_FAREY_ORDER_MAX, NULL, NULL},
    {"form", 0, TMD_CHOICE, "FORM",
     "the walk over arcs, or line by line (slow; the results are the same)", &form_option, 0, 0,
     "walk|plain", NULL},
    TMD_SIMD_OPTION,
    {0},
};

TMD_PAGE("tools/tmd-farey.mdoc");

static const struct tmd_tool tool = {
    "tmd-farey",
    "find the candidates by a walk over the Farey fractions near the slope",
    "[FILE...]",
    "Finds the candidates of each packet by a walk over Farey fractions near the slope of its "
    "polynomial.",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-shift | tmd-farey | tmd-exhaust |\n"
    "  tmd-ziv > cases.tmd",
    tmd_page,
};

static struct tmd_farey_stats total;
static double arguments;

/* Order of the walk for a claim of kind poly: 1 if it is to be walked, 0 if not, -1 (message). */
static int order_of(uint64_t *order, const struct tmd_claim *claim) {
  struct tmd_plan_words words = {0};
  if (!order_option && tmd_plan_words_read(&words, tmd_claim_plan(claim))) return -1;
  *order = order_option ? (uint64_t)order_option : words.order;
  if (!order_option && words.method != TMD_METHOD_FAREY) return 0;
  return *order > 0 ? 1 : tmd_error(TMD_USAGE, "plan: order is not in 1..%d", TMD_FAREY_ORDER_MAX);
}

/* The expected number of candidates if values were random. */
static double expected(const struct tmd_poly_record *packet, int threshold, tmd_u128 claimed) {
  const double share = 2 * (ldexp(1, -threshold) + packet->err);
  return (share < 1 ? share : 1) * tmd_wide_double(claimed);
}

/* A block is much work for a thread of a device, and takes much memory: a batch has at most as many
   blocks as threads. A device returns all candidates of a batch at once: claims with very many are
   left to the CPU. */
static int take(struct tmd_load *load, const struct tmd_claim *claim) {
  enum { BLOCK_NS = 2000, TIMES = 4, FOUND_BYTES = 64, FOUND_MOST = 1 << 21 };
  const int threshold = tmd_problem_threshold(claim->problem),
            taken = claim->kind == TMD_POLY ? order_of(&load->key.parameter[1], claim) : 0;
  size_t blocks = 0;
  double found = 0;
  if (taken <= 0) return taken;
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_poly_record *packet = tmd_claim_record(claim, i);
    blocks += tmd_packet_survivors(packet);
    found += expected(packet, threshold, tmd_claimed_arguments(claim, packet));
  }
  const int fits = !form_option && found < FOUND_MOST;
  load->key.parameter[0] = (uint64_t)threshold;
  load->nanoseconds = BLOCK_NS * (double)blocks;
  load->device_threads = fits ? TIMES * blocks + 1 : 0;
  load->bytes = fits ? FOUND_BYTES * (size_t)found : 0;
  return 1;
}

/* ---- a batch ---- */

static struct tmd_tasks tasks_of[TMD_QUEUES];
static struct walks {
  struct tmd_device_farey device;
  struct tmd_farey_task *task; /* one for each packet */
  size_t capacity;
} walks_of[TMD_QUEUES];

static int threshold_of(const struct tmd_batch *batch) { return (int)batch->key.parameter[0]; }
static uint64_t order_of_batch(const struct tmd_batch *batch) { return batch->key.parameter[1]; }

/* Enough slices that all threads have work and that the candidates of each are bounded; of whole
   domains if each slice has enough of them to fill the lanes. */
static struct tmd_slices slices(const struct tmd_tasks *tasks, const struct tmd_poly_record *packet,
                                tmd_u128 claimed) {
  enum {
    TASKS_PER_THREAD = 8,
    DOMAINS_LEAST = 64,
    ARGUMENTS_LEAST_LOG2 = 28,
    FOUND_MOST_LOG2 = 18
  };
  const uint64_t wanted =
      (uint64_t)tasks->threads * TASKS_PER_THREAD / tasks->batch->packets.count + 1;
  const uint64_t least =
      (uint64_t)ldexp(expected(packet, threshold_of(tasks->batch), claimed), -FOUND_MOST_LOG2) + 1;
  const tmd_u128 most = claimed >> ARGUMENTS_LEAST_LOG2;
  const uint64_t count = wanted > least ? wanted : least;
  if (claimed / packet->n / DOMAINS_LEAST >= count) return (struct tmd_slices){count, packet->n};
  return (struct tmd_slices){most < least ? least : most < count ? (uint64_t)most : count, 1};
}

static void add_stats(const struct tmd_farey_stats *s) {
  total.blocks += s->blocks, total.arcs += s->arcs, total.roots += s->roots;
  total.hits += s->hits, total.lines += s->lines, total.members += s->members;
}

static void walk(const struct tmd_tasks *tasks, struct tmd_task *task) {
  struct tmd_farey_stats walked = {0};
  (form_option ? tmd_farey_plain_packet
               : tmd_farey_packet)(&task->found, &walked, task->packet, threshold_of(tasks->batch),
                                   order_of_batch(tasks->batch), task->X0, task->X1);
#pragma omp critical
  add_stats(&walked);
}

static const struct tmd_way by_cpu = {tmd_tasks_cut, walk, slices};

/* Lists the candidates from the device; the CPU repeats the work if there were too many. */
static int list_walked(struct tmd_tasks *tasks) {
  const struct tmd_batch *batch = tasks->batch;
  struct walks *walks = &walks_of[batch->queue];
  struct tmd_farey_task *walked = walks->task;
  if (tasks->claim == batch->count) return 0;
  const int too_much = tmd_device_farey_finish(&walks->device);
  if (too_much) tasks->way = &by_cpu;
  if (too_much) return too_much < 0 ? -1 : tmd_tasks_cut(tasks);
  for (; tasks->claim < batch->count; tasks->claim++)
    for (size_t i = 0; i < batch->claims[tasks->claim].record_count; i++, walked++) {
      struct tmd_task *task = tmd_tasks_add(tasks, tasks->claim, walked->packet);
      task->found = walked->found, task->done = 1;
      tasks->held += task->found.count;
      add_stats(&walked->stats);
    }
  return 1;
}

static int start(struct walks *walks, const struct tmd_batch *batch,
                 const struct tmd_executor *executor) {
  size_t count = 0;
  walks->task = tmd_grow(walks->task, &walks->capacity, batch->packets.count, sizeof *walks->task);
  for (size_t c = 0; c < batch->count; c++)
    for (size_t i = 0; i < batch->claims[c].record_count; i++)
      walks->task[count++] = (struct tmd_farey_task){
          .packet = tmd_claim_record(&batch->claims[c], i), .X1 = batch->claims[c].X1};
  return tmd_device_farey_start(&walks->device, executor->device, batch->queue,
                                &(struct tmd_farey_batch){walks->task, count, threshold_of(batch),
                                                          executor->threads,
                                                          order_of_batch(batch)});
}

static int submit(struct tmd_batch *batch, const struct tmd_executor *executor) {
  static const struct tmd_way by_device = {.list = list_walked};
  struct tmd_tasks *tasks = &tasks_of[batch->queue];
  tmd_tasks_begin(tasks, batch, executor->device ? &by_device : &by_cpu, executor->threads);
  return executor->device ? start(&walks_of[batch->queue], batch, executor) : tmd_tasks_work(tasks);
}

static int collect(struct tmd_batch *batch, const struct tmd_executor *executor, size_t i,
                   struct tmd_output *output) {
  (void)executor;
  arguments += tmd_wide_double(batch->claims[i].X1 - batch->claims[i].X0);
  return tmd_tasks_put(&tasks_of[batch->queue], i, output);
}

static void stats(FILE *out) {
  fprintf(
      out,
      " blocks=%llu arcs=%llu roots=%llu hits=%llu lines=%llu members=%llu candidates=%llu ns_per_2^20=%.3f",
      (unsigned long long)total.blocks, (unsigned long long)total.arcs,
      (unsigned long long)total.roots, (unsigned long long)total.hits,
      (unsigned long long)total.lines, (unsigned long long)total.members,
      tmd_task_totals.candidates,
      arguments > 0 ? 1e9 * tmd_stage_seconds() / arguments * 0x1p20 : 0);
}

int main(int argc, char **argv) {
  static const struct tmd_stage stage = {take,  submit,           collect,
                                         stats, .has_devices = 1, .has_lanes = 1};
  return tmd_stage_run(&tool, &stage, argc, argv);
}
