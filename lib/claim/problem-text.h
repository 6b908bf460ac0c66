/* A problem and its canonical text, kept together. Blocks of a stream mostly have the problem of
   the block before: whoever reads or writes many keeps the last one, so that it is parsed and
   printed once. Zero it before the first call. */
#ifndef TMD_PROBLEM_TEXT_H
#define TMD_PROBLEM_TEXT_H

#include <stddef.h>

#include "lib/claim/problem.h"

struct tmd_problem_text {
  struct tmd_problem problem;
  char text[TMD_TEXT_MAX_BYTES];
  size_t bytes; /* of the text; 0: nothing is kept */
};

/* Keeps the problem with this canonical text (bytes < TMD_TEXT_MAX_BYTES), or this problem. Returns
   0, or -1 (message) if tmd_problem_parse does not take the text; then nothing is kept. */
int tmd_problem_text_parse(struct tmd_problem_text *kept, const char *text, size_t bytes);
int tmd_problem_text_print(struct tmd_problem_text *kept, const struct tmd_problem *problem);

#endif
