#include "tools/stat/histogram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Which pieces are counted. */
struct choice {
  const struct tmd_coverage *coverage;
  unsigned problem;
  const struct tmd_function *function; /* whose exact cases by rule are counted, or NULL */
  int sign_x;                          /* -1: both */
  int once;                            /* of binades that resemble each other the last alone */
  struct tmd_symmetry steps;
  int has_one[2]; /* for steps of x + 1: whether there is something in [1, 2), or in (-2, -1] */
};

/* Adds the exact cases that follow by rule in the part of the piece that lies beyond *done. */
static void add_exact(struct tmd_histogram *h, const struct choice *choice,
                      const struct tmd_covered *piece, tmd_u128 *done) {
  const struct tmd_problem *problem = choice->coverage->problems.problem[choice->problem];
  const struct tmd_range range = {piece->X0 > *done ? piece->X0 : *done, piece->X1};
  if (choice->function)
    h->exact =
        tmd_wide_sum(h->exact, tmd_exact_count(choice->function, problem, &piece->cell, &range));
  if (piece->X1 > *done) *done = piece->X1;
}

/* 1 if the piece is an image that a step makes of something covered. */
static int repeats(const struct choice *choice, const struct tmd_covered *piece) {
  const enum tmd_step step = choice->steps.step;
  if (!step) return 0;
  if (step == TMD_STEP_ADD || step == TMD_STEP_ALTERNATE)
    return piece->cell.e_in > 0 && choice->has_one[piece->cell.sign_x];
  struct tmd_planline before = {.problem = choice->coverage->problems.problem[choice->problem],
                                .cell = piece->cell};
  struct tmd_uncovered missing = {0};
  if (piece->X0 < (tmd_u128)1 << (before.problem->in.p - 1)) return 0;
  before.cell.e_in -= step == TMD_STEP_LOG2 ? 1 : choice->steps.a;
  before.cell.e_out -= choice->steps.b;
  before.X0 = piece->X0;
  before.X1 = piece->X1;
  const tmd_u128 covered = tmd_coverage_missing(choice->coverage, &before, &missing);
  free(missing.range);
  return covered > 0;
}

/* The end of those of `count` pieces, in order, whose cell is of this sign and binade. */
static size_t binade_end(const struct tmd_covered *piece, size_t count, const struct tmd_cell *cell,
                         long e_in) {
  for (size_t i = 0; i < count; i++) {
    const struct tmd_cell *here = &piece[i].cell;
    if (here->sign_x != cell->sign_x || here->sign_f != cell->sign_f || here->e_in != e_in)
      return i;
  }
  return count;
}

/* How many of the records are cases of the other piece. */
static size_t shared(const struct choice *choice, const struct tmd_covered *piece,
                     const struct tmd_covered *other) {
  const struct tmd_case_record *r = choice->coverage->record + piece->first;
  size_t found = 0, here;
  for (size_t k = 0; k < piece->count; k++) {
    const tmd_u128 X = tmd_wide_load(r[k].X);
    if (X < other->X0 || X >= other->X1) continue;
    tmd_coverage_cases(choice->coverage, other, X, X + 1, &here);
    found += here;
  }
  return found;
}

enum { ALIKE_LEAST = 8 };

/* 1 if more than a quarter of the binade's cases, which are those of `count` pieces, have the X of
   a case of the next binade, whose pieces follow: f is almost c x^n there (all of them do), or c +
   d x (half of them, as dist doubles). If G were random that would be so of one case in 2^(bits -
   1). */
static int resembles_next(const struct choice *choice, const struct tmd_covered *piece,
                          size_t count, size_t following) {
  const size_t next = binade_end(piece + count, following, &piece->cell, piece->cell.e_in + 1L);
  size_t cases = 0, alike = 0;
  for (size_t i = 0; i < count; i++) cases += piece[i].count;
  for (size_t n = count; n < count + next; n++) {
    if (repeats(choice, piece + n)) continue;
    for (size_t i = 0; i < count; i++) alike += shared(choice, piece + i, piece + n);
  }
  return alike >= ALIKE_LEAST && 4 * alike > cases;
}

enum { SEARCHED, REGIONS, EXACT, COUNTED };

static void count_piece(struct tmd_histogram *h, const struct choice *choice,
                        const struct tmd_covered *piece, tmd_u128 done[COUNTED]) {
  for (size_t k = 0; k < piece->count; k++) {
    const struct tmd_case_record *r = choice->coverage->record + piece->first + k;
    if (tmd_wide_load(r->X) >= done[SEARCHED]) count_case(h, r);
  }
  add_exact(h, choice, piece, done + EXACT);
  if (piece->says.reason) tmd_covered_add(&h->regions, done + REGIONS, piece);
  else tmd_covered_add(&h->searched, done + SEARCHED, piece);
}

static void count_chosen(struct tmd_histogram *h, const struct choice *choice) {
  size_t count, binade;
  const struct tmd_covered *piece = tmd_coverage_pieces(choice->coverage, choice->problem, &count);
  memset(h, 0, sizeof *h);
  for (; count > 0; piece += binade, count -= binade) {
    tmd_u128 done[COUNTED] = {0}; /* in this cell counted up to here */
    binade = binade_end(piece, count, &piece->cell, piece->cell.e_in);
    if (choice->sign_x >= 0 && piece->cell.sign_x != choice->sign_x) continue;
    if (choice->once && resembles_next(choice, piece, binade, count - binade)) continue;
    for (size_t i = 0; i < binade; i++) {
      if (i > 0 && tmd_cell_compare(&piece[i - 1].cell, &piece[i].cell))
        memset(done, 0, sizeof done);
      if (!repeats(choice, piece + i)) count_piece(h, choice, piece + i, done);
    }
  }
}

void tmd_histogram_count(struct tmd_histogram *h, const struct tmd_coverage *coverage,
                         unsigned problem) {
  const struct tmd_function *function = coverage->problems.problem[problem]->function;
  count_chosen(h,
               &(struct choice){
                   .coverage = coverage, .problem = problem, .function = function, .sign_x = -1});
}

void tmd_histogram_count_once(struct tmd_histogram *h, const struct tmd_coverage *coverage,
                              unsigned problem, const struct tmd_symmetry *symmetry) {
  struct choice choice = {
      .coverage = coverage, .problem = problem, .sign_x = -1, .once = 1, .steps = *symmetry};
  struct tmd_histogram other;
  size_t count;
  const struct tmd_covered *piece = tmd_coverage_pieces(coverage, problem, &count);
  for (size_t i = 0; i < count; i++)
    if (piece[i].cell.e_in == 0 && !piece[i].says.reason) choice.has_one[piece[i].cell.sign_x] = 1;
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
