#define _GNU_SOURCE /* memfd_create */
#include "tools/generate/trial/verification.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "tools/select/join.h"

extern char **environ;

const char *tmd_compiler_of(const struct tmd_design *design) {
  if (design->demands.arithmetic == TMD_FLOAT_FLOAT) return TMD_PLAIN_COMPILER " -march=x86-64-v3";
  if (!design->demands.vector) return TMD_PLAIN_COMPILER;
  return design->demands.no_fma ? TMD_PLAIN_COMPILER " -march=x86-64-v2"
                                : TMD_PLAIN_COMPILER " -march=x86-64-v3";
}

int tmd_claims_stream(char **bytes, size_t *count, struct tmd_ledger *ledger) {
  const int memory = memfd_create("claims", MFD_CLOEXEC), other = memory < 0 ? -1 : dup(memory);
  FILE *file = other < 0 ? NULL : fdopen(other, "wb");
  if (!file) tmd_out_of_memory(0);
  struct tmd_writer *writer = tmd_writer_open(file, "claims");
  tmd_writer_join(writer);
  int failed = tmd_ledger_write(ledger, writer) || tmd_writer_flush(writer);
  failed |= tmd_writer_close(writer);
  *count = failed ? 0 : (size_t)lseek(memory, 0, SEEK_END);
  *bytes = tmd_allocate(*count + 1);
  if (pread(memory, *bytes, *count, 0) != (ssize_t)*count) tmd_out_of_memory(*count);
  close(memory);
  return failed ? -1 : 0;
}

static int write_claims(const char *name, struct tmd_ledger *ledger) {
  char *bytes;
  size_t count;
  if (tmd_claims_stream(&bytes, &count, ledger)) return -1;
  FILE *file = fopen(name, "wb");
  const int failed = !file || fwrite(bytes, 1, count, file) != count;
  free(bytes);
  if ((file && fclose(file)) || failed)
    return tmd_error(TMD_USAGE, "%s: %s", name, strerror(errno));
  return 0;
}

/* tmd-check in the folder of this program; 0 if its name is too long. */
static int find_check(char program[PATH_MAX]) {
  static const char name[] = "/tmd-check";
  const ssize_t bytes = readlink("/proc/self/exe", program, PATH_MAX - sizeof name);
  if (bytes <= 0) return 0;
  program[bytes] = 0;
  strcpy(strrchr(program, '/'), name);
  return 1;
}

/* What tmd-check is run for; its report goes to a file. */
struct check {
  const struct tmd_design *design;
  const char *program, *text, *symbol, *report;
  const char *claims; /* NULL: every argument */
};

/* Of gamma's sign C says nothing: signgam is POSIX's. */
static int run(const struct check *check, const char *modes, double limit) {
  const struct tmd_design *design = check->design;
  char most[32];
  const int in_pairs = design->demands.arithmetic == TMD_FLOAT_FLOAT;
  const char *ignored = limit > 0 ? "sign-of-gamma,not-monotone" : "sign-of-gamma";
  const char *words[32] = {
      "tmd-check", "--library",   check->text, "--cc",        tmd_compiler_of(design),
      "--symbol",  check->symbol, "--output",  check->report, "--force",
      "--ignore",  ignored};
  size_t count = 12;
  if ((!design->results || !design->results->plain) && !design->demands.device &&
      design->demands.arithmetic != TMD_INTEGER && !in_pairs)
    words[count++] = "--flags";
  if (modes) words[count++] = "--modes", words[count++] = modes;
  if (design->demands.set_errno) words[count++] = "--errno";
  if (!strcmp(design->format->type, "uint16_t") ||
      (design->demands.vector && design->format->every))
    words[count++] = "--bits16";
  if (!strcmp(design->format->type, "uint8_t")) words[count++] = "--bits8";
  if (limit > 0) {
    snprintf(most, sizeof most, "%.8g", limit);
    words[count++] = "--limit", words[count++] = most, words[count++] = "--hunt",
    words[count++] = "1r";
  }
  if (!check->claims) {
    words[count++] = "--function", words[count++] = design->f->name;
    words[count++] = "--format", words[count++] = design->format->name;
  } else words[count++] = check->claims;
  pid_t process;
  int status;
  const int failed =
      posix_spawn(&process, check->program, NULL, NULL, (char *const *)words, environ);
  if (failed) return tmd_error(TMD_USAGE, "%s: %s", check->program, strerror(failed));
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return tmd_error(TMD_USAGE, "%s: %s", check->program, strerror(errno));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
  return tmd_error(WIFEXITED(status) && WEXITSTATUS(status) == TMD_FALSE ? TMD_FALSE : TMD_USAGE,
                   "%s: the function made has not passed tmd-check", check->symbol);
}

/* With a bound of errors: one run to nearest, and one in other modes, by their limits. */
static int run_modes(const struct check *check) {
  const struct tmd_demands *demands = &check->design->demands;
  const double limit = demands->micro_ulp / 1e6;
  const char *nearest =
      demands->nearest || limit > 0 || demands->arithmetic == TMD_FLOAT_FLOAT ? "nearest" : NULL;
  int failed = run(check, nearest, limit);
  if (!failed && limit > 0 && !demands->nearest) failed = run(check, "up,down,zero", limit + 1.5);
  return failed;
}

/* Functions of integers, each in the mode of its name. */
static int run_suffixes(struct check *check) {
  static const char *const suffix[][2] = {
      {"", "nearest"}, {"_rtz", "zero"}, {"_rtp", "up"}, {"_rtn", "down"}};
  const struct tmd_design *design = check->design;
  char symbol[sizeof design->symbol + 16];
  int failed = 0;
  check->symbol = symbol;
  for (int i = 0; i < (design->demands.nearest ? 1 : 4) && !failed; i++) {
    snprintf(symbol, sizeof symbol, "%s%s", design->symbol, suffix[i][0]);
    failed = run(check, suffix[i][1], 0);
  }
  return failed;
}

/* The function, or both for vectors: of 32 bytes, and of halves, as the compiler makes them; only
   of 16 bytes without FMA. */
static int run_symbols(struct check *check) {
  static const char *const of[][2] = {{"_ZGVdN8v_", "_ZGVbN4v_"}, {"_ZGVdN16v_", "_ZGVbN8v_"}};
  const struct tmd_design *design = check->design;
  const char *const *vectors = of[design->format->every];
  char symbol[sizeof design->symbol + 16];
  const int in_vectors = design->demands.vector && design->demands.arithmetic == TMD_DOUBLE;
  int failed = 0;
  if (design->demands.arithmetic == TMD_INTEGER) return run_suffixes(check);
  check->symbol = symbol;
  for (int i = in_vectors && design->demands.no_fma; i <= in_vectors && !failed; i++) {
    snprintf(symbol, sizeof symbol, "%s%s", in_vectors ? vectors[i] : "", design->symbol);
    failed = run_modes(check);
  }
  return failed;
}

/* The report's lines, on standard error. */
static void show(const char *report) {
  char line[1024];
  FILE *file = fopen(report, "r");
  while (file && fgets(line, sizeof line, file)) fputs(line, stderr);
  if (file) fclose(file);
}

int tmd_verify(const char *text, const struct tmd_design *design, struct tmd_ledger *ledger) {
  char program[PATH_MAX], claims[PATH_MAX], report[PATH_MAX];
  if (!find_check(program)) return tmd_error(TMD_USAGE, "tmd-check is not next to this program");
  if (snprintf(claims, PATH_MAX, "%s.tmd", text) >= PATH_MAX ||
      snprintf(report, PATH_MAX, "%s.tsv", text) >= PATH_MAX)
    return tmd_error(TMD_USAGE, "%s: too long a name", text);
  const int none = design->format->every || (design->demands.micro_ulp && !ledger->entries);
  struct check check = {design, program, text, NULL, report, none ? NULL : claims};
  int failed = write_claims(claims, ledger);
  if (!failed) failed = run_symbols(&check);
  if (failed) show(report);
  return failed;
}
