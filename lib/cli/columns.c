#include "lib/cli/columns.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/base/line-sink.h"

enum { LINES_MAX = 1000, FIELDS_MAX = 32 }; /* lines of more fields are left as they are */

/* A column of the lines with a given number of fields. */
struct column {
  int width, is_text; /* 1: a field below the header is no number */
};

static struct columns {
  struct tmd_line_sink sink;
  char *line[LINES_MAX];
  int lines, coloured, begun;
  int has_header; /* the first of the lines is one */
  struct column column[FIELDS_MAX + 1][FIELDS_MAX];
} columns;

static int count_fields(const char *line) {
  int count = 1;
  while ((line = strchr(line, '\t'))) line++, count++;
  return count;
}

static int is_number(const char *field, size_t bytes) {
  if (bytes == 1 && *field == '-') return 1;
  return strspn(field, "0123456789.+-e") >= bytes && strcspn(field, "0123456789") < bytes;
}

static void measure(const char *line, int is_header) {
  const int fields = count_fields(line);
  if (fields > FIELDS_MAX) return;
  for (struct column *column = columns.column[fields], *end = column + fields; column < end;
       column++) {
    const size_t bytes = strcspn(line, "\t");
    if ((int)bytes > column->width) column->width = (int)bytes;
    if (!is_header && !is_number(line, bytes)) column->is_text = 1;
    line += bytes + 1;
  }
}

/* The escape sequence of a verdict's colour; "" for other fields. */
static const char *colour_of(const char *field, size_t bytes) {
  static const struct {
    const char *word, *colour;
  } verdicts[] = {{"fail", "\033[31m"},      {"differ", "\033[31m"}, {"gap", "\033[31m"},
                  {"missing", "\033[31m"},   {"beyond", "\033[31m"}, {"pass", "\033[32m"},
                  {"undecided", "\033[33m"}, {"void", "\033[33m"}};
  for (size_t i = 0; columns.coloured && i < sizeof verdicts / sizeof *verdicts; i++)
    if (strlen(verdicts[i].word) == bytes && !memcmp(verdicts[i].word, field, bytes))
      return verdicts[i].colour;
  return "";
}

static void print_fields(const char *line, int is_header) {
  FILE *out = columns.sink.out;
  const int fields = count_fields(line);
  for (int i = 0; i < fields; i++) {
    const struct column *column = &columns.column[fields][i];
    const size_t bytes = strcspn(line, "\t");
    const int space = column->width - (int)bytes, last = i == fields - 1;
    const char *colour = is_header ? "" : colour_of(line, bytes);
    if (!column->is_text) fprintf(out, "%*s", space, "");
    fprintf(out, "%s%.*s%s", colour, (int)bytes, line, *colour ? "\033[0m" : "");
    if (!last) fprintf(out, "%*s", (column->is_text ? space : 0) + 2, "");
    line += bytes + 1;
  }
}

static void print_line(const char *line, int is_header) {
  const int bold = is_header && columns.coloured;
  if (bold) fputs("\033[1m", columns.sink.out);
  if (strchr(line, '\t') && count_fields(line) <= FIELDS_MAX) print_fields(line, is_header);
  else fputs(line, columns.sink.out);
  fputs(bold ? "\033[0m\n" : "\n", columns.sink.out);
}

static void print_lines(void) {
  memset(columns.column, 0, sizeof columns.column);
  for (int i = 0; i < columns.lines; i++) measure(columns.line[i], i == 0 && columns.has_header);
  for (int i = 0; i < columns.lines; i++) {
    print_line(columns.line[i], i == 0 && columns.has_header);
    free(columns.line[i]);
  }
  columns.lines = columns.has_header = 0;
}

static void take_line(struct tmd_line_sink *sink, char *line) {
  (void)sink;
  const int is_header = strchr(line, '\t') && (*line == '#' || !columns.begun);
  if (is_header || columns.lines == LINES_MAX) print_lines();
  columns.has_header |= is_header;
  columns.begun = 1;
  columns.line[columns.lines++] = strcpy(tmd_allocate(strlen(line) + 1), line);
}

static void finish(struct tmd_line_sink *sink) {
  (void)sink;
  print_lines();
}

FILE *tmd_columns(FILE *out) {
  const char *terminal = getenv("TERM"), *no_colour = getenv("NO_COLOR");
  if (!isatty(fileno(out))) return out;
  columns.coloured =
      terminal && *terminal && strcmp(terminal, "dumb") && !(no_colour && *no_colour);
  columns.sink = (struct tmd_line_sink){.out = out, .take = take_line, .finish = finish};
  return tmd_line_sink_open(&columns.sink);
}
