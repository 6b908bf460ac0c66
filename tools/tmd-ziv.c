/* tmd-ziv: candidate cases in, confirmed cases out. */
#include "lib/base/error.h"
#include "lib/cell/confirm.h"
#include "lib/region/exact.h"
#include "tools/stage/record-tests.h"
#include "tools/stage/stage.h"

static long long precision;

static const struct tmd_option options[] = {
    {"precision", 0, TMD_NUMBER, "N", "give up at N bits (default 65536, for expressions 4096)",
     &precision, TMD_CONFIRM_PRECISION_LEAST, TMD_CONFIRM_PRECISION_MOST, NULL, NULL},
    {NULL, 0, TMD_FLAG, NULL, NULL, NULL, 0, 0, NULL, NULL}};

TMD_PAGE("tools/tmd-ziv.mdoc");

static const struct tmd_tool tool = {
    "tmd-ziv",
    "confirm candidate cases with MPFR and Arb",
    "[FILE...]",
    "Evaluates the function at each candidate by MPFR and by Arb at growing precision, until "
    "both are certain of the distance of the scaled value to the nearest integer (64 bits, "
    "truncated), and agree.",
    options,
    "tmd-plan sin --domain 3.14159:3.1416 | tmd-taylor | tmd-shift | tmd-farey | tmd-exhaust |\n"
    "  tmd-ziv | tmd-dump",
    tmd_page,
};

static unsigned long long candidates, confirmed, exact, undecided, unsearched;
static tmd_u128 unsearched_arguments;

/* A candidate, or undecided at fewer bits than requested. */
static int is_open(const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_UNDECIDED) return record->undecided_bits < precision;
  return !(record->flags & TMD_CASE_CONFIRMED);
}

static int take(struct tmd_load *load, const struct tmd_claim *claim) {
  enum { CLAIM_NS = 1000, RECORD_NS = 2600 };
  load->nanoseconds = CLAIM_NS + RECORD_NS * (double)claim->record_count;
  if (claim->kind == TMD_POLY) unsearched++, unsearched_arguments += claim->X1 - claim->X0;
  if (claim->kind != TMD_CASE) return 0;
  for (size_t i = 0; i < claim->record_count; i++)
    if (is_open(tmd_claim_record(claim, i))) return 1;
  return 0;
}

static struct tmd_verdicts verdicts[TMD_QUEUES];

/* Pairs with x = 0 are no cases. Exact cases by rule are not recorded; if the function has a rule,
   any other exact case that MPFR finds contradicts it. */
static int confirm(const struct tmd_segment *segment, struct tmd_case_record *record) {
  const tmd_u128 X = tmd_wide_load(record->X);
  if (!is_open(record)) return 1;
  if (X == 0 && tmd_problem_of_pairs(segment->problem)) return 0;
  if (tmd_exact_flags(segment->function, segment->problem, &segment->cell, X)) return 0;
  const int verdict = tmd_confirm_case(segment, X, (int)precision, record);
  if (verdict == 1 && tmd_exact_applies(segment->function, segment->problem) &&
      (record->flags & TMD_CASE_EXACT))
    return tmd_error(TMD_USAGE,
                     "%s: MPFR finds an exact case that the rule of exact cases does not",
                     segment->function->name);
  return verdict;
}

static int submit(struct tmd_batch *batch, const struct tmd_executor *executor) {
  tmd_verdicts_clear(verdicts + batch->queue);
  tmd_verdicts_find(verdicts + batch->queue, batch->claims, batch->count, executor->threads,
                    confirm);
  return 0;
}

static int collect(struct tmd_batch *batch, const struct tmd_executor *executor, size_t i,
                   struct tmd_output *output) {
  (void)executor;
  struct tmd_claim *claim = &batch->claims[i];
  const struct tmd_verdicts *of = verdicts + batch->queue;
  struct tmd_case_record *records = (struct tmd_case_record *)claim->records;
  if (tmd_verdicts_failed(of, i)) return -1;
  size_t kept = 0;
  for (size_t k = 0; k < claim->record_count; k++) {
    if (!of->verdict[of->first[i] + k]) continue;
    records[kept] = records[k];
    exact += records[k].flags & TMD_CASE_EXACT ? 1 : 0;
    undecided += records[k].flags & TMD_CASE_UNDECIDED ? 1 : 0;
    kept++;
  }
  candidates += claim->record_count;
  confirmed += kept;
  claim->record_count = kept;
  return tmd_output_move(output, claim);
}

static void stats(FILE *out) {
  fprintf(out, " candidates=%llu confirmed=%llu exact=%llu undecided=%llu", candidates, confirmed,
          exact, undecided);
}

static void warn(void) {
  if (unsearched > 0)
    fprintf(
        stderr,
        "%s: %llu claim%s of kind poly, %s arguments, not searched: tmd-farey and tmd-exhaust come before it\n",
        tool.name, unsearched, unsearched == 1 ? "" : "s", TMD_WIDE_TEXT(unsearched_arguments));
}

int main(int argc, char **argv) {
  static const struct tmd_stage stage = {take, submit, collect, stats, warn, .has_devices = 0};
  return tmd_stage_run(&tool, &stage, argc, argv);
}
