#include "tools/check/run/output-files.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/columns.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "tools/check/report/baseline.h"
#include "tools/check/report/check-rows.h"

enum { TEXT_BYTES = TMD_FUNCTION_MAX_BYTES + 64 };

static struct {
  FILE *report, *keep, *histogram, *binades, *junit;
  struct tmd_baseline *baseline;
  int json;
  long long expect;
  unsigned ignored;
  struct tmd_report_faults faults;
} to;

void tmd_check_outputs_open(const struct tmd_check_outputs *outputs) {
  to.json = outputs->json, to.expect = outputs->expect;
  if (outputs->ignore && tmd_findings_parse(&to.ignored, outputs->ignore))
    tmd_die(TMD_USAGE, "--ignore: %s", tmd_error_text());
  if (outputs->baseline && !(to.baseline = tmd_baseline_read(outputs->baseline))) tmd_fail();
  to.report = tmd_open_output(0);
  to.keep = tmd_open_text(outputs->keep);
  to.histogram = tmd_open_text(outputs->histogram);
  to.binades = tmd_open_text(outputs->binades);
  to.junit = tmd_open_text(outputs->junit);
}

/* ---- lines ---- */

/* Coverage by a list of proved claims. For their other arguments f(x) is 2^-(bits+1) ulp or more
   away from breakpoints, so that a library whose error before its last rounding is less is right
   there: everywhere where the claims leave out nothing, unless not all harder arguments of regions,
   or not all exact cases, were called. */
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

/* What the verdict covers; `left`: arguments that were not looked at. */
static void describe_coverage(char *text, size_t bytes, const struct tmd_function_check *check,
                              tmd_u128 left) {
  const int samples = !check->claims || check->doubtful, list = check->listed || check->sampled;
  const char *const all = check->pair && !check->sampled ? "part"
                          : check->hunt                  ? "hunted"
                          : samples                      ? "sampled"
                                                         : "part";
  if (check->gave_up || left == 0)
    snprintf(text, bytes, "%s", check->gave_up ? "given up" : "exhaustive");
  else if (check->whole || (list && !samples)) describe_list(text, bytes, check);
  else snprintf(text, bytes, "%s%s", all, check->cut_short ? ", interrupted" : "");
}

/* Whether anything was called in the mode. Calls that do not come back are findings and no tested
   results. */
static int was_called(const struct tmd_verdict *verdict) {
  int called = verdict->tested > 0;
  for (int i = 0; i < TMD_FINDINGS; i++) called |= verdict->finding[i].count > 0;
  return called;
}

/* 1 if no call was made in the mode, or if the hunt that was asked for has no number to call the
   function on. */
static int is_void(const struct tmd_function_check *check, enum tmd_rounding mode) {
  size_t binades = 1;
  if (check->gave_up) return 0;
  if (check->hunt) tmd_hunt_binades(check->hunt, &binades);
  return !was_called(&check->verdict[mode]) || binades == 0;
}

/* Where too many calls did not come back nothing passes, whatever is ignored: the rest was not
   called. */
static enum tmd_judgement judge(const struct tmd_function_check *check,
                                const struct tmd_report *line) {
  const int known = to.baseline && tmd_baseline_knows(to.baseline, line);
  const enum tmd_judgement by = known ? tmd_baseline_judge(to.baseline, line, to.ignored)
                                      : tmd_limit_judge(&line->limit, line->verdict, to.ignored);
  return check->gave_up && by == TMD_JUDGED_PASS ? TMD_JUDGED_UNDECIDED : by;
}

/* A baseline counts all that is not ignored. */
static unsigned uncounted_of(const struct tmd_report *line) {
  const struct tmd_limit correct = {.kind = TMD_LIMIT_ULP, .ulp = 0.5};
  const int known = to.baseline && tmd_baseline_knows(to.baseline, line);
  return tmd_limit_uncounted(known ? &correct : &line->limit, line->verdict, to.ignored);
}

static int is_checked(const struct tmd_function_check *check) {
  return !check->absent && !check->outside;
}

static int is_reported(const struct tmd_checks *checks, const struct tmd_function_check *check) {
  return !checks->interrupted || check->hunt;
}

/* The line of a function in a mode; 0 if the mode is not wanted. */
static int make_line(struct tmd_report *line, const struct tmd_checks *checks,
                     const struct tmd_function_check *check, enum tmd_rounding mode,
                     const struct tmd_limits *limits) {
  const struct tmd_verdict *verdict = &check->verdict[mode];
  const int nothing = !was_called(verdict) && !check->gave_up;
  const tmd_u128 arguments = check->tested.total + check->hunted[mode];
  const tmd_u128 most = ~(tmd_u128)0, asked = check->pair ? check->pairs : arguments,
                 came = verdict->tested;
  const tmd_u128 tested = nothing ? 0 : check->gave_up && came < asked ? came : asked;
  const unsigned modes = checks->how->any_modes ? check->modes : checks->how->modes;
  if (!is_checked(check) || !(modes >> mode & 1) || !is_reported(checks, check)) return 0;
  const struct tmd_limit limit =
      tmd_limits_of(limits, check->problem.name, check->symbol, &check->problem.out);
  *line = (struct tmd_report){.function = check->problem.name,
                              .symbol = check->symbol,
                              .format = check->problem.out,
                              .mode = mode,
                              .tested = tested,
                              .sampled = nothing ? 0 : check->sampled,
                              .left = check->total == most ? most : check->total - tested,
                              .verdict = verdict,
                              .limit = limit};
  line->judgement = is_void(check, mode) ? TMD_JUDGED_VOID : judge(check, line);
  line->uncounted = uncounted_of(line);
  if (line->judgement == TMD_JUDGED_VOID)
    strcpy(line->coverage, tmd_judgement_name(TMD_JUDGED_VOID));
  else describe_coverage(line->coverage, sizeof line->coverage, check, check->total - tested);
  if (verdict->finding[TMD_FINDING_UNDECIDED].count > 0) strcat(line->coverage, ", undecided");
  return 1;
}

/* All of them, owned by the caller. *checked: the functions that have lines, none of them void. */
static struct tmd_report *make_lines(const struct tmd_checks *checks,
                                     const struct tmd_limits *limits, size_t *count,
                                     long long *checked) {
  struct tmd_report *line = tmd_allocate((checks->count * TMD_ROUNDINGS + 1) * sizeof *line);
  *count = 0, *checked = 0;
  for (size_t i = 0; i < checks->count; i++) {
    const size_t first = *count;
    int nothing = 0;
    for (int mode = 0; mode < TMD_ROUNDINGS; mode++)
      *count += (size_t)make_line(&line[*count], checks, checks->check[i], (enum tmd_rounding)mode,
                                  limits);
    for (size_t k = first; k < *count; k++) nothing |= line[k].judgement == TMD_JUDGED_VOID;
    *checked += *count > first && !nothing;
  }
  return line;
}

/* What fails beside the lines is said, and is in every form of the report. The text is kept. */
static void add_fault(const char *about, char *text) {
  struct tmd_report_faults *faults = &to.faults;
  tmd_say("%s", text);
  faults->fault =
      tmd_grow(faults->fault, &faults->capacity, faults->count + 1, sizeof *faults->fault);
  faults->fault[faults->count++] = (struct tmd_report_fault){about, text};
}

static char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *text_of(const char *format, ...) {
  va_list arguments;
  char *text = tmd_allocate(TEXT_BYTES);
  va_start(arguments, format);
  vsnprintf(text, TEXT_BYTES, format, arguments);
  va_end(arguments);
  return text;
}

/* Functions that an earlier report is about, and that are not there any more. */
static void find_lost(const struct tmd_checks *checks) {
  for (size_t i = 0; i < checks->count && to.baseline; i++) {
    const struct tmd_function_check *check = checks->check[i];
    if (!check->absent || !tmd_baseline_has(to.baseline, check->problem.name, &check->problem.out))
      continue;
    add_fault("baseline", text_of("%s was there in the earlier report", check->problem.name));
  }
}

/* ---- files ---- */

static void keep_extreme(FILE *file, const struct tmd_function_check *check, enum tmd_rounding mode,
                         const struct tmd_extreme *extreme) {
  if (extreme->error != 0 && !tmd_datum_same(&extreme->at.expected, &extreme->at.got))
    tmd_report_instance(file, check->problem.name, &check->problem.out, mode, &extreme->at);
}

/* What was wrong; of a hunt the largest errors of each binade. */
static void write_kept(FILE *file, struct tmd_function_check *check) {
  size_t binades = 0;
  struct tmd_wrong_list *kept = &check->kept;
  tmd_wrong_settle(kept);
  for (size_t k = 0; k < kept->count; k++)
    tmd_report_instance(file, check->problem.name, &check->problem.out,
                        (enum tmd_rounding)kept->at[k].mode, &kept->at[k].at);
  if (kept->found > kept->count)
    tmd_say("%s: of %llu wrong results the first %zu are kept: see --keep-most",
            check->problem.name, kept->found, kept->count);
  const struct tmd_hunt_binade *binade =
      check->hunt ? tmd_hunt_binades(check->hunt, &binades) : NULL;
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++)
    for (size_t i = 0; i < binades; i++) {
      if (binade[i].found[mode].packets == 0) continue;
      keep_extreme(file, check, (enum tmd_rounding)mode, &binade[i].found[mode].below);
      keep_extreme(file, check, (enum tmd_rounding)mode, &binade[i].found[mode].above);
    }
}

static void write_histogram(FILE *file, const struct tmd_function_check *check) {
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++)
    tmd_error_bins_print(file, &check->bins[mode], check->problem.name, &check->problem.out,
                         (enum tmd_rounding)mode);
}

/* The binades of which something was hunted. */
static void write_binades(FILE *file, const struct tmd_function_check *check) {
  size_t binades = 0;
  const struct tmd_hunt_binade *binade =
      check->hunt ? tmd_hunt_binades(check->hunt, &binades) : NULL;
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++)
    for (size_t i = 0; i < binades; i++) {
      const struct tmd_hunt_found *found = &binade[i].found[mode];
      const struct tmd_datum from = {TMD_DATUM_NUMBER, binade[i].sign, binade[i].ordinal};
      if (found->packets == 0) continue;
      tmd_report_range(file, check->problem.name, &check->problem.out, (enum tmd_rounding)mode,
                       &from);
      fprintf(file, "\t%llu", found->packets);
      tmd_report_extreme(file, &check->problem.out, &found->below);
      tmd_report_extreme(file, &check->problem.out, &found->above);
      fputc('\n', file);
    }
}

static void close_text(FILE *file) {
  if (file) tmd_close_text(file);
}

/* Ends the program if no line is about an argument, unless an interrupt is the cause. */
static void refuse_nothing(const struct tmd_checks *checks, const struct tmd_report *line,
                           size_t lines) {
  size_t empty = 0;
  while (empty < lines && line[empty].judgement == TMD_JUDGED_VOID && line[empty].tested == 0)
    empty++;
  if (empty < lines || checks->interrupted) return;
  tmd_die(TMD_USAGE, "nothing was checked: %s",
          checks->count ? "no argument of claims or domain, in no mode of the target"
                        : "the input has no claims");
}

/* Fewer functions that were checked than are expected. */
static void find_missing(long long checked) {
  if (checked < to.expect)
    add_fault("expect", text_of("%lld function%s checked, %lld expected", checked,
                                checked == 1 ? " was" : "s were", to.expect));
}

/* What was found and did not count is said of each function, for its modes together. */
static void say_uncounted(const struct tmd_report *line, size_t lines) {
  char format[TMD_FORMAT_TEXT_BYTES], *text;
  size_t bytes;
  for (size_t i = 0, next; i < lines; i = next) {
    unsigned uncounted = 0;
    for (next = i;
         next < lines && line[next].verdict - line[next].mode == line[i].verdict - line[i].mode;
         next++)
      uncounted |= line[next].uncounted;
    if (!uncounted) continue;
    FILE *found = open_memstream(&text, &bytes);
    tmd_report_found(found, line + i, next - i, uncounted);
    fclose(found);
    tmd_say("%s, %s: found, and not counted: %s", line[i].function,
            tmd_format_describe(format, &line[i].format), text);
    free(text);
  }
}

int tmd_check_outputs_write(const struct tmd_checks *checks, const struct tmd_limits *limits) {
  size_t lines;
  long long checked;
  struct tmd_report *line = make_lines(checks, limits, &lines, &checked);
  refuse_nothing(checks, line, lines);
  find_lost(checks), find_missing(checked);
  say_uncounted(line, lines);
  int failed = to.faults.count > 0;
  for (size_t i = 0; i < lines; i++) failed |= line[i].judgement != TMD_JUDGED_PASS;
  if (to.json) tmd_report_json(to.report, line, lines, checks->how->target.library, &to.faults);
  else tmd_report_tsv(to.report = tmd_columns(to.report), line, lines, &to.faults);
  if (to.junit) tmd_report_junit(to.junit, line, lines, checks->how->target.library, &to.faults);
  if (to.keep) fputs("#x\tmode\texpected\tgot\tfunction\tformat\n", to.keep);
  if (to.histogram) tmd_error_bins_header(to.histogram);
  if (to.binades)
    fputs(
        "#function\tformat\tmode\tfrom\tpackets\tbelow\tx\texpected\tgot\tabove\tx\texpected\tgot\n",
        to.binades);
  for (size_t i = 0; i < checks->count; i++) {
    if (!is_reported(checks, checks->check[i])) continue;
    if (to.keep) write_kept(to.keep, checks->check[i]);
    if (to.histogram && checks->check[i]->bins) write_histogram(to.histogram, checks->check[i]);
    if (to.binades) write_binades(to.binades, checks->check[i]);
  }
  free(line);
  for (size_t i = 0; i < to.faults.count; i++) free(to.faults.fault[i].text);
  free(to.faults.fault);
  tmd_baseline_clear(to.baseline);
  close_text(to.report), close_text(to.keep), close_text(to.histogram), close_text(to.binades),
      close_text(to.junit);
  return failed;
}

/* ---- the worst ---- */

struct worst {
  const char *function;
  double error;
  const struct tmd_kappa
      *kappa; /* where a result is infinite or NaN and should not be, or the other way round */
};

static int by_error(const void *a_, const void *b_) {
  const struct worst *a = a_, *b = b_;
  if (!a->kappa != !b->kappa) return a->kappa ? -1 : 1;
  return a->error > b->error ? -1 : a->error < b->error ? 1 : strcmp(a->function, b->function);
}

static struct worst worst_of(const struct tmd_function_check *check) {
  struct worst worst = {.function = check->problem.name};
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++) {
    const struct tmd_verdict *verdict = &check->verdict[mode];
    const double error = tmd_verdict_largest(verdict);
    if (error > worst.error) worst.error = error;
    if (verdict->kappa.steps >= TMD_STEPS_INFINITE &&
        (!worst.kappa || verdict->kappa.steps > worst.kappa->steps))
      worst.kappa = &verdict->kappa;
  }
  return worst;
}

void tmd_check_outputs_worst(const struct tmd_checks *checks) {
  struct worst *worst = tmd_allocate((checks->count + 1) * sizeof *worst);
  size_t count = 0, bytes;
  char *line, steps[TMD_WIDE_TEXT_BYTES];
  for (size_t i = 0; i < checks->count; i++)
    if (is_checked(checks->check[i]) && is_reported(checks, checks->check[i]))
      worst[count++] = worst_of(checks->check[i]);
  if (count > 0) qsort(worst, count, sizeof *worst, by_error);
  FILE *text = open_memstream(&line, &bytes);
  for (size_t i = 0; i < count; i++) {
    fprintf(text, "%s %s ", i ? "," : "", worst[i].function);
    if (worst[i].kappa) fputs(tmd_steps_print(steps, worst[i].kappa->steps), text);
    else fprintf(text, "%.3g", worst[i].error);
  }
  fclose(text);
  if (count > 1) tmd_say("worst:%s", line);
  free(line), free(worst);
}
