#include "lib/cli/threads.h"

#include <stdlib.h>
#include <unistd.h>

void tmd_threads_wait_passively(char **argv) {
  if (getenv("OMP_WAIT_POLICY") || setenv("OMP_WAIT_POLICY", "passive", 1)) return;
  execv("/proc/self/exe", argv);
}
