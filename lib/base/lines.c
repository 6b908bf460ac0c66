#include "lib/base/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/tmd-stream.h"
#include "lib/base/error.h"

int tmd_lines_malformed(const struct tmd_lines *lines, unsigned long number, const char *what) {
  char why[256];
  snprintf(why, sizeof why, "%s", what); /* it may lie in the error record itself */
  return tmd_error(TMD_CORRUPT, "%s: line %lu: %s", lines->name, number, why);
}

static int is_stream(const char *text, size_t bytes) {
  static const struct tmd_frame_header first = {.magic = TMD_SKIPPABLE_MAGIC};
  return bytes >= sizeof first.magic && !memcmp(text, &first.magic, sizeof first.magic);
}

int tmd_lines_next(struct tmd_lines *lines) {
  errno = 0;
  ssize_t bytes = getline(&lines->text, &lines->capacity, lines->file);
  if (bytes < 0 && !feof(lines->file)) return tmd_error(TMD_USAGE, "%s: %s", lines->name, strerror(errno)); /* or no memory */
  if (bytes < 0) return 0;
  lines->number++;
  if (lines->number == 1 && is_stream(lines->text, (size_t)bytes))
    return tmd_error(TMD_CORRUPT, "%s: is a stream, not %s", lines->name, lines->kind ? lines->kind : "a text");
  if (memchr(lines->text, 0, (size_t)bytes)) return tmd_lines_malformed(lines, lines->number, "zero byte");
  if (lines->text[bytes - 1] != '\n') return tmd_lines_malformed(lines, lines->number, "cut short: no newline at its end");
  lines->text[bytes - 1] = 0;
  return 1;
}

void tmd_lines_close(struct tmd_lines *lines) {
  free(lines->text);
  lines->text = NULL;
  lines->capacity = 0;
}
