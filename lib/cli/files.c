#define _GNU_SOURCE /* F_SETPIPE_SZ */
#include "lib/cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/tmd-stream.h"
#include "lib/base/error.h"
#include "lib/cli/keep.h"
#include "lib/cli/options.h"

const char *tmd_input_name(const char *name) { return strcmp(name, "-") ? name : "standard input"; }

static const char *given_name(const char *name) { return name ? name : "standard output"; }
const char *tmd_output_name(void) { return given_name(tmd_common.output); }

void tmd_open_standard(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 1 ? O_RDONLY : O_WRONLY) != fd)
      tmd_die(TMD_USAGE, "/dev/null: %s", strerror(errno));
}

/* ---- no file is both input and output ---- */

static struct stat *inputs; /* those opened so far */
static size_t input_count;

static int same_file(const struct stat *a, const struct stat *b) { return a->st_dev == b->st_dev && a->st_ino == b->st_ino; }

/* What is written, in the order of opening. */
struct output {
  const char *given; /* by the user; NULL: standard output */
  char *name, *part; /* the file, without links; what is written beside it, NULL: itself */
  FILE *file;
  int text;
};
static struct output *outputs;
static size_t output_count;

static void refuse_as(const struct stat *input, const char *name) {
  struct stat output;
  const int failed = name ? stat(name, &output) : fstat(STDOUT_FILENO, &output);
  if (!failed && S_ISREG(output.st_mode) && same_file(input, &output))
    tmd_die(TMD_USAGE, "%s: is both input and output", given_name(name));
}

static void refuse_output(const struct stat *input) {
  refuse_as(input, tmd_common.output);
  for (size_t i = 0; i < output_count; i++) refuse_as(input, outputs[i].given);
}

void tmd_check_inputs(char **names) {
  static char *standard_input[] = {"-", NULL};
  struct stat input;
  for (char **name = *names ? names : standard_input; *name; name++)
    if (!(strcmp(*name, "-") ? stat(*name, &input) : fstat(STDIN_FILENO, &input))) refuse_output(&input);
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

/* ---- outputs that take the place of other files ---- */

/* What the file may be that is not replaced unasked, a stream or a database: it begins like one, or cannot be read. Else NULL. */
static const char *treasure(const char *name) {
  static const char database[] = "SQLite format 3"; /* with its zero */
  struct tmd_frame_header header;
  FILE *file = fopen(name, "rb");
  if (!file) return "a stream";
  const size_t got = fread(&header, 1, sizeof header, file);
  fclose(file);
  if (got < sizeof header) return NULL;
  if (!memcmp(&header, database, sizeof database)) return "a database";
  const int is_stream = header.magic == TMD_SKIPPABLE_MAGIC && !memcmp(header.tag, TMD_FRAME_TAG, sizeof header.tag);
  return is_stream ? "a stream" : NULL;
}

/* At the end of the program, if the outputs did not become complete. Half a text is of no use. */
static void leave_parts(void) {
  for (size_t i = 0; i < output_count; i++) {
    const struct output *output = &outputs[i];
    struct stat part;
    if (!output->part) continue;
    if (output->text || stat(output->part, &part) || part.st_size == 0) unlink(output->part);
    else tmd_say("%s is as it was; what was written is in %s", output->name, output->part);
  }
}

/* The file that a name stands for, without links, also if it is not there yet; owned by the caller. NULL: there can be none. */
static char *without_links(const char *name) {
  struct stat link;
  char *path = realpath(name, NULL);
  if (path || lstat(name, &link) == 0) return path;
  const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
  char *folder = strdup(slash ? name : ".");
  if (slash) folder[slash == name ? 1 : slash - name] = 0;
  char *place = realpath(folder, NULL);
  if (place && *last) path = strcat(strcat(strcpy(tmd_allocate(strlen(place) + strlen(last) + 2), place), "/"), last);
  free(folder), free(place);
  return path;
}

/* `old`: the file that is replaced, NULL if there is none. */
static void open_beside(struct output *output, const struct stat *old) {
  const mode_t mask = umask(0);
  umask(mask);
  const char *kept = old && !tmd_common.force ? treasure(output->given) : NULL;
  if (kept) tmd_die(TMD_USAGE, "%s: holds %s, which is replaced with --force only", output->given, kept);
  if (old && access(output->name, W_OK)) tmd_die(TMD_USAGE, "%s: %s", output->given, strerror(errno));
  char *part = tmd_allocate(strlen(output->name) + sizeof ".part-XXXXXX");
  strcat(strcpy(part, output->name), ".part-XXXXXX");
  const int fd = mkstemp(part);
  if (fd < 0) tmd_die(TMD_USAGE, "%s: %s", output->given, strerror(errno));
  output->part = part;
  output->file = fdopen(fd, "wb");
  if (!output->file || fchmod(fd, old ? old->st_mode & 0777 : 0666 & ~mask)) tmd_die(TMD_USAGE, "%s: %s", part, strerror(errno));
}

/* An output of its own, or the standard one if `given` is NULL or is the same. */
static FILE *open_output(const char *given, int text) {
  struct stat old, standard;
  struct output output = {.given = given, .file = stdout, .text = text};
  const int there = given && !stat(given, &old);
  if (output_count == 0) atexit(leave_parts);
  if (given) output.name = without_links(given);
  for (size_t i = 0; i < output_count; i++)
    if (output.name && outputs[i].name && !strcmp(output.name, outputs[i].name))
      tmd_die(TMD_USAGE, "%s: is two outputs", given);
  if (given && !(there && fstat(STDOUT_FILENO, &standard) == 0 && same_file(&old, &standard))) {
    const int replaces = there ? S_ISREG(old.st_mode) && old.st_size > 0 : text && output.name;
    if (replaces && !output.name) tmd_die(TMD_USAGE, "%s: %s", given, strerror(errno));
    if (replaces) open_beside(&output, there ? &old : NULL);
    else output.file = fopen(given, "wb");
    if (!output.file) tmd_die(TMD_USAGE, "%s: %s", given, strerror(errno));
  }
  outputs = tmd_reallocate(outputs, (output_count + 1) * sizeof *outputs);
  outputs[output_count++] = output;
  return output.file;
}

/* All are on the disk before the first old one goes. */
void tmd_output_complete(void) {
  for (size_t i = 0; i < output_count; i++)
    if (outputs[i].part && tmd_on_disk(outputs[i].part)) tmd_die(TMD_USAGE, "%s: %s", outputs[i].name, strerror(errno));
  for (size_t i = 0; i < output_count; i++) {
    struct output *output = &outputs[i];
    if (output->part && rename(output->part, output->name)) tmd_die(TMD_USAGE, "%s: %s", output->name, strerror(errno));
    free(output->part), free(output->name);
    output->part = output->name = NULL;
  }
}

FILE *tmd_open_output(int binary) {
  enum { PIPE_BYTES = 1 << 20 }; /* what anyone may ask for: with less, a stage waits until its neighbour has read a batch */
  for (size_t i = 0; i < input_count; i++) refuse_output(&inputs[i]);
  FILE *file = open_output(tmd_common.output, !binary);
  if (binary) (void)!fcntl(fileno(file), F_SETPIPE_SZ, PIPE_BYTES); /* of no effect on what is no pipe */
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
  for (size_t i = 0; i < output_count; i++)
    if (outputs[i].file == out) name = outputs[i].given;
  const int failed = ferror(out); /* then an earlier write failed and errno is lost */
  if (fclose(out)) tmd_die(TMD_USAGE, "%s: %s", given_name(name), strerror(errno));
  if (failed) tmd_die(TMD_USAGE, "%s: write error", given_name(name));
}
