#include "tools/select/join.h"

#include <stdlib.h>

#include "lib/base/error.h"
#include "lib/ledger/overlaps.h"

/* The claim under construction. */
struct joined {
  const struct tmd_ledger *ledger;
  struct tmd_writer *writer;
  struct tmd_claim claim;
  int begun;
};

static int finish(struct joined *joined) {
  const int failed = joined->begun && tmd_writer_put(joined->writer, &joined->claim);
  joined->begun = 0;
  joined->claim.record_count = 0;
  return failed ? -1 : 0;
}

/* Extends the claim to X1, or begins a new one. */
static int reach(struct joined *joined, tmd_u128 X0, tmd_u128 X1) {
  if (joined->begun && joined->claim.X1 != X0 && finish(joined)) return -1;
  if (!joined->begun) joined->claim.X0 = X0;
  joined->claim.X1 = X1;
  joined->begun = 1;
  return 0;
}

/* A new record at X; a full claim ends there. NULL (message). */
static void *append(struct joined *joined, tmd_u128 X) {
  const tmd_u128 X1 = joined->claim.X1;
  if (joined->claim.record_count == tmd_claim_records_full(joined->claim.record_bytes)) {
    joined->claim.X1 = X;
    if (finish(joined) || reach(joined, X, X1)) return NULL;
  }
  return tmd_claim_append(&joined->claim);
}

static int write_cases(struct joined *joined, const struct tmd_entry *entry, tmd_u128 X0) {
  const struct tmd_records cases = tmd_ledger_cases(joined->ledger, entry, X0, entry->at.X1);
  for (size_t i = 0; i < cases.count; i++) {
    struct tmd_case_record *c = append(joined, tmd_wide_load(cases.record[i].X));
    if (!c) return -1;
    *c = cases.record[i];
  }
  return 0;
}

static int write_region(struct joined *joined, const struct tmd_entry *entry, tmd_u128 X0) {
  const size_t count = joined->claim.record_count;
  struct tmd_region_record *r = count ? tmd_claim_record(&joined->claim, count - 1) : NULL;
  const struct tmd_region_saying last =
      r ? tmd_region_says(r) : (struct tmd_region_saying){.reason = 0};
  if (tmd_region_compare(&last, &entry->says)) {
    if (!(r = append(joined, X0))) return -1;
    *r = tmd_region_recorded(&entry->says, X0, entry->at.X1);
  }
  r->Xb = tmd_wide_store(entry->at.X1);
  return 0;
}

static int by_statement(const void *a_, const void *b_) {
  const struct tmd_entry *a = a_, *b = b_;
  const int c = tmd_region_compare(&a->says, &b->says);
  return c ? c : tmd_ordinal_compare(a->at.X0, b->at.X0);
}

/* Joins region entries of a cell with the same statement, however they were divided. Returns their
   number. */
static size_t join_regions(struct tmd_entry *region, size_t count) {
  size_t kept = 0;
  qsort(region, count, sizeof *region, by_statement);
  for (size_t i = 0; i < count; i++) {
    struct tmd_entry *last = kept ? region + kept - 1 : NULL;
    if (!last || tmd_region_compare(&last->says, &region[i].says) || region[i].at.X0 > last->at.X1)
      region[kept++] = region[i];
    else if (region[i].at.X1 > last->at.X1) last->at.X1 = region[i].at.X1;
  }
  qsort(region, kept, sizeof *region, tmd_entry_compare);
  return kept;
}

/* Writes entries of one kind of a cell in order, each from the end of those before it. */
static int write_entries(struct joined *joined, const struct tmd_entry *entry, size_t count,
                         enum tmd_kind kind) {
  tmd_u128 done = 0;
  if (!count) return 0;
  joined->claim.problem = entry->at.problem;
  joined->claim.cell = entry->at.cell;
  tmd_claim_begin(&joined->claim, &joined->claim, kind,
                  kind == TMD_CASE ? sizeof(struct tmd_case_record)
                                   : sizeof(struct tmd_region_record));
  for (const struct tmd_entry *end = entry + count; entry < end; entry++) {
    const tmd_u128 X0 = entry->at.X0 > done ? entry->at.X0 : done;
    if (entry->at.X1 <= done) continue;
    done = entry->at.X1;
    if (reach(joined, X0, done)) return -1;
    if (kind == TMD_REGION ? write_region(joined, entry, X0) : write_cases(joined, entry, X0))
      return -1;
  }
  return finish(joined);
}

/* Writes the entries of a cell: first those with cases, then regions. */
static int write_cell(struct joined *joined, const struct tmd_entry *entry, size_t count) {
  struct tmd_entry *of_kind = tmd_allocate(count * sizeof *of_kind), *region = of_kind;
  for (size_t i = 0; i < count; i++)
    if (!entry[i].says.reason) *region++ = entry[i];
  const size_t searched = (size_t)(region - of_kind);
  int failed = write_entries(joined, of_kind, searched, TMD_CASE);
  region = of_kind;
  for (size_t i = 0; i < count; i++)
    if (entry[i].says.reason) *region++ = entry[i];
  if (!failed && searched < count)
    failed = write_entries(joined, of_kind, join_regions(of_kind, count - searched), TMD_REGION);
  free(of_kind);
  return failed;
}

int tmd_ledger_write(struct tmd_ledger *ledger, struct tmd_writer *writer) {
  struct joined joined = {.ledger = ledger, .writer = writer};
  tmd_ledger_sort(ledger);
  int failed = tmd_overlaps_check(ledger);
  const struct tmd_entry *const end = ledger->entry + ledger->entries;
  for (const struct tmd_entry *next, *first = ledger->entry; first < end && !failed; first = next) {
    for (next = first; next < end && !tmd_span_compare_cells(&next->at, &first->at);) next++;
    failed = write_cell(&joined, first, (size_t)(next - first));
  }
  tmd_claim_clear(&joined.claim);
  return failed ? -1 : 0;
}
