/* Images under the symmetries of f: what is known of a range says the same of its images.

   A generator takes a range of a cell to a range of another: X to X + s, with one s for the range, and the cell to that of
   the image. G of the image differs from G by an integer at most, by an even one where midpoints count, so the image is as
   hard and its record the same but for X. Each generator has its proof in symmetry.c. A range has so many images beside
   itself, numbered from 1 on; x = 0 is its own image, and is not counted. */
#ifndef TMD_CELL_SYMMETRY_H
#define TMD_CELL_SYMMETRY_H

#include "lib/claim/claim.h"
#include "lib/claim/plan-line.h"
#include "lib/function/function.h"

/* Whether f has the symmetry that a plan line names: 0, or -1 (message, status 2). */
int tmd_symmetry_check(const struct tmd_planline *line, const struct tmd_function *function);

/* Makes `image` the image number i of the line: its cell and range, symmetry none; the rest is copied. */
void tmd_symmetry_line(struct tmd_planline *image, const struct tmd_planline *line, unsigned i);

/* The same of a claim of kind case or region, records and all; a region claim's records must have one reason. */
void tmd_symmetry_claim(struct tmd_claim *image, const struct tmd_claim *claim, enum tmd_symmetry symmetry, unsigned i);

#endif
