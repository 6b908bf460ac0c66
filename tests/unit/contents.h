/* Contents of blocks: changed at random, and made again from the claims that were read. */
#ifndef TMD_TEST_CONTENTS_H
#define TMD_TEST_CONTENTS_H

#include "lib/stream/text.h"
#include "tests/unit/streams.h"

static uint64_t random_below(uint64_t n) { return test_random() % n; }

/* Changes a few bytes of the content, a quarter of them in the header of the claim at `header`. */
__attribute__((unused)) static void change_content(unsigned char *content, size_t bytes,
                                                   size_t header) {
  for (uint64_t changes = 1 + random_below(3); changes-- > 0;) {
    size_t at = random_below(4) ? 96 + random_below(bytes - 96) : header + random_below(96);
    content[at] = random_below(2) ? (unsigned char)random_below(256)
                                  : content[at] ^ (unsigned char)(1 << random_below(8));
  }
}

/* The content of the one block that the writer makes of the claims; its length, or 0. */
__attribute__((unused)) static size_t
written_content(unsigned char *content, const struct tmd_claim *claims, size_t count, int join) {
  static struct bytes block;
  return write_claims(&block, claims, count, AT_ONCE | join) ? 0 : content_of(content, &block, 0);
}

/* 1 if the claim can be read again from its text. */
__attribute__((unused)) static int text_restores(const struct tmd_claim *claim) {
  CLAIM again = {0};
  char *text;
  size_t bytes;
  FILE *memory = open_memstream(&text, &bytes);
  tmd_text_print_claim(memory, claim);
  for (size_t i = 0; i < claim->record_count; i++) tmd_text_print_record(memory, claim, i);
  fclose(memory);
  struct tmd_text_reader reader = {.lines = {.file = fmemopen(text, bytes, "r"), .name = "text"}};
  int same = tmd_text_next(&reader, &again) == 1 && same_claim(claim, &again);
  if (!same) printf("# %s\n%.*s\n", tmd_error_text(), (int)bytes, text);
  fclose(reader.lines.file);
  tmd_text_close(&reader);
  free(text);
  return same;
}

/* Reads the stream into claims of the caller's; returns their number. *status is 0 or that of the
   error; *blocks is the number of places where a block begins. */
__attribute__((unused)) static size_t read_claims(const struct bytes *stream,
                                                  struct tmd_claim *claims, int keep_going,
                                                  int *status, size_t *blocks) {
  struct tmd_reader *reader =
      tmd_reader_open(file_of(stream->at, stream->count), "test", keep_going);
  struct tmd_claim *claim;
  size_t count = 0;
  unsigned long long end = 0;
  int next;
  *blocks = 0;
  while ((next = tmd_reader_next(reader, &claim)) > 0) {
    memset(&claims[count], 0, sizeof claims[count]);
    if (count % 2) tmd_claim_move(&claims[count], claim);
    else tmd_claim_copy(&claims[count], claim);
    if (claim->record_count) memset(claim->records, 255, claim->record_bytes);
    *blocks += tmd_reader_bytes(reader) > end;
    end = tmd_reader_bytes(reader);
    count++;
  }
  *status = next < 0 || tmd_reader_skipped(reader) ? (int)tmd_error_status() : 0;
  tmd_reader_close(reader);
  return count;
}

/* Contents changed at random, in so many rounds: what is accepted can be written again, byte for
   byte, and restored from its text. `make` makes one, and says where a claim's header is. */
__attribute__((unused)) static void
test_random_contents(size_t (*make)(unsigned char *content, size_t *header), int join, int rounds) {
  static unsigned char content[CAPACITY], again[CAPACITY];
  static struct bytes stream;
  struct tmd_claim claims[8];
  int accepted = 0, bytes_differ = 0, texts_differ = 0, status;
  for (int round = 0; round < rounds; round++) {
    size_t header, blocks, bytes = make(content, &header);
    change_content(content, bytes, header);
    stream.count = frame_content(stream.at, content, bytes, 1);
    const size_t count = read_claims(&stream, claims, 0, &status, &blocks);
    bytes_differ += status != (count > 0 ? 0 : TMD_CORRUPT);
    if (count == 0) continue;
    accepted++;
    bytes_differ +=
        written_content(again, claims, count, join) != bytes || memcmp(again, content, bytes);
    for (size_t i = 0; i < count; i++) texts_differ += !text_restores(&claims[i]);
    clear_claims(claims, count);
  }
  tap_ok(accepted > rounds / 50, "random contents: %d of %d are valid", accepted, rounds);
  tap_ok(!bytes_differ, "what is valid is written again byte for byte, the rest is corrupt");
  tap_ok(!texts_differ, "what is valid is restored from TSV");
}

#endif
