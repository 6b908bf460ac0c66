/* Pieces of the real line in a format with few numbers, and an evaluation of f on each. */
#ifndef TMD_GENERATE_SPLIT_H
#define TMD_GENERATE_SPLIT_H

#include "tools/generate/every/every.h"
#include "tools/generate/pieces/minimax.h"

/* y = a^power P(u), or 2^P(u) with f's sign, where a = |x| > 0. */
struct tmd_form {
  enum { TMD_FORM_OF_X, TMD_FORM_OF_RECIPROCAL, TMD_FORM_OF_LOG2 } of; /* u = a, 1/a, log2 a */
  int power;
  int exp2;
};

struct tmd_line_piece {
  size_t first, end;           /* the arguments first .. end - 1 of one sign */
  const struct tmd_form *form; /* NULL: f has no finite value there */
  int negative;                /* with exp2: f < 0 */
  int exact, divisor;          /* y = a^power P(a) / divisor, exactly if f(x) is exact
                                  (exact-piece.h); else 0 */
  int root;                    /* with `exact`: the square root of this, with f's sign, 1 or -1;
                                  else 0 */
  int single;                  /* 1: the operations are those of floats (single-piece.h) */
  double center, scale;        /* with `single`: P's variable is (u - center) / scale */
  int count;                   /* of the coefficients */
  double coefficient[TMD_MINIMAX_COEFFICIENTS];
};

enum { TMD_SPLIT_PIECES = 48 };

struct tmd_split {
  int single; /* 1: for operations on floats */
  struct tmd_line_piece piece[TMD_SPLIT_PIECES];
  int count;
};

/* Pieces for all numbers of a sign, in order: 0, or -1 if more than TMD_SPLIT_PIECES are needed.
   The next piece is the longest; it has the fewest coefficients that will do, at most `most`.
   many: exact results are too many for a list; pieces that compute them come first. allowed: 1 for
   the forms that may be used; NULL: all. */
int tmd_split(struct tmd_split *split, const struct tmd_every *every, int sign, int most, int many,
              int (*allowed)(const struct tmd_form *form)) __attribute__((warn_unused_result));

#endif
