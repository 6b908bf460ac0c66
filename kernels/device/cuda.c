/* CUDA: driver and NVRTC, opened when the program runs. Declarations are the few of cuda.h and
   nvrtc.h that are used here, so that no toolkit is needed to build. Compiled kernels are kept as
   files (cubin-cache.h): looked for in ../kernels beside the program's folder, and in the user's
   cache, where new ones go; so a machine with a driver alone runs kernels that were compiled
   elsewhere. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/device/backend.h"
#include "kernels/device/cuda.h"
#include "lib/base/error.h"
#include "lib/base/printable.h"

enum { /* cuda.h */
       CU_MULTIPROCESSORS = 16,
       CU_THREADS_PER_MULTIPROCESSOR = 39,
       CU_MAJOR = 75,
       CU_MINOR = 76,
       CU_STREAM_NON_BLOCKING = 1,
       OPTIONS = 32,
       OPTIONS_BYTES = 1024
};

#define CU_CALLS(F)                                                                        \
  F(cuInit, init, (unsigned))                                                              \
  F(cuDeviceGetCount, device_count, (int *))                                               \
  F(cuDeviceGet, device, (int *, int))                                                     \
  F(cuDeviceGetName, device_name, (char *, int, int))                                      \
  F(cuDeviceGetAttribute, attribute, (int *, int, int))                                    \
  F(cuDevicePrimaryCtxRetain, retain, (void **, int))                                      \
  F(cuDevicePrimaryCtxRelease_v2, release, (int))                                          \
  F(cuCtxSetCurrent, set_current, (void *))                                                \
  F(cuModuleLoadData, module_load, (void **, const void *))                                \
  F(cuModuleGetFunction, module_function, (void **, void *, const char *))                 \
  F(cuMemAlloc_v2, allocate, (uint64_t *, size_t))                                         \
  F(cuMemFree_v2, free, (uint64_t))                                                        \
  F(cuMemAllocHost_v2, allocate_host, (void **, size_t))                                   \
  F(cuMemFreeHost, free_host, (void *))                                                    \
  F(cuStreamCreate, stream, (void **, unsigned))                                           \
  F(cuStreamDestroy_v2, stream_destroy, (void *))                                          \
  F(cuMemcpyHtoDAsync_v2, upload, (uint64_t, const void *, size_t, void *))                \
  F(cuMemcpyDtoHAsync_v2, download, (void *, uint64_t, size_t, void *))                    \
  F(cuLaunchKernel, launch,                                                                \
    (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, \
     void **, void **))                                                                    \
  F(cuStreamSynchronize, synchronize, (void *))                                            \
  F(cuGetErrorString, error_text, (int, const char **))
static struct {
#define FIELD(symbol, name, arguments) int(*name) arguments;
  CU_CALLS(FIELD)
#undef FIELD
} cu;

#define RTC_CALLS(F)                                                                      \
  F(nvrtcCreateProgram, create,                                                           \
    (void **, const char *, const char *, int, const char *const *, const char *const *)) \
  F(nvrtcCompileProgram, compile, (void *, int, const char *const *))                     \
  F(nvrtcGetProgramLogSize, log_bytes, (void *, size_t *))                                \
  F(nvrtcGetProgramLog, log, (void *, char *))                                            \
  F(nvrtcGetCUBINSize, cubin_bytes, (void *, size_t *))                                   \
  F(nvrtcGetCUBIN, cubin, (void *, char *))                                               \
  F(nvrtcDestroyProgram, destroy, (void **))
static struct {
#define FIELD(symbol, name, arguments) int(*name) arguments;
  RTC_CALLS(FIELD)
#undef FIELD
} rtc;

struct cuda_context {
  int device, major, minor;
  void *context, *stream[TMD_QUEUES];
};

static int check(int status, const char *what) {
  const char *text = NULL;
  if (status == 0) return 0;
  if (cu.error_text(status, &text) != 0 || !text) text = "unknown error";
  return tmd_error(TMD_USAGE, "cuda: %s: %s (%d)", what, text, status);
}

#define SYMBOL(symbol, name, arguments) {#symbol, (void **)&LIBRARY.name},
#define LIBRARY cu
static struct tmd_library driver = {
    .names = (const char *const[]){"libcuda.so.1", "libcuda.so", NULL},
    .symbols = (const struct tmd_symbol[]){CU_CALLS(SYMBOL){NULL, NULL}},
    .what = "--device cuda",
    .missing = "no CUDA driver (libcuda.so.1)"};
#undef LIBRARY
#define LIBRARY rtc
static struct tmd_library compiler = {
    .names = (const char *const[]){"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2",
                                   "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so", NULL},
    .symbols = (const struct tmd_symbol[]){RTC_CALLS(SYMBOL){NULL, NULL}},
    .what = "cuda",
    .missing = "no compiler (libnvrtc.so), and no compiled kernels for this device"};

static int load(void) {
  static int started;
  if (tmd_library_load(&driver)) return -1;
  const int status = started ? 0 : cu.init(0);
  if (status != 100 && check(status, "the driver does not start"))
    return -1; /* 100: no device; a count of 0 says so */
  started = 1;
  return 0;
}

/* "-DA=1 -DB=2" and what every program gets; contraction is off unless they say otherwise. */
static void write_options(char text[OPTIONS_BYTES], const char *definitions, int architecture) {
  snprintf(
      text, OPTIONS_BYTES,
      "-arch=sm_%d %s-std=c++20 -default-device --device-int128 -diag-suppress=177 --ptxas-options=-v %s",
      architecture, strstr(definitions, "--fmad") ? "" : "--fmad=false ", definitions);
}

int tmd_cuda_compile(const char *program, const char *source, const char *definitions,
                     int architecture, struct tmd_cubin *made) {
  char words[OPTIONS_BYTES];
  const char *options[OPTIONS];
  void *handle;
  size_t bytes = 0;
  int count = 0;
  if (tmd_library_load(&compiler)) return -1;
  write_options(words, definitions, architecture);
  for (char *word = strtok(words, " "); word && count < OPTIONS; word = strtok(NULL, " "))
    options[count++] = word;
  if (rtc.create(&handle, source, program, 0, NULL, NULL))
    return tmd_error(TMD_USAGE, "cuda: %s: the compiler does not start", program);
  int status = rtc.compile(handle, count, options);
  rtc.log_bytes(handle, &bytes);
  made->log = tmd_allocate(bytes + 1);
  made->log[0] = made->log[bytes] = 0;
  rtc.log(handle, made->log);
  tmd_printable(made->log, 1);
  made->bytes = 0;
  if (status == 0) status = rtc.cubin_bytes(handle, &made->bytes);
  made->code = tmd_allocate(made->bytes + 1);
  if (status == 0) status = rtc.cubin(handle, made->code);
  rtc.destroy(&handle);
  if (status == 0) return 0;
  fprintf(stderr, "%s\n", made->log);
  tmd_cubin_free(made);
  return tmd_error(TMD_USAGE, "cuda: %s does not compile for sm_%d (error %d)", program,
                   architecture, status);
}

void tmd_cubin_free(struct tmd_cubin *made) {
  free(made->code);
  free(made->log);
}

void tmd_cuda_identify(struct tmd_kernel_identity *identity, const char *program,
                       const char *source, const char *definitions, int architecture) {
  char options[OPTIONS_BYTES];
  write_options(options, definitions, architecture);
  tmd_kernel_identify(identity, program, source, options, architecture);
}

/* ---- the back end ---- */

static int count(void) {
  int found = 0;
  if (load()) return -1;
  return cu.device_count(&found) == 0 ? found : 0;
}

static void describe(int index, char *text, size_t bytes) {
  int device;
  if (cu.device(&device, index) != 0 || cu.device_name(text, (int)bytes, device) != 0)
    snprintf(text, bytes, "unknown");
}

static void close_context(void *handle) {
  struct cuda_context *c = handle;
  for (int q = 0; q < TMD_QUEUES; q++)
    if (c->stream[q]) cu.stream_destroy(c->stream[q]);
  if (c->context) cu.release(c->device);
  free(c);
}

static void *open_context(int index, size_t *threads) {
  struct cuda_context *c = tmd_allocate(sizeof *c);
  int units = 1, each = 1, status;
  *c = (struct cuda_context){0};
  if ((status = cu.device(&c->device, index)) == 0 &&
      (status = cu.retain(&c->context, c->device)) == 0)
    status = cu.set_current(c->context);
  for (int q = 0; status == 0 && q < TMD_QUEUES; q++)
    status = cu.stream(&c->stream[q], CU_STREAM_NON_BLOCKING);
  if (status == 0) status = cu.attribute(&units, CU_MULTIPROCESSORS, c->device);
  if (status == 0) status = cu.attribute(&each, CU_THREADS_PER_MULTIPROCESSOR, c->device);
  if (status == 0) status = cu.attribute(&c->major, CU_MAJOR, c->device);
  if (status == 0) status = cu.attribute(&c->minor, CU_MINOR, c->device);
  if (check(status, "opening the device")) {
    close_context(c);
    return NULL;
  }
  *threads = (size_t)units * (size_t)each;
  return c;
}

/* The module of a file of the folder; NULL if there is none that may be used. */
static void *load_file(const char *folder, const struct tmd_kernel_identity *identity, int *bad) {
  void *module = NULL, *code = folder ? tmd_kernel_read(folder, identity, bad) : NULL;
  if (code && cu.module_load(&module, code) != 0) module = NULL;
  free(code);
  return module;
}

/* A damaged kernel beside the program is an error: somebody has put it there. One in the cache is
   compiled again. */
static void *build(void *handle, const char *program, const char *source, const char *definitions) {
  const struct cuda_context *c = handle;
  const int architecture = 10 * c->major + c->minor;
  char beside[2048], cache[2048];
  struct tmd_kernel_identity identity;
  struct tmd_cubin made;
  int bad = 0;
  tmd_cuda_identify(&identity, program, source, definitions, architecture);
  void *module = load_file(tmd_kernels_beside_program(beside, sizeof beside), &identity, &bad);
  if (module || bad) return module;
  const char *folder = tmd_kernel_cache(cache, sizeof cache);
  if ((module = load_file(folder, &identity, &bad))) return module;
  if (tmd_cuda_compile(program, source, definitions, architecture, &made)) return NULL;
  const int failed = check(cu.module_load(&module, made.code), program);
  if (!failed && folder)
    (void)!tmd_kernel_write(folder, &identity, made.code,
                            made.bytes); /* if it cannot be kept, it is not */
  tmd_cubin_free(&made);
  return failed ? NULL : module;
}

static void *kernel(void *context, void *module, const char *name) {
  void *function;
  (void)context;
  return check(cu.module_function(&function, module, name), name) ? NULL : function;
}

static int allocate(void *context, size_t bytes, uint64_t *memory) {
  (void)context;
  return check(cu.allocate(memory, bytes), "allocating memory");
}

static void release(void *context, uint64_t memory) {
  (void)context;
  cu.free(memory);
}

static void *allocate_host(void *context, size_t bytes) {
  void *memory;
  (void)context;
  return check(cu.allocate_host(&memory, bytes), "allocating memory of the host") ? NULL : memory;
}

static void release_host(void *context, void *memory) {
  (void)context;
  cu.free_host(memory);
}

static int upload(void *handle, int queue, uint64_t to, const void *from, size_t bytes) {
  const struct cuda_context *c = handle;
  return check(cu.upload(to, from, bytes, c->stream[queue]), "a copy to the device");
}

static int download(void *handle, int queue, void *to, uint64_t from, size_t bytes) {
  const struct cuda_context *c = handle;
  return check(cu.download(to, from, bytes, c->stream[queue]), "a copy from the device");
}

static int launch(void *handle, int queue, void *function, size_t groups,
                  const struct tmd_argument *arguments, int arguments_count) {
  const struct cuda_context *c = handle;
  void *places[OPTIONS] = {0}; /* ends with NULL, for drivers that count */
  for (int i = 0; i < arguments_count; i++)
    places[i] = (void *)(uintptr_t)(arguments[i].buffer ? &arguments[i].buffer->handle
                                                        : &arguments[i].number);
  return check(cu.launch(function, (unsigned)groups, 1, 1, TMD_GROUP, 1, 1, 0, c->stream[queue],
                         places, NULL),
               "starting a kernel");
}

static int wait_for(void *handle, int queue) {
  const struct cuda_context *c = handle;
  return check(cu.synchronize(c->stream[queue]), "a kernel");
}

static int has_half(void *handle) {
  (void)handle;
  return 0; /* without the headers of CUDA */
}

const struct tmd_backend tmd_backend_cuda = {
    "cuda",  count,         describe,     open_context, close_context, build,  kernel,   allocate,
    release, allocate_host, release_host, upload,       download,      launch, wait_for, has_half};
