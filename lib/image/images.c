#include "lib/image/images.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/confirm.h"
#include "lib/image/orbit.h"
#include "lib/problem/hex-float.h"
#include "lib/stream/case-words.h"

/* Images of the entries of a ledger. */
struct work {
  struct tmd_ledger *ledger;
  int mirrors;               /* 1: images of -x; 0: images by steps, on either side of 0 */
  int counts;                /* 1: images are counted, not added */
  unsigned long long *count; /* by group_of a problem: ranges and records of all problems of its
                                function and formats */
  struct tmd_missing missing;
};

/* The number of the problem that represents all with its function and formats. */
static unsigned group_of(const struct tmd_ledger *ledger, const struct tmd_problem *problem) {
  unsigned group = 0;
  while (!tmd_problem_alike(ledger->count[group].problem, problem)) group++;
  return group;
}

static void claim_of(struct tmd_claim *claim, const struct tmd_ledger *ledger,
                     const struct tmd_entry *entry) {
  const int region = entry->says.reason != 0;
  claim->problem = entry->at.problem;
  claim->cell = entry->at.cell;
  claim->X0 = entry->at.X0;
  claim->X1 = entry->at.X1;
  claim->kind = region ? TMD_REGION : TMD_CASE;
  claim->record_bytes = region ? sizeof(struct tmd_region_record) : sizeof(struct tmd_case_record);
  claim->record_count = 0;
  if (region)
    *(struct tmd_region_record *)tmd_claim_append(claim) =
        tmd_region_recorded(&entry->says, entry->at.X0, entry->at.X1);
  for (size_t i = 0; i < entry->count; i++)
    *(struct tmd_case_record *)tmd_claim_append(claim) = ledger->record[entry->first + i];
}

/* Counts or adds the uncovered ranges of the image. Returns their number. */
static size_t take_image(struct work *work, unsigned group, const struct tmd_claim *image) {
  static struct tmd_claim part;
  const struct tmd_span at = {image->problem, image->cell, image->X0, image->X1};
  tmd_ledger_missing(work->ledger, &at, &work->missing);
  if (work->counts) {
    work->count[group] += work->missing.count ? work->missing.count + image->record_count : 0;
    return work->missing.count;
  }
  for (size_t i = 0; i < work->missing.count; i++) {
    tmd_claim_part(&part, image, work->missing.range[i].X0, work->missing.range[i].X1);
    tmd_ledger_add(work->ledger, &part);
  }
  return work->missing.count;
}

/* Takes the images of a part of a claim. Where steps preserve X, a covered image ends the sequence:
   further images follow from the entry that covers it. */
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

static void take_entries(struct work *work) {
  static struct tmd_claim claim, part;
  static const struct tmd_orbit orbit;
  struct tmd_orbit_range range;
  const size_t count = work->ledger->entries;
  for (size_t i = 0; i < count; i++) {
    const struct tmd_entry *entry = work->ledger->entry + i; /* the array grows */
    const unsigned group = group_of(work->ledger, entry->at.problem);
    if (work->count[group] > TMD_IMAGES_ADDED_MAX) continue;
    claim_of(&claim, work->ledger, entry);
    for (tmd_u128 X = claim.X0; tmd_orbit_next(&orbit, &claim, &X, &part, &range);)
      take_part(work, group, &part, &range);
  }
}

static void find_left(const struct work *work, struct tmd_images_left *left) {
  for (unsigned i = 0; i < work->ledger->problems; i++) {
    if (work->count[i] <= TMD_IMAGES_ADDED_MAX) continue;
    if (!left->functions++) left->function = work->ledger->count[i].problem->name;
  }
}

void tmd_images_add(struct tmd_ledger *ledger, int mirrored, struct tmd_images_left *left) {
  const size_t bytes = (ledger->problems + 1) * sizeof(unsigned long long);
  struct work work = {
      .ledger = ledger, .mirrors = 1, .count = memset(tmd_allocate(bytes), 0, bytes)};
  *left = (struct tmd_images_left){0, NULL};
  ledger->adds_images = 1;
  if (mirrored) take_entries(&work);
  if (mirrored) tmd_ledger_sort(ledger);
  work.mirrors = 0;
  work.counts = 1;
  take_entries(&work);
  find_left(&work, left);
  work.counts = 0;
  take_entries(&work);
  ledger->adds_images = 0;
  tmd_ledger_sort(ledger);
  free(work.count);
  free(work.missing.range);
}

/* 0, or -1 (message). */
static int confirm(const struct tmd_entry *entry, struct tmd_case_record *record) {
  const struct tmd_problem *problem = entry->at.problem;
  const tmd_u128 X = tmd_wide_load(record->X);
  const struct tmd_segment segment = {problem, problem->function, entry->at.cell, X, X + 1};
  const int verdict = tmd_confirm_image(&segment, record);
  if (verdict) return verdict > 0 ? 0 : -1;
  return tmd_error(TMD_CORRUPT, "%s: the record of a case contradicts that of its image %s",
                   problem->name, TMD_ARGUMENT_TEXT(segment.problem, &segment.cell, X));
}

int tmd_images_confirm(struct tmd_ledger *ledger, unsigned long long *undecided) {
  *undecided = 0;
  for (const struct tmd_entry *entry = ledger->entry; entry < ledger->entry + ledger->entries;
       entry++) {
    if (!entry->image || !entry->count) continue;
    struct tmd_case_record *record = ledger->record + entry->first, *const end =
                                                                        record + entry->count;
    for (; record < end; record++) {
      if (confirm(entry, record)) return -1;
      *undecided += (record->flags & TMD_CASE_UNDECIDED) != 0;
    }
  }
  return 0;
}
