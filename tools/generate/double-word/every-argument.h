/* A function by pairs of floats at all 2^32 arguments, in four modes, beside the one in double
   precision. */
#ifndef TMD_EVERY_ARGUMENT_H
#define TMD_EVERY_ARGUMENT_H

#include "tools/generate/double-word/double-word.h"

struct tmd_every_argument_run {
  void (*right)(float *y, const float *x, size_t n); /* in double precision, in the mode in force */
  void (*pairs)(int32_t *const y[4], uint32_t first, size_t n);
};

/* Compiles the design in double precision, for vectors: 0, or -1 (message). */
int tmd_every_argument_open(struct tmd_every_argument_run *run, const struct tmd_design *design)
    __attribute__((warn_unused_result));

/* Runs both everywhere, and adds the arguments with wrong results to the exceptions; if there are
   some already, in the blocks that have one: elsewhere the text gives the same as without them. If
   f is odd or even, at a part of the negative arguments. 0, or -1 (message): there are too many. */
int tmd_every_argument_compare(struct tmd_every_argument_run *run, const struct tmd_design *design,
                               struct tmd_word_exceptions *exceptions)
    __attribute__((warn_unused_result));

/* Compares the function in C, as it is printed, with that of the vectors at a part of all
   arguments: 0, or -1 (message). */
int tmd_every_argument_scalar(const struct tmd_design *design) __attribute__((warn_unused_result));

#endif
