#include "tools/stage/record-tests.h"

#include <stdlib.h>

#include "lib/cell/pair-row.h"

/* The test of a record, whose X is a significand meanwhile, also if it stands for a pair. */
static int test_record(const struct tmd_claim *claim, struct tmd_case_record *record,
                       tmd_record_test *test) {
  const tmd_u128 at = tmd_wide_load(record->X);
  struct tmd_row row;
  int verdict = tmd_row_open(&row, claim->problem, &claim->cell, at, at + 1);
  if (!verdict && !row.zero) {
    record->X = tmd_wide_store(row.segment.X0);
    verdict = test(&row.segment, record);
    record->X = tmd_wide_store(at);
  }
  tmd_row_close(&row);
  return verdict;
}

void tmd_verdicts_find(struct tmd_verdicts *verdicts, const struct tmd_claim *claims, size_t count,
                       int threads, tmd_record_test *test) {
  size_t *first = tmd_allocate((count + 1) * sizeof *first);
  first[0] = 0;
  for (size_t c = 0; c < count; c++)
    first[c + 1] = first[c] + (claims[c].kind == TMD_CASE ? claims[c].record_count : 0);
  const size_t records = first[count];
  *verdicts = (struct tmd_verdicts){
      .first = first, .verdict = tmd_allocate(records + 1), .failed = {.at = records}};
  size_t *claim_of = tmd_allocate((records + 1) * sizeof *claim_of);
  for (size_t c = 0; c < count; c++)
    for (size_t k = first[c]; k < first[c + 1]; k++) claim_of[k] = c;
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
  for (size_t k = 0; k < records; k++) {
    const size_t c = claim_of[k];
    verdicts->verdict[k] =
        (signed char)test_record(&claims[c], tmd_claim_record(&claims[c], k - first[c]), test);
    if (verdicts->verdict[k] < 0) tmd_fault_first(&verdicts->failed, k);
  }
  free(claim_of);
}

int tmd_verdicts_failed(const struct tmd_verdicts *verdicts, size_t claim) {
  const size_t failed = verdicts->failed.at;
  if (failed < verdicts->first[claim] || failed >= verdicts->first[claim + 1]) return 0;
  return tmd_fault_again(&verdicts->failed);
}

void tmd_verdicts_clear(struct tmd_verdicts *verdicts) {
  free(verdicts->first);
  free(verdicts->verdict);
  *verdicts = (struct tmd_verdicts){.first = NULL};
}
