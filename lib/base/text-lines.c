#include "lib/base/text-lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/tmd-stream.h"
#include "lib/base/error.h"

int tmd_lines_malformed(const struct tmd_lines *lines, unsigned long number, const char *what) {
  return tmd_error(TMD_CORRUPT, "%s: line %lu: %s", lines->name, number, what);
}

static int is_stream(const char *text, size_t bytes) {
  static const struct tmd_frame_header first = {.magic = TMD_SKIPPABLE_MAGIC};
  return bytes >= sizeof first.magic && !memcmp(text, &first.magic, sizeof first.magic);
}

/* Up to a newline, a zero byte, the end, or one byte more than a line may have; the bytes. No text
   has zeros: of /dev/zero, which has no lines, one is read. */
static size_t read_line(struct tmd_lines *lines) {
  size_t bytes = 0;
  int byte = -1;
  while (byte != '\n' && byte != 0 && bytes <= TMD_LINE_MAX_BYTES &&
         (byte = getc_unlocked(lines->file)) != EOF) {
    if (bytes == lines->capacity)
      lines->text = tmd_grow(lines->text, &lines->capacity, bytes + 1, 1);
    lines->text[bytes++] = (char)byte;
  }
  return bytes;
}

int tmd_lines_next(struct tmd_lines *lines) {
  errno = 0;
  const size_t bytes = read_line(lines);
  if (ferror(lines->file)) return tmd_error(TMD_USAGE, "%s: %s", lines->name, strerror(errno));
  if (bytes == 0) return 0;
  lines->number++;
  if (lines->number == 1 && is_stream(lines->text, bytes))
    return tmd_error(TMD_CORRUPT, "%s: is a stream, not %s", lines->name,
                     lines->kind ? lines->kind : "a text");
  if (bytes > TMD_LINE_MAX_BYTES) {
    char what[64];
    snprintf(what, sizeof what, "longer than %d bytes", TMD_LINE_MAX_BYTES);
    return tmd_lines_malformed(lines, lines->number, what);
  }
  if (lines->text[bytes - 1] == 0) return tmd_lines_malformed(lines, lines->number, "zero byte");
  if (lines->text[bytes - 1] != '\n')
    return tmd_lines_malformed(lines, lines->number, "cut short: no newline at its end");
  lines->text[bytes - 1] = 0;
  return 1;
}

void tmd_lines_close(struct tmd_lines *lines) {
  free(lines->text);
  lines->text = NULL;
  lines->capacity = 0;
}
