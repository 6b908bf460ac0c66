/* tools/check/target/target.h, by tests/unit/faulty-library.c: results in four modes through each
   kind of library, types and shapes, and each fault found at its x, with the rest completed. */
#define _GNU_SOURCE /* sched_getaffinity */
#include <dirent.h>
#include <errno.h>
#include <fenv.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/targets.h"

#define FAULTY "tests/unit/faulty-library.c"
static const struct tmd_format binary16 = {11, -14, 15, {0}, 0},
                               binary128 = {113, -16382, 16383, {0}, 0};
static float expected[TMD_ROUNDINGS][COUNT];
static uint8_t flags[COUNT], observed[COUNT];
static int errors[COUNT];
static double timeout = 0.3;
static cpu_set_t allowed; /* the processors of this thread as the test began */
static char folder[] = "/tmp/test-target.XXXXXX";

static struct tmd_target *open_target(const char *library, const char *symbol,
                                      const char *function) {
  return OPEN(.library = library, .symbol = symbol, .function = function, .format = binary32,
              .timeout = timeout);
}
static struct tmd_target *open_faulty(const char *symbol) {
  return open_target(FAULTY, symbol, "sqrt");
}

static void expect_roots(void) {
  static const int rounds[TMD_ROUNDINGS] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++) {
    fesetround(rounds[mode]);
    for (int i = 0; i < COUNT; i++) {
      const volatile float root = __builtin_sqrtf(*(volatile float *)&x[i]);
      expected[mode][i] = root;
    }
  }
  fesetround(FE_TONEAREST);
}

/* Calls it on all x from `from` on, whose results were 0; with everything observed if `look`. */
static enum tmd_target_outcome call(struct tmd_target *target, int from, int mode, int look,
                                    struct tmd_calls *calls) {
  *calls = (struct tmd_calls){.mode = mode};
  memset(result + from, 0, (size_t)(COUNT - from) * sizeof *result);
  if (look)
    calls->flags = flags + from, calls->observed = observed + from, calls->errors = errors + from,
    calls->twice = 1;
  return call_from(target, from, calls);
}

static int roots(int from, int to, int mode) {
  return memcmp(result + from, expected[mode] + from, (size_t)(to - from) * sizeof *result) == 0;
}

static int inexact(int i) { return (double)expected[0][i] * expected[0][i] != x[i]; }

/* ---- libraries ---- */

static void test_library(const char *library, const char *symbol) {
  TARGET *target = open_target(library, symbol, "sqrt");
  int right = target != NULL;
  for (int mode = 0; target && mode < TMD_ROUNDINGS; mode++)
    for (int look = 0; look < 2; look++) {
      struct tmd_calls calls;
      memset(flags, 0xff, sizeof flags);
      right &= call(target, 0, mode, look, &calls) == TMD_TARGET_DONE && calls.done == COUNT &&
               calls.found == 0;
      right &= roots(0, COUNT, mode);
      for (int i = 0; look && i < COUNT; i++)
        right &=
            flags[i] == (inexact(i) ? TMD_RAISES_INEXACT : 0) && observed[i] == 0 && errors[i] == 0;
    }
  tap_ok(right, "%s: %d roots in four modes, with flags and without %s", library, COUNT, message);
}

static int run(const char *command) {
  char line[512];
  snprintf(line, sizeof line, "cd %s && %s", folder, command);
  return system(line);
}

static void test_libraries(const char *here) {
  char line[600], name[64];
  snprintf(line, sizeof line, "cc -O1 -frounding-math -c %s/" FAULTY " -o faulty.o", here);
  tap_ok(
      run(line) == 0 &&
          run("cc -shared -o faulty.so faulty.o -Wl,-Bsymbolic -lm && ar qc faulty.a faulty.o") ==
              0,
      "the library compiles, as for programs");
  test_library(FAULTY, "right_%s");
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "%s/faulty.%s", folder, (const char *[]){"o", "a", "so"}[i]);
    test_library(name, "right_%s");
  }
  if (chdir(folder) == 0) test_library("faulty.so", "right_%s");
  if (chdir(here) == 0) test_library("libm.so.6", NULL);
}

/* ---- programs ---- */

static struct tmd_target *open_program(const char *fault, int at) {
  char program[100];
  snprintf(program, sizeof program, "cmd:%s/faulty %s %d", folder, fault, at);
  return open_target(program, NULL, "sqrt");
}

static void test_program(void) {
  TARGET *target = open_program("none", 0);
  struct tmd_calls calls;
  int right = target && !tmd_target_observes_flags(target);
  for (int mode = 0; right && mode < TMD_ROUNDINGS; mode++) {
    right &= call(target, 0, mode, mode == 0, &calls) == TMD_TARGET_DONE && calls.found == 0 &&
             roots(0, COUNT, mode);
  }
  tap_ok(right, "a program: the same roots in four modes");
}

/* Its answers are buffered: that x alone is found by halves. */
static void test_program_end(const char *fault, int at, enum tmd_target_outcome wanted,
                             const char *end) {
  TARGET *target = open_program(fault, at);
  struct tmd_calls calls;
  int right = target && call(target, 0, TMD_ROUND_UP, 0, &calls) == wanted &&
              calls.done == (size_t)at && roots(0, at, TMD_ROUND_UP);
  if (wanted == TMD_TARGET_CRASHED) right = right && strcmp(tmd_target_end(target), end) == 0;
  right = right && call(target, at + 1, TMD_ROUND_UP, 0, &calls) == TMD_TARGET_DONE &&
          roots(at + 1, COUNT, TMD_ROUND_UP);
  tap_ok(right, "a program that has trouble at %d: %s", at,
         target && *end ? tmd_target_end(target) : "hangs");
}

static void test_nonsense(const char *fault, int at, const char *text) {
  TARGET *target = open_program(fault, at);
  struct tmd_calls calls;
  const int lost =
      target && call(target, 0, TMD_ROUND_UP, 0, &calls) == TMD_TARGET_LOST && calls.done == 0;
  tap_ok(lost && strstr(tmd_error_text(), text), "not taken for a result: %s", tmd_error_text());
}

static void test_programs(const char *here) {
  char line[600];
  snprintf(line, sizeof line, "cc -O1 -frounding-math -DPROGRAM %s/" FAULTY " -o faulty -lm", here);
  run(line);
  test_program();
  test_program_end("crash", 20001, TMD_TARGET_CRASHED, "killed by signal 11 (Segmentation fault)");
  test_program_end("exit", 77, TMD_TARGET_CRASHED, "ended before its result");
  timeout = 0.05; /* if it is too short for a batch, that is tried again in halves */
  test_program_end("hang", 2, TMD_TARGET_HUNG, "");
  timeout = 0.3;
  test_nonsense("garbage", 5, "'0x1.0000001p+0' for 0x1.4p+2 is not a number of binary32");
  test_nonsense("more", 6, "more lines than arguments");
}

/* ---- types and shapes ---- */

#define TEST_TYPE(T, in_format, in_symbol, bits, same)                                         \
  do {                                                                                         \
    T in[3] = {1, 2, 49}, out[3];                                                              \
    TARGET *target = OPEN(.library = FAULTY, .symbol = in_symbol, .function = "sqrt",          \
                          .format = in_format, .as_bits = bits);                               \
    struct tmd_calls calls = {                                                                 \
        .count = 3, .x = in, .result = out, .flags = flags, .observed = observed, .twice = 1}; \
    int right = target && tmd_target_bytes(&in_format) == sizeof(T) &&                         \
                tmd_target_call(target, &calls) == TMD_TARGET_DONE;                            \
    uint8_t slowly[3];                                                                         \
    memcpy(slowly, flags, 3), calls.twice = 0;                                                 \
    right = right && tmd_target_call(target, &calls) == TMD_TARGET_DONE &&                     \
            memcmp(flags, slowly, 3) == 0;                                                     \
    for (int i = 0; i < 3; i++) right = right && out[i] == (T)same(in[i]) && observed[i] == 0; \
    tap_ok(right, "numbers of type " #T);                                                      \
  } while (0)
#define ONE_MORE(x) (x + 1)

static void test_types(void) {
  TEST_TYPE(double, binary64, "right_%s", 0, sqrt);
  TEST_TYPE(uint16_t, binary16, "bits_%s", 1, ONE_MORE);
#ifdef __x86_64__
  TEST_TYPE(_Float16, binary16, "right_%s", 0, sqrt);
  TEST_TYPE(long double, binary80, "right_%s", 0, sqrtl);
  tap_ok(flags[0] == 0 && flags[1] == TMD_RAISES_INEXACT && flags[2] == 0, "flags of the x87");
  TEST_TYPE(_Float128, binary128, "right_%s", 0, ONE_MORE);
#endif
}

/* f(2, y) for a function of that name in the library. */
static float value(const char *symbol, const char *function, const void *y) {
  TARGET *target = open_target(FAULTY, symbol, function);
  return value_at_two(target, y);
}

static void test_shapes(void) {
  const float y = 7;
  const int64_t n = -3;
  int integer;
  tap_ok(value("right_%s", "pow", &y) == -5, "two arguments");
  tap_ok(value("right_%s", "rootn", &n) == -6 && value("right_%s", "rootn(5)", NULL) == 10,
         "an integer, given or of a family");
  tap_ok(value("right_%s", "ldexp", &n) == 0.25f, "an int");
  tap_ok(value("right_sincosf", "sin", NULL) == 3 && value("right_sincosf", "cos", NULL) == 4,
         "both results of sincos");
  tap_ok(tmd_target_arity("pow", &integer) == 2 && !integer &&
             tmd_target_arity("pown(3)", &integer) == 2 && integer &&
             tmd_target_arity("exp", &integer) == 1 && tmd_target_arity("fma", &integer) == 3,
         "how many arguments");
}

/* ---- faults ---- */

/* It ends the worker, or hangs, at one x, and what comes behind is completed by another. */
static void test_end(const char *symbol, int at, enum tmd_target_outcome wanted, const char *end) {
  cpu_set_t now;
  TARGET *target = open_faulty(symbol);
  int right = target != NULL;
  for (int look = 0; target && look < 2; look++) {
    struct tmd_calls calls;
    right &= call(target, 0, TMD_ROUND_DOWN, look, &calls) == wanted && calls.done == (size_t)at;
    if (wanted == TMD_TARGET_CRASHED) right &= strcmp(tmd_target_end(target), end) == 0;
    right &= call(target, at + 1, TMD_ROUND_DOWN, look, &calls) == TMD_TARGET_DONE &&
             calls.done == (size_t)(COUNT - at - 1);
    right &= roots(0, at, TMD_ROUND_DOWN) && roots(at + 1, COUNT, TMD_ROUND_DOWN);
  }
  tap_ok(right, "%s: at %d alone: %s %s", symbol, at,
         target && wanted == TMD_TARGET_CRASHED ? tmd_target_end(target) : "hangs", message);
  right = sched_getaffinity(0, sizeof now, &now) == 0 && CPU_EQUAL(&allowed, &now);
  tap_ok(right, "%s: this thread may run where it might before", symbol);
}

/* It does what it should not, at one x, and disturbs no other result. */
static void test_observed(const char *symbol, int at, unsigned what, int without_looking) {
  TARGET *target = open_faulty(symbol);
  struct tmd_calls calls;
  int right = target && call(target, 0, TMD_ROUND_DOWN, 1, &calls) == TMD_TARGET_DONE &&
              calls.found == what;
  for (int i = 0; right && i < COUNT; i++) right &= observed[i] == (i == at ? what : 0);
  right = right && roots(0, at, TMD_ROUND_DOWN) && roots(at + 1, COUNT, TMD_ROUND_DOWN);
  for (int i = at + 1; right && i < COUNT; i++)
    right &= flags[i] == (inexact(i) ? TMD_RAISES_INEXACT : 0);
  right = right && call(target, 0, TMD_ROUND_DOWN, 0, &calls) == TMD_TARGET_DONE &&
          calls.found == (without_looking ? what : 0);
  right = right && roots(0, at, TMD_ROUND_DOWN) && roots(at + 1, COUNT, TMD_ROUND_DOWN);
  tap_ok(right, "%s: seen at %d alone, no other result is another", symbol, at);
}

static void test_faults(void) {
  test_end("crash_%s", 3, TMD_TARGET_CRASHED, "killed by signal 11 (Segmentation fault)");
  test_end("exit_%s", 7, TMD_TARGET_CRASHED, "called exit(3)");
  test_end("close_%s", 19, TMD_TARGET_CRASHED, "closed files that are not its own");
  test_end("hang_%s", 5, TMD_TARGET_HUNG, "");
  test_end("leave_%s", 59, TMD_TARGET_CRASHED, "killed by signal 11 (Segmentation fault)");
  test_end("write_%s", 61, TMD_TARGET_CRASHED, "wrote to files that are not its own");
  test_observed("both_%s", 53, 0, 0);
  test_observed("stop_%s", 67, 0, 0);
  test_observed("print_%s", 9, TMD_OBSERVED_OUTPUT, 1);
  test_observed("mode_%s", 11, TMD_OBSERVED_MODE, 1);
  test_observed("clear_%s", 16, TMD_OBSERVED_CLEARED, 0);
#ifdef __x86_64__
  test_observed("trap_%s", 17, TMD_OBSERVED_CONTROL, 1);
#endif
  test_observed("unstable_%s", 31, TMD_OBSERVED_UNSTABLE, 0);
}

static void test_flags(void) {
  struct tmd_calls calls;
  TARGET *setter = open_faulty("errno_%s");
  int right = call(setter, 0, TMD_ROUND_NEAREST, 1, &calls) == TMD_TARGET_DONE;
  for (int i = 0; right && i < COUNT; i++) right &= errors[i] == (i == 15 ? EDOM : 0);
  tap_ok(right, "errno is that of the one call");
  TARGET *loser = open_faulty("lose_%s");
  right = loser && call(loser, 0, TMD_ROUND_NEAREST, 1, &calls) == TMD_TARGET_DONE;
  tap_ok(right && flags[28] == TMD_RAISES_INEXACT && flags[29] == 0 &&
             observed[29] == TMD_OBSERVED_CLEARED && flags[30] == TMD_RAISES_INEXACT,
         "a flag that is not raised");
#ifdef __x86_64__
  TARGET *x87 = open_faulty("x87_%s");
  right = x87 != NULL;
  for (int look = 0; right && look < 2; look++) {
    memset(flags, 0xff, sizeof flags);
    calls = (struct tmd_calls){.flags = flags, .observed = observed, .twice = look};
    right &= call_from(x87, 0, &calls) == TMD_TARGET_DONE && calls.found == 0;
    for (int i = 0; right && i < COUNT; i++) right &= flags[i] == (i % 3 ? TMD_RAISES_INEXACT : 0);
  }
  tap_ok(right, "flags that a function of floats raises in the x87");
#endif
}

/* The result of one call, a process. */
static pid_t worker_of(struct tmd_target *target) {
  struct tmd_calls calls = {.count = 1, .x = x, .result = result};
  return target && tmd_target_call(target, &calls) == TMD_TARGET_DONE ? (pid_t)result[0] : 0;
}

/* From outside: an interrupt is the tool's business; of one that was killed the batch is done again
   by another. */
static void test_killed(void) {
  TARGET *target = open_faulty("process_%s");
  const pid_t worker = worker_of(target);
  int right = worker > 1 && kill(worker, SIGINT) == 0 && kill(worker, SIGTERM) == 0 &&
              worker_of(target) == worker;
  tap_ok(right, "a worker does not end by an interrupt");
  right = worker > 1 && kill(worker, SIGKILL) == 0;
  const pid_t next = worker_of(target);
  tap_ok(right && next > 1 && next != worker,
         "one that was killed is replaced, its batch done again");
  struct tmd_calls calls;
  TARGET *killing = open_faulty("kill_%s");
  right =
      killing && call(killing, 0, TMD_ROUND_UP, 0, &calls) == TMD_TARGET_LOST && calls.done == 0;
  tap_ok(right && strstr(tmd_error_text(), "killed the worker twice"),
         "killed again and again: lost, which is no finding");
}

/* Each thread has its target, and they crash all the time. */
static void test_threads(void) {
  enum { THREADS = 3, TIMES = 12 };
  struct tmd_target *targets[THREADS];
  int right = 0;
  for (int i = 0; i < THREADS; i++) targets[i] = open_faulty(i ? "crash_%s" : "exit_%s");
#pragma omp parallel for num_threads(THREADS) reduction(+ : right)
  for (int i = 0; i < THREADS; i++) {
    float out[COUNT];
    for (int time = 0; targets[i] && time < TIMES; time++) {
      struct tmd_calls calls = {.count = COUNT, .x = x, .result = out};
      const size_t at = i ? 3 : 7;
      right += tmd_target_call(targets[i], &calls) == TMD_TARGET_CRASHED && calls.done == at;
      calls = (struct tmd_calls){.count = COUNT - at - 1, .x = x + at + 1, .result = out + at + 1};
      right += tmd_target_call(targets[i], &calls) == TMD_TARGET_DONE &&
               memcmp(out + at + 1, expected[0] + at + 1, sizeof out - (at + 1) * sizeof *out) == 0;
    }
  }
  tap_ok(right == 2 * THREADS * TIMES, "several targets at once, each with its own crashes");
  for (int i = 0; i < THREADS; i++)
    if (targets[i]) tmd_target_close(targets[i]);
}

#ifdef __x86_64__
/* The wrong x of all lanes, one by one. */
static void test_vectors(void) {
  TARGET *target = open_faulty("_ZGVbN4v_%s");
  int wrong = 0, right = target && tmd_target_lanes(target) == 4 &&
                         tmd_target_observes_flags(target) && !tmd_target_observes_errno(target);
  for (int lane = 0; target && lane < 4; lane++) {
    struct tmd_calls calls = {.mode = TMD_ROUND_UP, .lane = lane};
    memset(result, 0, sizeof result);
    right &= call_from(target, 0, &calls) == TMD_TARGET_DONE;
    const int hit = (37 + lane) % 4 == 3;
    right &= (hit ? result[37] == 0 && roots(0, 37, TMD_ROUND_UP) && roots(38, COUNT, TMD_ROUND_UP)
                  : roots(0, COUNT, TMD_ROUND_UP));
    wrong += hit;
  }
  tap_ok(right && wrong == 1, "each x goes through each lane: lane 3 alone is wrong at 37");
  right = target && call_from(target, 0, &(struct tmd_calls){.flags = flags}) == TMD_TARGET_DONE;
  for (int i = 0; i < COUNT; i++) right &= flags[i] == flags[i - i % 4];
  tap_ok(right && flags[4] == TMD_RAISES_INEXACT && flags[COUNT - 1] == TMD_RAISES_INEXACT,
         "the flags of a vector are the union of those of its lanes");
  right =
      target && call_from(target, 0, &(struct tmd_calls){.flags = flags, .alone = 1, .lane = 2}) ==
                    TMD_TARGET_DONE;
  tap_ok(right && result[37] == 0 && flags[16] == 0 && flags[17] == TMD_RAISES_INEXACT,
         "each x in a vector of its own: 37 in lane 3, 16 without flags");
  TARGET *svml = open_faulty("__svml_%s4");
  struct tmd_calls calls;
  right = svml && tmd_target_lanes(svml) == 4 &&
          call(svml, 0, TMD_ROUND_UP, 0, &calls) == TMD_TARGET_CRASHED;
  tap_ok(right && calls.done == 41 && roots(0, 41, TMD_ROUND_UP),
         "a vector that crashes: at which x");
  right = right && call(svml, 42, TMD_ROUND_UP, 0, &calls) == TMD_TARGET_DONE &&
          roots(42, COUNT, TMD_ROUND_UP);
  tap_ok(right, "the vectors behind it");
  TARGET *printing = open_faulty("__svml_printf_%s4");
  calls = (struct tmd_calls){.lane = 1};
  right = call_from(printing, 0, &calls) == TMD_TARGET_DONE && calls.found == TMD_OBSERVED_OUTPUT;
  tap_ok(right, "a vector function that prints");
}
#endif

/* ---- errors ---- */

static void test_error(const char *library, const char *symbol, const struct tmd_format *format,
                       const char *text) {
  refused(OPEN(.library = library, .symbol = symbol, .function = "exp", .format = *format,
               .timeout = timeout),
          text);
}

static void test_errors(void) {
  char bad[64];
  refused(OPEN(.library = FAULTY, .symbol = "right_%s", .function = "sqrt", .format = binary32,
               .compiler = "cc -DNEVER", .timeout = 0.02),
          "does not load within 0.12 s");
  snprintf(bad, sizeof bad, "%s/bad.c", folder);
  run("echo 'int f(' > bad.c; yes | head -c 999 > bad.so; echo nonsense > bad.o; : > none.a");
  test_error("libm.so.6", "no_such_%s", &binary32, "no symbol no_such_expf");
  test_error("cmd:/nowhere/program", NULL, &binary32, "cannot be run");
  test_error("libm.so.6", NULL, &(struct tmd_format){12, -126, 127, {0}, 0}, "no type in C");
  test_error("libm.so.6", "%d", &binary32, "--symbol");
  test_error("libmvec.so.1", "_ZGVbM4v_%s", &binary32, "no symbol _ZGVbM4v_expf");
  test_error("libmvec.so.1", "_ZGVaN4v_%s", &binary32, "must be b, c, d, e or n");
  test_error("libmvec.so.1", "_ZGVbU4v_%s", &binary32, "N or M must follow");
  test_error("libmvec.so.1", "_ZGVsNxv_%s", &binary32, "must be b, c, d, e or n");
  test_error("libmvec.so.1", "_ZGVnNxv_%s", &binary32, "vectors of any length");
  test_error("libmvec.so.1", "_ZGVdN4v_%s", &binary32, "a register of d has 8 lanes of binary32");
  test_error("libmvec.so.1", "_ZGVbN4v_%s", &(struct tmd_format){53, -1022, 1023, {0}, 0},
             "a register of b has 2 lanes of binary64");
  test_error("libmvec.so.1", "_ZGVbN4vv_%s", &binary32, "exp has 1 argument, v_ in such a name");
  test_error("libmvec.so.1", "_ZGVbN4vl4_%s", &binary32, "exp has 1 argument, v_ in such a name");
  test_error("libmvec.so.1", "_ZGV", &binary32, "must be b, c, d, e or n");
  test_error("/nowhere/libm.so", NULL, &binary32, "cannot open");
  test_error("/nowhere/libm.c", NULL, &binary32, "No such file");
  test_error(bad, NULL, &binary32, "error:");
  bad[strlen(bad) - 1] = 'o';
  test_error(bad, NULL, &binary32, "cannot be made into a library");
  strcpy(strrchr(bad, '.'), ".so");
  test_error(bad, NULL, &binary32, "invalid ELF header");
  /* sqrtf is there, but in the libm that it depends on */
  snprintf(bad, sizeof bad, "%s/faulty.so", folder);
  test_error(bad, NULL, &binary32, "no symbol expf");
}

/* ---- nothing is left ---- */

/* Or a zombie that whoever has inherited it has not yet looked at. */
static int is_gone(pid_t process) {
  char name[64], state = 'X';
  snprintf(name, sizeof name, "/proc/%d/stat", (int)process);
  FILE *file = fopen(name, "r");
  if (!file) return 1;
  if (fscanf(file, "%*d %*s %c", &state) != 1) state = 'X';
  fclose(file);
  return state == 'X' || state == 'Z';
}

static int gone(pid_t process) {
  for (int i = 0; i < 200 && !is_gone(process); i++) usleep(10000);
  return is_gone(process);
}

/* What a function has started ends with the target. */
static void test_children(void) {
  struct tmd_target *target = open_faulty("fork_%s");
  const pid_t one = worker_of(target), other = worker_of(target);
  const int there = one > 1 && other > 1 && !is_gone(one) && !is_gone(other);
  if (target) tmd_target_close(target);
  tap_ok(there && is_gone(one) && is_gone(other),
         "no process outlives the target that has started it");
}

/* The tool is killed while a worker waits, or one of its children does, and another is called, or
   hangs. */
static void test_orphans(const char *waiting, const char *symbol) {
  int ends[2];
  pid_t worker = 0;
  if (pipe(ends)) return;
  const pid_t tool = fork();
  if (tool == 0) {
    struct tmd_target *target = open_faulty(waiting), *other = open_faulty(symbol);
    struct tmd_calls calls;
    worker = worker_of(target);
    if (write(ends[1], &worker, sizeof worker) != sizeof worker) _exit(1);
    for (;;) call(other, 0, TMD_ROUND_UP, 0, &calls);
  }
  const int read_it = read(ends[0], &worker, sizeof worker) == sizeof worker;
  usleep(20000);
  kill(tool, SIGKILL);
  waitpid(tool, NULL, 0);
  tap_ok(read_it && worker > 1 && worker != tool && gone(worker),
         "%s, %s: no worker outlives the tool", waiting, symbol);
  close(ends[0]), close(ends[1]);
}

static int files_left(void) {
  DIR *folder_of_files = opendir(getenv("TMPDIR"));
  int entries = 0;
  while (folder_of_files && readdir(folder_of_files)) entries++;
  if (folder_of_files) closedir(folder_of_files);
  return entries > 2; /* . and .. */
}

static struct tmd_target *open_by(const char *compiler) {
  return OPEN(.library = FAULTY, .symbol = "right_%s", .function = "sqrt", .format = binary32,
              .compiler = compiler);
}

/* The tool is ended while the compiler runs, or, at once, as it begins. */
static void test_interrupted_compiler(int signal_number, int at_once) {
  char compiler[64];
  snprintf(compiler, sizeof compiler, "%s/slow", folder);
  run("printf '#!/bin/sh\\n: >\"$TMPDIR/own\"; exec sleep 60\\n' > slow && chmod +x slow");
  const pid_t tool = fork();
  if (tool == 0) {
    open_by(compiler);
    _exit(0);
  }
  for (int i = 0; i < (at_once ? 2000000 : 2000) && files_left() == 0; i++)
    usleep(at_once ? 10 : 10000);
  const int began = files_left() != 0;
  kill(tool, signal_number);
  waitpid(tool, NULL, 0);
  for (int i = 0; i < 2000 && files_left() != 0; i++) usleep(10000);
  tap_ok(began && files_left() == 0, "signal %d %s: its files are removed", signal_number,
         at_once ? "as the compiler begins" : "while the compiler runs");
}

/* Options of the compiler, and one that fails and leaves a file. */
static void test_compilers(void) {
  char compiler[100];
  refused(open_by("cc -O1 -Dright_sqrtf=other"), "no symbol right_sqrtf");
  snprintf(compiler, sizeof compiler, "%s/fail", folder);
  run("printf '#!/bin/sh\n: >\"$TMPDIR/own\"; echo the error of mine\nexit 1\n' > fail && chmod +x fail");
  refused(open_by(compiler), "the error of mine");
  tap_ok(files_left() == 0, "its files are removed");
  refused(open_by(" "), "--cc");
}

static void test_nothing_left(void) {
  char line[100];
  struct tmd_target *target = open_faulty("process_%s");
  const pid_t worker = worker_of(target);
  if (target) tmd_target_close(target);
  tap_ok(worker > 1 && kill(worker, 0) == -1 && waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD,
         "no worker, no zombie");
  test_children();
  test_orphans("process_%s", "right_%s");
  test_orphans("fork_%s", "hang_%s");
  snprintf(line, sizeof line, "! pgrep -f ^%s/", folder);
  tap_ok(system(line) == 0, "no program is left that hung");
  tap_ok(files_left() == 0, "no file is left of what was compiled");
  test_interrupted_compiler(SIGKILL, 0);
  test_interrupted_compiler(SIGTERM, 0);
  for (int i = 0; i < 3; i++) test_interrupted_compiler(SIGKILL, 1);
}

int main(void) {
  sched_getaffinity(0, sizeof allowed, &allowed);
  char here[400];
  if (!getcwd(here, sizeof here) || !mkdtemp(folder)) return 2;
  char temporary[64];
  snprintf(temporary, sizeof temporary, "%s/tmp", folder);
  if (mkdir(temporary, 0700)) return 2;
  setenv("TMPDIR", temporary, 1);
  for (int i = 0; i < COUNT; i++) x[i] = (float)i;
  expect_roots();
  test_libraries(here);
  test_programs(here);
  test_types();
  test_shapes();
  test_faults();
  test_flags();
#ifdef __x86_64__
  test_vectors();
#endif
  test_killed();
  test_threads();
  test_errors();
  test_compilers();
  test_nothing_left();
  run("rm -rf * && rmdir \"$PWD\"");
  return tap_done();
}
