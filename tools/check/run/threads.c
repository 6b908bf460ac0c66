#include "tools/check/run/threads.h"

#include <omp.h>
#include <stdio.h>

#include "lib/base/error.h"
#include "lib/cli/program.h"

int tmd_each_by_threads(size_t count, int threads,
                        int (*visit)(size_t i, int thread, void *context), void *context) {
  char message[512] = "";
  int failed = 0;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (size_t i = 0; i < count; i++) {
    int stop;
#pragma omp atomic read
    stop = failed;
    if (stop || tmd_interrupted() || !visit(i, omp_get_thread_num(), context)) continue;
#pragma omp critical(tmd_check_message)
    snprintf(message, sizeof message, "%s", tmd_error_text());
#pragma omp atomic write
    failed = 1;
  }
  return failed ? tmd_error(TMD_USAGE, "%s", message) : 0;
}
