/* Proofs that are written, and replayed. */
#ifndef TMD_REPLAY_H
#define TMD_REPLAY_H

#include "lib/ledger/ledger.h"
#include "tools/generate/design.h"

/* Writes the proof of a design to a file, and the ledger's claims, which are sorted, to NAME.tmd:
   0, or -1 (message). Both are complete once tmd_output_complete is called. */
int tmd_proof_write(const char *name, const struct tmd_design *design,
                    const struct tmd_problem *problem, struct tmd_ledger *ledger, size_t cases)
    __attribute__((warn_unused_result));

/* Checks a proof, whose claims are in NAME.tmd, and that it is of the function in the file `text`:
   every bound is computed again from the numbers of the proof, the text printed again, the cases
   listed again from the claims, which must cover the domain, the function run at them, and checked
   by tmd-check. *design is that of the proof, and *cases the number of its cases. 0, or -1
   (message): what the proof says is false (status 1), or it cannot be read (2, 3). */
int tmd_proof_replay(struct tmd_design *design, size_t *cases, const char *name, const char *text)
    __attribute__((warn_unused_result));

#endif
