/* The C text of a function in a format of 8 bits: a table of its results. */
#ifndef TMD_GENERATE_BYTE_TEXT_H
#define TMD_GENERATE_BYTE_TEXT_H

#include "tools/generate/design.h"

extern const struct tmd_scheme tmd_byte_table;

/* The last lines of the comment at the beginning. */
void tmd_byte_text_describe(FILE *out, const struct tmd_design *design, const char *modes);

/* The function with the table. */
void tmd_byte_text_print(FILE *out, const struct tmd_design *design);

#endif
