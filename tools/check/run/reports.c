#include "tools/check/run/reports.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"

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
                  const struct tmd_judged_by *by) {
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

int tmd_check_is_reported(const struct tmd_checks *checks, const struct tmd_function_check *check) {
  return !check->absent && !check->outside && (!checks->interrupted || check->hunt);
}

static struct tmd_report make_report(const struct tmd_function_check *check, enum tmd_rounding mode,
                                     const struct tmd_judged_by *by) {
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
                        const struct tmd_judged_by *by, long long checked) {
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

/* ---- all ---- */

struct tmd_reports tmd_reports_make(const struct tmd_checks *checks,
                                    const struct tmd_judged_by *by) {
  struct tmd_reports reports = {.library = checks->how->target.library};
  long long checked = 0; /* functions with a report, none of them void */
  reports.report = tmd_allocate((checks->count * TMD_ROUNDINGS + 1) * sizeof *reports.report);
  for (size_t i = 0; i < checks->count; i++) {
    const struct tmd_function_check *check = checks->check[i];
    const unsigned modes = checks->how->any_modes ? check->modes : checks->how->on.modes;
    int empty = 0;
    if (!tmd_check_is_reported(checks, check)) continue;
    for (int mode = 0; mode < TMD_ROUNDINGS; mode++) {
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

int tmd_reports_fail(const struct tmd_reports *reports) {
  int failed = reports->faults > 0;
  for (size_t i = 0; i < reports->count; i++)
    failed |= reports->report[i].judgement != TMD_JUDGED_PASS;
  return failed;
}

void tmd_reports_clear(struct tmd_reports *reports) {
  for (size_t i = 0; i < reports->faults; i++) free(reports->fault[i].text);
  free(reports->fault), free(reports->report);
}
