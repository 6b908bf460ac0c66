#include "tools/check/run/output-files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "tools/check/run/reports.h"

static struct {
  FILE *report, *keep, *histogram, *binades, *junit;
  int json;
  struct tmd_judged_by by;
} to;

void tmd_check_outputs_open(const struct tmd_check_outputs *outputs) {
  to.json = outputs->json, to.by.expect = outputs->expect;
  if (outputs->ignore && tmd_findings_parse(&to.by.ignored, outputs->ignore))
    tmd_die(TMD_USAGE, "--ignore: %s", tmd_error_text());
  if (outputs->baseline && !(to.by.baseline = tmd_baseline_read(outputs->baseline))) tmd_fail();
  to.report = tmd_open_output(0);
  to.keep = tmd_open_text(outputs->keep);
  to.histogram = tmd_open_text(outputs->histogram);
  to.binades = tmd_open_text(outputs->binades);
  to.junit = tmd_open_text(outputs->junit);
}

/* ---- further files ---- */

typedef void visit_binade(FILE *file, const struct tmd_function_check *check,
                          enum tmd_rounding mode, const struct tmd_hunt_binade *binade);

/* Calls visit for the binades in which arguments were hunted, mode by mode. */
static void each_binade(FILE *file, const struct tmd_function_check *check, visit_binade *visit) {
  size_t binades = 0;
  const struct tmd_hunt_binade *binade =
      check->hunt ? tmd_hunt_binades(check->hunt, &binades) : NULL;
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++)
    for (size_t i = 0; i < binades; i++)
      if (binade[i].found[mode].packets > 0)
        visit(file, check, (enum tmd_rounding)mode, &binade[i]);
}

static void write_binade(FILE *file, const struct tmd_function_check *check, enum tmd_rounding mode,
                         const struct tmd_hunt_binade *binade) {
  const struct tmd_hunt_found *found = &binade->found[mode];
  const struct tmd_datum from = {TMD_DATUM_NUMBER, binade->sign, binade->ordinal};
  tmd_report_binade(file, check->problem.name, &check->problem.out, mode, &from, found->packets,
                    (const struct tmd_extreme *const[]){&found->below, &found->above});
}

/* The largest errors of the binade, if they are wrong results. */
static void keep_extremes(FILE *file, const struct tmd_function_check *check,
                          enum tmd_rounding mode, const struct tmd_hunt_binade *binade) {
  const struct tmd_extreme *extreme[] = {&binade->found[mode].below, &binade->found[mode].above};
  for (int i = 0; i < 2; i++)
    if (extreme[i]->error != 0 && !tmd_datum_same(&extreme[i]->at.expected, &extreme[i]->at.got))
      tmd_report_instance(file, check->problem.name, &check->problem.out, mode, &extreme[i]->at);
}

static void write_wrong(FILE *file, struct tmd_function_check *check) {
  struct tmd_wrong_list *wrong = &check->wrong_list;
  tmd_wrong_settle(wrong);
  for (size_t k = 0; k < wrong->count; k++)
    tmd_report_instance(file, check->problem.name, &check->problem.out,
                        (enum tmd_rounding)wrong->at[k].mode, &wrong->at[k].at);
  if (wrong->found > wrong->count)
    tmd_say("%s: the first %zu of %llu wrong results are kept: see --keep-most",
            check->problem.name, wrong->count, wrong->found);
  each_binade(file, check, keep_extremes);
}

static void write_histogram(FILE *file, const struct tmd_function_check *check) {
  for (int mode = 0; mode < TMD_ROUNDINGS && check->bins; mode++)
    tmd_error_bins_print(file, &check->bins[mode], check->problem.name, &check->problem.out,
                         (enum tmd_rounding)mode);
}

static void write_files(const struct tmd_checks *checks) {
  if (to.keep) fputs("#x\tmode\texpected\tgot\tfunction\tformat\n", to.keep);
  if (to.histogram) tmd_error_bins_header(to.histogram);
  if (to.binades)
    fputs("#function\tformat\tmode\tfrom\tpackets\tbelow\tx\texpected\tgot\tabove\tx\texpected\t"
          "got\n",
          to.binades);
  for (size_t i = 0; i < checks->count; i++) {
    struct tmd_function_check *check = checks->check[i];
    if (!tmd_check_is_reported(checks, check)) continue;
    if (to.keep) write_wrong(to.keep, check);
    if (to.histogram) write_histogram(to.histogram, check);
    if (to.binades) each_binade(to.binades, check, write_binade);
  }
}

/* ---- the report ---- */

/* Prints the findings of each function that its judgement ignores, for its modes together. */
static void say_uncounted(const struct tmd_reports *reports) {
  char format[TMD_FORMAT_TEXT_BYTES], *text;
  size_t bytes;
  for (size_t i = 0, next; i < reports->count; i = next) {
    const struct tmd_report *first = &reports->report[i], *report = first;
    unsigned uncounted = 0;
    for (next = i; next < reports->count; next++, report++) {
      if (report->verdict - report->mode != first->verdict - first->mode) break;
      uncounted |= report->uncounted;
    }
    if (!uncounted) continue;
    FILE *found = open_memstream(&text, &bytes);
    tmd_report_found(found, first, next - i, uncounted);
    fclose(found);
    tmd_say("%s, %s: found, and not counted: %s", first->function,
            tmd_format_describe(format, &first->format), text);
    free(text);
  }
}

int tmd_check_outputs_write(const struct tmd_checks *checks, const struct tmd_limits *limits) {
  to.by.limits = limits;
  struct tmd_reports reports = tmd_reports_make(checks, &to.by);
  const int failed = tmd_reports_fail(&reports);
  say_uncounted(&reports);
  if (to.json) tmd_report_json(to.report, &reports);
  else tmd_report_tsv(to.report, &reports);
  if (to.junit) tmd_report_junit(to.junit, &reports);
  write_files(checks);
  tmd_reports_clear(&reports);
  tmd_baseline_clear(to.by.baseline);
  FILE *const files[] = {to.report, to.keep, to.histogram, to.binades, to.junit};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (files[i]) tmd_close_text(files[i]);
  return failed;
}

/* ---- the worst ---- */

struct worst {
  const char *function;
  double error;
  tmd_u128 steps; /* at least TMD_STEPS_INFINITE: a result is infinite or NaN and should not be, or
                     the other way round; else 0 */
};

static int by_error(const void *a_, const void *b_) {
  const struct worst *a = a_, *b = b_;
  if (!a->steps != !b->steps) return a->steps ? -1 : 1;
  return a->error > b->error ? -1 : a->error < b->error ? 1 : strcmp(a->function, b->function);
}

static struct worst worst_of(const struct tmd_function_check *check) {
  struct worst worst = {.function = check->problem.name};
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++) {
    const struct tmd_verdict *verdict = &check->verdict[mode];
    const double error = tmd_verdict_largest(verdict);
    if (error > worst.error) worst.error = error;
    if (verdict->kappa.steps >= TMD_STEPS_INFINITE && verdict->kappa.steps > worst.steps)
      worst.steps = verdict->kappa.steps;
  }
  return worst;
}

void tmd_check_outputs_worst(const struct tmd_checks *checks) {
  struct worst *worst = tmd_allocate((checks->count + 1) * sizeof *worst);
  size_t count = 0, bytes;
  char *line, steps[TMD_WIDE_TEXT_BYTES];
  for (size_t i = 0; i < checks->count; i++)
    if (tmd_check_is_reported(checks, checks->check[i]))
      worst[count++] = worst_of(checks->check[i]);
  if (count > 0) qsort(worst, count, sizeof *worst, by_error);
  FILE *text = open_memstream(&line, &bytes);
  for (size_t i = 0; i < count; i++) {
    fprintf(text, "%s %s ", i ? "," : "", worst[i].function);
    if (worst[i].steps) fputs(tmd_steps_print(steps, worst[i].steps), text);
    else fprintf(text, "%.3g", worst[i].error);
  }
  fclose(text);
  if (count > 1) tmd_say("worst:%s", line);
  free(line), free(worst);
}
