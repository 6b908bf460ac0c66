#define _GNU_SOURCE /* F_SETPIPE_SZ */
#include "lib/cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/tmd-stream.h"
#include "lib/base/error.h"
#include "lib/cli/on-disk.h"
#include "lib/cli/options.h"

const char *tmd_input_name(const char *name) { return strcmp(name, "-") ? name : "standard input"; }

static const char *given_name(const char *name) { return name ? name : "standard output"; }
const char *tmd_output_name(void) { return given_name(tmd_common.output); }

/* ---- no file is both input and output ---- */

static struct stat *inputs; /* the inputs opened so far */
static size_t input_count;

static int same_file(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The outputs, in the order of opening. A signal may arrive at any time, in any thread: the list is
   always consistent, and its elements are never freed. */
struct output_file {
  const char *given; /* by the user; NULL: standard output */
  char *name, *part; /* the file, without links; the new file, NULL if it is written itself */
  char *notice;      /* a line that names the part that remains; NULL: it is removed */
  volatile sig_atomic_t is_open; /* the part exists and has not replaced the file */
  FILE *file;
  struct output_file *next;
};
static struct output_file *first_output, **last_output = &first_output;
static pid_t owner; /* the process that removes parts; its children do not */

static void refuse_as(const struct stat *input, const char *name) {
  struct stat output;
  const int failed = name ? stat(name, &output) : fstat(STDOUT_FILENO, &output);
  if (!failed && S_ISREG(output.st_mode) && same_file(input, &output))
    tmd_die(TMD_USAGE, "%s: is both input and output", given_name(name));
}

static void refuse_output(const struct stat *input) {
  refuse_as(input, tmd_common.output);
  for (const struct output_file *output = first_output; output; output = output->next)
    refuse_as(input, output->given);
}

void tmd_check_inputs(char **names) {
  static char *standard_input[] = {"-", NULL};
  struct stat input;
  for (char **name = *names ? names : standard_input; *name; name++)
    if (!(strcmp(*name, "-") ? stat(*name, &input) : fstat(STDIN_FILENO, &input)))
      refuse_output(&input);
}

FILE *tmd_open_input(const char *name) {
  FILE *file = strcmp(name, "-") ? fopen(name, "rb") : stdin;
  struct stat input;
  if (!file || fstat(fileno(file), &input)) tmd_die(TMD_USAGE, "%s: %s", name, strerror(errno));
  refuse_output(&input);
  inputs = tmd_reallocate(inputs, (input_count + 1) * sizeof *inputs);
  inputs[input_count++] = input;
  return file;
}

/* ---- outputs that replace other files ---- */

/* Reads the bytes that a stream begins with; returns 0 if there are not so many. */
static int read_header(FILE *file, struct tmd_frame_header *header) {
  return fread(header, 1, sizeof *header, file) == sizeof *header;
}

static int is_stream(const struct tmd_frame_header *header) {
  return header->magic == TMD_SKIPPABLE_MAGIC &&
         !memcmp(header->tag, TMD_FRAME_TAG, sizeof header->tag);
}

int tmd_is_stream_file(const char *name) {
  struct tmd_frame_header header;
  struct stat of;
  if (stat(name, &of) || !S_ISREG(of.st_mode)) return 0;
  FILE *file = fopen(name, "rb");
  if (!file) return 0;
  const int yes = read_header(file, &header) && is_stream(&header);
  fclose(file);
  return yes;
}

/* Returns the name of a kind of file that is replaced with --force only: the file begins like a
   stream or a database, or cannot be read. Otherwise NULL. */
static const char *treasure(const char *name) {
  static const char database[] = "SQLite format 3"; /* with its zero */
  struct tmd_frame_header header;
  FILE *file = fopen(name, "rb");
  if (!file) return "a stream";
  const int whole = read_header(file, &header);
  fclose(file);
  if (!whole) return NULL;
  if (!memcmp(&header, database, sizeof database)) return "a database";
  return is_stream(&header) ? "a stream" : NULL;
}

/* Called at the end of a program whose outputs are incomplete: removes partial texts and names
   partial streams. It calls async-signal-safe functions only: stat, unlink and write. */
static void leave_parts(void) {
  for (const struct output_file *output = first_output; output; output = output->next) {
    struct stat part;
    if (!output->is_open) continue;
    if (!output->notice || stat(output->part, &part) || part.st_size == 0) unlink(output->part);
    else (void)!write(STDERR_FILENO, output->notice, strlen(output->notice));
  }
}

/* Ends the tool by the signal, as the default action does. */
static void on_end(int number) {
  if (getpid() == owner) leave_parts();
  signal(number, SIG_DFL);
  raise(number);
}

/* Handles the signals that have their default action. */
static void catch_ends(void) {
  static const int ends[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM};
  struct sigaction action = {.sa_handler = on_end}, old;
  owner = getpid();
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
      sigaction(ends[i], &action, NULL);
}

/* The absolute name of a file without links, even if the file does not exist yet; owned by the
   caller. NULL if it cannot exist. */
static char *without_links(const char *name) {
  struct stat link;
  char *path = realpath(name, NULL);
  if (path || lstat(name, &link) == 0) return path;
  const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
  char *folder = strdup(slash ? name : ".");
  if (slash) folder[slash == name ? 1 : slash - name] = 0;
  char *place = realpath(folder, NULL);
  if (place && *last)
    path = strcat(strcat(strcpy(tmd_allocate(strlen(place) + strlen(last) + 2), place), "/"), last);
  free(folder), free(place);
  return path;
}

static char *notice_of(const struct output_file *output) {
  char *line = tmd_allocate(strlen(output->name) + strlen(output->part) + 200);
  sprintf(line, "%s: %s is as it was; what was written is in %s", tmd_tool_name(), output->name,
          output->part);
  tmd_error_printable(line, "");
  return strcat(line, "\n");
}

/* `old` is the file that is replaced, or NULL. */
static void open_beside(struct output_file *output, const struct stat *old, int text) {
  const mode_t mask = umask(0);
  umask(mask);
  const char *kept = old && !tmd_common.force ? treasure(output->given) : NULL;
  if (kept)
    tmd_die(TMD_USAGE, "%s: holds %s, which is replaced with --force only", output->given, kept);
  if (old && access(output->name, W_OK))
    tmd_die(TMD_USAGE, "%s: %s", output->given, strerror(errno));
  char *part = output->part = tmd_allocate(strlen(output->name) + sizeof ".part-XXXXXX");
  sigset_t all, before;
  sigfillset(&all);
  strcat(strcpy(part, output->name), ".part-XXXXXX");
  sigprocmask(SIG_BLOCK, &all, &before);
  const int fd = mkstemp(part);
  if (!text) output->notice = notice_of(output);
  output->is_open = fd >= 0;
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (fd < 0) tmd_die(TMD_USAGE, "%s: %s", output->given, strerror(errno));
  output->file = fdopen(fd, "wb");
  if (!output->file || fchmod(fd, old ? old->st_mode & 0777 : 0666 & ~mask))
    tmd_die(TMD_USAGE, "%s: %s", part, strerror(errno));
}

/* Opens an output; standard output if `given` is NULL or the same file. */
static FILE *open_output(const char *given, int text) {
  struct stat old, standard;
  struct output_file *output = tmd_allocate(sizeof *output);
  const int there = given && !stat(given, &old);
  *output = (struct output_file){.given = given, .file = stdout};
  if (!first_output) atexit(leave_parts), catch_ends();
  if (given) output->name = without_links(given);
  for (const struct output_file *other = first_output; other; other = other->next)
    if (output->name && other->name && !strcmp(output->name, other->name))
      tmd_die(TMD_USAGE, "%s: is two outputs", given);
  *last_output = output, last_output = &output->next;
  if (given && !(there && fstat(STDOUT_FILENO, &standard) == 0 && same_file(&old, &standard))) {
    const int replaces = there ? S_ISREG(old.st_mode) && old.st_size > 0 : text && output->name;
    if (replaces && !output->name) tmd_die(TMD_USAGE, "%s: %s", given, strerror(errno));
    if (replaces) open_beside(output, there ? &old : NULL, text);
    else output->file = fopen(given, "wb");
    if (!output->file) tmd_die(TMD_USAGE, "%s: %s", given, strerror(errno));
  }
  return output->file;
}

/* All outputs are on the disk before the first old file is replaced. */
void tmd_output_complete(void) {
  for (const struct output_file *output = first_output; output; output = output->next)
    if (output->is_open && tmd_on_disk(output->part))
      tmd_die(TMD_USAGE, "%s: %s", output->name, strerror(errno));
  for (struct output_file *output = first_output; output; output = output->next) {
    if (output->is_open && rename(output->part, output->name))
      tmd_die(TMD_USAGE, "%s: %s", output->name, strerror(errno));
    output->is_open = 0;
  }
}

FILE *tmd_open_output(int binary) {
  /* The most that every user may request; with less, a stage waits until the next one has read a
     batch. */
  enum { PIPE_BYTES = 1 << 20 };
  for (size_t i = 0; i < input_count; i++) refuse_output(&inputs[i]);
  FILE *file = open_output(tmd_common.output, !binary);
  if (binary) (void)!fcntl(fileno(file), F_SETPIPE_SZ, PIPE_BYTES); /* fails unless it is a pipe */
  if (binary && isatty(fileno(file)))
    tmd_die(TMD_USAGE, "refuses to write a binary stream to a terminal (use -o FILE or tmd-dump)");
  return file;
}

FILE *tmd_open_text(const char *name) {
  if (!name) return NULL;
  for (size_t i = 0; i < input_count; i++) refuse_as(&inputs[i], name);
  return open_output(name, 1);
}

void tmd_close_text(FILE *out) {
  const char *name = tmd_common.output;
  for (const struct output_file *output = first_output; output; output = output->next)
    if (output->file == out) name = output->given;
  const int failed = ferror(out); /* an earlier write failed; its errno is lost */
  if (fclose(out)) tmd_die(TMD_USAGE, "%s: %s", given_name(name), strerror(errno));
  if (failed) tmd_die(TMD_USAGE, "%s: write error", given_name(name));
}
