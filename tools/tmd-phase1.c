/* tmd-phase1: poly claims in, poly claims out, domains without a case cleared from the bitmaps. */
#include "kernels/boolean/on-device.h"
#include "tools/stage/line-stages.h"

static const struct tmd_option options[] = {TMD_TEST_OPTION, TMD_LINE_OPTION, TMD_SIMD_OPTION, {0}};

TMD_PAGE("tools/tmd-phase1.mdoc");

static const struct tmd_tool tool = {
    "tmd-phase1",
    "drop domains that a Boolean test shows to hold no case",
    "[FILE...]",
    "Replaces the polynomial of each surviving domain by a line, and tests whether the line "
    "comes close to an integer. If it does not, the domain contains no case, and its bit is "
    "cleared.",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-shift |\n"
    "  tmd-phase1 --test regular --stats > survivors.tmd",
    tmd_page,
};

static struct tmd_device_lines works[TMD_QUEUES];

static int take(struct tmd_load *load, const struct tmd_claim *claim) {
  enum { DOMAINS_PER_THREAD = 32, DOMAIN_NS = 40 };
  struct tmd_plan_words words;
  const int taken = tmd_boolean_take(load, &words, claim);
  if (taken <= 0) return taken;
  const size_t domains = tmd_claim_survivors(claim);
  load->nanoseconds = DOMAIN_NS * (double)domains;
  load->device_threads = domains / DOMAINS_PER_THREAD + 1;
  return 1;
}

static int submit(struct tmd_batch *batch, const struct tmd_executor *executor) {
  const struct tmd_packets *packets = &batch->packets;
  const struct tmd_boolean how = tmd_boolean_of(&batch->key);
  tmd_tested.domains += tmd_packets_survivors(packets);
  if (executor->device)
    return tmd_device_mark_start(&works[batch->queue], executor->device, batch->queue, packets,
                                 &how);
#pragma omp parallel for schedule(dynamic) num_threads(executor->threads)
  for (size_t i = 0; i < packets->count; i++) tmd_boolean_mark(packets->packet[i], &how);
  return 0;
}

static int collect(struct tmd_batch *batch, const struct tmd_executor *executor, size_t i,
                   struct tmd_output *output) {
  if (i == 0 && executor->device && tmd_device_mark_finish(&works[batch->queue])) return -1;
  if (i == 0) tmd_tested_sift(batch->claims, batch->count, executor->threads);
  return tmd_output_move(output, &batch->claims[i]);
}

int main(int argc, char **argv) {
  static const struct tmd_stage stage = {
      take, submit, collect, tmd_tested_print, .has_devices = 1, .has_lanes = 1};
  return tmd_stage_run(&tool, &stage, argc, argv);
}
