/* A block on its way between bytes and a claim: frame header, zstd frame, block header, texts, records. */
#define _GNU_SOURCE /* memmem */
#include "lib/claim/stream.h"

#include <errno.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include "lib/base/error.h"

enum { COMPRESSION_LEVEL = 3, RECORD_ALIGNMENT = 16, FRAME_BYTES = sizeof(struct tmd_frame_header), TAG_BYTES = 16 };

static const char *const kind_magic[] = {TMD_KIND_POLY, TMD_KIND_CASE, TMD_KIND_REGION};

/* The input is looked at through a window: raw[start..end) are the bytes from file offset `offset` on. The
   last block stays in front of the window, `block_bytes` long, until the next one is asked for. */
struct tmd_reader {
  FILE *file;
  char *name;
  int keep_going;
  unsigned char *raw;
  size_t start, end, capacity, block_bytes;
  unsigned long long offset;
  unsigned char *content;
  size_t content_capacity;
  struct tmd_claim claim;
  unsigned long skipped;
  char last_bad[512];
};

/* What makes a block of a claim: one for each thread that does. */
struct press {
  ZSTD_CCtx *compressor;
  unsigned char *content, *frame;
  size_t content_capacity, frame_capacity, block_bytes;
  char why[512]; /* the claim was refused; "" if not */
};

struct tmd_writer {
  FILE *file;
  char *name;
  struct press *presses;
  int press_count;
  unsigned long long bytes;
};

static void reserve(unsigned char **buffer, size_t *capacity, size_t bytes) {
  if (bytes <= *capacity) return;
  *buffer = tmd_reallocate(*buffer, bytes);
  *capacity = bytes;
}

/* ---- bytes ---- */

struct tmd_reader *tmd_reader_open(FILE *file, const char *name, int keep_going) {
  struct tmd_reader *reader = tmd_allocate(sizeof *reader);
  memset(reader, 0, sizeof *reader);
  reader->file = file;
  reader->name = strcpy(tmd_allocate(strlen(name) + 1), name);
  reader->keep_going = keep_going;
  return reader;
}

void tmd_reader_close(struct tmd_reader *reader) {
  if (!reader) return;
  fclose(reader->file);
  tmd_claim_clear(&reader->claim);
  free(reader->content);
  free(reader->raw);
  free(reader->name);
  free(reader);
}

unsigned long tmd_reader_skipped(const struct tmd_reader *reader) { return reader->skipped; }
unsigned long long tmd_reader_bytes(const struct tmd_reader *reader) { return reader->offset + reader->block_bytes; }

static void drop(struct tmd_reader *reader, size_t bytes) {
  reader->start += bytes;
  reader->offset += bytes;
}

/* Tries to have `bytes` bytes in the window: 1 if there are, 0 if the file ends before, -1 on an error. An
   interrupt is an error between blocks only; inside a block reading goes on. */
static int fill(struct tmd_reader *reader, size_t bytes) {
  size_t have = reader->end - reader->start;
  if (have >= bytes) return 1;
  if (have) memmove(reader->raw, reader->raw + reader->start, have);
  reader->start = 0;
  reader->end = have;
  reserve(&reader->raw, &reader->capacity, bytes);
  while (reader->end < bytes) {
    errno = 0;
    reader->end += fread(reader->raw + reader->end, 1, bytes - reader->end, reader->file);
    if (reader->end == bytes || !ferror(reader->file)) break;
    if (errno != EINTR) return tmd_error(TMD_USAGE, "%s: %s", reader->name, strerror(errno));
    clearerr(reader->file);
    if (reader->end == 0) return tmd_error(TMD_USAGE, "%s: interrupted", reader->name);
  }
  return reader->end == bytes;
}

static int bad(const struct tmd_reader *reader, const char *what) {
  char text[sizeof reader->last_bad];
  snprintf(text, sizeof text, "%s", what); /* it may lie in the error record itself */
  return tmd_error(TMD_CORRUPT, "%s: offset %llu: %s", reader->name, reader->offset, text);
}

/* ---- from a frame to a claim ---- */

static int all_zero(const unsigned char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (bytes[i]) return 0;
  return 1;
}

/* The block header and texts of the content: fills claim and *records_at; returns NULL or what is wrong. */
static const char *read_header(struct tmd_claim *claim, const unsigned char *content, size_t bytes,
                               size_t *records_at) {
  struct tmd_block_header h;
  if (bytes < sizeof h) return "content is shorter than a block header";
  memcpy(&h, content, sizeof h);
  if (memcmp(h.magic, TMD_BLOCK_MAGIC, sizeof h.magic)) return "content does not begin with " TMD_BLOCK_MAGIC;
  for (claim->kind = TMD_POLY; memcmp(h.kind, kind_magic[claim->kind], sizeof h.kind); claim->kind++)
    if (claim->kind == TMD_REGION) return "unknown kind of record";
  if (h.reserved0 || h.reserved1 || h.reserved2[0] || h.reserved2[1]) return "block header: reserved field is not zero";
  if (h.problem_bytes >= TMD_TEXT_MAX_BYTES || h.plan_bytes >= TMD_TEXT_MAX_BYTES) return "block header: text too long";
  size_t texts_end = sizeof h + h.problem_bytes + h.plan_bytes;
  *records_at = (texts_end + RECORD_ALIGNMENT - 1) / RECORD_ALIGNMENT * RECORD_ALIGNMENT;
  if (bytes < *records_at) return "content ends within the texts";
  if (!all_zero(content + texts_end, *records_at - texts_end)) return "bytes after the texts are not zero";
  size_t records_bytes = bytes - *records_at;
  if (h.record_bytes == 0 || h.record_count > records_bytes / h.record_bytes ||
      h.record_count * h.record_bytes != records_bytes)
    return "records do not fill the content";
  const char *problem = (const char *)content + sizeof h, *plan = problem + h.problem_bytes;
  if (tmd_problem_parse(&claim->problem, problem, h.problem_bytes)) return tmd_error_text();
  if (memchr(plan, 0, h.plan_bytes)) return "plan text: zero byte";
  memcpy(claim->plan, plan, h.plan_bytes);
  claim->plan[h.plan_bytes] = 0;
  claim->cell = (struct tmd_cell){h.sign_x, h.sign_f, h.e_in, h.e_out};
  claim->X0 = tmd_wide_load(h.X0);
  claim->X1 = tmd_wide_load(h.X1);
  claim->record_bytes = h.record_bytes;
  claim->record_count = h.record_count;
  return NULL;
}

static const char *decode(struct tmd_reader *reader, const unsigned char *frame, size_t frame_bytes) {
  struct tmd_claim *claim = &reader->claim;
  unsigned long long content_bytes = ZSTD_getFrameContentSize(frame, frame_bytes);
  if (content_bytes == ZSTD_CONTENTSIZE_ERROR) return "no zstd frame after the frame header";
  if (content_bytes == ZSTD_CONTENTSIZE_UNKNOWN) return "zstd frame without content size";
  if (content_bytes > TMD_CONTENT_MAX_BYTES) return "content exceeds the limit";
  if (frame[0] != 0x28) return "a skippable frame in place of the block's zstd frame";
  if (!(frame[4] & 4)) return "zstd frame without content checksum"; /* bit 2 of the frame header descriptor */
  if (ZSTD_findFrameCompressedSize(frame, frame_bytes) != frame_bytes)
    return "not a single zstd frame of the length given";
  reserve(&reader->content, &reader->content_capacity, content_bytes);
  size_t got = ZSTD_decompress(reader->content, content_bytes, frame, frame_bytes);
  if (got != content_bytes)
    return ZSTD_isError(got) ? ZSTD_getErrorName(got) : "content is not as long as the zstd frame says";
  size_t records_at;
  const char *wrong = read_header(claim, reader->content, got, &records_at);
  if (wrong) return wrong;
  reserve(&claim->records, &claim->capacity_bytes, got - records_at);
  if (got > records_at) memcpy(claim->records, reader->content + records_at, got - records_at);
  return tmd_claim_check(claim) ? tmd_error_text() : NULL;
}

/* The block at the front of the window: 1, 0 at the end of the file, -1 with a message. */
static int read_block(struct tmd_reader *reader) {
  struct tmd_frame_header head;
  int status = fill(reader, sizeof head);
  if (status < 0) return -1;
  if (reader->start == reader->end) return 0;
  memset(&head, 0, sizeof head);
  size_t have = reader->end - reader->start;
  memcpy(&head, reader->raw + reader->start, have < sizeof head ? have : sizeof head);
  if (status == 0) return bad(reader, "truncated: cut within a frame header");
  if (head.magic != TMD_SKIPPABLE_MAGIC || head.bytes != sizeof head - 8 ||
      memcmp(head.tag, TMD_FRAME_TAG, sizeof head.tag))
    return bad(reader, "not the beginning of a block");
  if (head.frame_bytes > ZSTD_COMPRESSBOUND(TMD_CONTENT_MAX_BYTES))
    return bad(reader, "length of the zstd frame exceeds the limit");
  status = fill(reader, sizeof head + head.frame_bytes);
  if (status < 0) return -1;
  if (status == 0) return bad(reader, "truncated: cut within a block");
  const unsigned char *frame = reader->raw + reader->start + sizeof head;
  if (XXH64(frame, head.frame_bytes, 0) != head.frame_xxh64)
    return bad(reader, "checksum of the zstd frame does not match");
  const char *wrong = decode(reader, frame, head.frame_bytes);
  if (wrong) return bad(reader, wrong);
  reader->block_bytes = sizeof head + head.frame_bytes;
  return 1;
}

/* The bytes that begin a block. */
static void make_tag(unsigned char tag[TAG_BYTES]) {
  struct tmd_frame_header head = {.magic = TMD_SKIPPABLE_MAGIC, .bytes = sizeof head - 8};
  memcpy(head.tag, TMD_FRAME_TAG, sizeof head.tag);
  memcpy(tag, &head, TAG_BYTES);
}

/* Moves the window to the next frame tag behind its first byte, or to the end of the file. */
static int resynchronise(struct tmd_reader *reader) {
  unsigned char tag[TAG_BYTES];
  make_tag(tag);
  drop(reader, 1);
  for (;;) {
    size_t have = reader->end - reader->start;
    const unsigned char *window = reader->raw + reader->start, *found = NULL;
    if (have >= sizeof tag) found = memmem(window, have, tag, sizeof tag);
    if (found) {
      drop(reader, (size_t)(found - window));
      return 0;
    }
    if (have >= sizeof tag) drop(reader, have - sizeof tag + 1);
    int status = fill(reader, 1 << 16);
    if (status < 0) return -1;
    if (status == 0 && reader->end - reader->start < sizeof tag) {
      drop(reader, reader->end - reader->start);
      return 0;
    }
  }
}

int tmd_reader_next(struct tmd_reader *reader, struct tmd_claim **claim) {
  *claim = &reader->claim;
  drop(reader, reader->block_bytes);
  reader->block_bytes = 0;
  for (;;) {
    int status = read_block(reader);
    if (status > 0) return status;
    if (status == 0) {
      if (reader->skipped) tmd_error(TMD_CORRUPT, "%s", reader->last_bad);
      return 0;
    }
    if (!reader->keep_going || tmd_error_status() != TMD_CORRUPT) return -1;
    snprintf(reader->last_bad, sizeof reader->last_bad, "%s", tmd_error_text());
    reader->skipped++;
    if (resynchronise(reader)) return -1;
  }
}

/* Whether these last bytes of a file are what is left of one block: the beginning of one, with zeros in place of what
   was not written, and nothing behind its end. A block with the right checksum is bad, but not torn. */
static int torn(const unsigned char *tail, size_t bytes) {
  unsigned char tag[TAG_BYTES];
  struct tmd_frame_header head = {0};
  size_t written = bytes;
  make_tag(tag);
  memcpy(&head, tail, bytes < sizeof head ? bytes : sizeof head);
  while (written && !tail[written - 1]) written--;
  if (memcmp(tail, tag, written < sizeof tag ? written : sizeof tag)) return 0;
  if (bytes > 1 && memmem(tail + 1, bytes - 1, tag, sizeof tag)) return 0;
  if (bytes < sizeof head || head.frame_bytes > bytes - sizeof head) return 1;
  return written <= sizeof head + head.frame_bytes &&
         XXH64(tail + sizeof head, head.frame_bytes, 0) != head.frame_xxh64;
}

int tmd_reader_torn(struct tmd_reader *reader) {
  int longer = fill(reader, FRAME_BYTES + ZSTD_COMPRESSBOUND(TMD_CONTENT_MAX_BYTES) + 1);
  return longer ? longer < 0 ? -1 : 0 : torn(reader->raw + reader->start, reader->end - reader->start);
}

/* ---- writing ---- */

struct tmd_writer *tmd_writer_open(FILE *file, const char *name) {
  struct tmd_writer *writer = tmd_allocate(sizeof *writer);
  memset(writer, 0, sizeof *writer);
  writer->file = file;
  writer->name = strcpy(tmd_allocate(strlen(name) + 1), name);
  return writer;
}

/* At least so many presses. */
static void set_up_presses(struct tmd_writer *writer, int count) {
  if (count <= writer->press_count) return;
  writer->presses = tmd_reallocate(writer->presses, (size_t)count * sizeof *writer->presses);
  for (struct press *press = writer->presses + writer->press_count; press < writer->presses + count; press++) {
    memset(press, 0, sizeof *press);
    if (!(press->compressor = ZSTD_createCCtx())) continue;
    ZSTD_CCtx_setParameter(press->compressor, ZSTD_c_compressionLevel, COMPRESSION_LEVEL);
    ZSTD_CCtx_setParameter(press->compressor, ZSTD_c_checksumFlag, 1);
  }
  writer->press_count = count;
}

unsigned long long tmd_writer_bytes(const struct tmd_writer *writer) { return writer->bytes; }

/* Straight to the file descriptor: a block leaves whole, at once, and an interrupt does not tear it. */
static int write_all(struct tmd_writer *writer, const unsigned char *bytes, size_t count) {
  writer->bytes += count;
  while (count > 0) {
    ssize_t done = write(fileno(writer->file), bytes, count);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return tmd_error(TMD_USAGE, "%s: %s", writer->name, strerror(errno));
    bytes += done;
    count -= (size_t)done;
  }
  return 0;
}

/* Lays the claim out as a block's content; returns its length, or 0 if it is too long. */
static size_t encode(struct press *press, const struct tmd_claim *claim) {
  char problem[TMD_TEXT_MAX_BYTES];
  struct tmd_block_header h = {
      .record_bytes = (uint32_t)claim->record_bytes,
      .record_count = claim->record_count,
      .problem_bytes = (uint32_t)tmd_problem_print(problem, &claim->problem),
      .plan_bytes = (uint32_t)strlen(claim->plan),
      .sign_x = (uint8_t)claim->cell.sign_x,
      .sign_f = (uint8_t)claim->cell.sign_f,
      .e_in = claim->cell.e_in,
      .e_out = claim->cell.e_out,
      .X0 = tmd_wide_store(claim->X0),
      .X1 = tmd_wide_store(claim->X1),
  };
  memcpy(h.magic, TMD_BLOCK_MAGIC, sizeof h.magic);
  memcpy(h.kind, kind_magic[claim->kind], sizeof h.kind);
  size_t texts_end = sizeof h + h.problem_bytes + h.plan_bytes,
         records_bytes = claim->record_count * claim->record_bytes;
  size_t records_at = (texts_end + RECORD_ALIGNMENT - 1) / RECORD_ALIGNMENT * RECORD_ALIGNMENT;
  if (records_at + records_bytes > TMD_CONTENT_MAX_BYTES) return 0;
  reserve(&press->content, &press->content_capacity, records_at + records_bytes);
  unsigned char *at = press->content;
  memset(at, 0, records_at);
  memcpy(at, &h, sizeof h);
  memcpy(at + sizeof h, problem, h.problem_bytes);
  memcpy(at + sizeof h + h.problem_bytes, claim->plan, h.plan_bytes);
  if (records_bytes) memcpy(at + records_at, claim->records, records_bytes);
  return records_at + records_bytes;
}

/* Makes the block of a claim, block_bytes long in `frame`, or says why not. */
static void make_block(struct press *press, const struct tmd_claim *claim) {
  press->why[0] = 0;
  if (tmd_claim_check(claim)) {
    snprintf(press->why, sizeof press->why, "claim refused: %.400s", tmd_error_text());
    return;
  }
  const size_t content_bytes = encode(press, claim);
  if (content_bytes == 0) {
    snprintf(press->why, sizeof press->why, "claim refused: content exceeds %d bytes", TMD_CONTENT_MAX_BYTES);
    return;
  }
  reserve(&press->frame, &press->frame_capacity, FRAME_BYTES + ZSTD_compressBound(content_bytes));
  unsigned char *frame = press->frame + FRAME_BYTES;
  const size_t frame_bytes = press->compressor ? ZSTD_compress2(press->compressor, frame, press->frame_capacity - FRAME_BYTES,
                                                                press->content, content_bytes)
                                               : (size_t)-1;
  if (ZSTD_isError(frame_bytes)) {
    snprintf(press->why, sizeof press->why, "zstd: %s", ZSTD_getErrorName(frame_bytes));
    return;
  }
  struct tmd_frame_header head = {
      .magic = TMD_SKIPPABLE_MAGIC,
      .bytes = FRAME_BYTES - 8,
      .frame_bytes = frame_bytes,
      .frame_xxh64 = XXH64(frame, frame_bytes, 0),
  };
  memcpy(head.tag, TMD_FRAME_TAG, sizeof head.tag);
  memcpy(press->frame, &head, sizeof head);
  press->block_bytes = FRAME_BYTES + frame_bytes;
}

static int write_block(struct tmd_writer *writer, const struct press *press) {
  if (press->why[0]) return tmd_error(TMD_USAGE, "%s: %s", writer->name, press->why);
  return write_all(writer, press->frame, press->block_bytes);
}

int tmd_writer_put(struct tmd_writer *writer, const struct tmd_claim *claim) {
  set_up_presses(writer, 1);
  make_block(&writer->presses[0], claim);
  return write_block(writer, &writer->presses[0]);
}

int tmd_writer_put_all(struct tmd_writer *writer, const struct tmd_claim *claims, size_t count) {
  const int threads = omp_get_max_threads();
  set_up_presses(writer, threads);
  for (size_t first = 0; first < count; first += (size_t)threads) {
    const int now = count - first < (size_t)threads ? (int)(count - first) : threads;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < now; i++) make_block(&writer->presses[i], &claims[first + (size_t)i]);
    for (int i = 0; i < now; i++)
      if (write_block(writer, &writer->presses[i])) return -1;
  }
  return 0;
}

const unsigned char *tmd_reader_block(const struct tmd_reader *reader, size_t *bytes) {
  *bytes = reader->block_bytes;
  return reader->raw + reader->start;
}

int tmd_reader_ready(const struct tmd_reader *reader) {
  (void)reader;
  return 1;
}

int tmd_writer_put_blocks(struct tmd_writer *writer, const unsigned char *blocks, size_t bytes) {
  return write_all(writer, blocks, bytes);
}

int tmd_writer_pass(struct tmd_writer *writer, const struct tmd_reader *reader) {
  return write_all(writer, reader->raw + reader->start, reader->block_bytes);
}

int tmd_writer_close(struct tmd_writer *writer) {
  int failed = fclose(writer->file);
  if (failed) tmd_error(TMD_USAGE, "%s: %s", writer->name, strerror(errno));
  for (struct press *press = writer->presses; press < writer->presses + writer->press_count; press++) {
    ZSTD_freeCCtx(press->compressor);
    free(press->content);
    free(press->frame);
  }
  free(writer->presses);
  free(writer->name);
  free(writer);
  return failed ? -1 : 0;
}
