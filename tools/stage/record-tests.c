#include "tools/stage/record-tests.h"

#include <stdlib.h>

void tmd_verdicts_find(struct tmd_verdicts *verdicts, const struct tmd_claim *claims, size_t count,
                       int threads,
                       int (*test)(const struct tmd_segment *segment,
                                   struct tmd_case_record *record)) {
  size_t *first = tmd_allocate((count + 1) * sizeof *first);
  first[0] = 0;
  for (size_t c = 0; c < count; c++)
    first[c + 1] = first[c] + (claims[c].kind == TMD_CASE ? claims[c].record_count : 0);
  const size_t records = first[count];
  *verdicts = (struct tmd_verdicts){
      .first = first, .verdict = tmd_allocate(records + 1), .failed = {.at = records}};
  struct tmd_segment *segment = tmd_allocate((count + 1) * sizeof *segment);
  size_t *claim_of = tmd_allocate((records + 1) * sizeof *claim_of);
  for (size_t c = 0; c < count; c++) {
    segment[c] = tmd_segment_of_claim(&claims[c]);
    for (size_t k = first[c]; k < first[c + 1]; k++) claim_of[k] = c;
  }
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
  for (size_t k = 0; k < records; k++) {
    const size_t c = claim_of[k];
    verdicts->verdict[k] =
        (signed char)test(&segment[c], tmd_claim_record(&claims[c], k - first[c]));
    if (verdicts->verdict[k] < 0) tmd_fault_first(&verdicts->failed, k);
  }
  free(segment);
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
