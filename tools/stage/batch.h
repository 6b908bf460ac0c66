/* A batch: claims that a stage works on together, because their key is the same; between them,
   blocks that pass as they are. */
#ifndef TMD_STAGE_BATCH_H
#define TMD_STAGE_BATCH_H

#include "kernels/device/packets.h"
#include "lib/stream/claim.h"

/* Parameters of the stage in which the claims of a batch agree, in any order; unused ones are 0.
 */
struct tmd_key {
  uint64_t parameter[6];
};

struct tmd_batch {
  struct tmd_key key;
  struct tmd_claim *
      claims; /* in the order of the input; the stage may change them and move them to the output */
  size_t count, capacity;
  struct tmd_packets packets; /* those of all claims of kind poly, one claim after the other */
  int queue; /* its number, below TMD_QUEUES: the index of a stage's data for the batch */

  /* Blocks that pass: passed[i] comes before claims[passed[i].before]. */
  struct tmd_passed {
    size_t before, bytes;
  } *passed;
  size_t passed_count, passed_capacity;
  unsigned char *blocks; /* their bytes, one after the other */
  size_t block_bytes, block_capacity;

  double nanoseconds; /* estimated, for one core */
  size_t device_threads, bytes;
};

/* Moves the claim to the end of the batch; the claim receives other memory for its next records. */
void tmd_batch_add(struct tmd_batch *batch, struct tmd_claim *claim);

void tmd_batch_pass(struct tmd_batch *batch, const unsigned char *block, size_t bytes);

/* Lists the packets: to be called when the batch is complete. */
void tmd_batch_close(struct tmd_batch *batch);

void tmd_batch_clear(struct tmd_batch *batch); /* empty again; its arrays, and a little memory of
                                                  each claim, are kept */
void tmd_batch_free(struct tmd_batch *batch);

/* Removes the packets without survivors from a poly claim; the others stay in their order. */
void tmd_packets_drop_empty(struct tmd_claim *claim);

#endif
