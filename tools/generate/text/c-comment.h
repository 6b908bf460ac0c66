/* The beginning of a generated file: a comment with the function, the command, the bound, and lines
   of the preprocessor. */
#ifndef TMD_GENERATE_C_COMMENT_H
#define TMD_GENERATE_C_COMMENT_H

#include "tools/generate/text/c-text.h"

void tmd_comment_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text);

/* #include and #if lines. */
void tmd_beginning_print(FILE *out, const struct tmd_demands *demands);

/* For --verbose: how the function of a problem was made. */
void tmd_design_say(const struct tmd_design *design, const struct tmd_problem *problem,
                    size_t cases);

#endif
