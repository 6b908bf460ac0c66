/* Enclosures of G at one argument, by either library. */
#ifndef TMD_ENCLOSE_H
#define TMD_ENCLOSE_H

#include "lib/cell/segment.h"

/* G by MPFR at W bits: its correctly rounded value, or of decimal arguments an interval of values.
   0 if it has none of them: a range flag was raised, or nothing is known. An exact G has radius 0.
 */
int tmd_enclose_by_mpfr(arb_t G, const struct tmd_segment *segment, tmd_u128 X, slong W);

void tmd_enclose_by_arb(arb_t G, const struct tmd_segment *segment, tmd_u128 X, slong W);

/* For decimal formats: 1 if f(x) is known to be rational, and G, to W bits, exactly if they hold
   it; G is exact then. */
int tmd_enclose_exactly(arb_t G, const struct tmd_segment *segment, tmd_u128 X, slong W);

/* 1 if f(x) is known to be a number of the output format or a midpoint of it: an exact case. */
int tmd_enclose_is_exact(const struct tmd_segment *segment, tmd_u128 X);

/* G of f with the value y: y becomes G. */
void tmd_enclose_scale(arb_t y, const struct tmd_segment *segment, slong W);

/* 1 if an argument with that G may have the exponent of the cell: c^e_out <= |f| < c^(e_out + 1),
   or below if e_out = emin. */
int tmd_enclose_in_cell(const struct tmd_segment *segment, const arb_t G, slong W);

#endif
