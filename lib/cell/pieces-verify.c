/* Uses of the cutting of a segment: is it worth its cells, and is it as a plan states? */
#include "lib/base/error.h"
#include "lib/cell/pieces.h"
#include "lib/cell/single-arguments.h"

enum {
  SCATTERED_LEAST = 512, /* shorter ranges are cut, */
  SCATTERED_FEW = 3,     /* and those with so few pieces in a sample; */
  SCATTERED_PIECES = 12  /* each of three samples has the arguments that cost so many pieces */
};

/* Counts down, and stops the cutting at 0. */
static int count_down(const struct tmd_piece *piece, void *left) {
  (void)piece;
  return --*(int *)left < 0 ? -1 : 0;
}

int tmd_cut_scattered(const struct tmd_segment *segment) {
  const tmd_u128 X0 = segment->X0, arguments = segment->X1 - X0;
  double cell_ns;
  const double ns = tmd_points_ns(segment->problem, segment->function, &cell_ns);
  const int worth = (int)(cell_ns / ns),
            most = SCATTERED_PIECES * worth; /* arguments that take as long as a cell */
  if (segment->function->monotone || arguments < SCATTERED_LEAST) return 0;
  const int window = arguments < (tmd_u128)most ? (int)arguments : most;
  for (tmd_u128 i = 0; i < 3; i++) {
    int left = window / worth < SCATTERED_FEW ? SCATTERED_FEW : window / worth;
    /* not at integers, which may be poles */
    const tmd_u128 X = X0 + (arguments - (tmd_u128)window) / 7 * (2 * i + 1);
    const struct tmd_segment sample = tmd_segment_part(segment, X, X + (tmd_u128)window);
    if (tmd_cut(&sample, count_down, &left) == 0) return 0;
  }
  return 1;
}

struct expectation {
  const char *function;
  struct tmd_piece piece;
  int met; /* -1: nothing was compared */
};

static int compare(const struct tmd_piece *piece, void *context) {
  struct expectation *e = context;
  e->met = piece->X0 == e->piece.X0 && piece->X1 == e->piece.X1 && piece->class == e->piece.class &&
           piece->sign_f == e->piece.sign_f && piece->e_out == e->piece.e_out;
  return e->met ? 0
                : tmd_error(TMD_USAGE,
                            "the sign or exponent of %s(x) is not the cell's on its whole range",
                            e->function);
}

int tmd_cut_verify(const struct tmd_segment *segment, enum tmd_piece_class class) {
  const struct tmd_cell *cell = &segment->cell;
  struct expectation e = {segment->function->name,
                          {segment->X0, segment->X1, class, cell->sign_f, cell->e_out, 0, 0},
                          -1};
  const int result = tmd_cut(segment, compare, &e);
  return e.met == 0 ? 0 : result == 0 ? 1 : -1;
}
