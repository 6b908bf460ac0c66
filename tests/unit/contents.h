/* Contents of blocks: changed at random, and made again from the claims that were read. */
#ifndef TMD_TEST_CONTENTS_H
#define TMD_TEST_CONTENTS_H

#include "lib/stream/text.h"
#include "tests/unit/streams.h"

static uint64_t random_state = 1;
static uint64_t random_below(uint64_t n) {
  random_state ^= random_state << 13, random_state ^= random_state >> 7,
      random_state ^= random_state << 17;
  return random_state % n;
}

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
  static FILE *file;
  if (!file) file = tmpfile();
  if (ftruncate(fileno(file), 0)) exit(2);
  rewind(file);
  struct tmd_writer *writer = tmd_writer_open(fdopen(dup(fileno(file)), "wb"), "test");
  if (join) tmd_writer_join(writer);
  int failed = tmd_writer_put_all(writer, claims, count);
  if (tmd_writer_close(writer) || failed) return 0;
  bytes_of(file, &block);
  return content_of(content, &block, 0);
}

/* 1 if the claim can be read again from its text. */
__attribute__((unused)) static int text_restores(const struct tmd_claim *claim) {
  struct tmd_claim again = {0};
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
  tmd_claim_clear(&again);
  free(text);
  return same;
}

#endif
