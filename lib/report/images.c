#include "lib/report/images.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/confirm.h"
#include "lib/cell/orbit.h"
#include "lib/stream/case-words.h"
#include "lib/stream/hex-float.h"

/* Images of the pieces of a coverage. */
struct work {
  struct tmd_coverage *coverage;
  int mirrors;               /* 1: the images of -x; 0: those by steps, on either side of 0 */
  int counts;                /* 1: they are counted and not added */
  unsigned long long *count; /* by number of the problem: ranges and records of all problems of its
                                function and formats */
  struct tmd_uncovered missing;
};

/* The problem that stands for all of its function and formats. */
static unsigned group_of(const struct tmd_coverage *coverage, unsigned problem) {
  unsigned group = 0;
  while (!tmd_problem_alike(coverage->problems.problem[group], coverage->problems.problem[problem]))
    group++;
  return group;
}

static void claim_of(struct tmd_claim *claim, const struct tmd_coverage *coverage,
                     const struct tmd_covered *piece) {
  const int region = piece->says.reason != 0;
  claim->problem = coverage->problems.problem[piece->problem];
  claim->cell = piece->cell;
  claim->X0 = piece->X0;
  claim->X1 = piece->X1;
  claim->kind = region ? TMD_REGION : TMD_CASE;
  claim->record_bytes = region ? sizeof(struct tmd_region_record) : sizeof(struct tmd_case_record);
  claim->record_count = 0;
  if (region)
    *(struct tmd_region_record *)tmd_claim_append(claim) =
        tmd_region_recorded(&piece->says, piece->X0, piece->X1);
  for (size_t i = 0; i < piece->count; i++)
    *(struct tmd_case_record *)tmd_claim_append(claim) = coverage->record[piece->first + i];
}

/* What is not covered of the image: counts it, or adds it. Returns the number of its ranges. */
static size_t take_image(struct work *work, unsigned group, const struct tmd_claim *image) {
  static struct tmd_planline line;
  static struct tmd_claim part;
  line.problem = image->problem;
  line.cell = image->cell;
  line.X0 = image->X0, line.X1 = image->X1;
  tmd_coverage_missing(work->coverage, &line, &work->missing);
  if (work->counts) {
    work->count[group] += work->missing.count ? work->missing.count + image->record_count : 0;
    return work->missing.count;
  }
  for (size_t i = 0; i < work->missing.count; i++) {
    tmd_claim_part(&part, image, work->missing.range[i].X0, work->missing.range[i].X1);
    tmd_coverage_add(work->coverage, &part);
  }
  return work->missing.count;
}

/* The images of a part of a claim. Where steps keep X, one that is covered ends them: from there on
   those of what covers it follow. */
static void take_part(struct work *work, unsigned group, const struct tmd_claim *part,
                      const struct tmd_orbit_range *range) {
  static struct tmd_claim image;
  const unsigned steps = (range->images + 1) / tmd_symmetry_sides(&range->symmetry) - 1;
  const struct tmd_symmetry mirror = {.parity = range->symmetry.parity};
  struct tmd_symmetry by_steps = range->symmetry;
  by_steps.parity = TMD_PARITY_NONE;
  const struct tmd_symmetry *symmetry = work->mirrors ? &mirror : &by_steps;
  const unsigned images = !work->mirrors ? steps : mirror.parity != TMD_PARITY_NONE;
  for (unsigned i = 1; i <= images && work->count[group] <= TMD_IMAGES_ADDED_MAX; i++) {
    if (!tmd_symmetry_claim(&image, part, symmetry, i)) continue;
    if (!take_image(work, group, &image) && !tmd_symmetry_moves(symmetry)) return;
  }
}

static void take_pieces(struct work *work) {
  static struct tmd_claim claim, part;
  static const struct tmd_orbit orbit;
  struct tmd_orbit_range range;
  const size_t count = work->coverage->pieces;
  for (size_t i = 0; i < count; i++) {
    const struct tmd_covered *piece = work->coverage->piece + i; /* the array grows */
    const unsigned group = group_of(work->coverage, piece->problem);
    if (work->count[group] > TMD_IMAGES_ADDED_MAX) continue;
    claim_of(&claim, work->coverage, piece);
    for (tmd_u128 X = claim.X0; tmd_orbit_part(&orbit, &claim, X, &range) > 0; X = range.X1) {
      tmd_claim_part(&part, &claim, range.X0, range.X1);
      take_part(work, group, &part, &range);
    }
  }
}

static void find_left(const struct work *work, struct tmd_images_left *left) {
  for (unsigned i = 0; i < work->coverage->problems.count; i++) {
    if (work->count[i] <= TMD_IMAGES_ADDED_MAX) continue;
    if (!left->functions++) left->function = work->coverage->problems.problem[i]->name;
  }
}

void tmd_images_add(struct tmd_coverage *coverage, int mirrored, struct tmd_images_left *left) {
  const size_t bytes = (coverage->problems.count + 1) * sizeof(unsigned long long);
  struct work work = {
      .coverage = coverage, .mirrors = 1, .count = memset(tmd_allocate(bytes), 0, bytes)};
  *left = (struct tmd_images_left){0, NULL};
  coverage->adds_images = 1;
  if (mirrored) take_pieces(&work);
  if (mirrored) tmd_coverage_sort(coverage);
  work.mirrors = 0;
  work.counts = 1;
  take_pieces(&work);
  find_left(&work, left);
  work.counts = 0;
  take_pieces(&work);
  coverage->adds_images = 0;
  tmd_coverage_sort(coverage);
  free(work.count);
  free(work.missing.range);
}

/* 0, or -1 (message). */
static int confirm(const struct tmd_problem *problem, const struct tmd_function *function,
                   const struct tmd_covered *piece, struct tmd_case_record *record) {
  const tmd_u128 X = tmd_wide_load(record->X);
  const struct tmd_segment segment = {problem, function, piece->cell, X, X + 1};
  char x[TMD_HEXFLOAT_TEXT_BYTES];
  const int verdict = tmd_confirm_image(&segment, record);
  if (verdict) return verdict > 0 ? 0 : -1;
  return tmd_error(TMD_CORRUPT, "%s: the record of a case contradicts that of its image %s",
                   problem->name,
                   tmd_hexfloat_print(x, piece->cell.sign_x, X, tmd_segment_unit(&segment)));
}

int tmd_images_confirm(struct tmd_coverage *coverage, unsigned long long *undecided) {
  *undecided = 0;
  for (const struct tmd_covered *piece = coverage->piece;
       piece < coverage->piece + coverage->pieces; piece++) {
    if (!piece->image || !piece->count) continue;
    const struct tmd_problem *problem = coverage->problems.problem[piece->problem];
    const struct tmd_function *function = problem->function;
    struct tmd_case_record *record = coverage->record + piece->first, *const end =
                                                                          record + piece->count;
    for (; record < end; record++) {
      if (confirm(problem, function, piece, record)) return -1;
      *undecided += (record->flags & TMD_CASE_UNDECIDED) != 0;
    }
  }
  return 0;
}
