/* Runs of a design at its hard cases, by compiling its text: what is printed is what is run. */
#ifndef TMD_GENERATE_TRIAL_H
#define TMD_GENERATE_TRIAL_H

#include "tools/generate/design.h"
#include "tools/generate/hard-cases.h"
#include "tools/generate/text/c-text.h"

/* Leaves out the last coefficients of p, if the scheme allows that, as long as no result of the
   list is wrong: in a format with few bits. 0, or -1 (message). */
int tmd_trial_shorten(struct tmd_design *design, const struct tmd_hard_cases *list)
    __attribute__((warn_unused_result));

/* Changes entries of tables, and coefficients, by a few units in the last place, or exchanges
   entries for others that serve, where that makes fewer results wrong; then replaces y at the
   arguments that are left. 0, or -1 (message): there are more
   than TMD_REPLACED_MAX. */
int tmd_trial_adjust(struct tmd_design *design, const struct tmd_hard_cases *list)
    __attribute__((warn_unused_result));

/* Runs the design's text at the cases, in four modes: 0, or -1 (message): results are wrong (status
   1), or it cannot be compiled (status 2). */
int tmd_trial_confirm(struct tmd_design *design, const struct tmd_hard_cases *list)
    __attribute__((warn_unused_result));

/* 1 if this machine runs the vectors of the text: AVX2 and FMA, or without FMA, SSE4.2. */
int tmd_trial_has_vectors(int no_fma);
const char *tmd_trial_needs(int no_fma); /* these words */

/* The descriptor of the design's text, compiled as a library, or -1 (message). */
int tmd_trial_library(const struct tmd_design *design, const struct tmd_text *text);

/* The bytes of tables and constants of the compiled text, or -1 (message). */
long tmd_trial_bytes(const struct tmd_design *design);

/* Checks the design's text, as a file or a part of a library, by tmd-check (verification.h) at the
   ledger's claims. */
int tmd_trial_verify(const struct tmd_design *design, struct tmd_ledger *ledger, int library)
    __attribute__((warn_unused_result));

#endif
