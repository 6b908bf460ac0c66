#define _GNU_SOURCE /* memfd_create */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/problem/hex-float.h"
#include "lib/value/encoding.h"
#include "tools/check/target/jobs.h"

enum { NO_COMMAND = 126 /* by sh: cannot be executed; 127: is not there */ };

struct command {
  const struct tmd_target_options *options;
  const char *program;
  char script[2048];
  int answered; /* anything, so far */
  struct tmd_callee callee;
};

/* ---- text ---- */

static char *number_text(char text[TMD_HEXFLOAT_TEXT_BYTES], const struct tmd_format *format,
                         const void *number) {
  struct tmd_datum datum = tmd_datum_decode(format, number);
  if (datum.class == TMD_DATUM_SIGNALLING) datum.class = TMD_DATUM_NAN;
  return tmd_datum_print(text, format, &datum);
}

static void print_number(FILE *file, const char *before, const struct tmd_format *format,
                         const void *number) {
  char text[TMD_HEXFLOAT_TEXT_BYTES];
  fprintf(file, "%s%s", before, number_text(text, format, number));
}

static void print_lines(FILE *file, const struct tmd_format *format,
                        const struct tmd_exchange *batch) {
  const size_t size = tmd_target_bytes(format);
  const enum tmd_shape shape = batch->callee.shape;
  for (uint32_t i = 0; i < batch->count; i++) {
    print_number(file, "", format, batch->x + i * size);
    if (shape == TMD_SHAPE_TWO) print_number(file, " ", format, batch->y + i * size);
    if (shape == TMD_SHAPE_THREE)
      for (uint32_t k = 0; k < 2; k++)
        print_number(file, " ", format, batch->y + (2 * i + k) * size);
    if (shape == TMD_SHAPE_LONG) fprintf(file, " %lld", (long long)((const int64_t *)batch->y)[i]);
    fputc('\n', file);
  }
}

/* Reads results from the program's whole lines; returns their number, or -1 (message) if one is no
   number, or there are too many. */
static long results_of(const struct command *command, struct tmd_exchange *batch, FILE *file) {
  const struct tmd_format *format = &command->options->format;
  const size_t size = tmd_target_bytes(format);
  char *text = NULL, x[TMD_HEXFLOAT_TEXT_BYTES];
  size_t room = 0;
  long count = 0;
  for (ssize_t bytes; count >= 0 && (bytes = getline(&text, &room, file)) > 0;) {
    struct tmd_datum result;
    if (text[bytes - 1] != '\n' || strlen(text) < (size_t)bytes) break;
    text[bytes - 1] = 0;
    if (count == (long)batch->count) {
      count = tmd_error(TMD_USAGE, "%.200s: more lines than arguments", command->program);
    } else if (tmd_c_number(&result, format, text)) {
      number_text(x, format, batch->x + (size_t)count * size);
      count = tmd_error(TMD_USAGE, "%.100s: '%.60s' for %s is not a number of %s", command->program,
                        text, x, TMD_FORMAT_TEXT(format));
    } else {
      tmd_datum_encode(batch->result + (size_t)count++ * size, format, &result);
    }
  }
  free(text);
  return count;
}

/* ---- the process ---- */

/* What it reads, and what it prints: files in memory. */
struct talk {
  FILE *input, *output;
};

static FILE *open_file(void) { return fdopen(memfd_create("lines", MFD_CLOEXEC), "w+"); }

static struct talk begin_talk(void) { return (struct talk){open_file(), open_file()}; }

static void end_talk(struct talk *talk) {
  if (talk->input) fclose(talk->input);
  if (talk->output) fclose(talk->output);
}

/* Runs the program on the input. Its status, or -1 (message). */
static int converse(const struct talk *talk, const struct command *command,
                    enum tmd_rounding mode) {
  int status = 0;
  const char *const format = TMD_FORMAT_TEXT(&command->options->format);
  if (talk->input) rewind(talk->input);
  const pid_t process = talk->input && talk->output ? fork() : -1;
  if (process < 0)
    return tmd_error(TMD_USAGE, "%.200s: cannot be started: %s", command->program, strerror(errno));
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    dup2(fileno(talk->input), 0);
    dup2(fileno(talk->output), 1);
    execl("/bin/sh", "sh", "-c", command->script, "sh", command->options->function, format,
          tmd_rounding_name(mode), (char *)NULL);
    _exit(NO_COMMAND);
  }
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  rewind(talk->output);
  return status;
}

/* ---- the job ---- */

static int run(void *context, struct tmd_exchange *batch, int output) {
  struct command *command = context;
  struct talk talk = begin_talk();
  tmd_batch_unobserved(batch);
  if (talk.input) print_lines(talk.input, &command->options->format, batch);
  const int status = converse(&talk, command, batch->mode), number = WTERMSIG(status);
  const long results = status < 0 ? -1 : results_of(command, batch, talk.output);
  end_talk(&talk);
  command->answered |= results > 0;
  tmd_was_written(output); /* output on standard error is allowed */
  if (status < 0) return -1;
  if (WIFSIGNALED(status))
    snprintf(batch->end, sizeof batch->end, "killed by signal %d (%s)", number, strsignal(number));
  else if (WEXITSTATUS(status) != 0)
    snprintf(batch->end, sizeof batch->end, "ended with status %d", WEXITSTATUS(status));
  else if (results < 0) return -1;
  else if (!command->answered)
    return tmd_error(TMD_USAGE, "%.200s: prints no result", command->program);
  else if (results < (long)batch->count)
    snprintf(batch->end, sizeof batch->end, "ended before its result");
  return 0;
}

/* Runs the command without arguments, which shows whether it can be run at all. */
static int load(void *context, struct tmd_exchange *batch, int output) {
  (void)output;
  const struct command *command = context;
  struct talk talk = begin_talk();
  batch->candidate = 0;
  const int status = converse(&talk, command, TMD_ROUND_NEAREST);
  end_talk(&talk);
  if (status < 0) return -1;
  if (!WIFEXITED(status) || WEXITSTATUS(status) < NO_COMMAND) return 0;
  return tmd_error(TMD_USAGE, "%.200s: cannot be run", command->program);
}

int tmd_command_job(struct tmd_job *job, const struct tmd_target_options *options) {
  struct command *command = tmd_allocate(sizeof *command);
  *command =
      (struct command){.options = options, .program = options->library + TMD_COMMAND_PREFIX_BYTES};
  *job = (struct tmd_job){.load = load,
                          .run = run,
                          .release = free,
                          .context = command,
                          .file = -1,
                          .blind = 1,
                          .candidates = &command->callee,
                          .candidate_count = 1};
  const struct tmd_target_options any_name = {
      .function = options->function, .format = options->format, .symbol = "-"};
  int at = 0;
  if (tmd_callee_next(&any_name, &at, &command->callee) != 1) return -1;
  command->callee.shape = tmd_shape_of(options->function);
  snprintf(command->callee.symbol, sizeof command->callee.symbol, "%.*s", TMD_SYMBOL_BYTES - 1,
           command->program);
  const int bytes =
      snprintf(command->script, sizeof command->script, "exec %s \"$@\"", command->program);
  if (bytes < (int)sizeof command->script) return 0;
  return tmd_error(TMD_USAGE, "cmd: the command is too long");
}
