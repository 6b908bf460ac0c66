#include "tools/check/report/limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "tools/check/pairs/pair-function.h"
#include "tools/check/report/text-lists.h"

struct limit_entry {
  char function[TMD_FUNCTION_MAX_BYTES], format[TMD_FORMAT_TEXT_BYTES];
  struct tmd_limit limit;
};

struct tmd_limits {
  struct tmd_limit all;
  int by_prefix; /* functions cr_... are correctly rounded */
  struct limit_entry *entry;
  size_t count, capacity;
};

static void add(struct tmd_limits *limits, const char *function, size_t bytes, const char *format,
                const struct tmd_limit *limit) {
  struct limit_entry entry = {.limit = *limit};
  snprintf(entry.function, sizeof entry.function, "%.*s", (int)bytes, function);
  snprintf(entry.format, sizeof entry.format, "%s", format);
  limits->entry =
      tmd_grow(limits->entry, &limits->capacity, limits->count + 1, sizeof *limits->entry);
  limits->entry[limits->count++] = entry;
}

static void add_ulp(void *limits, const char *functions, const char *format, double ulp) {
  const struct tmd_limit limit = {ulp > 0 ? TMD_LIMIT_ULP : TMD_LIMIT_NONE, ulp, 0, 1};
  const char *word;
  for (size_t bytes; tmd_next_word(&functions, &word, &bytes);)
    add(limits, word, bytes, format, &limit);
}

static const char by_steps[] = "kappa:";
enum { BY_STEPS_BYTES = sizeof by_steps - 1 };

/* 0 or -1, without a message. */
static int parse_limit(struct tmd_limit *limit, const char *text) {
  char *end;
  if (strncmp(text, by_steps, BY_STEPS_BYTES) == 0) {
    *limit = (struct tmd_limit){.kind = TMD_LIMIT_KAPPA};
    return tmd_steps_parse(&limit->kappa, text + BY_STEPS_BYTES) || limit->kappa == TMD_STEPS_NAN
               ? -1
               : 0;
  }
  *limit = (struct tmd_limit){.kind = TMD_LIMIT_ULP, .ulp = strtod(text, &end)};
  return end != text && *end == 0 && limit->ulp >= 0.5 && limit->ulp < INFINITY ? 0 : -1;
}

/* The name that checks use: a function of two arguments, one of the table, an expression, or a
   family without its parameter. -1 (message). */
static int name_function(char name[TMD_FUNCTION_MAX_BYTES], const char *text) {
  const int word = text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")] == 0;
  char member[TMD_FUNCTION_MAX_BYTES];
  snprintf(member, sizeof member, "%.40s(2)", text);
  const int known = tmd_pair_find(text) || (word && tmd_function_is_listed(member));
  const char *spelled = known ? text : tmd_problem_spell(text);
  snprintf(name, TMD_FUNCTION_MAX_BYTES, "%s", spelled ? spelled : text);
  return spelled ? 0 : -1;
}

/* "function TAB format TAB limit"; # begins a comment. */
static int add_line(void *limits, char *text) {
  char name[TMD_FUNCTION_MAX_BYTES];
  struct tmd_format format;
  struct tmd_limit limit;
  if (*text == '#' || *text == 0) return 0;
  char *second = strchr(text, '\t'), *third = second ? strchr(second + 1, '\t') : NULL;
  if (!third) return tmd_error(TMD_CORRUPT, "not function, format, limit, separated by tabs");
  *second++ = 0, *third++ = 0;
  if (parse_limit(&limit, third))
    return tmd_error(TMD_CORRUPT, "'%.40s' is neither a limit of 0.5 or more nor kappa:N", third);
  if (name_function(name, text) || (strcmp(second, "-") && tmd_format_parse(&format, second)))
    return -1;
  add(limits, name, strlen(name), second, &limit);
  return 0;
}

static int add_file(struct tmd_limits *limits, const char *name) {
  if (access(name, R_OK))
    return tmd_error(
        TMD_USAGE,
        "--limit %s: not a number of 0.5 or more, kappa:N, one of %s, or a readable file", name,
        tmd_limit_tables);
  if (tmd_each_line(name, add_line, limits)) return -1;
  return limits->count ? 0 : tmd_error(TMD_CORRUPT, "--limit %s: the file has no limits", name);
}

struct tmd_limits *tmd_limits_read(const char *text) {
  struct tmd_limits *limits = tmd_allocate(sizeof *limits);
  *limits = (struct tmd_limits){.entry = NULL};
  if (!parse_limit(&limits->all, text)) return limits;
  limits->by_prefix = !strcmp(text, "c23");
  if (limits->by_prefix) limits->all = (struct tmd_limit){TMD_LIMIT_ULP, INFINITY, 0, 1};
  else limits->all = (struct tmd_limit){.kind = TMD_LIMIT_NONE};
  if (!tmd_limit_table(text, add_ulp, limits) && add_file(limits, text)) {
    tmd_limits_clear(limits);
    return NULL;
  }
  return limits;
}

void tmd_limits_clear(struct tmd_limits *limits) {
  if (limits) free(limits->entry);
  free(limits);
}

/* 1 if the entry applies: pown also to pown(2), but exp not to exp(x)-x. */
static int is_about(const struct limit_entry *entry, const char *function) {
  const size_t bytes = strlen(entry->function);
  const char *rest = function + bytes;
  if (strncmp(entry->function, function, bytes)) return 0;
  return *rest == 0 || (*rest == '(' && !strcmp(rest + 1 + strspn(rest + 1, "-0123456789"), ")"));
}

struct tmd_limit tmd_limits_of(const struct tmd_limits *limits, const char *function,
                               const char *symbol, const struct tmd_format *format) {
  struct tmd_limit limit = limits->all;
  const char *const name = TMD_FORMAT_TEXT(format);
  for (size_t i = 0; i < limits->count; i++)
    if (is_about(&limits->entry[i], function) &&
        (!strcmp(limits->entry[i].format, "-") || !strcmp(limits->entry[i].format, name)))
      limit = limits->entry[i].limit;
  if (limits->by_prefix && !strncmp(symbol, "cr_", 3)) limit.ulp = 0.5;
  return limit;
}

char *tmd_limit_print(char *text, const struct tmd_limit *limit) {
  if (limit->kind == TMD_LIMIT_ULP) snprintf(text, TMD_LIMIT_TEXT_BYTES, "%g", limit->ulp);
  else if (limit->kind == TMD_LIMIT_KAPPA)
    tmd_steps_print(strcpy(text, by_steps) + BY_STEPS_BYTES, limit->kappa);
  else strcpy(text, "-");
  return text;
}

/* The findings, as a set, that the limit does not allow. */
static unsigned forbidden(const struct tmd_limit *limit) {
  const unsigned calls = ~0u << TMD_FINDING_MISSING, undecided = 1u << TMD_FINDING_UNDECIDED,
                 wrong = 1u << TMD_FINDING_WRONG;
  const int no_special = limit->kind == TMD_LIMIT_KAPPA &&
                         limit->kappa < TMD_STEPS_INFINITE; /* its kappa is infinite, too */
  if (limit->kind != TMD_LIMIT_ULP) return calls | (no_special ? 1u << TMD_FINDING_SPECIAL : 0);
  if (limit->ulp <= 0.5) return ~undecided;
  return ~(undecided | wrong | (limit->published ? 1u << TMD_FINDING_ORDER : 0));
}

/* 1 if only special values are limited, and a result is finite that should be infinite, however
   small its error is. */
static int is_special(const struct tmd_limit *limit, const struct tmd_verdict *verdict) {
  return limit->kind == TMD_LIMIT_ULP && isinf(limit->ulp) &&
         verdict->kappa.steps >= TMD_STEPS_INFINITE;
}

enum tmd_judgement tmd_limit_judge(const struct tmd_limit *limit, const struct tmd_verdict *verdict,
                                   unsigned ignored) {
  const unsigned fails = forbidden(limit) & ~ignored;
  const unsigned found = tmd_verdict_found(verdict);
  if (found & fails) return TMD_JUDGED_FAIL;
  if (limit->kind == TMD_LIMIT_KAPPA && verdict->kappa.steps > limit->kappa) return TMD_JUDGED_FAIL;
  if (limit->kind == TMD_LIMIT_ULP && limit->ulp > 0.5 && tmd_verdict_largest(verdict) > limit->ulp)
    return TMD_JUDGED_FAIL;
  if (is_special(limit, verdict) && !(ignored & 1u << TMD_FINDING_SPECIAL)) return TMD_JUDGED_FAIL;
  if (limit->kind == TMD_LIMIT_NONE) return TMD_JUDGED_PASS;
  return found & ~ignored & 1u << TMD_FINDING_UNDECIDED ? TMD_JUDGED_UNDECIDED : TMD_JUDGED_PASS;
}

unsigned tmd_limit_uncounted(const struct tmd_limit *limit, const struct tmd_verdict *verdict,
                             unsigned ignored) {
  unsigned counted = forbidden(limit) & ~ignored;
  if (limit->kind != TMD_LIMIT_NONE)
    counted |= 1u << TMD_FINDING_WRONG | (1u << TMD_FINDING_UNDECIDED & ~ignored);
  return tmd_verdict_found(verdict) & ~counted;
}

int tmd_findings_parse(unsigned *findings, const char *list) {
  const char *word;
  *findings = 0;
  for (size_t bytes; tmd_next_word(&list, &word, &bytes);) {
    int i = 0;
    while (i < TMD_FINDINGS && (strlen(tmd_finding_name((enum tmd_finding)i)) != bytes ||
                                memcmp(tmd_finding_name((enum tmd_finding)i), word, bytes)))
      i++;
    if (i == TMD_FINDING_WRONG)
      return tmd_error(TMD_USAGE, "'wrong' cannot be ignored: see --limit");
    if (i == TMD_FINDINGS)
      return tmd_error(TMD_USAGE, "'%.*s' is not a finding", (int)(bytes < 40 ? bytes : 40), word);
    *findings |= 1u << i;
  }
  return 0;
}

const char *tmd_judgement_name(enum tmd_judgement judgement) {
  static const char *const names[] = {[TMD_JUDGED_FAIL] = "fail",
                                      [TMD_JUDGED_PASS] = "pass",
                                      [TMD_JUDGED_UNDECIDED] = "undecided",
                                      [TMD_JUDGED_VOID] = "void"};
  return names[judgement];
}
