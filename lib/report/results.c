#include "lib/report/results.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/hex-float.h"

/* ---- adding ---- */

void tmd_results_add_case(struct tmd_results *results, const struct tmd_case *found) {
  results->found =
      tmd_grow(results->found, &results->case_capacity, results->cases + 1, sizeof *results->found);
  results->found[results->cases++] = *found;
}

struct tmd_stretch *tmd_results_add_stretch(struct tmd_results *results,
                                            const struct tmd_span *span) {
  results->stretch = tmd_grow(results->stretch, &results->stretch_capacity, results->stretches + 1,
                              sizeof *results->stretch);
  struct tmd_stretch *stretch = results->stretch + results->stretches++;
  *stretch = (struct tmd_stretch){.problem = span->problem,
                                  .sign_x = span->cell.sign_x,
                                  .e_a = span->cell.e_in,
                                  .e_b = span->cell.e_in,
                                  .Xa = span->X0,
                                  .Xb = span->X1};
  return stretch;
}

static void add_region(struct tmd_results *results, const struct tmd_span *span,
                       const struct tmd_region_saying *says, unsigned flags) {
  if (tmd_problem_of_pairs(span->problem)) {
    results->pair_regions++;
    return;
  }
  struct tmd_stretch *region = tmd_results_add_stretch(results, span);
  region->says = *says;
  region->flags = flags;
}

void tmd_results_add(struct tmd_results *results, const struct tmd_claim *claim) {
  struct tmd_span span = {claim->problem, claim->cell, claim->X0, claim->X1};
  results->poly_claims += claim->kind == TMD_POLY;
  const int pairs = tmd_problem_of_pairs(claim->problem);
  if (claim->kind != TMD_POLY && tmd_claim_confirmed(claim) && !pairs)
    tmd_results_add_stretch(results, &span);
  for (size_t i = 0; claim->kind == TMD_CASE && i < claim->record_count; i++) {
    const struct tmd_case_record *record = tmd_claim_record(claim, i);
    tmd_results_add_case(results, &(struct tmd_case){claim->problem, claim->cell, *record});
  }
  for (size_t i = 0; claim->kind == TMD_REGION && i < claim->record_count; i++) {
    const struct tmd_region_record *r = tmd_claim_record(claim, i);
    const struct tmd_region_saying says = tmd_region_says(r);
    span.X0 = tmd_wide_load(r->Xa), span.X1 = tmd_wide_load(r->Xb);
    add_region(results, &span, &says, r->flags);
  }
}

void tmd_results_take(struct tmd_results *results, const struct tmd_ledger *ledger) {
  for (size_t i = 0; i < ledger->ranges; i++)
    if (!tmd_problem_of_pairs(ledger->range[i].problem))
      tmd_results_add_stretch(results, ledger->range + i);
  for (const struct tmd_entry *entry = ledger->entry; entry < ledger->entry + ledger->entries;
       entry++) {
    const struct tmd_case_record *record = ledger->record + entry->first;
    for (size_t i = 0; i < entry->count; i++)
      tmd_results_add_case(results,
                           &(struct tmd_case){entry->at.problem, entry->at.cell, record[i]});
    if (entry->says.reason) add_region(results, &entry->at, &entry->says, TMD_REGION_PROVED);
  }
}

void tmd_results_clear(struct tmd_results *results) {
  free(results->found);
  free(results->stretch);
  memset(results, 0, sizeof *results);
}

/* ---- order ---- */

static int order(long a, long b) { return (a > b) - (a < b); }

int tmd_result_compare_points(const struct tmd_format *format, int e_a, tmd_u128 Xa, int e_b,
                              tmd_u128 Xb) {
  const tmd_u128 end = tmd_format_power(format, format->p);
  if (Xa == end) e_a++, Xa = tmd_format_least_normal(format);
  if (Xb == end) e_b++, Xb = tmd_format_least_normal(format);
  return e_a != e_b ? order(e_a, e_b) : tmd_ordinal_compare(Xa, Xb);
}

int tmd_stretch_is_hard(const struct tmd_stretch *stretch) {
  return stretch->says.reason && (int)stretch->says.least >= stretch->problem->bits;
}

/* By problem and x, from the least to the greatest; pairs by their cells and ordinals. */
static int compare_cases(const void *a_, const void *b_) {
  const struct tmd_case *a = a_, *b = b_;
  int c = tmd_problem_compare(a->problem, b->problem);
  if (!c) c = order(b->cell.sign_x, a->cell.sign_x);
  if (c) return c;
  c = order(a->cell.e_in, b->cell.e_in);
  if (!c) c = order(a->cell.sign_y, b->cell.sign_y);
  if (!c) c = order(a->cell.e_y, b->cell.e_y);
  if (!c) c = tmd_ordinal_compare(tmd_case_X(a), tmd_case_X(b));
  if (!c) c = memcmp(&a->record, &b->record, sizeof a->record);
  return a->cell.sign_x ? -c : c;
}

/* By problem, negative before positive, then from zero on. */
static int compare_stretches(const void *a_, const void *b_) {
  const struct tmd_stretch *a = a_, *b = b_;
  int c = tmd_problem_compare(a->problem, b->problem);
  if (!c) c = order(b->sign_x, a->sign_x);
  if (!c) c = tmd_result_compare_points(&a->problem->in, a->e_a, a->Xa, b->e_a, b->Xa);
  if (!c) c = order(a->says.reason, b->says.reason);
  if (!c) c = order(a->flags, b->flags);
  return c ? c : tmd_ordinal_compare(b->Xb, a->Xb);
}

static int same_half(const struct tmd_stretch *a, const struct tmd_stretch *b) {
  return a->problem == b->problem && a->sign_x == b->sign_x;
}

/* Joins `next` to the stretch `open`, which begins no later and is as hard: 1 if they adjoin or
   overlap. */
static int join(struct tmd_stretch *open, const struct tmd_stretch *next) {
  const struct tmd_region_saying *says = &next->says;
  const struct tmd_format *in = &next->problem->in;
  if (!same_half(open, next) || open->flags != next->flags) return 0;
  if (open->says.modulus != says->modulus || open->says.residue != says->residue) return 0;
  if (says->modulus && open->e_a != next->e_a) return 0;
  if (tmd_result_compare_points(in, open->e_b, open->Xb, next->e_a, next->Xa) < 0) return 0;
  if (tmd_result_compare_points(in, open->e_b, open->Xb, next->e_b, next->Xb) < 0) {
    open->e_b = next->e_b;
    open->Xb = next->Xb;
  }
  if (says->least < open->says.least) open->says.least = says->least;
  if (says->greatest > open->says.greatest) open->says.greatest = says->greatest;
  return 1;
}

/* Joins stretches, in the array sorted from zero on. */
static void join_stretches(struct tmd_results *results) {
  struct tmd_stretch *open[TMD_REGION_REASONS][2] = {
      {NULL}}; /* by reason (0: complete) and whether all arguments are hard */
  size_t kept = 0;
  for (size_t i = 0; i < results->stretches; i++) {
    const struct tmd_stretch *next = results->stretch + i;
    struct tmd_stretch **alike = &open[next->says.reason][tmd_stretch_is_hard(next)];
    if (*alike && join(*alike, next)) continue;
    *alike = results->stretch + kept++;
    **alike = *next;
  }
  results->stretches = kept;
}

static void drop_repeated_cases(struct tmd_results *results) {
  size_t kept = 0;
  for (size_t i = 0; i < results->cases; i++)
    if (!kept || compare_cases(results->found + kept - 1, results->found + i))
      results->found[kept++] = results->found[i];
  results->cases = kept;
}

static void reverse(struct tmd_stretch *stretch, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    const struct tmd_stretch swapped = stretch[i];
    stretch[i] = stretch[count - 1 - i];
    stretch[count - 1 - i] = swapped;
  }
}

void tmd_results_sort(struct tmd_results *results) {
  if (results->cases) qsort(results->found, results->cases, sizeof *results->found, compare_cases);
  drop_repeated_cases(results);
  if (!results->stretches) return;
  qsort(results->stretch, results->stretches, sizeof *results->stretch, compare_stretches);
  join_stretches(results);
  for (size_t from = 0, to; from < results->stretches; from = to) {
    struct tmd_stretch *half = results->stretch + from; /* negative: the largest |x| first */
    for (to = from + 1; to < results->stretches && same_half(half, results->stretch + to);) to++;
    if (half->sign_x) reverse(half, to - from);
  }
}

int tmd_results_next(const struct tmd_results *results, struct tmd_list_section *section) {
  const struct tmd_case *found = results->found;
  const struct tmd_stretch *stretch = results->stretch;
  size_t to = section->to, behind = section->behind;
  if (to == results->cases && behind == results->stretches) return 0;
  section->problem = to < results->cases ? found[to].problem : stretch[behind].problem;
  if (behind < results->stretches &&
      tmd_problem_compare(stretch[behind].problem, section->problem) < 0)
    section->problem = stretch[behind].problem;
  section->from = to, section->first = behind;
  while (to < results->cases && found[to].problem == section->problem) to++;
  while (behind < results->stretches && stretch[behind].problem == section->problem) behind++;
  section->to = to, section->behind = behind;
  return 1;
}

void tmd_stretch_print_ends(const struct tmd_stretch *stretch, char *a, char *b) {
  const struct tmd_cell first = {.sign_x = stretch->sign_x, .e_in = stretch->e_a},
                        last = {.sign_x = stretch->sign_x, .e_in = stretch->e_b};
  tmd_argument_print(a, stretch->problem, &first, stretch->Xa);
  tmd_argument_print(b, stretch->problem, &last, stretch->Xb);
}
