#define _GNU_SOURCE /* memfd_create */
#include "tools/check/target/build.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/error.h"

enum { COMPILER_WORDS = 64, SYMBOLS = 128, SYMBOL_BYTES = 160, LOG_BYTES = 16384 };

static int ends_with(const char *name, const char *end) {
  const size_t bytes = strlen(name), all = strlen(end);
  return bytes > all && strcmp(name + bytes - all, end) == 0;
}

int tmd_build_needed(const char *library) {
  return ends_with(library, ".c") || ends_with(library, ".o") || ends_with(library, ".a");
}

/* ---- the builder: a process of its own, which removes its folder whatever becomes of the tool and
   of the compiler ---- */

static pid_t compiler_process;
static volatile sig_atomic_t tool_has_ended;

static void on_end_of_tool(int number) {
  (void)number;
  tool_has_ended = 1;
  if (compiler_process > 0) kill(-compiler_process, SIGTERM);
}

/* The compiler handles signals itself; the builder survives to clean up. The end of the tool is
   detected before the compiler begins, or when it is a process group. */
static int run_compiler(const char *const *words, int log) {
  static const int passed[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
  int status = -1;
  sigset_t end, before;
  sigemptyset(&end);
  sigaddset(&end, SIGTERM);
  sigprocmask(SIG_BLOCK, &end, &before);
  compiler_process = tool_has_ended ? -1 : fork();
  if (compiler_process == 0) {
    for (int i = 0; i < 4; i++) signal(passed[i], SIG_DFL);
    setpgid(0, 0); /* with what it starts */
    sigprocmask(SIG_SETMASK, &before, NULL);
    dup2(log, 1);
    dup2(log, 2);
    execvp(words[0], (char *const *)words);
    dprintf(2, "error: %s: %s\n", words[0], strerror(errno));
    _exit(127);
  }
  if (compiler_process > 0) setpgid(compiler_process, compiler_process);
  sigprocmask(SIG_SETMASK, &before, NULL);
  while (compiler_process > 0 && waitpid(compiler_process, &status, 0) < 0 && errno == EINTR)
    continue;
  return status;
}

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

/* Removes the folder with all that the compiler has left in it. */
static void remove_folder(const char *folder) {
  if (rmdir(folder) == 0) return;
  const pid_t process = fork();
  if (process == 0) {
    execlp("rm", "rm", "-rf", folder, (char *)NULL);
    _exit(1);
  }
  while (process > 0 && waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
}

/* words[output] is the place for the name of the shared object. The exit status: 0 if it is in
   `object`. */
static int build(const char **words, int output, int object, int log, pid_t tool) {
  const char *where = getenv("TMPDIR");
  char folder[1024], file[1040];
  static const int ignored[] = {SIGINT, SIGQUIT, SIGHUP};
  for (int i = 0; i < 3; i++) signal(ignored[i], SIG_IGN);
  signal(SIGTERM, on_end_of_tool);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != tool) return 1;
  snprintf(folder, sizeof folder, "%.1000s/tmd-check.XXXXXX", where && *where ? where : "/tmp");
  if (!mkdtemp(folder)) {
    dprintf(log, "error: %s: %s\n", folder, strerror(errno));
    return 1;
  }
  snprintf(file, sizeof file, "%s/target.so", folder);
  words[output] = file;
  setenv("TMPDIR", folder, 1); /* the compiler's own files, if it is ended */
  const int failed = run_compiler(words, log) != 0 || copy(file, object) != 0;
  unlink(file);
  remove_folder(folder);
  return failed;
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

static int make(const char *library, const char *compiler, const char *const *symbols) {
  const char *words[COMPILER_WORDS + SYMBOLS + 20];
  char texts[SYMBOLS][SYMBOL_BYTES], *const own = strdup(compiler ? compiler : "cc");
  const int count = split(words, COMPILER_WORDS, own);
  const int object = memfd_create("target.so", MFD_CLOEXEC), log = memfd_create("log", MFD_CLOEXEC);
  const pid_t tool = getpid();
  pid_t builder = -1;
  int status = -1;
  if (count == 0) {
    tmd_error(TMD_USAGE, "--cc: 1 to %d words are expected", COMPILER_WORDS);
  } else {
    const int output = command(words, count, library, texts, symbols);
    if (object >= 0 && log >= 0) builder = fork();
    if (builder == 0) _exit(build(words, output, object, log, tool));
    if (builder < 0)
      tmd_error(TMD_USAGE, "%.200s: cannot be made into a library: %s", library, strerror(errno));
    while (builder > 0 && waitpid(builder, &status, 0) < 0 && errno == EINTR) continue;
    if (builder > 0 && status != 0) say_why(library, log);
  }
  free(own);
  close(log);
  if (status == 0) return object;
  close(object);
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
