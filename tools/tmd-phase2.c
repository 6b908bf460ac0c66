/* tmd-phase2: poly claims in, poly claims out, surviving domains cut into parts and tested again. */
#include "kernels/boolean/on-device.h"
#include "tools/stage/phases.h"

static long long split_option;

static const struct tmd_option options[] = {
    PHASES_TEST_OPTION,
    PHASES_LINE_OPTION,
    {"split", 'K', TMD_NUMBER, "K", "parts of each survivor (default: the plan's, or 8)", &split_option, 1, 65536, NULL, NULL},
    PHASES_SIMD_OPTION,
    PHASES_END_OPTIONS,
};

static const struct tmd_tool tool = {
    "tmd-phase2",
    "cut surviving domains into parts and test these",
    "[FILE...]",
    "Cuts each surviving domain, or part of one, into K parts of equal length, fits a line to each and tests it, see\n"
    "tmd-phase1(1). The bitmap gets K bits for one; packets without survivors are dropped. Where K does not divide the\n"
    "length, or a record would become too large, the largest smaller number that serves is taken. Takes\n"
    "the same claims as tmd-phase1; others pass through. May be repeated: each time the parts become shorter.\n"
    "\n"
    "The line of --stats adds domains, the parts tested; survivors, those kept; surviving_arguments, the arguments in them;\n"
    "and ns_per_domain, nanoseconds of elapsed time for each one tested.",
    options,
    "tmd-phase2 --split 8 survivors.tmd | tmd-exhaust | tmd-ziv > cases.tmd",
};

static struct phases_count tested, survived;
static double seconds;

static int wants(const struct tmd_claim *claim) {
  struct tmd_boolean how;
  return claim->kind == TMD_POLY && claim->record_count > 0 && phases_boolean(&how, claim);
}

static size_t refined_bytes(const struct tmd_poly_record *packet, uint32_t parts) {
  struct tmd_packet_shape shape = tmd_packet_shape_of(packet);
  shape.split *= parts;
  return tmd_packet_bytes(&shape);
}

/* K for each packet: what was asked for, or less where that does not divide the length. The records, all
   of the size of the largest, must fit a block: else K is lowered for all. */
static size_t choose_parts(uint32_t *parts, const struct tmd_claim *claim, uint32_t wanted) {
  for (;; wanted /= 2) {
    size_t record_bytes = 0;
    for (size_t i = 0; i < claim->record_count; i++) {
      const struct tmd_poly_record *packet = tmd_claim_record(claim, i);
      parts[i] = tmd_boolean_parts(packet, wanted);
      size_t bytes = refined_bytes(packet, parts[i]);
      if (bytes > record_bytes) record_bytes = bytes;
    }
    if (wanted <= 1 || record_bytes * claim->record_count <= TMD_CONTENT_MAX_BYTES / 2) return record_bytes;
  }
}

static long long wanted_parts(const struct tmd_claim *claim) {
  return split_option ? split_option : tmd_plan_number(claim->plan, "split", 8);
}

static int apply(struct tmd_claim *claim, struct tmd_writer *writer) {
  static struct tmd_claim out;
  struct tmd_boolean how;
  phases_boolean(&how, claim);
  if (phases_select()) return -1;
  long long wanted = wanted_parts(claim);
  if (wanted < 1 || wanted > 65536) return tmd_error(TMD_USAGE, "plan: split is not in 1..65536");

  uint32_t *parts = tmd_allocate(claim->record_count * sizeof *parts);
  tmd_claim_begin(&out, claim, TMD_POLY, choose_parts(parts, claim, (uint32_t)wanted));
  for (size_t i = 0; i < claim->record_count; i++) {
    tmd_claim_append(&out);
    tested.domains += tmd_packet_survivors(tmd_claim_record(claim, i)) * (unsigned long long)parts[i];
  }
  double start = tmd_seconds();
#pragma omp parallel for schedule(dynamic) num_threads(tmd_threads())
  for (size_t i = 0; i < claim->record_count; i++)
    tmd_boolean_split(tmd_claim_record(&out, i), tmd_claim_record(claim, i), &how, parts[i]);
  seconds += tmd_seconds() - start;
  free(parts);
  tmd_packets_drop_empty(&out);
  phases_count(&survived, &out);
  return tmd_writer_put(writer, &out);
}

/* ---- on a device: K is the same for all packets of a claim, which are alike ---- */

static struct flight {
  struct tmd_device_lines lines;
  struct tmd_packets packets, refined;
  struct tmd_claim *out; /* one for each claim */
  size_t out_count;
  double start;
} flights[TMD_QUEUES];

static uint32_t parts_of(const struct tmd_claim *claim, size_t *record_bytes) {
  uint32_t *parts = tmd_allocate(claim->record_count * sizeof *parts), first;
  *record_bytes = choose_parts(parts, claim, (uint32_t)wanted_parts(claim));
  first = parts[0];
  free(parts);
  return first;
}

static size_t threads(const struct tmd_claim *claim) {
  const long long wanted = wanted_parts(claim);
  return wanted >= 1 && wanted <= 65536 && phases_uniform(claim) ? phases_survivors(claim) + 1 : 0;
}

static int joins(const struct tmd_claim *first, const struct tmd_claim *claim) {
  struct tmd_boolean a, b;
  size_t bytes;
  phases_boolean(&a, first);
  phases_boolean(&b, claim);
  return a.test == b.test && a.line == b.line && a.threshold == b.threshold && phases_alike(first, claim) &&
         parts_of(first, &bytes) == parts_of(claim, &bytes);
}

static int start(struct tmd_device *device, int number, struct tmd_claim *claims, size_t count) {
  struct flight *flight = &flights[number];
  struct tmd_boolean how;
  uint32_t parts = 1;
  phases_boolean(&how, &claims[0]);
  phases_grow(&flight->out, &flight->out_count, count);
  for (size_t c = 0; c < count; c++) {
    size_t record_bytes;
    parts = parts_of(&claims[c], &record_bytes);
    tmd_claim_begin(&flight->out[c], &claims[c], TMD_POLY, record_bytes);
    for (size_t i = 0; i < claims[c].record_count; i++) {
      tmd_claim_append(&flight->out[c]);
      tested.domains += tmd_packet_survivors(tmd_claim_record(&claims[c], i)) * (unsigned long long)parts;
    }
  }
  phases_packets(&flight->packets, claims, count);
  phases_packets(&flight->refined, flight->out, count);
  flight->start = tmd_seconds();
  return tmd_device_split_start(&flight->lines, device, number, &flight->packets, &how, parts);
}

static int land(int number, struct tmd_claim *claims, size_t count, struct tmd_writer *writer) {
  struct flight *flight = &flights[number];
  (void)claims;
  if (tmd_device_split_finish(&flight->lines, &flight->refined)) return -1;
  phases_flown(&seconds, flight->start);
  for (size_t c = 0; c < count; c++) {
    tmd_packets_drop_empty(&flight->out[c]);
    phases_count(&survived, &flight->out[c]);
  }
  return tmd_writer_put_all(writer, flight->out, count);
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
