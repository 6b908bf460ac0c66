#include "lib/stream/claim.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/packet/layout.h"

enum { KEPT_BYTES = 16 << 10 }; /* of an empty claim */

static const char *const kind_names[] = {"poly", "case", "region"};

static const char *const reason_names[TMD_REGION_REASONS] = {
    [TMD_REGION_ZERO] = "zero",         [TMD_REGION_EXACT] = "exact",
    [TMD_REGION_OVERFLOW] = "overflow", [TMD_REGION_UNDERFLOW] = "underflow",
    [TMD_REGION_CONSTANT] = "constant", [TMD_REGION_IDENTITY] = "identity",
    [TMD_REGION_RATIONAL] = "rational", [TMD_REGION_QUOTIENT] = "quotient",
};

const char *tmd_kind_name(enum tmd_kind kind) { return kind_names[kind]; }

const char *tmd_reason_name(unsigned reason) {
  return reason < TMD_REGION_REASONS ? reason_names[reason] : NULL;
}

int tmd_reason_parse(const char *name) {
  for (int i = 1; i < TMD_REGION_REASONS; i++)
    if (!strcmp(name, reason_names[i])) return i;
  return 0;
}

const char *tmd_reason_print(char *text, unsigned reason, uint64_t modulus, uint64_t residue) {
  const char *name = tmd_reason_name(reason);
  if (modulus)
    snprintf(text, TMD_REASON_TEXT_BYTES, "%.8s:%u:%u", name, (unsigned)modulus, (unsigned)residue);
  else snprintf(text, TMD_REASON_TEXT_BYTES, "%s", name);
  return text;
}

int tmd_reason_read(struct tmd_region_record *record, const char *text) {
  char name[TMD_REASON_TEXT_BYTES], again[TMD_REASON_TEXT_BYTES];
  unsigned modulus = 0, residue = 0;
  if (sscanf(text, "%31[a-z]:%u:%u", name, &modulus, &residue) < 1) return -1;
  record->reason = (uint32_t)tmd_reason_parse(name);
  record->modulus = modulus;
  record->residue = residue;
  return record->reason && !strcmp(tmd_reason_print(again, record->reason, modulus, residue), text)
             ? 0
             : -1;
}

void tmd_claim_clear(struct tmd_claim *claim) {
  free(claim->records);
  claim->records = NULL;
  claim->record_count = claim->capacity_bytes = 0;
  free(claim->plan);
  claim->plan = NULL;
}

void tmd_claim_advise(struct tmd_claim *claim, const char *text, size_t bytes) {
  const char *old = tmd_claim_plan(claim);
  if (!strncmp(old, text, bytes) && !old[bytes]) return;
  free(claim->plan);
  claim->plan = bytes ? memcpy(tmd_allocate(bytes + 1), text, bytes) : NULL;
  if (bytes) claim->plan[bytes] = 0;
}

void tmd_claim_empty(struct tmd_claim *claim) {
  if (claim->capacity_bytes > KEPT_BYTES) tmd_claim_clear(claim);
  claim->record_count = 0;
}

void tmd_claim_begin(struct tmd_claim *claim, const struct tmd_claim *like, enum tmd_kind kind,
                     size_t record_bytes) {
  if (claim != like) {
    claim->problem = like->problem;
    claim->cell = like->cell;
    claim->X0 = like->X0;
    claim->X1 = like->X1;
    tmd_claim_advise(claim, tmd_claim_plan(like), strlen(tmd_claim_plan(like)));
  }
  claim->kind = kind;
  claim->record_bytes = record_bytes;
  claim->record_count = 0;
}

void *tmd_claim_append(struct tmd_claim *claim) {
  size_t used = claim->record_count * claim->record_bytes;
  if (used + claim->record_bytes > claim->capacity_bytes) {
    claim->capacity_bytes = 2 * claim->capacity_bytes + 16 * claim->record_bytes;
    claim->records = tmd_reallocate(claim->records, claim->capacity_bytes);
  }
  claim->record_count++;
  return memset(claim->records + used, 0, claim->record_bytes);
}

void tmd_claim_candidate(struct tmd_claim *claim, tmd_u128 X) {
  ((struct tmd_case_record *)tmd_claim_append(claim))->X = tmd_wide_store(X);
}

static int compare_records(const void *a_, const void *b_) {
  const struct tmd_case_record *a = a_, *b = b_;
  const tmd_u128 X = tmd_wide_load(a->X), Y = tmd_wide_load(b->X);
  return (X > Y) - (X < Y);
}

void tmd_claim_sort_candidates(struct tmd_claim *claim) {
  struct tmd_case_record *record = (struct tmd_case_record *)claim->records;
  size_t kept = 0;
  if (claim->record_count) qsort(record, claim->record_count, sizeof *record, compare_records);
  for (size_t i = 0; i < claim->record_count; i++)
    if (kept == 0 || compare_records(record + kept - 1, record + i)) record[kept++] = record[i];
  claim->record_count = kept;
}

void tmd_claim_move(struct tmd_claim *to, struct tmd_claim *claim) {
  unsigned char *const records = to->records;
  const size_t capacity_bytes = to->capacity_bytes;
  tmd_claim_begin(to, claim, claim->kind, claim->record_bytes);
  to->records = claim->records;
  to->record_count = claim->record_count;
  to->capacity_bytes = claim->capacity_bytes;
  claim->records = records;
  claim->capacity_bytes = capacity_bytes;
  tmd_claim_empty(claim);
}

void tmd_claim_copy(struct tmd_claim *claim, const struct tmd_claim *like) {
  tmd_claim_begin(claim, like, like->kind, like->record_bytes);
  for (size_t i = 0; i < like->record_count; i++)
    memcpy(tmd_claim_append(claim), tmd_claim_record(like, i), like->record_bytes);
}

void tmd_claim_part(struct tmd_claim *part, const struct tmd_claim *claim, tmd_u128 X0,
                    tmd_u128 X1) {
  tmd_claim_begin(part, claim, claim->kind, claim->record_bytes);
  part->X0 = X0;
  part->X1 = X1;
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_case_record *c = tmd_claim_record(claim, i);
    const struct tmd_region_record *r = tmd_claim_record(claim, i);
    const tmd_u128 from = tmd_wide_load(claim->kind == TMD_CASE ? c->X : r->Xa),
                   to = claim->kind == TMD_CASE ? from + 1 : tmd_wide_load(r->Xb);
    if (to <= X0 || from >= X1) continue;
    struct tmd_region_record *kept = memcpy(tmd_claim_append(part), r, claim->record_bytes);
    if (claim->kind == TMD_REGION && from < X0) kept->Xa = tmd_wide_store(X0);
    if (claim->kind == TMD_REGION && to > X1) kept->Xb = tmd_wide_store(X1);
  }
}

int tmd_claim_confirmed(const struct tmd_claim *claim) {
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_case_record *c = tmd_claim_record(claim, i);
    const struct tmd_region_record *r = tmd_claim_record(claim, i);
    if (claim->kind == TMD_CASE && !(c->flags & (TMD_CASE_CONFIRMED | TMD_CASE_UNDECIDED)))
      return 0;
    if (claim->kind == TMD_REGION && !(r->flags & TMD_REGION_PROVED)) return 0;
  }
  return claim->kind != TMD_POLY;
}
