#define _GNU_SOURCE /* fopencookie */
#include "lib/report/one-table.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

struct one_table {
  FILE *out;
  const char *name;
  char *line; /* so far */
  size_t bytes, capacity;
  char *about_names, *about; /* of the problem or function line above: what stands before the fields, each with a tab behind */
  int has_header;
};

/* The fields behind the first, or NULL if the first is not that word. */
static const char *fields_of(const char *line, const char *word) {
  const size_t bytes = strlen(word);
  return !strncmp(line, word, bytes) && line[bytes] == '\t' ? line + bytes + 1 : NULL;
}

static void keep(char **kept, const char *fields) {
  free(*kept);
  *kept = fields ? strcat(strcpy(tmd_allocate(strlen(fields) + 2), fields), "\t") : NULL;
}

/* Plan lines have the problem in their own fields; a plan is compared as a whole. */
static int is_about(const struct one_table *table) {
  static const char *const alone[] = {"problem", "function", "gap", "beyond", "plan"};
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
    if (!strcmp(table->name, alone[i])) return 0;
  return 1;
}

static void take_line(struct one_table *table) {
  const int header = table->line[0] == '#';
  const char *line = table->line + header, *fields = fields_of(line, table->name), *about = fields_of(line, "problem");
  if (!about) about = fields_of(line, "function");
  if (about && is_about(table)) keep(header ? &table->about_names : &table->about, about);
  if (!fields || (header && table->has_header)) return;
  const char *before = header ? table->about_names : table->about;
  fprintf(table->out, "%s%s\n", before ? before : "", fields);
  table->has_header |= header;
}

static ssize_t take(void *context, const char *text, size_t bytes) {
  struct one_table *table = context;
  for (const char *c = text; c < text + bytes; c++) {
    table->line = tmd_grow(table->line, &table->capacity, table->bytes + 1, 1);
    table->line[table->bytes++] = *c == '\n' ? 0 : *c;
    if (*c != '\n') continue;
    take_line(table);
    table->bytes = 0;
  }
  return ferror(table->out) ? 0 : (ssize_t)bytes;
}

static int finish(void *context) {
  struct one_table *table = context;
  const int failed = ferror(table->out), unclosed = fclose(table->out);
  free(table->line), free(table->about_names), free(table->about);
  free(table);
  return failed || unclosed ? -1 : 0;
}

FILE *tmd_one_table_open(FILE *out, const char *name) {
  struct one_table *table = tmd_allocate(sizeof *table);
  *table = (struct one_table){.out = out, .name = name};
  return fopencookie(table, "w", (cookie_io_functions_t){.write = take, .close = finish});
}
