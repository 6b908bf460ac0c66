#include "lib/ledger/overlaps.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/hex-float.h"
#include "lib/stream/case-words.h"

/* Two entries contradict each other on [X0, X1). */
struct difference {
  tmd_u128 X0, X1;
  struct tmd_statement one, other;
};

/* A sweep over the entries of a cell in order of X0. Entries that end beyond its position are open;
   among those with the same statement only the one that ends last, which was compared with the
   others and represents them. */
struct sweep {
  const struct tmd_ledger *ledger;
  int bits; /* of the problem */
  const struct tmd_entry **open;
  size_t opens, open_capacity;
  struct difference *difference;
  size_t differences, difference_capacity;
};

static void add(struct sweep *s, tmd_u128 X0, tmd_u128 X1, struct tmd_statement one,
                struct tmd_statement other) {
  s->difference =
      tmd_grow(s->difference, &s->difference_capacity, s->differences + 1, sizeof *s->difference);
  s->difference[s->differences++] = (struct difference){X0, X1, one, other};
}

/* ---- two entries on [X0, X1) ---- */

static tmd_u128 X_of(const struct tmd_case_record *record) { return tmd_wide_load(record->X); }

static void compare_cases(struct sweep *s, const struct tmd_entry *a, const struct tmd_entry *b,
                          tmd_u128 X0, tmd_u128 X1) {
  const struct tmd_records of_a = tmd_ledger_cases(s->ledger, a, X0, X1),
                           of_b = tmd_ledger_cases(s->ledger, b, X0, X1);
  const struct tmd_case_record *p = of_a.record, *const p_end = p + of_a.count,
                               *q = of_b.record, *const q_end = q + of_b.count;
  while (p < p_end || q < q_end) {
    const int no_p = p == p_end || (q < q_end && X_of(q) < X_of(p)),
              no_q = !no_p && (q == q_end || X_of(p) < X_of(q));
    const tmd_u128 X = X_of(no_p ? q : p);
    if (no_p || no_q || memcmp(p, q, sizeof *p))
      add(s, X, X + 1, (struct tmd_statement){a, no_p ? NULL : p},
          (struct tmd_statement){b, no_q ? NULL : q});
    p += !no_p;
    q += !no_q;
  }
}

static void compare_regions(struct sweep *s, const struct tmd_entry *a, const struct tmd_entry *b,
                            tmd_u128 X0, tmd_u128 X1) {
  if (tmd_regions_agree(&a->says, &b->says, s->bits, X0, X1) < X1)
    add(s, X0, X1, (struct tmd_statement){a, NULL}, (struct tmd_statement){b, NULL});
}

static void compare_case_region(struct sweep *s, const struct tmd_entry *cases,
                                const struct tmd_entry *region, tmd_u128 X0, tmd_u128 X1) {
  const struct tmd_region_saying *says = &region->says;
  const struct tmd_statement none = {cases, NULL}, other = {region, NULL};
  const struct tmd_records records = tmd_ledger_cases(s->ledger, cases, X0, X1);
  for (size_t i = 0; i <= records.count; i++) {
    const struct tmd_case_record *record = i < records.count ? records.record + i : NULL;
    const tmd_u128 X = record ? X_of(record) : X1,
                   missing = tmd_region_next_hard(says, s->bits, X0);
    if (missing < X) add(s, missing, X, none, other);
    if (record && !tmd_region_allows(says, record))
      add(s, X, X + 1, (struct tmd_statement){cases, record}, other);
    X0 = X + 1;
  }
}

static void compare(struct sweep *s, const struct tmd_entry *a, const struct tmd_entry *b,
                    tmd_u128 X0, tmd_u128 X1) {
  if (!a->says.reason && !b->says.reason) compare_cases(s, a, b, X0, X1);
  else if (!a->says.reason) compare_case_region(s, a, b, X0, X1);
  else if (!b->says.reason) compare_case_region(s, b, a, X0, X1);
  else compare_regions(s, a, b, X0, X1);
}

/* The sweep comes to the beginning of the entry b. */
static void enter(struct sweep *s, const struct tmd_entry *b) {
  size_t kept = 0;
  int goes_on = 1;
  for (size_t i = 0; i < s->opens; i++) {
    const struct tmd_entry *a = s->open[i];
    if (a->at.X1 <= b->at.X0) continue;
    compare(s, a, b, b->at.X0, a->at.X1 < b->at.X1 ? a->at.X1 : b->at.X1);
    if (!tmd_region_compare(&a->says, &b->says)) {
      if (a->at.X1 < b->at.X1) continue;
      goes_on = 0;
    }
    s->open[kept++] = a;
  }
  s->opens = kept;
  if (!goes_on) return;
  s->open = tmd_grow(s->open, &s->open_capacity, kept + 1, sizeof *s->open);
  s->open[s->opens++] = b;
}

/* ---- a cell ---- */

/* The first argument of [X0, X1) where the entries differ; where a region has a class, not all
   arguments differ. */
static tmd_u128 first_within(const struct difference *d, int bits, tmd_u128 X0, tmd_u128 X1) {
  const struct tmd_region_saying *one = &d->one.entry->says, *other = &d->other.entry->says;
  if (X0 >= X1) return X1;
  if (one->reason) return tmd_regions_agree(one, other, bits, X0, X1);
  return other->reason && !d->one.record ? tmd_region_next_hard(other, bits, X0) : X0;
}

/* Finds the first difference on the overlap. Overlaps come in order; differences before *next have
   ended. */
static void find_difference(struct tmd_overlap *overlap, const struct sweep *s, size_t *next) {
  const struct tmd_span *at = &overlap->at;
  overlap->X = at->X1;
  while (*next < s->differences && s->difference[*next].X1 <= at->X0) ++*next;
  for (size_t i = *next; i < s->differences && overlap->X > at->X0; i++) {
    const struct difference *d = s->difference + i;
    if (d->X0 >= overlap->X) break;
    const tmd_u128 X = first_within(d, s->bits, d->X0 > at->X0 ? d->X0 : at->X0,
                                    d->X1 < overlap->X ? d->X1 : overlap->X);
    if (X >= d->X1 || X >= overlap->X) continue;
    overlap->X = X;
    overlap->one = d->one;
    overlap->other = d->other;
  }
  overlap->differ = overlap->X < at->X1;
}

/* Calls visit for the overlaps of `count` entries of a cell. */
static void visit_overlaps(const struct sweep *s, const struct tmd_entry *entry, size_t count,
                           void (*visit)(const struct tmd_overlap *overlap, void *context),
                           void *context) {
  tmd_u128 *ends = tmd_allocate(count * sizeof *ends);
  size_t begun = 0, ended = 0, next = 0;
  struct tmd_overlap overlap = {.at = entry->at, .times = 0};
  for (size_t i = 0; i < count; i++) ends[i] = entry[i].at.X1;
  qsort(ends, count, sizeof *ends, tmd_wide_compare);
  while (ended < count) {
    const tmd_u128 X =
        begun < count && entry[begun].at.X0 < ends[ended] ? entry[begun].at.X0 : ends[ended];
    while (begun < count && entry[begun].at.X0 == X) begun++;
    while (ended < count && ends[ended] == X) ended++;
    if (begun - ended == overlap.times) continue;
    overlap.at.X1 = X;
    if (overlap.times > 1) {
      find_difference(&overlap, s, &next);
      visit(&overlap, context);
    }
    overlap.at.X0 = X;
    overlap.times = begun - ended;
  }
  free(ends);
}

void tmd_overlaps_find(const struct tmd_ledger *ledger, const struct tmd_problem *problem,
                       void (*visit)(const struct tmd_overlap *overlap, void *context),
                       void *context) {
  size_t count;
  const struct tmd_entry *entry = tmd_ledger_entries(ledger, problem, &count), *const end =
                                                                                   entry + count;
  struct sweep s = {.ledger = ledger, .bits = problem->bits};
  for (const struct tmd_entry *first = entry; first < end; first = entry) {
    for (; entry < end && !tmd_span_compare_cells(&entry->at, &first->at); entry++)
      enter(&s, entry);
    if (s.differences) qsort(s.difference, s.differences, sizeof *s.difference, tmd_wide_compare);
    visit_overlaps(&s, first, (size_t)(entry - first), visit, context);
    s.opens = s.differences = 0;
  }
  free(s.open);
  free(s.difference);
}

/* ---- words ---- */

char *tmd_statement_print(char *text, const struct tmd_statement *statement) {
  const struct tmd_entry *entry = statement->entry;
  const struct tmd_case_record *record = statement->record;
  char least[TMD_HARDNESS_TEXT_BYTES], greatest[TMD_HARDNESS_TEXT_BYTES];
  tmd_hardness_print(least, record ? record->hardness : entry->says.least);
  tmd_hardness_print(greatest, entry->says.greatest);
  const struct tmd_region_saying *says = &entry->says;
  char reason[TMD_REASON_TEXT_BYTES];
  if (says->reason)
    snprintf(text, TMD_STATEMENT_TEXT_BYTES, "%.31s %s..%s",
             tmd_reason_print(reason, says->reason, says->modulus, says->residue), least, greatest);
  else if (!record) strcpy(text, "no case");
  else if (tmd_case_kind(record) == TMD_IS_UNDECIDED) strcpy(text, "undecided");
  else snprintf(text, TMD_STATEMENT_TEXT_BYTES, "case %s", least);
  return text;
}

/* ---- a verdict on all ---- */

/* Reports the first overlap that differs. */
static void check_overlap(const struct tmd_overlap *overlap, void *failed) {
  const struct tmd_span *at = &overlap->at;
  const struct tmd_problem *problem = at->problem;
  char one[TMD_STATEMENT_TEXT_BYTES], other[TMD_STATEMENT_TEXT_BYTES];
  if (!overlap->differ || *(int *)failed) return;
  *(int *)failed = tmd_error(
      TMD_FALSE, "%.200s, modes %s, %d bits: two claims (%s, %s) contradict each other, x = %s",
      problem->name, tmd_modes_name(problem->modes), problem->bits,
      tmd_statement_print(one, &overlap->one), tmd_statement_print(other, &overlap->other),
      TMD_ARGUMENT_TEXT(problem, &at->cell, overlap->X));
}

int tmd_overlaps_check(const struct tmd_ledger *ledger) {
  int failed = 0;
  for (unsigned i = 0; i < ledger->problems && !failed; i++)
    tmd_overlaps_find(ledger, ledger->count[i].problem, check_overlap, &failed);
  return failed;
}
