#include "tools/stage/executor.h"

#include <stdio.h>
#include <string.h>

#include "kernels/lane/kernels.h"
#include "lib/base/error.h"

int tmd_simd_option;

static const char *chosen; /* NULL: the CPU */
static struct tmd_device *opened;

static void print_device(const char *name, const char *description) {
  printf("%s\t%s\n", name, description);
}

void tmd_executor_list(void) {
  printf("cpu\tinstruction sets:%s\n", TMD_SET_WORDS(" "));
  tmd_device_each(print_device);
}

static int choose_simd(void) {
  static const char *const sets[] = {TMD_SET_NAMES};
  const char *name = tmd_simd_option ? sets[tmd_simd_option - 1] : "auto";
  if (tmd_kernels_select(name) != 0)
    return tmd_error(TMD_USAGE, "--simd %s: not on this machine or not built", name);
  if (tmd_common.verbose)
    fprintf(stderr, "%s: instruction set %s\n", tmd_tool_name(), tmd_kernels()->name);
  return 0;
}

static int choose_device(void) {
  const char *name = tmd_common.device;
  if (strcmp(name, "auto") == 0) name = tmd_device_present("cuda") == 0 ? "cuda" : "cpu";
  else if (strcmp(name, "cpu") != 0 && tmd_device_present(name)) return -1;
  chosen = strcmp(name, "cpu") != 0 ? name : NULL;
  if (tmd_common.verbose && !chosen) fprintf(stderr, "%s: device cpu\n", tmd_tool_name());
  return 0;
}

int tmd_executor_choose(int has_devices, int has_lanes) {
  return (has_devices && choose_device()) || (has_lanes && choose_simd()) ? -1 : 0;
}

int tmd_executor_has_device(void) { return chosen != NULL; }

static void report_built(const char *program, const char *definitions) {
  fprintf(stderr, "%s: kernels %s %s\n", tmd_tool_name(), program, definitions);
}

int tmd_executor_device(struct tmd_device **device) {
  if (chosen && !opened) {
    opened = tmd_device_open(chosen, tmd_common.verbose ? report_built : NULL);
    if (opened && tmd_common.verbose)
      fprintf(stderr, "%s: device %s\n", tmd_tool_name(), tmd_device_name(opened));
  }
  *device = opened;
  return chosen && !opened ? -1 : 0;
}
