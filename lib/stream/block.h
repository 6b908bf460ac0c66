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

/* What a file is that begins with these bytes, which are not those of a stream; NULL if that is not
   known. */
const char *tmd_block_instead(const unsigned char *begin, size_t count);

/* Whether these last bytes of a file are what is left of one block: the beginning of one, with
   zeros in place of what was not written, and nothing behind its end. A block with the right
   checksum is bad, but not torn. */
int tmd_block_torn(const unsigned char *tail, size_t bytes);

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

/* The claims of a block of several that have not been handed out: content[at..end). The one handed
   out last is content[before..at). Zeroed before the first use; `content` is freed by the owner. */
struct tmd_block_rest {
  unsigned char *content;
  size_t capacity, before, at, end;
};

/* Checks all of a whole block. Its claim, or the first of several, is made in the memory that
   `claim` has; `rest` has the others. Returns NULL, or what is wrong: a constant text or the
   thread's error record, and then there are no claims. */
const char *tmd_block_decode(struct tmd_block_decoder *decoder, struct tmd_claim *claim,
                             struct tmd_block_rest *rest, const unsigned char *block);

/* The next of several claims, made in the memory that `claim` has: 1, or 0 if there are no more. */
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

/* No block of the claim is longer. */
size_t tmd_block_bound(const struct tmd_claim *claim);

/* Checks the claim and makes its block where there is room for `capacity` bytes, tmd_block_bound at
   least. Returns its length, or 0 (message, status 2: the claim is refused, or zstd fails). */
size_t tmd_block_encode(struct tmd_block_encoder *encoder, const struct tmd_claim *claim,
                        unsigned char *block, size_t capacity);

/* Whether the claim may share a block: a case or region claim that is not too long. */
int tmd_block_joins(const struct tmd_claim *claim);

/* Appends such a claim to the content of a block of several: 1; 0 if the block is full, and the
   claim belongs to the next; -1 (message, status 2): the claim is refused. */
int tmd_block_join(struct tmd_block_content *content, const struct tmd_claim *claim);

/* Makes a block of this content, where there is room for `capacity` bytes: its length, or 0
   (message). */
size_t tmd_block_compress(struct tmd_block_encoder *encoder, const unsigned char *content,
                          size_t bytes, unsigned char *block, size_t capacity);

/* Makes a block of the one claim of several that was handed out last, in *block: its length, or 0
   (message). */
size_t tmd_block_alone(struct tmd_block_encoder *encoder, const struct tmd_block_rest *rest,
                       unsigned char **block, size_t *capacity);

void tmd_block_encoder_clear(struct tmd_block_encoder *encoder);

/* ---- contents ---- */

/* Whether the content begins with a claim of a kind that may share a block. */
int tmd_content_is_joined(const unsigned char *content, size_t bytes);

/* Makes the claim of a content of `bytes` bytes in the claim's own memory; as tmd_block_decode. */
const char *tmd_content_take(struct tmd_claim *claim, struct tmd_block_rest *rest, size_t bytes);

size_t tmd_content_bytes(const struct tmd_claim *claim); /* its length */

/* Makes the content of a block of this claim. 0, or -1 (message, status 2): it is refused. */
int tmd_content_make(struct tmd_block_content *content, const struct tmd_claim *claim);

/* The same of the one claim of several that was handed out last. */
void tmd_content_alone(struct tmd_block_content *content, const struct tmd_block_rest *rest);

#endif
