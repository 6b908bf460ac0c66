#include "lib/cell/symmetry.h"

#include <string.h>

#include "lib/base/error.h"

/* A range, and the reason of the region that it is (0: it is none). */
struct place {
  struct tmd_cell cell;
  tmd_u128 X0, X1;
  unsigned region;
};

/* x -> -x. As f(-x) = -f(x) or f(x), |f| and hence G are the same at X, and the sign of f changes if f is odd. The sign of a cell
   is 0 where f is 0, in regions of exact values, and where each argument has a sign of its own, in scattered cells. */
static void negate(struct place *place, int odd) {
  const int signless = place->region == TMD_REGION_EXACT || tmd_cell_scattered(&place->cell);
  place->cell.sign_x = !place->cell.sign_x;
  if (odd && !signless) place->cell.sign_f = !place->cell.sign_f;
}

/* The place of image i. */
static void move(struct place *place, enum tmd_symmetry symmetry, unsigned i) {
  (void)i; /* of the generators below each is its own inverse, and there is one image */
  if (symmetry == TMD_SYMMETRY_ODD || symmetry == TMD_SYMMETRY_EVEN) negate(place, symmetry == TMD_SYMMETRY_ODD);
}

int tmd_symmetry_check(const struct tmd_planline *line, const struct tmd_function *function) {
  if (line->symmetry == TMD_SYMMETRY_NONE || line->symmetry == function->symmetry) return 0;
  return tmd_error(TMD_USAGE, "%s: the plan says that it is %s, but it is not known to be", function->name,
                   tmd_symmetry_name(line->symmetry));
}

void tmd_symmetry_line(struct tmd_planline *image, const struct tmd_planline *line, unsigned i) {
  struct place place = {line->cell, line->X0, line->X1, line->region};
  move(&place, line->symmetry, i);
  *image = *line;
  image->cell = place.cell;
  image->X0 = place.X0;
  image->X1 = place.X1;
  image->symmetry = TMD_SYMMETRY_NONE;
  image->images = 0;
}

static void shift(struct tmd_u128_le *X, tmd_u128 by) { *X = tmd_wide_store(tmd_wide_load(*X) + by); }

void tmd_symmetry_claim(struct tmd_claim *image, const struct tmd_claim *claim, enum tmd_symmetry symmetry, unsigned i) {
  const struct tmd_region_record *first = claim->kind == TMD_REGION ? tmd_claim_record(claim, 0) : NULL;
  struct place place = {claim->cell, claim->X0, claim->X1, first ? first->reason : 0};
  move(&place, symmetry, i);
  tmd_claim_copy(image, claim);
  image->cell = place.cell;
  image->X0 = place.X0;
  image->X1 = place.X1;
  const tmd_u128 by = place.X0 - claim->X0; /* modulo 2^128 */
  for (size_t k = 0; by && k < image->record_count; k++) {
    struct tmd_case_record *c = tmd_claim_record(image, k);
    struct tmd_region_record *r = tmd_claim_record(image, k);
    if (claim->kind == TMD_CASE) shift(&c->X, by);
    else shift(&r->Xa, by), shift(&r->Xb, by);
  }
}
