#include "lib/image/orbit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

/* 1 if b, which begins where a ends, may extend a. */
static int may_unite(const struct tmd_orbit_range *a, const struct tmd_orbit_range *b) {
  return !tmd_span_compare_cells(&a->at, &b->at) && tmd_symmetry_same(&a->symmetry, &b->symmetry) &&
         a->images == b->images;
}

static void append(struct tmd_orbit *to, const struct tmd_orbit_range *range) {
  struct tmd_orbit_range *last = to->count ? to->range + to->count - 1 : NULL;
  if (last && range->at.X0 == last->at.X1 && may_unite(last, range)) {
    last->at.X1 = range->at.X1;
    return;
  }
  to->range = tmd_grow(to->range, &to->capacity, to->count + 1, sizeof *to->range);
  to->range[to->count++] = *range;
}

int tmd_orbit_add(struct tmd_orbit *orbit, const struct tmd_planline *line) {
  orbit->planned = 1;
  if (!line->images) return 0;
  if (tmd_symmetry_check(line, line->problem->function)) return -1;
  append(orbit, &(struct tmd_orbit_range){
                    {line->problem, line->cell, line->X0, line->X1}, line->symmetry, line->images});
  return 0;
}

/* Gives `a` the images of both, perhaps more: the sides and the number of steps that either has. */
static void unite(struct tmd_orbit_range *a, const struct tmd_orbit_range *b) {
  const unsigned steps_a = (a->images + 1) / tmd_symmetry_sides(&a->symmetry) - 1,
                 steps_b = (b->images + 1) / tmd_symmetry_sides(&b->symmetry) - 1;
  const enum tmd_parity parity = a->symmetry.parity ? a->symmetry.parity : b->symmetry.parity;
  if (b->symmetry.step) a->symmetry = b->symmetry;
  a->symmetry.parity = parity;
  a->images = tmd_symmetry_images(&a->symmetry, steps_a > steps_b ? steps_a : steps_b);
}

/* Appends the sorted ranges of a cell, made disjoint: each part has the images of all ranges that
   cover it. */
static void append_disjoint(struct tmd_orbit *to, const struct tmd_orbit_range *range,
                            size_t count) {
  tmd_u128 *end = tmd_allocate(2 * count * sizeof *end);
  size_t first = 0;
  for (size_t i = 0; i < count; i++) end[2 * i] = range[i].at.X0, end[2 * i + 1] = range[i].at.X1;
  qsort(end, 2 * count, sizeof *end, tmd_wide_compare);
  for (size_t k = 0; k + 1 < 2 * count; k++) {
    struct tmd_orbit_range all = {.images = 0};
    if (end[k] == end[k + 1]) continue;
    while (first < count && range[first].at.X1 <= end[k]) first++;
    for (size_t i = first; i < count && range[i].at.X0 <= end[k]; i++) {
      if (range[i].at.X1 <= end[k]) continue;
      if (all.images) unite(&all, range + i);
      else all = range[i];
    }
    all.at.X0 = end[k];
    all.at.X1 = end[k + 1];
    if (all.images) append(to, &all);
  }
  free(end);
}

void tmd_orbit_sort(struct tmd_orbit *orbit) {
  struct tmd_orbit sorted = {.count = 0};
  if (!orbit->count) return;
  qsort(orbit->range, orbit->count, sizeof *orbit->range, tmd_span_compare);
  for (size_t i = 0, count; i < orbit->count; i += count) {
    const struct tmd_orbit_range *first = orbit->range + i;
    for (count = 1; i + count < orbit->count; count++)
      if (tmd_span_compare_cells(&first->at, &first[count].at)) break;
    append_disjoint(&sorted, first, count);
  }
  free(orbit->range);
  orbit->range = sorted.range;
  orbit->count = sorted.count;
  orbit->capacity = sorted.capacity;
}

/* Ends the part where the reason of the claim's regions changes. */
static void clip_to_reason(const struct tmd_claim *claim, struct tmd_orbit_range *part) {
  unsigned reason = 0;
  for (size_t i = 0; claim->kind == TMD_REGION && i < claim->record_count; i++) {
    const struct tmd_region_record *r = tmd_claim_record(claim, i);
    if (tmd_wide_load(r->Xb) <= part->at.X0) continue;
    if (reason && r->reason != reason && tmd_wide_load(r->Xa) < part->at.X1)
      part->at.X1 = tmd_wide_load(r->Xa);
    if (!reason) reason = r->reason;
  }
}

/* The part of a claim from X = from on that has images under a symmetry, with subnormal numbers and
   [1, 2), if steps begin there, separately; x = 0 has no image. 0 if there is no part. */
static int all_images(struct tmd_orbit_range *part, const struct tmd_claim *claim, tmd_u128 from,
                      const struct tmd_symmetry *symmetry) {
  static _Thread_local struct tmd_planline line;
  line.problem = claim->problem;
  line.cell = claim->cell;
  line.X0 = from ? from : 1;
  line.X1 = claim->X1;
  line.symmetry = *symmetry;
  const tmd_u128 normal = tmd_format_least_normal(&claim->problem->in);
  if (line.X0 < normal && line.X1 > normal) line.X1 = normal;
  if (tmd_symmetry_moves(symmetry) && line.X0 < 2 * normal && line.X1 > 2 * normal)
    line.X1 = 2 * normal;
  unsigned steps = tmd_symmetry_steps_max(&line);
  if (tmd_symmetry_moves(symmetry) && !symmetry->b && steps > TMD_ORBIT_PERIODS_MAX)
    steps = TMD_ORBIT_PERIODS_MAX;
  if (!steps) line.symmetry = (struct tmd_symmetry){.parity = symmetry->parity};
  *part = (struct tmd_orbit_range){{claim->problem, claim->cell, line.X0, line.X1},
                                   line.symmetry,
                                   tmd_symmetry_images(&line.symmetry, steps)};
  return part->images > 0 || part->at.X1 < claim->X1;
}

static int find_part(const struct tmd_orbit *orbit, const struct tmd_claim *claim, tmd_u128 from,
                     struct tmd_orbit_range *part) {
  if (from < claim->X0) from = claim->X0;
  if (orbit->planned) {
    const struct tmd_span key = {claim->problem, claim->cell, from, claim->X1};
    const size_t i = tmd_span_find(orbit->range, orbit->count, sizeof *orbit->range, &key);
    if (i == orbit->count || orbit->range[i].at.X0 >= claim->X1) return 0;
    *part = orbit->range[i];
  } else {
    const struct tmd_symmetry symmetry = tmd_symmetry_of(claim->problem, claim->problem->function);
    if (!all_images(part, claim, from, &symmetry)) return 0;
  }
  if (part->at.X0 < from) part->at.X0 = from;
  if (part->at.X1 > claim->X1) part->at.X1 = claim->X1;
  if (part->at.X0 >= part->at.X1) return 0;
  clip_to_reason(claim, part);
  return 1;
}

int tmd_orbit_next(const struct tmd_orbit *orbit, const struct tmd_claim *claim, tmd_u128 *X,
                   struct tmd_claim *piece, struct tmd_orbit_range *part) {
  if (!find_part(orbit, claim, *X, part)) return 0;
  tmd_claim_part(piece, claim, part->at.X0, part->at.X1);
  *X = part->at.X1;
  return 1;
}

unsigned long long tmd_orbit_images(const struct tmd_orbit *orbit, const struct tmd_claim *claim) {
  unsigned long long images = 0;
  struct tmd_orbit_range part;
  for (tmd_u128 X = claim->X0; find_part(orbit, claim, X, &part); X = part.at.X1)
    images += part.images;
  return images;
}
