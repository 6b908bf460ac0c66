#include "lib/stream/block.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
  /* zstd's levels. Confirmed claims are short and stored for long: level 6 makes them 3 % smaller
     in 3 us more; level 15 gains hardly more, in 30. Of joined ones, which lists have, level 16
     takes a tenth off some; 19 a little more, in three times the time. */
  SHORT_BYTES = 1 << 15,
  SHORT_LEVEL = 6,
  JOINED_LEVEL = 16,
  LONG_LEVEL = 3
};

/* ---- the frame header ---- */

static struct tmd_frame_header header_of(const unsigned char *block) {
  struct tmd_frame_header header;
  memcpy(&header, block, sizeof header);
  return header;
}

static void put_header(unsigned char *block, uint64_t frame_bytes, uint64_t frame_xxh64) {
  struct tmd_frame_header header = {
      TMD_SKIPPABLE_MAGIC, sizeof header - 8, {0}, frame_bytes, frame_xxh64};
  memcpy(header.tag, TMD_FRAME_TAG, sizeof header.tag);
  memcpy(block, &header, sizeof header);
}

void tmd_block_tag(unsigned char tag[TMD_TAG_BYTES]) {
  unsigned char header[TMD_FRAME_HEADER_BYTES];
  put_header(header, 0, 0);
  memcpy(tag, header, TMD_TAG_BYTES);
}

size_t tmd_block_length(const unsigned char start[TMD_START_BYTES], const char **wrong) {
  static const unsigned char zstd_magic[] = {0x28, 0xb5, 0x2f, 0xfd};
  unsigned char tag[TMD_TAG_BYTES];
  const uint64_t frame_bytes = header_of(start).frame_bytes;
  tmd_block_tag(tag);
  *wrong = memcmp(start, tag, sizeof tag) ? "not the beginning of a block"
           : frame_bytes > ZSTD_COMPRESSBOUND(TMD_CONTENT_MAX_BYTES)
               ? "length of the zstd frame exceeds the limit"
           : frame_bytes < sizeof zstd_magic ||
                   memcmp(start + TMD_FRAME_HEADER_BYTES, zstd_magic, sizeof zstd_magic)
               ? "no zstd frame after the frame header"
               : NULL;
  return *wrong ? 0 : TMD_FRAME_HEADER_BYTES + frame_bytes;
}

int tmd_block_intact(const unsigned char *block) {
  const struct tmd_frame_header header = header_of(block);
  return XXH64(block + sizeof header, header.frame_bytes, 0) == header.frame_xxh64;
}

size_t tmd_block_content_bytes(const unsigned char *block) {
  const unsigned long long bytes =
      ZSTD_getFrameContentSize(block + TMD_FRAME_HEADER_BYTES, header_of(block).frame_bytes);
  return bytes <= TMD_CONTENT_MAX_BYTES
             ? bytes
             : 0; /* also for zstd's values that mean "unknown" and "error" */
}

/* ---- the zstd frame ---- */

/* The bytes of a frame before its first block: magic number, descriptor, window, dictionary,
   content size. */
static size_t frame_begin_bytes(const unsigned char *frame) {
  static const unsigned char dictionary[] = {0, 1, 2, 4}, content[] = {0, 2, 4, 8};
  const unsigned descriptor = frame[4], single = descriptor >> 5 & 1;
  return 5 + !single + dictionary[descriptor & 3] +
         (descriptor >> 6 ? content[descriptor >> 6] : single);
}

enum {
  ZSTD_BLOCK_HEADER_BYTES = 3,
  ZSTD_BLOCK_MAX_BYTES = 1 << 17,
  ZSTD_CHECKSUM_BYTES = 4,
  ZSTD_BLOCK_RLE = 1,
  ZSTD_BLOCK_RESERVED = 3
};

static uint32_t zstd_block_header(const unsigned char *at) {
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
}

/* The bytes of a block of the frame, its header included; 0 if it does not lie in `rest` bytes. */
static size_t zstd_block_bytes(const unsigned char *at, size_t rest) {
  if (rest < ZSTD_BLOCK_HEADER_BYTES) return 0;
  const uint32_t header = zstd_block_header(at), type = header >> 1 & 3;
  const size_t bytes = type == ZSTD_BLOCK_RLE ? 1 : header >> 3;
  return type == ZSTD_BLOCK_RESERVED || bytes > rest - ZSTD_BLOCK_HEADER_BYTES
             ? 0
             : ZSTD_BLOCK_HEADER_BYTES + bytes;
}

/* Checks the header of the zstd frame and the lengths of its blocks, and counts them in *blocks.
   The time does not grow with the length of a frame that is invalid, as --keep-going may meet many.
   Returns NULL or the fault. */
static const char *check_frame(const unsigned char *frame, size_t frame_bytes, uint64_t *blocks) {
  const unsigned long long content_bytes = ZSTD_getFrameContentSize(frame, frame_bytes);
  *blocks = 0;
  if (content_bytes == ZSTD_CONTENTSIZE_ERROR) return "no zstd frame after the frame header";
  if (content_bytes == ZSTD_CONTENTSIZE_UNKNOWN) return "zstd frame without content size";
  if (content_bytes > TMD_CONTENT_MAX_BYTES) return "content exceeds the limit";
  if (!(frame[4] & 4))
    return "zstd frame without content checksum"; /* bit 2 of the frame header descriptor */
  size_t at = frame_begin_bytes(frame), bytes;
  int last;
  do {
    bytes = zstd_block_bytes(frame + at, frame_bytes - at);
    last = bytes && frame[at] & 1;
    at += bytes, ++*blocks;
  } while (bytes && !last);
  return bytes && at + ZSTD_CHECKSUM_BYTES == frame_bytes
             ? NULL
             : "not a single zstd frame of the length given";
}

static void open_decoder(struct tmd_block_decoder *decoder) {
  if (!decoder->context && !(decoder->context = ZSTD_createDCtx())) tmd_out_of_memory(0);
}

/* Decompresses the zstd frame into the claim's memory for records; returns NULL or the fault. */
static const char *decompress(struct tmd_block_decoder *decoder, struct tmd_claim *claim,
                              const unsigned char *frame, size_t frame_bytes, size_t *bytes) {
  const unsigned long long content_bytes = ZSTD_getFrameContentSize(frame, frame_bytes);
  tmd_block_reserve(&claim->records, &claim->capacity_bytes, content_bytes);
  open_decoder(decoder);
  *bytes = ZSTD_decompressDCtx(decoder->context, claim->records, content_bytes, frame, frame_bytes);
  if (*bytes == content_bytes) return NULL;
  return ZSTD_isError(*bytes) ? ZSTD_getErrorName(*bytes)
                              : "the length of the content contradicts the zstd frame";
}

const char *tmd_block_decode(struct tmd_block_decoder *decoder, struct tmd_claim *claim,
                             struct tmd_block_rest *rest, const unsigned char *block) {
  const unsigned char *frame = block + TMD_FRAME_HEADER_BYTES;
  const size_t frame_bytes = header_of(block).frame_bytes;
  size_t bytes;
  uint64_t blocks;
  const char *wrong = check_frame(frame, frame_bytes, &blocks);
  rest->at = rest->end = 0;
  decoder->intact = !wrong && tmd_block_intact(block);
  if (!wrong && !decoder->intact) wrong = "checksum of the zstd frame does not match";
  if (!wrong) wrong = decompress(decoder, claim, frame, frame_bytes, &bytes);
  if (wrong) return wrong;
  return tmd_content_take(claim, rest, bytes);
}

/* Decompresses the zstd block at `at` alone, as a frame whose header temporarily replaces the bytes
   before it. Returns the length of the content, or zstd's error. */
static size_t decompress_alone(struct tmd_block_decoder *decoder, unsigned char *at, size_t bytes) {
  enum { BEGIN_BYTES = 6 };
  static const unsigned char begin[BEGIN_BYTES] = {0x28, 0xb5, 0x2f, 0xfd,
                                                   0,    0x38}; /* only a window of 2^17 bytes */
  unsigned char *frame = at - BEGIN_BYTES, before[BEGIN_BYTES + 1];
  memcpy(before, frame, sizeof before);
  memcpy(frame, begin, sizeof begin);
  *at |= 1; /* the last one */
  open_decoder(decoder);
  if (!decoder->part) decoder->part = tmd_allocate(ZSTD_BLOCK_MAX_BYTES);
  const size_t length = ZSTD_decompressDCtx(decoder->context, decoder->part, ZSTD_BLOCK_MAX_BYTES,
                                            frame, BEGIN_BYTES + bytes);
  memcpy(frame, before, sizeof before);
  return length;
}

const char *tmd_block_suspect(struct tmd_block_decoder *decoder, unsigned char *block,
                              uint64_t *cost) {
  enum { STEP_COST = 16, ERROR_COST = 1024, CONTENT_COST = 4 };
  unsigned char *frame = block + TMD_FRAME_HEADER_BYTES;
  const size_t frame_bytes = header_of(block).frame_bytes;
  uint64_t blocks;
  const char *wrong = check_frame(frame, frame_bytes, &blocks);
  *cost = STEP_COST * blocks;
  if (wrong) return wrong;
  unsigned char *first = frame + frame_begin_bytes(frame),
                *content = first + ZSTD_BLOCK_HEADER_BYTES;
  const size_t bytes = zstd_block_bytes(first, frame_bytes - (size_t)(first - frame));
  size_t length = bytes - ZSTD_BLOCK_HEADER_BYTES; /* of a raw block */
  if (zstd_block_header(first) >> 1 & 3) {
    length = decompress_alone(decoder, first, bytes);
    content = decoder->part;
    *cost += ZSTD_isError(length) ? ERROR_COST : CONTENT_COST * length;
    if (ZSTD_isError(length)) return ZSTD_getErrorName(length);
  }
  if (memcmp(content, TMD_BLOCK_MAGIC,
             length < strlen(TMD_BLOCK_MAGIC) ? length : strlen(TMD_BLOCK_MAGIC)))
    return "content does not begin with " TMD_BLOCK_MAGIC;
  return NULL;
}

void tmd_block_decoder_clear(struct tmd_block_decoder *decoder) {
  ZSTD_freeDCtx(decoder->context);
  free(decoder->part);
}

/* ---- from a claim to a block ---- */

size_t tmd_block_bound(const struct tmd_claim *claim) {
  const size_t content = tmd_content_bytes(claim);
  return TMD_FRAME_HEADER_BYTES +
         ZSTD_compressBound(content < TMD_CONTENT_MAX_BYTES ? content : TMD_CONTENT_MAX_BYTES);
}

static void open_context(struct tmd_block_encoder *encoder) {
  if (encoder->context) return;
  if (!(encoder->context = ZSTD_createCCtx())) tmd_out_of_memory(0);
  ZSTD_CCtx_setParameter(encoder->context, ZSTD_c_checksumFlag, 1);
}

size_t tmd_block_compress(struct tmd_block_encoder *encoder, const unsigned char *content,
                          size_t bytes, unsigned char *block, size_t capacity) {
  unsigned char *frame = block + TMD_FRAME_HEADER_BYTES;
  open_context(encoder);
  ZSTD_CCtx_setParameter(encoder->context, ZSTD_c_compressionLevel,
                         tmd_content_is_joined(content, bytes) ? JOINED_LEVEL
                         : bytes <= SHORT_BYTES                ? SHORT_LEVEL
                                                               : LONG_LEVEL);
  const size_t frame_bytes =
      ZSTD_compress2(encoder->context, frame, capacity - TMD_FRAME_HEADER_BYTES, content, bytes);
  if (ZSTD_isError(frame_bytes)) {
    tmd_error(TMD_USAGE, "zstd: %s", ZSTD_getErrorName(frame_bytes));
    return 0;
  }
  put_header(block, frame_bytes, XXH64(frame, frame_bytes, 0));
  return TMD_FRAME_HEADER_BYTES + frame_bytes;
}

size_t tmd_block_encode(struct tmd_block_encoder *encoder, const struct tmd_claim *claim,
                        unsigned char *block, size_t capacity) {
  if (tmd_content_make(&encoder->content, claim)) return 0;
  return tmd_block_compress(encoder, encoder->content.at, encoder->content.bytes, block, capacity);
}

size_t tmd_block_alone(struct tmd_block_encoder *encoder, const struct tmd_block_rest *rest,
                       unsigned char **block, size_t *capacity) {
  const struct tmd_block_content *content = &encoder->content;
  tmd_content_alone(&encoder->content, rest);
  tmd_block_reserve(block, capacity, TMD_FRAME_HEADER_BYTES + ZSTD_compressBound(content->bytes));
  return tmd_block_compress(encoder, content->at, content->bytes, *block, *capacity);
}

void tmd_block_encoder_clear(struct tmd_block_encoder *encoder) {
  ZSTD_freeCCtx(encoder->context);
  free(encoder->content.at);
}
