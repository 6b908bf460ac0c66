/* tmd-phase2: poly claims in, poly claims out, surviving domains cut into parts and tested
   again. */
#include <stdlib.h>
#include <string.h>

#include "kernels/boolean/on-device.h"
#include "lib/base/error.h"
#include "tools/stage/line-stages.h"

static long long split_option;

static const struct tmd_option options[] = {
    TMD_TEST_OPTION,
    TMD_LINE_OPTION,
    {"split", 'K', TMD_NUMBER, "K", "parts of each survivor (default: the plan's, or 8)",
     &split_option, 1, TMD_SPLIT_MAX, NULL, NULL},
    TMD_SIMD_OPTION,
    {0},
};

TMD_PAGE("tools/tmd-phase2.mdoc");

static const struct tmd_tool tool = {
    "tmd-phase2",
    "cut surviving domains into parts and test these",
    "[FILE...]",
    "Cuts each surviving domain, or part of one, into K parts of equal length, fits a line to "
    "each part and tests it as tmd-phase1 does.",
    options,
    "tmd-phase2 --split 8 survivors.tmd | tmd-farey | tmd-exhaust | tmd-ziv > cases.tmd",
    tmd_page,
};

/* The output of a batch: a claim for each of its claims, and their packets in one list. */
static struct work {
  struct tmd_device_lines lines;
  struct tmd_claim *out;
  size_t capacity;
  struct tmd_packets refined;
  uint32_t *parts; /* for each packet of the batch */
} works[TMD_QUEUES];

static size_t refined_bytes(const struct tmd_poly_record *packet, uint32_t parts) {
  struct tmd_packet_shape shape = tmd_packet_shape_of(packet);
  shape.split *= parts;
  return tmd_packet_bytes(&shape);
}

/* K for each packet: the requested one, or less if it does not divide the length. The records, all
   of the size of the largest, must fit a block: else K is lowered for all. Returns their size. */
static size_t choose_parts(uint32_t *parts, const struct tmd_claim *claim, uint32_t wanted) {
  for (;; wanted /= 2) {
    size_t record_bytes = 0;
    for (size_t i = 0; i < claim->record_count; i++) {
      const struct tmd_poly_record *packet = tmd_claim_record(claim, i);
      parts[i] = tmd_boolean_parts(packet, wanted);
      const size_t bytes = refined_bytes(packet, parts[i]);
      if (bytes > record_bytes) record_bytes = bytes;
    }
    if (wanted <= 1 || record_bytes * claim->record_count <= TMD_CONTENT_MAX_BYTES / 2)
      return record_bytes;
  }
}

/* K is part of the key: a device takes only packets that have the same K. */
static int take(struct tmd_load *load, const struct tmd_claim *claim) {
  enum { SURVIVOR_NS = 500 };
  struct tmd_plan_words words;
  const int taken = claim->record_count > 0 ? tmd_boolean_take(load, &words, claim) : 0;
  if (taken <= 0) return taken;
  const uint32_t split = split_option ? (uint32_t)split_option : words.split;
  uint32_t *parts = tmd_allocate(claim->record_count * sizeof *parts);
  choose_parts(parts, claim, split);
  load->key.parameter[3] = parts[0];
  load->key.parameter[4] = split;
  free(parts);
  const size_t survivors = tmd_claim_survivors(claim);
  load->nanoseconds = SURVIVOR_NS * (double)survivors;
  load->device_threads = survivors + 1;
  return 1;
}

/* Begins an output claim, with zeroed records, and appends its packets. */
static void begin_claim(struct tmd_claim *out, struct tmd_poly_record **packet,
                        const struct tmd_claim *claim, const uint32_t *parts, size_t record_bytes) {
  unsigned long long domains = 0;
  tmd_claim_begin(out, claim, TMD_POLY, record_bytes);
  for (size_t i = 0; i < claim->record_count; i++) {
    tmd_claim_append(out);
    domains += tmd_packet_survivors(tmd_claim_record(claim, i)) * (unsigned long long)parts[i];
  }
  for (size_t i = 0; i < claim->record_count; i++) packet[i] = tmd_claim_record(out, i);
#pragma omp atomic
  tmd_tested.domains += domains;
}

/* Begins all output claims in parallel, as bitmaps may have gigabytes. */
static void begin(struct work *work, const struct tmd_batch *batch, uint32_t split, int threads) {
  const size_t packets = batch->packets.count;
  size_t *first =
      tmd_allocate((batch->count + 1) * sizeof *first); /* packets of the claims before */
  work->out = tmd_grow_zeros(work->out, &work->capacity, batch->count, sizeof *work->out);
  work->parts = tmd_reallocate(work->parts, packets * sizeof *work->parts);
  work->refined.packet =
      tmd_reallocate(work->refined.packet, packets * sizeof *work->refined.packet);
  work->refined.count = packets;
  first[0] = 0;
  for (size_t c = 0; c < batch->count; c++) first[c + 1] = first[c] + batch->claims[c].record_count;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (size_t c = 0; c < batch->count; c++) {
    const struct tmd_claim *claim = &batch->claims[c];
    uint32_t *parts = work->parts + first[c];
    const size_t record_bytes = choose_parts(parts, claim, split);
    begin_claim(&work->out[c], work->refined.packet + first[c], claim, parts, record_bytes);
  }
  free(first);
}

static int submit(struct tmd_batch *batch, const struct tmd_executor *executor) {
  struct work *work = &works[batch->queue];
  const struct tmd_packets *packets = &batch->packets;
  const struct tmd_boolean how = tmd_boolean_of(&batch->key);
  begin(work, batch, (uint32_t)batch->key.parameter[4], executor->threads);
  if (executor->device)
    return tmd_device_split_start(&work->lines, executor->device, batch->queue, packets, &how,
                                  work->parts[0]);
#pragma omp parallel for schedule(dynamic) num_threads(executor->threads)
  for (size_t i = 0; i < packets->count; i++)
    tmd_boolean_split(work->refined.packet[i], packets->packet[i], &how, work->parts[i]);
  return 0;
}

static int collect(struct tmd_batch *batch, const struct tmd_executor *executor, size_t i,
                   struct tmd_output *output) {
  struct work *work = &works[batch->queue];
  if (i == 0 && executor->device && tmd_device_split_finish(&work->lines, &work->refined))
    return -1;
  if (i == 0) tmd_tested_sift(work->out, batch->count, executor->threads);
  return tmd_output_move(output, &work->out[i]);
}

int main(int argc, char **argv) {
  static const struct tmd_stage stage = {
      take, submit, collect, tmd_tested_print, .has_devices = 1, .has_lanes = 1};
  return tmd_stage_run(&tool, &stage, argc, argv);
}
