/* tmd-farey: poly claims in, case claims out: every candidate by the Farey walk. */
#include <stdlib.h>

#include "kernels/farey/on-device.h"
#include "lib/base/error.h"
#include "lib/claim/plan-words.h"
#include "tools/stage/stage.h"

_Static_assert((int)TMD_ORDER_MAX == (int)TMD_FAREY_ORDER_MAX, "what a plan may advise is what the walk takes");

static long long order_option;
static int form_option;

static const struct tmd_option options[] = {
    {"order", 0, TMD_NUMBER, "Q", "order of the Farey sequence; takes every poly claim then (default: the plan's)",
     &order_option, 1, TMD_FAREY_ORDER_MAX, NULL, NULL},
    {"form", 0, TMD_CHOICE, "FORM", "the walk over arcs, or line by line (slow; the results are the same)",
     &form_option, 0, 0, "walk|plain", NULL},
    TMD_SIMD_OPTION,
    {0},
};

static const struct tmd_tool tool = {
    "tmd-farey",
    "emit the candidates, found by a walk over the Farey fractions near the slope",
    "[FILE...]",
    "Finds the candidates of each packet without looking at its arguments: the slope of the polynomial rises through the\n"
    "fractions p/q of a Farey sequence, and near each of them the hard-to-round arguments lie on a few parabolas and in\n"
    "one class modulo q. The candidates are exactly those of tmd-exhaust: those X of the claim with\n"
    "dist(P(X), Z) < 2^-threshold + err, decided on all words of the coefficients, for any order, any number of threads\n"
    "and any instruction set. Takes the poly claims whose plan says method=farey, with the order in its word order=.\n"
    "\n"
    "The line of --stats adds blocks, the intervals with a walk of their own; arcs, the fractions visited; roots, the\n"
    "pairs of roots computed; hits, the arcs looked at in double precision; lines, the pieces searched as straight\n"
    "lines; members, the arguments evaluated; candidates, those emitted; and ns_per_2^20, nanoseconds of elapsed\n"
    "time for 2^20 arguments.",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-shift | tmd-farey | tmd-exhaust |\n"
    "  tmd-ziv > cases.tmd",
};

static struct tmd_farey_stats total;
static unsigned long long candidates;
static double arguments;

/* Order of the walk for a claim of kind poly: 1 if it is to be walked, 0 if not, -1 (message). */
static int order_of(uint64_t *order, const struct tmd_claim *claim) {
  struct tmd_plan_words words = {0};
  if (!order_option && tmd_plan_words_read(&words, claim->plan)) return -1;
  *order = order_option ? (uint64_t)order_option : words.order;
  if (!order_option && words.method != TMD_METHOD_FAREY) return 0;
  return *order > 0 ? 1 : tmd_error(TMD_USAGE, "plan: order is not in 1..%d", TMD_FAREY_ORDER_MAX);
}

static int wants(const struct tmd_claim *claim) {
  uint64_t order;
  return claim->kind == TMD_POLY ? order_of(&order, claim) : 0;
}

static int key(struct tmd_key *key, const struct tmd_claim *claim) {
  key->parameter[0] = (uint64_t)tmd_problem_threshold(&claim->problem);
  return order_of(&key->parameter[1], claim) < 0 ? -1 : 0;
}

static struct tmd_load load(const struct tmd_claim *claim) {
  /* a block is much work for a thread, and takes much memory: a batch for a device has as many blocks as threads, no more */
  enum { BLOCK_NS = 2000, TIMES = 4 };
  size_t blocks = 0;
  for (size_t i = 0; i < claim->record_count; i++) blocks += tmd_packet_survivors(tmd_claim_record(claim, i));
  return (struct tmd_load){BLOCK_NS * (double)blocks, form_option ? 0 : TIMES * blocks + 1};
}

/* ---- a batch ---- */

/* A task is what one thread of the CPU does at a time: a packet, or consecutive domains of one; for a device, a packet. */
static struct work {
  struct tmd_device_farey farey;
  struct tmd_farey_task *tasks;
  size_t count, capacity;
  size_t *first, claims; /* of each claim the first task; and behind the last one */
} works[TMD_QUEUES];

/* Slices of a packet: how many, and of how many arguments a multiple. */
struct slices {
  uint64_t count, unit;
};

/* Of whole domains where each slice gets enough of them to fill the lanes. */
static struct slices slices_of(const struct tmd_poly_record *packet, size_t packets, int threads) {
  enum { TASKS_PER_THREAD = 8, DOMAINS_LEAST = 64, ARGUMENTS_LEAST_LOG2 = 28 };
  const uint64_t wanted = (uint64_t)threads * TASKS_PER_THREAD / packets + 1;
  const tmd_u128 most = ((tmd_u128)packet->n * packet->count) >> ARGUMENTS_LEAST_LOG2;
  if (packet->count >= wanted * DOMAINS_LEAST) return (struct slices){wanted, packet->n};
  return (struct slices){most < 1 ? 1 : most < wanted ? (uint64_t)most : wanted, 1};
}

static void add_tasks(struct work *work, const struct tmd_poly_record *packet, tmd_u128 end, struct slices slices) {
  const tmd_u128 X0 = tmd_wide_load(packet->X0), units = (tmd_u128)packet->n * packet->count / slices.unit;
  if (work->count + slices.count > work->capacity) {
    work->capacity = 2 * (work->count + slices.count);
    work->tasks = tmd_reallocate(work->tasks, work->capacity * sizeof *work->tasks);
  }
  for (uint64_t k = 0; k < slices.count; k++) {
    const tmd_u128 from = X0 + units * k / slices.count * slices.unit, to = X0 + units * (k + 1) / slices.count * slices.unit;
    work->tasks[work->count++] = (struct tmd_farey_task){.packet = packet, .X0 = from, .X1 = to < end ? to : end};
  }
}

static void make_tasks(struct work *work, const struct tmd_batch *batch, const struct tmd_executor *executor) {
  if (batch->count >= work->claims) {
    work->claims = batch->count + 1;
    work->first = tmd_reallocate(work->first, work->claims * sizeof *work->first);
  }
  work->count = 0;
  for (size_t c = 0; c < batch->count; c++) {
    const struct tmd_claim *claim = &batch->claims[c];
    work->first[c] = work->count;
    for (size_t i = 0; i < claim->record_count; i++) {
      const struct tmd_poly_record *packet = tmd_claim_record(claim, i);
      add_tasks(work, packet, claim->X1,
                executor->device ? (struct slices){1, 1} : slices_of(packet, batch->packets.count, executor->threads));
    }
  }
  work->first[batch->count] = work->count;
}

static int submit(struct tmd_batch *batch, const struct tmd_executor *executor) {
  struct work *work = &works[batch->queue];
  const int threshold = tmd_problem_threshold(&batch->claims[0].problem);
  uint64_t order;
  if (order_of(&order, &batch->claims[0]) < 0) return -1;
  make_tasks(work, batch, executor);
  if (executor->device) {
    const struct tmd_farey_batch walks = {work->tasks, work->count, threshold, executor->threads, order};
    return tmd_device_farey_start(&work->farey, executor->device, batch->queue, &walks);
  }
#pragma omp parallel for schedule(dynamic) num_threads(executor->threads)
  for (size_t i = 0; i < work->count; i++) {
    struct tmd_farey_task *task = &work->tasks[i];
    (form_option ? tmd_farey_plain_packet : tmd_farey_packet)(&task->found, &task->stats, task->packet, threshold, order,
                                                              task->X0, task->X1);
  }
  return 0;
}

static void add_stats(const struct tmd_farey_stats *s) {
  total.blocks += s->blocks, total.arcs += s->arcs, total.roots += s->roots;
  total.hits += s->hits, total.lines += s->lines, total.members += s->members;
}

static int collect(struct tmd_batch *batch, const struct tmd_executor *executor, size_t i, struct tmd_output *output) {
  struct work *work = &works[batch->queue];
  const struct tmd_claim *claim = &batch->claims[i];
  struct tmd_candidates found = {0};
  if (i == 0 && executor->device && tmd_device_farey_finish(&work->farey)) return -1;
  for (size_t t = work->first[i]; t < work->first[i + 1]; t++) {
    struct tmd_farey_task *task = &work->tasks[t];
    for (size_t k = 0; k < task->found.count; k++) tmd_candidates_append(&found, task->found.X[k]);
    add_stats(&task->stats);
    free(task->found.X);
  }
  arguments += tmd_wide_double(claim->X1 - claim->X0);
  candidates += found.count;
  const int failed = tmd_output_candidates(output, claim, found.X, found.count);
  free(found.X);
  return failed;
}

static void stats(FILE *out) {
  fprintf(out, " blocks=%llu arcs=%llu roots=%llu hits=%llu lines=%llu members=%llu candidates=%llu ns_per_2^20=%.3f",
          (unsigned long long)total.blocks, (unsigned long long)total.arcs, (unsigned long long)total.roots,
          (unsigned long long)total.hits, (unsigned long long)total.lines, (unsigned long long)total.members, candidates,
          arguments > 0 ? 1e9 * tmd_stage_seconds() / arguments * 0x1p20 : 0);
}

int main(int argc, char **argv) {
  static const struct tmd_stage stage = {wants, key, load, submit, collect, stats, .has_devices = 1, .has_lanes = 1};
  return tmd_stage_run(&tool, &stage, argc, argv);
}
