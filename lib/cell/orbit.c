#include "lib/cell/orbit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

/* 1 if b goes on where a ends, or before; a begins no later. */
static int may_unite(const struct tmd_orbit_range *a, const struct tmd_orbit_range *b) {
  return a->problem == b->problem && !tmd_cell_compare(&a->cell, &b->cell) && tmd_symmetry_same(&a->symmetry, &b->symmetry) &&
         a->images == b->images && b->X0 <= a->X1;
}

int tmd_orbit_add(struct tmd_orbit *orbit, const struct tmd_planline *line) {
  orbit->planned = 1;
  if (!line->images) return 0;
  const struct tmd_function *function = tmd_function_find(line->problem.function);
  if (!function || tmd_symmetry_check(line, function)) return -1;
  const struct tmd_orbit_range range = {tmd_problemset_index(&orbit->problems, &line->problem), line->cell, line->X0, line->X1,
                                        line->symmetry, line->images};
  struct tmd_orbit_range *last = orbit->count ? orbit->range + orbit->count - 1 : NULL;
  if (last && range.X0 == last->X1 && may_unite(last, &range)) {
    last->X1 = range.X1;
    return 0;
  }
  if (orbit->count == orbit->capacity) {
    orbit->capacity = 2 * orbit->capacity + 64;
    orbit->range = tmd_reallocate(orbit->range, orbit->capacity * sizeof *orbit->range);
  }
  orbit->range[orbit->count++] = range;
  return 0;
}

static int compare_cells(unsigned problem_a, const struct tmd_cell *a, unsigned problem_b, const struct tmd_cell *b) {
  return problem_a != problem_b ? (problem_a > problem_b) - (problem_a < problem_b) : tmd_cell_compare(a, b);
}

static int compare(const void *a_, const void *b_) {
  const struct tmd_orbit_range *a = a_, *b = b_;
  const int c = compare_cells(a->problem, &a->cell, b->problem, &b->cell);
  return c ? c : (a->X0 > b->X0) - (a->X0 < b->X0);
}

void tmd_orbit_sort(struct tmd_orbit *orbit) {
  if (!orbit->count) return;
  qsort(orbit->range, orbit->count, sizeof *orbit->range, compare);
  size_t kept = 0;
  for (size_t i = 1; i < orbit->count; i++) {
    struct tmd_orbit_range *last = orbit->range + kept;
    if (!may_unite(last, orbit->range + i)) orbit->range[++kept] = orbit->range[i];
    else if (orbit->range[i].X1 > last->X1) last->X1 = orbit->range[i].X1;
  }
  orbit->count = kept + 1;
}

/* The first range of the claim's cell that ends beyond X, or NULL. */
static const struct tmd_orbit_range *find(const struct tmd_orbit *orbit, const struct tmd_claim *claim, tmd_u128 X) {
  const unsigned problem = tmd_problemset_find(&orbit->problems, &claim->problem);
  size_t low = 0, high = orbit->count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const struct tmd_orbit_range *r = orbit->range + middle;
    const int c = compare_cells(r->problem, &r->cell, problem, &claim->cell);
    if (c < 0 || (c == 0 && r->X1 <= X)) low = middle + 1;
    else high = middle;
  }
  const struct tmd_orbit_range *r = orbit->range + low;
  return low < orbit->count && !compare_cells(r->problem, &r->cell, problem, &claim->cell) ? r : NULL;
}

/* The part ends where the claim's regions change their reason. */
static void clip_to_reason(const struct tmd_claim *claim, struct tmd_orbit_range *part) {
  unsigned reason = 0;
  for (size_t i = 0; claim->kind == TMD_REGION && i < claim->record_count; i++) {
    const struct tmd_region_record *r = tmd_claim_record(claim, i);
    if (tmd_wide_load(r->Xb) <= part->X0) continue;
    if (reason && r->reason != reason && tmd_wide_load(r->Xa) < part->X1) part->X1 = tmd_wide_load(r->Xa);
    if (!reason) reason = r->reason;
  }
}

/* What a symmetry gives of a claim; x = 0 has no image. 0 if there is none. */
static int all_images(struct tmd_orbit_range *part, const struct tmd_claim *claim, const struct tmd_symmetry *symmetry) {
  const struct tmd_region_record *first = claim->kind == TMD_REGION && claim->record_count ? tmd_claim_record(claim, 0) : NULL;
  static _Thread_local struct tmd_planline line;
  line.problem = claim->problem;
  line.cell = claim->cell;
  line.X0 = claim->X0 ? claim->X0 : 1;
  line.region = first ? first->reason : 0;
  line.symmetry = *symmetry;
  const unsigned steps = tmd_symmetry_steps_max(&line);
  if (!steps) line.symmetry = (struct tmd_symmetry){.parity = symmetry->parity};
  *part = (struct tmd_orbit_range){.cell = claim->cell, .X0 = line.X0, .X1 = claim->X1, .symmetry = line.symmetry,
                                   .images = tmd_symmetry_images(&line.symmetry, steps)};
  return part->images > 0;
}

int tmd_orbit_part(const struct tmd_orbit *orbit, const struct tmd_claim *claim, tmd_u128 from, struct tmd_orbit_range *part) {
  if (from < claim->X0) from = claim->X0;
  if (orbit->planned) {
    const struct tmd_orbit_range *range = find(orbit, claim, from);
    if (!range || range->X0 >= claim->X1) return 0;
    *part = *range;
  } else {
    const struct tmd_function *function = tmd_function_find(claim->problem.function);
    if (!function) return -1;
    if (!all_images(part, claim, &function->symmetry)) return 0;
  }
  if (part->X0 < from) part->X0 = from;
  if (part->X1 > claim->X1) part->X1 = claim->X1;
  if (part->X0 >= part->X1) return 0;
  clip_to_reason(claim, part);
  return 1;
}
