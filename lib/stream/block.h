/* A block of a stream and its claims (tmd-stream(5)): a frame header, and a zstd frame whose
   content is the block header, the texts and the records of a claim, or those of several. Reader
   and writer keep one decoder and one encoder for each of their threads. */
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

/* Grows *buffer to at least `bytes` bytes; its content stays. */
static inline void tmd_block_reserve(unsigned char **buffer, size_t *capacity, size_t bytes) {
  if (bytes <= *capacity) return;
  *buffer = tmd_reallocate(*buffer, bytes);
  *capacity = bytes;
}

/* ---- batches ---- */

/* Limits of blocks, and of bytes of blocks and of their content, that are decoded or encoded at
   once; one larger block is a batch, too. */
struct tmd_block_batch {
  size_t blocks, bytes;
};

static inline struct tmd_block_batch tmd_block_batch(int threads) {
  const size_t by = (size_t)(threads < 16 ? threads : 16); /* memory for no more */
  return (struct tmd_block_batch){by * 512, by << 22};
}

/* Whether so much work pays for waking a team of threads, which takes some microseconds. */
static inline int tmd_block_team_pays(size_t blocks, size_t bytes) {
  return blocks >= 8 || (blocks > 1 && bytes >= 1 << 15);
}

/* Blocks that a thread takes at once: few enough that all threads end together, enough that taking
   them costs nothing. */
static inline int tmd_block_chunk(size_t blocks, int threads) {
  return (int)(blocks / ((size_t)threads * 16)) + 1;
}

/* ---- blocks ---- */

/* The bytes that begin a block. */
void tmd_block_tag(unsigned char tag[TMD_TAG_BYTES]);

/* The length of the block that begins with this frame header and the zstd frame's magic number; 0,
   and *wrong explains why, if none does. */
size_t tmd_block_length(const unsigned char start[TMD_START_BYTES], const char **wrong);

/* Whether the zstd frame of a whole block has the checksum stated in its frame header. */
int tmd_block_intact(const unsigned char *block);

/* The content length that the zstd frame of a whole block states, at most the limit; 0 if it states
   none. */
size_t tmd_block_content_bytes(const unsigned char *block);

/* Describes a file that begins with these bytes and is no stream; NULL if it is not recognised. */
const char *tmd_block_instead(const unsigned char *begin, size_t count);

/* Whether these last bytes of a file are a torn block: the beginning of one block, zeros for the
   bytes that were not written, and nothing behind its end. A bad block with the right checksum is
   not torn. */
int tmd_block_torn(const unsigned char *tail, size_t bytes);

struct tmd_block_decoder { /* zeroed before the first use */
  ZSTD_DCtx *context;
  unsigned char *part; /* the beginning of a content, in tmd_block_suspect */
  int intact;          /* the last block decoded has the checksum of its frame header */
};

/* Examines a whole block that begins behind a bad place: the zstd frame's structure and the
   beginning of its content, not the checksum of the frame. Returns NULL or the fault. *cost: about
   the bytes that could have been hashed in that time. The block is modified and restored. */
const char *tmd_block_suspect(struct tmd_block_decoder *decoder, unsigned char *block,
                              uint64_t *cost);

/* The claims of a block of several that have not been handed out: content[at..end). The one handed
   out last is content[before..at). Zeroed before the first use; `content` is freed by the owner. */
struct tmd_block_rest {
  unsigned char *content;
  size_t capacity, before, at, end;
};

/* Checks a whole block and makes its claim, or the first of several, in the memory of `claim`;
   `rest` holds the others. Returns NULL; or the fault, a constant text or the thread's error
   record, and then there are no claims. */
const char *tmd_block_decode(struct tmd_block_decoder *decoder, struct tmd_claim *claim,
                             struct tmd_block_rest *rest, const unsigned char *block);

/* Makes the next of several claims in the memory of `claim`: 1, or 0 if there are no more. */
int tmd_block_next(struct tmd_claim *claim, struct tmd_block_rest *rest);
void tmd_block_decoder_clear(struct tmd_block_decoder *decoder);

struct tmd_block_content { /* zeroed before the first use; `at` is freed by the owner */
  unsigned char *at;
  size_t bytes, capacity;
};

struct tmd_block_encoder { /* zeroed before the first use */
  ZSTD_CCtx *context;
  struct tmd_block_content content;
};

/* An upper bound of the length of the claim's block. */
size_t tmd_block_bound(const struct tmd_claim *claim);

/* Checks the claim and makes its block, in `capacity` bytes, at least tmd_block_bound. Returns its
   length, or 0 (message, status 2: the claim is refused, or zstd fails). */
size_t tmd_block_encode(struct tmd_block_encoder *encoder, const struct tmd_claim *claim,
                        unsigned char *block, size_t capacity);

/* Whether the claim may share a block: a case or region claim that is not too long. */
int tmd_block_joins(const struct tmd_claim *claim);

/* Appends such a claim to the content of a shared block: 1; 0 if the block is full, so that the
   claim belongs to the next; -1 (message, status 2) if the claim is refused. */
int tmd_block_join(struct tmd_block_content *content, const struct tmd_claim *claim);

/* Makes a block of this content, in `capacity` bytes: its length, or 0 (message). */
size_t tmd_block_compress(struct tmd_block_encoder *encoder, const unsigned char *content,
                          size_t bytes, unsigned char *block, size_t capacity);

/* Makes a block in *block of the claim handed out last, which shared one: its length, or 0
   (message). */
size_t tmd_block_alone(struct tmd_block_encoder *encoder, const struct tmd_block_rest *rest,
                       unsigned char **block, size_t *capacity);

void tmd_block_encoder_clear(struct tmd_block_encoder *encoder);

/* ---- contents ---- */

/* Whether the content begins with a claim of a kind that may share a block. */
int tmd_content_is_joined(const unsigned char *content, size_t bytes);

/* Makes the claim of a content of `bytes` bytes that lies in the claim's memory; like
   tmd_block_decode. */
const char *tmd_content_take(struct tmd_claim *claim, struct tmd_block_rest *rest, size_t bytes);

size_t tmd_content_bytes(const struct tmd_claim *claim); /* its length */

/* Makes the content of a block of this claim. 0, or -1 (message, status 2) if it is refused. */
int tmd_content_make(struct tmd_block_content *content, const struct tmd_claim *claim);

/* The same for the claim handed out last, which shared its block. */
void tmd_content_alone(struct tmd_block_content *content, const struct tmd_block_rest *rest);

#endif
