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

/* Single precision: the OpenCL C 3.0 specification (2020), 7.4 Relative Error as ULPs, tables of the full and of the embedded
   profile; double: the table there for both, which is that of the full profile but for sqrt, correctly rounded. Half: the OpenCL
   SPIR-V environment specification 3.0 (2020), Relative Error as ULPs, columns Float16. lgamma has no limit.
   -cl-fp32-correctly-rounded-divide-sqrt would make sqrt's 0.5. */
static const struct {
  const char *function;
  double single[2], half[2]; /* full, embedded */
} opencl[] = {{"acos", {4, 4}, {2, 3}}, {"acosh", {4, 4}, {2, 3}}, {"acospi", {5, 5}, {2, 3}},
              {"asin", {4, 4}, {2, 3}}, {"asinh", {4, 4}, {2, 3}}, {"asinpi", {5, 5}, {2, 3}},
              {"atan", {5, 5}, {2, 3}}, {"atanh", {5, 5}, {2, 3}}, {"atanpi", {5, 5}, {2, 3}},
              {"cbrt", {2, 4}, {2, 2}}, {"cos", {4, 4}, {2, 2}}, {"cosh", {4, 4}, {2, 3}},
              {"cospi", {4, 4}, {2, 2}}, {"erf", {16, 16}, {4, 4}}, {"erfc", {16, 16}, {4, 4}},
              {"exp", {3, 4}, {2, 3}}, {"exp2", {3, 4}, {2, 3}}, {"exp10", {3, 4}, {2, 3}},
              {"expm1", {3, 4}, {2, 3}}, {"log", {3, 4}, {2, 3}}, {"log2", {3, 4}, {2, 3}},
              {"log10", {3, 4}, {2, 3}}, {"log1p", {2, 4}, {2, 3}}, {"pown", {16, 16}, {4, 5}},
              {"rootn", {16, 16}, {4, 5}}, {"rsqrt", {2, 4}, {1, 1}}, {"sin", {4, 4}, {2, 2}},
              {"sinh", {4, 4}, {2, 3}}, {"sinpi", {4, 4}, {2, 2}}, {"sqrt", {3, 4}, {0.5, 1}},
              {"tan", {5, 5}, {2, 3}}, {"tanh", {5, 5}, {2, 3}}, {"tanpi", {6, 6}, {2, 3}},
              {"tgamma", {16, 16}, {4, 4}}, {"atan2", {6, 6}, {2, 3}}, {"atan2pi", {6, 6}, {2, 3}},
              {"fdim", {0.5, 0.5}, {0.5, 0.5}}, {"fmod", {0.5, 0.5}, {0.5, 0.5}}, {"hypot", {4, 4}, {2, 3}},
              {"ldexp", {0.5, 0.5}, {0.5, 0.5}}, {"pow", {16, 16}, {4, 5}}, {"powr", {16, 16}, {4, 5}},
              {"remainder", {0.5, 0.5}, {0.5, 0.5}}}; /* exact results are correctly rounded */

static void add(struct tmd_limits *limits, const char *function, const char *format, double ulp) {
  struct entry entry = {.ulp = ulp};
  snprintf(entry.function, sizeof entry.function, "%s", function);
  snprintf(entry.format, sizeof entry.format, "%s", format);
  limits->entry = tmd_grow(limits->entry, &limits->capacity, limits->count + 1, sizeof *limits->entry);
  limits->entry[limits->count++] = entry;
}

static void add_opencl(struct tmd_limits *limits, int embedded) {
  for (size_t i = 0; i < sizeof opencl / sizeof *opencl; i++) {
    const char *const name = opencl[i].function;
    add(limits, name, "binary16", opencl[i].half[embedded]);
    add(limits, name, "binary32", opencl[i].single[embedded]);
    add(limits, name, "binary64", strcmp(name, "sqrt") ? opencl[i].single[0] : 0.5);
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

/* An entry pown is about pown(2), too. */
static int is_about(const struct entry *entry, const char *function) {
  const size_t bytes = strlen(entry->function);
  return !strncmp(entry->function, function, bytes) && (function[bytes] == 0 || function[bytes] == '(');
}

int tmd_limits_of(const struct tmd_limits *limits, const char *function, const struct tmd_format *format, double *ulp) {
  char name[TMD_FORMAT_TEXT_BYTES];
  tmd_format_describe(name, format);
  *ulp = limits->all;
  for (size_t i = 0; i < limits->count; i++)
    if (is_about(&limits->entry[i], function) &&
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
