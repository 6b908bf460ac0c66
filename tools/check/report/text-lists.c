#include "tools/check/report/text-lists.h"

#include <errno.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/text-lines.h"
#include "lib/base/word.h"

int tmd_each_line(const char *name, int (*add)(void *context, char *line), void *context) {
  const int standard = strcmp(name, "-") == 0;
  struct tmd_lines lines = {.file = standard ? stdin : fopen(name, "r"),
                            .name = standard ? "standard input" : name};
  if (!lines.file) return tmd_error(TMD_USAGE, "%s: %s", name, strerror(errno));
  int more = 0, failed = 0;
  while (!failed && (more = tmd_lines_next(&lines)) > 0)
    if (add(context, lines.text))
      failed = tmd_lines_malformed(&lines, lines.number, tmd_error_text());
  tmd_lines_close(&lines);
  if (!standard) fclose(lines.file);
  return failed || more < 0 ? -1 : 0;
}

int tmd_next_word(const char **text, const char **word, size_t *bytes) {
  if (!*text) return 0;
  const char *end = tmd_word_end(*text, ',');
  *word = *text, *bytes = (size_t)(end - *text);
  *text = *end ? end + 1 : NULL;
  return 1;
}
