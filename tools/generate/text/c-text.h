/* The C text of a design: one self-contained file. */
#ifndef TMD_GENERATE_C_TEXT_H
#define TMD_GENERATE_C_TEXT_H

#include "tools/generate/design.h"

/* For the comment at the beginning. */
struct tmd_text {
  int bits;            /* m */
  size_t cases;        /* those that were tested */
  const char *license; /* an SPDX identifier, or NULL */
  int trial; /* 1: tables, and the constants of the steps, in K (terms.h), are global variables, and
                y is replaced nowhere */
  int in_floats; /* the function of floats alone, whatever the format is */
  int in_c;      /* 1: of functions for projects, C as without; of those for devices, the same in C,
                    which      rounds to nearest before it rounds the last time in the mode in force */
  int library;   /* 1: a part of a library: all tables stand within the function */
};

/* A part of a library: the functions that parts may share, each behind its comment and before an
   empty line, and those of the part's own name, behind their comment. Both are owned by the caller.
 */
struct tmd_library_part {
  char *shared, *own;
};
struct tmd_library_part tmd_library_part(const struct tmd_design *design,
                                         const struct tmd_text *text);

void tmd_design_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text);

#endif
