#include "lib/claim/case-writer.h"

enum { CANDIDATES_PER_CLAIM = (TMD_CONTENT_DEFAULT_BYTES - 8192) / sizeof(struct tmd_case_record) };

void tmd_casewriter_begin(struct tmd_casewriter *out, const struct tmd_claim *in, struct tmd_writer *writer) {
  tmd_claim_begin(&out->claim, in, TMD_CASE, sizeof(struct tmd_case_record));
  out->X1 = in->X1;
  out->writer = writer;
}

/* A claim that is full ends before the next candidate. */
int tmd_casewriter_add(struct tmd_casewriter *out, const tmd_u128 *X, size_t count) {
  struct tmd_claim *claim = &out->claim;
  for (size_t i = 0; i < count; i++) {
    if (claim->record_count == CANDIDATES_PER_CLAIM) {
      claim->X1 = X[i];
      if (tmd_writer_put(out->writer, claim)) return -1;
      claim->X0 = X[i];
      claim->X1 = out->X1;
      claim->record_count = 0;
    }
    struct tmd_case_record *record = tmd_claim_append(claim);
    record->X = tmd_wide_store(X[i]);
    out->candidates++;
  }
  return 0;
}

int tmd_casewriter_end(struct tmd_casewriter *out) { return tmd_writer_put(out->writer, &out->claim); }
