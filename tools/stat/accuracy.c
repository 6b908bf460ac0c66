#include "tools/stat/accuracy.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/wide-mpz.h"
#include "lib/cell/confirm.h"
#include "lib/cell/enclose.h"
#include "lib/cell/pieces.h"
#include "lib/cell/scaled.h"
#include "lib/function/function.h"
#include "lib/problem/hex-float.h"
#include "lib/region/exact.h"
#include "lib/region/polynomial-case.h"
#include "lib/stream/case-words.h"

enum { VALUE_BITS = 128 };

int tmd_accuracy_is_first(const struct tmd_ledger *ledger, const struct tmd_problem *problem) {
  const struct tmd_claim_count *p = ledger->count;
  while (!tmd_problem_alike(p->problem, problem)) p++;
  return p->problem == problem;
}

int tmd_accuracy_includes(const struct tmd_accuracy *accuracy, const struct tmd_problem *p) {
  return tmd_problem_alike(p, accuracy->problem) &&
         (p->modes == TMD_MODES_ALL || p->modes == accuracy->mode);
}

/* ---- needs ---- */

/* The bits that are enough if dist >= 2^-distance in units of G. */
static int enough(const struct tmd_problem *problem, long distance) {
  const long bits = distance + tmd_problem_G_bits(problem);
  return bits < INT_MAX ? (int)bits : INT_MAX;
}

/* -log2 of the least distance of that hardness. */
static long distance_of(const struct tmd_problem *problem, long hardness) {
  return hardness + 1 + tmd_problem_threshold(problem) - problem->bits;
}

/* Bits that are enough for all arguments of a range. */
static void add_enough(struct tmd_need *need, int bits) {
  if (bits <= need->bits) return;
  need->bits = bits;
  need->least = 0;
}

static int is_nearer(const struct tmd_need *a, const struct tmd_need *b) {
  if (!b->has_x || a->exponent != b->exponent) return !b->has_x || a->exponent < b->exponent;
  return a->mantissa < b->mantissa;
}

static void add_case(struct tmd_need *need, const struct tmd_need *one) {
  struct tmd_need sum = is_nearer(one, need) ? *one : *need;
  sum.bits = need->bits > one->bits ? need->bits : one->bits;
  sum.least = (need->bits == sum.bits && need->least) || (one->bits == sum.bits && one->least);
  *need = sum;
}

/* ---- cases ---- */

/* F = |f(x)| in units of G: low <= F < high. 0, or -1 (message). */
static int enclose(mpfr_t low, mpfr_t high, const struct tmd_segment *segment) {
  int out_of_range;
  if (tmd_problem_decimal(segment->problem)) {
    SCOPED(arb, G);
    tmd_enclose_by_arb(G, segment, segment->X0, 2 * VALUE_BITS);
    tmd_scaled_offset(G, segment->problem, +1);
    arb_get_interval_mpfr(low, high, G);
    mpfr_nextabove(high);
    return mpfr_number_p(low) && mpfr_sgn(low) > 0
               ? 0
               : tmd_error(TMD_USAGE, "%s of a case is not enclosed", segment->function->name);
  }
  FLOATS(128, x);
  tmd_segment_argument(x, segment, segment->X0);
  tmd_function_mpfr(segment->function, low, x, MPFR_RNDZ, &out_of_range);
  if (out_of_range)
    return tmd_error(TMD_USAGE, "%s of a case is out of MPFR's range", segment->function->name);
  mpfr_abs(low, low, MPFR_RNDZ);
  mpfr_mul_2si(low, low, tmd_scaled_log2(segment), MPFR_RNDZ);
  mpfr_set(high, low, MPFR_RNDU);
  mpfr_nextabove(high);
  return 0;
}

/* Confirms the record: 0, or -1 (message). Cases decided by tmd-ziv are decided here, whatever its
   precision. */
static int confirm(const struct tmd_segment *segment, const struct tmd_case_record *record) {
  struct tmd_case_record again;
  const int hard = tmd_confirm_case(segment, segment->X0, TMD_CONFIRM_PRECISION_MOST, &again);
  if (hard < 0) return -1;
  if (hard && !memcmp(&again, record, sizeof again)) return 0;
  return tmd_error(TMD_CORRUPT, "the record of %s(%s) is wrong", segment->function->name,
                   TMD_ARGUMENT_TEXT(segment->problem, &segment->cell, segment->X0));
}

/* F exceeds the values of every cell. */
static int is_beyond_cell(const mpfr_t F, const struct tmd_problem *problem) {
  const struct tmd_format *out = &problem->out;
  FLOATS(VALUE_BITS, end);
  SCOPED(mpz, power);
  tmd_wide_to_mpz(power, tmd_format_power(out, out->p));
  if (problem->modes == TMD_MODES_ALL) mpz_mul_ui(power, power, 2);
  mpfr_set_z(end, power, MPFR_RNDN);
  return mpfr_cmp(F, end) > 0;
}

/* The need of a case in its own cell: 1, or 0 if it is near 2^(emax + 1), which is no breakpoint,
   or -1 (message). */
static int need_of_case(struct tmd_need *need, const struct tmd_segment *segment,
                        const struct tmd_case_record *record) {
  const struct tmd_problem *problem = segment->problem;
  FLOATS(VALUE_BITS, low, high, F_low, F_high);
  int result = enclose(F_low, F_high, segment) ? -1 : 1;
  mpfr_set_uj_2exp(low, record->distance_mantissa, (mpfr_exp_t)record->distance_exponent - 64,
                   MPFR_RNDD);
  mpfr_set_uj_2exp(high, 1, (mpfr_exp_t)record->distance_exponent - 64, MPFR_RNDU);
  mpfr_add(high, high, low, MPFR_RNDU);
  mpfr_div(low, low, F_high, MPFR_RNDD);
  mpfr_div(high, high, F_low, MPFR_RNDU);
  mpfr_add_ui(F_high, F_high, 1, MPFR_RNDU);
  if (result == 1 && !(record->flags & TMD_CASE_MIDPOINT) && record->distance_negative &&
      segment->cell.e_out == problem->out.emax && is_beyond_cell(F_high, problem))
    result = 0;
  *need = (struct tmd_need){.has_x = 1,
                            .cell = segment->cell,
                            .X = segment->X0,
                            .hardness = tmd_problem_hardness(problem, record->distance_exponent)};
  need->mantissa = mpfr_get_d_2exp(&need->exponent, low, MPFR_RNDD);
  need->bits = (int)(1 - need->exponent);
  need->least = mpfr_cmp_ui_2exp(high, 1, need->exponent) < 0;
  return result;
}

/* ---- entries of the ledger ---- */

static int compare_rows(const void *a_, const void *b_) {
  const struct tmd_accuracy_row *a = a_, *b = b_;
  if (a->sign_x != b->sign_x) return b->sign_x - a->sign_x;
  const int c = (a->e_in > b->e_in) - (a->e_in < b->e_in);
  return a->sign_x ? -c : c;
}

static struct tmd_accuracy_row *row_of(struct tmd_accuracy *accuracy, const struct tmd_cell *cell) {
  const struct tmd_accuracy_row key = {.sign_x = cell->sign_x, .e_in = cell->e_in};
  return bsearch(&key, accuracy->binade, accuracy->binades, sizeof key, compare_rows);
}

/* Adds a row for each binade of the entries, perhaps repeatedly. */
static void add_rows(struct tmd_accuracy *accuracy, const struct tmd_entry *entry, size_t count) {
  accuracy->binade =
      tmd_reallocate(accuracy->binade, (accuracy->binades + count + 1) * sizeof *accuracy->binade);
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && entry[i - 1].at.cell.sign_x == entry[i].at.cell.sign_x &&
        entry[i - 1].at.cell.e_in == entry[i].at.cell.e_in)
      continue;
    accuracy->binade[accuracy->binades++] =
        (struct tmd_accuracy_row){.sign_x = entry[i].at.cell.sign_x, .e_in = entry[i].at.cell.e_in};
  }
}

static void sort_rows(struct tmd_accuracy *accuracy) {
  size_t kept = 0;
  if (accuracy->binades)
    qsort(accuracy->binade, accuracy->binades, sizeof *accuracy->binade, compare_rows);
  for (size_t i = 0; i < accuracy->binades; i++)
    if (!kept || compare_rows(accuracy->binade + kept - 1, accuracy->binade + i))
      accuracy->binade[kept++] = accuracy->binade[i];
  accuracy->binades = kept;
}

/* 1 if the region has no cases, so that its need follows without a separate formula. */
static int has_no_cases(const struct tmd_entry *entry, const struct tmd_problem *problem) {
  return tmd_reason_is_flat(entry->says.reason) && (int)entry->says.greatest < problem->bits;
}

static void add_region(struct tmd_accuracy *accuracy, const struct tmd_entry *entry,
                       const struct tmd_problem *problem, tmd_u128 arguments) {
  struct tmd_accuracy_region *region = accuracy->region + entry->says.reason;
  const int outside =
      entry->says.reason == TMD_REGION_OVERFLOW || entry->says.reason == TMD_REGION_UNDERFLOW;
  const int bits = outside ? tmd_format_significand_bits(&problem->out) + 1 + problem->out.decimal
                           : enough(problem, distance_of(problem, entry->says.greatest));
  region->arguments = tmd_wide_sum(region->arguments, arguments);
  if (entry->says.greatest > region->greatest) region->greatest = entry->says.greatest;
  if (bits > region->bits) region->bits = bits;
}

/* Adds a case near a breakpoint of the mode to its rows; `again`: it was counted before. */
static int add_record(struct tmd_accuracy *accuracy, const struct tmd_trivial *trivial,
                      struct tmd_segment segment, const struct tmd_case_record *record,
                      struct tmd_accuracy_row *binade, int again) {
  const struct tmd_problem *problem = segment.problem;
  struct tmd_segment own = segment;
  struct tmd_need need;
  if (confirm(&segment, record)) return -1;
  if (!tmd_cut_own_cell(&own, own.X0)) return 0;
  const int is_trivial = tmd_trivial_at(trivial, &own, own.X0);
  struct tmd_accuracy_row *row = is_trivial ? &accuracy->trivial : binade;
  if (is_trivial) {
    accuracy->trivial.arguments += !again;
    if (own.cell.e_in > accuracy->e_trivial) accuracy->e_trivial = own.cell.e_in;
  }
  if (enough(problem,
             distance_of(problem, tmd_problem_hardness(problem, record->distance_exponent))) <
      row->need.bits)
    return 0;
  const int found = need_of_case(&need, &own, record);
  if (found <= 0) return found;
  add_case(&row->need, &need);
  return 0;
}

/* 1 if an entry of the cell before entry[i] also has a record of the argument. */
static int is_repeated(const struct tmd_accuracy *accuracy, const struct tmd_entry *const *entry,
                       size_t i, tmd_u128 X) {
  while (i-- > 0 && !tmd_cell_compare(&entry[i]->at.cell, &entry[i + 1]->at.cell))
    if (tmd_ledger_cases(accuracy->ledger, entry[i], X, X + 1).count) return 1;
  return 0;
}

/* Adds the records of entry[i]; earlier entries of the cell end at `done` or before. */
static int add_records(struct tmd_accuracy *accuracy, const struct tmd_trivial *trivial,
                       const struct tmd_entry *const *entry, size_t i, tmd_u128 done) {
  const struct tmd_problem *problem = entry[i]->at.problem;
  const struct tmd_case_record *record = accuracy->ledger->record + entry[i]->first,
                               *const end = record + entry[i]->count;
  struct tmd_accuracy_row *binade = row_of(accuracy, &entry[i]->at.cell);
  for (; record < end; record++) {
    const int midpoint = (record->flags & TMD_CASE_MIDPOINT) != 0;
    const tmd_u128 X = tmd_wide_load(record->X);
    const enum tmd_case_kind kind = tmd_case_kind(record);
    const int again = X < done && is_repeated(accuracy, entry, i, X);
    if (kind == TMD_IS_UNDECIDED) binade->undecided += !again;
    if (kind == TMD_IS_EXACT) accuracy->exact = tmd_wide_sum(accuracy->exact, !again);
    if (kind > TMD_IS_MIDPOINT || midpoint != (accuracy->mode == TMD_MODES_NEAREST)) continue;
    const struct tmd_segment segment = {problem, accuracy->function, entry[i]->at.cell, X, X + 1};
    if (add_record(accuracy, trivial, segment, record, binade, again)) return -1;
  }
  return 0;
}

/* Adds exact cases by rule in the part of the entry beyond `done`. */
static void add_exact(struct tmd_accuracy *accuracy, const struct tmd_entry *entry, tmd_u128 done) {
  const struct tmd_range range = {entry->at.X0 > done ? entry->at.X0 : done, entry->at.X1};
  const struct tmd_problem *problem = entry->at.problem;
  if (range.X0 < range.X1)
    accuracy->exact = tmd_wide_sum(
        accuracy->exact, tmd_exact_count(accuracy->function, problem, &entry->at.cell, &range));
}

static int compare_entries(const void *a_, const void *b_) {
  const struct tmd_entry *a = *(const struct tmd_entry *const *)a_,
                         *b = *(const struct tmd_entry *const *)b_;
  int c = tmd_cell_compare(&a->at.cell, &b->at.cell);
  if (!c) c = tmd_ordinal_compare(a->at.X0, b->at.X0);
  return c ? c : (a > b) - (a < b);
}

/* Adds the entries of all problems in order of cells, so that no argument is counted
   twice. */
static int add_entries(struct tmd_accuracy *accuracy, const struct tmd_trivial *trivial,
                       const struct tmd_entry **entry, size_t count) {
  tmd_u128 done = 0, arguments;
  if (count) qsort(entry, count, sizeof *entry, compare_entries);
  for (size_t i = 0; i < count; i++) {
    const struct tmd_problem *problem = entry[i]->at.problem;
    struct tmd_accuracy_row *binade = row_of(accuracy, &entry[i]->at.cell);
    if (i > 0 && tmd_cell_compare(&entry[i - 1]->at.cell, &entry[i]->at.cell)) done = 0;
    const tmd_u128 before = done;
    arguments = 0;
    add_exact(accuracy, entry[i], done);
    tmd_entry_add(&arguments, &done, entry[i]);
    if (entry[i]->says.reason && !has_no_cases(entry[i], problem)) {
      add_region(accuracy, entry[i], problem, arguments);
      continue;
    }
    binade->arguments = tmd_wide_sum(binade->arguments, arguments);
    const long distance = entry[i]->says.reason ? distance_of(problem, entry[i]->says.greatest)
                                                : tmd_problem_threshold(problem);
    add_enough(&binade->need, enough(problem, distance));
    if (add_records(accuracy, trivial, entry, i, before)) return -1;
  }
  return 0;
}

/* Sums the rows; for x and -x the positive one stays. */
static void sum_rows(struct tmd_accuracy *accuracy) {
  struct tmd_accuracy_row *all = &accuracy->all;
  for (size_t i = accuracy->binades; i-- > 0;) {
    const struct tmd_accuracy_row *row = accuracy->binade + i;
    all->arguments = tmd_wide_sum(all->arguments, row->arguments);
    all->undecided += row->undecided;
    if (row->need.has_x) add_case(&all->need, &row->need);
    else add_enough(&all->need, row->need.bits);
  }
}

int tmd_accuracy_find(struct tmd_accuracy *accuracy, const struct tmd_ledger *ledger,
                      const struct tmd_problem *problem, enum tmd_modes mode) {
  const struct tmd_entry **entries;
  struct tmd_trivial trivial;
  size_t count, all = 0;
  *accuracy = (struct tmd_accuracy){.ledger = ledger,
                                    .problem = problem,
                                    .mode = mode,
                                    .e_trivial = INT_MIN,
                                    .function = problem->function};
  if (tmd_problem_of_pairs(problem))
    return tmd_error(TMD_USAGE, "%s: --accuracy is for functions of x alone", problem->name);
  entries = tmd_allocate((ledger->entries + 1) * sizeof *entries);
  for (unsigned i = 0; i < ledger->problems; i++)
    if (tmd_accuracy_includes(accuracy, ledger->count[i].problem)) {
      const struct tmd_entry *entry = tmd_ledger_entries(ledger, ledger->count[i].problem, &count);
      add_rows(accuracy, entry, count);
      for (size_t k = 0; k < count; k++) entries[all++] = entry + k;
    }
  sort_rows(accuracy);
  tmd_trivial_init(&trivial, accuracy->function);
  const int failed = add_entries(accuracy, &trivial, entries, all);
  tmd_trivial_clear(&trivial);
  free(entries);
  sum_rows(accuracy);
  return failed;
}

void tmd_accuracy_clear(struct tmd_accuracy *accuracy) { free(accuracy->binade); }
