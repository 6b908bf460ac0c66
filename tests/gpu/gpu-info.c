/* What a CUDA device can do at most, for the rates that bench-gpu prints.
     gpu-info [NUMBER]
   prints: name, sm_XX, multiprocessors, MHz at most, and operations per second at most: 32-bit
   integers, doubles; '-' for what is not known. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { CLOCK_KHZ = 13, MULTIPROCESSORS = 16, MAJOR = 75, MINOR = 76 }; /* cuda.h */

static int (*attribute_of)(int *, int, int);

static int attribute(int which, int device) {
  int value = 0;
  return attribute_of(&value, which, device) == 0 ? value : 0;
}

/* Results of a multiprocessor in a cycle (CUDA C++ Programming Guide, arithmetic instructions):
   integer, double. */
static void lanes_of(int architecture, double *integer, double *doubles) {
  *integer = architecture >= 80 && architecture <= 90 ? 64 : 0;
  *doubles = architecture == 80 ? 32 : architecture == 90 ? 64 : 0;
}

static void print(const char *format, double value) {
  putchar('\t');
  if (value > 0) printf(format, value);
  else putchar('-');
}

int main(int argc, char **argv) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  int (*init)(unsigned), (*device_of)(int *, int), (*name_of)(char *, int, int), device;
  char name[128];
  if (!library || !(*(void **)&init = dlsym(library, "cuInit")) ||
      !(*(void **)&device_of = dlsym(library, "cuDeviceGet")) ||
      !(*(void **)&name_of = dlsym(library, "cuDeviceGetName")) ||
      !(*(void **)&attribute_of = dlsym(library, "cuDeviceGetAttribute")) || init(0) ||
      device_of(&device, argc > 1 ? atoi(argv[1]) : 0) || name_of(name, sizeof name, device)) {
    fprintf(stderr, "gpu-info: no CUDA device\n");
    return 2;
  }
  const int architecture = 10 * attribute(MAJOR, device) + attribute(MINOR, device);
  const double units = attribute(MULTIPROCESSORS, device),
               hertz = 1e3 * attribute(CLOCK_KHZ, device);
  double integer, doubles;
  lanes_of(architecture, &integer, &doubles);
  printf("%s\tsm_%d", name, architecture);
  print("%.0f", units);
  print("%.0f", hertz / 1e6);
  print("%.4g", units * hertz * integer);
  print("%.4g", units * hertz * doubles);
  putchar('\n');
  return 0;
}
