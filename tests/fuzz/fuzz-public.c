/* For libFuzzer (make fuzz): libtmd, by its public header. Any bytes as a stream, as they are or as
   the content of a block, are read to the end or to an error, which has a message; so are the
   records of its claims. Any lines as function, formats and numbers give a value or a message; that
   rounded up is not less than f(x), that rounded down not greater. */
#include "tests/fuzz/fuzz.h"

#include <math.h>

#include "lib/public/libtmd.h"
#include "tests/unit/streams.h"

/* 1, or 0 if the call failed, which has a message. */
static int worked(int status) {
  REQUIRE(status >= 0 || *tmd_last_error());
  return status >= 0;
}

static void read_stream(const unsigned char *at, size_t count) {
  char name[64];
  FILE *file = file_of(at, count);
  snprintf(name, sizeof name, "/proc/self/fd/%d", fileno(file));
  struct tmd_stream *stream = tmd_stream_open(name);
  struct tmd_stream_claim claim;
  struct tmd_stream_record record;
  int status;
  REQUIRE(stream);
  while ((status = tmd_stream_next(stream, &claim)) > 0) {
    REQUIRE(*claim.function && *claim.first && *claim.end && claim.arguments >= 1);
    for (unsigned long i = 0; i < claim.records; i++) {
      REQUIRE(!tmd_stream_record(stream, i, &record));
      REQUIRE(*record.x && *record.what && *record.near && record.least <= record.greatest);
    }
    REQUIRE(tmd_stream_record(stream, claim.records, &record) < 0);
  }
  worked(status);
  REQUIRE(tmd_stream_record(stream, 0, &record) < 0);
  tmd_stream_close(stream);
  fclose(file);
}

static void evaluate(struct tmd_evaluator *f, const char *x, const char *y) {
  char value[TMD_NUMBER_BYTES];
  double error;
  for (const char *mode = "NUDZA?"; *mode; mode++) {
    if (!worked(tmd_evaluator_value(f, x, *mode, value))) continue;
    REQUIRE(!tmd_evaluator_error(f, x, value, &error));
    if (*mode == 'U') REQUIRE(!(error < 0));
    if (*mode == 'D') REQUIRE(!(error > 0));
  }
  worked(tmd_evaluator_error(f, x, y, &error));
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t bytes) {
  static const char *const formats[] = {"binary16",  "binary32",  "binary64",
                                        "binary128", "decimal32", "decimal64"};
  static struct bytes block;
  char text[FUZZ_TEXT_BYTES], *rest = text, *line[4];
  if (bytes < 2 || bytes > CAPACITY / 2) return 0;
  if (input[0] == 'b') block.count = frame_content(block.at, input + 1, bytes - 1, 1);
  if (input[0] == 'b') read_stream(block.at, block.count);
  if (input[0] == 'f') read_stream(input + 1, bytes - 1);
  if (input[0] != 'e' || bytes > 200) return 0;
  fuzz_text(text, input + 2, bytes - 2);
  for (int i = 0; i < 4; i++) line[i] = rest ? strsep(&rest, "\n") : text + bytes - 2;
  if (strpbrk(line[0], "^(") && !strchr(line[0], ',')) return 0; /* expressions are kept for good */
  struct tmd_evaluator *f =
      tmd_evaluator_open(line[0], line[1], formats[input[1] % (sizeof formats / sizeof *formats)]);
  REQUIRE(f || *tmd_last_error());
  if (f) evaluate(f, line[2], line[3]);
  tmd_evaluator_close(f);
  return 0;
}
