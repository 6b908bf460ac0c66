#include "tools/stage/progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cli/files.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "lib/ledger/span.h"
#include "lib/stream/case-words.h"

/* A plan line, as far as its cost is asked for. */
struct part {
  struct tmd_span at;
  double seconds;
};

static struct {
  struct part *part; /* sorted */
  size_t count, capacity;
} forecast;

static struct {
  int planning;
  unsigned long long claims, cases, undecided;
  tmd_u128 arguments;
  double planned, done, done_before; /* predicted seconds */
  double started, shown, written;
} run;

/* ---- what a plan predicts ---- */

static int add_part(const struct tmd_planline *line, void *context) {
  (void)context;
  forecast.part =
      tmd_grow(forecast.part, &forecast.capacity, forecast.count + 1, sizeof *forecast.part);
  forecast.part[forecast.count++] =
      (struct part){{line->problem, line->cell, line->X0, line->X1}, line->cost_seconds};
  run.planned += line->cost_seconds;
  return 0;
}

static void read_forecast(const char *name) {
  if (tmd_plan_each(tmd_open_input(name), name, add_part, NULL)) tmd_fail();
  if (forecast.count) qsort(forecast.part, forecast.count, sizeof *forecast.part, tmd_span_compare);
}

/* The predicted seconds of the claim's range: of each line its share of the line's arguments. */
static double predicted(const struct tmd_claim *claim) {
  const struct tmd_span key = {claim->problem, claim->cell, claim->X0, claim->X1};
  const size_t bytes = sizeof *forecast.part;
  double seconds = 0;
  for (size_t i = tmd_span_find(forecast.part, forecast.count, bytes, &key); i < forecast.count;
       i++) {
    const struct part *p = forecast.part + i;
    if (p->at.X0 >= key.X1 || tmd_span_compare_cells(&p->at, &key)) break;
    const tmd_u128 X0 = p->at.X0 > key.X0 ? p->at.X0 : key.X0,
                   X1 = p->at.X1 < key.X1 ? p->at.X1 : key.X1;
    if (X1 > X0) /* lines may overlap */
      seconds += p->seconds * (tmd_wide_double(X1 - X0) / tmd_wide_double(p->at.X1 - p->at.X0));
  }
  return seconds;
}

/* ---- what is counted ---- */

void tmd_progress_cases(const struct tmd_claim *claim) {
  for (size_t i = 0; claim->kind == TMD_CASE && i < claim->record_count; i++) {
    const enum tmd_case_kind kind = tmd_case_kind(tmd_claim_record(claim, i));
    run.cases += kind == TMD_IS_NUMBER || kind == TMD_IS_MIDPOINT || kind == TMD_IS_UNDECIDED;
    run.undecided += kind == TMD_IS_UNDECIDED;
  }
}

void tmd_progress_claim(const struct tmd_claim *claim) {
  run.claims++;
  run.arguments = tmd_wide_sum(run.arguments, claim->X1 - claim->X0);
  if (forecast.count) run.done += predicted(claim);
  tmd_progress_cases(claim);
}

void tmd_progress_plan(long long lines, double seconds) {
  run.planning = 1;
  run.claims = (unsigned long long)lines;
  run.planned = seconds;
}

/* --done: what earlier runs have done, seconds:cases:undecided. */
static void count_before(const char *text) {
  int bytes = 0;
  if (sscanf(text, "%lf:%llu:%llu%n", &run.done_before, &run.cases, &run.undecided, &bytes) != 3 ||
      text[bytes] || !(run.done_before >= 0 && run.done_before < 1e15) ||
      strchr(strchr(text, ':'), '-'))
    tmd_die(TMD_USAGE, "--done: '%s' is not SECONDS:CASES:UNDECIDED", text);
  run.planned += run.done_before;
  run.done = run.done_before;
}

/* Of all that was planned; -1 if that is not known. */
static double fraction(void) {
  if (run.planning || run.planned <= 0) return -1;
  return run.done < run.planned ? run.done / run.planned : 1;
}

/* By what has been done in this run, and what it took; -1 if that is not known yet. */
static double seconds_left(double elapsed) {
  const double done = run.done - run.done_before;
  if (fraction() == 1) return 0;
  return fraction() < 0 || done <= 0 || elapsed <= 0 ? -1
                                                     : (run.planned - run.done) * elapsed / done;
}

/* ---- what is shown ---- */

/* A number, or null where it is not known. */
static void print_known(FILE *out, const char *name, double value) {
  if (value < 0) fprintf(out, ", \"%s\": null", name);
  else fprintf(out, ", \"%s\": %.6g", name, value);
}

/* Nothing is replaced but a status, or an empty file: no device, no link, no folder, no other file.
 */
static void check_status_file(const char *name) {
  static const char beginning[] = "{\"phase\": ";
  char there[sizeof beginning] = "";
  struct stat old;
  if (!*name) tmd_die(TMD_USAGE, "--status-json: a name is missing");
  if (lstat(name, &old)) return;
  FILE *file = S_ISREG(old.st_mode) ? fopen(name, "rb") : NULL;
  const size_t bytes = file ? fread(there, 1, sizeof beginning - 1, file) : 0;
  if (file) fclose(file);
  if (!file ||
      (old.st_size > 0 && (bytes != sizeof beginning - 1 || memcmp(there, beginning, bytes))))
    tmd_die(TMD_USAGE, "--status-json: %s: is no status, and is not replaced", name);
}

/* Replaced as a whole, so that whoever reads it finds one status. Only the first one must be
   written. */
static void write_status(double now) {
  const int first = run.written == 0;
  const char *name = tmd_common.status_json;
  const mode_t mask = umask(0);
  umask(mask);
  run.written = now;
  if (first) check_status_file(name);
  char *part = tmd_allocate(strlen(name) + sizeof ".part-XXXXXX");
  const int fd = mkstemp(strcat(strcpy(part, name), ".part-XXXXXX"));
  FILE *out = fd >= 0 && fchmod(fd, 0666 & ~mask) == 0 ? fdopen(fd, "w") : NULL;
  if (out) {
    fprintf(out, "{\"phase\": \"%s\", \"pid\": %lld", run.planning ? "plan" : "search",
            tmd_common.status_pid ? tmd_common.status_pid : (long long)getpid());
    fprintf(out, ", \"planned_seconds\": %.6g, \"done_seconds\": %.6g", run.planned, run.done);
    print_known(out, "fraction", fraction());
    print_known(out, "seconds_left", seconds_left(now - run.started));
    fprintf(out, ", \"elapsed_seconds\": %.3f, \"cases\": %llu, \"undecided\": %llu}\n",
            now - run.started, run.cases, run.undecided);
  }
  const int failed = !out || ferror(out) | fclose(out) || rename(part, name);
  if (failed && fd >= 0) unlink(part);
  free(part);
  if (failed && first) tmd_die(TMD_USAGE, "--status-json: %s: cannot be written", name);
}

static void print_time(char *text, size_t bytes, double seconds) {
  const long long s = seconds < 1e9 ? (long long)(seconds + 0.5) : 1000000000;
  if (s >= 86400) snprintf(text, bytes, "%lld d %02lld h", s / 86400, s / 3600 % 24);
  else if (s >= 3600) snprintf(text, bytes, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
  else snprintf(text, bytes, "%lld:%02lld", s / 60, s % 60);
}

static void print_line(char *line, size_t bytes, double elapsed) {
  enum { BAR = 24 };
  static const char full[BAR + 1] = "########################",
                               empty[BAR + 1] = "........................";
  char left[32] = "?";
  const double arguments = tmd_wide_double(run.arguments), part = fraction();
  const int marks = (int)(BAR * part);
  if (run.planning) {
    snprintf(line, bytes, "planning: %llu lines, %.4g predicted seconds, %.0f s", run.claims,
             run.planned, elapsed);
  } else if (part < 0) {
    snprintf(line, bytes, "%s: %llu claims, %.4g arguments, %.0f s", tmd_tool_name(), run.claims,
             arguments, elapsed);
  } else {
    if (seconds_left(elapsed) >= 0) print_time(left, sizeof left, seconds_left(elapsed));
    snprintf(line, bytes, "[%.*s%.*s] %5.1f%%  %s left  %.3g arguments/s  %llu cases", marks, full,
             BAR - marks, empty, 100 * part, left, elapsed > 0 ? arguments / elapsed : 0,
             run.cases);
  }
}

void tmd_progress_begin(void) {
  run.started = tmd_seconds();
  if (tmd_common.forecast) read_forecast(tmd_common.forecast);
  if (tmd_common.done) count_before(tmd_common.done);
  if (tmd_common.status_json) write_status(run.started);
}

void tmd_show_progress(int last) {
  static char shown[160];
  char line[sizeof shown];
  const double now = tmd_seconds();
  const int terminal = isatty(2);
  if (run.started == 0) run.started = now;
  if (tmd_common.status_json && (last || now - run.written >= 1)) write_status(now);
  if (!terminal && !tmd_common.progress) return;
  if (!last && now - run.shown < 1.0 / 6) return;
  if (run.planning && now - run.started < 1 && run.shown == 0)
    return; /* most plans are made at once */
  run.shown = now;
  print_line(line, sizeof line, now - run.started);
  /* on a terminal the cursor goes back, so that whatever comes next overwrites the line */
  if (terminal && last && run.planning) fputs("\r\033[K", stderr);
  else if (terminal) fprintf(stderr, "%s\033[K%s", line, last ? "\n" : "\r");
  else if (strcmp(line, shown)) fprintf(stderr, "%s\n", line);
  strcpy(shown, line);
}
