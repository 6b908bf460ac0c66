#include "lib/report/overlaps.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/stream/agree.h"
#include "lib/stream/case-words.h"
#include "lib/stream/hex-float.h"

/* On [X0, X1) two pieces contradict each other. */
struct difference {
  tmd_u128 X0, X1;
  struct tmd_statement one, other;
};

/* The pieces of a cell in order of X0. Those that go on where the sweep is are open, but of those
   that say the same only the one that goes on longest: it has been compared with the others, so
   that it speaks for them. */
struct sweep {
  const struct tmd_coverage *coverage;
  int bits; /* of the problem */
  const struct tmd_covered **open;
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

/* ---- two pieces on [X0, X1) ---- */

static tmd_u128 X_of(const struct tmd_case_record *record) { return tmd_wide_load(record->X); }

static void compare_cases(struct sweep *s, const struct tmd_covered *a, const struct tmd_covered *b,
                          tmd_u128 X0, tmd_u128 X1) {
  size_t m, n;
  const struct tmd_case_record *p = tmd_coverage_cases(s->coverage, a, X0, X1, &m),
                               *q = tmd_coverage_cases(s->coverage, b, X0, X1, &n);
  const struct tmd_case_record *const p_end = p + m, *const q_end = q + n;
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

static void compare_regions(struct sweep *s, const struct tmd_covered *a,
                            const struct tmd_covered *b, tmd_u128 X0, tmd_u128 X1) {
  if (!tmd_regions_agree(&a->says, &b->says, s->bits, X0, X1))
    add(s, X0, X1, (struct tmd_statement){a, NULL}, (struct tmd_statement){b, NULL});
}

static void compare_case_region(struct sweep *s, const struct tmd_covered *cases,
                                const struct tmd_covered *region, tmd_u128 X0, tmd_u128 X1) {
  const struct tmd_region_saying *says = &region->says;
  const struct tmd_statement none = {cases, NULL}, other = {region, NULL};
  size_t n;
  const struct tmd_case_record *record = tmd_coverage_cases(s->coverage, cases, X0, X1, &n);
  for (const struct tmd_case_record *end = record + n; record < end; record++) {
    const tmd_u128 X = X_of(record);
    const tmd_u128 missing = tmd_region_next_hard(says, s->bits, X0);
    if (missing < X) add(s, missing, X, none, other);
    if (!tmd_region_allows(says, record))
      add(s, X, X + 1, (struct tmd_statement){cases, record}, other);
    X0 = X + 1;
  }
  const tmd_u128 missing = tmd_region_next_hard(says, s->bits, X0);
  if (missing < X1) add(s, missing, X1, none, other);
}

static void compare(struct sweep *s, const struct tmd_covered *a, const struct tmd_covered *b,
                    tmd_u128 X0, tmd_u128 X1) {
  if (!a->says.reason && !b->says.reason) compare_cases(s, a, b, X0, X1);
  else if (!a->says.reason) compare_case_region(s, a, b, X0, X1);
  else if (!b->says.reason) compare_case_region(s, b, a, X0, X1);
  else compare_regions(s, a, b, X0, X1);
}

/* The sweep comes to the beginning of the piece b. */
static void enter(struct sweep *s, const struct tmd_covered *b) {
  size_t kept = 0;
  int goes_on = 1;
  for (size_t i = 0; i < s->opens; i++) {
    const struct tmd_covered *a = s->open[i];
    if (a->X1 <= b->X0) continue;
    compare(s, a, b, b->X0, a->X1 < b->X1 ? a->X1 : b->X1);
    if (tmd_covered_same(a, b)) {
      if (a->X1 < b->X1) continue;
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

static int compare_differences(const void *a_, const void *b_) {
  const struct difference *a = a_, *b = b_;
  return (a->X0 > b->X0) - (a->X0 < b->X0);
}

static int compare_ends(const void *a_, const void *b_) {
  const tmd_u128 a = *(const tmd_u128 *)a_, b = *(const tmd_u128 *)b_;
  return (a > b) - (a < b);
}

/* The first difference on the overlap. Overlaps come in order: *reach is the difference that goes
   on longest of those that begin before them, *next the first of the others. */
static void find_difference(struct tmd_overlap *overlap, const struct sweep *s, size_t *next,
                            const struct difference **reach) {
  const struct difference *const end = s->difference + s->differences, *d = s->difference + *next,
                                 *found = NULL;
  for (; d < end && d->X0 <= overlap->X0; d++)
    if (!*reach || d->X1 > (*reach)->X1) *reach = d;
  *next = (size_t)(d - s->difference);
  if (*reach && (*reach)->X1 > overlap->X0) found = *reach;
  else if (d < end && d->X0 < overlap->X1) found = d;
  overlap->differ = found != NULL;
  if (!found) return;
  overlap->X = found->X0 > overlap->X0 ? found->X0 : overlap->X0;
  overlap->one = found->one;
  overlap->other = found->other;
}

/* Calls visit for the overlaps of `count` pieces of a cell. */
static void visit_overlaps(const struct sweep *s, const struct tmd_covered *pieces, size_t count,
                           void (*visit)(const struct tmd_overlap *overlap)) {
  tmd_u128 *ends = tmd_allocate(count * sizeof *ends), from = 0;
  size_t begun = 0, ended = 0, times = 0, next = 0;
  const struct difference *reach = NULL;
  for (size_t i = 0; i < count; i++) ends[i] = pieces[i].X1;
  qsort(ends, count, sizeof *ends, compare_ends);
  while (ended < count) {
    const tmd_u128 X =
        begun < count && pieces[begun].X0 < ends[ended] ? pieces[begun].X0 : ends[ended];
    while (begun < count && pieces[begun].X0 == X) begun++;
    while (ended < count && ends[ended] == X) ended++;
    if (begun - ended == times) continue;
    if (times > 1) {
      struct tmd_overlap overlap = {.cell = &pieces->cell, .X0 = from, .X1 = X, .times = times};
      find_difference(&overlap, s, &next, &reach);
      visit(&overlap);
    }
    from = X;
    times = begun - ended;
  }
  free(ends);
}

void tmd_overlaps_find(const struct tmd_coverage *coverage, unsigned problem,
                       void (*visit)(const struct tmd_overlap *overlap)) {
  size_t count;
  const struct tmd_covered *piece = tmd_coverage_pieces(coverage, problem, &count), *const end =
                                                                                        piece +
                                                                                        count;
  struct sweep s = {.coverage = coverage, .bits = coverage->problems.problem[problem]->bits};
  for (const struct tmd_covered *cell = piece; cell < end; cell = piece) {
    for (; piece < end && !tmd_cell_compare(&piece->cell, &cell->cell); piece++) enter(&s, piece);
    if (s.differences)
      qsort(s.difference, s.differences, sizeof *s.difference, compare_differences);
    visit_overlaps(&s, cell, (size_t)(piece - cell), visit);
    s.opens = s.differences = 0;
  }
  free(s.open);
  free(s.difference);
}

/* ---- words ---- */

char *tmd_statement_print(char *text, const struct tmd_statement *statement) {
  const struct tmd_covered *piece = statement->piece;
  const struct tmd_case_record *record = statement->record;
  char bounds[2][12];
  const unsigned hardness[] = {record ? record->hardness : piece->says.least, piece->says.greatest};
  for (int i = 0; i < 2; i++) {
    const char *word = tmd_hardness_word(hardness[i]);
    if (word) snprintf(bounds[i], sizeof bounds[i], "%.11s", word);
    else snprintf(bounds[i], sizeof bounds[i], "%u", hardness[i] % 100000);
  }
  const struct tmd_region_saying *says = &piece->says;
  char reason[TMD_REASON_TEXT_BYTES];
  if (says->reason)
    snprintf(text, TMD_STATEMENT_TEXT_BYTES, "%.31s %s..%s",
             tmd_reason_print(reason, says->reason, says->modulus, says->residue), bounds[0],
             bounds[1]);
  else if (!record) strcpy(text, "no case");
  else if (tmd_case_kind(record) == TMD_IS_UNDECIDED) strcpy(text, "undecided");
  else snprintf(text, TMD_STATEMENT_TEXT_BYTES, "case %s", bounds[0]);
  return text;
}

/* ---- a verdict on all ---- */

static _Thread_local const struct tmd_problem
    *checked; /* the problem; NULL once two of its pieces contradict each other */

static void check_overlap(const struct tmd_overlap *overlap) {
  const struct tmd_problem *problem = checked;
  char x[TMD_HEXFLOAT_TEXT_BYTES], one[TMD_STATEMENT_TEXT_BYTES], other[TMD_STATEMENT_TEXT_BYTES];
  if (!overlap->differ || !problem) return;
  tmd_error(TMD_FALSE,
            "%.200s, modes %s, %d bits: two claims (%s, %s) contradict each other, x = %s",
            problem->name, tmd_modes_name(problem->modes), problem->bits,
            tmd_statement_print(one, &overlap->one), tmd_statement_print(other, &overlap->other),
            tmd_hexfloat_print(x, overlap->cell->sign_x, overlap->X,
                               tmd_cell_unit(problem, overlap->cell)));
  checked = NULL;
}

int tmd_overlaps_check(const struct tmd_coverage *coverage) {
  for (unsigned i = 0; i < coverage->problems.count; i++) {
    checked = coverage->problems.problem[i];
    tmd_overlaps_find(coverage, i, check_overlap);
    if (!checked) return -1;
  }
  return 0;
}
