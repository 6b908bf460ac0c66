/* The scaled value G of a cell (lib/problem/problem.h) as a function of the significand X, by ball
   arithmetic. */
#ifndef TMD_SCALED_H
#define TMD_SCALED_H

#include "lib/cell/segment.h"

/* w = Taylor polynomial of length len of G(X + u) in u in the segment's cell, rigorous for every
   real X of the ball. */
void tmd_scaled_series(arb_poly_t w, const struct tmd_segment *segment, const arb_t X, slong len,
                       slong prec);

/* The slope of G over X, on the ball X. */
void tmd_scaled_slope(arb_t slope, const struct tmd_segment *segment, const arb_t X, slong prec);

/* y becomes y b^n, with the n that makes G of |f| for results of exponent e_out: exact where the
   output format is binary, else rounded to prec bits. */
void tmd_scaled_value(arb_t y, const struct tmd_problem *problem, int e_out, slong prec);
void tmd_scaled_rational(fmpq_t y, const struct tmd_problem *problem, int e_out);

/* The power of two in G if both formats are binary. */
static inline int tmd_scaled_log2(const struct tmd_segment *segment) {
  return tmd_problem_scale(segment->problem) - segment->cell.e_out;
}

/* 1 if x itself, scaled like f, is an integer at all X of the cell. */
int tmd_scaled_identity_is_integer(const struct tmd_segment *segment);

/* G <- G + direction * offset, exactly, as far as 2^22 bits hold it: -1 takes the offset of
   lib/problem/problem.h from the scaled |f|, +1 gives it back. */
void tmd_scaled_offset(arb_t G, const struct tmd_problem *problem, int direction);

#endif
