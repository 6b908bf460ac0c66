/* tmd-phase1: poly claims in, poly claims out, domains without a case cleared from the bitmaps. */
#include "kernels/boolean/on-device.h"
#include "tools/stage/phases.h"

static const struct tmd_option options[] = {PHASES_TEST_OPTION, PHASES_LINE_OPTION, PHASES_SIMD_OPTION, PHASES_END_OPTIONS};

static const struct tmd_tool tool = {
    "tmd-phase1",
    "drop domains that a Boolean test shows to hold no case",
    "[FILE...]",
    "Replaces the polynomial of each surviving domain by a line, and asks whether the line comes close to an integer.\n"
    "Where it does not, the domain holds no case: its bit is cleared; packets without survivors are dropped. Takes the\n"
    "poly claims whose plan says method=lefevre or method=regular, or all with --test; others pass through. The\n"
    "plan's line=minimax or line=tangent chooses the line, which matters for speed only: no line loses a case.\n"
    "\n"
    "Lefevre's test keeps fewer domains, the regular one takes less time for each. The same bits come out for any\n"
    "number of threads and any instruction set.\n"
    "\n"
    "The line of --stats adds domains, the domains tested; survivors, those kept; surviving_arguments, the arguments in them;\n"
    "and ns_per_domain, nanoseconds of elapsed time for each one tested.",
    options,
    "tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-shift |\n"
    "  tmd-phase1 --test regular --stats > survivors.tmd",
};

static struct phases_count tested, survived;
static double seconds;

static int wants(const struct tmd_claim *claim) {
  struct tmd_boolean how;
  return claim->kind == TMD_POLY && phases_boolean(&how, claim);
}

static int apply(struct tmd_claim *claim, struct tmd_writer *writer) {
  struct tmd_boolean how;
  phases_boolean(&how, claim);
  if (phases_select()) return -1;
  phases_count(&tested, claim);
  double start = tmd_seconds();
#pragma omp parallel for schedule(dynamic) num_threads(tmd_threads())
  for (size_t i = 0; i < claim->record_count; i++) tmd_boolean_mark(tmd_claim_record(claim, i), &how);
  seconds += tmd_seconds() - start;
  tmd_packets_drop_empty(claim);
  phases_count(&survived, claim);
  return tmd_writer_put(writer, claim);
}

/* ---- on a device ---- */

static struct flight {
  struct tmd_device_lines lines;
  struct tmd_packets packets;
  double start;
} flights[TMD_QUEUES];

static size_t threads(const struct tmd_claim *claim) {
  enum { DOMAINS_PER_THREAD = 32 };
  return phases_uniform(claim) ? phases_survivors(claim) / DOMAINS_PER_THREAD + 1 : 0;
}

static int joins(const struct tmd_claim *first, const struct tmd_claim *claim) {
  struct tmd_boolean a, b;
  phases_boolean(&a, first);
  phases_boolean(&b, claim);
  return a.test == b.test && a.line == b.line && a.threshold == b.threshold && phases_alike(first, claim);
}

static int start(struct tmd_device *device, int number, struct tmd_claim *claims, size_t count) {
  struct flight *flight = &flights[number];
  struct tmd_boolean how;
  phases_boolean(&how, &claims[0]);
  for (size_t c = 0; c < count; c++) phases_count(&tested, &claims[c]);
  phases_packets(&flight->packets, claims, count);
  flight->start = tmd_seconds();
  return tmd_device_mark_start(&flight->lines, device, number, &flight->packets, &how);
}

static int land(int number, struct tmd_claim *claims, size_t count, struct tmd_writer *writer) {
  if (tmd_device_mark_finish(&flights[number].lines)) return -1;
  phases_flown(&seconds, flights[number].start);
  for (size_t c = 0; c < count; c++) {
    tmd_packets_drop_empty(&claims[c]);
    phases_count(&survived, &claims[c]);
  }
  return tmd_writer_put_all(writer, claims, count);
}

static const struct tmd_flights by_device = {threads, joins, start, land};

static void stats(FILE *out) {
  fprintf(out, " domains=%llu survivors=%llu surviving_arguments=%.0f ns_per_domain=%.2f", tested.domains, survived.domains,
          survived.arguments, tested.domains ? 1e9 * seconds / (double)tested.domains : 0);
}

int main(int argc, char **argv) {
  return tmd_filter_run(&tool, &(struct tmd_filter){.wants = wants, .apply = apply, .stats = stats, .flights = &by_device}, argc,
                        argv);
}
