/* Folding: of the pieces into which the binades of a domain were cut, those that are images of
   others need no line of their own.

   A piece that is exactly the image of another one, as it was cut and where it was cut, is taken by
   that other one: no theorem is relied on for where a domain or a format ends. */
#ifndef TMD_PLAN_FOLD_H
#define TMD_PLAN_FOLD_H

#include "lib/cell/pieces.h"
#include "lib/stream/plan-line.h"

/* A piece that becomes lines, or the whole of a scattered range. */
struct tmd_fold_piece {
  struct tmd_cell cell;
  tmd_u128 X0, X1;
  enum tmd_piece_class class;
  struct tmd_symmetry symmetry; /* before folding, the parity alone: odd or even if -x is in the
                                   domains throughout the binade */
  unsigned images;
  int taken; /* it is an image of another piece */
};

struct tmd_fold {
  struct tmd_fold_piece *piece; /* owned; by sign_x, e_in and X0 */
  size_t count, capacity;
};

/* Where f has steps x + 1, a piece is divided at integers: exp2 has one value in (2, 3] but the
   images of (1, 2) end before 3. */
void tmd_fold_add(struct tmd_fold *fold, const struct tmd_problem *problem,
                  const struct tmd_function *function, const struct tmd_fold_piece *piece);

/* Finds the images of each piece that none has taken, by the parity and by the steps of f. */
void tmd_fold_run(struct tmd_fold *fold, const struct tmd_problem *problem,
                  const struct tmd_function *function);

void tmd_fold_empty(struct tmd_fold *fold); /* memory is kept */
void tmd_fold_free(struct tmd_fold *fold);

#endif
