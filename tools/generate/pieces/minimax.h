/* Functions g P(u), P a polynomial, that pass between bounds at given points. */
#ifndef TMD_GENERATE_MINIMAX_H
#define TMD_GENERATE_MINIMAX_H

#include <stddef.h>

enum { TMD_MINIMAX_COEFFICIENTS = 8 };

struct tmd_point {
  double u, g;      /* u increases, or decreases, from point to point; g is not 0 */
  double low, high; /* low < high */
};

/* Finds coefficients with low < g P(u) < high at all points, and with the distance margin
   (high - low)/2 from both, or returns 0: there are none, by the lower bound that each step of the
   exchange gives, or they are not found. best: a distance is sought that is at least half the
   greatest possible one; else the first coefficients that will do. Source: Remez' exchange of one
   point at a time, on a finite set, with weights (Cheney, Introduction to Approximation Theory,
   chapter 3). */
int tmd_minimax(double *coefficient, int count, const struct tmd_point *point, size_t points,
                double margin, int best);

#endif
