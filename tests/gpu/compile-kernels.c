/* Compiles device programs for CUDA, without a device.
     compile-kernels SM [DIR] < lines of PROGRAM DEFINITIONS...
   PROGRAM: one of the library's, or the path of a file, with a slash;
   prints a line for each kernel: program, definitions, kernel, registers, bytes spilled; and stores
   the code in DIR for devices without a compiler. Exit status 2 if the compiler is not there, 1 if
   something does not compile. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/device/backend.h"
#include "kernels/device/cuda.h"
#include "lib/base/error.h"

/* ptxas says: Compiling entry function 'NAME' ...; N bytes stack frame, N bytes spill stores, N
   bytes spill loads; Used N registers */
static void report(const char *program, const char *definitions, int architecture, char *log) {
  char name[64] = "?";
  int spilled = 0, stack = 0;
  for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n")) {
    int stores, loads, registers;
    char *at;
    if ((at = strstr(line, "Compiling entry function '")))
      sscanf(at, "Compiling entry function '%63[^']", name);
    if ((at = strstr(line, " bytes stack frame"))) {
      while (at > line && at[-1] >= '0' && at[-1] <= '9') at--;
      if (sscanf(at, "%d bytes stack frame, %d bytes spill stores, %d bytes spill loads", &stack,
                 &stores, &loads) == 3)
        spilled = stores + loads;
    }
    if ((at = strstr(line, "Used ")) && sscanf(at, "Used %d registers", &registers) == 1)
      printf("sm_%d\t%s\t%s\t%s\t%d registers\t%d stack\t%d spilled\n", architecture, program,
             definitions, name, registers, stack, spilled);
  }
}

/* The text of a file, kept until the next one; or NULL. */
static const char *read_text(const char *path) {
  static char text[1 << 20];
  FILE *file = fopen(path, "r");
  if (!file) return NULL;
  const size_t bytes = fread(text, 1, sizeof text - 1, file);
  text[bytes] = 0;
  fclose(file);
  return bytes > 0 && bytes < sizeof text - 1 ? text : NULL;
}

int main(int argc, char **argv) {
  const int architecture = argc > 1 ? atoi(argv[1]) : 90;
  char line[1024], all[2048];
  struct tmd_kernel_identity identity;
  int failed = 0;
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    char *definitions = strchr(line, ' ');
    if (definitions) *definitions++ = 0;
    else definitions = line + strlen(line);
    const char *source = strchr(line, '/') ? read_text(line) : tmd_program_source(line);
    struct tmd_cubin made;
    if (!source) {
      fprintf(stderr, "compile-kernels: no program '%s'\n", line);
      return 1;
    }
    snprintf(all, sizeof all, "%s %s", TMD_DEVICE_DEFINITIONS, definitions);
    if (tmd_cuda_compile(line, source, all, architecture, &made)) {
      fprintf(stderr, "compile-kernels: %s\n", tmd_error_text());
      if (strstr(tmd_error_text(), "no compiler")) return 2;
      failed = 1;
      continue;
    }
    tmd_cuda_identify(&identity, line, source, all, architecture);
    if (argc > 2 && tmd_kernel_write(argv[2], &identity, made.code, made.bytes)) {
      fprintf(stderr, "compile-kernels: %s/%s cannot be written\n", argv[2], identity.file);
      failed = 1;
    }
    report(line, definitions, architecture, made.log);
    tmd_cubin_free(&made);
  }
  return failed;
}
