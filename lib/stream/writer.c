/* All threads encode claims to blocks, many at a time; blocks are written in the order of the
   claims. */
#include <errno.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/stream/block.h"
#include "lib/stream/stream.h"

/* A block of a run: the position of its buffer, and its length, 0 if it could not be made. */
struct made {
  size_t at, bytes;
};

struct tmd_writer {
  FILE *file;
  char *name;
  struct tmd_block_encoder *encoders; /* one for each thread */
  size_t encoder_count;
  struct made *made; /* one for each block of a run */
  size_t made_capacity;
  unsigned char *blocks;
  size_t capacity;
  unsigned long long bytes;
  int joins;
  int failed; /* a write failed: a block may be torn, and nothing follows it */
  struct tmd_block_content content; /* of the claims that are held back */
};

struct tmd_writer *tmd_writer_open(FILE *file, const char *name) {
  struct tmd_writer *writer = tmd_zeros(sizeof *writer);
  writer->file = file;
  writer->name = strcpy(tmd_allocate(strlen(name) + 1), name);
  return writer;
}

unsigned long long tmd_writer_bytes(const struct tmd_writer *writer) { return writer->bytes; }

void tmd_writer_join(struct tmd_writer *writer) { writer->joins = 1; }

/* Writes to the file descriptor: a block is written whole, at once, and an interrupt does not tear
   it. */
static int write_all(struct tmd_writer *writer, const unsigned char *bytes, size_t count) {
  writer->bytes += count;
  while (count > 0) {
    ssize_t done = write(fileno(writer->file), bytes, count);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) {
      writer->failed = 1;
      return tmd_error(TMD_USAGE, "%s: %s", writer->name, strerror(errno));
    }
    bytes += done;
    count -= (size_t)done;
  }
  return 0;
}

static void set_up(struct tmd_writer *writer, int threads) {
  writer->encoders = tmd_grow_zeros(writer->encoders, &writer->encoder_count, (size_t)threads,
                                    sizeof *writer->encoders);
}

/* Reserves room for the claims of one run, at least one; returns their number. */
static size_t lay_out(struct tmd_writer *writer, const struct tmd_claim *claims, size_t count,
                      int threads) {
  const struct tmd_block_batch most = tmd_block_batch(threads);
  if (count > most.blocks) count = most.blocks;
  writer->made = tmd_grow(writer->made, &writer->made_capacity, count, sizeof *writer->made);
  size_t bytes = 0, run = 0;
  for (; run < count; run++) {
    const size_t bound = tmd_block_bound(&claims[run]);
    if (run > 0 && bytes + bound > most.bytes) break;
    writer->made[run].at = bytes;
    bytes += bound;
  }
  tmd_block_reserve(&writer->blocks, &writer->capacity, bytes);
  return run;
}

static void encode(struct tmd_writer *writer, struct tmd_block_encoder *encoder, struct made *made,
                   const struct tmd_claim *claim) {
  made->bytes = tmd_block_encode(encoder, claim, writer->blocks + made->at, tmd_block_bound(claim));
}

/* Writes the blocks in order, up to the first that could not be made. */
static int write_run(struct tmd_writer *writer, const struct tmd_claim *claims, size_t run) {
  size_t bytes = 0, i = 0;
  for (; i < run; i++) {
    struct made *made = &writer->made[i];
    if (made->bytes == 0)
      encode(writer, &writer->encoders[0], made,
             &claims[i]); /* again, for this thread's error record */
    if (made->bytes == 0) break;
    memmove(writer->blocks + bytes, writer->blocks + made->at, made->bytes);
    bytes += made->bytes;
  }
  if (write_all(writer, writer->blocks, bytes)) return -1;
  return i < run ? tmd_error(TMD_USAGE, "%s: %s", writer->name, tmd_error_text()) : 0;
}

/* Makes the blocks of a run. */
static void encode_run(struct tmd_writer *writer, const struct tmd_claim *claims, size_t run,
                       int threads) {
  const struct made *last = &writer->made[run - 1];
  if (!tmd_block_team_pays(run, last->at + tmd_block_bound(&claims[run - 1]))) {
    for (size_t i = 0; i < run; i++)
      encode(writer, &writer->encoders[0], &writer->made[i], &claims[i]);
    return;
  }
  const int chunk = tmd_block_chunk(run, threads);
#pragma omp parallel for schedule(dynamic, chunk)
  for (size_t i = 0; i < run; i++)
    encode(writer, &writer->encoders[omp_get_thread_num()], &writer->made[i], &claims[i]);
}

static int put_alone(struct tmd_writer *writer, const struct tmd_claim *claims, size_t count) {
  const int threads = omp_get_max_threads();
  set_up(writer, threads);
  for (size_t run; count > 0; claims += run, count -= run) {
    run = lay_out(writer, claims, count, threads);
    encode_run(writer, claims, run, threads);
    if (write_run(writer, claims, run)) return -1;
  }
  return 0;
}

/* ---- several claims in a block ---- */

int tmd_writer_flush(struct tmd_writer *writer) {
  const size_t content_bytes = writer->content.bytes;
  if (writer->failed) return -1;
  if (content_bytes == 0) return 0;
  writer->content.bytes = 0;
  set_up(writer, 1);
  tmd_block_reserve(&writer->blocks, &writer->capacity,
                    TMD_FRAME_HEADER_BYTES + ZSTD_compressBound(content_bytes));
  const size_t bytes = tmd_block_compress(&writer->encoders[0], writer->content.at, content_bytes,
                                          writer->blocks, writer->capacity);
  return bytes == 0 ? -1 : write_all(writer, writer->blocks, bytes);
}

static int put_joined(struct tmd_writer *writer, const struct tmd_claim *claim) {
  if (!tmd_block_joins(claim))
    return tmd_writer_flush(writer) || put_alone(writer, claim, 1) ? -1 : 0;
  int joined = tmd_block_join(&writer->content, claim);
  if (joined == 0) {
    if (tmd_writer_flush(writer)) return -1;
    joined = tmd_block_join(&writer->content, claim);
  }
  return joined > 0 ? 0 : tmd_error(TMD_USAGE, "%s: %s", writer->name, tmd_error_text());
}

int tmd_writer_put_all(struct tmd_writer *writer, const struct tmd_claim *claims, size_t count) {
  if (!writer->joins) return put_alone(writer, claims, count);
  for (size_t i = 0; i < count; i++)
    if (put_joined(writer, &claims[i])) return -1;
  return 0;
}

int tmd_writer_put(struct tmd_writer *writer, const struct tmd_claim *claim) {
  return tmd_writer_put_all(writer, claim, 1);
}

int tmd_writer_put_blocks(struct tmd_writer *writer, const unsigned char *blocks, size_t bytes) {
  return tmd_writer_flush(writer) || write_all(writer, blocks, bytes) ? -1 : 0;
}

int tmd_writer_pass(struct tmd_writer *writer, struct tmd_reader *reader) {
  size_t bytes;
  const unsigned char *block = tmd_reader_block(reader, &bytes);
  return bytes == 0 ? -1 : tmd_writer_put_blocks(writer, block, bytes);
}

int tmd_writer_close(struct tmd_writer *writer) {
  const int lost = tmd_writer_flush(writer), closed = fclose(writer->file), failed = lost || closed;
  if (!lost && closed) tmd_error(TMD_USAGE, "%s: %s", writer->name, strerror(errno));
  for (size_t i = 0; i < writer->encoder_count; i++) tmd_block_encoder_clear(&writer->encoders[i]);
  free(writer->content.at);
  free(writer->encoders);
  free(writer->made);
  free(writer->blocks);
  free(writer->name);
  free(writer);
  return failed ? -1 : 0;
}
