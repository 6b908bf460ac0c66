/* Deciding whether an argument is a hard-to-round case, dist(G, Z) < 2^-threshold
   (lib/problem/problem.h), from an enclosure of G: here, and nowhere else.

   Let m be the midpoint of the enclosure and r its radius, N the integer nearest to m, and a <= |g
   - N| <= b for every g of it (a = max(0, |m - N| - r), b = |m - N| + r). As |m - N| <= 1/2, every
   other integer M has |g - M| >= 1 - |m - N| - r >= |m - N| - r, so

       a <= dist(g, Z) <= min(b, 1/2),

   and both bounds are attained: the same enclosure shows no more. */
#ifndef TMD_DECIDE_H
#define TMD_DECIDE_H

#include "lib/base/arb-helpers.h"
#include "lib/base/error-double.h"
#include "lib/problem/problem.h"

enum tmd_decision {
  TMD_DECISION_OPEN, /* the enclosure is too wide, or not finite */
  TMD_DECISION_NONE, /* every g of it is 2^-threshold or more from all integers */
  TMD_DECISION_CASE  /* every g of it is less than 2^-threshold from the nearest integer */
};

/* The position of the enclosure among the integers. */
struct tmd_distance {
  arf_t nearest;         /* N */
  arf_t least, greatest; /* of dist(g, Z): the bounds above, rounded outward to
                            TMD_BALL_DISTANCE_BITS bits */
  int negative;          /* the midpoint lies below N */
  int midpoint;          /* N stands for a midpoint of the output format, else for a number of it */
};

void tmd_distance_init(struct tmd_distance *distance);
void tmd_distance_clear(struct tmd_distance *distance);

/* *distance is left alone where G is not finite. */
enum tmd_decision tmd_decide(struct tmd_distance *distance, const struct tmd_problem *problem,
                             const arb_t G);

/* For g on the given side of that number (-1, 0, 1, else unknown) and no farther than
   2^-(threshold + 1), where an enclosure does not decide since the number is 2^-threshold from an
   integer: on the side of the integer g is nearer to it, a case, with 2^-(threshold + 1) <= dist(g,
   Z) < 2^-threshold; else it is none, and its distance below 2^(1 - threshold). (From threshold 2
   on, so that no other integer is as near.) */
enum tmd_decision tmd_decide_by_side(const struct tmd_problem *problem, const fmpq_t number,
                                     int side);

/* The hardness k of a distance > 0 (tmd_problem_hardness); LONG_MAX of 0, or of a distance below
   2^INT32_MIN. */
long tmd_decide_hardness(const struct tmd_problem *problem, const arf_t distance);

/* In double precision: 1 only if every g within G.error of G.value has dist(g, Z) >= window.
   |G.value| < 2^51, so that adding 1.5 2^52 rounds it to an integer and the distance is exact; the
   sum and its product on the right are rounded twice. NaN: 0. */
static inline int tmd_decide_excludes(struct tmd_near G, double window) {
  const double distance = fabs(G.value - ((G.value + 0x1.8p52) - 0x1.8p52));
  return distance >= (window + G.error) * (1 + 0x1p-50);
}

#endif
