#include "tools/check/run/output-files.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "tools/check/report/baseline.h"
#include "tools/check/report/rows.h"

struct judged_by {
  const struct tmd_limits *limits;
  struct tmd_baseline *baseline; /* or NULL */
  unsigned ignored;              /* findings that do not fail, as a set */
  long long expect;              /* at least so many functions must be checked */
};

static struct {
  FILE *report, *keep, *histogram, *binades, *junit;
  int json;
  struct judged_by by;
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

/* ---- what each verdict covers, and how it is judged ---- */

/* Coverage by a list of proved claims. For arguments that are not in the list f(x) is 2^-(bits+1)
   ulp or more away from breakpoints, so that a library whose error before its last rounding is less
   is right there. It is right everywhere if the claims omit nothing, unless only samples of harder
   arguments of regions, or of exact cases, were called. */
static void describe_list(char *text, size_t bytes, const struct tmd_function_check *check) {
  const int regions = check->sampled_hardness >= (unsigned)check->problem.bits,
            exact = check->sampled_exact;
  const char *const word = !check->whole ? "part" : regions || exact ? "listed" : "complete";
  snprintf(text, bytes, "%s k>=%d%s%s%s%s", word, check->problem.bits,
           regions ? ", sampled regions"
           : exact ? ", sampled exact cases"
                   : "",
           regions && exact ? " and exact cases" : "", check->hunt ? ", hunted" : "",
           check->cut_short ? ", interrupted" : "");
}

/* The range that the verdict covers; `left`: arguments that were not tested. */
static void describe_coverage(char *text, size_t bytes, const struct tmd_function_check *check,
                              tmd_u128 left) {
  const int samples = !check->claims || check->doubtful, list = check->listed || check->sampled;
  const char *const all = check->checked.pair && !check->sampled ? "part"
                          : check->hunt                          ? "hunted"
                          : samples                              ? "sampled"
                                                                 : "part";
  if (check->gave_up || left == 0)
    snprintf(text, bytes, "%s", check->gave_up ? "given up" : "exhaustive");
  else if (check->whole || (list && !samples)) describe_list(text, bytes, check);
  else snprintf(text, bytes, "%s%s", all, check->cut_short ? ", interrupted" : "");
}

/* 1 if a call was made in the mode. Calls that do not return are findings, not tested results. */
static int was_called(const struct tmd_verdict *verdict) {
  return verdict->tested > 0 || tmd_verdict_found(verdict);
}

/* 1 if no call was made in the mode, or if the hunt has no number to call the function on. */
static int is_void(const struct tmd_function_check *check, enum tmd_rounding mode) {
  size_t binades = 1;
  if (check->gave_up) return 0;
  if (check->hunt) tmd_hunt_binades(check->hunt, &binades);
  return !was_called(&check->verdict[mode]) || binades == 0;
}

/* Where too many calls did not return nothing passes, whatever is ignored: the other arguments were
   not called. A baseline counts everything that is not ignored. */
static void judge(struct tmd_report *report, const struct tmd_function_check *check,
                  const struct judged_by *by) {
  static const struct tmd_limit correct = {.kind = TMD_LIMIT_ULP, .ulp = 0.5};
  const int known = by->baseline && tmd_baseline_knows(by->baseline, report);
  report->judgement = known ? tmd_baseline_judge(by->baseline, report, by->ignored)
                            : tmd_limit_judge(&report->limit, report->verdict, by->ignored);
  report->uncounted =
      tmd_limit_uncounted(known ? &correct : &report->limit, report->verdict, by->ignored);
  if (check->gave_up && report->judgement == TMD_JUDGED_PASS)
    report->judgement = TMD_JUDGED_UNDECIDED;
  if (is_void(check, report->mode)) report->judgement = TMD_JUDGED_VOID;
}

/* 1 if the check was done and is reported; after an interrupt only hunts are. */
static int is_reported(const struct tmd_checks *checks, const struct tmd_function_check *check) {
  return !check->absent && !check->outside && (!checks->interrupted || check->hunt);
}

static struct tmd_report make_report(const struct tmd_function_check *check, enum tmd_rounding mode,
                                     const struct judged_by *by) {
  const struct tmd_verdict *verdict = &check->verdict[mode];
  const int nothing = !was_called(verdict) && !check->gave_up;
  const tmd_u128 arguments = check->tested.total + check->hunted[mode], most = ~(tmd_u128)0,
                 asked = check->checked.pair ? check->pairs : arguments, came = verdict->tested,
                 tested = nothing                          ? 0
                          : check->gave_up && came < asked ? came
                                                           : asked;
  struct tmd_report report = {
      .function = check->problem.name,
      .symbol = check->symbol,
      .format = check->problem.out,
      .mode = mode,
      .tested = tested,
      .sampled = nothing ? 0 : check->sampled,
      .left = check->total == most ? most : check->total - tested,
      .verdict = verdict,
      .limit = tmd_limits_of(by->limits, check->problem.name, check->symbol, &check->problem.out)};
  judge(&report, check, by);
  if (report.judgement == TMD_JUDGED_VOID)
    strcpy(report.coverage, tmd_judgement_name(TMD_JUDGED_VOID));
  else describe_coverage(report.coverage, sizeof report.coverage, check, report.left);
  if (verdict->finding[TMD_FINDING_UNDECIDED].count > 0) strcat(report.coverage, ", undecided");
  return report;
}

/* ---- faults ---- */

static void add_fault(struct tmd_reports *reports, const char *about, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add_fault(struct tmd_reports *reports, const char *about, const char *format, ...) {
  enum { TEXT_BYTES = TMD_FUNCTION_MAX_BYTES + 64 };
  va_list arguments;
  char *text = tmd_allocate(TEXT_BYTES);
  va_start(arguments, format);
  vsnprintf(text, TEXT_BYTES, format, arguments);
  va_end(arguments);
  tmd_say("%s", text);
  reports->fault = tmd_grow(reports->fault, &reports->fault_capacity, reports->faults + 1,
                            sizeof *reports->fault);
  reports->fault[reports->faults++] = (struct tmd_report_fault){about, text};
}

/* Functions of the earlier report that the library has lost, and functions that are missing. */
static void find_faults(struct tmd_reports *reports, const struct tmd_checks *checks,
                        const struct judged_by *by, long long checked) {
  for (size_t i = 0; i < checks->count && by->baseline; i++) {
    const struct tmd_problem *problem = &checks->check[i]->problem;
    if (checks->check[i]->absent && tmd_baseline_has(by->baseline, problem->name, &problem->out))
      add_fault(reports, "baseline", "%s was there in the earlier report", problem->name);
  }
  if (checked < by->expect)
    add_fault(reports, "expect", "%lld function%s checked, %lld expected", checked,
              checked == 1 ? " was" : "s were", by->expect);
}

static void refuse_nothing(const struct tmd_reports *reports, const struct tmd_checks *checks) {
  size_t empty = 0;
  while (empty < reports->count && reports->report[empty].judgement == TMD_JUDGED_VOID &&
         reports->report[empty].tested == 0)
    empty++;
  if (empty < reports->count || checks->interrupted) return;
  tmd_die(TMD_USAGE, "nothing was checked: %s",
          checks->count ? "no argument of claims or domain, in no mode of the target"
                        : "the input has no claims");
}

/* One report for each function and wanted mode, and the faults, each of which is also printed on
   standard error. Ends the program if nothing was checked, unless an interrupt is the cause. */
static struct tmd_reports make_reports(const struct tmd_checks *checks,
                                       const struct judged_by *by) {
  struct tmd_reports reports = {.library = checks->how->target.library};
  long long checked = 0; /* functions with a report, none of them void */
  reports.report =
      tmd_allocate((checks->count * TMD_DECIMAL_ROUNDINGS + 1) * sizeof *reports.report);
  for (size_t i = 0; i < checks->count; i++) {
    const struct tmd_function_check *check = checks->check[i];
    const unsigned modes = checks->how->any_modes ? check->modes : checks->how->on.modes;
    int empty = 0;
    if (!is_reported(checks, check)) continue;
    for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS; mode++) {
      if (!(modes >> mode & 1)) continue;
      struct tmd_report *report = &reports.report[reports.count++];
      *report = make_report(check, (enum tmd_rounding)mode, by);
      empty |= report->judgement == TMD_JUDGED_VOID;
    }
    checked += modes && !empty;
  }
  refuse_nothing(&reports, checks);
  find_faults(&reports, checks, by, checked);
  return reports;
}

static int have_failed(const struct tmd_reports *reports) {
  int failed = reports->faults > 0;
  for (size_t i = 0; i < reports->count; i++)
    failed |= reports->report[i].judgement != TMD_JUDGED_PASS;
  return failed;
}

static void clear_reports(struct tmd_reports *reports) {
  for (size_t i = 0; i < reports->faults; i++) free(reports->fault[i].text);
  free(reports->fault), free(reports->report);
}

/* ---- further files ---- */

typedef void visit_binade(FILE *file, const struct tmd_function_check *check,
                          enum tmd_rounding mode, const struct tmd_hunt_binade *binade);

/* Calls visit for the binades in which arguments were hunted, mode by mode. */
static void each_binade(FILE *file, const struct tmd_function_check *check, visit_binade *visit) {
  size_t binades = 0;
  const struct tmd_hunt_binade *binade =
      check->hunt ? tmd_hunt_binades(check->hunt, &binades) : NULL;
  for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS; mode++)
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
  const char *const format = TMD_FORMAT_TEXT(&check->problem.out);
  for (int i = 0; i < TMD_DECIMAL_ROUNDINGS * TMD_BINS && check->bins; i++) {
    const int mode = i / TMD_BINS, bin = i % TMD_BINS;
    const double unit = TMD_BINS_AN_ULP,
                 from = bin == 0 ? -INFINITY : (bin - 1) / unit - TMD_BINS_REACH;
    const double end = bin == TMD_BINS - 1 ? INFINITY : bin / unit - TMD_BINS_REACH;
    if (check->bins[mode].count[bin])
      fprintf(file, "%s\t%s\t%s\t%.2f\t%.2f\t%llu\n", check->problem.name, format,
              tmd_rounding_name(mode), from, end, (unsigned long long)check->bins[mode].count[bin]);
  }
}

static void write_files(const struct tmd_checks *checks) {
  if (to.keep) fputs("#x\tmode\texpected\tgot\tfunction\tformat\n", to.keep);
  if (to.histogram) fputs("#function\tformat\tmode\tfrom\tto\tcount\n", to.histogram);
  if (to.binades)
    fputs("#function\tformat\tmode\tfrom\tpackets\tbelow\tx\texpected\tgot\tabove\tx\texpected\t"
          "got\n",
          to.binades);
  for (size_t i = 0; i < checks->count; i++) {
    struct tmd_function_check *check = checks->check[i];
    if (!is_reported(checks, check)) continue;
    if (to.keep) write_wrong(to.keep, check);
    if (to.histogram) write_histogram(to.histogram, check);
    if (to.binades) each_binade(to.binades, check, write_binade);
  }
}

/* ---- the report ---- */

/* Prints the findings of each function that its judgement ignores, for its modes together. */
static void say_uncounted(const struct tmd_reports *reports) {
  char *text;
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
    tmd_say("%s, %s: found, and not counted: %s", first->function, TMD_FORMAT_TEXT(&first->format),
            text);
    free(text);
  }
}

int tmd_check_outputs_write(const struct tmd_checks *checks, const struct tmd_limits *limits) {
  to.by.limits = limits;
  struct tmd_reports reports = make_reports(checks, &to.by);
  const int failed = have_failed(&reports);
  say_uncounted(&reports);
  if (to.json) tmd_report_json(to.report, &reports);
  else tmd_report_tsv(to.report, &reports);
  if (to.junit) tmd_report_junit(to.junit, &reports);
  write_files(checks);
  clear_reports(&reports);
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
  for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS; mode++) {
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
    if (is_reported(checks, checks->check[i])) worst[count++] = worst_of(checks->check[i]);
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
