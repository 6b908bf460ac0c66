/* Reduction of the argument in vectors for functions with the period 2 pi or pi, or 2 or 1 in half
   turns: x = n U + r, or (n - 1/2) U + r for the cosine, with an integer n, |r| little above U/2,
   and U = pi, or U = pi/2 for the tangent; in half turns U = 1 or 1/2, and r is exact. */
#ifndef TMD_GENERATE_TURNS_H
#define TMD_GENERATE_TURNS_H

#include "tools/generate/design.h"
#include "tools/generate/scheme/periodic.h"

/* The encoding of the least |x| that is large. */
enum { TMD_TURNS_LARGE = (127 + TMD_PERIODIC_LARGE) << 23 };

struct tmd_lane_turns {
  int quarters;                 /* 1: U is a quarter of a turn, as in periodic.h; 0: half a turn */
  int shift;                    /* 1: for the cosine, which is even: |x| stands for x */
  uint32_t least;               /* radians: lanes with |x| < this are not usual; an encoding */
  struct tmd_periodic periodic; /* half_turns alone counts */
};

/* |r| is at most this. */
double tmd_turns_radius(const struct tmd_lane_turns *kind);

/* Bounds the error of r for r in the ball, |r| >= tmd_periodic_least. */
void tmd_turns_error(mag_t error, const struct tmd_design *design, const arb_t r);

/* r in radians: the ideal value, and the error of r, or of the product of r and pi. */
void tmd_turns_scaled(arb_t scaled, mag_t error, const struct tmd_design *design, const arb_t r);

/* Calls `visit` with balls of r > 0 that cover all states but r = 0. */
void tmd_turns_each(struct tmd_design *design, const struct tmd_lane_turns *kind,
                    void (*visit)(struct tmd_design *design, const arb_t r));

/* ---- what schemes share, for `data`: kinds by f, and parts of the text ---- */

struct tmd_turns_kind {
  enum tmd_function_id id;
  struct tmd_lane_turns turns;
  const char *special; /* C: selections of y in other lanes than usual and large ones */
};

/* The window; the reduction (r; a: r in radians; s: its sign bit is n's parity); the condition of
   usual lanes; the encodings w, among which are those with large arguments; and `special`. */
void tmd_turns_print_functions(FILE *out, const struct tmd_design *design);
void tmd_turns_print_reduction(FILE *out, const struct tmd_design *design);
void tmd_turns_print_usual(FILE *out, const struct tmd_design *design);
void tmd_turns_print_scaled(FILE *out, const struct tmd_design *design);
void tmd_turns_print_special(FILE *out, const struct tmd_design *design);

#endif
