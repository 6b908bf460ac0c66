/* OpenCL 1.2, opened when the program runs. Devices are numbered over all platforms; those without
   double precision are left out. Types and constants are the few of the API (Khronos, OpenCL 1.2)
   that are used here, so that no header is needed to build. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/device/backend.h"
#include "lib/base/error.h"
#include "lib/base/printable.h"

enum { /* CL/cl.h */
       CL_DEVICE_TYPE_ALL_LOW = -1,
       CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
       CL_DEVICE_NAME = 0x102B,
       CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
       CL_DEVICE_EXTENSIONS = 0x1030,
       CL_MEM_READ_WRITE = 1,
       CL_PROGRAM_BUILD_LOG = 0x1183,
       PLATFORMS = 16,
       DEVICES = 64
};

#define CL_CALLS(F)                                                                               \
  F(int, clGetPlatformIDs, platforms, (uint32_t, void **, uint32_t *))                            \
  F(int, clGetDeviceIDs, devices, (void *, uint64_t, uint32_t, void **, uint32_t *))              \
  F(int, clGetDeviceInfo, device_info, (void *, uint32_t, size_t, void *, size_t *))              \
  F(void *, clCreateContext, context,                                                             \
    (const intptr_t *, uint32_t, void *const *, void *, void *, int *))                           \
  F(int, clReleaseContext, context_release, (void *))                                             \
  F(void *, clCreateCommandQueue, queue, (void *, void *, uint64_t, int *))                       \
  F(int, clReleaseCommandQueue, queue_release, (void *))                                          \
  F(void *, clCreateProgramWithSource, program,                                                   \
    (void *, uint32_t, const char **, const size_t *, int *))                                     \
  F(int, clBuildProgram, build, (void *, uint32_t, void *const *, const char *, void *, void *))  \
  F(int, clGetProgramBuildInfo, build_info, (void *, void *, uint32_t, size_t, void *, size_t *)) \
  F(void *, clCreateKernel, kernel, (void *, const char *, int *))                                \
  F(int, clSetKernelArg, argument, (void *, uint32_t, size_t, const void *))                      \
  F(void *, clCreateBuffer, buffer, (void *, uint64_t, size_t, void *, int *))                    \
  F(int, clReleaseMemObject, buffer_release, (void *))                                            \
  F(int, clEnqueueWriteBuffer, write,                                                             \
    (void *, void *, uint32_t, size_t, size_t, const void *, uint32_t, void *, void *))           \
  F(int, clEnqueueReadBuffer, read,                                                               \
    (void *, void *, uint32_t, size_t, size_t, void *, uint32_t, void *, void *))                 \
  F(int, clEnqueueNDRangeKernel, run,                                                             \
    (void *, void *, uint32_t, const size_t *, const size_t *, const size_t *, uint32_t, void *,  \
     void *))                                                                                     \
  F(int, clFlush, flush, (void *))                                                                \
  F(int, clFinish, finish, (void *))
static struct {
#define FIELD(type, symbol, name, arguments) type(*name) arguments;
  CL_CALLS(FIELD)
#undef FIELD
} cl;

static void *devices[DEVICES];

struct opencl_context {
  void *device, *context, *queue[TMD_QUEUES];
};

#define SYMBOL(type, symbol, name, arguments) {#symbol, (void **)&cl.name},
static struct tmd_library library = {
    .names = (const char *const[]){"libOpenCL.so.1", "libOpenCL.so", NULL},
    .symbols = (const struct tmd_symbol[]){CL_CALLS(SYMBOL){NULL, NULL}},
    .what = "--device opencl",
    .missing = "no OpenCL library (libOpenCL.so.1)"};

static int check(int status, const char *what) {
  return status == 0 ? 0 : tmd_error(TMD_USAGE, "opencl: %s failed with error %d", what, status);
}

static int count(void) {
  static int found = -1;
  void *platforms[PLATFORMS];
  uint32_t platform_count = 0;
  if (found >= 0) return found;
  if (tmd_library_load(&library)) return -1;
  found = 0;
  if (cl.platforms(PLATFORMS, platforms, &platform_count) != 0) platform_count = 0;
  for (uint32_t p = 0; p < platform_count && p < PLATFORMS; p++) {
    void *here[DEVICES];
    uint32_t device_count = 0;
    if (cl.devices(platforms[p], (uint64_t)(uint32_t)CL_DEVICE_TYPE_ALL_LOW, DEVICES, here,
                   &device_count) != 0)
      continue;
    for (uint32_t d = 0; d < device_count && d < DEVICES && found < DEVICES; d++) {
      uint64_t doubles = 0;
      if (cl.device_info(here[d], CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, NULL) ==
              0 &&
          doubles)
        devices[found++] = here[d];
    }
  }
  return found;
}

static void describe(int index, char *text, size_t bytes) {
  if (cl.device_info(devices[index], CL_DEVICE_NAME, bytes, text, NULL) != 0)
    snprintf(text, bytes, "unknown");
  text[bytes - 1] = 0;
}

static void close_context(void *handle) {
  struct opencl_context *c = handle;
  for (int q = 0; q < TMD_QUEUES; q++)
    if (c->queue[q]) cl.queue_release(c->queue[q]);
  if (c->context) cl.context_release(c->context);
  free(c);
}

static void *open_context(int index, size_t *threads) {
  struct opencl_context *c = tmd_allocate(sizeof *c);
  int status;
  uint32_t units = 1;
  *c = (struct opencl_context){.device = devices[index]};
  c->context = cl.context(NULL, 1, &c->device, NULL, NULL, &status);
  for (int q = 0; status == 0 && q < TMD_QUEUES; q++)
    c->queue[q] = cl.queue(c->context, c->device, 0, &status);
  if (check(status, "opening the device")) {
    close_context(c);
    return NULL;
  }
  cl.device_info(c->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  *threads = (size_t)units * 2048;
  return c;
}

static void *build(void *handle, const char *program, const char *source, const char *definitions) {
  struct opencl_context *c = handle;
  int status;
  char options[640];
  void *built = cl.program(c->context, 1, &source, NULL, &status);
  if (check(status, program)) return NULL;
  snprintf(options, sizeof options, "-cl-std=CL1.2 %s", definitions);
  status = cl.build(built, 1, &c->device, options, NULL, NULL);
  if (status == 0) return built;
  size_t bytes = 0;
  cl.build_info(built, c->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);
  char *log = tmd_allocate(bytes + 1);
  log[0] = log[bytes] = 0;
  cl.build_info(built, c->device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL);
  tmd_printable(log, 1);
  fprintf(stderr, "%s\n", log);
  free(log);
  check(status, "compiling");
  return NULL;
}

static void *kernel(void *context, void *module, const char *name) {
  int status;
  (void)context;
  void *made = cl.kernel(module, name, &status);
  return check(status, name) ? NULL : made;
}

static int allocate(void *handle, size_t bytes, uint64_t *memory) {
  struct opencl_context *c = handle;
  int status;
  *memory = (uint64_t)(uintptr_t)cl.buffer(c->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
  return check(status, "allocating memory");
}

static void release(void *context, uint64_t memory) {
  (void)context;
  cl.buffer_release((void *)(uintptr_t)memory);
}

static void *allocate_host(void *context, size_t bytes) {
  (void)context;
  return tmd_allocate(bytes);
}

static void release_host(void *context, void *memory) {
  (void)context;
  free(memory);
}

static int upload(void *handle, int queue, uint64_t to, const void *from, size_t bytes) {
  struct opencl_context *c = handle;
  return check(cl.write(c->queue[queue], (void *)(uintptr_t)to, 0, 0, bytes, from, 0, NULL, NULL),
               "a copy to the device");
}

static int download(void *handle, int queue, void *to, uint64_t from, size_t bytes) {
  struct opencl_context *c = handle;
  const int status =
      check(cl.read(c->queue[queue], (void *)(uintptr_t)from, 0, 0, bytes, to, 0, NULL, NULL),
            "a copy from the device");
  cl.flush(c->queue[queue]);
  return status;
}

static int launch(void *handle, int queue, void *made, size_t groups,
                  const struct tmd_argument *arguments, int arguments_count) {
  struct opencl_context *c = handle;
  const size_t group = TMD_GROUP, all = groups * TMD_GROUP;
  for (int i = 0; i < arguments_count; i++) {
    void *memory = arguments[i].buffer ? (void *)(uintptr_t)arguments[i].buffer->handle : NULL;
    const int status =
        arguments[i].buffer
            ? cl.argument(made, (uint32_t)i, sizeof memory, &memory)
            : cl.argument(made, (uint32_t)i, sizeof arguments[i].number, &arguments[i].number);
    if (check(status, "an argument of a kernel")) return -1;
  }
  return check(cl.run(c->queue[queue], made, 1, NULL, &all, &group, 0, NULL, NULL),
               "starting a kernel");
}

static int wait_for(void *handle, int queue) {
  struct opencl_context *c = handle;
  return check(cl.finish(c->queue[queue]), "a kernel");
}

static int has_half(void *handle) {
  const struct opencl_context *c = handle;
  static char extensions[1 << 16];
  const int failed =
      cl.device_info(c->device, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL);
  return !failed && strstr(extensions, "cl_khr_fp16");
}

const struct tmd_backend tmd_backend_opencl = {
    "opencl", count,         describe,     open_context, close_context, build,  kernel,   allocate,
    release,  allocate_host, release_host, upload,       download,      launch, wait_for, has_half};
