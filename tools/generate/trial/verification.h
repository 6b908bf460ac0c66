/* tmd-check's verdict on a generated text. */
#ifndef TMD_GENERATE_VERIFICATION_H
#define TMD_GENERATE_VERIFICATION_H

#include "lib/ledger/ledger.h"
#include "tools/generate/design.h"

/* The compiler as users call it: without options that keep it from rounding constants, to nearest
   and without flags, before the function runs. */
#define TMD_PLAIN_COMPILER "cc -fno-rounding-math -fno-signaling-nans"

/* These words, and those for vectors. */
const char *tmd_compiler_of(const struct tmd_design *design);

/* The stream of the ledger's claims, in memory that the caller owns: 0, or -1 (message). */
int tmd_claims_stream(char **bytes, size_t *count, struct tmd_ledger *ledger)
    __attribute__((warn_unused_result));

/* Runs the tmd-check next to this program on the function of a file of C, at the cases of
   the ledger, which is sorted, and their neighbours, samples of its regions, and special arguments,
   in four modes, with flags; or at every argument, if the format has few. The ledger's claims and
   the report are written to files beside the text, and stay. 0, or -1 (message): the verdict is not
   a pass (status 1; its lines are printed on standard error), or it cannot be run (status 2). */
int tmd_verify(const char *text, const struct tmd_design *design, struct tmd_ledger *ledger)
    __attribute__((warn_unused_result));

#endif
