/* The accumulator of claims: the ranges that they cover, and the cases in them.

   Confirmed case claims and proved region records cover their ranges (tmd-stream(5), COVERAGE);
   other claims are only counted. Exact cases by rule, whose records are optional, are removed first
   (lib/region/exact.h). Memory grows with the number of claims that do not continue others, and of
   cases. Code that needs the function, its domain or symmetries (gaps of a domain or plan, images)
   stands above this room. */
#ifndef TMD_LEDGER_H
#define TMD_LEDGER_H

#include "lib/ledger/span.h"
#include "lib/problem/ordinal.h"
#include "lib/stream/agree.h"
#include "lib/stream/claim.h"

/* A covered range: claims that continue each other, or regions with one
   statement. */
struct tmd_entry {
  struct tmd_span at;
  struct tmd_region_saying
      says;            /* statement of a proved region; reason 0: the range was searched */
  size_t first, count; /* its case records */
  int image;           /* 1: it follows from other entries by a symmetry */
};

enum tmd_claim_state {
  TMD_STATE_POLY,
  TMD_STATE_CANDIDATE,
  TMD_STATE_CASE,
  TMD_STATE_REGION,
  TMD_STATE_UNPROVED,
  TMD_STATES
};

/* Counters of one problem; a claim is counted in one state. */
struct tmd_claim_count {
  const struct tmd_problem *problem;
  unsigned long long claims[TMD_STATES], records[TMD_STATES];
  tmd_u128 arguments[TMD_STATES]; /* added by tmd_wide_sum, as are those of plans */
};

/* Zeros at first. */
struct tmd_ledger {
  struct tmd_claim_count *count; /* one for each problem, in order of appearance */
  unsigned problems, last;       /* the last one that was counted */
  size_t count_capacity;
  struct tmd_entry *entry;
  size_t entries, entry_capacity;
  struct tmd_span *range; /* the union of the entries: in order, and no range touches another */
  size_t ranges;
  struct tmd_case_record *record;
  size_t records, record_capacity;
  int adds_images; /* 1: entries that are added are marked as images */
};

const char *tmd_claim_state_name(enum tmd_claim_state state);

void tmd_ledger_add(struct tmd_ledger *ledger, const struct tmd_claim *claim);

/* Adds a range as searched, without cases and without a claim. */
void tmd_ledger_add_range(struct tmd_ledger *ledger, const struct tmd_span *range);

/* Sorts the entries by span, searched ones first, and makes the ranges. To be called after
   additions and before the functions below. */
void tmd_ledger_sort(struct tmd_ledger *ledger);

/* The sorted entries, and ranges, of a problem. */
const struct tmd_entry *tmd_ledger_entries(const struct tmd_ledger *ledger,
                                           const struct tmd_problem *problem, size_t *count);
const struct tmd_span *tmd_ledger_ranges(const struct tmd_ledger *ledger,
                                         const struct tmd_problem *problem, size_t *count);

/* The case records of an entry with X in [X0, X1). */
struct tmd_records {
  const struct tmd_case_record *record;
  size_t count;
};
struct tmd_records tmd_ledger_cases(const struct tmd_ledger *ledger, const struct tmd_entry *entry,
                                    tmd_u128 X0, tmd_u128 X1);

/* Ranges of a cell, in order; no range touches another. */
struct tmd_missing {
  struct tmd_range *range; /* owned by the caller */
  size_t count, capacity;
};

/* Lists the ranges of the span that no entry covers. Returns the number of ordinals covered. */
tmd_u128 tmd_ledger_missing(const struct tmd_ledger *ledger, const struct tmd_span *span,
                            struct tmd_missing *missing);

/* The order of entries: by span, searched ones first, then by end (for qsort). */
int tmd_entry_compare(const void *a, const void *b);

/* Adds the number of ordinals of the entry beyond *done to *sum, and moves *done to its end. */
void tmd_entry_add(tmd_u128 *sum, tmd_u128 *done, const struct tmd_entry *entry);

void tmd_ledger_clear(struct tmd_ledger *ledger);

#endif
