#define _GNU_SOURCE /* qsort_r */
#include "lib/report/results.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/stream/hex-float.h"

static struct tmd_result *append(struct tmd_results *results, unsigned problem,
                                 const struct tmd_cell *cell, tmd_u128 Xa, tmd_u128 Xb) {
  results->result =
      tmd_grow(results->result, &results->capacity, results->count + 1, sizeof *results->result);
  struct tmd_result *result = results->result + results->count++;
  memset(result, 0, sizeof *result);
  result->problem = problem;
  result->cell = *cell;
  result->e_a = result->e_b = cell->e_in;
  result->Xa = Xa;
  result->Xb = Xb;
  return result;
}

void tmd_results_add_case(struct tmd_results *results, unsigned problem,
                          const struct tmd_cell *cell, tmd_u128 X,
                          const struct tmd_case_record *record) {
  struct tmd_result *result = append(results, problem, cell, X, X + 1);
  result->type = TMD_RESULT_CASE;
  result->record = *record;
}

void tmd_results_add(struct tmd_results *results, const struct tmd_claim *claim) {
  if (claim->kind == TMD_POLY) {
    results->poly_claims++;
    return;
  }
  unsigned problem = tmd_problemset_index(&results->problems, claim->problem);
  if (tmd_claim_confirmed(claim))
    append(results, problem, &claim->cell, claim->X0, claim->X1)->type = TMD_RESULT_COMPLETE;
  for (size_t i = 0; i < claim->record_count; i++) {
    if (claim->kind == TMD_CASE) {
      const struct tmd_case_record *c = tmd_claim_record(claim, i);
      tmd_results_add_case(results, problem, &claim->cell, tmd_wide_load(c->X), c);
    } else {
      const struct tmd_region_record *r = tmd_claim_record(claim, i);
      struct tmd_result *result =
          append(results, problem, &claim->cell, tmd_wide_load(r->Xa), tmd_wide_load(r->Xb));
      result->type = TMD_RESULT_REGION;
      result->says = tmd_region_says(r);
      result->flags = r->flags;
    }
  }
}

static void take_piece(struct tmd_results *results, unsigned problem,
                       const struct tmd_coverage *coverage, const struct tmd_covered *piece) {
  const struct tmd_case_record *record = coverage->record + piece->first, *const end =
                                                                              record + piece->count;
  for (; record < end; record++)
    tmd_results_add_case(results, problem, &piece->cell, tmd_wide_load(record->X), record);
  if (!piece->says.reason) return;
  struct tmd_result *region = append(results, problem, &piece->cell, piece->X0, piece->X1);
  region->type = TMD_RESULT_REGION;
  region->says = piece->says;
  region->flags = TMD_REGION_PROVED;
}

void tmd_results_take(struct tmd_results *results, const struct tmd_coverage *coverage) {
  for (size_t i = 0; i < coverage->ranges; i++) {
    const struct tmd_covered_range *range = coverage->range + i;
    const unsigned problem =
        tmd_problemset_index(&results->problems, coverage->problems.problem[range->problem]);
    append(results, problem, &range->cell, range->X0, range->X1)->type = TMD_RESULT_COMPLETE;
  }
  for (const struct tmd_covered *piece = coverage->piece;
       piece < coverage->piece + coverage->pieces; piece++)
    take_piece(results,
               tmd_problemset_index(&results->problems, coverage->problems.problem[piece->problem]),
               coverage, piece);
}

/* ---- order ---- */

static int order(tmd_i128 a, tmd_i128 b) { return (a > b) - (a < b); }

int tmd_result_compare_points(int p, int e_a, tmd_u128 Xa, int e_b, tmd_u128 Xb) {
  if (Xa >> p) e_a++, Xa >>= 1;
  if (Xb >> p) e_b++, Xb >>= 1;
  return e_a != e_b ? order(e_a, e_b) : order((tmd_i128)Xa, (tmd_i128)Xb);
}

static int compare_records(const struct tmd_case_record *a, const struct tmd_case_record *b) {
  return memcmp(a, b, sizeof *a);
}

int tmd_result_is_hard(const struct tmd_results *results, const struct tmd_result *result) {
  return result->type == TMD_RESULT_REGION &&
         (int)result->says.least >= results->problems.problem[result->problem]->bits;
}

/* Problem, negative before positive, then from zero on. */
static int compare_results(const void *a_, const void *b_, void *problems_) {
  const struct tmd_result *a = a_, *b = b_;
  const struct tmd_problemset *problems = problems_;
  int c = tmd_problemset_compare(problems, a->problem, b->problem);
  if (!c) c = order(b->cell.sign_x, a->cell.sign_x);
  if (!c)
    c = tmd_result_compare_points(problems->problem[a->problem]->in.p, a->e_a, a->Xa, b->e_a,
                                  b->Xa);
  if (!c) c = order(a->type, b->type);
  if (!c) c = order(a->says.reason, b->says.reason);
  if (!c) c = order(a->flags, b->flags);
  if (!c) c = order((tmd_i128)b->Xb, (tmd_i128)a->Xb);
  if (!c) c = compare_records(&a->record, &b->record);
  return c;
}

static int same_half(const struct tmd_result *a, const struct tmd_result *b) {
  return a->problem == b->problem && a->cell.sign_x == b->cell.sign_x;
}

/* Joins `next` to the range `open`, which begins no later and is as hard: 1 if they adjoin or
   overlap. */
static int join(struct tmd_result *open, const struct tmd_result *next, int p) {
  const struct tmd_region_saying *says = &next->says;
  if (!same_half(open, next) || open->flags != next->flags) return 0;
  if (open->says.modulus != says->modulus || open->says.residue != says->residue) return 0;
  if (says->modulus && open->e_a != next->e_a) return 0;
  if (tmd_result_compare_points(p, open->e_b, open->Xb, next->e_a, next->Xa) < 0) return 0;
  if (tmd_result_compare_points(p, open->e_b, open->Xb, next->e_b, next->Xb) < 0) {
    open->e_b = next->e_b;
    open->Xb = next->Xb;
  }
  if (says->least < open->says.least) open->says.least = says->least;
  if (says->greatest > open->says.greatest) open->says.greatest = says->greatest;
  return 1;
}

/* Drops repeated cases and joins ranges, in the array sorted from zero on. */
static void compact(struct tmd_results *results) {
  struct tmd_result *result = results->result, *last = NULL;
  struct tmd_result *open[TMD_REGION_REASONS][2] = {
      {NULL}}; /* by reason (0: complete ranges) and whether all are hard */
  size_t kept = 0;
  for (size_t i = 0; i < results->count; i++) {
    struct tmd_result *next = result + i;
    struct tmd_result **alike = &open[next->says.reason][tmd_result_is_hard(results, next)];
    if (next->type == TMD_RESULT_CASE) {
      int again = last && same_half(last, next) && last->e_a == next->e_a &&
                  !compare_records(&last->record, &next->record);
      if (again) continue;
    } else if (*alike && join(*alike, next, results->problems.problem[next->problem]->in.p)) {
      continue;
    }
    result[kept] = *next;
    *(next->type == TMD_RESULT_CASE ? &last : alike) = result + kept;
    kept++;
  }
  results->count = kept;
}

static void reverse(struct tmd_result *result, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    struct tmd_result swapped = result[i];
    result[i] = result[count - 1 - i];
    result[count - 1 - i] = swapped;
  }
}

void tmd_results_sort(struct tmd_results *results) {
  if (!results->count) return;
  qsort_r(results->result, results->count, sizeof *results->result, compare_results,
          &results->problems);
  compact(results);
  for (size_t from = 0, to; from < results->count;
       from = to) { /* negative ones: the largest |x| first */
    struct tmd_result *half = results->result + from;
    for (to = from + 1; to < results->count && same_half(half, results->result + to);) to++;
    if (half->cell.sign_x) reverse(half, to - from);
  }
}

void tmd_results_clear(struct tmd_results *results) {
  tmd_problemset_clear(&results->problems);
  free(results->result);
  memset(results, 0, sizeof *results);
}

void tmd_result_print_ends(const struct tmd_results *results, const struct tmd_result *result,
                           char *a, char *b) {
  const struct tmd_problem *problem = results->problems.problem[result->problem];
  struct tmd_cell cell = result->cell;
  cell.e_in = result->e_a;
  tmd_hexfloat_print(a, cell.sign_x, result->Xa, tmd_cell_unit(problem, &cell));
  cell.e_in = result->e_b;
  tmd_hexfloat_print(b, cell.sign_x, result->Xb, tmd_cell_unit(problem, &cell));
}
