#define _GNU_SOURCE /* pipe2 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/problem/hex-float.h"
#include "lib/value/encoding.h"
#include "tools/check/target/jobs.h"

enum {
  LINE_BYTES = 3 * TMD_HEXFLOAT_TEXT_BYTES,
  NO_COMMAND = 126 /* by sh: cannot be executed; 127: is not there */
};

struct command {
  const struct tmd_target_options *options;
  const char *program;
  char script[2048];
  int answered; /* anything, so far */
  struct tmd_callee callee;
};

/* ---- text ---- */

/* Returns the length of the text. */
static int print_number(char *text, const struct tmd_format *format, const void *number) {
  struct tmd_datum datum = tmd_datum_decode(format, number);
  if (datum.class == TMD_DATUM_SIGNALLING) datum.class = TMD_DATUM_NAN;
  return (int)strlen(tmd_datum_print(text, format, &datum));
}

/* The lines of a batch, owned by the caller. */
static char *lines_of(const struct tmd_format *format, const struct tmd_exchange *batch,
                      size_t *bytes) {
  const size_t size = tmd_target_bytes(format);
  const enum tmd_shape shape = batch->callee.shape;
  char *text = tmd_allocate((size_t)batch->count * LINE_BYTES + 1), *at = text;
  for (uint32_t i = 0; i < batch->count; i++) {
    at += print_number(at, format, batch->x + i * size);
    if (shape != TMD_SHAPE_ONE) *at++ = ' ';
    if (shape == TMD_SHAPE_TWO) at += print_number(at, format, batch->y + i * size);
    if (shape == TMD_SHAPE_THREE) {
      at += print_number(at, format, batch->y + 2 * i * size);
      *at++ = ' ';
      at += print_number(at, format, batch->y + (2 * i + 1) * size);
    }
    if (shape == TMD_SHAPE_LONG)
      at += sprintf(at, "%lld", (long long)((const int64_t *)batch->y)[i]);
    *at++ = '\n';
  }
  *bytes = (size_t)(at - text);
  return text;
}

/* Reads results from the program's lines; returns their number, or -1 (message) if one is no
   number, or there are too many. */
static long results_of(const struct command *command, struct tmd_exchange *batch, char *text) {
  const struct tmd_format *format = &command->options->format;
  const size_t size = tmd_target_bytes(format);
  long count = 0;
  for (char *end; (end = strchr(text, '\n')); text = end + 1) {
    *end = 0;
    if (count == (long)batch->count)
      return tmd_error(TMD_USAGE, "%.200s: more lines than arguments", command->program);
    struct tmd_datum result;
    const int failed = tmd_c_number(&result, format, text);
    tmd_datum_encode(batch->result + (size_t)count++ * size, format, &result);
    if (!failed) continue;
    char x[TMD_HEXFLOAT_TEXT_BYTES], name[TMD_FORMAT_TEXT_BYTES];
    print_number(x, format, batch->x + (size_t)(count - 1) * size);
    return tmd_error(TMD_USAGE, "%.100s: '%.60s' for %s is not a number of %s", command->program,
                     text, x, tmd_format_describe(name, format));
  }
  return count;
}

/* ---- the process ---- */

struct process {
  pid_t id;
  int in, out; /* to it, from it */
};

static int start(struct process *process, const struct command *command, enum tmd_rounding mode) {
  char format[TMD_FORMAT_TEXT_BYTES];
  int in[2], out[2];
  tmd_format_describe(format, &command->options->format);
  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || (process->id = fork()) < 0)
    return tmd_error(TMD_USAGE, "%.200s: cannot be started: %s", command->program, strerror(errno));
  if (process->id == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    dup2(in[0], 0);
    dup2(out[1], 1);
    execl("/bin/sh", "sh", "-c", command->script, "sh", command->options->function, format,
          tmd_rounding_name(mode), (char *)NULL);
    _exit(NO_COMMAND);
  }
  close(in[0]);
  close(out[1]);
  fcntl(in[1], F_SETFL, O_NONBLOCK);
  *process = (struct process){process->id, in[1], out[0]};
  return 0;
}

/* Writes the input and reads until the program ends its output. Returns the output, owned by the
   caller. */
static char *converse(struct process *process, const char *input, size_t bytes) {
  size_t room = 1 << 16, count = 0;
  char *output = tmd_allocate(room + 1);
  for (;;) {
    if (process->in >= 0 && bytes == 0) {
      close(process->in);
      process->in = -1;
    }
    struct pollfd ready[] = {{.fd = process->out, .events = POLLIN},
                             {.fd = process->in, .events = POLLOUT}};
    if (poll(ready, 2, -1) < 0) continue;
    if (ready[1].revents) {
      const ssize_t written = write(process->in, input, bytes);
      if (written > 0) input += written, bytes -= (size_t)written;
      else if (errno != EAGAIN && errno != EINTR) bytes = 0; /* it does not read on */
    }
    if (!ready[0].revents) continue;
    if (count == room) output = tmd_reallocate(output, (room *= 2) + 1);
    const ssize_t got = read(process->out, output + count, room - count);
    if (got == 0) break;
    if (got > 0) count += (size_t)got;
  }
  if (process->in >= 0) close(process->in);
  close(process->out);
  output[count] = 0;
  return output;
}

static int status_of(const struct process *process) {
  int status;
  while (waitpid(process->id, &status, 0) < 0)
    if (errno != EINTR) return 0;
  return status;
}

/* ---- the job ---- */

static int run(void *context, struct tmd_exchange *batch, int output) {
  struct command *command = context;
  struct process process;
  size_t bytes;
  batch->pass++;
  batch->found = 0;
  memset(batch->flags, 0, batch->count);
  memset(batch->observed, 0, batch->count);
  memset(batch->errors, 0, batch->count * sizeof *batch->errors);
  if (start(&process, command, batch->mode)) return -1;
  char *input = lines_of(&command->options->format, batch, &bytes);
  char *answer = converse(&process, input, bytes);
  const int status = status_of(&process), number = WTERMSIG(status);
  const long results = results_of(command, batch, answer);
  command->answered |= results > 0;
  free(input);
  free(answer);
  tmd_was_written(output); /* output on standard error is allowed */
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
  struct process process;
  batch->candidate = 0;
  signal(SIGPIPE, SIG_IGN);
  if (start(&process, command, TMD_ROUND_NEAREST)) return -1;
  free(converse(&process, "", 0));
  const int status = status_of(&process);
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
