#include "tools/stage/input.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "tools/stage/progress.h"

static struct {
  unsigned long long claims, passed, bytes_in, bytes_out;
  unsigned long skipped;
  tmd_u128 arguments;
  double start_seconds;
} run;

static double started(void) {
  if (run.start_seconds == 0) run.start_seconds = tmd_seconds();
  return run.start_seconds;
}

void tmd_count_passed(void) { run.passed++; }

void tmd_count_output(unsigned long long bytes) { run.bytes_out = bytes; }

/* In one piece: other stages write to the same place. */
void tmd_print_stats(void (*more)(FILE *out)) {
  char *line = NULL;
  size_t bytes;
  if (!tmd_common.stats) return;
  FILE *out = open_memstream(&line, &bytes);
  if (!out) return;
  fprintf(out, "%s: claims=%llu arguments=%s passed=%llu bytes_in=%llu bytes_out=%llu seconds=%.3f",
          tmd_tool_name(), run.claims, TMD_WIDE_TEXT(run.arguments), run.passed, run.bytes_in,
          run.bytes_out, tmd_seconds() - started());
  if (more) more(out);
  fputc('\n', out);
  if (fclose(out) == 0) fputs(line, stderr);
  free(line);
}

/* ---- inputs ---- */

void tmd_count_claim(const struct tmd_claim *claim) {
  run.claims++;
  run.arguments = tmd_wide_sum(run.arguments, claim->X1 - claim->X0);
  tmd_progress_claim(claim);
}

static struct tmd_reader *open_stream(const char *name, int keep_going) {
  struct tmd_reader *reader =
      tmd_reader_open(tmd_open_input(name), tmd_input_name(name), keep_going);
  tmd_reader_stopped_by(reader, tmd_interrupted);
  return reader;
}

/* As a word of the shell. */
static void quote(char *word, size_t bytes, const char *name) {
  static const char harmless[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-,@%:";
  const int plain = *name != '-' && !name[strspn(name, harmless)];
  size_t at = 0;
  if (plain || bytes < 3) {
    snprintf(word, bytes, "%s", name);
    return;
  }
  word[at++] = '\'';
  for (; *name && at + 6 < bytes; name++)
    at += (size_t)snprintf(word + at, bytes - at, *name == '\'' ? "'\\''" : "%c", *name);
  snprintf(word + at, bytes - at, "'");
}

/* A stream is damaged behind claims that are sound: the message says how to get at these. Always
   -1. */
static int damaged(const char *name) {
  char word[256];
  quote(word, sizeof word, name);
  return tmd_error(TMD_CORRUPT, "%.399s; for what is sound: tmd-select --keep-going %s > sound.tmd",
                   tmd_error_text(), word);
}

static int each_of(const char *name,
                   int (*visit)(struct tmd_claim *claim, struct tmd_reader *reader)) {
  struct tmd_reader *reader = open_stream(name, tmd_common.keep_going);
  struct tmd_claim *claim;
  int failed = 0, more = 0;
  while (!failed && !tmd_interrupted() && (more = tmd_reader_next(reader, &claim)) > 0) {
    tmd_count_claim(claim);
    failed = visit(claim, reader);
  }
  if (more < 0)
    failed = !(tmd_interrupted() &&
               tmd_error_status() == TMD_USAGE); /* not a read that the interrupt ended */
  run.bytes_in += tmd_reader_bytes(reader);
  run.skipped += tmd_reader_skipped(reader);
  const int sound = tmd_reader_bytes(reader) > 0;
  tmd_reader_close(reader);
  if (failed && more < 0 && sound && tmd_error_status() == TMD_CORRUPT && !tmd_common.keep_going &&
      strcmp(name, "-"))
    return damaged(name);
  return failed ? -1 : 0;
}

int tmd_each_claim(char **names, int (*visit)(struct tmd_claim *claim, struct tmd_reader *reader)) {
  static char *standard_input[] = {"-", NULL};
  int failed = 0;
  started();
  for (char **name = *names ? names : standard_input; *name && !failed && !tmd_interrupted();
       name++)
    failed = each_of(*name, visit);
  if (failed || !run.skipped) return failed;
  if (tmd_interrupted()) {
    tmd_say("%lu bad place%s skipped until the interrupt", run.skipped, run.skipped > 1 ? "s" : "");
    return 0;
  }
  return tmd_error(TMD_CORRUPT, "%lu bad places skipped, the last: %.255s", run.skipped,
                   tmd_error_text());
}

int tmd_intact_bytes(const char *name, unsigned long long *bytes) {
  struct tmd_reader *reader = open_stream(name, 0);
  struct tmd_claim *claim;
  int more;
  while ((more = tmd_reader_next(reader, &claim)) > 0) tmd_count_claim(claim);
  int failed = more < 0 && (tmd_error_status() != TMD_CORRUPT || tmd_reader_torn(reader) != 1);
  *bytes = run.bytes_in = tmd_reader_bytes(reader);
  tmd_reader_close(reader);
  return failed ? -1 : 0;
}
