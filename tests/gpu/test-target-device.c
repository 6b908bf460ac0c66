/* tools/check/target/device-target.c: built-in functions and those of a file give the results that
   the CPU gives, through OpenCL and through the emulated CUDA driver; a call that crashes is found,
   and the rest completed. */
#include <unistd.h>

#include "kernels/device/device.h"
#include "tests/unit/targets.h"

#define SOURCE "tests/gpu/faulty-functions.cl"
static float expected[COUNT];
static const char *device;

static struct tmd_target *open_target(const char *symbol, const char *function,
                                      const struct tmd_format *format, const char *source) {
  return OPEN(.library = device, .symbol = symbol, .function = function, .format = *format,
              .source = source, .timeout = 60);
}

static int roots(int from, int to) {
  return memcmp(result + from, expected + from, (size_t)(to - from) * sizeof *result) == 0;
}

static void test_results(const char *symbol, const char *source) {
  struct tmd_calls calls = {0};
  TARGET *target = open_target(symbol, "sqrt", &binary32, source);
  memset(result, 0, sizeof result);
  const int right =
      call_from(target, 0, &calls) == TMD_TARGET_DONE && calls.found == 0 && roots(0, COUNT);
  tap_ok(right && !tmd_target_observes_flags(target) &&
             tmd_target_has_mode(target, TMD_ROUND_NEAREST) &&
             !tmd_target_has_mode(target, TMD_ROUND_UP),
         "%s, %s: the CPU's results %s", device, source ? source : "built in", message);
}

static void test_doubles(void) {
  const double in[2] = {2, 9};
  double out[2] = {0, 0};
  TARGET *target = open_target(NULL, "sqrt", &binary64, NULL);
  struct tmd_calls calls = {.count = 2, .x = in, .result = out};
  const int done = target && tmd_target_call(target, &calls) == TMD_TARGET_DONE;
  tap_ok(done && out[0] == sqrt(2) && out[1] == 3, "%s: doubles %s", device, message);
}

static float value(const char *function, const void *y) {
  TARGET *target = open_target("right_%s", function, &binary32, SOURCE);
  return value_at_two(target, y);
}

/* Of three calls the second. */
static void test_end(const char *symbol, int at) {
  TARGET *target = open_target(symbol, "sqrt", &binary32, SOURCE);
  memset(result, 0, sizeof result);
  struct tmd_calls calls = {.count = 3, .x = x + at - 1, .result = result + at - 1};
  int right = target && tmd_target_call(target, &calls) == TMD_TARGET_CRASHED && calls.done == 1 &&
              roots(at - 1, at);
  right = right && call_from(target, at + 1, &calls) == TMD_TARGET_DONE && roots(at + 1, COUNT);
  tap_ok(right, "%s: %s at %d alone, the rest is completed", device, symbol, at);
}

/* What does not hang on the language is tested where programs compile fast. A fault on a real
   device is an error of its driver; the emulated one is a process like others. */
static void test_emulated(void) {
  const float y = 7;
  const int64_t n = -3;
  test_doubles();
  tap_ok(value("pow", &y) == -5 && value("rootn", &n) == -6, "%s: two arguments", device);
  test_end("crash_%s", 7);
}

static void test_device(int emulated) {
  test_results(NULL, NULL);
  test_results("right_%s", SOURCE);
  if (emulated) test_emulated();
  else refused(open_target("no_such_%n", "sqrt", &binary32, NULL), "no_such_sqrt");
  refused(open_target(NULL, "sqrt", &binary80, NULL), "no type");
  refused(open_target(NULL, "sqrt", &binary32, "/nowhere.cl"), "cannot be read");
}

int main(int count, char **arguments) {
  const char *build = getenv("BUILD");
  char emulated[1000];
  char folder[] = "/tmp/test-target-device.XXXXXX", line[100];
  if (count == 1) {
    if (!mkdtemp(folder)) return 2;
    setenv("POCL_CACHE_DIR", folder, 1);
    setenv("XDG_CACHE_HOME", folder, 1);
  }
  for (int i = 0; i < COUNT; i++) x[i] = (float)i, expected[i] = sqrtf(x[i]);
  device = count > 1 ? arguments[1] : "opencl:0";
  struct tmd_target *target = open_target(NULL, "sqrt", &binary32, NULL);
  target_end(&target);
  if (!target && (strstr(message, "no OpenCL library") || strstr(message, "no device")))
    tap_skip("functions of OpenCL", message);
  else test_device(count > 1);
  device = "opencl:77";
  if (count == 1) refused(open_target(NULL, "sqrt", &binary32, NULL), "opencl");
  if (count > 1) return tap_failures != 0;
  const int present =
      tmd_device_present("opencl:0") == 0; /* from here on OpenCL is open in this process */
  device = "opencl:0";
  if (present) refused(open_target(NULL, "sqrt", &binary32, NULL), "the tool uses it itself");
  /* The CUDA driver is looked for where LD_LIBRARY_PATH says when a process begins. */
  snprintf(emulated, sizeof emulated,
           "LD_LIBRARY_PATH=%.400s/tests/emulated %.400s cuda:0 | grep -v '^ok'",
           build ? build : "build", arguments[0]);
  tap_ok(system(emulated) != 0, "the same through the emulated CUDA driver");
  snprintf(line, sizeof line, "rm -r %s", folder);
  if (system(line)) return 2;
  return tap_done();
}
