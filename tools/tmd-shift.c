/* tmd-shift: poly claims in, poly claims out, re-based to packets of another shape. */
#include <omp.h>
#include <string.h>

#include "../lib/error.h"
#include "../lib/filter.h"
#include "../lib/rebase.h"

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
    {"method", 0, TMD_CHOICE, "METHOD", "how the coefficients are computed; the results are the same",
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

static int wants(const struct tmd_claim *claim) { return claim->kind == TMD_POLY && claim->record_count > 0 && wanted_n(claim) > 0; }

/* Packets first .. first+count-1 of one input packet, by all threads. */
static void run(const struct tmd_claim *in, const struct tmd_poly_record *input, const struct tmd_rebase *rebase,
                const struct tmd_packet_shape *shape, uint64_t first, uint64_t count, unsigned char *records, size_t record_bytes) {
  const int threads = tmd_threads();
#pragma omp parallel for num_threads(threads)
  for (int t = 0; t < threads; t++) {
    uint64_t from = count * (uint64_t)t / (uint64_t)threads, to = count * (uint64_t)(t + 1) / (uint64_t)threads;
    if (from < to) tmd_rebase_run(in, input, rebase, shape, first + from, to - from, records + from * record_bytes, record_bytes);
  }
}

static int apply(struct tmd_claim *in, struct tmd_writer *writer) {
  static struct tmd_claim out;
  struct tmd_rebase rebase = {.method = method_option ? TMD_REBASE_STRAIGHTFORWARD : TMD_REBASE_TABULATED,
                              .n = (uint64_t)wanted_n(in),
                              .count = (uint32_t)(count_option ? count_option : tmd_plan_number(in->plan, "count", TMD_COUNT_MAX)),
                              .degree = (int)degree_option,
                              .words = (int)words_option};
  if (rebase.count < 1 || rebase.count > TMD_COUNT_MAX) return tmd_error(TMD_USAGE, "plan: count is not in 1..%d", TMD_COUNT_MAX);
  if (tmd_rebase_fit(&rebase, in)) return -1;
  const struct tmd_packet_shape shape = tmd_rebase_shape(in, &rebase);
  const size_t record_bytes = tmd_packet_bytes(&shape);
  const uint64_t per_claim = TMD_CONTENT_DEFAULT_BYTES / record_bytes > 1 ? TMD_CONTENT_DEFAULT_BYTES / record_bytes : 1;
  tmd_u128 X = in->X0;
  for (size_t i = 0; i < in->record_count; i++) {
    const struct tmd_poly_record *input = tmd_claim_record(in, i);
    const uint64_t total = tmd_rebase_packets(in, input, &rebase);
    packets_in++;
    packets_out += total;
    for (uint64_t first = 0; first < total; first += per_claim) {
      const uint64_t count = total - first < per_claim ? total - first : per_claim;
      tmd_claim_begin(&out, in, TMD_POLY, record_bytes);
      for (uint64_t k = 0; k < count; k++) tmd_claim_append(&out);
      run(in, input, &rebase, &shape, first, count, out.records, record_bytes);
      tmd_packets_drop_empty(&out);
      const int last = i + 1 == in->record_count && first + count == total;
      out.X0 = X;
      out.X1 = X = last ? in->X1 : tmd_wide_load(input->X0) + (tmd_u128)(first + count) * rebase.n * rebase.count;
      if (tmd_writer_put(writer, &out)) return -1;
    }
  }
  return 0;
}

static void stats(FILE *out) { fprintf(out, " packets_in=%llu packets_out=%llu", packets_in, packets_out); }

int main(int argc, char **argv) {
  return tmd_filter_run(&tool, &(struct tmd_filter){.wants = wants, .apply = apply, .stats = stats}, argc, argv);
}
