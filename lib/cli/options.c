#include "lib/cli/options.h"

#include <errno.h>
#include <limits.h>
#include <omp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cli/failures.h"
#include "lib/cli/manual.h"
#include "lib/cli/program.h"

struct tmd_common tmd_common = {.device = "cpu"};

enum { LINE_BYTES = 8192 }; /* of a message, which may name a file or two */

static const char *tool_name = "tmd";
static long long threads;
static int want_help, want_version, want_man;

static const struct tmd_option common_options[] = {
    {"output", 'o', TMD_TEXT, "FILE", "write to FILE in place of standard output", .target = &tmd_common.output},
    {"force", 0, TMD_FLAG, NULL, "replace FILE of -o also if it holds a stream", .target = &tmd_common.force},
    {"threads", 'j', TMD_NUMBER, "N", "threads (0, the default: all cores)", .target = &threads, .most = 4096},
    {"device", 0, TMD_TEXT, "cpu|cuda[:N]|opencl[:N]|auto|list", "where to compute (default cpu), or print what there is",
     .target = &tmd_common.device},
    {"stats", 0, TMD_FLAG, NULL, "print a line of key=value counters to stderr at the end", .target = &tmd_common.stats},
    {"progress", 0, TMD_FLAG, NULL, "show progress also if stderr is no terminal", .target = &tmd_common.progress},
    {"forecast", 0, TMD_TEXT, "PLAN", "measure the progress by the predicted seconds of PLAN", .target = &tmd_common.forecast},
    {"done", 0, TMD_TEXT, "SECONDS:CASES:UNDECIDED", "for the progress, what was done and found before",
     .target = &tmd_common.done},
    {"status-json", 0, TMD_TEXT, "FILE", "write the progress to FILE about once a second, for programs",
     .target = &tmd_common.status_json},
    {"status-pid", 0, TMD_NUMBER, "N", "the process that FILE names (default: this one)", .target = &tmd_common.status_pid,
     .most = LLONG_MAX},
    {"verbose", 0, TMD_FLAG, NULL, "say more on stderr", .target = &tmd_common.verbose},
    {"keep-going", 0, TMD_FLAG, NULL, "go on after a bad block; still exits 3", .target = &tmd_common.keep_going},
    {"help", 'h', TMD_FLAG, NULL, "print this help", .target = &want_help},
    {"version", 0, TMD_FLAG, NULL, "print the version", .target = &want_version},
    {"man", 0, TMD_FLAG, NULL, "print the manual page", .target = &want_man},
    {0},
};

const char *tmd_tool_name(void) { return tool_name; }

void tmd_fail(void) {
  tmd_die(tmd_error_status() ? (int)tmd_error_status() : TMD_USAGE, "%s", tmd_error_text());
}

static void say(const char *format, va_list arguments) {
  char line[LINE_BYTES];
  vsnprintf(line, sizeof line, format, arguments);
  tmd_error_printable(line, format);
  fprintf(stderr, "%s: %s\n", tool_name, line);
}

void tmd_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(format, arguments);
  va_end(arguments);
}

void tmd_die(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(format, arguments);
  va_end(arguments);
  exit(status == TMD_FALSE ? tmd_property_false() : status);
}

static const struct tmd_option *find(const struct tmd_option *table, const char *name, size_t bytes) {
  for (; table && table->name; table++)
    if (strlen(table->name) == bytes && !memcmp(table->name, name, bytes)) return table;
  return NULL;
}

static const struct tmd_option *find_letter(const struct tmd_option *table, char letter) {
  for (; table && table->name; table++)
    if (table->letter == letter && letter != TMD_LESSER) return table;
  return NULL;
}

/* Decimal, or 2^k; nothing else. */
static int parse_number(long long *number, const char *text) {
  char *end;
  if (text[0] == '2' && text[1] == '^') {
    if (text[2] < '0' || text[2] > '9') return -1;
    long power = strtol(text + 2, &end, 10);
    if (*end || power > 62) return -1;
    *number = 1LL << power;
    return 0;
  }
  if ((text[0] < '0' || text[0] > '9') && !(text[0] == '-' && text[1] >= '0' && text[1] <= '9')) return -1;
  errno = 0;
  *number = strtoll(text, &end, 10);
  return *end || errno ? -1 : 0;
}

static int parse_choice(const char *choices, const char *text) {
  size_t bytes = strlen(text);
  for (int index = 0;; index++) {
    size_t word = strcspn(choices, "|");
    if (word == bytes && !memcmp(choices, text, bytes)) return index;
    if (!choices[word]) return -1;
    choices += word + 1;
  }
}

/* As the manual page has it. */
__attribute__((noreturn)) static void out_of_range(const struct tmd_option *option, const char *value) {
  char range[TMD_RANGE_TEXT_BYTES];
  tmd_die(TMD_USAGE, "--%s: %s is not %s", option->name, value, tmd_manual_range(range, option));
}

static void apply(const struct tmd_option *option, const char *value) {
  switch (option->type) {
    case TMD_FLAG: *(int *)option->target = 1; break;
    case TMD_TEXT: *(const char **)option->target = value; break;
    case TMD_NUMBER: {
      long long number, least = option->least, most = option->most;
      if (least == 0 && most == 0) least = LLONG_MIN, most = LLONG_MAX;
      if (parse_number(&number, value)) tmd_die(TMD_USAGE, "--%s: '%s' is not a number", option->name, value);
      if (number < least || number > most) out_of_range(option, value);
      *(long long *)option->target = number;
      break;
    }
    case TMD_CHOICE: {
      int index = parse_choice(option->choices, value);
      if (index < 0) tmd_die(TMD_USAGE, "--%s: '%s' is none of %s", option->name, value, option->choices);
      *(int *)option->target = index;
      break;
    }
    case TMD_EACH:
      if (option->each(value)) tmd_die(TMD_USAGE, "--%s: %s", option->name, tmd_error_text());
  }
}

/* The option in argv[*at]; takes its value from there or from the next word. */
static void parse_one(const struct tmd_tool *tool, char **argv, int *at) {
  const char *word = argv[*at], *value = NULL;
  const struct tmd_option *option;
  if (word[1] == '-') {
    size_t bytes = strcspn(word + 2, "=");
    option = find(tool->options, word + 2, bytes);
    if (!option) option = find(common_options, word + 2, bytes);
    if (!option) tmd_die(TMD_USAGE, "unknown option '%.*s' (try --help)", (int)bytes + 2, word);
    if (word[2 + bytes]) value = word + 3 + bytes;
    if (value && option->type == TMD_FLAG)
      tmd_die(TMD_USAGE, "option '--%s' takes no value (try --help)", option->name);
  } else {
    option = find_letter(tool->options, word[1]);
    if (!option) option = find_letter(common_options, word[1]);
    if (!option) tmd_die(TMD_USAGE, "unknown option '-%c' (try --help)", word[1]);
    if (word[2]) value = word + 2;
    if (value && option->type == TMD_FLAG) tmd_die(TMD_USAGE, "unknown option '%s' (try --help)", word);
  }
  if (!value && option->type != TMD_FLAG) {
    value = argv[++*at];
    if (!value) tmd_die(TMD_USAGE, "option '%s' needs a value (try --help)", word);
  }
  apply(option, value);
}

/* --device list ends the program; what is there is for the tool to see. */
static void check_device(void) {
  const char *device = tmd_common.device;
  if (strcmp(device, "list") == 0) {
    if (tmd_common.list_devices) tmd_common.list_devices();
    else printf("cpu\tthis tool works on the cpu alone\n");
    if (fflush(stdout)) tmd_die(TMD_USAGE, "standard output: %s", strerror(errno));
    exit(TMD_OK);
  }
  const int known = !strncmp(device, "cuda", 4) || !strncmp(device, "opencl", 6);
  if (!known && strcmp(device, "cpu") && strcmp(device, "auto"))
    tmd_die(TMD_USAGE, "--device: '%s' is none of cpu, cuda, opencl, auto, list", device);
  if (tmd_common.list_devices) return;
  if (known) tmd_die(TMD_USAGE, "--device %s: this tool works on the cpu alone", device);
  if (tmd_common.verbose) fprintf(stderr, "%s: device cpu\n", tool_name);
}

/* On a terminal as man shows it. */
static int print_page(const struct tmd_tool *tool) {
  const int shown = isatty(STDOUT_FILENO) && system("command -v man >/dev/null") == 0;
  FILE *man = shown ? popen("exec man -l -", "w") : NULL;
  if (!man) return tmd_manual_page(stdout, tool, common_options);
  tmd_manual_page(man, tool, common_options);
  return pclose(man) == 0 ? TMD_OK : TMD_USAGE;
}

int tmd_options(const struct tmd_tool *tool, int argc, char **argv) {
  int operands = 0, at = 1;
  tool_name = tool->name;
  tmd_open_standard();
  tmd_failures_catch();
  signal(SIGXFSZ, SIG_IGN); /* a file that is too large is a write error */
  char **operand = tmd_allocate((size_t)(argc + 1) * sizeof *operand);
  for (; at < argc; at++) {
    if (!strcmp(argv[at], "--")) {
      at++;
      break;
    }
    if (argv[at][0] == '-' && argv[at][1]) parse_one(tool, argv, &at);
    else operand[operands++] = argv[at];
  }
  for (; at < argc; at++) operand[operands++] = argv[at];
  if (want_help) exit(tmd_manual_help(stdout, tool, common_options));
  if (want_man) exit(print_page(tool));
  if (want_version) exit(tmd_manual_version(stdout, tool));
  if (operands && !*tool->operands) tmd_die(TMD_USAGE, "unexpected operand '%s' (try --help)", operand[0]);
  memcpy(argv + argc - operands, operand, (size_t)operands * sizeof *operand);
  free(operand);
  check_device();
  if (*tool->operands == '[') tmd_check_inputs(argv + argc - operands);
  tmd_common.threads = (int)threads;
  omp_set_num_threads(tmd_threads()); /* for loops that do not say how many */
  return argc - operands;
}
