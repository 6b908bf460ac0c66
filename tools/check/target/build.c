#define _GNU_SOURCE /* memfd_create */
#include "tools/check/target/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "tools/check/target/keeper.h"

enum { COMPILER_WORDS = 64, SYMBOLS = 128, SYMBOL_BYTES = 160, LOG_BYTES = 16384 };

static int ends_with(const char *name, const char *end) {
  const size_t bytes = strlen(name), all = strlen(end);
  return bytes > all && strcmp(name + bytes - all, end) == 0;
}

int tmd_build_needed(const char *library) {
  return ends_with(library, ".c") || ends_with(library, ".o") || ends_with(library, ".a");
}

/* ---- in the compiler's process ---- */

struct build {
  const char **words;
  int output; /* words[output] is the place for the name of the shared object */
  int object, log;
  char folder[1024];
};

static int copy(const char *from, int to) {
  char block[65536];
  ssize_t bytes = -1;
  const int file = open(from, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  while ((bytes = read(file, block, sizeof block)) > 0)
    if (write(to, block, (size_t)bytes) != bytes) break;
  close(file);
  return bytes == 0 ? 0 : -1;
}

/* Its status: 0 if the shared object is in `object`. */
static void compile(void *build_) {
  const struct build *build = build_;
  char file[sizeof build->folder + 16];
  int status = -1;
  tmd_close_others((const int[]){build->object, build->log, -1});
  snprintf(file, sizeof file, "%s/target.so", build->folder);
  build->words[build->output] = file;
  setenv("TMPDIR", build->folder, 1); /* for the compiler's own files, in case it is ended */
  const pid_t compiler = fork();
  if (compiler == 0) {
    dup2(build->log, 1), dup2(build->log, 2);
    execvp(build->words[0], (char *const *)build->words);
    dprintf(2, "error: %s: %s\n", build->words[0], strerror(errno));
    _exit(127);
  }
  while (compiler > 0 && waitpid(compiler, &status, 0) < 0 && errno == EINTR) continue;
  _exit(status != 0 || copy(file, build->object) != 0);
}

/* ---- in the tool ---- */

/* Splits the command at blanks; returns the number of words, 0 if there are none or more than
   `most`. */
static int split(const char **words, int most, char *text) {
  int count = 0;
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
    if (count == most) return 0;
    else words[count++] = word;
  return count;
}

/* The first line of the log that has an error in it, or its first line. */
static int say_why(const char *library, int log) {
  char text[LOG_BYTES];
  const ssize_t bytes = pread(log, text, sizeof text - 1, 0);
  text[bytes > 0 ? bytes : 0] = 0;
  const char *line = strstr(text, "error");
  while (line && line > text && line[-1] != '\n') line--;
  if (!line) line = text;
  return tmd_error(TMD_USAGE, "%.200s: cannot be made into a library: %.*s", library,
                   (int)strcspn(line, "\n"), *line ? line : "the compiler fails");
}

/* The object resolves its own symbols itself, so that objects may be compiled for programs, too.
   The given options come after ours, and take precedence. Returns the place for the name of the
   shared object. */
static int command(const char **words, int count, const char *library, char (*texts)[SYMBOL_BYTES],
                   const char *const *symbols) {
  static const char *const flags[] = {"-shared",          "-fPIC",         "-O2", "-frounding-math",
                                      "-fsignaling-nans", "-Wl,-Bsymbolic"};
  enum { FLAGS = sizeof flags / sizeof *flags };
  memmove(words + 1 + FLAGS, words + 1, (size_t)(count - 1) * sizeof *words);
  memcpy(words + 1, flags, sizeof flags);
  count += FLAGS;
  words[count++] = "-o";
  const int output = count++;
  for (int i = 0; ends_with(library, ".a") && symbols[i] && i < SYMBOLS; i++) {
    snprintf(texts[i], SYMBOL_BYTES, "-Wl,-u,%s", symbols[i]);
    words[count++] = texts[i];
  }
  words[count++] = library;
  words[count++] = "-lm";
  words[count] = NULL;
  return output;
}

/* Runs the compiler under a keeper, which removes its folder whatever becomes of the tool and of
   the compiler. 0, or -1 (message). */
static int run(const char *library, struct build *build) {
  struct tmd_keeper keeper;
  const char *where = getenv("TMPDIR");
  int status = -1, last;
  snprintf(build->folder, sizeof build->folder, "%.1000s/tmd-check.XXXXXX",
           where && *where ? where : "/tmp");
  if (tmd_keeper_begin(&keeper, build->folder, compile, build))
    return tmd_error(TMD_USAGE, "%.200s: cannot be made into a library: %s: %s", library,
                     build->folder, strerror(errno));
  tmd_keeper_status(&keeper, -1, &status);
  tmd_keeper_end(&keeper, &last);
  return status == 0 ? 0 : say_why(library, build->log);
}

static int make(const char *library, const char *compiler, const char *const *symbols) {
  const char *words[COMPILER_WORDS + SYMBOLS + 20];
  char texts[SYMBOLS][SYMBOL_BYTES], *const own = strdup(compiler ? compiler : "cc");
  const int count = split(words, COMPILER_WORDS, own);
  struct build build = {words, 0, memfd_create("target.so", MFD_CLOEXEC),
                        memfd_create("log", MFD_CLOEXEC), ""};
  int failed;
  if (count == 0) {
    failed = tmd_error(TMD_USAGE, "--cc: 1 to %d words are expected", COMPILER_WORDS);
  } else {
    build.output = command(words, count, library, texts, symbols);
    failed = run(library, &build);
  }
  free(own);
  close(build.log);
  if (!failed) return build.object;
  close(build.object);
  return -1;
}

struct built {
  char *key;
  int object;
  struct built *next;
};

static char *key_of(const char *library, const char *compiler, const char *const *symbols) {
  char *key;
  size_t bytes;
  FILE *text = open_memstream(&key, &bytes);
  fprintf(text, "%s\n%s\n", library, compiler ? compiler : "cc");
  for (int i = 0; ends_with(library, ".a") && symbols[i]; i++) fprintf(text, "%s\n", symbols[i]);
  fclose(text);
  return key;
}

int tmd_build(const char *library, const char *compiler, const char *const *symbols) {
  static struct built *all;
  struct built *one;
  char *key = key_of(library, compiler, symbols);
  int object;
#pragma omp critical(tmd_build)
  {
    for (one = all; one && strcmp(one->key, key); one = one->next) continue;
    object = one ? one->object : make(library, compiler, symbols);
    if (!one && object >= 0) {
      one = tmd_allocate(sizeof *one);
      *one = (struct built){key, object, all};
      all = one;
      key = NULL;
    }
  }
  free(key);
  return object;
}
