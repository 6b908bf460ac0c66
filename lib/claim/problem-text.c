#include "lib/claim/problem-text.h"

#include <string.h>

/* What is parsed from kept->text is its own canonical text, so both functions leave a pair that
   belongs together. */
static int parse_kept(struct tmd_problem_text *kept, size_t bytes) {
  kept->bytes = 0;
  if (tmd_problem_parse(&kept->problem, kept->text, bytes)) return -1;
  kept->bytes = bytes;
  return 0;
}

int tmd_problem_text_parse(struct tmd_problem_text *kept, const char *text, size_t bytes) {
  if (bytes > 0 && bytes == kept->bytes && !memcmp(text, kept->text, bytes)) return 0;
  memcpy(kept->text, text, bytes);
  return parse_kept(kept, bytes);
}

int tmd_problem_text_print(struct tmd_problem_text *kept, const struct tmd_problem *problem) {
  if (kept->bytes > 0 && tmd_problem_same(problem, &kept->problem)) return 0;
  return parse_kept(kept, (size_t)tmd_problem_print(kept->text, problem));
}
