#include "lib/cli/program.h"

#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "lib/cli/options.h"

/* Runs before OpenMP's library, which is part of the program, reads its settings: by default idle
   threads spin, which makes the stages of a pipe that share the cores ten times slower. */
__attribute__((constructor(101))) static void wait_passively(void) {
  setenv("OMP_WAIT_POLICY", "passive", 0);
}

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
