/* Exact results of functions with f(2^by x) = 2^result f(x), as x^(1/3): few significands have
   them. */
#ifndef TMD_GENERATE_SCALED_EXACT_H
#define TMD_GENERATE_SCALED_EXACT_H

#include "tools/generate/design.h"

/* Lists the arguments with exact results that `covered` is 0 for, each with all multiples by powers
   of 2^by, in design->exact, and sets design->scaling. 0, or -1: f is no such function, or there
   are more than TMD_EXACT_MAX. */
int tmd_scaled_find(struct tmd_design *design, enum tmd_parity parity,
                    int (*covered)(int sign, size_t index)) __attribute__((warn_unused_result));

#endif
