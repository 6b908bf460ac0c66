/* tmd-shift: poly claims in, poly claims out, re-based to packets of another shape. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/shift/on-device.h"
#include "lib/base/error.h"
#include "tools/stage/filter.h"
#include "lib/packet/rebase.h"

static long long n_option, count_option, degree_option, words_option;
static int method_option;

static const struct tmd_option options[] = {
    {"n", 'n', TMD_NUMBER, "N", "arguments of a domain of the output (default: the plan's)",
     &n_option, 1, 1LL << 62, NULL, NULL},
    {"count", 0, TMD_NUMBER, "C", "domains of a packet of the output (default: the plan's, or as many as fit)",
     &count_option, 1, TMD_COUNT_MAX, NULL, NULL},
    {"degree", 0, TMD_NUMBER, "D", "degree (default: the least that serves)", &degree_option, 1, TMD_DEGREE_MAX, NULL, NULL},
    {"words", 0, TMD_NUMBER, "W", "64-bit words of a coefficient (default: the least that serve)",
     &words_option, 1, TMD_WORDS_MAX, NULL, NULL},
    {"method", 0, TMD_CHOICE, "METHOD", "how they are computed; the results are the same (straightforward: on the CPU alone)",
     &method_option, 0, 0, "tabulated|straightforward", NULL},
    {NULL, 0, TMD_FLAG, NULL, NULL, NULL, 0, 0, NULL, NULL},
};

static const struct tmd_tool tool = {
    "tmd-shift",
    "re-base packets to smaller domains and lower degree",
    "[FILE...]",
    "Replaces each packet by packets of C domains of N arguments that tile its domains. Coefficients are moved exactly;\n"
    "the terms and words that are dropped are added to the error bound, and by default only so many\n"
    "are dropped that the bound stays below 2^-(threshold+8). N and C come from the options or from the\n"
    "words n= and count= of the claim's plan; claims with neither pass through. Where a packet is shorter than\n"
    "N C arguments, N and C are lowered to fit. A claim becomes consecutive claims of about 1 MiB.\n"
    "\n"
    "The line of --stats adds packets_in and packets_out, the packets read and made.",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-shift -n 2^15 --count 2^15 > packets.tmd",
};

static unsigned long long packets_in, packets_out;

static long long wanted_n(const struct tmd_claim *claim) { return n_option ? n_option : tmd_plan_number(claim->plan, "n", 0); }

static int wants(const struct tmd_claim *claim) {
  return claim->kind == TMD_POLY && claim->record_count > 0 && wanted_n(claim) > 0;
}

/* How a claim is shifted. */
struct job {
  struct tmd_rebase rebase;
  struct tmd_packet_shape shape;
  size_t record_bytes;
  uint64_t per_claim; /* packets of a claim of the output */
};

static int job_of(struct job *job, const struct tmd_claim *in) {
  const long long count = count_option ? count_option : tmd_plan_number(in->plan, "count", TMD_COUNT_MAX);
  struct tmd_rebase *rebase = &job->rebase;
  *rebase = (struct tmd_rebase){.method = method_option ? TMD_REBASE_STRAIGHTFORWARD : TMD_REBASE_TABULATED,
                                .n = (uint64_t)wanted_n(in),
                                .count = (uint32_t)count,
                                .degree = (int)degree_option,
                                .words = (int)words_option};
  if (rebase->count < 1 || rebase->count > TMD_COUNT_MAX)
    return tmd_error(TMD_USAGE, "plan: count is not in 1..%d", TMD_COUNT_MAX);
  if (tmd_rebase_fit(rebase, in)) return -1;
  job->shape = tmd_rebase_shape(in, rebase);
  job->record_bytes = tmd_packet_bytes(&job->shape);
  job->per_claim = TMD_CONTENT_DEFAULT_BYTES / job->record_bytes > 1 ? TMD_CONTENT_DEFAULT_BYTES / job->record_bytes : 1;
  return 0;
}

/* A claim of the output: packets first .. first+count-1 of one input packet, X0 .. X1-1. */
struct piece {
  const struct tmd_claim *in;
  const struct tmd_poly_record *input;
  size_t records; /* input packets begun */
  uint64_t first, count, total;
  tmd_u128 X0, X1;
};

static struct piece piece_before(const struct tmd_claim *in) { return (struct piece){.in = in, .X1 = in->X0}; }

/* The next one of the claim; 0 behind the last. */
static int piece_next(struct piece *piece, const struct job *job) {
  const struct tmd_claim *in = piece->in;
  piece->first += piece->count;
  piece->count = 0;
  while (piece->first == piece->total) {
    if (piece->records == in->record_count) return 0;
    piece->input = tmd_claim_record(in, piece->records++);
    piece->first = 0;
    piece->total = tmd_rebase_packets(in, piece->input, &job->rebase);
    packets_in++;
    packets_out += piece->total;
  }
  const uint64_t rest = piece->total - piece->first;
  piece->count = rest < job->per_claim ? rest : job->per_claim;
  const int last = piece->records == in->record_count && piece->count == rest;
  const tmd_u128 length = (tmd_u128)job->rebase.n * job->rebase.count;
  piece->X0 = piece->X1;
  piece->X1 = last ? in->X1 : tmd_wide_load(piece->input->X0) + (piece->first + piece->count) * length;
  return 1;
}

/* Its claim with records of zeros, and what becomes of it when they are filled. */
static struct tmd_claim *open_claim(const struct piece *piece, const struct job *job) {
  static struct tmd_claim out;
  tmd_claim_begin(&out, piece->in, TMD_POLY, job->record_bytes);
  for (uint64_t k = 0; k < piece->count; k++) tmd_claim_append(&out);
  out.X0 = piece->X0, out.X1 = piece->X1;
  return &out;
}

static int put_claim(struct tmd_claim *out, struct tmd_writer *writer) {
  tmd_packets_drop_empty(out);
  return tmd_writer_put(writer, out);
}

/* The packets of a piece, by all threads. */
static void run(const struct piece *piece, const struct job *job, unsigned char *records) {
  const uint64_t threads = (uint64_t)tmd_threads(), all = piece->count;
  const size_t bytes = job->record_bytes;
#pragma omp parallel for num_threads((int)threads)
  for (uint64_t t = 0; t < threads; t++) {
    const uint64_t from = all * t / threads, count = all * (t + 1) / threads - from, first = piece->first + from;
    if (count > 0)
      tmd_rebase_run(piece->in, piece->input, &job->rebase, &job->shape, first, count, records + from * bytes, bytes);
  }
}

static int apply(struct tmd_claim *in, struct tmd_writer *writer) {
  struct job job;
  if (job_of(&job, in)) return -1;
  for (struct piece piece = piece_before(in); piece_next(&piece, &job);) {
    struct tmd_claim *out = open_claim(&piece, &job);
    run(&piece, &job, out->records);
    if (put_claim(out, writer)) return -1;
  }
  return 0;
}

/* ---- on a device: a flight goes there in slices, as what comes out may be much more than what goes in ---- */

struct slice {
  struct piece *pieces;
  struct tmd_shift_run *runs;
  size_t piece_count, piece_capacity, run_count, run_capacity;
  uint64_t packets;
};

static struct flight {
  struct tmd_device_shift work;
  struct job job;
  struct tmd_claim *claims; /* claims to come, and where the first one of them is cut next */
  size_t count;
  struct piece next;
  struct slice slice[TMD_SHIFT_SLOTS];
} flights[TMD_QUEUES];

static int alike(const struct tmd_poly_record *a, const struct tmd_poly_record *b) {
  return a->n == b->n && a->degree == b->degree && a->words == b->words;
}

static size_t threads(const struct tmd_claim *claim) {
  struct job job;
  const struct tmd_poly_record *first = tmd_claim_record(claim, 0);
  uint64_t packets = 0;
  if (job_of(&job, claim) || job.rebase.method == TMD_REBASE_STRAIGHTFORWARD) return 0;
  for (size_t i = 0; i < claim->record_count; i++) {
    if (!alike(first, tmd_claim_record(claim, i))) return 0;
    packets += tmd_rebase_packets(claim, tmd_claim_record(claim, i), &job.rebase);
  }
  return tmd_device_shift_threads(first, &job.rebase, packets);
}

static int joins(const struct tmd_claim *first, const struct tmd_claim *claim) {
  struct job a, b;
  if (!alike(tmd_claim_record(first, 0), tmd_claim_record(claim, 0)) || job_of(&a, first) || job_of(&b, claim)) return 0;
  return a.rebase.n == b.rebase.n && a.rebase.count == b.rebase.count && a.shape.degree == b.shape.degree &&
         a.shape.words == b.shape.words;
}

static void add_run(struct slice *slice, const struct tmd_shift_run *run) {
  if (slice->run_count == slice->run_capacity) {
    slice->run_capacity = 2 * slice->run_capacity + 16;
    slice->runs = tmd_reallocate(slice->runs, slice->run_capacity * sizeof *slice->runs);
  }
  slice->runs[slice->run_count++] = *run;
}

/* A piece and its runs; one that begins where the last one ends, in the same domain, makes that longer. */
static void add_piece(struct slice *slice, const struct piece *piece, uint64_t per_domain) {
  if (slice->piece_count == slice->piece_capacity) {
    slice->piece_capacity = 2 * slice->piece_capacity + 16;
    slice->pieces = tmd_reallocate(slice->pieces, slice->piece_capacity * sizeof *slice->pieces);
  }
  slice->pieces[slice->piece_count++] = *piece;
  slice->packets += piece->count;
  for (uint64_t q = piece->first, end = q + piece->count, steps; q < end; q += steps) {
    struct tmd_shift_run *last = slice->run_count > 0 ? &slice->runs[slice->run_count - 1] : NULL;
    const uint64_t rest = per_domain - q % per_domain;
    steps = rest < end - q ? rest : end - q;
    if (last && last->input == piece->input && last->q + last->steps == q && q % per_domain != 0) last->steps += steps;
    else add_run(slice, &(struct tmd_shift_run){piece->input, q, steps});
  }
}

/* The next pieces of the flight's claims, as many as a slice has; then to the device. */
static int start_slice(struct flight *flight, int slot) {
  struct slice *slice = &flight->slice[slot];
  const size_t wanted = tmd_device_shift_slice(&flight->work);
  slice->piece_count = slice->run_count = slice->packets = 0;
  while (slice->packets < wanted && flight->count > 0) {
    if (piece_next(&flight->next, &flight->job)) add_piece(slice, &flight->next, flight->work.per_domain);
    else if (--flight->count > 0) flight->next = piece_before(++flight->claims);
  }
  return slice->packets > 0 ? tmd_device_shift_start(&flight->work, slot, slice->runs, slice->run_count) : 0;
}

static int write_slice(const struct flight *flight, int slot, struct tmd_writer *writer) {
  const struct slice *slice = &flight->slice[slot];
  const struct job *job = &flight->job;
  size_t at = 0;
  for (size_t p = 0; p < slice->piece_count; at += slice->pieces[p++].count) {
    const struct piece *piece = &slice->pieces[p];
    struct tmd_claim *out = open_claim(piece, job);
#pragma omp parallel for num_threads(tmd_threads())
    for (uint64_t k = 0; k < piece->count; k++)
      tmd_device_shift_store(&flight->work, slot, at + k, tmd_claim_record(out, k), piece->in, piece->input, piece->first + k);
    if (put_claim(out, writer)) return -1;
  }
  return 0;
}

static int start(struct tmd_device *device, int number, struct tmd_claim *claims, size_t count) {
  struct flight *flight = &flights[number];
  struct job *job = &flight->job;
  if (job_of(job, &claims[0])) return -1;
  flight->claims = claims;
  flight->count = count;
  flight->next = piece_before(claims);
  if (tmd_device_shift_begin(&flight->work, device, number, tmd_claim_record(claims, 0), &job->rebase, &job->shape)) return -1;
  return start_slice(flight, 0);
}

/* While a slice is written the next one is at work. */
static int land(int number, struct tmd_claim *claims, size_t count, struct tmd_writer *writer) {
  struct flight *flight = &flights[number];
  (void)claims, (void)count;
  for (int slot = 0, next; flight->slice[slot].packets > 0; slot = next) {
    next = (slot + 1) % TMD_SHIFT_SLOTS;
    if (tmd_device_shift_wait(&flight->work) || start_slice(flight, next) || write_slice(flight, slot, writer)) return -1;
  }
  return 0;
}

static const struct tmd_flights by_device = {threads, joins, start, land};

static void stats(FILE *out) { fprintf(out, " packets_in=%llu packets_out=%llu", packets_in, packets_out); }

int main(int argc, char **argv) {
  static const struct tmd_filter filter = {.wants = wants, .apply = apply, .stats = stats, .flights = &by_device};
  return tmd_filter_run(&tool, &filter, argc, argv);
}
