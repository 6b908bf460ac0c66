#include "lib/report/cases.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

struct tmd_case_run {
  unsigned problem;
  struct tmd_cell cell;
  tmd_u128 X0, X1;
  size_t first, count;
};

/* 1 if the claim's records go on with those of the last run. */
static int goes_on(const struct tmd_case_run *last, unsigned problem,
                   const struct tmd_claim *claim) {
  return last->problem == problem && !tmd_cell_compare(&last->cell, &claim->cell) &&
         claim->X0 >= last->X1;
}

static void add_run(struct tmd_cases *cases, unsigned problem, const struct tmd_claim *claim) {
  struct tmd_case_run *last = cases->runs > 0 ? cases->run + cases->runs - 1 : NULL;
  if (last && goes_on(last, problem, claim)) {
    last->X1 = claim->X1;
    last->count += claim->record_count;
    return;
  }
  cases->run = tmd_grow(cases->run, &cases->run_capacity, cases->runs + 1, sizeof *cases->run);
  cases->run[cases->runs++] = (struct tmd_case_run){problem,   claim->cell,    claim->X0,
                                                    claim->X1, cases->records, claim->record_count};
}

void tmd_cases_add(struct tmd_cases *cases, unsigned problem, const struct tmd_claim *claim) {
  if (claim->record_count == 0) return;
  add_run(cases, problem, claim);
  cases->record = tmd_grow(cases->record, &cases->capacity, cases->records + claim->record_count,
                           sizeof *cases->record);
  memcpy(cases->record + cases->records, claim->records,
         claim->record_count * sizeof *cases->record);
  cases->records += claim->record_count;
}

/* By problem, sign and binade of x, and then by X. */
static int compare_binades(const struct tmd_case_run *a, const struct tmd_case_run *b) {
  if (a->problem != b->problem) return a->problem < b->problem ? -1 : 1;
  if (a->cell.sign_x != b->cell.sign_x) return a->cell.sign_x - b->cell.sign_x;
  return (a->cell.e_in > b->cell.e_in) - (a->cell.e_in < b->cell.e_in);
}

static int compare_runs(const void *a_, const void *b_) {
  const struct tmd_case_run *a = a_, *b = b_;
  const int c = compare_binades(a, b);
  return c ? c : (a->X0 > b->X0) - (a->X0 < b->X0);
}

void tmd_cases_sort(struct tmd_cases *cases) {
  if (cases->runs > 0) qsort(cases->run, cases->runs, sizeof *cases->run, compare_runs);
}

static int compare_records(const void *a_, const void *b_) {
  const struct tmd_case_record *a = *(const struct tmd_case_record *const *)a_,
                               *b = *(const struct tmd_case_record *const *)b_;
  const tmd_u128 Xa = tmd_wide_load(a->X), Xb = tmd_wide_load(b->X);
  return Xa != Xb ? (Xa > Xb) - (Xa < Xb) : memcmp(a, b, sizeof *a);
}

/* The end of the runs from `from` on that overlap: what is behind them lies beyond them. */
static size_t cluster_end(const struct tmd_cases *cases, size_t from) {
  tmd_u128 X1 = cases->run[from].X1;
  size_t to = from + 1;
  for (; to < cases->runs && !compare_binades(cases->run + from, cases->run + to) &&
         cases->run[to].X0 < X1;
       to++)
    if (cases->run[to].X1 > X1) X1 = cases->run[to].X1;
  return to;
}

/* The records of a cluster, by X, repeated ones once. The caller frees them. */
static const struct tmd_case_record **cluster(const struct tmd_cases *cases, size_t from, size_t to,
                                              size_t *count) {
  size_t all = 0, kept = 0;
  for (size_t i = from; i < to; i++) all += cases->run[i].count;
  const struct tmd_case_record **list = tmd_allocate(all * sizeof *list);
  all = 0;
  for (size_t i = from; i < to; i++)
    for (size_t k = 0; k < cases->run[i].count; k++)
      list[all++] = cases->record + cases->run[i].first + k;
  if (to - from > 1) qsort(list, all, sizeof *list, compare_records);
  for (size_t i = 0; i < all; i++)
    if (kept == 0 || memcmp(list[kept - 1], list[i], sizeof **list)) list[kept++] = list[i];
  *count = kept;
  return list;
}

/* Clusters from the last to the first where x is negative. */
void tmd_cases_each(const struct tmd_cases *cases, unsigned problem, int sign_x,
                    void (*visit)(const struct tmd_cell *cell, const struct tmd_case_record *record,
                                  void *context),
                    void *context) {
  size_t *begin = tmd_allocate((cases->runs + 1) * sizeof *begin), clusters = 0;
  for (size_t from = 0, to; from < cases->runs; from = to) {
    to = cluster_end(cases, from);
    if (cases->run[from].problem == problem && cases->run[from].cell.sign_x == sign_x)
      begin[clusters++] = from;
  }
  for (size_t i = 0; i < clusters; i++) {
    const size_t from = begin[sign_x ? clusters - 1 - i : i];
    size_t count;
    const struct tmd_case_record **list = cluster(cases, from, cluster_end(cases, from), &count);
    for (size_t k = 0; k < count; k++)
      visit(&cases->run[from].cell, list[sign_x ? count - 1 - k : k], context);
    free(list);
  }
  free(begin);
}

void tmd_cases_clear(struct tmd_cases *cases) {
  free(cases->record);
  free(cases->run);
  memset(cases, 0, sizeof *cases);
}
