/* Slopes of the lines next to which pairs of atan2 and atan2pi are hard (lib/pairs/angles.h): r 2^u
   of consecutive breakpoints, by the Taylor polynomial of a tangent at the middle of a block, with
   Lagrange's remainder, and by differences of integers. */
#ifndef TMD_ANGLE_SLOPES_H
#define TMD_ANGLE_SLOPES_H

#include "lib/base/arb-compat.h"
#include "lib/problem/problem.h"

/* Significands in the cell that are not 0, and the exponent of one unit. */
struct tmd_angle_leg {
  uint64_t first, end;
  int unit;
};

/* What is the same for all breakpoints of a cell. */
struct tmd_angle_cell {
  const struct tmd_problem *problem;
  const struct tmd_cell *cell;
  int by_pi, scale, threshold;
  double offset; /* of breakpoints: 1/2 in modes nearest */
  struct tmd_angle_leg x, y;
};

void tmd_angle_cell_set(struct tmd_angle_cell *s, const struct tmd_problem *problem,
                        const struct tmd_cell *cell);

/* Which of the four angles is a on a block: a = quarters pi/2 + sign c |f|. */
struct tmd_octant {
  int quarters, sign;
  int by_x; /* L is |x| */
};

/* That of the breakpoint (N + offset) 2^unit. */
struct tmd_octant tmd_octant_of(const struct tmd_angle_cell *s, int64_t N, int unit);

/* w in units of 2^-64 next to breakpoints whose distance is 2^unit, for r <= most_r. */
double tmd_angle_window(const struct tmd_angle_cell *s, const struct tmd_octant *o, int unit,
                        double most_r);

/* Slopes T of consecutive breakpoints, in units of 2^-fraction, as the first one and its
   differences; how far t is from T at most, and w with that of t L, in units of 2^-64. */
enum { TMD_SLOPE_DEGREE = 4 };
struct tmd_slopes {
  tmd_i128 T[TMD_SLOPE_DEGREE + 1];
  int fraction;
  double error, window;
};

enum tmd_slopes_fit { TMD_SLOPES_FIT, TMD_SLOPES_COARSE, TMD_SLOPES_STEEP };

/* The slopes of n breakpoints from N on, n = 1 or even: coarse, to be divided, if the error exceeds
   an eighth of the window, or one may be steep; a single one is steep if it has no S. */
enum tmd_slopes_fit tmd_slopes_find(struct tmd_slopes *slopes, const struct tmd_angle_cell *s,
                                    const struct tmd_octant *o, int64_t N, int unit, int n);

#endif
