/* tmd-ziv: candidate cases in, confirmed cases out. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "tools/stage/filter.h"
#include "lib/cell/confirm.h"

static long long precision;

static const struct tmd_option options[] = {
    {"precision", 0, TMD_NUMBER, "N", "give up at N bits (default 65536, of expressions 4096)", &precision,
     TMD_ZIV_PRECISION_LEAST, TMD_ZIV_PRECISION_MOST, NULL, NULL},
    {NULL, 0, TMD_FLAG, NULL, NULL, NULL, 0, 0, NULL, NULL}};

static const struct tmd_tool tool = {
    "tmd-ziv",
    "confirm candidate cases with MPFR and Arb",
    "[FILE...]",
    "Evaluates the function at each candidate by MPFR and by Arb at growing precision, until both are certain of the\n"
    "distance of the scaled value to the nearest integer (64 bits, truncated), and agree. What is not a hard-to-round\n"
    "case is dropped; exact cases are recognised by MPFR's ternary value. A candidate still open at 65536\n"
    "bits, or at 4096 if it is an expression's, is kept and flagged undecided: log(1+exp(x)) may lie next to\n"
    "x nearer than that. Confirmed records and all other claims pass through.\n"
    "\n"
    "--precision sets these bits. What was left undecided at fewer is tried again then: a stream of an\n"
    "earlier run may be given.\n"
    "\n"
    "The line of --stats adds candidates, the records examined; confirmed, those kept; exact and\n"
    "undecided, how many of these are that.",
    options,
    "tmd-plan sin --domain 3.14159:3.1416 | tmd-taylor | tmd-shift | tmd-exhaust | tmd-ziv | tmd-dump",
};

static unsigned long long candidates, confirmed, exact, undecided;

/* A candidate, or undecided at fewer bits than asked for. */
static int is_open(const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_UNDECIDED) return record->undecided_bits < precision;
  return !(record->flags & TMD_CASE_CONFIRMED);
}

static int wants(const struct tmd_claim *claim) {
  if (claim->kind != TMD_CASE) return 0;
  for (size_t i = 0; i < claim->record_count; i++)
    if (is_open(tmd_claim_record(claim, i))) return 1;
  return 0;
}

static int apply(struct tmd_claim *claim, struct tmd_writer *writer) {
  const struct tmd_function *function = tmd_function_find(claim->problem.function);
  if (!function) return -1;
  struct tmd_case_record *records = (struct tmd_case_record *)claim->records;
  const size_t count = claim->record_count;
  signed char *verdict = tmd_allocate(count);
  char error[512] = "";
  int status = 0;
#pragma omp parallel for schedule(dynamic, 16) num_threads(tmd_threads())
  for (size_t i = 0; i < count; i++) {
    verdict[i] = 1;
    if (!is_open(records + i)) continue;
    verdict[i] = (signed char)tmd_ziv_confirm(&claim->problem, function, &claim->cell, tmd_wide_load(records[i].X),
                                              (int)precision, records + i);
    if (verdict[i] < 0) {
#pragma omp critical
      {
        snprintf(error, sizeof error, "%s", tmd_error_text());
        status = tmd_error_status();
      }
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (verdict[i] != 1) continue;
    records[kept] = records[i];
    exact += records[i].flags & TMD_CASE_EXACT ? 1 : 0;
    undecided += records[i].flags & TMD_CASE_UNDECIDED ? 1 : 0;
    kept++;
  }
  free(verdict);
  candidates += count;
  confirmed += kept;
  claim->record_count = kept;
  return status ? tmd_error(status, "%s", error) : tmd_writer_put(writer, claim);
}

static void stats(FILE *out) {
  fprintf(out, " candidates=%llu confirmed=%llu exact=%llu undecided=%llu", candidates, confirmed, exact, undecided);
}

int main(int argc, char **argv) {
  return tmd_filter_run(&tool, &(struct tmd_filter){.wants = wants, .apply = apply, .stats = stats}, argc,
                        argv);
}
