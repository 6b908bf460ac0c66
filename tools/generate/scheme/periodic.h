/* Reduction of the argument for functions with the period 2 pi or pi in radians, or 2 or 1 in half
   turns: r = x - q pi/2, |r| little above pi/4, or r = x - q/2, |r| <= 1/4, with an integer q. */
#ifndef TMD_GENERATE_PERIODIC_H
#define TMD_GENERATE_PERIODIC_H

#include <arb.h>
#include <stdio.h>

#include "tools/generate/approximation.h"

/* In radians, |x| below 2^22 is reduced by words of pi, and beyond by a window of the bits of its
   inverse. */
enum { TMD_PERIODIC_LARGE = 22 };

struct tmd_periodic {
  int half_turns;    /* the argument is in half turns, not in radians */
  const char *small; /* radians: the result for |x| < 2^-12, or NULL: r = x serves */
  const char *even;  /* half turns: the result for even integers */
  const char *exact; /* half turns: statements for exact results, where x = w.f + q/2 */
};

/* |r| is at most this. */
double tmd_periodic_radius(const struct tmd_periodic *kind);

/* 0 or a lower bound of |r|: in radians for q != 0, else for r != 0. */
double tmd_periodic_least(const struct tmd_periodic *kind);

/* Commands for the sine (odd: 1) or cosine of r, or of pi r, by p's count and radius. */
void tmd_periodic_set_commands(struct tmd_approximation *p, int odd, int half_turns);

/* Bounds the error of r for r in the ball. */
void tmd_periodic_error(mag_t error, const struct tmd_periodic *kind, const arb_t r);

/* The scale of r to radians: 1, or pi in half turns, rounded to a double. */
double tmd_periodic_scale(const struct tmd_periodic *kind);

/* r in radians: the ideal value, and the error of the product of r and the scale. */
void tmd_periodic_scaled(arb_t scaled, mag_t error, const struct tmd_periodic *kind, const arb_t r);

/* Prints the reduction: r and q, of type uint64_t. */
void tmd_periodic_print(FILE *out, const struct tmd_periodic *kind);

#endif
