/* The C text of a design: one self-contained file. */
#ifndef TMD_GENERATE_C_TEXT_H
#define TMD_GENERATE_C_TEXT_H

#include "tools/generate/design.h"

/* For the comment at the beginning. */
struct tmd_text {
  int bits;            /* m */
  size_t cases;        /* those that were tested */
  const char *command; /* which made the text */
  const char *license; /* an SPDX identifier, or NULL */
};

void tmd_design_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text);

/* The replacements of y for the arguments near 0 (near-zero.h), or for the others. */
void tmd_design_print_replaced(FILE *out, const struct tmd_design *design, int near);

#endif
