/* Random command lines, valid and hostile, for all programs, each in a folder of its own:
     random-options TABLE BIN INPUTS FOLDER SEED FIRST COUNT
   TABLE has lines "PROGRAM OPTION ARGUMENT" (- if it takes none), tab-separated; BIN the programs; INPUTS the files that they
   are given, in FOLDER, which is made. If this is run as root, they are run by a user without rights. Command i depends on SEED
   and i alone, so that one can be run again. A run is faulty if it ends otherwise than by status 0, 1, 2, 3 or 130; if it says on
   standard error what is no line of ours, or nothing when it ends with 2 or 3; if it does not end, also not when it is
   interrupted; if it leaves a file that its command does not name, or changes an input without --force. Faults are printed, and
   counted in the last line; exit status 1 if there are any. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROWS_MAX = 2000, WORDS_MAX = 24, TEXT_BYTES = 8192, PATIENCE_SECONDS = 3, INTERRUPT_SECONDS = 120, LONG_BYTES = 5000 };

static struct row { char program[32], option[40], argument[80]; } rows[ROWS_MAX];
static int row_count;

static const char *programs[64];
static int program_count;

/* ---- chance: splitmix64 ---- */

static uint64_t state;

static uint64_t chance(uint64_t below) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (z ^ (z >> 31)) % below;
}

#define ONE_OF(list) (list)[chance(sizeof(list) / sizeof *(list))]

/* ---- words ---- */

static char long_word[LONG_BYTES + 1];

static const char *hostile(void) {
  static const char *const words[] = {
      "", " ", "-", "--", "=", "%n%s%d", "$(touch harm)", "`touch harm`", ";touch harm", "'", "\"", "\\", "a b", "\n", "\t",
      "\x01", "\xff\xfe", "\xc3\xa9", "*", "?", "[", "{}", ":::", "0", "-1", "1e9999", "nan", "inf", "-inf", "0x",
      "99999999999999999999999999", "/dev/null/x", "/nonexistent", ".", "/", "&", "|true", ">harm", "#", "~", "!", "a=b",
      "BEGIN{system(\"touch harm\")}", "1/0", "x:y", ",", ":", "@"};
  return chance(12) ? ONE_OF(words) : long_word;
}

static const char *number(void) {
  static const char *const words[] = {"0", "1", "2", "3", "4", "5", "8", "16", "2^3", "64", "1000"};
  static const char *const odd[] = {
      "2^62", "2^63", "2^", "9223372036854775807", "9223372036854775808", "-5", "4096", "4097", "1e3", "0x10", " 1"};
  return chance(4) ? ONE_OF(words) : ONE_OF(odd);
}

static const char *format(void) {
  static const char *const words[] = {"binary16", "bfloat16", "5,-3,4", "4,-6,7", "3,-2,2", "11,-14,15", "6,-10,10"};
  static const char *const odd[] = {
      "binary64", "binary32", "1,0,0", "0,0,0", "114,-5,5", "53,-1022,1023,1", "113,-16382,16383", "2,-1,1000000", "4,5,-5",
      "24", "tf32", "binary7", "5,-3,4,"};
  return chance(8) ? ONE_OF(words) : ONE_OF(odd);
}

static const char *domain(void) {
  static const char *const words[] = {"1:1.25", "0.5:1", "-2:-1", "1:0x1.8p+0", "-1:1", "0:0.125", "3:3.5"};
  static const char *const odd[] = {
      "2:1", "1:1", "-inf:inf", "nan:1", ":", "1:", ":2", "1", "1:2:3", "0x1p-1074:0x1p-1070", "1e400:inf", "0x:1"};
  return chance(4) ? ONE_OF(words) : ONE_OF(odd);
}

static const char *function(void) {
  static const char *const words[] = {
      "exp", "log", "sin", "cbrt", "sqrt", "exp2", "tanpi", "lgamma", "rootn(3)", "pown(-2)", "1/(1+x)", "x^2+1", "erf",
      "exp(-x)", "abs(x)+1/x", "sin(x)/x", "acos", "log1p"};
  static const char *const odd[] = {
      "exp(", "sin x", "x", "1", "x-x", "rootn(0)", "pown(99999999999)", "nosuch", "((((((((((x))))))))))", "1/0", "x^^2",
      "exp(exp(exp(x)))", "sqrt(-1-x^2)", "x^1000000", "-x^2", "pi", "log(log(log(x)))"};
  return chance(4) ? ONE_OF(words) : ONE_OF(odd);
}

static const char *input(void) {
  static const char *const words[] = {
      "exp.tmd", "exp.tmd", "cases.tmd", "packets.tmd", "plan", "plan", "text", "corrupt.tmd", "torn.tmd", "empty", "folder",
      "absent", "matrix", "random", "in put", "-"};
  return ONE_OF(words);
}

static const char *output(void) {
  static const char *const words[] = {
      "out", "out", "out two", "-out", "out.d/x", "/dev/null", "/dev/full", "folder", "exp.tmd", "plan", "./out", ""};
  return ONE_OF(words);
}

/* One of the words of a|b|c, which is what an argument says that it may be. */
static const char *choice(const char *argument) {
  static char word[80];
  int words = 1, at;
  for (const char *s = argument; *s; s++) words += *s == '|';
  at = (int)chance((uint64_t)words);
  while (at--) argument = strchr(argument, '|') + 1;
  snprintf(word, sizeof word, "%.*s", (int)strcspn(argument, "|[:"), argument);
  return word;
}

static int is(const char *argument, const char *list) {
  const size_t bytes = strlen(argument);
  for (const char *at = list; (at = strstr(at, argument)); at += bytes)
    if ((at == list || at[-1] == ' ') && (at[bytes] == ' ' || !at[bytes])) return 1;
  return 0;
}

/* What a row's argument may be. A compiler is run, whatever it is called, and devices other than the CPU take their time. */
static const char *value(const struct row *row) {
  const char *option = row->option;
  static const char *const libraries[] = {"libm.so.6", "absent.so", "plan", "folder"};
  static const char *const compilers[] = {"cc", "false", "absent"};
  static const char *const devices[] = {"cpu", "cpu", "list", "cuda:99", "opencl:99", "abacus"};
  if (!strcmp(option, "--cc")) return ONE_OF(compilers);
  if (!strcmp(option, "--device")) return ONE_OF(devices);
  if (!strcmp(option, "--library")) return ONE_OF(libraries);
  if (!strcmp(option, "--hunt")) return chance(2) ? "1s" : hostile();
  if (!chance(6)) return hostile();
  if (!strcmp(option, "--domain") || !strcmp(option, "-d")) return domain();
  if (!strcmp(option, "--function")) return function();
  if (is(option, "-o --output --keep --into --plot --report --status-json --json --junit")) return output();
  if (!strcmp(row->argument, "FORMAT")) return format();
  if (is(row->argument, "FILE PLAN STREAM OLD LIST SOURCE")) return input();
  if (strchr(row->argument, '|')) return choice(row->argument);
  return number();
}

/* ---- a command ---- */

static char text[WORDS_MAX][TEXT_BYTES];
static char *words[WORDS_MAX + 1];
static int word_count;

__attribute__((format(printf, 1, 2))) static void add(const char *form, ...) {
  va_list arguments;
  if (word_count == WORDS_MAX) return;
  va_start(arguments, form);
  vsnprintf(text[word_count], TEXT_BYTES, form, arguments);
  va_end(arguments);
  words[word_count] = text[word_count];
  words[++word_count] = NULL;
}

static void add_option(const struct row *row) {
  if (!strcmp(row->argument, "-")) {
    if (chance(20)) add("%s", row->option);
    else add("%s=%s", row->option, hostile());
  } else if (row->option[1] == '-' && chance(2)) {
    add("%s=%s", row->option, value(row));
  } else if (row->option[1] != '-' && chance(3) == 0) {
    add("%s%s", row->option, value(row));
  } else {
    add("%s", row->option);
    if (chance(30)) add("%s", value(row));
  }
}

static void add_operand(const char *program) {
  static const char *const commands[] = {"tmd-dump", "tmd-ziv", "tmd-stat", "absent", "false"};
  static const char *const libraries[] = {"libm.so.6", "absent.so"};
  if (!chance(8)) add("%s", hostile());
  else if (is(program, "tmd-plan tmd-search tmd-atlas")) add("%s", function());
  else if (!strcmp(program, "tmd-parallel")) add("--"), add("%s", ONE_OF(commands));
  else if (!strcmp(program, "tmd-conform")) add("%s", ONE_OF(libraries)), add("%s", function());
  else add("%s", input());
}

/* Most searches are kept small, so that they come to an end. */
static void make_command(void) {
  const char *program = programs[chance((uint64_t)program_count)];
  if (is(program, "tmd-atlas tmd-conform") && chance(4)) program = "tmd-search"; /* these do many searches */
  int first = 0, count = 0;
  for (int i = 0; i < row_count; i++)
    if (!strcmp(rows[i].program, program) && !count++) first = i;
  word_count = 0;
  add("%s", program);
  const int searches = is(program, "tmd-plan tmd-search tmd-atlas tmd-conform");
  if (searches && chance(20)) add("--format"), add("%s", format());
  if (searches && chance(2)) add("--domain=%s", domain());
  if (!strcmp(program, "tmd-plot") || !strcmp(program, "tmd-report")) add("--into=%s", output());
  for (int options = (int)chance(5); options > 0; options--) add_option(rows + first + chance((uint64_t)count));
  if (chance(15)) add_operand(program);
  if (chance(6) == 0) add_operand(program);
  if (chance(40) == 0) add("%s", hostile());
}

/* ---- a run ---- */

static const char *folder, *inputs, *bin;

static int path(char *to, const char *in, const char *name) { return snprintf(to, 4096, "%s/%s", in, name) < 4096 ? 0 : -1; }

static void remove_all(const char *name) {
  char inside[4096];
  DIR *entries = opendir(name);
  for (struct dirent *entry; entries && (entry = readdir(entries));)
    if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") && !path(inside, name, entry->d_name) && unlink(inside))
      remove_all(inside);
  if (entries) closedir(entries);
  rmdir(name);
}

/* What the programs are given, as it was in the beginning. */
static struct file {
  char name[64];
  char *content;
  size_t bytes;
} files[32];
static int file_count;

static size_t read_whole(const char *name, char *to, size_t bytes) {
  const int in = open(name, O_RDONLY);
  const ssize_t got = in < 0 ? 0 : read(in, to, bytes);
  if (in >= 0) close(in);
  return got > 0 ? (size_t)got : 0;
}

static void read_inputs(void) {
  char name[4096];
  DIR *entries = opendir(inputs);
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    struct file *file = files + file_count;
    struct stat there;
    if (entry->d_name[0] == '.' || path(name, inputs, entry->d_name) || stat(name, &there)) continue;
    if (file_count++ == sizeof files / sizeof *files || strlen(entry->d_name) >= sizeof file->name) abort();
    strcpy(file->name, entry->d_name);
    file->content = malloc((size_t)there.st_size + 1);
    file->bytes = read_whole(name, file->content, (size_t)there.st_size);
  }
  closedir(entries);
}

static void write_input(const struct file *file) {
  char name[4096];
  if (path(name, folder, file->name)) abort();
  unlink(name);
  const int out = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (out < 0 || write(out, file->content, file->bytes) != (ssize_t)file->bytes) abort();
  if (fchmod(out, 0666)) abort();
  close(out);
}

static int is_changed(const struct file *file) {
  static char content[1 << 20];
  char name[4096];
  struct stat there;
  return path(name, folder, file->name) || stat(name, &there) || (size_t)there.st_size != file->bytes ||
         read_whole(name, content, sizeof content) != file->bytes || memcmp(content, file->content, file->bytes);
}

static void fill_folder(void) {
  char name[4096];
  remove_all(folder);
  if (mkdir(folder, 0777) || chmod(folder, 0777)) abort();
  for (int k = 0; k < 2; k++)
    if (path(name, folder, k ? "tmp" : "folder") || mkdir(name, 0777) || chmod(name, 0777)) abort();
  for (int k = 0; k < file_count; k++) write_input(files + k);
}

/* Hostile words name devices and other files of the machine: nothing is run as root, who could do harm there. */
static void drop_rights(void) {
  enum { NOBODY = 65534 };
  if (geteuid() == 0 && (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) || setresuid(NOBODY, NOBODY, NOBODY))) _exit(98);
  if (geteuid() == 0 || setuid(0) == 0) _exit(98);
}

static void child(int in, int err, int closed) {
  static const char *const sinks[] = {"/dev/null", "/dev/null", "/dev/null", "/dev/full"};
  char home[4200], tmp[4200], search[4200];
  const int out = open(ONE_OF(sinks), O_WRONLY);
  const struct rlimit cpu = {120, 120}, file = {64 << 20, 64 << 20}, core = {0, 0};
  setpgid(0, 0);
  setrlimit(RLIMIT_CPU, &cpu);
  setrlimit(RLIMIT_FSIZE, &file);
  setrlimit(RLIMIT_CORE, &core);
  signal(SIGXFSZ, SIG_IGN);
  snprintf(home, sizeof home, "%s/tmp", folder);
  snprintf(tmp, sizeof tmp, "%s/tmp", folder);
  snprintf(search, sizeof search, "%s:/usr/bin:/bin", bin);
  setenv("HOME", home, 1);
  setenv("TMPDIR", tmp, 1);
  setenv("PATH", search, 1);
  if (chdir(folder)) _exit(99);
  if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(99);
  if (closed >= 0) close(closed);
  for (int fd = 3; fd < 64; fd++) close(fd);
  drop_rights();
  execvp(words[0], words);
  _exit(99);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Waits for it; after a while it is interrupted, after a longer one killed. Its exit status, 1000 + a signal, or 2000: hung. */
static int wait_for(pid_t pid, int *interrupted) {
  const double start = now();
  int status, killed = 0;
  for (useconds_t pause = 200;; pause = pause < 20000 ? pause * 2 : pause) {
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) break;
    if (!*interrupted && now() - start > PATIENCE_SECONDS) *interrupted = 1, kill(-pid, SIGINT);
    if (!killed && now() - start > PATIENCE_SECONDS + INTERRUPT_SECONDS) killed = 1, kill(-pid, SIGKILL);
    usleep(pause);
  }
  kill(-pid, SIGKILL); /* whatever it has left */
  if (killed) return 2000;
  return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* ---- what it has done ---- */

static unsigned long faults, interrupts, by_status[4];

static void print_command(FILE *out, long long i) {
  fprintf(out, "%lld:", i);
  for (int k = 0; k < word_count; k++) {
    fputs(" '", out);
    for (const char *s = words[k]; *s; s++)
      if (*s == '\'') fputs("'\\''", out);
      else if (s - words[k] < 200) fputc(*s, out);
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
  for (int k = 1; k < word_count; k++)
    if (!strcmp(words[k], word)) return 1;
  return 0;
}

static int is_caret(const char *line) {
  const char *at = line + strspn(line, " ");
  return !*at || *at == '^';
}

static int has_newline(void) {
  for (int k = 1; k < word_count; k++)
    if (strpbrk(words[k], "\n\t\x01")) return 1;
  return 0;
}

/* 1 if the line is one of ours: "tmd-NAME: ..." of the program or of one that it runs, progress, what --verbose says of a list.
 */
static int is_ours(const char *line) {
  if (!strncmp(line, "tmd-", 4)) {
    const size_t name = 4 + strspn(line + 4, "abcdefghijklmnopqrstuvwxyz0123456789");
    return line[name] == ':' && line[name + 1] == ' ';
  }
  return !strncmp(line, "[#", 2) || !strncmp(line, "[.", 2) || !strncmp(line, "planning: ", 10) || !strncmp(line, "# ", 2) ||
         !*line;
}

static void check_said(long long i, const char *said, int status) {
  char copy[1 << 16], *rest = copy, *line;
  if ((status == 2 || status == 3) && !*said) fault(i, "status %d without a message", status);
  if (strlen(said) > 20000) return; /* a long word is repeated */
  strcpy(copy, said);
  while ((line = strsep(&rest, "\n")))
    /* an expression is shown, and below it where it is wrong; a word with a newline makes two lines of a message */
    if (!is_ours(line) && !has_word(line) && !is_caret(line) && !has_newline()) {
      fault(i, "said: %s", line);
      return;
    }
}

/* The file may be there: the command names it, perhaps in part of a longer word. */
static int is_named(const char *name) {
  char stem[300];
  for (int k = 1; k < word_count; k++)
    if (strstr(words[k], name)) return 1;
  snprintf(stem, sizeof stem, "%s", name);
  for (char *dot; (dot = strrchr(stem, '.')) && dot > stem;) {
    *dot = 0;
    for (int k = 1; k < word_count; k++)
      if (strstr(words[k], stem)) return 1;
  }
  return 0;
}

static int is_input(const char *name) {
  for (int k = 0; k < file_count; k++)
    if (!strcmp(files[k].name, name)) return 1;
  return !strcmp(name, "tmp") || !strcmp(name, "folder");
}

/* A stream is replaced with --force alone, or gone on with by tmd-search --resume; a text by an option that names outputs. */
static int may_replace(const char *name) {
  static const char *const outputs[] = {
      "-o", "--output", "--plan", "--keep", "--status-json", "--plot", "--report", "--into", "--json", "--junit"};
  if (strstr(name, ".tmd")) return has_word("--force") || has_word("--resume");
  for (int k = 1; k < word_count; k++)
    for (size_t o = 0; o < sizeof outputs / sizeof *outputs; o++)
      if (!strncmp(words[k], outputs[o], strlen(outputs[o]))) return 1;
  return 0;
}

/* 1 if the folder is no longer as it was. */
static int check_files(long long i) {
  char name[4096];
  int changed = 0;
  DIR *entries = opendir(folder);
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") || is_input(entry->d_name)) continue;
    changed = 1;
    if (!strcmp(entry->d_name, "harm")) fault(i, "a word of the command was run");
    else if (!is_named(entry->d_name)) fault(i, "left the file %s", entry->d_name);
  }
  if (entries) closedir(entries);
  for (int k = 0; k < file_count; k++) {
    if (!is_changed(files + k)) continue;
    changed = 1;
    if (!may_replace(files[k].name)) fault(i, "changed %s", files[k].name);
  }
  for (const char *const *inside = (const char *const[]){"tmp", "folder", NULL}; *inside; inside++) {
    if (path(name, folder, *inside) || !(entries = opendir(name))) continue;
    for (struct dirent *entry; (entry = readdir(entries));) {
      if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
      changed = 1;
      if (!strcmp(*inside, "tmp") && strcmp(entry->d_name, ".cache") && strcmp(entry->d_name, ".parallel"))
        fault(i, "left the temporary file %s", entry->d_name);
    }
    closedir(entries);
  }
  return changed;
}

static void run_one(long long i, const char *file) {
  static char said[1 << 16];
  static const char *const sources[] = {
      "/dev/null", "exp.tmd", "exp.tmd", "plan", "corrupt.tmd", "text", "folder", "packets.tmd"};
  char name[4096];
  int interrupted = 0;
  make_command();
  const char *source = ONE_OF(sources);
  const int in = open(*source == '/' || path(name, inputs, source) ? source : name, O_RDONLY),
            err = open(file, O_RDWR | O_TRUNC | O_CREAT, 0600);
  const int closed = chance(100) ? -1 : (int)chance(3);
  const pid_t pid = fork();
  if (pid == 0) child(in < 0 ? open("/dev/null", O_RDONLY) : in, err, closed);
  const int status = wait_for(pid, &interrupted);
  const ssize_t bytes = pread(err, said, sizeof said - 1, 0);
  said[bytes > 0 ? bytes : 0] = 0;
  close(in), close(err);
  interrupts += (unsigned long)interrupted;
  if (status <= 3) by_status[status]++;
  if (status == 2000) fault(i, "did not end");
  else if (interrupted ? status > 3 && status != 130 && status != 1000 + SIGINT : status > 3)
    fault(i, "ended with status %d: %.300s", status, said);
  if (closed != 2) check_said(i, said, interrupted ? 130 : status);
  if (check_files(i)) fill_folder();
}

/* Ends the program if the user that programs are run as cannot run them here. */
static void check_rights(void) {
  char program[4200];
  int status;
  snprintf(program, sizeof program, "%s/%s", bin, programs[0]);
  const pid_t pid = fork();
  if (pid == 0) {
    drop_rights();
    _exit(chdir(folder) || access(program, X_OK) ? 97 : 0);
  }
  if (waitpid(pid, &status, 0) == pid && status == 0) return;
  fprintf(stderr, "random-options: as root, programs are run by a user without rights, who cannot reach %s or %s\n", bin, folder);
  exit(2);
}

static void read_table(const char *name) {
  FILE *table = fopen(name, "r");
  if (!table) perror(name), exit(2);
  while (row_count < ROWS_MAX &&
         fscanf(table, "%31s %39s %79s", rows[row_count].program, rows[row_count].option, rows[row_count].argument) == 3) {
    if (!row_count || strcmp(rows[row_count].program, rows[row_count - 1].program))
      programs[program_count++] = rows[row_count].program;
    row_count++;
  }
  fclose(table);
}

int main(int argc, char **argv) {
  if (argc != 8) return fputs("usage: random-options TABLE BIN INPUTS FOLDER SEED FIRST COUNT\n", stderr), 2;
  read_table(argv[1]);
  bin = argv[2], inputs = argv[3], folder = argv[4];
  const uint64_t seed = strtoull(argv[5], NULL, 10);
  const long long first = atoll(argv[6]), count = atoll(argv[7]);
  char file[4096];
  snprintf(file, sizeof file, "%s.said", folder);
  memset(long_word, 'a', LONG_BYTES);
  signal(SIGPIPE, SIG_DFL);
  read_inputs();
  fill_folder();
  check_rights();
  for (long long i = first; i < first + count; i++) {
    state = (seed << 40) + (uint64_t)i * 0x632be59bd9b4e019u;
    run_one(i, file);
  }
  remove_all(folder);
  unlink(file);
  printf("%lld commands, %lu faults; status 0: %lu, 1: %lu, 2: %lu, 3: %lu; %lu interrupted\n", count, faults, by_status[0],
         by_status[1], by_status[2], by_status[3], interrupts);
  return faults > 0;
}
