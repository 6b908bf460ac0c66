/* A segment: consecutive arguments of one binade, for one problem and its function.

       x = (-1)^sign_x X b^(e_in - p_in + 1),   X0 <= X < X1,   in the binade e_in of the input
   format (emin: subnormal, too), b its radix

   cell.sign_x and cell.e_in always hold. cell.sign_f and cell.e_out are the sign and exponent of f
   on the whole segment where these are fixed (or TMD_E_OUT_SCATTERED); lib/cell/pieces.h, which
   finds them, does not read them. The problem and the function are not owned, and outlive the
   segment; the function is the problem's. */
#ifndef TMD_SEGMENT_H
#define TMD_SEGMENT_H

#include "lib/function/function.h"
#include "lib/problem/ordinal.h"
#include "lib/stream/claim.h"

struct tmd_segment {
  const struct tmd_problem *problem;
  const struct tmd_function *function;
  struct tmd_cell cell;
  tmd_u128 X0, X1;
};

/* The segment of a claim. */
static inline struct tmd_segment tmd_segment_of_claim(const struct tmd_claim *claim) {
  return (struct tmd_segment){claim->problem, claim->problem->function, claim->cell, claim->X0,
                              claim->X1};
}

/* The arguments X0 <= X < X1 of the same cell. */
static inline struct tmd_segment tmd_segment_part(const struct tmd_segment *segment, tmd_u128 X0,
                                                  tmd_u128 X1) {
  return (struct tmd_segment){segment->problem, segment->function, segment->cell, X0, X1};
}

/* Exponent of one unit of X. */
static inline int tmd_segment_unit(const struct tmd_segment *segment) {
  return tmd_cell_unit(segment->problem, &segment->cell);
}

/* The number of arguments of one sign before that of X, from 0 on (lib/problem/ordinal.h). */
static inline tmd_u128 tmd_segment_ordinal(const struct tmd_segment *segment, tmd_u128 X) {
  return tmd_argument_ordinal(&segment->problem->in, segment->cell.e_in, X);
}

/* The argument x of a significand X, exactly, if x has at least 128 bits and is binary. */
void tmd_segment_argument(mpfr_t x, const struct tmd_segment *segment, tmd_u128 X);

/* The same of either radix. */
void tmd_segment_rational(fmpq_t x, const struct tmd_segment *segment, tmd_u128 X);

/* The ball of all real arguments from X0 to X1 - 1. */
void tmd_segment_ball(arb_t x, const struct tmd_segment *segment);

/* The arguments x of a ball of significands X; decimal ones to prec bits. x may be X. */
void tmd_segment_scale(arb_t x, const struct tmd_segment *segment, const arb_t X, slong prec);

/* The exponent of two that divides all x of the segment, as theorems have it (lib/function): the
   unit, or of decimal numbers the unit if that is not negative, else one below all units. */
int tmd_segment_binary_unit(const struct tmd_segment *segment);

/* Narrows X0 and X1 to the arguments in the domain of f (poles excluded): 1 if there are any. */
int tmd_segment_clip(struct tmd_segment *segment);

#endif
