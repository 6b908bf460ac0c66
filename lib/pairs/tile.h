/* Tiles: a polynomial in both arguments on a rectangle of pairs, rows times columns, as one packet
   whose domains are the rows (lib/packet/packet.h).

   With the integers Xc, Yc near the centre, v = X - Xc and z = Y - Yc,

       G(X, Y) = sum_{j+k<=d} w_jk v^j z^k + remainder,

   and |remainder| is at most the coefficient of t^(d+1) of G(X + V t, Y + Z t), enclosed for all X,
   Y of the rectangle, |V| <= max |v| and |Z| <= max |z| (Taylor's theorem along a line, Lagrange's
   remainder). The coefficient of t^s along the line of the directions (1, m) is sum_{j+k=s} w_jk
   m^k: its values at m = 0..s are interpolated. Newton's form in X, then in Y, gives the
   packet's coefficients.

   One packet for several binades of |f|: G counts in the ulp of the lowest, e. A case in binade e +
   i at the distance delta from its breakpoint is within 2^i delta of an integer of this G, so the
   error includes (2^i - 1) 2^-threshold, for the greatest i. Where only midpoints are breakpoints,
   G counts in half ulps then, so that those of every binade are integers, and the error is twice as
   large. */
#ifndef TMD_TILE_H
#define TMD_TILE_H

#include "lib/stream/claim.h"

/* The end of the longest range from X0 on, up to X1, that is whole rows of a strip, or a part of
   one row; and where such a range is divided in two: between rows, or within a row, or X0 if it is
   one pair. Where all pairs of the row y = 1 of x^y are exact, it becomes a tile. */
tmd_u128 tmd_tile_end(const struct tmd_problem *problem, const struct tmd_cell *cell, tmd_u128 X0,
                      tmd_u128 X1);
tmd_u128 tmd_tile_middle(const struct tmd_problem *problem, const struct tmd_cell *cell,
                         tmd_u128 X0, tmd_u128 X1);

/* Fills `claim` (problem and cell given, of pairs; its range is whole rows of a strip, or a part of
   one row) with one packet; or leaves it without records, of kind case, if no pair is hard, as |f|
   is too great or too small, or y = 0, or x^1 is exact. A row of the packet has `split` parts, the
   blocks that the walk is to take, or one if it is too short. Returns 1; 0 if no polynomial serves:
   then the range is to be divided. */
int tmd_tile_claim(struct tmd_claim *claim, uint32_t split);

/* Likewise of `columns` of its columns, from `first` on: not what a stream has, as the rows do not
   follow each other. */
int tmd_tile_columns(struct tmd_claim *claim, uint64_t first, uint64_t columns, uint32_t split);

#endif
