#include "lib/report/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/stream/case-words.h"

enum { OPEN_PIECES = 16 }; /* so many pieces back, a claim may go on with one */

const char *tmd_claim_state_name(enum tmd_claim_state state) {
  static const char *const names[TMD_STATES] = {"poly", "candidate", "case", "region", "unproved"};
  return names[state];
}

/* ---- collecting ---- */

static enum tmd_claim_state state_of(const struct tmd_claim *claim) {
  int confirmed = tmd_claim_confirmed(claim);
  if (claim->kind == TMD_POLY) return TMD_STATE_POLY;
  if (claim->kind == TMD_CASE) return confirmed ? TMD_STATE_CASE : TMD_STATE_CANDIDATE;
  return confirmed ? TMD_STATE_REGION : TMD_STATE_UNPROVED;
}

static int same_cell(const struct tmd_cell *a, const struct tmd_cell *b) {
  return !memcmp(a, b, sizeof *a);
}

int tmd_covered_same(const struct tmd_covered *a, const struct tmd_covered *b) {
  return !tmd_region_compare(&a->says, &b->says);
}

void tmd_covered_add(tmd_u128 *sum, tmd_u128 *done, const struct tmd_covered *piece) {
  const tmd_u128 X0 = piece->X0 < *done ? *done : piece->X0;
  if (piece->X1 <= X0) return;
  *sum = tmd_wide_sum(*sum, piece->X1 - X0);
  *done = piece->X1;
}

/* 1 if so many records more can be the piece's, which has its own in one stretch. */
static int has_room(const struct tmd_coverage *c, const struct tmd_covered *piece, size_t records) {
  return records == 0 || piece->count == 0 || piece->first + piece->count == c->records;
}

/* One of the last pieces again if it ends where the range begins; else a new one. Claims and their
   images come in turns, so the piece to go on with is not always the last. */
static void extend(struct tmd_coverage *c, const struct tmd_covered *next) {
  for (size_t i = c->pieces; i-- > 0 && i + OPEN_PIECES >= c->pieces;) {
    struct tmd_covered *piece = c->piece + i;
    if (piece->X1 != next->X0 || piece->problem != next->problem ||
        piece->image != c->adds_images || !tmd_covered_same(piece, next) ||
        !same_cell(&piece->cell, &next->cell) || !has_room(c, piece, next->count))
      continue;
    piece->X1 = next->X1;
    if (piece->count == 0) piece->first = c->records;
    piece->count += next->count;
    return;
  }
  c->piece = tmd_grow(c->piece, &c->piece_capacity, c->pieces + 1, sizeof *c->piece);
  c->piece[c->pieces] = *next;
  c->piece[c->pieces++].image = c->adds_images;
}

static void add_records(struct tmd_coverage *c, const struct tmd_claim *claim) {
  c->record =
      tmd_grow(c->record, &c->record_capacity, c->records + claim->record_count, sizeof *c->record);
  if (claim->record_count)
    memcpy(c->record + c->records, claim->records, claim->record_count * sizeof *c->record);
  c->records += claim->record_count;
}

void tmd_coverage_add(struct tmd_coverage *c, const struct tmd_claim *claim) {
  unsigned problem = tmd_problemset_index(&c->problems, claim->problem);
  enum tmd_claim_state state = state_of(claim);
  if (problem == c->counts) {
    c->count = tmd_reallocate(c->count, ++c->counts * sizeof *c->count);
    memset(c->count + problem, 0, sizeof *c->count);
  }
  c->count[problem].claims[state]++;
  c->count[problem].records[state] += claim->record_count;
  tmd_u128 *arguments = &c->count[problem].arguments[state];
  *arguments = tmd_wide_sum(*arguments, claim->X1 - claim->X0);
  if (state == TMD_STATE_CASE) {
    extend(c, &(struct tmd_covered){.problem = problem,
                                    .cell = claim->cell,
                                    .X0 = claim->X0,
                                    .X1 = claim->X1,
                                    .first = c->records,
                                    .count = claim->record_count});
    add_records(c, claim);
  }
  for (size_t i = 0; claim->kind == TMD_REGION && i < claim->record_count; i++) {
    const struct tmd_region_record *r = tmd_claim_record(claim, i);
    if (r->flags & TMD_REGION_PROVED)
      extend(c, &(struct tmd_covered){.problem = problem,
                                      .says = tmd_region_says(r),
                                      .cell = claim->cell,
                                      .X0 = tmd_wide_load(r->Xa),
                                      .X1 = tmd_wide_load(r->Xb),
                                      .first = c->records});
  }
}

void tmd_coverage_clear(struct tmd_coverage *c) {
  tmd_problemset_clear(&c->problems);
  free(c->count);
  free(c->piece);
  free(c->range);
  free(c->record);
  memset(c, 0, sizeof *c);
}

/* ---- order ---- */

static int order(tmd_i128 a, tmd_i128 b) { return (a > b) - (a < b); }

static int compare_cells(unsigned problem_a, const struct tmd_cell *a, unsigned problem_b,
                         const struct tmd_cell *b) {
  const int c = order(problem_a, problem_b);
  return c ? c : tmd_cell_compare(a, b);
}

static int compare_pieces(const void *a_, const void *b_) {
  const struct tmd_covered *a = a_, *b = b_;
  int c = compare_cells(a->problem, &a->cell, b->problem, &b->cell);
  if (!c) c = order((tmd_i128)a->X0, (tmd_i128)b->X0);
  if (!c) c = order((tmd_i128)a->X1, (tmd_i128)b->X1);
  if (!c) c = tmd_region_compare(&a->says, &b->says);
  return c ? c : order((tmd_i128)a->first, (tmd_i128)b->first);
}

static void join_pieces(struct tmd_coverage *c) {
  c->range = tmd_reallocate(c->range, (c->pieces + 1) * sizeof *c->range);
  c->ranges = 0;
  for (const struct tmd_covered *piece = c->piece; piece < c->piece + c->pieces; piece++) {
    struct tmd_covered_range *last = c->ranges ? c->range + c->ranges - 1 : NULL;
    if (!last || last->problem != piece->problem || !same_cell(&last->cell, &piece->cell) ||
        piece->X0 > last->X1)
      c->range[c->ranges++] =
          (struct tmd_covered_range){piece->problem, piece->cell, piece->X0, piece->X1};
    else if (piece->X1 > last->X1) last->X1 = piece->X1;
  }
  c->range = tmd_reallocate(c->range, (c->ranges + 1) * sizeof *c->range);
}

void tmd_coverage_sort(struct tmd_coverage *c) {
  if (c->pieces) qsort(c->piece, c->pieces, sizeof *c->piece, compare_pieces);
  join_pieces(c);
}

/* The first range of the cell that ends beyond X, or where it would be. */
static const struct tmd_covered_range *find_range(const struct tmd_coverage *c, unsigned problem,
                                                  const struct tmd_cell *cell, tmd_u128 X) {
  size_t low = 0, high = c->ranges;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const struct tmd_covered_range *range = c->range + middle;
    const int side = compare_cells(range->problem, &range->cell, problem, cell);
    if (side < 0 || (side == 0 && range->X1 <= X)) low = middle + 1;
    else high = middle;
  }
  return c->range + low;
}

/* The first piece of this problem or a later one. */
static size_t find_problem(const struct tmd_coverage *c, unsigned problem) {
  size_t low = 0, high = c->pieces;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (c->piece[middle].problem < problem) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* ---- questions ---- */

const struct tmd_covered *tmd_coverage_pieces(const struct tmd_coverage *c, unsigned problem,
                                              size_t *count) {
  const size_t from = find_problem(c, problem);
  *count = find_problem(c, problem + 1) - from;
  return c->piece + from;
}

const struct tmd_case_record *tmd_coverage_cases(const struct tmd_coverage *c,
                                                 const struct tmd_covered *piece, tmd_u128 X0,
                                                 tmd_u128 X1, size_t *count) {
  const struct tmd_case_record *record = c->record + piece->first;
  const size_t below = tmd_cases_below(record, piece->count, X0);
  *count = tmd_cases_below(record, piece->count, X1) - below;
  return record + below;
}

static void add_missing(struct tmd_uncovered *missing, tmd_u128 X0, tmd_u128 X1) {
  missing->range =
      tmd_grow(missing->range, &missing->capacity, missing->count + 1, sizeof *missing->range);
  missing->range[missing->count++] = (struct tmd_range){X0, X1};
}

tmd_u128 tmd_coverage_missing(const struct tmd_coverage *c, const struct tmd_planline *line,
                              struct tmd_uncovered *missing) {
  const unsigned problem = tmd_problemset_find(&c->problems, line->problem);
  tmd_u128 at = line->X0, lacking = 0;
  missing->count = 0;
  for (const struct tmd_covered_range *range = find_range(c, problem, &line->cell, at);
       range < c->range + c->ranges &&
       !compare_cells(range->problem, &range->cell, problem, &line->cell) && at < line->X1;
       range++) {
    if (range->X0 > at) {
      const tmd_u128 to = range->X0 < line->X1 ? range->X0 : line->X1;
      add_missing(missing, at, to);
      lacking += to - at;
    }
    at = range->X1;
  }
  if (at < line->X1) {
    add_missing(missing, at, line->X1);
    lacking += line->X1 - at;
  }
  return line->X1 - line->X0 - lacking;
}
