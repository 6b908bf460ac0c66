/* The output of a stage: claims and passed blocks in their order, held back until there is work for
   all threads, which compress the blocks. Its memory is bounded and reused. */
#ifndef TMD_STAGE_OUTPUT_H
#define TMD_STAGE_OUTPUT_H

#include "lib/stream/stream.h"

struct tmd_output;

/* The caller owns the writer. */
struct tmd_output *tmd_output_open(struct tmd_writer *writer);
void tmd_output_close(struct tmd_output *output); /* claims that are held back are not written */

/* Appends the claim: its records are moved, and it receives other memory. 0 or -1 (message). */
int tmd_output_move(struct tmd_output *output, struct tmd_claim *claim)
    __attribute__((warn_unused_result));

/* A block as it was read. 0 or -1 (message). */
int tmd_output_block(struct tmd_output *output, const unsigned char *block, size_t bytes)
    __attribute__((warn_unused_result));

/* Writes all that is held back. 0 or -1 (message). */
int tmd_output_flush(struct tmd_output *output) __attribute__((warn_unused_result));

/* Candidates of the claim `like`, as case claims of its range, cut wherever a block is full: begun,
   then some at a time in rising order, then ended. Of candidates that are not ended the claims that
   were full are written, and no more. 0 or -1 (message). */
int tmd_output_begin_candidates(struct tmd_output *output, const struct tmd_claim *like)
    __attribute__((warn_unused_result));
int tmd_output_candidates(struct tmd_output *output, const struct tmd_claim *like,
                          const tmd_u128 *X, size_t count) __attribute__((warn_unused_result));
void tmd_output_end_candidates(struct tmd_output *output);

#endif
