/* Pieces whose polynomials are evaluated by operations on floats. */
#ifndef TMD_GENERATE_SINGLE_PIECE_H
#define TMD_GENERATE_SINGLE_PIECE_H

#include <stdio.h>

#include "tools/generate/pieces/split.h"

/* Moves the point's bounds toward each other by the errors that floats may have: 1, or 0 if the
   form has no value there: a power, or the quotient, leaves the range of floats. */
int tmd_single_point(struct tmd_point *point, const struct tmd_form *form, double a);

/* The same for bounds of an exponent of 2. */
void tmd_single_exponent(struct tmd_point *point);

/* Gives the piece coefficients that are floats, those of powers of u - center: 1, or 0 if one is
   too large. A constant may be: beyond all floats it is 2^132. */
int tmd_single_piece(struct tmd_line_piece *piece, const struct tmd_every_argument *of);

/* The functions log2_of and exp2_of. */
void tmd_single_print_functions(FILE *out, int log2, int exp2);

#endif
