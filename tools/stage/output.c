#include "tools/stage/output.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

enum { HELD_CLAIMS = 256, HELD_BYTES = 32 << 20 };

/* Claims come first, blocks behind them: what has to come before a claim again is written. */
struct tmd_output {
  struct tmd_writer *writer;
  struct tmd_claim claims[HELD_CLAIMS];
  size_t count, claim_bytes;
  unsigned char *blocks;
  size_t block_bytes, capacity;
  int failed;
};

struct tmd_output *tmd_output_open(struct tmd_writer *writer) {
  struct tmd_output *output = tmd_zeros(sizeof *output);
  output->writer = writer;
  return output;
}

void tmd_output_close(struct tmd_output *output) {
  for (size_t i = 0; i < HELD_CLAIMS; i++) tmd_claim_clear(&output->claims[i]);
  free(output->blocks);
  free(output);
}

/* After a write that failed nothing more is written: a block may be torn, and whatever came behind
   it would be lost with it. */
static int write_held(struct tmd_output *output) {
  if (output->count > 0 && tmd_writer_put_all(output->writer, output->claims, output->count))
    return -1;
  return output->block_bytes > 0
             ? tmd_writer_put_blocks(output->writer, output->blocks, output->block_bytes)
             : 0;
}

int tmd_output_flush(struct tmd_output *output) {
  if (!output->failed) output->failed = write_held(output);
  for (size_t i = 0; i < output->count; i++) tmd_claim_empty(&output->claims[i]);
  output->count = output->claim_bytes = output->block_bytes = 0;
  return output->failed;
}

/* The bytes of the last claim are known once the next one is asked for. */
static int is_full(struct tmd_output *output) {
  if (output->count == 0) return 0;
  const struct tmd_claim *last = &output->claims[output->count - 1];
  output->claim_bytes += last->record_count * last->record_bytes;
  return output->count == HELD_CLAIMS || output->claim_bytes >= HELD_BYTES;
}

/* The claim that comes next, once it is counted. */
static struct tmd_claim *next_claim(struct tmd_output *output) {
  if ((output->block_bytes > 0 || is_full(output)) && tmd_output_flush(output)) return NULL;
  return &output->claims[output->count];
}

int tmd_output_move(struct tmd_output *output, struct tmd_claim *claim) {
  struct tmd_claim *next = next_claim(output);
  if (!next) return -1;
  tmd_claim_move(next, claim);
  output->count++;
  return 0;
}

int tmd_output_block(struct tmd_output *output, const unsigned char *block, size_t bytes) {
  if (output->block_bytes + bytes > HELD_BYTES && tmd_output_flush(output)) return -1;
  output->blocks = tmd_grow(output->blocks, &output->capacity, output->block_bytes + bytes, 1);
  memcpy(output->blocks + output->block_bytes, block, bytes);
  output->block_bytes += bytes;
  return 0;
}

/* The claim that candidates go to is counted when it is whole. */
int tmd_output_begin_candidates(struct tmd_output *output, const struct tmd_claim *like) {
  struct tmd_claim *claim = next_claim(output);
  if (!claim) return -1;
  tmd_claim_begin(claim, like, TMD_CASE, sizeof(struct tmd_case_record));
  return 0;
}

/* A claim that is full ends before the next candidate. */
int tmd_output_candidates(struct tmd_output *output, const struct tmd_claim *like,
                          const tmd_u128 *X, size_t count) {
  const size_t full = tmd_claim_records_full(sizeof(struct tmd_case_record));
  for (size_t i = 0; i < count; i++) {
    if (output->claims[output->count].record_count == full) {
      output->claims[output->count++].X1 = X[i];
      if (tmd_output_begin_candidates(output, like)) return -1;
      output->claims[output->count].X0 = X[i];
    }
    tmd_claim_candidate(&output->claims[output->count], X[i]);
  }
  return 0;
}

void tmd_output_end_candidates(struct tmd_output *output) { output->count++; }
