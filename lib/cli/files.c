#include "lib/cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/tmd-stream.h"
#include "lib/base/error.h"
#include "lib/cli/options.h"

const char *tmd_input_name(const char *name) { return strcmp(name, "-") ? name : "standard input"; }

const char *tmd_output_name(void) { return tmd_common.output ? tmd_common.output : "standard output"; }

void tmd_open_standard(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 1 ? O_RDONLY : O_WRONLY) != fd)
      tmd_die(TMD_USAGE, "/dev/null: %s", strerror(errno));
}

/* ---- no file is both input and output ---- */

static struct stat *inputs; /* those opened so far */
static size_t input_count;

static int same_file(const struct stat *a, const struct stat *b) { return a->st_dev == b->st_dev && a->st_ino == b->st_ino; }

static void refuse_output(const struct stat *input) {
  struct stat output;
  const int failed = tmd_common.output ? stat(tmd_common.output, &output) : fstat(STDOUT_FILENO, &output);
  if (!failed && S_ISREG(output.st_mode) && same_file(input, &output))
    tmd_die(TMD_USAGE, "%s: is both input and output", tmd_output_name());
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

/* ---- an output that takes the place of another file ---- */

static struct {
  char *name, *part; /* the file, without links; what is written beside it, NULL if there is nothing such */
  int text;
} replaced;

/* Whether the file may be a stream: it begins like one, or cannot be read. */
static int is_stream(const char *name) {
  struct tmd_frame_header header;
  FILE *file = fopen(name, "rb");
  if (!file) return 1;
  const size_t got = fread(&header, 1, sizeof header, file);
  fclose(file);
  return got == sizeof header && header.magic == TMD_SKIPPABLE_MAGIC && !memcmp(header.tag, TMD_FRAME_TAG, sizeof header.tag);
}

/* At the end of the program, if the output did not become complete. Half a text is of no use. */
static void leave_part(void) {
  struct stat part;
  if (!replaced.part) return;
  if (replaced.text || stat(replaced.part, &part) || part.st_size == 0) unlink(replaced.part);
  else fprintf(stderr, "%s: %s is as it was; what was written is in %s\n", tmd_tool_name(), replaced.name, replaced.part);
}

static FILE *open_beside(const struct stat *old, int text) {
  if (!tmd_common.force && is_stream(tmd_common.output))
    tmd_die(TMD_USAGE, "%s: holds a stream, which is replaced with --force only", tmd_common.output);
  replaced.text = text;
  replaced.name = realpath(tmd_common.output, NULL);
  if (!replaced.name || access(replaced.name, W_OK)) tmd_die(TMD_USAGE, "%s: %s", tmd_common.output, strerror(errno));
  char *part = tmd_allocate(strlen(replaced.name) + sizeof ".part-XXXXXX");
  strcat(strcpy(part, replaced.name), ".part-XXXXXX");
  const int fd = mkstemp(part);
  if (fd < 0) tmd_die(TMD_USAGE, "%s: %s", part, strerror(errno));
  replaced.part = part;
  atexit(leave_part);
  FILE *file = fdopen(fd, "wb");
  if (!file || fchmod(fd, old->st_mode & 0777)) tmd_die(TMD_USAGE, "%s: %s", part, strerror(errno));
  return file;
}

/* It is on the disk before the old one goes. */
void tmd_output_complete(void) {
  if (!replaced.part) return;
  const int fd = open(replaced.part, O_RDONLY);
  if (fd < 0 || fsync(fd) || close(fd) || rename(replaced.part, replaced.name))
    tmd_die(TMD_USAGE, "%s: %s", replaced.name, strerror(errno));
  free(replaced.part);
  free(replaced.name);
  replaced.part = replaced.name = NULL;
}

FILE *tmd_open_output(int binary) {
  const char *name = tmd_common.output;
  struct stat old, standard;
  FILE *file = stdout;
  for (size_t i = 0; i < input_count; i++) refuse_output(&inputs[i]);
  if (name && (stat(name, &old) || fstat(STDOUT_FILENO, &standard) || !same_file(&old, &standard)))
    file = !stat(name, &old) && S_ISREG(old.st_mode) && old.st_size > 0 ? open_beside(&old, !binary) : fopen(name, "wb");
  if (!file) tmd_die(TMD_USAGE, "%s: %s", name, strerror(errno));
  if (binary && isatty(fileno(file)))
    tmd_die(TMD_USAGE, "refuses to write a binary stream to a terminal (use -o FILE or tmd-dump)");
  return file;
}

void tmd_close_text(FILE *out) {
  const int failed = ferror(out); /* then an earlier write failed and errno is lost */
  if (fclose(out)) tmd_die(TMD_USAGE, "%s: %s", tmd_output_name(), strerror(errno));
  if (failed) tmd_die(TMD_USAGE, "%s: write error", tmd_output_name());
}
