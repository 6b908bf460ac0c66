/* tmd-exhaust: poly claims in, case claims out: every argument of the surviving ranges is evaluated. */
#include "tools/stage/phases.h"

#include "kernels/exhaust/on-device.h"
#include "lib/claim/case-writer.h"

static const struct tmd_option options[] = {PHASES_SIMD_OPTION, PHASES_END_OPTIONS};

static const struct tmd_tool tool = {
    "tmd-exhaust",
    "evaluate every surviving argument and emit the candidates",
    "[FILE...]",
    "Evaluates the polynomial of each packet at every argument of its surviving ranges, by tabulated differences. The\n"
    "candidates are exactly those X of the claim with dist(P(X), Z) < 2^-threshold + err: decided on all words of\n"
    "the coefficients, so the same for any number of threads, any instruction set and any device. Takes every poly claim:\n"
    "without phases 1 and 2 before it, this is brute force, with the same result.\n"
    "\n"
    "The line of --stats adds evaluated, the arguments evaluated; flagged, those of them looked at on\n"
    "all words; candidates, those emitted; and ns_per_argument, nanoseconds of elapsed time for each.",
    options,
    "tmd-plan exp --domain 1:1.00001 | tmd-taylor | tmd-exhaust | tmd-ziv > cases.tmd",
};

static struct tmd_candidates total;
static struct tmd_casewriter out;
static double seconds;

static int wants(const struct tmd_claim *claim) { return claim->kind == TMD_POLY; }

/* What one thread does at a time: a packet, or a slice of a long one. */
struct task {
  const struct tmd_poly_record *packet;
  tmd_u128 X0, X1;
  struct tmd_candidates found;
};

enum { SLICE_LOG2 = 24, SLICES_MAX = 256 };

static size_t slices_of(const struct tmd_poly_record *packet) {
  tmd_u128 slices = ((tmd_u128)tmd_packet_survivors(packet) * tmd_packet_bit_length(packet)) >> SLICE_LOG2;
  return slices < 1 ? 1 : slices > SLICES_MAX ? SLICES_MAX : (size_t)slices;
}

static struct task *make_tasks(size_t *count, const struct tmd_claim *in) {
  *count = 0;
  for (size_t i = 0; i < in->record_count; i++) *count += slices_of(tmd_claim_record(in, i));
  struct task *tasks = tmd_allocate((*count + 1) * sizeof *tasks), *task = tasks;
  for (size_t i = 0; i < in->record_count; i++) {
    const struct tmd_poly_record *packet = tmd_claim_record(in, i);
    const size_t slices = slices_of(packet);
    const tmd_u128 X0 = tmd_wide_load(packet->X0), end = X0 + (tmd_u128)packet->n * packet->count;
    const tmd_u128 X1 = end < in->X1 ? end : in->X1, step = (X1 - X0) / slices;
    for (size_t k = 0; k < slices; k++)
      *task++ = (struct task){.packet = packet, .X0 = X0 + k * step, .X1 = k + 1 < slices ? X0 + (k + 1) * step : X1};
  }
  return tasks;
}

static int apply(struct tmd_claim *in, struct tmd_writer *writer) {
  const int threshold = tmd_problem_threshold(&in->problem);
  int failed = 0;
  size_t count;
  if (phases_select()) return -1;
  struct task *tasks = make_tasks(&count, in);
  const double start = tmd_seconds();
#pragma omp parallel for schedule(dynamic) num_threads(tmd_threads())
  for (size_t i = 0; i < count; i++) tmd_exhaust_packet(&tasks[i].found, tasks[i].packet, threshold, tasks[i].X0, tasks[i].X1);
  seconds += tmd_seconds() - start;

  tmd_casewriter_begin(&out, in, writer);
  for (size_t i = 0; i < count; i++) {
    const struct tmd_candidates *found = &tasks[i].found;
    if (!failed) failed = tmd_casewriter_add(&out, found->X, found->count);
    total.arguments += found->arguments;
    total.flagged += found->flagged;
    free(found->X);
  }
  free(tasks);
  return failed || tmd_casewriter_end(&out) ? -1 : 0;
}

/* ---- on a device ---- */

static struct flight {
  struct tmd_device_exhaust exhaust;
  struct tmd_packets packets;
  struct tmd_exhaust_share *shares; /* one for each claim */
  double start;
} flights[TMD_QUEUES];

static size_t threads(const struct tmd_claim *claim) {
  static struct tmd_packets packets;
  if (!phases_uniform(claim)) return 0;
  phases_packets(&packets, claim, 1);
  return tmd_device_exhaust_threads(&packets, tmd_problem_threshold(&claim->problem), claim->X1 - claim->X0);
}

static int joins(const struct tmd_claim *first, const struct tmd_claim *claim) {
  return tmd_problem_threshold(&first->problem) == tmd_problem_threshold(&claim->problem) && phases_alike(first, claim);
}

static int start(struct tmd_device *device, int number, struct tmd_claim *claims, size_t count) {
  struct flight *flight = &flights[number];
  if (phases_select()) return -1;
  phases_packets(&flight->packets, claims, count);
  flight->shares = tmd_reallocate(flight->shares, count * sizeof *flight->shares);
  for (size_t c = 0; c < count; c++)
    flight->shares[c] = (struct tmd_exhaust_share){.packets = claims[c].record_count, .X1 = claims[c].X1};
  flight->start = tmd_seconds();
  return tmd_device_exhaust_start(&flight->exhaust, device, number, &flight->packets, tmd_problem_threshold(&claims[0].problem));
}

static int land(int number, struct tmd_claim *claims, size_t count, struct tmd_writer *writer) {
  struct flight *flight = &flights[number];
  int failed = tmd_device_exhaust_finish(&flight->exhaust, flight->shares, tmd_threads());
  phases_flown(&seconds, flight->start);
  for (size_t c = 0; c < count && !failed; c++) {
    struct tmd_candidates *found = &flight->shares[c].found;
    tmd_casewriter_begin(&out, &claims[c], writer);
    failed = tmd_casewriter_add(&out, found->X, found->count) || tmd_casewriter_end(&out) ? -1 : 0;
    total.arguments += found->arguments;
    total.flagged += found->flagged;
    free(found->X);
  }
  return failed;
}

static const struct tmd_flights by_device = {threads, joins, start, land};

static void stats(FILE *line) {
  fprintf(line, " evaluated=%llu flagged=%llu candidates=%llu ns_per_argument=%.3f", (unsigned long long)total.arguments,
          (unsigned long long)total.flagged, out.candidates, total.arguments ? 1e9 * seconds / (double)total.arguments : 0);
}

int main(int argc, char **argv) {
  const struct tmd_filter filter = {.wants = wants, .apply = apply, .stats = stats, .flights = &by_device};
  return tmd_filter_run(&tool, &filter, argc, argv);
}
