/* All threads decode blocks to claims, a batch at a time; claims are handed out in the order of the
   blocks. */
#define _GNU_SOURCE /* memmem */
#include <errno.h>
#include <limits.h>
#include <omp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/stream/block.h"
#include "lib/stream/stream.h"

/* A block and its claim, or the one of its claims handed out; emptied before the next
   batch. */
struct slot {
  unsigned long long offset; /* of its block in the file */
  size_t bytes, content_bytes;
  int good;
  struct tmd_claim claim;
  struct tmd_block_rest rest; /* the remaining claims of the block */
};

/* The input is seen through a window: raw[start..end) are the bytes from file offset `offset` on.
   The last block handed out stays at the front of the window, `block_bytes` long, until the next
   one is requested. */
struct tmd_reader {
  FILE *file;
  char *name;
  int keep_going;
  unsigned char *raw;
  size_t start, end, capacity, block_bytes;
  unsigned long long offset;
  int ended, error; /* nothing comes after the window; errno of the last read, not yet reported */
  struct slot *slots, *current;     /* the block handed out last, while the window begins with it */
  struct tmd_block_encoder encoder; /* for one claim of several, */
  unsigned char *alone;             /* and its block */
  size_t alone_capacity;
  size_t slot_count, batch, next;     /* slots[next..batch) wait to be handed out */
  struct tmd_block_decoder *decoders; /* one for each thread */
  size_t decoder_count;
  unsigned long skipped;
  char last_bad[512];
  size_t bad_bytes;           /* length of the bad place: the next block may begin there */
  int suspicious;             /* no block has been sound since the last bad place; */
  unsigned long long sound;   /* work on sound blocks since then */
  unsigned long long in_vain; /* work on blocks that turned out to be bad (see suspect) */
  int (*stopped)(void);
};

struct tmd_reader *tmd_reader_open(FILE *file, const char *name, int keep_going) {
  struct tmd_reader *reader = tmd_zeros(sizeof *reader);
  reader->file = file;
  reader->name = strcpy(tmd_allocate(strlen(name) + 1), name);
  reader->keep_going = keep_going;
  reader->sound = ULLONG_MAX / 2;
  return reader;
}

void tmd_reader_close(struct tmd_reader *reader) {
  if (!reader) return;
  fclose(reader->file);
  for (size_t i = 0; i < reader->slot_count; i++) {
    tmd_claim_clear(&reader->slots[i].claim);
    free(reader->slots[i].rest.content);
  }
  tmd_block_encoder_clear(&reader->encoder);
  free(reader->alone);
  for (size_t i = 0; i < reader->decoder_count; i++) tmd_block_decoder_clear(&reader->decoders[i]);
  free(reader->slots);
  free(reader->decoders);
  free(reader->raw);
  free(reader->name);
  free(reader);
}

void tmd_reader_stopped_by(struct tmd_reader *reader, int (*stopped)(void)) {
  reader->stopped = stopped;
}

unsigned long tmd_reader_skipped(const struct tmd_reader *reader) { return reader->skipped; }
unsigned long long tmd_reader_bytes(const struct tmd_reader *reader) {
  return reader->offset + reader->block_bytes;
}

/* A claim that shared its block gets its own. */
const unsigned char *tmd_reader_block(struct tmd_reader *reader, size_t *bytes) {
  const struct slot *slot = reader->current;
  if (slot && slot->rest.end > 0) {
    *bytes =
        tmd_block_alone(&reader->encoder, &slot->rest, &reader->alone, &reader->alone_capacity);
    return reader->alone;
  }
  *bytes = reader->block_bytes;
  return reader->raw + reader->start;
}

/* ---- the window ---- */

static const unsigned char *window(const struct tmd_reader *reader) {
  return reader->raw + reader->start;
}
static size_t held(const struct tmd_reader *reader) { return reader->end - reader->start; }

static void drop(struct tmd_reader *reader, size_t bytes) {
  reader->start += bytes;
  reader->offset += bytes;
}

/* Reads once behind the window, which gets room for twice `bytes` bytes, so that it advances by
   `bytes` before it is moved back. */
static void read_more(struct tmd_reader *reader, size_t bytes) {
  enum { READ_BYTES = 256 << 10 };
  const size_t have = held(reader);
  if (have == 0 || reader->capacity - reader->start < bytes) {
    if (have) memmove(reader->raw, window(reader), have);
    reader->start = 0;
    reader->end = have;
    tmd_block_reserve(&reader->raw, &reader->capacity,
                      2 * bytes > READ_BYTES ? 2 * bytes : READ_BYTES);
  }
  const ssize_t got =
      read(fileno(reader->file), reader->raw + reader->end, reader->capacity - reader->end);
  if (got > 0) reader->end += (size_t)got;
  reader->ended = got == 0;
  reader->error = got < 0 ? errno : 0;
}

static int interrupted(const struct tmd_reader *reader) {
  return tmd_error(TMD_USAGE, "%s: interrupted", reader->name);
}

/* Tries to fill the window to `bytes` bytes: 1 if it has them, 0 if the file ends before, -1 on an
   error. An interrupt is an error only between blocks; inside a block reading continues. */
static int fill(struct tmd_reader *reader, size_t bytes) {
  while (held(reader) < bytes && !reader->ended) {
    if (!reader->error) read_more(reader, bytes);
    const int error = reader->error;
    reader->error = 0;
    if (error && error != EINTR)
      return tmd_error(TMD_USAGE, "%s: %s", reader->name, strerror(error));
    if (error && held(reader) == 0) return interrupted(reader);
  }
  return held(reader) >= bytes;
}

/* The same without waiting: 1 if the bytes are available. */
static int reach(struct tmd_reader *reader, size_t bytes) {
  struct pollfd input = {.fd = fileno(reader->file), .events = POLLIN};
  while (held(reader) < bytes && !reader->ended && !reader->error && poll(&input, 1, 0) > 0)
    read_more(reader, bytes);
  return held(reader) >= bytes;
}

static int bad(const struct tmd_reader *reader, const char *what) {
  return tmd_error(TMD_CORRUPT, "%s: offset %llu: %s", reader->name, reader->offset, what);
}

/* ---- a batch ---- */

/* Waits for the block at the front of the window: 1 and its length, 0 at the end of the file, -1
   (message). */
static int front_block(struct tmd_reader *reader, size_t *bytes) {
  const char *wrong;
  int status = fill(reader, TMD_START_BYTES);
  if (status < 0) return -1;
  if (held(reader) == 0) return 0;
  const char *instead = reader->offset ? NULL : tmd_block_instead(window(reader), held(reader));
  if (instead) return tmd_error(TMD_CORRUPT, "%s: %s", reader->name, instead);
  if (status == 0) return bad(reader, "truncated: cut within a frame header");
  *bytes = tmd_block_length(window(reader), &wrong);
  if (*bytes == 0) return bad(reader, wrong);
  status = fill(reader, *bytes);
  return status == 0 ? bad(reader, "truncated: cut within a block") : status;
}

/* The length of the block at `at` if it is in the window as a whole and its frame header is valid;
   else 0. */
static size_t block_behind(struct tmd_reader *reader, size_t at, size_t bytes_max) {
  const char *wrong;
  if (!reach(reader, at + TMD_START_BYTES)) return 0;
  const size_t bytes = tmd_block_length(window(reader) + at, &wrong);
  return bytes > 0 && at + bytes <= bytes_max && reach(reader, at + bytes) ? bytes : 0;
}

static void add_block(struct tmd_reader *reader, size_t at, size_t bytes, size_t content_bytes) {
  reader->slots =
      tmd_grow_zeros(reader->slots, &reader->slot_count, reader->batch + 1, sizeof *reader->slots);
  struct slot *slot = &reader->slots[reader->batch++];
  slot->offset = reader->offset + at;
  slot->bytes = bytes;
  slot->content_bytes = content_bytes;
}

static unsigned long long work_of(const struct slot *slot) {
  return slot->bytes + slot->content_bytes;
}

/* Finds the blocks of the next batch: one for a single thread; behind a bad place, no more than
   were sound since, so that little is decoded in vain. 1, 0 at the end of the file, -1
   (message). */
static int gather(struct tmd_reader *reader, int threads) {
  const struct tmd_block_batch most = tmd_block_batch(threads);
  size_t at = 0, bytes = 0, content_bytes = 0;
  reader->batch = reader->next = 0;
  reader->bad_bytes = 1;
  const int status = front_block(reader, &bytes);
  if (status <= 0) return status;
  do {
    const size_t content = tmd_block_content_bytes(window(reader) + at);
    content_bytes += content;
    if (at > 0 && (content_bytes > most.bytes || at + bytes + content_bytes > reader->sound)) break;
    add_block(reader, at, bytes, content);
    at += bytes;
  } while (threads > 1 && reader->batch < most.blocks &&
           (bytes = block_behind(reader, at, most.bytes)) > 0);
  return 1;
}

static void decode(struct tmd_reader *reader, struct slot *slot,
                   struct tmd_block_decoder *decoder) {
  slot->good = !tmd_block_decode(decoder, &slot->claim, &slot->rest,
                                 window(reader) + (slot->offset - reader->offset));
}

static void decode_batch(struct tmd_reader *reader, int threads) {
  size_t bytes = 0;
  for (size_t i = 0; i < reader->batch; i++) bytes += reader->slots[i].content_bytes;
  if (!tmd_block_team_pays(reader->batch, bytes)) {
    for (size_t i = 0; i < reader->batch; i++)
      decode(reader, &reader->slots[i], &reader->decoders[0]);
    return;
  }
  const int chunk = tmd_block_chunk(reader->batch, threads);
#pragma omp parallel for schedule(dynamic, chunk)
  for (size_t i = 0; i < reader->batch; i++)
    decode(reader, &reader->slots[i], &reader->decoders[omp_get_thread_num()]);
}

/* NULL, or the fault of the block at the front, which begins behind a bad place. Thousands of
   blocks may begin within bad ones, over the same bytes, and hashing them all would take quadratic
   time. So the beginning of such a block is examined first, and its bytes are hashed only while the
   work in vain, in bytes hashed, is below VAIN_BYTES + VAIN_TIMES times the offset; only beyond
   that bound can a sound block be lost. A bad block with the right checksum is skipped as a
   whole. */
static const char *suspect(struct tmd_reader *reader, const struct slot *slot) {
  enum { VAIN_BYTES = 256 << 20, VAIN_TIMES = 16 };
  const unsigned long long most = VAIN_BYTES + VAIN_TIMES * reader->offset;
  uint64_t cost = 0;
  const char *wrong = NULL;
  if (reader->in_vain <= most)
    wrong = tmd_block_suspect(&reader->decoders[0], reader->raw + reader->start, &cost);
  reader->in_vain += wrong ? cost : 0;
  if (!wrong && reader->in_vain + slot->bytes > most)
    wrong = "not examined: too many blocks begin within damaged ones";
  return wrong;
}

/* Decodes the batch. A block behind a bad place, alone in its batch, may be rejected without
   decoding. */
static const char *decode_gathered(struct tmd_reader *reader, int threads) {
  reader->decoders = tmd_grow_zeros(reader->decoders, &reader->decoder_count, (size_t)threads,
                                    sizeof *reader->decoders);
  if (reader->suspicious) {
    const char *wrong = suspect(reader, &reader->slots[0]);
    if (wrong) return reader->batch = reader->next = 0, wrong;
  }
  decode_batch(reader, threads);
  return NULL;
}

static void empty(struct slot *slot) {
  tmd_claim_empty(&slot->claim);
  free(slot->rest.content);
  slot->rest = (struct tmd_block_rest){0};
}

/* The next slot: 1, 0 at the end of the file, -1 with a message and the bad place in front of the
   window. */
static int next_slot(struct tmd_reader *reader, struct slot **next) {
  const char *wrong = NULL;
  if (reader->next == reader->batch) {
    for (size_t i = 0; i < reader->batch; i++) empty(&reader->slots[i]);
    const int threads = omp_get_max_threads(), status = gather(reader, threads);
    if (status <= 0) return status;
    wrong = decode_gathered(reader, threads);
    if (wrong) return bad(reader, wrong);
  }
  struct slot *slot = *next = &reader->slots[reader->next];
  if (!slot->good)
    wrong = tmd_block_decode(&reader->decoders[0], &slot->claim, &slot->rest,
                             window(reader)); /* again, for the message */
  if (wrong) {
    if (reader->decoders[0].intact) reader->bad_bytes = slot->bytes;
    else reader->in_vain += slot->bytes;
    return bad(reader, wrong);
  }
  reader->suspicious = 0;
  if (reader->sound < ULLONG_MAX / 2) reader->sound += work_of(slot);
  reader->next++;
  return 1;
}

/* After the window has moved: blocks decoded ahead stay in use if one of them begins there. */
static void keep_slots(struct tmd_reader *reader) {
  while (reader->next < reader->batch && reader->slots[reader->next].offset < reader->offset)
    reader->next++;
  if (reader->next < reader->batch && reader->slots[reader->next].offset > reader->offset)
    reader->next = reader->batch;
}

/* ---- claims ---- */

/* Moves the window to the next frame tag behind its first byte, or behind the whole of a block that
   has the right checksum, or to the end of the file. */
static int resynchronise(struct tmd_reader *reader) {
  unsigned char tag[TMD_TAG_BYTES];
  tmd_block_tag(tag);
  drop(reader, reader->bad_bytes);
  reader->bad_bytes = 1;
  reader->suspicious = 1;
  reader->sound = 0;
  for (;;) {
    const unsigned char *found = memmem(window(reader), held(reader), tag, sizeof tag);
    if (found) {
      drop(reader, (size_t)(found - window(reader)));
      return 0;
    }
    if (reader->stopped && reader->stopped()) return interrupted(reader);
    if (held(reader) >= sizeof tag) drop(reader, held(reader) - sizeof tag + 1);
    int status = fill(reader, held(reader) + 1);
    if (status < 0) return -1;
    if (status == 0) {
      drop(reader, held(reader));
      return 0;
    }
  }
}

int tmd_reader_next(struct tmd_reader *reader, struct tmd_claim **claim) {
  struct slot *slot = reader->current;
  if (slot && tmd_block_next(&slot->claim, &slot->rest)) return *claim = &slot->claim, 1;
  drop(reader, reader->block_bytes);
  reader->block_bytes = 0;
  reader->current = NULL;
  for (;;) {
    int status = next_slot(reader, &slot);
    if (status > 0) {
      *claim = &slot->claim;
      reader->current = slot;
      reader->block_bytes = slot->bytes;
      return 1;
    }
    if (status == 0) {
      if (reader->skipped) tmd_error(TMD_CORRUPT, "%s", reader->last_bad);
      return 0;
    }
    if (!reader->keep_going || tmd_error_status() != TMD_CORRUPT) return -1;
    snprintf(reader->last_bad, sizeof reader->last_bad, "%s", tmd_error_text());
    reader->skipped++;
    if (resynchronise(reader)) return -1;
    keep_slots(reader);
  }
}

int tmd_reader_ready(struct tmd_reader *reader) {
  const char *wrong;
  const size_t at = reader->block_bytes;
  if (reader->next < reader->batch) return 1;
  if (reader->current && reader->current->rest.at < reader->current->rest.end) return 1;
  int there = reach(reader, at + TMD_START_BYTES);
  if (there) {
    const size_t bytes = tmd_block_length(window(reader) + at, &wrong);
    there = bytes == 0 || reach(reader, at + bytes);
  }
  return there || reader->ended || reader->error;
}

int tmd_reader_torn(struct tmd_reader *reader) {
  int longer = fill(reader, TMD_FRAME_HEADER_BYTES + ZSTD_COMPRESSBOUND(TMD_CONTENT_MAX_BYTES) + 1);
  return longer ? longer < 0 ? -1 : 0 : tmd_block_torn(window(reader), held(reader));
}
