/* tmd-exhaust: poly claims in, case claims out: every argument of the surviving ranges is
   evaluated. */
#include <math.h>
#include <stdlib.h>

#include "kernels/exhaust/on-device.h"
#include "lib/base/error.h"
#include "lib/stream/plan-words.h"
#include "tools/stage/stage.h"
#include "tools/stage/tasks.h"

static int all_option;

static const struct tmd_option options[] = {
    {"all", 'a', TMD_FLAG, NULL, "process every poly claim, whatever its plan", &all_option, 0, 0,
     NULL, NULL},
    TMD_SIMD_OPTION,
    {0},
};

TMD_PAGE("tools/tmd-exhaust.mdoc");

static const struct tmd_tool tool = {
    "tmd-exhaust",
    "evaluate every surviving argument and emit the candidates",
    "[FILE...]",
    "Evaluates the polynomial of each packet at every argument of its surviving ranges, by "
    "parabolas or tabulated differences, and writes the candidates.",
    options,
    "tmd-plan exp --domain 1:1.000001 | tmd-taylor | tmd-exhaust --all | tmd-ziv > cases.tmd",
    tmd_page,
};

static int wanted(const struct tmd_claim *claim) {
  struct tmd_plan_words words;
  if (claim->kind != TMD_POLY) return 0;
  if (all_option) return 1;
  if (tmd_plan_words_read(&words, tmd_claim_plan(claim))) return -1;
  return words.method == TMD_METHOD_EXHAUST || tmd_method_by_lines(words.method);
}

static double survivors_of(const struct tmd_poly_record *packet) {
  return (double)tmd_packet_survivors(packet) * (double)tmd_packet_bit_length(packet);
}

/* An upper bound of the packet's arguments that are claimed. */
static double claimed_of(const struct tmd_poly_record *packet, tmd_u128 claimed) {
  return fmin(survivors_of(packet), tmd_wide_double(claimed));
}

static int take(struct tmd_load *load, const struct tmd_claim *claim) {
  enum { PACKET_NS = 5000 }; /* plus a nanosecond for each argument */
  const int threshold = tmd_problem_threshold(claim->problem), taken = wanted(claim);
  if (taken <= 0) return taken;
  struct tmd_packets packets = {NULL, claim->record_count};
  load->key.parameter[0] = (uint64_t)threshold;
  load->nanoseconds = PACKET_NS * (double)claim->record_count;
  packets.packet = tmd_allocate((claim->record_count + 1) * sizeof *packets.packet);
  for (size_t i = 0; i < claim->record_count; i++) {
    packets.packet[i] = tmd_claim_record(claim, i);
    load->nanoseconds +=
        claimed_of(packets.packet[i], tmd_claimed_arguments(claim, packets.packet[i]));
  }
  if (claim->record_count > 0 && tmd_executor_has_device())
    load->device_threads = tmd_device_exhaust_threads(&packets, threshold, claim->X1 - claim->X0);
  free(packets.packet);
  return 1;
}

/* ---- a batch ---- */

static struct tmd_tasks tasks_of[TMD_QUEUES];
static struct tmd_device_exhaust device_of[TMD_QUEUES];

static int threshold_of(const struct tmd_tasks *tasks) {
  return (int)tasks->batch->key.parameter[0];
}

static struct tmd_slices slices(const struct tmd_tasks *tasks, const struct tmd_poly_record *packet,
                                tmd_u128 claimed) {
  enum { SLICE_LOG2 = 20 };
  (void)tasks;
  return (struct tmd_slices){(uint64_t)ldexp(claimed_of(packet, claimed), -SLICE_LOG2) + 1, 1};
}

static void evaluate(const struct tmd_tasks *tasks, struct tmd_task *task) {
  tmd_exhaust_packet(&task->found, task->packet, threshold_of(tasks), task->X0, task->X1);
}

/* Lists the arguments flagged by the device: a task is a group of flags of one packet. */
static int list_flags(struct tmd_tasks *tasks) {
  enum { FLAGS = 256 };
  struct tmd_device_exhaust *device = &device_of[tasks->batch->queue];
  struct tmd_task *task = NULL;
  const int more = tmd_device_exhaust_next(device);
  for (size_t flag = 0; more > 0 && flag < device->flags; flag++) {
    const size_t p = tmd_device_exhaust_packet(device, flag);
    for (; p >= tasks->record + tasks->batch->claims[tasks->claim].record_count; tasks->claim++)
      tasks->record +=
          tasks->batch->claims[tasks->claim].record_count; /* packets of the claims before */
    if (!task || task->packet != tasks->batch->packets.packet[p] || task->flags == FLAGS) {
      task = tmd_tasks_add(tasks, tasks->claim, tasks->batch->packets.packet[p]);
      task->flag = flag, task->X1 = tasks->batch->claims[tasks->claim].X1;
    }
    task->flags++;
  }
  return more;
}

static void decide(const struct tmd_tasks *tasks, struct tmd_task *task) {
  tmd_device_exhaust_decide(&device_of[tasks->batch->queue], task->flag, task->flags, task->X1,
                            &task->found);
  task->found.arguments = 0; /* those of the device are already counted */
}

static int submit(struct tmd_batch *batch, const struct tmd_executor *executor) {
  static const struct tmd_way by_cpu = {tmd_tasks_cut, evaluate, slices},
                              by_device = {list_flags, decide, NULL};
  struct tmd_tasks *tasks = &tasks_of[batch->queue];
  tmd_tasks_begin(tasks, batch, executor->device ? &by_device : &by_cpu, executor->threads);
  if (!executor->device) return tmd_tasks_work(tasks);
  for (size_t p = 0; p < batch->packets.count; p++)
    tmd_task_totals.evaluated += (unsigned long long)survivors_of(batch->packets.packet[p]);
  return tmd_device_exhaust_start(&device_of[batch->queue], executor->device, batch->queue,
                                  &batch->packets, threshold_of(tasks));
}

static int collect(struct tmd_batch *batch, const struct tmd_executor *executor, size_t i,
                   struct tmd_output *output) {
  (void)executor;
  return tmd_tasks_put(&tasks_of[batch->queue], i, output);
}

static void stats(FILE *out) {
  const struct tmd_task_totals *total = &tmd_task_totals;
  fprintf(out, " evaluated=%llu flagged=%llu candidates=%llu ns_per_argument=%.3f",
          total->evaluated, total->flagged, total->candidates,
          total->evaluated ? 1e9 * tmd_stage_seconds() / (double)total->evaluated : 0);
}

int main(int argc, char **argv) {
  static const struct tmd_stage stage = {take,  submit,           collect,
                                         stats, .has_devices = 1, .has_lanes = 1};
  return tmd_stage_run(&tool, &stage, argc, argv);
}
