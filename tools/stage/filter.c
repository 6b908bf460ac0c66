#include "tools/stage/filter.h"

#include <errno.h>
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/error.h"

enum { INTERRUPTED_STATUS = 130 };

static volatile sig_atomic_t interrupted;

enum { FULL_TIMES = 4, FULL_BYTES = 256 << 20 }; /* a flight is full with so many times the device's threads, or so many bytes */

/* A flight: the claims on board, and whether it is away. */
struct flight {
  struct tmd_claim *claims;
  size_t count, capacity, threads, bytes;
  int away;
};

static struct {
  const char *name; /* NULL: the CPU */
  struct tmd_device *device;
  struct flight flight[TMD_QUEUES];
  int boarding;
} air;

static struct {
  const struct tmd_filter *filter;
  struct tmd_writer *writer;
  unsigned long long claims, passed, bytes_in, bytes_out;
  unsigned long skipped;
  int failed; /* the stage itself */
  tmd_u128 arguments;
  double start_seconds, shown_seconds;
} run;

static void on_interrupt(int signal_number) {
  (void)signal_number;
  interrupted = 1;
}

/* Without SA_RESTART: a reader that waits between two blocks returns. */
void tmd_catch_interrupt(void) {
  struct sigaction action = {.sa_handler = on_interrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
}

int tmd_interrupted(void) { return interrupted; }

int tmd_threads(void) { return tmd_common.threads > 0 ? tmd_common.threads : omp_get_num_procs(); }

double tmd_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

FILE *tmd_open_input(const char *name) {
  FILE *file = strcmp(name, "-") ? fopen(name, "rb") : stdin;
  if (!file) tmd_die(TMD_USAGE, "%s: %s", name, strerror(errno));
  return file;
}

FILE *tmd_open_output(int binary) {
  run.start_seconds = tmd_seconds();
  FILE *file = tmd_common.output ? fopen(tmd_common.output, "wb") : stdout;
  if (!file) tmd_die(TMD_USAGE, "%s: %s", tmd_common.output, strerror(errno));
  if (binary && isatty(fileno(file)))
    tmd_die(TMD_USAGE, "refuses to write a binary stream to a terminal (use -o FILE or tmd-dump)");
  return file;
}

static const char *output_name(void) { return tmd_common.output ? tmd_common.output : "standard output"; }

void tmd_close_text(FILE *out) {
  int failed = ferror(out); /* then an earlier write failed and errno is lost */
  if (fclose(out)) tmd_die(TMD_USAGE, "%s: %s", output_name(), strerror(errno));
  if (failed) tmd_die(TMD_USAGE, "%s: write error", output_name());
}

static void show_progress(int last) {
  static int wanted = -1, terminal;
  if (wanted < 0) {
    terminal = isatty(2);
    wanted = terminal || tmd_common.progress;
  }
  static char shown[160];
  char line[sizeof shown], share[32] = "";
  double now = tmd_seconds();
  if (!wanted || (!last && now - run.shown_seconds < 1.0 / 6)) return;
  run.shown_seconds = now;
  double arguments = tmd_wide_double(run.arguments);
  if (tmd_common.total > 0) snprintf(share, sizeof share, " %.1f%%", 100 * arguments / (double)tmd_common.total);
  snprintf(line, sizeof line, "%s:%s %llu claims, %.4g arguments, %.0f s", tmd_tool_name(), share, run.claims, arguments,
           now - run.start_seconds);
  /* on a terminal the cursor goes back, so that whatever comes next overwrites the line */
  if (terminal) fprintf(stderr, "%s\033[K%s", line, last ? "\n" : "\r");
  else if (strcmp(line, shown)) fprintf(stderr, "%s\n", line);
  strcpy(shown, line);
}

void tmd_print_stats(void (*more)(FILE *out)) {
  char arguments[TMD_WIDE_TEXT_BYTES];
  if (!tmd_common.stats) return;
  fprintf(stderr, "%s: claims=%llu arguments=%s passed=%llu bytes_in=%llu bytes_out=%llu seconds=%.3f", tmd_tool_name(),
          run.claims, tmd_wide_print(arguments, run.arguments), run.passed, run.bytes_in, run.bytes_out,
          tmd_seconds() - run.start_seconds);
  if (more) more(stderr);
  fputc('\n', stderr);
}

/* ---- inputs ---- */

void tmd_count_claim(const struct tmd_claim *claim) {
  run.claims++;
  run.arguments += claim->X1 - claim->X0;
}

static struct tmd_reader *open_stream(const char *name, int keep_going) {
  return tmd_reader_open(tmd_open_input(name), strcmp(name, "-") ? name : "standard input", keep_going);
}

static int each_of(const char *name, int (*visit)(struct tmd_claim *claim, const struct tmd_reader *reader)) {
  struct tmd_reader *reader = open_stream(name, tmd_common.keep_going);
  struct tmd_claim *claim;
  int failed = 0, more = 0;
  while (!failed && !interrupted && (more = tmd_reader_next(reader, &claim)) > 0) {
    tmd_count_claim(claim);
    failed = visit(claim, reader);
  }
  if (more < 0) failed = !(interrupted && tmd_error_status() == TMD_USAGE); /* not a read that the interrupt ended */
  run.bytes_in += tmd_reader_bytes(reader);
  run.skipped += tmd_reader_skipped(reader);
  tmd_reader_close(reader);
  return failed ? -1 : 0;
}

int tmd_each_claim(char **names, int (*visit)(struct tmd_claim *claim, const struct tmd_reader *reader)) {
  static char *standard_input[] = {"-", NULL};
  int failed = 0;
  for (char **name = *names ? names : standard_input; *name && !failed && !interrupted; name++)
    failed = each_of(*name, visit);
  if (failed || !run.skipped) return failed;
  char last[256];
  snprintf(last, sizeof last, "%s", tmd_error_text());
  return tmd_error(TMD_CORRUPT, "%lu bad places skipped, the last: %s", run.skipped, last);
}

int tmd_intact_bytes(const char *name, unsigned long long *bytes) {
  struct tmd_reader *reader = open_stream(name, 0);
  struct tmd_claim *claim;
  int more;
  while ((more = tmd_reader_next(reader, &claim)) > 0) tmd_count_claim(claim);
  int failed = more < 0 && (tmd_error_status() != TMD_CORRUPT || tmd_reader_torn(reader) != 1);
  *bytes = run.bytes_in = tmd_reader_bytes(reader);
  tmd_reader_close(reader);
  return failed ? -1 : 0;
}

/* ---- flights ---- */

static int land(int number) {
  struct flight *flight = &air.flight[number];
  if (!flight->away) return 0;
  const int failed = run.filter->flights->land(number, flight->claims, flight->count, run.writer);
  flight->away = 0;
  flight->count = flight->threads = flight->bytes = 0;
  return failed;
}

/* The flight that is boarding starts, and the one that left before it lands. */
static int take_off(void) {
  struct flight *flight = &air.flight[air.boarding];
  if (flight->count > 0) {
    if (run.filter->flights->start(air.device, air.boarding, flight->claims, flight->count)) return -1;
    flight->away = 1;
    air.boarding = (air.boarding + 1) % TMD_QUEUES;
  }
  return land(air.boarding);
}

/* The end, or what has to be written before something else. After an interrupt the claims on board stay where they are. */
static int land_all(void) {
  if (interrupted) air.flight[air.boarding].count = 0;
  int failed = take_off();
  for (int i = 1; i < TMD_QUEUES && !failed; i++) failed = land((air.boarding + i) % TMD_QUEUES);
  return failed;
}

static void report_built(const char *program, const char *definitions) {
  fprintf(stderr, "%s: kernels %s %s\n", tmd_tool_name(), program, definitions);
}

/* Which device, if any; it is opened when the first claim boards, so that a stage with nothing to do costs nothing. */
static int choose_device(const struct tmd_filter *filter) {
  const char *name = tmd_common.device;
  if (filter->flights && strcmp(name, "auto") == 0) name = tmd_device_present("cuda") == 0 ? "cuda" : "cpu";
  else if (filter->flights && strcmp(name, "cpu") != 0 && tmd_device_present(name)) return -1;
  air.name = filter->flights && strcmp(name, "cpu") != 0 ? name : NULL;
  if (tmd_common.verbose && !air.name && filter->flights) fprintf(stderr, "%s: device cpu\n", tmd_tool_name());
  return 0;
}

static int open_device(void) {
  if (air.device) return 0;
  air.device = tmd_device_open(air.name, tmd_common.verbose ? report_built : NULL);
  if (air.device && tmd_common.verbose) fprintf(stderr, "%s: device %s\n", tmd_tool_name(), tmd_device_name(air.device));
  return air.device ? 0 : -1;
}

static int board(struct tmd_claim *claim, size_t threads) {
  struct flight *flight = &air.flight[air.boarding];
  if (open_device()) return -1;
  if (flight->count > 0 && !run.filter->flights->joins(&flight->claims[0], claim)) {
    if (take_off()) return -1;
    flight = &air.flight[air.boarding];
  }
  if (flight->count == flight->capacity) {
    const size_t capacity = 2 * flight->capacity + 16;
    flight->claims = tmd_reallocate(flight->claims, capacity * sizeof *flight->claims);
    memset(flight->claims + flight->capacity, 0, (capacity - flight->capacity) * sizeof *flight->claims);
    flight->capacity = capacity;
  }
  struct tmd_claim *seat = &flight->claims[flight->count++];
  tmd_claim_move(seat, claim); /* the reader goes on with the memory of a claim that has landed */
  flight->threads += threads;
  flight->bytes += seat->record_count * seat->record_bytes;
  return flight->threads >= FULL_TIMES * tmd_device_threads(air.device) || flight->bytes >= FULL_BYTES ? take_off() : 0;
}

static void close_device(void) {
  for (int i = 0; i < TMD_QUEUES; i++) {
    for (size_t c = 0; c < air.flight[i].capacity; c++) tmd_claim_clear(&air.flight[i].claims[c]);
    free(air.flight[i].claims);
  }
}

/* ---- the run ---- */

static int visit_filter(struct tmd_claim *claim, const struct tmd_reader *reader) {
  const int wanted = run.filter->wants(claim);
  const size_t threads = wanted && air.name ? run.filter->flights->threads(claim) : 0;
  run.passed += !wanted;
  if (threads > 0) run.failed = board(claim, threads);
  else if (air.device) run.failed = land_all();
  if (threads == 0 && !run.failed)
    run.failed = wanted ? run.filter->apply(claim, run.writer) : tmd_writer_pass(run.writer, reader);
  show_progress(0);
  return run.failed;
}

int tmd_filter_run(const struct tmd_tool *tool, const struct tmd_filter *filter, int argc, char **argv) {
  tmd_common.devices = filter->flights != NULL;
  int at = tmd_options(tool, argc, argv);
  omp_set_num_threads(tmd_threads()); /* for loops that do not say how many */
  tmd_catch_interrupt();
  run.filter = filter;
  if (choose_device(filter)) tmd_fail();
  run.writer = tmd_writer_open(tmd_open_output(1), output_name());
  int failed = tmd_each_claim(argv + at, visit_filter);
  if (!run.failed && air.device && land_all()) failed = -1; /* also after bad input: what came before it is answered for */
  if (!run.failed && filter->finish && filter->finish(run.writer)) failed = -1;
  close_device();
  run.bytes_out = tmd_writer_bytes(run.writer);
  if (!failed) failed = tmd_writer_close(run.writer);
  show_progress(1);
  tmd_print_stats(filter->stats);
  if (failed) tmd_fail();
  return interrupted ? INTERRUPTED_STATUS : TMD_OK;
}
