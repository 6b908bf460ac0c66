#include "lib/ledger/ledger.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/stream/case-words.h"

enum { OPEN_ENTRIES = 16 }; /* a claim may continue one of the last so many entries */

const char *tmd_claim_state_name(enum tmd_claim_state state) {
  static const char *const names[TMD_STATES] = {"poly", "candidate", "case", "region", "unproved"};
  return names[state];
}

/* ---- adding ---- */

static enum tmd_claim_state state_of(const struct tmd_claim *claim) {
  const int confirmed = tmd_claim_confirmed(claim);
  if (claim->kind == TMD_POLY) return TMD_STATE_POLY;
  if (claim->kind == TMD_CASE) return confirmed ? TMD_STATE_CASE : TMD_STATE_CANDIDATE;
  return confirmed ? TMD_STATE_REGION : TMD_STATE_UNPROVED;
}

/* 1 if `next` continues the entry, whose records must stay contiguous. */
static int continues(const struct tmd_ledger *ledger, const struct tmd_entry *entry,
                     const struct tmd_entry *next) {
  return entry->at.X1 == next->at.X0 && entry->image == next->image &&
         !tmd_region_compare(&entry->says, &next->says) &&
         !tmd_span_compare_cells(&entry->at, &next->at) &&
         (!next->count || !entry->count || entry->first + entry->count == ledger->records);
}

/* Claims and their images alternate, so the entry to continue is not always the last. */
static void add_entry(struct tmd_ledger *ledger, struct tmd_entry next) {
  next.first = ledger->records;
  next.image = ledger->adds_images;
  for (size_t i = ledger->entries; i-- > 0 && i + OPEN_ENTRIES >= ledger->entries;) {
    struct tmd_entry *entry = ledger->entry + i;
    if (!continues(ledger, entry, &next)) continue;
    entry->at.X1 = next.at.X1;
    if (!entry->count) entry->first = next.first;
    entry->count += next.count;
    return;
  }
  ledger->entry =
      tmd_grow(ledger->entry, &ledger->entry_capacity, ledger->entries + 1, sizeof *ledger->entry);
  ledger->entry[ledger->entries++] = next;
}

void tmd_ledger_add_range(struct tmd_ledger *ledger, const struct tmd_span *range) {
  add_entry(ledger, (struct tmd_entry){.at = *range});
}

static void add_cases(struct tmd_ledger *ledger, const struct tmd_claim *claim) {
  const size_t count = claim->record_count;
  add_entry(ledger, (struct tmd_entry){.at = {claim->problem, claim->cell, claim->X0, claim->X1},
                                       .count = count});
  ledger->record = tmd_grow(ledger->record, &ledger->record_capacity, ledger->records + count,
                            sizeof *ledger->record);
  if (count)
    memcpy(ledger->record + ledger->records, claim->records, count * sizeof *ledger->record);
  ledger->records += count;
}

static void add_regions(struct tmd_ledger *ledger, const struct tmd_claim *claim) {
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_region_record *r = tmd_claim_record(claim, i);
    if (r->flags & TMD_REGION_PROVED)
      add_entry(ledger, (struct tmd_entry){.at = {claim->problem, claim->cell, tmd_wide_load(r->Xa),
                                                  tmd_wide_load(r->Xb)},
                                           .says = tmd_region_says(r)});
  }
}

/* Claims about one problem follow each other: it is looked for behind the last one first. */
static struct tmd_claim_count *count_of(struct tmd_ledger *ledger,
                                        const struct tmd_problem *problem) {
  for (unsigned i = 0; i < ledger->problems; i++) {
    if (ledger->count[ledger->last].problem == problem) return ledger->count + ledger->last;
    ledger->last = (ledger->last + 1) % ledger->problems;
  }
  ledger->last = ledger->problems++;
  ledger->count =
      tmd_grow(ledger->count, &ledger->count_capacity, ledger->problems, sizeof *ledger->count);
  ledger->count[ledger->last] = (struct tmd_claim_count){.problem = problem};
  return ledger->count + ledger->last;
}

static void count_claim(struct tmd_ledger *ledger, const struct tmd_claim *claim,
                        enum tmd_claim_state state) {
  struct tmd_claim_count *count = count_of(ledger, claim->problem);
  count->claims[state]++;
  count->records[state] += claim->record_count;
  count->arguments[state] = tmd_wide_sum(count->arguments[state], claim->X1 - claim->X0);
}

void tmd_ledger_add(struct tmd_ledger *ledger, const struct tmd_claim *claim) {
  const enum tmd_claim_state state = state_of(claim);
  count_claim(ledger, claim, state);
  if (state == TMD_STATE_CASE) add_cases(ledger, claim);
  if (claim->kind == TMD_REGION) add_regions(ledger, claim);
}

void tmd_ledger_clear(struct tmd_ledger *ledger) {
  free(ledger->count);
  free(ledger->entry);
  free(ledger->range);
  free(ledger->record);
  memset(ledger, 0, sizeof *ledger);
}

/* ---- order ---- */

int tmd_entry_compare(const void *a_, const void *b_) {
  const struct tmd_entry *a = a_, *b = b_;
  int c = tmd_span_compare(a, b);
  if (!c) c = (a->says.reason > b->says.reason) - (a->says.reason < b->says.reason);
  if (!c) c = tmd_ordinal_compare(a->at.X1, b->at.X1);
  if (!c) c = tmd_region_compare(&a->says, &b->says);
  return c ? c : (a->first > b->first) - (a->first < b->first);
}

/* Arrays of no elements: to NULL not even 0 may be added. */
static void make_arrays(struct tmd_ledger *ledger) {
  if (!ledger->entry)
    ledger->entry = tmd_grow(NULL, &ledger->entry_capacity, 1, sizeof *ledger->entry);
  if (!ledger->record)
    ledger->record = tmd_grow(NULL, &ledger->record_capacity, 1, sizeof *ledger->record);
}

void tmd_ledger_sort(struct tmd_ledger *ledger) {
  make_arrays(ledger);
  qsort(ledger->entry, ledger->entries, sizeof *ledger->entry, tmd_entry_compare);
  ledger->range = tmd_reallocate(ledger->range, (ledger->entries + 1) * sizeof *ledger->range);
  ledger->ranges = 0;
  for (size_t i = 0; i < ledger->entries; i++) {
    const struct tmd_span *at = &ledger->entry[i].at;
    struct tmd_span *last = ledger->ranges ? ledger->range + ledger->ranges - 1 : NULL;
    if (!last || tmd_span_compare_cells(last, at) || at->X0 > last->X1)
      ledger->range[ledger->ranges++] = *at;
    else if (at->X1 > last->X1) last->X1 = at->X1;
  }
  ledger->range = tmd_reallocate(ledger->range, (ledger->ranges + 1) * sizeof *ledger->range);
}

/* ---- queries ---- */

/* In a sorted array of structures that begin with a span: the index of the first one whose problem
   is not before this one, or, if `beyond`, is after it. */
static size_t find_problem(const void *spans, size_t count, size_t bytes,
                           const struct tmd_problem *problem, int beyond) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const struct tmd_span *span = (const struct tmd_span *)((const char *)spans + middle * bytes);
    if (tmd_problem_compare(span->problem, problem) < beyond) low = middle + 1;
    else high = middle;
  }
  return low;
}

static const void *of_problem(const void *spans, size_t all, size_t bytes,
                              const struct tmd_problem *problem, size_t *count) {
  const size_t from = find_problem(spans, all, bytes, problem, 0);
  *count = find_problem(spans, all, bytes, problem, 1) - from;
  return (const char *)spans + from * bytes;
}

const struct tmd_entry *tmd_ledger_entries(const struct tmd_ledger *ledger,
                                           const struct tmd_problem *problem, size_t *count) {
  return of_problem(ledger->entry, ledger->entries, sizeof *ledger->entry, problem, count);
}

const struct tmd_span *tmd_ledger_ranges(const struct tmd_ledger *ledger,
                                         const struct tmd_problem *problem, size_t *count) {
  return of_problem(ledger->range, ledger->ranges, sizeof *ledger->range, problem, count);
}

struct tmd_records tmd_ledger_cases(const struct tmd_ledger *ledger, const struct tmd_entry *entry,
                                    tmd_u128 X0, tmd_u128 X1) {
  const struct tmd_case_record *record = ledger->record + entry->first;
  const size_t below = tmd_cases_below(record, entry->count, X0);
  return (struct tmd_records){record + below, tmd_cases_below(record, entry->count, X1) - below};
}

static tmd_u128 add_missing(struct tmd_missing *missing, tmd_u128 X0, tmd_u128 X1) {
  if (X0 >= X1) return 0;
  missing->range =
      tmd_grow(missing->range, &missing->capacity, missing->count + 1, sizeof *missing->range);
  missing->range[missing->count++] = (struct tmd_range){X0, X1};
  return X1 - X0;
}

tmd_u128 tmd_ledger_missing(const struct tmd_ledger *ledger, const struct tmd_span *span,
                            struct tmd_missing *missing) {
  tmd_u128 at = span->X0, lacking = 0;
  missing->count = 0;
  for (size_t i = tmd_span_find(ledger->range, ledger->ranges, sizeof *ledger->range, span);
       i < ledger->ranges && at < span->X1; i++) {
    const struct tmd_span *range = ledger->range + i;
    if (tmd_span_compare_cells(range, span)) break;
    lacking += add_missing(missing, at, range->X0 < span->X1 ? range->X0 : span->X1);
    at = range->X1;
  }
  lacking += add_missing(missing, at, span->X1);
  return span->X1 - span->X0 - lacking;
}

void tmd_entry_add(tmd_u128 *sum, tmd_u128 *done, const struct tmd_entry *entry) {
  const tmd_u128 X0 = entry->at.X0 < *done ? *done : entry->at.X0;
  if (entry->at.X1 <= X0) return;
  *sum = tmd_wide_sum(*sum, entry->at.X1 - X0);
  *done = entry->at.X1;
}
