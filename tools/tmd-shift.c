/* tmd-shift: poly claims in, poly claims out, re-based to packets of another shape. */
#include <stdlib.h>
#include <string.h>

#include "kernels/shift/on-device.h"
#include "lib/base/error.h"
#include "lib/packet/rebase.h"
#include "lib/stream/plan-words.h"
#include "tools/stage/stage.h"

static long long n_option, count_option, degree_option, words_option;
static int method_option;

static const struct tmd_option options[] = {
    {"n", 'n', TMD_NUMBER, "N", "arguments of a domain of the output (default: the plan's)",
     &n_option, 1, 1LL << 62, NULL, NULL},
    {"count", 0, TMD_NUMBER, "C",
     "domains of a packet of the output (default: the plan's, or as many as fit)", &count_option, 1,
     TMD_COUNT_MAX, NULL, NULL},
    {"degree", 0, TMD_NUMBER, "D", "degree (default: the least that suffices)", &degree_option, 1,
     TMD_DEGREE_MAX, NULL, NULL},
    {"words", 0, TMD_NUMBER, "W", "64-bit words of a coefficient (default: the least that suffice)",
     &words_option, 1, TMD_WORDS_MAX, NULL, NULL},
    {"method", 0, TMD_CHOICE, "METHOD", "method; the results are the same (devices: tabulated)",
     &method_option, 0, 0, "tabulated|straightforward", NULL},
    {0},
};

TMD_PAGE("tools/tmd-shift.mdoc");

static const struct tmd_tool tool = {
    "tmd-shift",
    "re-base packets to smaller domains and lower degree",
    "[FILE...]",
    "Replaces each packet by packets of C domains of N arguments that tile its domains.",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-shift -n 2^15 --count 2^15 > packets.tmd",
    tmd_page,
};

static unsigned long long packets_in, packets_out;

/* The parameters for shifting a claim. */
struct job {
  struct tmd_rebase rebase;
  struct tmd_packet_shape shape;
  size_t record_bytes;
  uint64_t per_claim; /* packets of a claim of the output */
};

/* N and C from the options or the plan: 1 if there is an N, 0 if not, -1 (message). */
static int wanted_of(struct tmd_rebase *rebase, const struct tmd_claim *claim) {
  struct tmd_plan_words words;
  if (tmd_plan_words_read(&words, tmd_claim_plan(claim))) return -1;
  *rebase = (struct tmd_rebase){.method = method_option ? TMD_REBASE_STRAIGHTFORWARD
                                                        : TMD_REBASE_TABULATED,
                                .n = n_option ? (uint64_t)n_option : words.n,
                                .count = count_option ? (uint32_t)count_option : words.count,
                                .degree = (int)degree_option,
                                .words = (int)words_option};
  return rebase->n > 0;
}

/* 1; 0 if the claim is not to be shifted, -1 (message). */
static int job_of(struct job *job, const struct tmd_claim *claim) {
  const int wanted =
      claim->kind == TMD_POLY && claim->record_count > 0 ? wanted_of(&job->rebase, claim) : 0;
  if (wanted <= 0) return wanted;
  if (tmd_rebase_fit(&job->rebase, tmd_claim_packets(claim))) return -1;
  job->shape = tmd_rebase_shape(tmd_claim_packets(claim), &job->rebase);
  job->record_bytes = tmd_packet_bytes(&job->shape);
  job->per_claim = TMD_CONTENT_DEFAULT_BYTES / job->record_bytes > 1
                       ? TMD_CONTENT_DEFAULT_BYTES / job->record_bytes
                       : 1;
  return 1;
}

static int take(struct tmd_load *load, const struct tmd_claim *claim) {
  enum { PACKET_NS = 2000 };
  struct job job;
  uint64_t packets = 0;
  const int taken = job_of(&job, claim);
  if (taken <= 0) return taken;
  const struct tmd_poly_record *input = tmd_claim_record(claim, 0);
  load->key = (struct tmd_key){
      {job.rebase.n, job.rebase.count, (uint64_t)job.shape.degree, (uint64_t)job.shape.words}};
  for (size_t i = 0; i < claim->record_count; i++)
    packets += tmd_rebase_packets(claim->X1, tmd_claim_record(claim, i), &job.rebase);
  load->nanoseconds = PACKET_NS * (double)packets;
  if (job.rebase.method != TMD_REBASE_STRAIGHTFORWARD)
    load->device_threads = tmd_device_shift_threads(input, &job.rebase, packets);
  return 1;
}

/* ---- a batch, in slices, as the output may be much larger than the input ---- */

/* A claim of the output: packets first .. first+count-1 of one input packet, X0 .. X1-1. */
struct piece {
  size_t claim; /* of the batch */
  const struct tmd_poly_record *input;
  size_t records;                   /* input packets begun */
  uint64_t first, count, total, at; /* at: packets before it in its slice */
  tmd_u128 X0, X1;
};

/* Consecutive pieces, on the device or being written. */
struct slice {
  struct piece *pieces;
  struct tmd_claim *out; /* one for each piece */
  struct tmd_shift_run *runs;
  size_t piece_count, piece_capacity, out_capacity, run_count, run_capacity;
  uint64_t packets;
};

static struct work {
  struct tmd_device_shift device;
  struct job job;
  struct piece next; /* the last one that is in a slice */
  struct slice slice[TMD_SHIFT_SLOTS];
  int slot;  /* the slice being written, */
  size_t at; /* and its next piece */
} works[TMD_QUEUES];

/* Moves to the next piece of the same claim; 0 if there is none. */
static int piece_next(struct piece *piece, const struct tmd_claim *in, const struct job *job) {
  piece->first += piece->count;
  piece->count = 0;
  while (piece->first == piece->total) {
    if (piece->records == in->record_count) return 0;
    piece->input = tmd_claim_record(in, piece->records++);
    piece->first = 0;
    piece->total = tmd_rebase_packets(in->X1, piece->input, &job->rebase);
    packets_in++;
    packets_out += piece->total;
  }
  const uint64_t rest = piece->total - piece->first;
  piece->count = rest < job->per_claim ? rest : job->per_claim;
  const int last = piece->records == in->record_count && piece->count == rest;
  const tmd_u128 length = (tmd_u128)job->rebase.n * job->rebase.count;
  piece->X0 = piece->X1;
  piece->X1 =
      last ? in->X1 : tmd_wide_load(piece->input->X0) + (piece->first + piece->count) * length;
  return 1;
}

static void add_run(struct slice *slice, const struct tmd_shift_run *run) {
  slice->runs =
      tmd_grow(slice->runs, &slice->run_capacity, slice->run_count + 1, sizeof *slice->runs);
  slice->runs[slice->run_count++] = *run;
}

/* Adds the work of a device: runs of packets within a domain of the input; a piece that begins
   within a run extends it. */
static void add_runs(struct slice *slice, const struct piece *piece, uint64_t per_domain) {
  for (uint64_t q = piece->first, end = q + piece->count, steps; q < end; q += steps) {
    struct tmd_shift_run *last = slice->run_count > 0 ? &slice->runs[slice->run_count - 1] : NULL;
    const uint64_t rest = per_domain - q % per_domain;
    steps = rest < end - q ? rest : end - q;
    if (last && last->input == piece->input && last->q + last->steps == q && q % per_domain != 0)
      last->steps += steps;
    else add_run(slice, &(struct tmd_shift_run){piece->input, q, steps});
  }
}

static void add_piece(struct slice *slice, const struct piece *piece) {
  const size_t count = slice->piece_count + 1;
  slice->pieces = tmd_grow(slice->pieces, &slice->piece_capacity, count, sizeof *slice->pieces);
  slice->out = tmd_grow_zeros(slice->out, &slice->out_capacity, count, sizeof *slice->out);
  slice->pieces[slice->piece_count] = *piece;
  slice->pieces[slice->piece_count++].at = slice->packets;
  slice->packets += piece->count;
}

/* Fills a slice with the next pieces of the batch; a device begins to work on them. */
static int begin_slice(struct work *work, const struct tmd_batch *batch,
                       const struct tmd_executor *executor, int slot) {
  enum { SLICE_BYTES = 16 << 20 };
  struct slice *slice = &work->slice[slot];
  const size_t wanted = executor->device ? tmd_device_shift_slice(&work->device)
                                         : SLICE_BYTES / work->job.record_bytes + 1;
  slice->piece_count = slice->run_count = slice->packets = 0;
  while (slice->packets < wanted && work->next.claim < batch->count) {
    if (piece_next(&work->next, &batch->claims[work->next.claim], &work->job)) {
      add_piece(slice, &work->next);
      if (executor->device) add_runs(slice, &work->next, work->device.per_domain);
    } else if (++work->next.claim < batch->count) {
      work->next =
          (struct piece){.claim = work->next.claim, .X1 = batch->claims[work->next.claim].X0};
    }
  }
  return executor->device && slice->packets > 0
             ? tmd_device_shift_start(&work->device, slot, slice->runs, slice->run_count)
             : 0;
}

/* Makes packets from .. to-1 of a piece on the CPU, or fetches them from the device. */
static void make_packets(const struct work *work, const struct tmd_batch *batch, int slot, size_t p,
                         uint64_t from, uint64_t to) {
  const struct piece *piece = &work->slice[slot].pieces[p];
  const tmd_u128 X1 = batch->claims[piece->claim].X1;
  const struct tmd_claim *out = &work->slice[slot].out[p];
  const struct tmd_rebase_source source = {piece->input, X1, &work->job.rebase, &work->job.shape};
  if (!work->device.device && from < to)
    tmd_rebase_run(&source, piece->first + from, to - from, tmd_claim_record(out, from),
                   out->record_bytes);
  for (uint64_t k = from; work->device.device && k < to; k++)
    tmd_device_shift_store(&work->device, slot, piece->at + k, tmd_claim_record(out, k), X1,
                           piece->input, piece->first + k);
}

/* All threads fill the claims of the slice, while the device begins with the next one. */
static int finish_slice(struct work *work, const struct tmd_batch *batch,
                        const struct tmd_executor *executor, int slot) {
  struct slice *slice = &work->slice[slot];
  if (executor->device && tmd_device_shift_wait(&work->device)) return -1;
  if (begin_slice(work, batch, executor, (slot + 1) % TMD_SHIFT_SLOTS)) return -1;
  for (size_t p = 0; p < slice->piece_count; p++) {
    const struct piece *piece = &slice->pieces[p];
    struct tmd_claim *out = &slice->out[p];
    tmd_claim_begin(out, &batch->claims[piece->claim], TMD_POLY, work->job.record_bytes);
    for (uint64_t k = 0; k < piece->count; k++) tmd_claim_append(out);
    out->X0 = piece->X0, out->X1 = piece->X1;
  }
  const uint64_t threads = (uint64_t)executor->threads;
#pragma omp parallel for schedule(dynamic) num_threads(executor->threads)
  for (uint64_t t = 0; t < slice->piece_count * threads; t++) {
    const uint64_t all = slice->pieces[t / threads].count, part = t % threads;
    make_packets(work, batch, slot, t / threads, all * part / threads, all * (part + 1) / threads);
  }
  return 0;
}

static int submit(struct tmd_batch *batch, const struct tmd_executor *executor) {
  struct work *work = &works[batch->queue];
  if (job_of(&work->job, &batch->claims[0]) < 0) return -1;
  work->next = (struct piece){.X1 = batch->claims[0].X0};
  work->slot = TMD_SHIFT_SLOTS - 1;
  work->at = work->slice[work->slot].piece_count = 0;
  work->device.device = NULL;
  if (executor->device &&
      tmd_device_shift_begin(&work->device, executor->device, batch->queue,
                             batch->packets.packet[0], &work->job.rebase, &work->job.shape))
    return -1;
  return begin_slice(work, batch, executor, 0);
}

static int collect(struct tmd_batch *batch, const struct tmd_executor *executor, size_t i,
                   struct tmd_output *output) {
  struct work *work = &works[batch->queue];
  for (;;) {
    struct slice *slice = &work->slice[work->slot];
    for (; work->at < slice->piece_count; work->at++) {
      struct tmd_claim *out = &slice->out[work->at];
      if (slice->pieces[work->at].claim != i) return 0;
      tmd_packets_drop_empty(out);
      if (tmd_output_move(output, out)) return -1;
    }
    const int next = (work->slot + 1) % TMD_SHIFT_SLOTS;
    if (work->slice[next].packets == 0) return 0;
    if (finish_slice(work, batch, executor, next)) return -1;
    work->slot = next;
    work->at = 0;
  }
}

static void stats(FILE *out) {
  fprintf(out, " packets_in=%llu packets_out=%llu", packets_in, packets_out);
}

int main(int argc, char **argv) {
  static const struct tmd_stage stage = {take, submit, collect, stats, .has_devices = 1};
  return tmd_stage_run(&tool, &stage, argc, argv);
}
