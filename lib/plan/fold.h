/* Reduction by symmetry: pieces of binades that are images of other pieces need no line of their
   own.

   A piece is taken by another one if it is exactly its image, with the same ends: no theorem about
   the ends of a domain or a format is needed. */
#ifndef TMD_PLAN_FOLD_H
#define TMD_PLAN_FOLD_H

#include "lib/cell/pieces.h"
#include "lib/stream/plan-line.h"

/* A piece that becomes lines, or the whole of a scattered range. */
struct tmd_fold_piece {
  struct tmd_cell cell;
  tmd_u128 X0, X1;
  enum tmd_piece_class class;
  struct tmd_symmetry symmetry; /* before the reduction only the parity: odd or even if -x is in the
                                   domains throughout the binade */
  unsigned images;
  int taken; /* it is an image of another piece */
};

struct tmd_fold {
  struct tmd_fold_piece *piece; /* owned; by sign_x, e_in and X0 */
  size_t count, capacity;
};

/* Divides the piece at integers if f has steps x + 1: exp2 has one value in (2, 3] but the images
   of (1, 2) end before 3. */
void tmd_fold_add(struct tmd_fold *fold, const struct tmd_problem *problem,
                  const struct tmd_function *function, const struct tmd_fold_piece *piece);

/* Finds the images, by the parity and the steps of f, of each piece that no other piece has
   taken. */
void tmd_fold_run(struct tmd_fold *fold, const struct tmd_problem *problem,
                  const struct tmd_function *function);

void tmd_fold_empty(struct tmd_fold *fold); /* keeps the memory */
void tmd_fold_free(struct tmd_fold *fold);

#endif
