/* Cutting a binade of x into pieces on which the sign and the exponent of f are fixed.

   The boundaries (|f| = a power of the radix c of the output format, overflow, underflow, zeros,
   poles, turning points) are found by certified evaluation, and by the theorems of
   lib/function/function.h where values cannot be separated one by one: at single arguments by
   MPFR's correct rounding toward zero, whose exponent is that of |f(x)|; on ranges by ball
   arithmetic (the sign of f', or an enclosure of f), bisecting until one of them decides. Both
   tmd-plan, which proposes cells, and tmd-taylor, which proves them, call this.

   Poles are pieces of their own, which no claim covers; but where they lie so dense that this would
   never end, they lie in pieces of scattered cells (EXACT, UNDERFLOW, or where tmd_cut_scattered is
   1), where an argument at which f is not defined is no case. */
#ifndef TMD_PIECES_H
#define TMD_PIECES_H

#include "lib/cell/segment.h"

enum tmd_piece_class {
  TMD_PIECE_CELL,      /* c^e_out <= |f| < c^(e_out+1), or |f| < c^(emin+1) if e_out = emin */
  TMD_PIECE_OVERFLOW,  /* |f| >= c^(emax+1);                   e_out = emax */
  TMD_PIECE_UNDERFLOW, /* 0 < |f| < c^tmd_format_least_exponent; e_out = emin */
  TMD_PIECE_ZERO,      /* f = 0, at a single argument; e_out = emin, sign + */
  TMD_PIECE_EXACT,     /* f is 0, 1, -1 or not defined (a theorem) */
  TMD_PIECE_OUTSIDE    /* f is not defined: a pole */
};

struct tmd_piece {
  tmd_u128 X0, X1;
  enum tmd_piece_class class;
  int sign_f, e_out;    /* TMD_E_OUT_SCATTERED: of a scattered cell */
  long long undecided;  /* arguments since the last piece whose class no precision decides:
                           they are in a cell, to be */
  tmd_u128 undecided_X; /* kept as undecided cases; the first of them */
};

/* Only sign_x and e_in of the segments' cells are read. */

/* Calls emit for consecutive pieces that tile the segment (X0 >= 1), adjacent ones different. It
   must lie in the domain of f. Returns 0, or -1 (message): emit's error, or too many evaluations.
 */
int tmd_cut(const struct tmd_segment *segment,
            int (*emit)(const struct tmd_piece *piece, void *context), void *context);

/* 1 if a theorem covers the whole segment: one piece, without evaluations. */
int tmd_cut_by_theorem(const struct tmd_segment *segment);

/* 1 if the class of every evaluated argument is decided; 0 (no message), also where the segment
   cannot be cut. */
int tmd_cut_decided(const struct tmd_segment *segment);

/* The cell of a single argument: a scattered cell gets the argument's own sign and exponent of f,
   another stays as it is. Returns 0 if f is 0 there, overflows, underflows or is not defined: such
   an argument is no case. */
int tmd_cut_own_cell(struct tmd_segment *segment, tmd_u128 X);

/* The class of f at a single argument; x = 0 is allowed. */
enum tmd_piece_class tmd_cut_class(const struct tmd_segment *segment, tmd_u128 X);

/* The least X from which on f is defined in the segment, or X1. Where that would take too long, an
   X below it. */
tmd_u128 tmd_cut_defined_from(const struct tmd_segment *segment);

/* 1 if the segment falls into so many pieces, where looked at, that its arguments are better taken
   one by one. */
int tmd_cut_scattered(const struct tmd_segment *segment);

/* 1 if the segment is one piece of this class in its cell (sign and exponent of f are read here), 0
   if not (message, status 2), -1 on error. */
int tmd_cut_verify(const struct tmd_segment *segment, enum tmd_piece_class class);

#endif
