/* A small stream with every kind of record, for the tests of streams; streams in memory; and
   whether two claims are the same. */
#ifndef TMD_TEST_STREAMS_H
#define TMD_TEST_STREAMS_H

#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include "lib/packet/packet.h"
#include "lib/stream/stream.h"
#include "tests/unit/tap.h"

enum { CAPACITY = 1 << 16, CLAIMS = 4 };

struct bytes {
  unsigned char at[CAPACITY];
  size_t count;
};

/* ---- a small stream with every kind of record ---- */

static void advise(struct tmd_claim *claim, const char *plan) {
  tmd_claim_advise(claim, plan, strlen(plan));
}

static void identity(struct tmd_claim *claim, tmd_u128 X0, tmd_u128 X1) {
  memset(claim, 0, sizeof *claim);
  claim->problem = tmd_problem_intern(&(struct tmd_problem){
      "exp", {53, -1022, 1023, {0}, 0}, {53, -1022, 1023, {0}, 0}, TMD_MODES_ALL, 44, NULL, NULL});
  claim->cell = (struct tmd_cell){0, 0, 0, 1};
  claim->X0 = X0;
  claim->X1 = X1;
  advise(claim, "method=lefevre n=32768");
}

static const tmd_u128 base = (tmd_u128)1 << 52;

static void poly_claim(struct tmd_claim *claim) {
  identity(claim, base, base + 4096);
  const struct tmd_packet_shape shape = {2, 2, 2, 3, 5};
  tmd_claim_begin(claim, claim, TMD_POLY, tmd_packet_bytes(&shape) + 8);
  for (int i = 0; i < 2; i++) {
    struct tmd_poly_record *p = tmd_claim_append(claim);
    p->X0 = tmd_wide_store(base + 1000 * (unsigned)i);
    p->n = 320, p->count = 3, p->split = 5, p->degree = 2, p->words = 2, p->outer = 2,
    p->err = 0x1p-60;
    *tmd_packet_coefficient(p, 0, 0) = 0x123456789abcdef0 + (unsigned)i;
    tmd_packet_bitmap(p)[0] = 0x4001;
  }
}

static struct tmd_case_record *add_case(struct tmd_claim *claim, tmd_u128 X, int flags) {
  struct tmd_case_record *c = tmd_claim_append(claim);
  c->X = tmd_wide_store(X);
  c->flags = (uint8_t)flags;
  if (flags & TMD_CASE_EXACT) {
    c->hardness = TMD_HARDNESS_EXACT;
  } else if (flags & TMD_CASE_CONFIRMED) {
    c->distance_mantissa = 0xfedcba9876543210;
    c->distance_exponent = -50;
    c->distance_negative = 1;
    c->hardness = 50;
  }
  return c;
}

static void case_claim(struct tmd_claim *claim) {
  identity(claim, base + 4096, base + 8192);
  tmd_claim_begin(claim, claim, TMD_CASE, sizeof(struct tmd_case_record));
  add_case(claim, base + 4096, 0);
  add_case(claim, base + 5000, TMD_CASE_CONFIRMED | TMD_CASE_MIDPOINT);
  add_case(claim, base + 6000, TMD_CASE_CONFIRMED | TMD_CASE_EXACT);
  add_case(claim, base + 8191, TMD_CASE_UNDECIDED)->undecided_bits = 4096;
}

static void region_claim(struct tmd_claim *claim) {
  identity(claim, 0, 8192);
  claim->cell.e_in = -1022;
  tmd_claim_begin(claim, claim, TMD_REGION, sizeof(struct tmd_region_record));
  for (int i = 0; i < 2; i++) {
    struct tmd_region_record *r = tmd_claim_append(claim);
    r->Xa = tmd_wide_store(i ? 1 : 0);
    r->Xb = tmd_wide_store(i ? 8192 : 1);
    r->reason = i ? TMD_REGION_CONSTANT : TMD_REGION_ZERO;
    r->flags = TMD_REGION_PROVED;
    r->least = 44;
    r->greatest = i ? TMD_HARDNESS_UNBOUNDED : 44;
  }
}

static void empty_claim(struct tmd_claim *claim) {
  identity(claim, base + 8192, 2 * base);
  advise(claim, "");
  tmd_claim_begin(claim, claim, TMD_CASE, sizeof(struct tmd_case_record));
}

static void (*const makers[CLAIMS])(struct tmd_claim *) = {poly_claim, case_claim, region_claim,
                                                           empty_claim};

/* ---- streams in memory; files have descriptors, so temporary ones stand for pipes ---- */

__attribute__((unused)) static FILE *file_of(const unsigned char *bytes, size_t count) {
  static FILE *file;
  if (!file) file = tmpfile();
  if (!file || ftruncate(fileno(file), 0)) exit(2);
  rewind(file);
  fwrite(bytes, 1, count, file);
  fflush(file);
  rewind(file);
  return fdopen(dup(fileno(file)), "rb"); /* the reader closes its own */
}

static void bytes_of(FILE *file, struct bytes *bytes) {
  rewind(file);
  bytes->count = fread(bytes->at, 1, CAPACITY, file);
}

/* Writes the claims, up to the first that is refused: JOIN: they may share blocks; AT_ONCE: all by
   one call. Returns 0, or -1 (message). */
enum { JOIN = 1, AT_ONCE = 2 };
static int write_claims(struct bytes *bytes, const struct tmd_claim *claims, size_t count,
                        int how) {
  static FILE *file;
  if (!file) file = tmpfile();
  if (!file || ftruncate(fileno(file), 0)) exit(2);
  rewind(file);
  struct tmd_writer *writer = tmd_writer_open(fdopen(dup(fileno(file)), "wb"), "test");
  if (how & JOIN) tmd_writer_join(writer);
  int failed = how & AT_ONCE ? tmd_writer_put_all(writer, claims, count) : 0;
  for (size_t i = 0; i < count && !(how & AT_ONCE) && !failed; i++)
    failed = tmd_writer_put(writer, &claims[i]);
  if (tmd_writer_close(writer)) exit(2);
  bytes_of(file, bytes);
  return failed ? -1 : 0;
}

/* What a stage writes that passes all claims through, and how many were ready behind another. The
   records that it was given may be changed. */
__attribute__((unused)) static int pass_through(struct bytes *to, const struct bytes *from) {
  FILE *file = tmpfile();
  struct tmd_reader *reader = tmd_reader_open(file_of(from->at, from->count), "test", 0);
  struct tmd_writer *writer = tmd_writer_open(fdopen(dup(fileno(file)), "wb"), "test");
  struct tmd_claim *claim;
  int failed = 0, ready = 0;
  while (tmd_reader_next(reader, &claim) > 0) {
    if (claim->record_count) memset(claim->records, 255, claim->record_bytes);
    failed |= tmd_writer_pass(writer, reader);
    ready += tmd_reader_ready(reader);
  }
  tmd_reader_close(reader);
  failed |= tmd_writer_close(writer);
  bytes_of(file, to);
  fclose(file);
  return failed ? -1 : ready;
}

__attribute__((unused)) static void clear_claims(struct tmd_claim *claims, size_t count) {
  for (size_t i = 0; i < count; i++) tmd_claim_clear(&claims[i]);
}

/* The whole stream, and the offset at which each block ends. */
__attribute__((unused)) static void write_stream(struct bytes *bytes, size_t end[CLAIMS]) {
  struct tmd_claim claims[CLAIMS];
  for (size_t i = 0; i < CLAIMS; i++) {
    makers[i](&claims[i]);
    if (write_claims(bytes, claims, i + 1, 0)) printf("# %s\n", tmd_error_text());
    end[i] = bytes->count;
  }
  clear_claims(claims, CLAIMS);
}

__attribute__((unused)) static int same_claim(const struct tmd_claim *a,
                                              const struct tmd_claim *b) {
  return a->problem == b->problem && !memcmp(&a->cell, &b->cell, sizeof a->cell) &&
         a->X0 == b->X0 && a->X1 == b->X1 && !strcmp(tmd_claim_plan(a), tmd_claim_plan(b)) &&
         a->kind == b->kind && a->record_bytes == b->record_bytes &&
         a->record_count == b->record_count &&
         (a->record_count == 0 ||
          !memcmp(a->records, b->records, a->record_count * a->record_bytes));
}

__attribute__((unused)) static int same_bytes(const struct bytes *a, const struct bytes *b) {
  return a->count == b->count && !memcmp(a->at, b->at, a->count);
}

/* The error record says that input is corrupt, and `message`. */
__attribute__((unused)) static int refuses(const char *what, const char *message) {
  int good = tmd_error_status() == TMD_CORRUPT && strstr(tmd_error_text(), message);
  if (!good) printf("# said: %s\n", tmd_error_text());
  return tap_ok(good, "refused: %s", what);
}

/* ---- blocks taken apart and made by hand ---- */

/* Makes a block of this content, as it should be, but for the content size if that is not wanted;
   returns its length. */
__attribute__((unused)) static size_t
frame_content(unsigned char *block, const unsigned char *content, size_t bytes, int with_size) {
  ZSTD_CCtx *compressor = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(compressor, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setParameter(compressor, ZSTD_c_contentSizeFlag, with_size);
  size_t frame_bytes = ZSTD_compress2(compressor, block + 32, CAPACITY - 32, content, bytes);
  ZSTD_freeCCtx(compressor);
  struct tmd_frame_header head = {
      TMD_SKIPPABLE_MAGIC, 24, {0}, frame_bytes, XXH64(block + 32, frame_bytes, 0)};
  memcpy(head.tag, TMD_FRAME_TAG, 8);
  memcpy(block, &head, sizeof head);
  return 32 + frame_bytes;
}

/* The content of the block at `from`; its length. */
__attribute__((unused)) static size_t content_of(unsigned char *content, const struct bytes *stream,
                                                 size_t from) {
  struct tmd_frame_header head;
  memcpy(&head, stream->at + from, sizeof head);
  return ZSTD_decompress(content, CAPACITY, stream->at + from + 32, head.frame_bytes);
}

#endif
