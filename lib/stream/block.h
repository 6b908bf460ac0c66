/* A block of a stream and its claim (tmd-stream(5)): a frame header, and a zstd frame whose content
   is the block header, the texts and the records. Reader and writer keep one decoder and one
   encoder for each of their threads. */
#ifndef TMD_BLOCK_H
#define TMD_BLOCK_H

#include <zstd.h>

#include "lib/base/error.h"
#include "lib/stream/claim.h"

enum {
  TMD_FRAME_HEADER_BYTES = sizeof(struct tmd_frame_header),
  TMD_TAG_BYTES = 16,
  TMD_START_BYTES = TMD_FRAME_HEADER_BYTES + 4 /* of a block: all blocks are longer */
};

/* At least so many bytes of memory at *buffer; what is there stays. */
static inline void tmd_block_reserve(unsigned char **buffer, size_t *capacity, size_t bytes) {
  if (bytes <= *capacity) return;
  *buffer = tmd_reallocate(*buffer, bytes);
  *capacity = bytes;
}

/* ---- batches ---- */

/* How many blocks, and how many bytes of blocks and of their content, are decoded or encoded at
   once; or one larger block. */
struct tmd_block_batch {
  size_t blocks, bytes;
};

static inline struct tmd_block_batch tmd_block_batch(int threads) {
  const size_t by = (size_t)(threads < 16 ? threads : 16); /* memory for no more */
  return (struct tmd_block_batch){by * 512, by << 22};
}

/* Whether a team of threads, which takes some microseconds to wake, is worth its while for so many
   blocks of so much content. */
static inline int tmd_block_team_pays(size_t blocks, size_t bytes) {
  return blocks >= 8 || (blocks > 1 && bytes >= 1 << 15);
}

/* How many of them a thread takes at once: few enough that all end together, enough that taking
   them costs nothing. */
static inline int tmd_block_chunk(size_t blocks, int threads) {
  return (int)(blocks / ((size_t)threads * 16)) + 1;
}

/* ---- blocks ---- */

/* The bytes that begin a block. */
void tmd_block_tag(unsigned char tag[TMD_TAG_BYTES]);

/* The length of the block that begins with this frame header and the zstd frame's magic number; 0
   if none does, and *wrong says why. */
size_t tmd_block_length(const unsigned char start[TMD_START_BYTES], const char **wrong);

/* Whether the zstd frame of a whole block has the checksum that its frame header says. */
int tmd_block_intact(const unsigned char *block);

/* The length of a whole block's content as its zstd frame states it, the limit at most; 0 where it
   states none. */
size_t tmd_block_content_bytes(const unsigned char *block);

struct tmd_block_decoder { /* zeroed before the first use */
  ZSTD_DCtx *context;
  unsigned char *part; /* the begin of a content, in tmd_block_suspect */
  int intact;          /* the block decoded last has the checksum that its frame header states */
};

/* Of a whole block that begins behind a bad place: NULL, or what is wrong as far as the zstd
   frame's structure and the begin of its content show it, without the whole frame's checksum.
   *cost: about the bytes that could have been hashed in that time. The block is written to
   meanwhile. */
const char *tmd_block_suspect(struct tmd_block_decoder *decoder, unsigned char *block,
                              uint64_t *cost);

/* Checks all of a whole block and makes a claim of it, in the memory that the claim has. Returns
   NULL, or what is wrong: a constant text or the thread's error record, and then the claim is none.
 */
const char *tmd_block_decode(struct tmd_block_decoder *decoder, struct tmd_claim *claim,
                             const unsigned char *block);
void tmd_block_decoder_clear(struct tmd_block_decoder *decoder);

struct tmd_block_encoder { /* zeroed before the first use */
  ZSTD_CCtx *context;
  unsigned char *content;
  size_t content_capacity;
};

/* No block of the claim is longer. */
size_t tmd_block_bound(const struct tmd_claim *claim);

/* Checks the claim and makes its block where there is room for `capacity` bytes, tmd_block_bound at
   least. Returns its length, or 0 (message, status 2: the claim is refused, or zstd fails). */
size_t tmd_block_encode(struct tmd_block_encoder *encoder, const struct tmd_claim *claim,
                        unsigned char *block, size_t capacity);
void tmd_block_encoder_clear(struct tmd_block_encoder *encoder);

#endif
