#include "tools/stage/batch.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

void tmd_batch_add(struct tmd_batch *batch, struct tmd_claim *claim) {
  batch->claims =
      tmd_grow_zeros(batch->claims, &batch->capacity, batch->count + 1, sizeof *batch->claims);
  struct tmd_claim *last = &batch->claims[batch->count++];
  tmd_claim_move(last, claim);
  batch->bytes += last->record_count * last->record_bytes;
}

void tmd_batch_pass(struct tmd_batch *batch, const unsigned char *block, size_t bytes) {
  batch->passed = tmd_grow(batch->passed, &batch->passed_capacity, batch->passed_count + 1,
                           sizeof *batch->passed);
  batch->blocks = tmd_grow(batch->blocks, &batch->block_capacity, batch->block_bytes + bytes, 1);
  memcpy(batch->blocks + batch->block_bytes, block, bytes);
  batch->block_bytes += bytes;
  batch->bytes += bytes;
  batch->passed[batch->passed_count++] = (struct tmd_passed){batch->count, bytes};
}

void tmd_batch_close(struct tmd_batch *batch) {
  struct tmd_packets *packets = &batch->packets;
  size_t count = 0;
  for (size_t c = 0; c < batch->count; c++)
    count += batch->claims[c].kind == TMD_POLY ? batch->claims[c].record_count : 0;
  packets->packet = tmd_reallocate(packets->packet, (count + 1) * sizeof *packets->packet);
  packets->count = 0;
  for (size_t c = 0; c < batch->count; c++)
    for (size_t i = 0; batch->claims[c].kind == TMD_POLY && i < batch->claims[c].record_count; i++)
      packets->packet[packets->count++] = tmd_claim_record(&batch->claims[c], i);
}

void tmd_batch_clear(struct tmd_batch *batch) {
  for (size_t c = 0; c < batch->count; c++) tmd_claim_empty(&batch->claims[c]);
  batch->count = batch->passed_count = batch->block_bytes = batch->device_threads = batch->bytes =
      0;
  batch->packets.count = 0;
  batch->nanoseconds = 0;
}

void tmd_batch_free(struct tmd_batch *batch) {
  for (size_t c = 0; c < batch->capacity; c++) tmd_claim_clear(&batch->claims[c]);
  free(batch->claims);
  free(batch->packets.packet);
  free(batch->passed);
  free(batch->blocks);
}

void tmd_packets_drop_empty(struct tmd_claim *claim) {
  size_t kept = 0;
  for (size_t i = 0; i < claim->record_count; i++) {
    if (tmd_packet_survivors(tmd_claim_record(claim, i)) == 0) continue;
    if (kept != i)
      memcpy(tmd_claim_record(claim, kept), tmd_claim_record(claim, i), claim->record_bytes);
    kept++;
  }
  claim->record_count = kept;
}
