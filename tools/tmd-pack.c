/* tmd-pack: converts the text of tmd-dump to a stream. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "lib/stream/stream.h"
#include "lib/stream/text.h"
#include "tools/stage/input.h"

static int join;

static const struct tmd_option options[] = {
    {"join", 0, TMD_FLAG, NULL, "put several claims into a block, as tmd-select does",
     .target = &join},
    {0},
};

TMD_PAGE("tools/tmd-pack.mdoc");

static const struct tmd_tool tool = {
    "tmd-pack",
    "make a stream of the text of tmd-dump",
    "[FILE...]",
    "Reads the lines that tmd-dump prints and writes the stream that they came from, with "
    "identical content.",
    options,
    "tmd-dump exp.tmd | awk -F '\\t' '/^@/ { keep = $10 >= 0 } keep' | tmd-pack > from-1-on.tmd",
    tmd_page,
};

static unsigned long long lines;

static void stats(FILE *out) { fprintf(out, " lines=%llu", lines); }

int main(int argc, char **argv) {
  static char *standard_input[] = {"-", NULL};
  struct tmd_claim claim = {0};
  int at = tmd_options(&tool, argc, argv), more = 0;
  struct tmd_writer *writer = tmd_writer_open(tmd_open_output(1), tmd_output_name());
  if (join) tmd_writer_join(writer);
  for (char **name = at < argc ? argv + at : standard_input; *name && more >= 0; name++) {
    struct tmd_text_reader reader = {
        .lines = {.file = tmd_open_input(*name), .name = tmd_input_name(*name)}};
    while ((more = tmd_text_next(&reader, &claim)) > 0) {
      tmd_count_claim(&claim);
      if (tmd_writer_put(writer, &claim)) tmd_fail();
    }
    lines += reader.lines.number;
    tmd_text_close(&reader);
    fclose(reader.lines.file);
  }
  tmd_claim_clear(&claim);
  tmd_print_stats(stats);
  if (tmd_writer_flush(writer) || more < 0) tmd_fail();
  if (tmd_writer_close(writer)) tmd_fail();
  tmd_output_complete();
  return TMD_OK;
}
