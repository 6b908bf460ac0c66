#include "tools/check/report/baseline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "tools/check/report/text-lists.h"

enum {
  FIELDS_MOST = 25,
  CHECK_FIELDS = 24,
  CHECK_FIELDS_BEFORE = 20, /* of reports without kappa */
  CHECK_BELOW = 10,
  CHECK_ABOVE = 14,
  CHECK_KAPPA = 20,
  FAULT_FIELDS = 3,
  FINDING_FIELDS = 9,
  FINDING_KIND = 4,
  FINDING_COUNT = 5
};

/* The line of a function in a mode. */
struct baseline_entry {
  char function[TMD_FUNCTION_MAX_BYTES], format[TMD_FORMAT_TEXT_BYTES], mode[16];
  double below, above;
  tmd_u128 kappa; /* TMD_STEPS_NAN, which no kappa exceeds, if the report does not have it */
  unsigned long long finding[TMD_FINDINGS];
};

struct tmd_baseline {
  struct baseline_entry *entry;
  size_t count, capacity;
};

/* `mode` NULL: in any mode. */
static struct baseline_entry *find(const struct tmd_baseline *baseline, const char *function,
                                   const char *format, const char *mode) {
  for (size_t i = 0; i < baseline->count; i++) {
    struct baseline_entry *entry = &baseline->entry[i];
    if (!strcmp(entry->function, function) && !strcmp(entry->format, format) &&
        (!mode || !strcmp(entry->mode, mode)))
      return entry;
  }
  return NULL;
}

int tmd_baseline_has(const struct tmd_baseline *baseline, const char *function,
                     const struct tmd_format *format) {
  const char *const name = TMD_FORMAT_TEXT(format);
  return find(baseline, function, name, NULL) != NULL;
}

/* Cuts a line into fields, and returns their number. */
static int cut(char *field[FIELDS_MOST], char *text) {
  int fields = 0;
  for (char *tab = text; text && fields < FIELDS_MOST; text = tab ? tab + 1 : NULL) {
    tab = strchr(text, '\t');
    if (tab) *tab = 0;
    field[fields++] = text;
  }
  return fields;
}

static int parse_error(double *error, const char *text) {
  char *end;
  *error = strtod(text, &end);
  return end == text || *end || isnan(*error) ? -1 : 0;
}

/* 0, or -1 without a message. */
static int add_check(struct tmd_baseline *baseline, char *const *field, int fields) {
  struct baseline_entry entry = {.kappa = TMD_STEPS_NAN};
  if (parse_error(&entry.below, field[CHECK_BELOW]) ||
      parse_error(&entry.above, field[CHECK_ABOVE]))
    return -1;
  if (fields > CHECK_KAPPA && tmd_steps_parse(&entry.kappa, field[CHECK_KAPPA])) return -1;
  snprintf(entry.function, sizeof entry.function, "%s", field[1]);
  snprintf(entry.format, sizeof entry.format, "%s", field[2]);
  snprintf(entry.mode, sizeof entry.mode, "%s", field[3]);
  baseline->entry =
      tmd_grow(baseline->entry, &baseline->capacity, baseline->count + 1, sizeof *baseline->entry);
  baseline->entry[baseline->count++] = entry;
  return 0;
}

static int add_line(void *baseline_, char *text) {
  struct tmd_baseline *baseline = baseline_;
  char *field[FIELDS_MOST];
  if (*text == '#') return 0;
  const int fields = cut(field, text);
  if (fields == FAULT_FIELDS && !strcmp(field[0], "fault"))
    return 0; /* not about a function that was checked */
  const int is_check = fields == CHECK_FIELDS || fields == CHECK_FIELDS_BEFORE;
  if (is_check && !strcmp(field[0], "check") && !add_check(baseline, field, fields)) return 0;
  const int is_finding = fields == FINDING_FIELDS && !strcmp(field[0], "finding");
  struct baseline_entry *entry = is_finding ? find(baseline, field[1], field[2], field[3]) : NULL;
  tmd_u128 count = 0;
  if (entry && (tmd_wide_parse(&count, field[FINDING_COUNT]) || count > UINT64_MAX)) entry = NULL;
  for (int i = 0; entry && i < TMD_FINDINGS; i++)
    if (!strcmp(field[FINDING_KIND], tmd_finding_name((enum tmd_finding)i))) {
      entry->finding[i] = (unsigned long long)count;
      return 0;
    }
  return tmd_error(TMD_CORRUPT, "not a line of a report of tmd-check");
}

struct tmd_baseline *tmd_baseline_read(const char *name) {
  struct tmd_baseline *baseline = tmd_allocate(sizeof *baseline);
  *baseline = (struct tmd_baseline){.entry = NULL};
  int failed = tmd_each_line(name, add_line, baseline);
  if (!failed && baseline->count == 0)
    failed = tmd_error(TMD_CORRUPT, "%s: not a report of tmd-check", name);
  if (!failed) return baseline;
  tmd_baseline_clear(baseline);
  return NULL;
}

void tmd_baseline_clear(struct tmd_baseline *baseline) {
  if (baseline) free(baseline->entry);
  free(baseline);
}

static const struct baseline_entry *entry_of(const struct tmd_baseline *baseline,
                                             const struct tmd_report *report) {
  const char *const format = TMD_FORMAT_TEXT(&report->format);
  return find(baseline, report->function, format, tmd_rounding_name(report->mode));
}

int tmd_baseline_knows(const struct tmd_baseline *baseline, const struct tmd_report *report) {
  return entry_of(baseline, report) != NULL;
}

static int is_worse(const struct tmd_baseline *baseline, const struct tmd_report *report,
                    unsigned ignored) {
  const double digits = 1 + 1e-5;
  const struct tmd_verdict *verdict = report->verdict;
  const struct baseline_entry *entry = entry_of(baseline, report);
  for (int i = 0; i < TMD_FINDINGS; i++)
    if (!(ignored >> i & 1) && verdict->finding[i].count > entry->finding[i]) return 1;
  if (verdict->kappa.steps > entry->kappa) return 1;
  return -verdict->below.error > -entry->below * digits ||
         verdict->above.error > entry->above * digits;
}

enum tmd_judgement tmd_baseline_judge(const struct tmd_baseline *baseline,
                                      const struct tmd_report *report, unsigned ignored) {
  if (is_worse(baseline, report, ignored)) return TMD_JUDGED_FAIL;
  const int undecided = report->verdict->finding[TMD_FINDING_UNDECIDED].count > 0 &&
                        !(ignored >> TMD_FINDING_UNDECIDED & 1);
  return undecided ? TMD_JUDGED_UNDECIDED : TMD_JUDGED_PASS;
}
