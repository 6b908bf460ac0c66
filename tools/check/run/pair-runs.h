/* Checks of functions of two arguments: every pair in formats of 16 bits; in other formats, and for
   fma with its three arguments, special values, samples and lists. */
#ifndef TMD_PAIR_RUNS_H
#define TMD_PAIR_RUNS_H

#include "tools/check/run/checks.h"

/* Checks functions of two arguments in the format: `names` with commas between, or "all"; `lists`:
   files of pairs, up to NULL, of lines of x and y, a tab or a comma between, whose further columns
   are not read; `samples`: how many pairs are sampled. 0, or -1 (message). */
int tmd_checks_pairs(struct tmd_checks *checks, const char *names, const struct tmd_format *format,
                     char **lists, long long samples);

#endif
