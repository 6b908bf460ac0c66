/* Files that do not begin, or do not end, with a block. */
#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "lib/stream/block.h"

/* 1 if the bytes are lines of text. */
static int is_text(const unsigned char *bytes, size_t count) {
  if (count > TMD_START_BYTES) count = TMD_START_BYTES;
  for (size_t i = 0; i < count; i++)
    if ((bytes[i] < ' ' && !strchr("\t\n\r", bytes[i])) || !bytes[i] || bytes[i] == 0x7f) return 0;
  return 1;
}

const char *tmd_block_instead(const unsigned char *begin, size_t count) {
  static const struct {
    const char *begin, *what;
  } others[] = {{"\x1f\x8b", "is compressed by gzip, not a tmd stream: gunzip it first"},
                {"\x7f"
                 "ELF",
                 "is a program or a library, not a tmd stream"},
                {"function\tin\tout\t", "is a plan, not a stream: give it to tmd-taylor"},
                {"#@\t", "is the text of a stream: give it to tmd-pack"},
                {"@\t", "is the text of a stream: give it to tmd-pack"}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    const size_t bytes = strlen(others[i].begin);
    if (count >= bytes && !memcmp(begin, others[i].begin, bytes)) return others[i].what;
  }
  if (is_text(begin, count))
    return "is text, not a tmd stream: tmd-pack makes streams of the texts of tmd-dump";
  return NULL;
}

int tmd_block_torn(const unsigned char *tail, size_t bytes) {
  unsigned char tag[TMD_TAG_BYTES];
  struct tmd_frame_header head = {0};
  size_t written = bytes;
  tmd_block_tag(tag);
  memcpy(&head, tail, bytes < sizeof head ? bytes : sizeof head);
  while (written && !tail[written - 1]) written--;
  if (memcmp(tail, tag, written < sizeof tag ? written : sizeof tag)) return 0;
  if (bytes > 1 && memmem(tail + 1, bytes - 1, tag, sizeof tag)) return 0;
  if (bytes < sizeof head || head.frame_bytes > bytes - sizeof head) return 1;
  return written <= sizeof head + head.frame_bytes && !tmd_block_intact(tail);
}
