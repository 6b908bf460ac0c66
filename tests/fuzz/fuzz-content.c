/* For libFuzzer (make fuzz): any bytes as the content of a block. What the reader accepts is valid,
   and is written again byte for byte; what it refuses gives no claim. */
#include "tests/unit/contents.h"

int LLVMFuzzerTestOneInput(const uint8_t *content, size_t bytes);

/* The claims of the one block; their number, 0 if it is refused. */
static size_t read_block(const struct bytes *block, struct tmd_claim *claims) {
  struct tmd_reader *reader = tmd_reader_open(file_of(block->at, block->count), "fuzz", 0);
  struct tmd_claim *claim;
  size_t count = 0;
  int more;
  while ((more = tmd_reader_next(reader, &claim)) > 0) {
    if (tmd_claim_check(claim)) abort();
    memset(&claims[count], 0, sizeof claims[count]);
    tmd_claim_copy(&claims[count++], claim);
  }
  if ((count == 0) != (more < 0)) abort();
  tmd_reader_close(reader);
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *content, size_t bytes) {
  static struct bytes block;
  static unsigned char again[CAPACITY];
  static struct tmd_claim claims[CAPACITY / 96];
  if (bytes > CAPACITY / 2) return 0;
  block.count = frame_content(block.at, content, bytes, 1);
  const size_t count = read_block(&block, claims);
  if (count > 0 && (written_content(again, claims, count, content[11] == '2') != bytes ||
                    memcmp(again, content, bytes)))
    abort();
  for (size_t i = 0; i < count; i++) {
    if (!text_restores(&claims[i])) abort();
    tmd_claim_clear(&claims[i]);
  }
  return 0;
}
