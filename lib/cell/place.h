/* The sign and exponent of f at one argument, in the radix of the output format. */
#ifndef TMD_PLACE_H
#define TMD_PLACE_H

#include "lib/cell/segment.h"

/* b^low <= |f| < b^high at the argument of a significand X (0: x = 0): as the method `place` of
   functions has it for binary formats. Else by exact values, or by Arb at growing precision. */
struct tmd_place tmd_place_at(const struct tmd_segment *segment, tmd_u128 X);

/* The place consistent with both libraries: 0, or -1 (message) if their places are disjoint. */
int tmd_place_certain_at(const struct tmd_segment *segment, tmd_u128 X, struct tmd_place *place);

#endif
