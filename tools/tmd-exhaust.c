/* tmd-exhaust: poly claims in, case claims out: every argument of the surviving ranges is evaluated. */
#include "phases.h"

#include "../kernels/exhaust.h"

static const struct tmd_option options[] = {PHASES_SIMD_OPTION, PHASES_END_OPTIONS};

static const struct tmd_tool tool = {
    "tmd-exhaust",
    "evaluate every surviving argument and emit the candidates",
    "[FILE...]",
    "Evaluates the polynomial of each packet at every argument of its surviving ranges, by tabulated differences. The\n"
    "candidates are exactly those X of the claim with dist(P(X), Z) < 2^-threshold + err: decided on all words of\n"
    "the coefficients, so the same for any number of threads and any instruction set. Takes every poly claim: without\n"
    "phases 1 and 2 before it, this is brute force, with the same result.",
    options,
    "tmd-plan exp --domain 1:1.00001 | tmd-taylor | tmd-exhaust | tmd-ziv > cases.tmd",
};

enum { CANDIDATES_PER_CLAIM = (TMD_CONTENT_DEFAULT_BYTES - 8192) / sizeof(struct tmd_case_record) };

static struct tmd_candidates total;
static unsigned long long emitted;
static double seconds;

static int wants(const struct tmd_claim *claim) { return claim->kind == TMD_POLY; }

/* Candidates as they come, in rising order; a claim that is full ends before the next candidate. */
struct output {
  struct tmd_claim claim;
  tmd_u128 X1;
  struct tmd_writer *writer;
};

static int emit(struct output *out, tmd_u128 X) {
  struct tmd_claim *claim = &out->claim;
  if (claim->record_count == CANDIDATES_PER_CLAIM) {
    claim->X1 = X;
    if (tmd_writer_put(out->writer, claim)) return -1;
    claim->X0 = X;
    claim->X1 = out->X1;
    claim->record_count = 0;
  }
  struct tmd_case_record *record = tmd_claim_append(claim);
  record->X = tmd_wide_store(X);
  emitted++;
  return 0;
}

static int apply(struct tmd_claim *in, struct tmd_writer *writer) {
  static struct output out;
  int threshold = tmd_problem_threshold(&in->problem), failed = 0;
  if (phases_select()) return -1;
  struct tmd_candidates *found = tmd_allocate((in->record_count + 1) * sizeof *found);
  memset(found, 0, (in->record_count + 1) * sizeof *found);
  double start = tmd_seconds();
#pragma omp parallel for schedule(dynamic) num_threads(tmd_threads())
  for (size_t i = 0; i < in->record_count; i++)
    tmd_exhaust_packet(&found[i], tmd_claim_record(in, i), threshold, in->X0, in->X1);
  seconds += tmd_seconds() - start;

  tmd_claim_begin(&out.claim, in, TMD_CASE, sizeof(struct tmd_case_record));
  out.X1 = in->X1;
  out.writer = writer;
  for (size_t i = 0; i < in->record_count; i++) {
    for (size_t k = 0; k < found[i].count && !failed; k++) failed = emit(&out, found[i].X[k]);
    total.arguments += found[i].arguments;
    total.flagged += found[i].flagged;
    free(found[i].X);
  }
  free(found);
  return failed ? -1 : tmd_writer_put(writer, &out.claim);
}

static void stats(FILE *out) {
  fprintf(out, " evaluated=%llu flagged=%llu candidates=%llu ns_per_argument=%.3f", (unsigned long long)total.arguments,
          (unsigned long long)total.flagged, emitted, total.arguments ? 1e9 * seconds / (double)total.arguments : 0);
}

int main(int argc, char **argv) {
  return tmd_filter_run(&tool, &(struct tmd_filter){wants, apply, stats}, argc, argv);
}
