#include "lib/cli/program.h"

#include <errno.h>
#include <omp.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"

static volatile sig_atomic_t interrupted;

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

const char *tmd_input_name(const char *name) { return strcmp(name, "-") ? name : "standard input"; }

const char *tmd_output_name(void) { return tmd_common.output ? tmd_common.output : "standard output"; }

FILE *tmd_open_input(const char *name) {
  FILE *file = strcmp(name, "-") ? fopen(name, "rb") : stdin;
  if (!file) tmd_die(TMD_USAGE, "%s: %s", name, strerror(errno));
  return file;
}

FILE *tmd_open_output(int binary) {
  FILE *file = tmd_common.output ? fopen(tmd_common.output, "wb") : stdout;
  if (!file) tmd_die(TMD_USAGE, "%s: %s", tmd_common.output, strerror(errno));
  if (binary && isatty(fileno(file)))
    tmd_die(TMD_USAGE, "refuses to write a binary stream to a terminal (use -o FILE or tmd-dump)");
  return file;
}

void tmd_close_text(FILE *out) {
  const int failed = ferror(out); /* then an earlier write failed and errno is lost */
  if (fclose(out)) tmd_die(TMD_USAGE, "%s: %s", tmd_output_name(), strerror(errno));
  if (failed) tmd_die(TMD_USAGE, "%s: write error", tmd_output_name());
}
