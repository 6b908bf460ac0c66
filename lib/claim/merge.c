#include "lib/claim/merge.h"

#include <string.h>

static int may_join(const struct tmd_claim *claim) {
  return (claim->kind == TMD_CASE && claim->record_count == 0) ||
         (claim->kind == TMD_REGION && claim->record_count == 1);
}

static int same_region(const struct tmd_region_record *a, const struct tmd_region_record *b) {
  return a->reason == b->reason && a->flags == b->flags && a->least == b->least && a->greatest == b->greatest;
}

static int follows(const struct tmd_claim *a, const struct tmd_claim *b) {
  return a->kind == b->kind && a->X1 == b->X0 && !memcmp(&a->cell, &b->cell, sizeof a->cell) &&
         !strcmp(a->plan, b->plan) && tmd_problem_same(&a->problem, &b->problem) &&
         (a->kind == TMD_CASE || same_region(tmd_claim_record(a, 0), tmd_claim_record(b, 0)));
}

int tmd_merge_put(struct tmd_merge *merge, struct tmd_writer *writer, const struct tmd_claim *claim,
                  const struct tmd_reader *reader) {
  struct tmd_claim *held = &merge->held;
  if (merge->holding && may_join(claim) && follows(held, claim)) {
    held->X1 = claim->X1;
    if (held->kind == TMD_REGION)
      ((struct tmd_region_record *)tmd_claim_record(held, 0))->Xb = tmd_wide_store(claim->X1);
    merge->joined++;
    return 0;
  }
  if (tmd_merge_end(merge, writer)) return -1;
  if (!may_join(claim)) return tmd_writer_pass(writer, reader);
  tmd_claim_begin(held, claim, claim->kind, claim->record_bytes);
  if (claim->record_count) memcpy(tmd_claim_append(held), tmd_claim_record(claim, 0), claim->record_bytes);
  merge->holding = 1;
  return 0;
}

int tmd_merge_end(struct tmd_merge *merge, struct tmd_writer *writer) {
  int holding = merge->holding;
  merge->holding = 0;
  return holding ? tmd_writer_put(writer, &merge->held) : 0;
}
