#include "tools/stat/histogram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cell/image.h"
#include "lib/region/exact.h"
#include "lib/stream/case-words.h"

static void count_case(struct tmd_histogram *h, const struct tmd_case_record *r) {
  switch (tmd_case_kind(r)) {
  case TMD_IS_UNDECIDED: h->undecided++; return;
  case TMD_IS_EXACT: h->exact++; return;
  default: break;
  }
  h->total++;
  h->cases[r->hardness < TMD_HISTOGRAM_BINS ? r->hardness : TMD_HISTOGRAM_BINS - 1]++;
}

/* The choice of entries to count. */
struct choice {
  const struct tmd_ledger *ledger;
  const struct tmd_problem *problem;
  const struct tmd_function *function; /* whose exact cases by rule are counted, or NULL */
  int sign_x;                          /* -1: both */
  int once;                            /* 1: only the last of binades that resemble each other */
  struct tmd_symmetry steps;
  int has_one[2]; /* for steps of x + 1: whether [1, 2), and (-2, -1], have entries */
};

/* Adds exact cases by rule in the part of the entry beyond *done. */
static void add_exact(struct tmd_histogram *h, const struct choice *choice,
                      const struct tmd_entry *entry, tmd_u128 *done) {
  const struct tmd_range range = {entry->at.X0 > *done ? entry->at.X0 : *done, entry->at.X1};
  if (choice->function)
    h->exact = tmd_wide_sum(
        h->exact, tmd_exact_count(choice->function, choice->problem, &entry->at.cell, &range));
  if (entry->at.X1 > *done) *done = entry->at.X1;
}

/* 1 if |x| >= 2 throughout the entry. */
static int beyond_two(const struct tmd_entry *entry) {
  const tmd_u128 one = tmd_format_least_normal(&entry->at.problem->in);
  return entry->at.cell.e_in > 0 || (entry->at.cell.e_in == 0 && entry->at.X0 >= 2 * one);
}

/* 1 if the entry is an image of a covered range by a step. */
static int repeats(const struct choice *choice, const struct tmd_entry *entry) {
  if (!choice->steps.step) return 0;
  if (tmd_symmetry_moves(&choice->steps))
    return choice->has_one[entry->at.cell.sign_x] && beyond_two(entry);
  struct tmd_span before = entry->at;
  struct tmd_missing missing = {0};
  if (before.X0 < tmd_format_least_normal(&before.problem->in)) return 0;
  before.cell.e_in -= tmd_symmetry_is_logarithm(&choice->steps) ? 1 : choice->steps.a;
  before.cell.e_out -= choice->steps.b;
  const tmd_u128 covered = tmd_ledger_missing(choice->ledger, &before, &missing);
  free(missing.range);
  return covered > 0;
}

/* The number of leading entries, among `count` sorted ones, of this sign and binade. */
static size_t binade_end(const struct tmd_entry *entry, size_t count, const struct tmd_cell *cell,
                         long e_in) {
  for (size_t i = 0; i < count; i++) {
    const struct tmd_cell *here = &entry[i].at.cell;
    if (here->sign_x != cell->sign_x || here->sign_f != cell->sign_f || here->e_in != e_in)
      return i;
  }
  return count;
}

/* The number of records that are also cases of the other entry. */
static size_t shared(const struct choice *choice, const struct tmd_entry *entry,
                     const struct tmd_entry *other) {
  const struct tmd_case_record *r = choice->ledger->record + entry->first;
  size_t found = 0;
  for (size_t k = 0; k < entry->count; k++) {
    const tmd_u128 X = tmd_wide_load(r[k].X);
    if (X < other->at.X0 || X >= other->at.X1) continue;
    found += tmd_ledger_cases(choice->ledger, other, X, X + 1).count;
  }
  return found;
}

enum { ALIKE_LEAST = 8 };

/* 1 if more than a quarter of the cases of the binade, in `count` entries, have the X of a case of
   the next binade, whose entries follow: f is almost c x^n there (all cases do), or c + d x (half
   of them, as dist doubles). If G were random, one case in 2^(bits - 1) would. */
static int resembles_next(const struct choice *choice, const struct tmd_entry *entry, size_t count,
                          size_t following) {
  const size_t next =
      binade_end(entry + count, following, &entry->at.cell, entry->at.cell.e_in + 1L);
  size_t cases = 0, alike = 0;
  for (size_t i = 0; i < count; i++) cases += entry[i].count;
  for (size_t n = count; n < count + next; n++) {
    if (repeats(choice, entry + n)) continue;
    for (size_t i = 0; i < count; i++) alike += shared(choice, entry + i, entry + n);
  }
  return alike >= ALIKE_LEAST && 4 * alike > cases;
}

enum { SEARCHED, REGIONS, EXACT, COUNTED };

static void count_entry(struct tmd_histogram *h, const struct choice *choice,
                        const struct tmd_entry *entry, tmd_u128 done[COUNTED]) {
  for (size_t k = 0; k < entry->count; k++) {
    const struct tmd_case_record *r = choice->ledger->record + entry->first + k;
    if (tmd_wide_load(r->X) >= done[SEARCHED]) count_case(h, r);
  }
  add_exact(h, choice, entry, done + EXACT);
  if (entry->says.reason) tmd_entry_add(&h->regions, done + REGIONS, entry);
  else tmd_entry_add(&h->searched, done + SEARCHED, entry);
}

static void count_chosen(struct tmd_histogram *h, const struct choice *choice) {
  size_t count, binade;
  const struct tmd_entry *entry = tmd_ledger_entries(choice->ledger, choice->problem, &count);
  memset(h, 0, sizeof *h);
  for (; count > 0; entry += binade, count -= binade) {
    tmd_u128 done[COUNTED] = {0}; /* counted up to here in this cell */
    binade = binade_end(entry, count, &entry->at.cell, entry->at.cell.e_in);
    if (choice->sign_x >= 0 && entry->at.cell.sign_x != choice->sign_x) continue;
    if (choice->once && resembles_next(choice, entry, binade, count - binade)) continue;
    for (size_t i = 0; i < binade; i++) {
      if (i > 0 && tmd_cell_compare(&entry[i - 1].at.cell, &entry[i].at.cell))
        memset(done, 0, sizeof done);
      if (!repeats(choice, entry + i)) count_entry(h, choice, entry + i, done);
    }
  }
}

void tmd_histogram_count(struct tmd_histogram *h, const struct tmd_ledger *ledger,
                         const struct tmd_problem *problem) {
  count_chosen(
      h, &(struct choice){
             .ledger = ledger, .problem = problem, .function = problem->function, .sign_x = -1});
}

void tmd_histogram_count_once(struct tmd_histogram *h, const struct tmd_ledger *ledger,
                              const struct tmd_problem *problem) {
  const struct tmd_symmetry has = tmd_symmetry_of(problem, problem->function), *symmetry = &has;
  struct choice choice = {
      .ledger = ledger, .problem = problem, .sign_x = -1, .once = 1, .steps = *symmetry};
  struct tmd_histogram other;
  size_t count;
  const struct tmd_entry *entry = tmd_ledger_entries(ledger, problem, &count);
  for (size_t i = 0; i < count; i++)
    if (entry[i].at.cell.e_in == 0 && !beyond_two(entry + i) && !entry[i].says.reason)
      choice.has_one[entry[i].at.cell.sign_x] = 1;
  if (symmetry->parity) choice.sign_x = 0;
  count_chosen(h, &choice);
  if (!symmetry->parity) return;
  choice.sign_x = 1;
  count_chosen(&other, &choice);
  if (other.searched > h->searched) *h = other;
}

/* ---- the model ---- */

enum { FIT_LEAST = 5 };

double tmd_histogram_expected_from(const struct tmd_histogram *h, const struct tmd_problem *problem,
                                   int k) {
  return ldexp(tmd_wide_double(h->searched),
               1 - k - (tmd_problem_threshold(problem) - problem->bits));
}

double tmd_histogram_expected(const struct tmd_histogram *h, const struct tmd_problem *problem,
                              int k) {
  return tmd_histogram_expected_from(h, problem, k) / 2;
}

/* Q(a, y), the regularized upper incomplete gamma function, at a = degrees/2 and y = chi2/2, by
   Q(a + 1, y) = Q(a, y) + y^a e^-y / Gamma(a + 1): no term is negative. */
double tmd_histogram_chi2_beyond(double chi2, int degrees) {
  const double y = chi2 / 2;
  double a = degrees % 2 ? 0.5 : 1, q = degrees % 2 ? erfc(sqrt(y)) : exp(-y);
  for (; 2 * a < degrees && y > 0; a++) q += exp(a * log(y) - y - lgamma(a + 1));
  return y > 0 ? fmin(q, 1) : 1;
}

struct tmd_fit tmd_histogram_fit(const struct tmd_histogram *h, const struct tmd_problem *problem) {
  struct tmd_fit fit = {.tail = problem->bits};
  if (tmd_histogram_expected_from(h, problem, fit.tail) < FIT_LEAST) return fit;
  while (fit.tail + 1 < TMD_HISTOGRAM_BINS &&
         tmd_histogram_expected_from(h, problem, fit.tail + 1) >= FIT_LEAST)
    fit.tail++;
  for (int k = problem->bits; k <= fit.tail; k++) {
    const int last = k == fit.tail;
    const double expected =
        last ? tmd_histogram_expected_from(h, problem, k) : tmd_histogram_expected(h, problem, k);
    double found = (double)h->cases[k];
    for (int beyond = k + 1; last && beyond < TMD_HISTOGRAM_BINS; beyond++)
      found += (double)h->cases[beyond];
    fit.chi2 += (found - expected) * (found - expected) / expected;
    fit.degrees++;
  }
  fit.p = tmd_histogram_chi2_beyond(fit.chi2, fit.degrees);
  return fit;
}
