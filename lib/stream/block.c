#include "lib/stream/block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
  RECORD_ALIGNMENT = 16,
  /* zstd's levels. Confirmed claims are short, and kept for long: level 6 makes them 3 % smaller in
     3 us more, level 15 hardly smaller still, in 30. */
  SHORT_BYTES = 1 << 15,
  SHORT_LEVEL = 6,
  LONG_LEVEL = 3
};

static const char *const kind_magic[] = {TMD_KIND_POLY, TMD_KIND_CASE, TMD_KIND_REGION};

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
  return bytes <= TMD_CONTENT_MAX_BYTES ? bytes
                                        : 0; /* also for zstd's values that stand for none */
}

/* ---- from a block to a claim ---- */

/* Records begin at a multiple of this. */
static size_t aligned(size_t bytes) {
  return (bytes + RECORD_ALIGNMENT - 1) / RECORD_ALIGNMENT * RECORD_ALIGNMENT;
}

static int all_zero(const unsigned char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (bytes[i]) return 0;
  return 1;
}

/* The block header and texts of the content: fills the claim and *records_at; returns NULL or what
   is wrong. */
static const char *read_header(struct tmd_claim *claim, const unsigned char *content, size_t bytes,
                               size_t *records_at) {
  struct tmd_block_header h;
  if (bytes < sizeof h) return "content is shorter than a block header";
  memcpy(&h, content, sizeof h);
  if (memcmp(h.magic, TMD_BLOCK_MAGIC, sizeof h.magic))
    return "content does not begin with " TMD_BLOCK_MAGIC;
  for (claim->kind = TMD_POLY; memcmp(h.kind, kind_magic[claim->kind], sizeof h.kind);
       claim->kind++)
    if (claim->kind == TMD_REGION) return "unknown kind of record";
  if (h.reserved0 || h.reserved1 || h.reserved2[0] || h.reserved2[1])
    return "block header: reserved field is not zero";
  if (h.problem_bytes >= TMD_TEXT_MAX_BYTES || h.plan_bytes >= TMD_TEXT_MAX_BYTES)
    return "block header: text too long";
  size_t texts_end = sizeof h + h.problem_bytes + h.plan_bytes;
  *records_at = aligned(texts_end);
  if (bytes < *records_at) return "content ends within the texts";
  if (!all_zero(content + texts_end, *records_at - texts_end))
    return "bytes after the texts are not zero";
  size_t records_bytes = bytes - *records_at;
  if (h.record_bytes == 0 || h.record_count > records_bytes / h.record_bytes ||
      h.record_count * h.record_bytes != records_bytes)
    return "records do not fill the content";
  const char *problem = (const char *)content + sizeof h, *plan = problem + h.problem_bytes;
  if (!(claim->problem = tmd_problem_parse(problem, h.problem_bytes))) return tmd_error_text();
  if (memchr(plan, 0, h.plan_bytes)) return "plan text: zero byte";
  tmd_claim_advise(claim, plan, h.plan_bytes);
  claim->cell = (struct tmd_cell){h.sign_x, h.sign_f, h.e_in, h.e_out};
  claim->X0 = tmd_wide_load(h.X0);
  claim->X1 = tmd_wide_load(h.X1);
  claim->record_bytes = h.record_bytes;
  claim->record_count = h.record_count;
  return NULL;
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

/* What the zstd frame says of itself, and the lengths of its blocks, whose number is *blocks. In
   time that does not grow with the frame where it is none: --keep-going may meet many that begin
   like one. Returns NULL or what is wrong. */
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

/* The content of the zstd frame, into the memory that the claim has for records; returns NULL or
   what is wrong. */
static const char *decompress(struct tmd_block_decoder *decoder, struct tmd_claim *claim,
                              const unsigned char *frame, size_t frame_bytes, size_t *bytes) {
  const unsigned long long content_bytes = ZSTD_getFrameContentSize(frame, frame_bytes);
  tmd_block_reserve(&claim->records, &claim->capacity_bytes, content_bytes);
  open_decoder(decoder);
  *bytes = ZSTD_decompressDCtx(decoder->context, claim->records, content_bytes, frame, frame_bytes);
  if (*bytes == content_bytes) return NULL;
  return ZSTD_isError(*bytes) ? ZSTD_getErrorName(*bytes)
                              : "content is not as long as the zstd frame says";
}

const char *tmd_block_decode(struct tmd_block_decoder *decoder, struct tmd_claim *claim,
                             const unsigned char *block) {
  const unsigned char *frame = block + TMD_FRAME_HEADER_BYTES;
  const size_t frame_bytes = header_of(block).frame_bytes;
  size_t bytes, records_at;
  uint64_t blocks;
  const char *wrong = check_frame(frame, frame_bytes, &blocks);
  decoder->intact = !wrong && tmd_block_intact(block);
  if (!wrong && !decoder->intact) wrong = "checksum of the zstd frame does not match";
  if (!wrong) wrong = decompress(decoder, claim, frame, frame_bytes, &bytes);
  if (!wrong) wrong = read_header(claim, claim->records, bytes, &records_at);
  if (wrong) return wrong;
  memmove(claim->records, claim->records + records_at, bytes - records_at);
  return tmd_claim_check(claim) ? tmd_error_text() : NULL;
}

/* The content of the zstd block at `at`, decompressed alone: as a frame of its own, whose header is
   laid over the bytes before it; these are restored. Its length, or zstd's error. */
static size_t decompress_alone(struct tmd_block_decoder *decoder, unsigned char *at, size_t bytes) {
  enum { BEGIN_BYTES = 6 };
  static const unsigned char begin[BEGIN_BYTES] = {
      0x28, 0xb5, 0x2f, 0xfd, 0, 0x38}; /* a window of 2^17 bytes, nothing else */
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
  const char *problem =
      claim->problem && claim->problem->text ? claim->problem->text : ""; /* else it is refused */
  const size_t texts = strlen(problem) + tmd_advice_bytes(claim->advice);
  const size_t content =
      aligned(sizeof(struct tmd_block_header) + texts) + claim->record_count * claim->record_bytes;
  return TMD_FRAME_HEADER_BYTES +
         ZSTD_compressBound(content < TMD_CONTENT_MAX_BYTES ? content : TMD_CONTENT_MAX_BYTES);
}

/* Lays the claim out as a block's content; returns its length, or 0 if it is too long. */
static size_t lay_out(struct tmd_block_encoder *encoder, const struct tmd_claim *claim) {
  struct tmd_block_header h = {
      .record_bytes = (uint32_t)claim->record_bytes,
      .record_count = claim->record_count,
      .problem_bytes = (uint32_t)strlen(claim->problem->text),
      .plan_bytes = (uint32_t)tmd_advice_bytes(claim->advice),
      .sign_x = (uint8_t)claim->cell.sign_x,
      .sign_f = (uint8_t)claim->cell.sign_f,
      .e_in = claim->cell.e_in,
      .e_out = claim->cell.e_out,
      .X0 = tmd_wide_store(claim->X0),
      .X1 = tmd_wide_store(claim->X1),
  };
  memcpy(h.magic, TMD_BLOCK_MAGIC, sizeof h.magic);
  memcpy(h.kind, kind_magic[claim->kind], sizeof h.kind);
  const size_t texts_end = sizeof h + h.problem_bytes + h.plan_bytes,
               records_at = aligned(texts_end),
               records_bytes = claim->record_count * claim->record_bytes;
  if (records_at + records_bytes > TMD_CONTENT_MAX_BYTES) return 0;
  tmd_block_reserve(&encoder->content, &encoder->content_capacity, records_at + records_bytes);
  unsigned char *at = encoder->content;
  memcpy(at, &h, sizeof h);
  memcpy(at + sizeof h, claim->problem->text, h.problem_bytes);
  memcpy(at + sizeof h + h.problem_bytes, tmd_advice_text(claim->advice), h.plan_bytes);
  memset(at + texts_end, 0, records_at - texts_end);
  if (records_bytes) memcpy(at + records_at, claim->records, records_bytes);
  return records_at + records_bytes;
}

static void open_context(struct tmd_block_encoder *encoder) {
  if (encoder->context) return;
  if (!(encoder->context = ZSTD_createCCtx())) tmd_out_of_memory(0);
  ZSTD_CCtx_setParameter(encoder->context, ZSTD_c_checksumFlag, 1);
}

size_t tmd_block_encode(struct tmd_block_encoder *encoder, const struct tmd_claim *claim,
                        unsigned char *block, size_t capacity) {
  open_context(encoder);
  if (tmd_claim_check(claim)) {
    char why[400]; /* the error record itself is about to change */
    snprintf(why, sizeof why, "%s", tmd_error_text());
    tmd_error(TMD_USAGE, "claim refused: %s", why);
    return 0;
  }
  const size_t content_bytes = lay_out(encoder, claim);
  if (content_bytes == 0) {
    tmd_error(TMD_USAGE, "claim refused: content exceeds %d bytes", TMD_CONTENT_MAX_BYTES);
    return 0;
  }
  unsigned char *frame = block + TMD_FRAME_HEADER_BYTES;
  ZSTD_CCtx_setParameter(encoder->context, ZSTD_c_compressionLevel,
                         content_bytes <= SHORT_BYTES ? SHORT_LEVEL : LONG_LEVEL);
  const size_t frame_bytes = ZSTD_compress2(
      encoder->context, frame, capacity - TMD_FRAME_HEADER_BYTES, encoder->content, content_bytes);
  if (ZSTD_isError(frame_bytes)) {
    tmd_error(TMD_USAGE, "zstd: %s", ZSTD_getErrorName(frame_bytes));
    return 0;
  }
  put_header(block, frame_bytes, XXH64(frame, frame_bytes, 0));
  return TMD_FRAME_HEADER_BYTES + frame_bytes;
}

void tmd_block_encoder_clear(struct tmd_block_encoder *encoder) {
  ZSTD_freeCCtx(encoder->context);
  free(encoder->content);
}
