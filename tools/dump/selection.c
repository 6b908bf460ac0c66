#include "tools/dump/selection.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/stream/case-words.h"

static int order(long long a, long long b) { return (a > b) - (a < b); }

/* Compares binade and sign of x, and the side of the breakpoint on which f(x) lies. */
static int compare_places(const struct tmd_case *a, const struct tmd_case *b) {
  int c = order(a->cell.sign_x, b->cell.sign_x);
  if (!c) c = order(a->cell.e_in, b->cell.e_in);
  return c ? c : order(a->record.distance_negative, b->record.distance_negative);
}

static int compare_kinds(const struct tmd_case *a, const struct tmd_case *b) {
  int c = tmd_problem_compare(a->problem, b->problem);
  return c ? c : order(tmd_case_kind(&a->record), tmd_case_kind(&b->record));
}

/* The case nearer to its breakpoint first; then by x, as they are sorted. */
static int compare_hardness(const struct tmd_case *a, const struct tmd_case *b) {
  int c = order(b->record.hardness, a->record.hardness);
  if (!c)
    c = order(a->record.distance_exponent,
              b->record.distance_exponent); /* both of the greatest hardness of records */
  if (!c && a->record.distance_mantissa != b->record.distance_mantissa)
    return a->record.distance_mantissa < b->record.distance_mantissa ? -1 : 1;
  return c ? c : order(a - b, 0);
}

static int by_kind(const void *a_, const void *b_) {
  const struct tmd_case *a = *(const struct tmd_case *const *)a_,
                        *b = *(const struct tmd_case *const *)b_;
  int c = compare_kinds(a, b);
  return c ? c : compare_hardness(a, b);
}

static int by_place(const void *a_, const void *b_) {
  const struct tmd_case *a = *(const struct tmd_case *const *)a_,
                        *b = *(const struct tmd_case *const *)b_;
  int c = compare_kinds(a, b);
  if (!c) c = compare_places(a, b);
  return c ? c : compare_hardness(a, b);
}

/* Drops the cases that `drop`, which is freed, marks. */
static void drop_marked(struct tmd_results *results, char *drop) {
  size_t kept = 0;
  for (size_t i = 0; i < results->cases; i++)
    if (!drop[i]) results->found[kept++] = results->found[i];
  results->cases = kept;
  free(drop);
}

static int is_decided(const struct tmd_case *c) {
  return tmd_case_kind(&c->record) <= TMD_IS_EXACT;
}

/* Keeps the `most` hardest of each kind, or of each kind, binade, sign and side. */
static void keep_hardest(struct tmd_results *results, long long most, int places) {
  const struct tmd_case **hardest = tmd_allocate((results->cases + 1) * sizeof *hardest);
  char *drop = memset(tmd_allocate(results->cases + 1), 0, results->cases + 1);
  size_t count = 0;
  long long rank = 0;
  for (size_t i = 0; i < results->cases; i++)
    if (is_decided(results->found + i)) hardest[count++] = results->found + i;
  qsort(hardest, count, sizeof *hardest, places ? by_place : by_kind);
  for (size_t i = 0; i < count; i++) {
    const struct tmd_case *last = i ? hardest[i - 1] : NULL;
    int alike =
        last && !compare_kinds(last, hardest[i]) && !(places && compare_places(last, hardest[i]));
    rank = alike ? rank + 1 : 0;
    drop[hardest[i] - results->found] = rank >= most;
  }
  drop_marked(results, drop);
  free(hardest);
}

void tmd_selection_drop_repeated(struct tmd_results *results) {
  char *drop = memset(tmd_allocate(results->cases + 1), 0, results->cases + 1);
  struct tmd_case *last = NULL;
  for (size_t i = 0; i < results->cases; i++) {
    struct tmd_case *r = results->found + i;
    int again = last && last->problem == r->problem && last->cell.sign_x == r->cell.sign_x &&
                last->cell.e_in == r->cell.e_in && last->cell.sign_y == r->cell.sign_y &&
                last->cell.e_y == r->cell.e_y && tmd_case_X(last) == tmd_case_X(r);
    int better = again && tmd_case_kind(&r->record) < tmd_case_kind(&last->record);
    if (again) drop[(better ? last : r) - results->found] = 1;
    if (!again || better) last = r;
  }
  drop_marked(results, drop);
}

/* Drops cases that are not hard enough, hard for other modes, or of another kind. */
static void keep_hard_for(struct tmd_results *results, const struct tmd_selection *selection) {
  char *drop = memset(tmd_allocate(results->cases + 1), 0, results->cases + 1);
  for (size_t i = 0; i < results->cases; i++) {
    const struct tmd_case *r = results->found + i;
    if (!is_decided(r)) continue;
    int midpoint = (r->record.flags & TMD_CASE_MIDPOINT) != 0;
    drop[i] = r->record.hardness < selection->min_bits ||
              (selection->mode == TMD_MODES_NEAREST && !midpoint) ||
              (selection->mode == TMD_MODES_DIRECTED && midpoint) ||
              (selection->kind && selection->kind - 1 != (int)tmd_case_kind(&r->record));
  }
  drop_marked(results, drop);
}

int tmd_selection_check(const struct tmd_selection *selection, const struct tmd_results *results) {
  const enum tmd_modes mode = selection->mode;
  for (struct tmd_list_section section = {0}; tmd_results_next(results, &section);) {
    const struct tmd_problem *problem = section.problem;
    if (mode == TMD_MODES_ALL) break;
    if (problem->modes != TMD_MODES_ALL && problem->modes != mode)
      return tmd_error(TMD_USAGE, "--mode %s: %s was searched for modes %s", tmd_modes_name(mode),
                       problem->name, tmd_modes_name(problem->modes));
  }
  return 0;
}

void tmd_selection_apply(const struct tmd_selection *selection, struct tmd_results *results) {
  keep_hard_for(results, selection);
  if (selection->minimal) keep_hardest(results, selection->minimal, 1);
  if (selection->top) keep_hardest(results, selection->top, 0);
}

int tmd_selection_is_whole(const struct tmd_selection *selection) {
  return !selection->min_bits && selection->mode == TMD_MODES_ALL && !selection->kind &&
         !selection->minimal && !selection->top;
}
