#include "lib/cli/options.h"

#include <errno.h>
#include <limits.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/failures.h"
#include "lib/cli/manual.h"
#include "lib/cli/option-parse.h"
#include "lib/cli/program.h"

struct tmd_common tmd_common = {.device = "cpu"};

static long long threads;
static int want_help, want_version, want_man;

static const struct tmd_option common_options[] = {
    {"output", 'o', TMD_TEXT, "FILE", "write to FILE instead of standard output",
     .target = &tmd_common.output},
    {"force", 0, TMD_FLAG, NULL, "replace FILE of -o even if it contains a stream",
     .target = &tmd_common.force},
    {"threads", 'j', TMD_NUMBER, "N", "threads (0, the default: all cores)", .target = &threads,
     .most = 4096},
    {"device", 0, TMD_TEXT, "cpu|DEVICE|auto|list",
     "compute on DEVICE, such as cuda or opencl:1 (default cpu), or list all devices",
     .target = &tmd_common.device},
    {"stats", 0, TMD_FLAG, NULL, "print a line of key=value counters on stderr at the end",
     .target = &tmd_common.stats},
    {"progress", 0, TMD_FLAG, NULL, "show progress even if stderr is not a terminal",
     .target = &tmd_common.progress},
    {"forecast", 0, TMD_TEXT, "PLAN", "measure the progress by the predicted seconds of PLAN",
     .target = &tmd_common.forecast},
    {"done", 0, TMD_TEXT, "SECONDS:CASES:UNDECIDED",
     "work done and cases found before, for the progress", .target = &tmd_common.done},
    {"status-json", 0, TMD_TEXT, "FILE",
     "write the progress to FILE about once a second, for programs",
     .target = &tmd_common.status_json},
    {"status-pid", 0, TMD_NUMBER, "N", "the process that FILE names (default: this one)",
     .target = &tmd_common.status_pid, .most = LLONG_MAX},
    {"verbose", 0, TMD_FLAG, NULL, "print more on stderr", .target = &tmd_common.verbose},
    {"keep-going", 0, TMD_FLAG, NULL, "continue after a bad block; still exits 3",
     .target = &tmd_common.keep_going},
    {"help", 'h', TMD_FLAG, NULL, "print this help", .target = &want_help},
    {"version", 0, TMD_FLAG, NULL, "print the version", .target = &want_version},
    {"man", 0, TMD_FLAG, NULL, "print the manual page", .target = &want_man},
    {0},
};

/* --device list ends the program; the tool checks whether the device exists. */
static void check_device(void) {
  const char *device = tmd_common.device;
  if (strcmp(device, "list") == 0) {
    if (tmd_common.list_devices) tmd_common.list_devices();
    else printf("cpu\tthis tool works on the cpu alone\n");
    if (fflush(stdout)) tmd_die(TMD_USAGE, "standard output: %s", strerror(errno));
    exit(TMD_OK);
  }
  if (tmd_common.list_devices) return;
  if (strcmp(device, "cpu") && strcmp(device, "auto"))
    tmd_die(TMD_USAGE, "--device %s: this tool works on the cpu alone", device);
  if (tmd_common.verbose) fprintf(stderr, "%s: device cpu\n", tmd_tool_name());
}

static void store(const struct tmd_option *option, const char *value, long long number) {
  switch (option->type) {
  case TMD_FLAG: *(int *)option->target = 1; break;
  case TMD_TEXT: *(const char **)option->target = value; break;
  case TMD_NUMBER: *(long long *)option->target = number; break;
  case TMD_CHOICE: *(int *)option->target = (int)number; break;
  case TMD_EACH: break; /* `each` has stored it */
  }
}

int tmd_options(const struct tmd_tool *tool, int argc, char **argv) {
  tmd_set_tool_name(tool->name);
  tmd_open_standard();
  tmd_failures_catch();
  signal(SIGXFSZ, SIG_IGN); /* a file that is too large is a write error */
  const int first = tmd_parse(tool, common_options, argc, argv, store);
  if (want_help) exit(tmd_manual_help(stdout, tool, common_options, NULL));
  if (want_man) exit(tmd_manual_show(tool, common_options));
  if (want_version) exit(tmd_manual_version(stdout, tool));
  if (argv[first] && !*tool->operands)
    tmd_die(TMD_USAGE, "unexpected operand '%s' (try --help)", argv[first]);
  check_device();
  if (*tool->operands == '[') tmd_check_inputs(argv + first);
  tmd_common.threads = (int)threads;
  omp_set_num_threads(tmd_threads()); /* for loops without a number of threads */
  return first;
}
