#include "lib/check/limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/lines.h"

struct entry {
  char function[64], format[TMD_FORMAT_TEXT_BYTES];
  double ulp;
};

struct tmd_limits {
  double all; /* 0: entries alone */
  struct entry *entry;
  size_t count, capacity;
};

/* The OpenCL C 3.0 specification, "Relative error as ULPs", for single and double precision; with other limits in single
   precision for the embedded profile. lgamma has none.
   -cl-fp32-correctly-rounded-divide-sqrt would make sqrt's 0.5. */
static const struct {
  const char *function;
  double full, embedded;
} opencl[] = {{"acos", 4, 4},     {"acosh", 4, 4},  {"acospi", 5, 5},  {"asin", 4, 4},   {"asinh", 4, 4},  {"asinpi", 5, 5},
              {"atan", 5, 5},     {"atanh", 5, 5},  {"atanpi", 5, 5},  {"cbrt", 2, 4},   {"cos", 4, 4},    {"cosh", 4, 4},
              {"cospi", 4, 4},    {"erfc", 16, 16}, {"erf", 16, 16},   {"exp", 3, 4},    {"exp2", 3, 4},   {"exp10", 3, 4},
              {"expm1", 3, 4},    {"log", 3, 4},    {"log2", 3, 4},    {"log10", 3, 4},  {"log1p", 2, 4},  {"rsqrt", 2, 4},
              {"sin", 4, 4},      {"sinh", 4, 4},   {"sinpi", 4, 4},   {"tan", 5, 5},    {"tanh", 5, 5},   {"tanpi", 6, 6},
              {"tgamma", 16, 16}, {"sqrt", 3, 4}};

static void add(struct tmd_limits *limits, const char *function, const char *format, double ulp) {
  struct entry entry = {.ulp = ulp};
  snprintf(entry.function, sizeof entry.function, "%s", function);
  snprintf(entry.format, sizeof entry.format, "%s", format);
  limits->entry = tmd_grow(limits->entry, &limits->capacity, limits->count + 1, sizeof *limits->entry);
  limits->entry[limits->count++] = entry;
}

static void add_opencl(struct tmd_limits *limits, int embedded) {
  for (size_t i = 0; i < sizeof opencl / sizeof *opencl; i++) {
    const int is_root = !strcmp(opencl[i].function, "sqrt");
    add(limits, opencl[i].function, "binary32", embedded ? opencl[i].embedded : opencl[i].full);
    add(limits, opencl[i].function, "binary64", is_root ? 0.5 : opencl[i].full);
  }
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
    return tmd_error(TMD_USAGE, "--limit %s: not a number of 0.5 or more, opencl, opencl-embedded, or a file that can be read",
                     name);
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
  if (!strcmp(text, "opencl")) add_opencl(limits, 0);
  else if (!strcmp(text, "opencl-embedded")) add_opencl(limits, 1);
  else if (add_file(limits, text)) {
    tmd_limits_clear(limits);
    return NULL;
  }
  return limits;
}

void tmd_limits_clear(struct tmd_limits *limits) {
  if (limits) free(limits->entry);
  free(limits);
}

int tmd_limits_of(const struct tmd_limits *limits, const char *function, const struct tmd_format *format, double *ulp) {
  char name[TMD_FORMAT_TEXT_BYTES];
  tmd_format_describe(name, format);
  *ulp = limits->all;
  for (size_t i = 0; i < limits->count; i++)
    if (!strcmp(limits->entry[i].function, function) &&
        (!strcmp(limits->entry[i].format, "-") || !strcmp(limits->entry[i].format, name)))
      *ulp = limits->entry[i].ulp;
  return *ulp > 0;
}

int tmd_limits_keeps(double ulp, const struct tmd_verdict *verdict) {
  const struct tmd_verdict_count *found = verdict->finding;
  for (int i = TMD_FINDING_MISSING; i < TMD_FINDINGS; i++)
    if (found[i].count) return 0;
  if (ulp <= 0.5) return found[TMD_FINDING_WRONG].count == 0;
  return found[TMD_FINDING_SPECIAL].count == 0 && tmd_verdict_largest(verdict) <= ulp;
}
