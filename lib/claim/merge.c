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
  return a->X1 == b->X0 && a->kind == b->kind && !tmd_cell_compare(&a->cell, &b->cell) && !strcmp(a->plan, b->plan) &&
         tmd_problem_same(&a->problem, &b->problem) &&
         (a->kind == TMD_CASE || same_region(tmd_claim_record(a, 0), tmd_claim_record(b, 0)));
}

static void join(struct tmd_claim *open, const struct tmd_claim *claim) {
  open->X1 = claim->X1;
  if (open->kind == TMD_REGION) ((struct tmd_region_record *)tmd_claim_record(open, 0))->Xb = tmd_wide_store(claim->X1);
}

static int write_oldest(struct tmd_merge *merge, struct tmd_writer *writer) {
  const struct tmd_claim oldest = merge->open[0];
  const int failed = tmd_writer_put(writer, &oldest);
  merge->opens--;
  memmove(merge->open, merge->open + 1, (size_t)merge->opens * sizeof *merge->open);
  merge->open[merge->opens] = oldest; /* its memory */
  return failed;
}

int tmd_merge_put(struct tmd_merge *merge, struct tmd_writer *writer, const struct tmd_claim *claim,
                  const struct tmd_reader *reader) {
  if (!may_join(claim)) return tmd_merge_end(merge, writer) || tmd_writer_pass(writer, reader) ? -1 : 0;
  for (int i = merge->opens; i-- > 0;)
    if (follows(merge->open + i, claim)) {
      join(merge->open + i, claim);
      merge->joined++;
      return 0;
    }
  if (merge->opens == TMD_MERGE_OPEN_MAX && write_oldest(merge, writer)) return -1;
  tmd_claim_copy(merge->open + merge->opens++, claim);
  return 0;
}

int tmd_merge_end(struct tmd_merge *merge, struct tmd_writer *writer) {
  for (int i = 0; i < merge->opens; i++)
    if (tmd_writer_put(writer, merge->open + i)) return -1;
  merge->opens = 0;
  return 0;
}

void tmd_merge_clear(struct tmd_merge *merge) {
  for (int i = 0; i < TMD_MERGE_OPEN_MAX; i++) tmd_claim_clear(merge->open + i);
}
