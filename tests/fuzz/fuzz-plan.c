/* For libFuzzer (make fuzz): any text behind the header of a plan. A line that is accepted is read
   again from what is printed of it, and is the same, but for its cost, of which three digits are
   printed; so are the words of its advice. A line that is refused has a message. */
#include "tests/fuzz/fuzz.h"

#include "lib/base/error.h"
#include "lib/stream/plan-line.h"
#include "lib/stream/plan-words.h"

enum { LINES = 4 };

struct lines {
  struct tmd_planline line[LINES];
  int count;
};

static int keep(const struct tmd_planline *line, void *context) {
  struct lines *lines = context;
  lines->line[lines->count++] = *line;
  return lines->count == LINES;
}

static int read_plan(struct lines *lines, const char *text, size_t bytes) {
  lines->count = 0;
  return tmd_plan_each(fmemopen((void *)(uintptr_t)text, bytes, "r"), "fuzz", keep, lines);
}

static char *print(const struct tmd_planline *line, size_t *bytes) {
  char *text;
  FILE *memory = open_memstream(&text, bytes);
  tmd_planline_header(memory);
  tmd_planline_print(memory, line);
  fclose(memory);
  return text;
}

static void check_line(const struct tmd_planline *line) {
  static struct lines again;
  size_t bytes, bytes_again;
  char *text = print(line, &bytes);
  REQUIRE(read_plan(&again, text, bytes) == 0 && again.count == 1);
  const struct tmd_planline *other = &again.line[0];
  REQUIRE(other->problem == line->problem && other->X0 == line->X0 && other->X1 == line->X1);
  REQUIRE(!tmd_cell_compare(&other->cell, &line->cell) && other->region == line->region);
  REQUIRE(tmd_symmetry_same(&other->symmetry, &line->symmetry) && other->images == line->images);
  REQUIRE(!strcmp(other->plan, line->plan));
  char *text_again = print(other, &bytes_again);
  REQUIRE(!strcmp(text, text_again));
  free(text);
  free(text_again);
}

static void check_words(const char *plan) {
  struct tmd_plan_words words, again;
  char text[TMD_TEXT_MAX_BYTES];
  if (tmd_plan_words_read(&words, plan)) return;
  REQUIRE(!tmd_plan_words_write(text, sizeof text, &words) && !tmd_plan_check(text));
  REQUIRE(!tmd_plan_words_read(&again, text) && !memcmp(&again, &words, sizeof words));
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t bytes) {
  static char plan[FUZZ_TEXT_BYTES + sizeof TMD_PLAN_HEADER] = TMD_PLAN_HEADER "\n";
  static struct lines lines;
  if (bytes > FUZZ_TEXT_BYTES - 1) return 0;
  memcpy(plan + sizeof TMD_PLAN_HEADER, input, bytes);
  plan[sizeof TMD_PLAN_HEADER + bytes] = 0;
  const int status = read_plan(&lines, plan, sizeof TMD_PLAN_HEADER + bytes);
  REQUIRE(status >= 0 || (tmd_error_status() == TMD_CORRUPT && *tmd_error_text()));
  for (int i = 0; i < lines.count; i++) {
    check_line(&lines.line[i]);
    check_words(lines.line[i].plan);
  }
  return 0;
}
