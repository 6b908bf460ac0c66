#define _GNU_SOURCE /* fopencookie */
#include "lib/base/line-sink.h"

#include <stdlib.h>

#include "lib/base/error.h"

static void end_line(struct tmd_line_sink *sink) {
  sink->line[sink->bytes] = 0;
  sink->bytes = 0;
  sink->take(sink, sink->line);
}

static ssize_t take(void *context, const char *text, size_t bytes) {
  struct tmd_line_sink *sink = context;
  for (const char *c = text; c < text + bytes; c++) {
    sink->line = tmd_grow(sink->line, &sink->capacity, sink->bytes + 2, 1);
    if (*c == '\n') end_line(sink);
    else sink->line[sink->bytes++] = *c;
  }
  return ferror(sink->out) ? 0 : (ssize_t)bytes;
}

static int finish(void *context) {
  struct tmd_line_sink *sink = context;
  if (sink->bytes) end_line(sink);
  if (sink->finish) sink->finish(sink);
  free(sink->line);
  const int failed = ferror(sink->out), unclosed = fclose(sink->out);
  return failed || unclosed ? -1 : 0;
}

FILE *tmd_line_sink_open(struct tmd_line_sink *sink) {
  FILE *file = fopencookie(sink, "w", (cookie_io_functions_t){.write = take, .close = finish});
  if (!file) abort();
  return file;
}
