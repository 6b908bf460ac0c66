#include "tools/stat/one-table.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/line-sink.h"

static struct one_table {
  struct tmd_line_sink sink;
  const char *name;
  char *about_names, *about; /* of the problem or function line above, printed before the fields,
                                each ends with a tab */
  int has_header;
} one;

/* The fields after the first, or NULL if the first is not this word. */
static const char *fields_of(const char *line, const char *word) {
  const size_t bytes = strlen(word);
  return !strncmp(line, word, bytes) && line[bytes] == '\t' ? line + bytes + 1 : NULL;
}

static void keep(char **kept, const char *fields) {
  free(*kept);
  *kept = fields ? strcat(strcpy(tmd_allocate(strlen(fields) + 2), fields), "\t") : NULL;
}

/* Plan lines contain the problem; a plan is compared as a whole. */
static int is_about(void) {
  static const char *const alone[] = {"problem", "function", "gap", "beyond", "plan"};
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
    if (!strcmp(one.name, alone[i])) return 0;
  return 1;
}

static void take_line(struct tmd_line_sink *sink, char *line) {
  const int header = *line == '#';
  const char *fields = fields_of(line + header, one.name),
             *about = fields_of(line + header, "problem");
  if (!about) about = fields_of(line + header, "function");
  if (about && is_about()) keep(header ? &one.about_names : &one.about, about);
  if (!fields || (header && one.has_header)) return;
  const char *before = header ? one.about_names : one.about;
  fprintf(sink->out, "%s%s\n", before ? before : "", fields);
  one.has_header |= header;
}

static void finish(struct tmd_line_sink *sink) {
  (void)sink;
  free(one.about_names), free(one.about);
}

FILE *tmd_one_table_open(FILE *out, const char *name) {
  one.name = name;
  one.sink = (struct tmd_line_sink){.out = out, .take = take_line, .finish = finish};
  return tmd_line_sink_open(&one.sink);
}
