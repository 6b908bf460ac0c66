/* The C text of a design for vectors: one file for several instruction sets.

   Two registers of doubles are the lanes of a vector of floats; the steps are those of each half,
   the same operations of IEEE 754 in every lane, so that the bound and the trial hold for each
   instruction set. One test of all lanes finds those that are special, or have an exact result, or
   are replaced; then a function without branches evaluates all lanes, with a harmless argument in
   such lanes, and replaces their y. So no lane raises the flags of another argument.

   No comparison is one of floats, which would raise invalid for NaN. */
#ifndef TMD_GENERATE_VECTOR_TEXT_H
#define TMD_GENERATE_VECTOR_TEXT_H

#include "tools/generate/text/c-text.h"

extern const struct tmd_scheme tmd_vector_exponential, tmd_vector_logarithm;

/* The scheme for f in vectors, or NULL: none is known. */
const struct tmd_scheme *tmd_vector_scheme_find(const struct tmd_function *f);

/* With text->in_floats a function SYMBOL of one float follows, for the trial: it puts x into each
   lane in turn, beside usual and special ones, and returns NaN if results differ. */
void tmd_vector_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text);

#endif
