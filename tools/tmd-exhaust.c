/* tmd-exhaust: poly claims in, case claims out: every argument of the surviving ranges is evaluated. */
#include <math.h>
#include <stdlib.h>

#include "kernels/exhaust/on-device.h"
#include "lib/base/error.h"
#include "lib/claim/plan-words.h"
#include "tools/stage/stage.h"

static int all_option;

static const struct tmd_option options[] = {
    {"all", 'a', TMD_FLAG, NULL, "take every poly claim, whatever its plan says", &all_option, 0, 0, NULL, NULL},
    TMD_SIMD_OPTION,
    {0},
};

static const struct tmd_tool tool = {
    "tmd-exhaust",
    "evaluate every surviving argument and emit the candidates",
    "[FILE...]",
    "Evaluates the polynomial of each packet at every argument of its surviving ranges, by tabulated differences. The\n"
    "candidates are exactly those X of the claim with dist(P(X), Z) < 2^-threshold + err: decided on all words of\n"
    "the coefficients, so the same for any number of threads, any instruction set and any device. Takes the\n"
    "poly claims whose plan says method=exhaust, lefevre or regular, whether phases 1 and 2 came before it or not;\n"
    "others pass through. With --all it takes every poly claim: brute force, with the same result.\n"
    "\n"
    "The line of --stats adds evaluated, the arguments evaluated; flagged, those of them looked at on\n"
    "all words; candidates, those emitted; and ns_per_argument, nanoseconds of elapsed time for each.",
    options,
    "tmd-plan exp --domain 1:1.00001 | tmd-taylor | tmd-exhaust --all | tmd-ziv > cases.tmd",
};

static unsigned long long evaluated, flagged, candidates;

static int wants(const struct tmd_claim *claim) {
  struct tmd_plan_words words;
  if (claim->kind != TMD_POLY) return 0;
  if (all_option) return 1;
  if (tmd_plan_words_read(&words, claim->plan)) return -1;
  return words.method == TMD_METHOD_EXHAUST || words.method == TMD_METHOD_LEFEVRE || words.method == TMD_METHOD_REGULAR;
}

static int key(struct tmd_key *key, const struct tmd_claim *claim) {
  key->parameter[0] = (uint64_t)tmd_problem_threshold(&claim->problem);
  return 0;
}

static double arguments_of(const struct tmd_poly_record *packet) {
  return (double)tmd_packet_survivors(packet) * (double)tmd_packet_bit_length(packet);
}

static struct tmd_load load(const struct tmd_claim *claim) {
  enum { PACKET_NS = 5000 }; /* beside a nanosecond for each argument */
  struct tmd_packets packets = {NULL, claim->record_count};
  double nanoseconds = PACKET_NS * (double)claim->record_count;
  size_t threads = 0;
  packets.packet = tmd_allocate((claim->record_count + 1) * sizeof *packets.packet);
  for (size_t i = 0; i < claim->record_count; i++) nanoseconds += arguments_of(packets.packet[i] = tmd_claim_record(claim, i));
  if (claim->record_count > 0 && tmd_executor_has_device())
    threads = tmd_device_exhaust_threads(&packets, tmd_problem_threshold(&claim->problem), claim->X1 - claim->X0);
  free(packets.packet);
  return (struct tmd_load){nanoseconds, threads};
}

/* What one thread of the CPU does at a time: a packet, or a slice of a long one. */
struct task {
  const struct tmd_poly_record *packet;
  size_t claim;
  tmd_u128 X0, X1;
  struct tmd_candidates found;
};

/* What comes out of each claim of a batch, and how. */
static struct work {
  struct tmd_device_exhaust exhaust;
  struct tmd_exhaust_share *shares;
  struct task *tasks;
  size_t task_capacity;
} works[TMD_QUEUES];

enum { SLICE_LOG2 = 24, SLICES_MAX = 256 };

static size_t add_tasks(struct work *work, size_t count, const struct tmd_poly_record *packet, size_t claim, tmd_u128 end) {
  const tmd_u128 X0 = tmd_wide_load(packet->X0), last = X0 + (tmd_u128)packet->n * packet->count, X1 = last < end ? last : end;
  const double wanted = ldexp(arguments_of(packet), -SLICE_LOG2);
  const size_t slices = wanted < 1 ? 1 : wanted > SLICES_MAX ? SLICES_MAX : (size_t)wanted;
  const tmd_u128 step = (X1 - X0) / slices;
  if (count + slices > work->task_capacity) {
    work->task_capacity = 2 * (count + slices);
    work->tasks = tmd_reallocate(work->tasks, work->task_capacity * sizeof *work->tasks);
  }
  for (size_t k = 0; k < slices; k++)
    work->tasks[count++] =
        (struct task){.packet = packet, .claim = claim, .X0 = X0 + k * step, .X1 = k + 1 < slices ? X0 + (k + 1) * step : X1};
  return count;
}

/* By the CPU: slices side by side, in order what they found. */
static void work_on_cpu(struct work *work, const struct tmd_batch *batch, int threshold, int threads) {
  size_t count = 0;
  for (size_t c = 0; c < batch->count; c++)
    for (size_t i = 0; i < batch->claims[c].record_count; i++)
      count = add_tasks(work, count, tmd_claim_record(&batch->claims[c], i), c, batch->claims[c].X1);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (size_t i = 0; i < count; i++) {
    struct task *task = &work->tasks[i];
    tmd_exhaust_packet(&task->found, task->packet, threshold, task->X0, task->X1);
  }
  for (size_t i = 0; i < count; i++) {
    const struct tmd_candidates *found = &work->tasks[i].found;
    struct tmd_candidates *all = &work->shares[work->tasks[i].claim].found;
    for (size_t k = 0; k < found->count; k++) tmd_candidates_append(all, found->X[k]);
    all->arguments += found->arguments;
    all->flagged += found->flagged;
    free(found->X);
  }
}

static int submit(struct tmd_batch *batch, const struct tmd_executor *executor) {
  struct work *work = &works[batch->queue];
  const int threshold = tmd_problem_threshold(&batch->claims[0].problem);
  work->shares = tmd_reallocate(work->shares, batch->count * sizeof *work->shares);
  for (size_t c = 0; c < batch->count; c++)
    work->shares[c] = (struct tmd_exhaust_share){.packets = batch->claims[c].record_count, .X1 = batch->claims[c].X1};
  if (executor->device)
    return tmd_device_exhaust_start(&work->exhaust, executor->device, batch->queue, &batch->packets, threshold);
  work_on_cpu(work, batch, threshold, executor->threads);
  return 0;
}

static int collect(struct tmd_batch *batch, const struct tmd_executor *executor, size_t i, struct tmd_output *output) {
  struct work *work = &works[batch->queue];
  if (i == 0 && executor->device && tmd_device_exhaust_finish(&work->exhaust, work->shares, executor->threads)) return -1;
  struct tmd_candidates *found = &work->shares[i].found;
  const int failed = tmd_output_candidates(output, &batch->claims[i], found->X, found->count);
  evaluated += found->arguments;
  flagged += found->flagged;
  candidates += found->count;
  free(found->X);
  return failed;
}

static void stats(FILE *out) {
  fprintf(out, " evaluated=%llu flagged=%llu candidates=%llu ns_per_argument=%.3f", evaluated, flagged, candidates,
          evaluated ? 1e9 * tmd_stage_seconds() / (double)evaluated : 0);
}

int main(int argc, char **argv) {
  static const struct tmd_stage stage = {wants, key, load, submit, collect, stats, .has_devices = 1, .has_lanes = 1};
  return tmd_stage_run(&tool, &stage, argc, argv);
}
