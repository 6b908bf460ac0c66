#define _GNU_SOURCE /* qsort_r */
#include "lib/stream/merge.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/ordinal.h"
#include "lib/stream/agree.h"
#include "lib/stream/case-words.h"
#include "lib/stream/hex-float.h"

/* ---- collecting ---- */

static void add_part(struct tmd_merge *merge, const struct tmd_merge_part *part) {
  merge->part = tmd_grow(merge->part, &merge->part_capacity, merge->parts + 1, sizeof *merge->part);
  merge->part[merge->parts++] = *part;
}

static void add_records(struct tmd_merge *merge, const struct tmd_claim *claim) {
  merge->record = tmd_grow(merge->record, &merge->record_capacity,
                           merge->records + claim->record_count, sizeof *merge->record);
  if (claim->record_count)
    memcpy(merge->record + merge->records, claim->records,
           claim->record_count * sizeof *merge->record);
  merge->records += claim->record_count;
}

void tmd_merge_add(struct tmd_merge *merge, const struct tmd_claim *claim) {
  struct tmd_merge_part part = {.problem = tmd_problemset_index(&merge->problems, claim->problem),
                                .cell = claim->cell,
                                .X0 = claim->X0,
                                .X1 = claim->X1};
  if (claim->kind == TMD_CASE) {
    part.first = merge->records, part.count = claim->record_count;
    add_part(merge, &part);
    add_records(merge, claim);
  }
  for (size_t i = 0; claim->kind == TMD_REGION && i < claim->record_count; i++) {
    const struct tmd_region_record *r = tmd_claim_record(claim, i);
    part.X0 = tmd_wide_load(r->Xa), part.X1 = tmd_wide_load(r->Xb);
    part.says = tmd_region_says(r);
    add_part(merge, &part);
  }
}

void tmd_merge_clear(struct tmd_merge *merge) {
  tmd_problemset_clear(&merge->problems);
  free(merge->part);
  free(merge->record);
  memset(merge, 0, sizeof *merge);
}

/* ---- order ---- */

static int order(tmd_i128 a, tmd_i128 b) { return (a > b) - (a < b); }

static int compare_problems(const void *a, const void *b, void *problems) {
  return tmd_problemset_compare(problems, *(const unsigned *)a, *(const unsigned *)b);
}

static int compare_parts(const void *a_, const void *b_, void *rank_) {
  const struct tmd_merge_part *a = a_, *b = b_;
  const unsigned *rank = rank_;
  int c = order(rank[a->problem], rank[b->problem]);
  if (!c) c = tmd_cell_compare(&a->cell, &b->cell);
  if (!c) c = order((tmd_i128)a->X0, (tmd_i128)b->X0);
  if (!c) c = order(a->says.reason, b->says.reason);
  if (!c) c = order((tmd_i128)a->X1, (tmd_i128)b->X1);
  return c ? c : tmd_region_compare(&a->says, &b->says);
}

/* Problems are ranked once, by their texts. */
static void sort(struct tmd_merge *merge) {
  const unsigned count = merge->problems.count;
  unsigned *sorted = tmd_allocate((count + 1) * sizeof *sorted),
           *rank = tmd_allocate((count + 1) * sizeof *rank);
  for (unsigned i = 0; i < count; i++) sorted[i] = i;
  qsort_r(sorted, count, sizeof *sorted, compare_problems, &merge->problems);
  for (unsigned i = 0; i < count; i++) rank[sorted[i]] = i;
  if (merge->parts) qsort_r(merge->part, merge->parts, sizeof *merge->part, compare_parts, rank);
  free(sorted);
  free(rank);
}

static int same_cell(const struct tmd_merge_part *a, const struct tmd_merge_part *b) {
  return a->problem == b->problem && !tmd_cell_compare(&a->cell, &b->cell);
}

/* The parts of a cell. */
struct group {
  const struct tmd_merge *merge;
  const struct tmd_merge_part *part;
  size_t count;
};

/* The group that begins at part i. */
static struct group group_at(const struct tmd_merge *merge, size_t i) {
  struct group group = {merge, merge->part + i, 1};
  while (i + group.count < merge->parts && same_cell(group.part, group.part + group.count))
    group.count++;
  return group;
}

/* ---- contradictions ---- */

/* The records of a part with X in [X0, X1). */
struct cases {
  const struct tmd_case_record *record;
  size_t count;
};

static struct cases cases_within(const struct tmd_merge *merge, const struct tmd_merge_part *part,
                                 tmd_u128 X0, tmd_u128 X1) {
  const struct tmd_case_record *record = merge->record + part->first;
  const size_t below = tmd_cases_below(record, part->count, X0);
  return (struct cases){record + below, tmd_cases_below(record + below, part->count - below, X1)};
}

/* 1 if they are the same; else *where begins with the first argument of which they are not. */
static int same_cases(const struct cases *a, const struct cases *b, struct tmd_range *where) {
  size_t i = 0;
  while (i < a->count && i < b->count && !memcmp(a->record + i, b->record + i, sizeof *a->record))
    i++;
  if (i == a->count && i == b->count) return 1;
  const tmd_u128 of_a = i < a->count ? tmd_wide_load(a->record[i].X) : where->X1,
                 of_b = i < b->count ? tmd_wide_load(b->record[i].X) : where->X1;
  where->X0 = of_a < of_b ? of_a : of_b;
  where->X1 = where->X0 + 1;
  return 0;
}

/* 1 if the cases of a range can be those of the region; else *where may be narrowed to one that
   cannot. */
static int cases_suit(const struct tmd_problem *problem, const struct cases *cases,
                      const struct tmd_region_saying *region, struct tmd_range *where) {
  tmd_u128 hard = 0;
  for (size_t i = 0; i < cases->count; i++) {
    const struct tmd_case_record *c = cases->record + i;
    const tmd_u128 X = tmd_wide_load(c->X);
    hard += tmd_region_next_hard(region, problem->bits, X) == X;
    if (tmd_region_allows(region, c)) continue;
    where->X0 = X;
    where->X1 = X + 1;
    return 0;
  }
  return hard == tmd_region_count_hard(region, problem->bits, where->X0, where->X1);
}

/* 1 if both can be true; b begins no earlier than a, and before it ends. Else they contradict each
   other in *where. */
static int agree(const struct tmd_merge *merge, const struct tmd_merge_part *a,
                 const struct tmd_merge_part *b, struct tmd_range *where) {
  *where = (struct tmd_range){b->X0, a->X1 < b->X1 ? a->X1 : b->X1};
  const struct tmd_problem *problem = merge->problems.problem[a->problem];
  if (a->says.reason && b->says.reason)
    return tmd_regions_agree(&a->says, &b->says, problem->bits, where->X0, where->X1);
  const struct cases of_a = cases_within(merge, a, where->X0, where->X1),
                     of_b = cases_within(merge, b, where->X0, where->X1);
  if (!a->says.reason && !b->says.reason) return same_cases(&of_a, &of_b, where);
  return cases_suit(problem, a->says.reason ? &of_b : &of_a, a->says.reason ? &a->says : &b->says,
                    where);
}

static const char *part_name(const struct tmd_merge_part *part) {
  return part->says.reason ? tmd_reason_name(part->says.reason) : "case";
}

static int contradiction(const struct tmd_merge *merge, const struct tmd_merge_part *a,
                         const struct tmd_merge_part *b, const struct tmd_range *where) {
  const struct tmd_problem *problem = merge->problems.problem[a->problem];
  const int unit = tmd_cell_unit(problem, &a->cell);
  char from[TMD_HEXFLOAT_TEXT_BYTES], to[TMD_HEXFLOAT_TEXT_BYTES];
  tmd_hexfloat_print(from, a->cell.sign_x, where->X0, unit);
  tmd_hexfloat_print(to, a->cell.sign_x, where->X1 - 1, unit);
  return tmd_error(TMD_FALSE,
                   "%s, modes %s, %d bits: two claims (%s, %s) contradict each other, x = %s to %s",
                   problem->name, tmd_modes_name(problem->modes), problem->bits, part_name(a),
                   part_name(b), from, to);
}

/* Compares each part with those before it that reach beyond its beginning. Of two alike, that which
   ends first is left out from then on: where it reaches, the other says the same. */
static int check(const struct group *group, const struct tmd_merge_part **reaching) {
  struct tmd_range where;
  size_t count = 0;
  for (size_t i = 0; i < group->count; i++) {
    const struct tmd_merge_part *b = group->part + i, *longest = b;
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
      const struct tmd_merge_part *a = reaching[k];
      if (a->X1 <= b->X0) continue;
      if (!agree(group->merge, a, b, &where)) return contradiction(group->merge, a, b, &where);
      if (tmd_region_compare(&a->says, &b->says)) reaching[kept++] = a;
      else if (a->X1 > b->X1) longest = a;
    }
    reaching[kept++] = longest;
    count = kept;
  }
  return 0;
}

static int check_all(const struct tmd_merge *merge) {
  const struct tmd_merge_part **reaching = tmd_allocate((merge->parts + 1) * sizeof *reaching);
  struct group group;
  int failed = 0;
  for (size_t i = 0; i < merge->parts && !failed; i += group.count) {
    group = group_at(merge, i);
    failed = check(&group, reaching);
  }
  free(reaching);
  return failed;
}

/* ---- writing ---- */

/* A claim of the group that is being put together. */
struct joined {
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

/* The claim goes on up to X1, or another begins. */
static int reach(struct joined *joined, tmd_u128 X0, tmd_u128 X1) {
  if (joined->begun && joined->claim.X1 != X0 && finish(joined)) return -1;
  if (!joined->begun) joined->claim.X0 = X0;
  joined->claim.X1 = X1;
  joined->begun = 1;
  return 0;
}

/* A record of the claim's that begins at X; a claim that is full ends there. NULL: message. */
static void *append(struct joined *joined, tmd_u128 X) {
  const tmd_u128 X1 = joined->claim.X1;
  if (joined->claim.record_count == tmd_claim_records_full(joined->claim.record_bytes)) {
    joined->claim.X1 = X;
    if (finish(joined) || reach(joined, X, X1)) return NULL;
  }
  return tmd_claim_append(&joined->claim);
}

static int write_cases(struct joined *joined, const struct tmd_merge *merge,
                       const struct tmd_merge_part *part, tmd_u128 X0) {
  const struct cases cases = cases_within(merge, part, X0, part->X1);
  for (size_t i = 0; i < cases.count; i++) {
    struct tmd_case_record *c = append(joined, tmd_wide_load(cases.record[i].X));
    if (!c) return -1;
    *c = cases.record[i];
  }
  return 0;
}

static int write_region(struct joined *joined, const struct tmd_merge_part *part, tmd_u128 X0) {
  const size_t count = joined->claim.record_count;
  struct tmd_region_record *r = count ? tmd_claim_record(&joined->claim, count - 1) : NULL;
  const struct tmd_region_saying last =
      r ? tmd_region_says(r) : (struct tmd_region_saying){.reason = 0};
  if (tmd_region_compare(&last, &part->says)) {
    if (!(r = append(joined, X0))) return -1;
    *r = tmd_region_recorded(&part->says, X0, part->X1);
  }
  r->Xb = tmd_wide_store(part->X1);
  return 0;
}

/* The parts of that kind in their order, each from where those before it end. */
static int write_kind(const struct group *group, struct joined *joined, enum tmd_kind kind) {
  tmd_u128 at = 0;
  joined->claim.problem = group->merge->problems.problem[group->part->problem];
  joined->claim.cell = group->part->cell;
  tmd_claim_begin(&joined->claim, &joined->claim, kind,
                  kind == TMD_CASE ? sizeof(struct tmd_case_record)
                                   : sizeof(struct tmd_region_record));
  for (const struct tmd_merge_part *p = group->part; p < group->part + group->count; p++) {
    const tmd_u128 X0 = p->X0 > at ? p->X0 : at;
    if ((kind == TMD_REGION) != (p->says.reason != 0) || p->X1 <= at) continue;
    at = p->X1;
    if (reach(joined, X0, at)) return -1;
    if (p->says.reason ? write_region(joined, p, X0) : write_cases(joined, group->merge, p, X0))
      return -1;
  }
  return finish(joined);
}

int tmd_merge_write(struct tmd_merge *merge, struct tmd_writer *writer) {
  struct joined *joined = tmd_allocate(sizeof *joined);
  struct group group;
  memset(joined, 0, sizeof *joined);
  joined->writer = writer;
  sort(merge);
  int failed = check_all(merge);
  for (size_t i = 0; i < merge->parts && !failed; i += group.count) {
    group = group_at(merge, i);
    failed = write_kind(&group, joined, TMD_CASE) || write_kind(&group, joined, TMD_REGION);
  }
  tmd_claim_clear(&joined->claim);
  free(joined);
  return failed ? -1 : 0;
}
