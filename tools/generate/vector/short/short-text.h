/* Functions of vectors in formats of 16 bits: their text in C around the function SYMBOL_floats of
   a vector of floats, whose results are y, rounded to odd with 24 bits: one more rounding is then
   that of y (24 > 11 + 1; c-format.c has the source). Arguments and results are encodings, as clang
   14 has no type _Float16 on x86-64. */
#ifndef TMD_GENERATE_SHORT_TEXT_H
#define TMD_GENERATE_SHORT_TEXT_H

#include "tools/generate/design.h"

/* 1 if the design's format has 16 bits. */
int tmd_short_is(const struct tmd_design *design);

/* Replaces y where results to nearest overflow, but not those toward 0: the trial does not see
   whether y, which must lie below this power of 2, reaches it, and overflows in all modes. */
void tmd_short_replace_edges(struct tmd_design *design);

/* The types and roundings, after those of lanes-cpu.h. */
void tmd_short_print_lanes(FILE *out, const struct tmd_design *design);

void tmd_short_print_symbols(FILE *out, const struct tmd_design *design);

/* For the trial, a function SYMBOL of one float: it puts x into all lanes, and into one beside
   other arguments, and beside special ones, and returns NaN if results differ. */
void tmd_short_print_mixed(FILE *out, const struct tmd_design *design);

#endif
