#include "lib/check/limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/lines.h"
#include "lib/check/limit-tables.h"

struct entry {
  char function[64], format[TMD_FORMAT_TEXT_BYTES];
  double ulp;
};

struct tmd_limits {
  double all;    /* 0: entries alone; infinite: special values and signs as they should be, but no limit of errors */
  int by_prefix; /* functions cr_... are correctly rounded */
  struct entry *entry;
  size_t count, capacity;
};

static void add(void *limits_, const char *function, const char *format, double ulp) {
  struct tmd_limits *limits = limits_;
  struct entry entry = {.ulp = ulp};
  snprintf(entry.function, sizeof entry.function, "%s", function);
  snprintf(entry.format, sizeof entry.format, "%s", format);
  limits->entry = tmd_grow(limits->entry, &limits->capacity, limits->count + 1, sizeof *limits->entry);
  limits->entry[limits->count++] = entry;
}

static int parse_ulp(double *ulp, const char *text) {
  char *end;
  *ulp = strtod(text, &end);
  return end != text && *end == 0 && *ulp >= 0.5 && *ulp < INFINITY;
}

/* "function TAB format TAB limit"; # begins a comment. */
static int add_line(struct tmd_limits *limits, char *text) {
  struct tmd_format format;
  double ulp;
  if (*text == '#' || *text == 0) return 0;
  char *second = strchr(text, '\t'), *third = second ? strchr(second + 1, '\t') : NULL;
  if (!third) return tmd_error(TMD_CORRUPT, "not function, format, limit with tabs between");
  *second++ = 0, *third++ = 0;
  if (!parse_ulp(&ulp, third)) return tmd_error(TMD_CORRUPT, "'%.40s' is no limit of 0.5 or more", third);
  if (strcmp(second, "-") && tmd_format_parse(&format, second)) return -1;
  add(limits, text, second, ulp);
  return 0;
}

static int add_file(struct tmd_limits *limits, const char *name) {
  struct tmd_lines lines = {.file = fopen(name, "r"), .name = name};
  if (!lines.file)
    return tmd_error(TMD_USAGE, "--limit %s: not a number of 0.5 or more, none of %s, no file that can be read", name,
                     tmd_limit_tables);
  int more, failed = 0;
  while (!failed && (more = tmd_lines_next(&lines)) > 0)
    if (add_line(limits, lines.text)) failed = tmd_lines_malformed(&lines, lines.number, tmd_error_text());
  if (!failed && more < 0) failed = -1;
  tmd_lines_close(&lines);
  fclose(lines.file);
  return failed;
}

struct tmd_limits *tmd_limits_read(const char *text) {
  struct tmd_limits *limits = tmd_allocate(sizeof *limits);
  *limits = (struct tmd_limits){.all = 0};
  if (parse_ulp(&limits->all, text)) return limits;
  limits->all = 0;
  if (!strcmp(text, "c23")) limits->all = INFINITY, limits->by_prefix = 1;
  if (!tmd_limit_table(text, add, limits) && add_file(limits, text)) {
    tmd_limits_clear(limits);
    return NULL;
  }
  return limits;
}

void tmd_limits_clear(struct tmd_limits *limits) {
  if (limits) free(limits->entry);
  free(limits);
}

/* An entry pown is about pown(2), too. */
static int is_about(const struct entry *entry, const char *function) {
  const size_t bytes = strlen(entry->function);
  return !strncmp(entry->function, function, bytes) && (function[bytes] == 0 || function[bytes] == '(');
}

int tmd_limits_of(const struct tmd_limits *limits, const char *function, const char *symbol, const struct tmd_format *format,
                  double *ulp) {
  char name[TMD_FORMAT_TEXT_BYTES];
  tmd_format_describe(name, format);
  *ulp = limits->all;
  for (size_t i = 0; i < limits->count; i++)
    if (is_about(&limits->entry[i], function) &&
        (!strcmp(limits->entry[i].format, "-") || !strcmp(limits->entry[i].format, name)))
      *ulp = limits->entry[i].ulp;
  if (limits->by_prefix && !strncmp(symbol, "cr_", 3)) *ulp = 0.5;
  return *ulp > 0;
}

int tmd_limits_keeps(double ulp, const struct tmd_verdict *verdict) {
  const struct tmd_verdict_count *found = verdict->finding;
  for (int i = TMD_FINDING_MISSING; i < TMD_FINDINGS; i++)
    if (found[i].count) return 0;
  if (ulp <= 0.5) return found[TMD_FINDING_WRONG].count == 0;
  if (ulp == INFINITY && found[TMD_FINDING_SIGN].count) return 0;
  return found[TMD_FINDING_SPECIAL].count == 0 && tmd_verdict_largest(verdict) <= ulp;
}
