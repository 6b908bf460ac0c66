#include "lib/plan/fold.h"

#include <stdlib.h>

#include "lib/base/error.h"
#include "lib/cell/image.h"

static void append(struct tmd_fold *fold, const struct tmd_fold_piece *piece) {
  fold->piece = tmd_grow(fold->piece, &fold->capacity, fold->count + 1, sizeof *fold->piece);
  fold->piece[fold->count++] = *piece;
}

void tmd_fold_add(struct tmd_fold *fold, const struct tmd_problem *problem,
                  const struct tmd_function *function, const struct tmd_fold_piece *piece) {
  enum { INTEGERS_MOST = 1 << 15 }; /* beyond it images are not sought */
  const struct tmd_symmetry symmetry = tmd_symmetry_of(problem, function);
  const int e = piece->cell.e_in,
            has_values = piece->class == TMD_PIECE_CELL && !tmd_cell_scattered(&piece->cell);
  struct tmd_fold_piece part = *piece;
  if (tmd_symmetry_moves(&symmetry) && has_values && e >= 0 && e < problem->in.p &&
      tmd_format_power(&problem->in, e) <= INTEGERS_MOST) {
    const tmd_u128 one = tmd_format_power(&problem->in, problem->in.p - 1 - e); /* 1, in X */
    for (; part.X0 / one != (piece->X1 - 1) / one; part.X0 = part.X1) {
      part.X1 = (part.X0 / one + 1) * one;
      append(fold, &part);
    }
  }
  part.X1 = piece->X1;
  append(fold, &part);
}

/* 1 if the piece comes before one of this side and binade that begins at X0. */
static int is_before(const struct tmd_fold_piece *piece, const struct tmd_cell *cell, tmd_u128 X0) {
  if (piece->cell.sign_x != cell->sign_x) return piece->cell.sign_x < cell->sign_x;
  if (piece->cell.e_in != cell->e_in) return piece->cell.e_in < cell->e_in;
  return piece->X0 < X0;
}

static struct tmd_fold_piece *find(const struct tmd_fold *fold, const struct tmd_cell *cell,
                                   tmd_u128 X0) {
  size_t low = 0, high = fold->count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (is_before(fold->piece + middle, cell, X0)) low = middle + 1;
    else high = middle;
  }
  return low < fold->count ? fold->piece + low : NULL;
}

static int is_image(const struct tmd_fold_piece *piece, const struct tmd_planline *image,
                    const struct tmd_fold_piece *of) {
  return !piece->taken && piece->X0 == image->X0 && piece->X1 == image->X1 &&
         piece->class == of->class && piece->symmetry.parity == of->symmetry.parity &&
         !tmd_cell_compare(&piece->cell, &image->cell);
}

/* Follows images as long as they are pieces or have no argument, and marks them as taken; returns
   the number of steps to the last that is a piece. Images of -x need no check: they are in the
   domains wherever x is. */
static unsigned take_steps(struct tmd_fold *fold, const struct tmd_planline *line,
                           const struct tmd_fold_piece *of) {
  static _Thread_local struct tmd_planline image;
  const unsigned sides = tmd_symmetry_sides(&line->symmetry), most = tmd_symmetry_steps_max(line);
  unsigned steps = 0;
  for (unsigned s = 1; s <= most; s++) {
    if (!tmd_symmetry_line(&image, line, s * sides)) continue;
    struct tmd_fold_piece *piece = find(fold, &image.cell, image.X0);
    if (!piece || !is_image(piece, &image, of)) break;
    piece->taken = 1;
    steps = s;
  }
  return steps;
}

static void fold_piece(struct tmd_fold *fold, struct tmd_fold_piece *piece,
                       struct tmd_planline *line, const struct tmd_symmetry *symmetry) {
  unsigned steps = 0;
  if (symmetry->step && (piece->class == TMD_PIECE_CELL || piece->class == TMD_PIECE_ZERO)) {
    line->cell = piece->cell;
    line->X0 = piece->X0;
    line->X1 = piece->X1;
    line->region = piece->class == TMD_PIECE_ZERO ? TMD_REGION_EXACT : 0;
    line->symmetry = *symmetry;
    line->symmetry.parity = piece->symmetry.parity;
    steps = take_steps(fold, line, piece);
    if (steps) piece->symmetry = line->symmetry;
  }
  piece->images = tmd_symmetry_images(&piece->symmetry, steps);
}

void tmd_fold_run(struct tmd_fold *fold, const struct tmd_problem *problem,
                  const struct tmd_function *function) {
  static _Thread_local struct tmd_planline line;
  const struct tmd_symmetry symmetry = tmd_symmetry_of(problem, function);
  line.problem = problem;
  for (size_t i = 0; i < fold->count; i++)
    if (!fold->piece[i].taken) fold_piece(fold, fold->piece + i, &line, &symmetry);
}

void tmd_fold_empty(struct tmd_fold *fold) { fold->count = 0; }

void tmd_fold_free(struct tmd_fold *fold) {
  free(fold->piece);
  *fold = (struct tmd_fold){0};
}
