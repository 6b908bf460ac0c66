/* What functions of vectors that are logarithms of u print before their steps, and behind them:
   log-argument.h has the kinds of u. They give s = r/d, or s, and e: vector-logarithm.c. */
#ifndef TMD_GENERATE_VECTOR_LOG_TEXT_H
#define TMD_GENERATE_VECTOR_LOG_TEXT_H

#include "lib/function/function.h"
#include "tools/generate/design.h"
#include "tools/generate/scheme/log-argument.h"

/* z = u/2^e is at most this, and at least its inverse. */
double tmd_vector_log_most(enum tmd_log_argument of);

/* |s| is at least this where it is not 0, if e = 0. */
double tmd_vector_log_least(enum tmd_log_argument of, enum tmd_function_id id);

/* The least and the greatest e. */
int tmd_vector_log_e(enum tmd_log_argument of, int greatest);

void tmd_vector_log_usual(FILE *out, enum tmd_log_argument of, enum tmd_function_id id);
void tmd_vector_log_reduction(FILE *out, enum tmd_log_argument of);
void tmd_vector_log_special(FILE *out, enum tmd_log_argument of, enum tmd_function_id id);

#endif
