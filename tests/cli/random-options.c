/* Random command lines, valid and hostile, for all programs, each in a folder of its own:
     random-options TABLE BIN INPUTS FOLDER SEED FIRST COUNT
   TABLE has lines "PROGRAM OPTION ARGUMENT" (- if it takes none), tab-separated; BIN the programs;
   INPUTS the files that they are given, in FOLDER, which is made. If this is run as root, they are
   run by a user without rights. Command i depends on SEED and i alone, so that one can be run
   again. A run is faulty if it ends otherwise than by status 0, 1, 2, 3 or 130; if it says on
   standard error what is no line of ours, or nothing when it ends with 2 or 3; if it does not end,
   also not when it is interrupted (after 1/16 to 2 seconds), or a process that it has begun does
   not; if it takes more than MEMORY_MB; if it leaves a file that its command does not name, or
   changes an input without --force. Faults are printed, then a line that counts them; exit status 1
   if there are any. If COUNT is 1, the command and what it said are printed. */
#define _GNU_SOURCE
#include "random-command.h"

#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  PATIENCE_SECONDS = 2,
  HALVINGS = 6,
  AGAIN_SECONDS = 20,
  INTERRUPT_SECONDS = 300,
  OTHERS_SECONDS = 30
};
enum { MEMORY_MB = 1000 };

static const struct command *command;

/* ---- the folder ---- */

static const char *folder, *inputs, *bin;

static int path(char *to, const char *in, const char *name) {
  return snprintf(to, 4096, "%s/%s", in, name) < 4096 ? 0 : -1;
}

static int is_entry(const struct dirent *entry) {
  return strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
}

static void remove_all(const char *name) {
  char inside[4096];
  DIR *entries = opendir(name);
  for (struct dirent *entry; entries && (entry = readdir(entries));)
    if (is_entry(entry) && !path(inside, name, entry->d_name) && unlink(inside)) remove_all(inside);
  if (entries) closedir(entries);
  rmdir(name);
}

/* What the programs are given, as it was in the beginning. */
static struct file {
  char name[64];
  char *content; /* of a link, what it names */
  size_t bytes;
  int is_link;
  struct stat there; /* of the one in the folder, when it was written */
} files[64];
static int file_count;

static size_t read_whole(const char *name, char *to, size_t bytes) {
  const int in = open(name, O_RDONLY);
  const ssize_t got = in < 0 ? 0 : read(in, to, bytes);
  if (in >= 0) close(in);
  return got > 0 ? (size_t)got : 0;
}

static size_t read_file(const struct file *file, const char *name, char *to, size_t bytes) {
  if (!file->is_link) return read_whole(name, to, bytes);
  const ssize_t got = readlink(name, to, bytes);
  return got > 0 ? (size_t)got : 0;
}

static void read_inputs(void) {
  char name[4096];
  DIR *entries = opendir(inputs);
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    struct file *file = files + file_count;
    struct stat there;
    if (!is_entry(entry) || path(name, inputs, entry->d_name) || lstat(name, &there)) continue;
    if (file_count++ == sizeof files / sizeof *files || strlen(entry->d_name) >= sizeof file->name)
      abort();
    strcpy(file->name, entry->d_name);
    file->is_link = S_ISLNK(there.st_mode);
    file->content = calloc((size_t)there.st_size + 1, 1);
    file->bytes = read_file(file, name, file->content, (size_t)there.st_size);
  }
  closedir(entries);
}

/* Files that may not be read, or not be written. */
static mode_t mode_of(const char *name) {
  return !strncmp(name, "locked", 6) ? 0 : !strncmp(name, "fixed", 5) ? 0444 : 0666;
}

static void write_input(struct file *file) {
  char name[4096];
  if (path(name, folder, file->name)) abort();
  if (unlink(name)) remove_all(name);
  if (file->is_link) {
    if (symlink(file->content, name)) abort();
  } else {
    const int out = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (out < 0 || write(out, file->content, file->bytes) != (ssize_t)file->bytes) abort();
    if (fchmod(out, mode_of(file->name))) abort();
    close(out);
  }
  if (lstat(name, &file->there)) abort();
}

/* Nothing is written to a file but at a time that it says. */
static int is_changed(const struct file *file) {
  char name[4096];
  struct stat there;
  return path(name, folder, file->name) || lstat(name, &there) ||
         there.st_ino != file->there.st_ino || there.st_size != file->there.st_size ||
         there.st_mode != file->there.st_mode ||
         memcmp(&there.st_mtim, &file->there.st_mtim, sizeof there.st_mtim);
}

/* Folders that are there: one that is written to, for temporary files, and one that cannot be
   written to. */
static const char *const folders[] = {"folder", "tmp", "shut"};
enum { FOLDERS = sizeof folders / sizeof *folders };

static int is_folder(const char *name) {
  for (int k = 0; k < FOLDERS; k++)
    if (!strcmp(folders[k], name)) return 1;
  return 0;
}

static void make_folder(const char *name) {
  char inside[4096];
  if (path(inside, folder, name)) abort();
  remove_all(inside);
  if (mkdir(inside, 0777) || chmod(inside, strcmp(name, "shut") ? 0777 : 0555)) abort();
}

static void fill_folder(void) {
  remove_all(folder);
  if (mkdir(folder, 0777) || chmod(folder, 0777)) abort();
  for (int k = 0; k < FOLDERS; k++) make_folder(folders[k]);
  for (int k = 0; k < file_count; k++) write_input(files + k);
}

/* ---- a run ---- */

/* Hostile words name devices and other files of the machine: nothing is run as root, who could do
   harm there. */
static void drop_rights(void) {
  enum { NOBODY = 65534 };
  if (geteuid() == 0 && (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) ||
                         setresuid(NOBODY, NOBODY, NOBODY)))
    _exit(98);
  if (geteuid() == 0 || setuid(0) == 0) _exit(98);
}

/* What a program has for standard input, output and error; closed: the descriptor that it does not
   have, or -1. */
struct streams {
  int in, out, err, closed;
};

static void child(const struct streams *streams) {
  char home[4200], search[4200];
  const struct rlimit cpu = {120, 120}, file = {64 << 20, 64 << 20}, core = {0, 0};
  setpgid(0, 0);
  setrlimit(RLIMIT_CPU, &cpu);
  setrlimit(RLIMIT_FSIZE, &file);
  setrlimit(RLIMIT_CORE, &core);
  signal(SIGXFSZ, SIG_IGN);
  snprintf(home, sizeof home, "%s/tmp", folder);
  snprintf(search, sizeof search, "%s:/usr/bin:/bin", bin);
  setenv("HOME", home, 1);
  setenv("TMPDIR", home, 1);
  setenv("PATH", search, 1);
  if (chdir(folder)) _exit(99);
  if (dup2(streams->in, 0) < 0 || dup2(streams->out, 1) < 0 || dup2(streams->err, 2) < 0) _exit(99);
  if (streams->closed >= 0) close(streams->closed);
  for (int fd = 3; fd < 64; fd++) close(fd);
  drop_rights();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execvp(command->words[0], command->words);
  _exit(99);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* How a run has ended: its exit status, 1000 + a signal, or 2000: hung. */
struct end {
  int status, interrupted, leaves /* processes */;
  struct rusage usage;
};

/* The children of this process. */
static void kill_children(void) {
  char name[64];
  int child;
  snprintf(name, sizeof name, "/proc/self/task/%d/children", (int)getpid());
  FILE *children = fopen(name, "r");
  while (children && fscanf(children, "%d", &child) == 1) kill(child, SIGKILL);
  if (children) fclose(children);
}

/* Waits until a child has ended, or for so many seconds at most. */
static void wait_a_while(double seconds) {
  const struct timespec time = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
  sigset_t child_ends;
  sigemptyset(&child_ends);
  sigaddset(&child_ends, SIGCHLD);
  sigtimedwait(&child_ends, NULL, &time);
}

/* What the program has begun and not waited for is this process's then. 0 if it had to be killed at
   that time. */
static int wait_for_others(double until) {
  int killed = 0;
  for (;;) {
    const pid_t ended = waitpid(-1, NULL, WNOHANG);
    if (ended < 0) return !killed;
    if (ended > 0) continue;
    if (now() > until) killed = 1, kill_children();
    wait_a_while(0.1);
  }
}

/* Waits for it; after so many seconds it is interrupted, after a longer while killed. It is
   interrupted again and again: bash takes an interrupt for its child's if that has just ended. */
static void wait_for(pid_t pid, double patience, struct end *end) {
  const double start = now();
  double next = start + patience;
  int status, killed = 0;
  end->interrupted = 0;
  while (wait4(pid, &status, WNOHANG, &end->usage) != pid) {
    if (now() > start + patience + INTERRUPT_SECONDS) killed = 1, kill(-pid, SIGKILL);
    else if (now() > next) end->interrupted = 1, next += AGAIN_SECONDS, kill(-pid, SIGINT);
    wait_a_while(next > now() ? next - now() : 0.1);
  }
  end->leaves =
      !wait_for_others(start + patience + (end->interrupted ? INTERRUPT_SECONDS : OTHERS_SECONDS));
  end->status = killed ? 2000 : WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* ---- what it has done ---- */

static unsigned long faults, interrupts, by_status[4];

static void print_command(FILE *out, long long i) {
  fprintf(out, "%lld:", i);
  for (int k = 0; k < command->count; k++) {
    fputs(" '", out);
    for (const char *s = command->words[k]; *s; s++)
      if (*s == '\'') fputs("'\\''", out);
      else if (s - command->words[k] < 200) fputc(*s, out);
    fputc('\'', out);
  }
  fputc('\n', out);
}

__attribute__((format(printf, 2, 3))) static void fault(long long i, const char *form, ...) {
  va_list arguments;
  faults++;
  va_start(arguments, form);
  fputs("fault: ", stdout);
  vfprintf(stdout, form, arguments);
  va_end(arguments);
  putchar('\n');
  print_command(stdout, i);
  fflush(stdout);
}

static int has_word(const char *word) {
  for (int k = 1; k < command->count; k++)
    if (!strcmp(command->words[k], word)) return 1;
  return 0;
}

/* The value of --option=VALUE; of another word itself. */
static const char *value_of(const char *word) {
  const char *value = *word == '-' ? strchr(word, '=') : NULL;
  return value ? value + 1 : word;
}

/* The line is the word; control characters are shown as blanks. */
static int is_word(const char *line, const char *word) {
  while (*word && (*line == *word || (*line == ' ' && (unsigned char)*word < ' '))) word++, line++;
  return !*word && !*line;
}

static int is_shown(const char *line) {
  for (int k = 1; k < command->count; k++)
    if (is_word(line, command->words[k]) || is_word(line, value_of(command->words[k]))) return 1;
  return 0;
}

/* What a program says that tmd-parallel was asked to run: "PROGRAM: ...", perhaps with its folder.
 */
static int is_of_asked(const char *line) {
  if (strcmp(command->words[0], "tmd-parallel")) return 0;
  const size_t path = strcspn(line, ":");
  for (int k = 1; k < command->count; k++) {
    const size_t bytes = strlen(command->words[k]);
    if (bytes && bytes <= path && !strncmp(line + path - bytes, command->words[k], bytes) &&
        (bytes == path || line[path - bytes - 1] == '/'))
      return 1;
  }
  return 0;
}

static int is_caret(const char *line) {
  const char *at = line + strspn(line, " ");
  return !*at || *at == '^';
}

/* 1 if the line is one of ours: "tmd-NAME: ..." or "tmd: ..." of the program or of one that it
   runs, progress, what --verbose says of a list. */
static int is_ours(const char *line) {
  line += strspn(line, " ");
  if (!strncmp(line, "tmd: ", 5)) return 1;
  if (!strncmp(line, "tmd-", 4)) {
    const size_t name = 4 + strspn(line + 4, "abcdefghijklmnopqrstuvwxyz0123456789");
    return line[name] == ':' && line[name + 1] == ' ';
  }
  return !strncmp(line, "[#", 2) || !strncmp(line, "[.", 2) || !strncmp(line, "planning: ", 10) ||
         !strncmp(line, "# ", 2) || !*line;
}

static int nobody_reads; /* what it prints: SIGPIPE is its end, or that of a program that it runs */

static void count_use(const struct end *end) {
  interrupts += (unsigned long)end->interrupted;
  if (end->status <= 3) by_status[end->status]++;
}

static void check_end(long long i, const struct end *end, const char *said) {
  const int status = end->status;
  if (status == 2000) fault(i, "did not end");
  if (end->leaves) fault(i, "left a process");
  if (status > 3 && status != 2000 &&
      !(end->interrupted && (status == 130 || status == 1000 + SIGINT)) &&
      !(nobody_reads && (status == 128 + SIGPIPE || status == 1000 + SIGPIPE)))
    fault(i, "ended with status %d: %.300s", status, said);
  if (end->usage.ru_maxrss > MEMORY_MB * 1024L)
    fault(i, "took %ld MB", end->usage.ru_maxrss / 1024);
}

static void check_said(long long i, const char *said, int status) {
  char copy[1 << 16], *rest = copy, *line;
  if ((status == 2 || status == 3) && !*said) fault(i, "status %d without a message", status);
  if (strlen(said) > 20000) return; /* a long word is repeated */
  strcpy(copy, said);
  while ((line = strsep(&rest, "\n"))) /* an expression is shown, and below it where it is wrong */
    if (!is_ours(line) && !is_shown(line) && !is_caret(line) && !is_of_asked(line)) {
      fault(i, "said: %s", line);
      return;
    }
}

/* 1 if a word of the command has the name in it. */
static int in_words(const char *name) {
  for (int k = 1; k < command->count; k++)
    if (strstr(command->words[k], name)) return 1;
  return 0;
}

/* 1 if it is beside the file of a link that the command names: what stopped writing through it
   leaves its part there. */
static int is_beside_link(const char *name) {
  for (int k = 0; k < file_count; k++)
    if (files[k].is_link && in_words(files[k].name) &&
        !strncmp(name, files[k].content, files[k].bytes))
      return 1;
  return 0;
}

/* The command names the folder that it is run in, as --into . does: whatever it writes there was
   asked for. */
static int names_this_folder(void) {
  for (int k = 1; k < command->count; k++)
    if (!strcmp(value_of(command->words[k]), ".")) return 1;
  return 0;
}

/* The file may be there: the command names it, perhaps in part of a longer word. */
static int is_named(const char *name) {
  char stem[300];
  if (in_words(name) || is_beside_link(name) || names_this_folder()) return 1;
  snprintf(stem, sizeof stem, "%s", name);
  for (char *dot; (dot = strrchr(stem, '.')) && dot > stem;) {
    *dot = 0;
    if (in_words(stem)) return 1;
  }
  return 0;
}

static int is_input(const char *name) {
  for (int k = 0; k < file_count; k++)
    if (!strcmp(files[k].name, name)) return 1;
  return is_folder(name);
}

/* A stream is replaced with --force alone, or gone on with by tmd-search --resume; a text by an
   option that names outputs. */
static int may_replace(const char *name) {
  static const char *const outputs[] = {
      "-o",       "--output", "--plan", "--keep",  "--status-json", "--plot",
      "--report", "--into",   "--json", "--junit", "--histogram",   "--binades"};
  if (strstr(name, ".tmd") || strstr(name, ".db"))
    return has_word("--force") || has_word("--resume");
  for (int k = 1; k < command->count; k++)
    for (size_t o = 0; o < sizeof outputs / sizeof *outputs; o++)
      if (!strncmp(command->words[k], outputs[o], strlen(outputs[o]))) return 1;
  return 0;
}

static void check_strays(long long i) {
  char name[4096];
  DIR *entries = opendir(folder);
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    if (!is_entry(entry) || is_input(entry->d_name)) continue;
    if (!strcmp(entry->d_name, "harm")) fault(i, "a word of the command was run");
    else if (!is_named(entry->d_name)) fault(i, "left the file %s", entry->d_name);
    if (!path(name, folder, entry->d_name) && unlink(name)) remove_all(name);
  }
  if (entries) closedir(entries);
}

static void check_folder(long long i, const char *folder_name) {
  char name[4096];
  int changed = 0;
  DIR *entries = path(name, folder, folder_name) ? NULL : opendir(name);
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    if (!is_entry(entry)) continue;
    changed = 1;
    if (!strcmp(folder_name, "tmp") && strcmp(entry->d_name, ".cache") &&
        strcmp(entry->d_name, ".parallel"))
      fault(i, "left the temporary file %s", entry->d_name);
  }
  if (entries) closedir(entries);
  else fault(i, "removed the folder %s", folder_name);
  if (changed || !entries) make_folder(folder_name);
}

/* What is there afterwards; then the folder is as it was. */
static void check_files(long long i) {
  check_strays(i);
  for (int k = 0; k < file_count; k++) {
    if (!is_changed(files + k)) continue;
    if (files[k].is_link || !may_replace(files[k].name)) fault(i, "changed %s", files[k].name);
    write_input(files + k);
  }
  for (int k = 0; k < FOLDERS; k++) check_folder(i, folders[k]);
}

/* Of one command in sixteen, what is printed finds no room, or nobody who reads it; of another one
   a descriptor is closed. */
static void open_streams(struct streams *streams, const char *err) {
  const char *source = command->standard_input;
  char name[4096];
  int pipe_ends[2];
  const int sink = (int)chance(32);
  streams->in = open(*source == '/' || path(name, inputs, source) ? source : name, O_RDONLY);
  if (streams->in < 0) streams->in = open("/dev/null", O_RDONLY);
  if (sink != 1) streams->out = open(sink ? "/dev/null" : "/dev/full", O_WRONLY);
  else if (pipe(pipe_ends)) abort();
  else streams->out = pipe_ends[1], close(pipe_ends[0]);
  streams->err = open(err, O_RDWR | O_TRUNC | O_CREAT, 0600);
  streams->closed = chance(16) ? -1 : (int)chance(3);
  nobody_reads = sink == 1;
}

static void run_one(long long i, const char *file, int show) {
  static char said[1 << 16];
  struct streams streams;
  struct end end;
  command = make_command();
  open_streams(&streams, file);
  const double patience = ldexp(PATIENCE_SECONDS, -(int)chance(HALVINGS));
  const pid_t pid = fork();
  if (pid == 0) child(&streams);
  wait_for(pid, patience, &end);
  const ssize_t bytes = pread(streams.err, said, sizeof said - 1, 0);
  said[bytes > 0 ? bytes : 0] = 0;
  close(streams.in), close(streams.out), close(streams.err);
  if (show)
    print_command(stdout, i),
        printf("< %s; status %d\n%s", command->standard_input, end.status, said);
  count_use(&end);
  check_end(i, &end, said);
  if (streams.closed != 2) check_said(i, said, end.interrupted ? 130 : end.status);
  check_files(i);
}

/* Ends the program if the user that programs are run as cannot run them here. */
static void check_rights(void) {
  char program[4200];
  int status;
  snprintf(program, sizeof program, "%s/%s", bin, program_name(0));
  const pid_t pid = fork();
  if (pid == 0) {
    drop_rights();
    _exit(chdir(folder) || access(program, X_OK) ? 97 : 0);
  }
  if (waitpid(pid, &status, 0) == pid && status == 0) return;
  fprintf(
      stderr,
      "random-options: as root, programs are run by a user without rights, who cannot reach %s or %s\n",
      bin, folder);
  exit(2);
}

int main(int argc, char **argv) {
  if (argc != 8)
    return fputs("usage: random-options TABLE BIN INPUTS FOLDER SEED FIRST COUNT\n", stderr), 2;
  read_table(argv[1]);
  bin = argv[2], inputs = argv[3], folder = argv[4];
  const uint64_t seed = strtoull(argv[5], NULL, 10);
  const long long first = atoll(argv[6]), count = atoll(argv[7]);
  char file[4096];
  snprintf(file, sizeof file, "%s.said", folder);
  signal(SIGPIPE, SIG_DFL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t child_ends;
  sigemptyset(&child_ends);
  sigaddset(&child_ends, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child_ends, NULL);
  read_inputs();
  fill_folder();
  check_rights();
  for (long long i = first; i < first + count; i++) {
    chance_begin((seed << 40) + (uint64_t)i * 0x632be59bd9b4e019u);
    run_one(i, file, count == 1);
  }
  remove_all(folder);
  unlink(file);
  printf("%lld commands, %lu faults; status 0: %lu, 1: %lu, 2: %lu, 3: %lu; %lu interrupted\n",
         count, faults, by_status[0], by_status[1], by_status[2], by_status[3], interrupts);
  return faults > 0;
}
