/* CUDA: driver and NVRTC, opened when the program runs. Declarations are the few of cuda.h and nvrtc.h that are used here, so
   that no toolkit is needed to build. Compiled kernels are kept as files NAME-HASH-sm_XX.cubin, HASH over text and options:
   looked for in $TMD_KERNELS, in ../kernels beside the program's folder, and in the user's cache, where new ones go; so a machine
   with a driver alone runs kernels that were compiled elsewhere. */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "lib/base/error.h"
#include "kernels/device/backend.h"
#include "kernels/device/cuda.h"

enum { /* cuda.h */
  CU_MULTIPROCESSORS = 16, CU_THREADS_PER_MULTIPROCESSOR = 39, CU_MAJOR = 75, CU_MINOR = 76, CU_STREAM_NON_BLOCKING = 1,
  OPTIONS = 32
};

static struct {
  int (*init)(unsigned);
  int (*device_count)(int *);
  int (*device)(int *, int);
  int (*device_name)(char *, int, int);
  int (*attribute)(int *, int, int);
  int (*retain)(void **, int);
  int (*release)(int);
  int (*set_current)(void *);
  int (*module_load)(void **, const void *);
  int (*module_function)(void **, void *, const char *);
  int (*allocate)(uint64_t *, size_t);
  int (*free)(uint64_t);
  int (*allocate_host)(void **, size_t);
  int (*free_host)(void *);
  int (*stream)(void **, unsigned);
  int (*stream_destroy)(void *);
  int (*upload)(uint64_t, const void *, size_t, void *);
  int (*download)(void *, uint64_t, size_t, void *);
  int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
  int (*synchronize)(void *);
  int (*error_text)(int, const char **);
} cu;

static struct {
  int (*create)(void **, const char *, const char *, int, const char *const *, const char *const *);
  int (*compile)(void *, int, const char *const *);
  int (*log_bytes)(void *, size_t *);
  int (*log)(void *, char *);
  int (*cubin_bytes)(void *, size_t *);
  int (*cubin)(void *, char *);
  int (*destroy)(void **);
} rtc;

struct context {
  int device, major, minor;
  void *context, *stream[TMD_QUEUES];
};

static int check(int status, const char *what) {
  const char *text = NULL;
  if (status == 0) return 0;
  if (cu.error_text(status, &text) != 0 || !text) text = "unknown error";
  return tmd_error(TMD_USAGE, "cuda: %s: %s (%d)", what, text, status);
}

static int load(void) {
  static const char *const names[] = {"libcuda.so.1", "libcuda.so", NULL};
  static const struct tmd_symbol symbols[] = {
      {"cuInit", (void **)&cu.init},                              {"cuDeviceGetCount", (void **)&cu.device_count},
      {"cuDeviceGet", (void **)&cu.device},                       {"cuDeviceGetName", (void **)&cu.device_name},
      {"cuDeviceGetAttribute", (void **)&cu.attribute},           {"cuDevicePrimaryCtxRetain", (void **)&cu.retain},
      {"cuDevicePrimaryCtxRelease_v2", (void **)&cu.release},     {"cuCtxSetCurrent", (void **)&cu.set_current},
      {"cuModuleLoadData", (void **)&cu.module_load},             {"cuModuleGetFunction", (void **)&cu.module_function},
      {"cuMemAlloc_v2", (void **)&cu.allocate},                   {"cuMemFree_v2", (void **)&cu.free},
      {"cuMemAllocHost_v2", (void **)&cu.allocate_host},          {"cuMemFreeHost", (void **)&cu.free_host},
      {"cuStreamCreate", (void **)&cu.stream},                    {"cuStreamDestroy_v2", (void **)&cu.stream_destroy},
      {"cuMemcpyHtoDAsync_v2", (void **)&cu.upload},              {"cuMemcpyDtoHAsync_v2", (void **)&cu.download},
      {"cuLaunchKernel", (void **)&cu.launch},                    {"cuStreamSynchronize", (void **)&cu.synchronize},
      {"cuGetErrorString", (void **)&cu.error_text},              {NULL, NULL}};
  static int loaded;
  if (loaded) return 0;
  void *library = tmd_library_open(names);
  if (!library) return tmd_error(TMD_USAGE, "--device cuda: no CUDA driver (libcuda.so.1)");
  if (tmd_library_symbols(library, "--device cuda", symbols)) return -1;
  const int status = cu.init(0);
  if (status != 100 && check(status, "the driver does not start")) return -1; /* 100: no device; a count of 0 says so */
  loaded = 1;
  return 0;
}

static int load_compiler(void) {
  static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so",
                                      "/usr/local/cuda/lib64/libnvrtc.so", NULL};
  static const struct tmd_symbol symbols[] = {
      {"nvrtcCreateProgram", (void **)&rtc.create},        {"nvrtcCompileProgram", (void **)&rtc.compile},
      {"nvrtcGetProgramLogSize", (void **)&rtc.log_bytes}, {"nvrtcGetProgramLog", (void **)&rtc.log},
      {"nvrtcGetCUBINSize", (void **)&rtc.cubin_bytes},    {"nvrtcGetCUBIN", (void **)&rtc.cubin},
      {"nvrtcDestroyProgram", (void **)&rtc.destroy},      {NULL, NULL}};
  static int loaded;
  if (loaded) return 0;
  void *library = tmd_library_open(names);
  if (!library) return tmd_error(TMD_USAGE, "cuda: no compiler (libnvrtc.so), and no compiled kernels for this device");
  if (tmd_library_symbols(library, "cuda", symbols)) return -1;
  loaded = 1;
  return 0;
}

/* "-DA=1 -DB=2" and what every program gets, as words; `words` holds them. */
static int split_options(const char *options[OPTIONS], char *words, size_t bytes, const char *definitions, int architecture) {
  int count = 0;
  snprintf(words, bytes,
           "-arch=sm_%d --fmad=false -std=c++20 -default-device --device-int128 -diag-suppress=177 --ptxas-options=-v %s",
           architecture, definitions);
  for (char *word = strtok(words, " "); word && count < OPTIONS; word = strtok(NULL, " ")) options[count++] = word;
  return count;
}

int tmd_cuda_compile(const char *program, const char *source, const char *definitions, int architecture, struct tmd_cubin *made) {
  char words[1024];
  const char *options[OPTIONS];
  void *handle;
  size_t bytes = 0;
  if (load_compiler()) return -1;
  const int count = split_options(options, words, sizeof words, definitions, architecture);
  if (rtc.create(&handle, source, program, 0, NULL, NULL))
    return tmd_error(TMD_USAGE, "cuda: %s: the compiler does not start", program);
  int status = rtc.compile(handle, count, options);
  rtc.log_bytes(handle, &bytes);
  made->log = tmd_allocate(bytes + 1);
  made->log[0] = 0;
  rtc.log(handle, made->log);
  made->bytes = 0;
  if (status == 0) status = rtc.cubin_bytes(handle, &made->bytes);
  made->code = tmd_allocate(made->bytes + 1);
  if (status == 0) status = rtc.cubin(handle, made->code);
  rtc.destroy(&handle);
  if (status == 0) return 0;
  fprintf(stderr, "%s\n", made->log);
  tmd_cubin_free(made);
  return tmd_error(TMD_USAGE, "cuda: %s does not compile for sm_%d (error %d)", program, architecture, status);
}

void tmd_cubin_free(struct tmd_cubin *made) {
  free(made->code);
  free(made->log);
}

void tmd_cuda_file_name(char *name, size_t bytes, const char *program, const char *source, const char *definitions,
                        int architecture) {
  const uint64_t hash = XXH64(definitions, strlen(definitions), XXH64(source, strlen(source), 0));
  snprintf(name, bytes, "%s-%016" PRIx64 "-sm_%d.cubin", program, hash, architecture);
}

/* ---- compiled kernels as files ---- */

static const char *user_cache(char *folder, size_t bytes) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (cache && *cache) snprintf(folder, bytes, "%s/tmd", cache);
  else if (home && *home) snprintf(folder, bytes, "%s/.cache/tmd", home);
  else return NULL;
  return folder;
}

static const char *beside_program(char *folder, size_t bytes) {
  const ssize_t length = readlink("/proc/self/exe", folder, bytes - 1);
  if (length <= 0) return NULL;
  folder[length] = 0;
  char *slash = strrchr(folder, '/');
  if (!slash || (size_t)(slash - folder) + sizeof "/../kernels" > bytes) return NULL;
  strcpy(slash, "/../kernels");
  return folder;
}

/* The file's bytes, NULL if there is none. */
static void *read_file(const char *folder, const char *name) {
  char path[4096];
  struct stat status;
  if (!folder || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return NULL;
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  char *bytes = fstat(fileno(file), &status) == 0 && status.st_size > 0 ? tmd_allocate((size_t)status.st_size) : NULL;
  if (bytes && fread(bytes, 1, (size_t)status.st_size, file) != (size_t)status.st_size) {
    free(bytes);
    bytes = NULL;
  }
  fclose(file);
  return bytes;
}

static void *look_for(const char *name) {
  char folder[2048];
  void *code = read_file(getenv("TMD_KERNELS"), name);
  if (!code) code = read_file(beside_program(folder, sizeof folder), name);
  if (!code) code = read_file(user_cache(folder, sizeof folder), name);
  return code;
}

/* A cache that cannot be written is no error. The name appears when the file is whole. */
static void keep(const char *name, const struct tmd_cubin *made) {
  char folder[2048], path[4096], part[4200];
  if (!user_cache(folder, sizeof folder)) return;
  char *slash = strrchr(folder, '/');
  *slash = 0;
  mkdir(folder, 0777);
  *slash = '/';
  mkdir(folder, 0777);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  snprintf(part, sizeof part, "%s.%ld", path, (long)getpid());
  FILE *file = fopen(part, "wb");
  if (!file) return;
  const int whole = fwrite(made->code, 1, made->bytes, file) == made->bytes;
  if (fclose(file) == 0 && whole && rename(part, path) == 0) return;
  unlink(part);
}

/* ---- the back end ---- */

static int count(void) {
  int found = 0;
  if (load()) return -1;
  return cu.device_count(&found) == 0 ? found : 0;
}

static void describe(int index, char *text, size_t bytes) {
  int device;
  if (cu.device(&device, index) != 0 || cu.device_name(text, (int)bytes, device) != 0) snprintf(text, bytes, "unknown");
}

static void close_context(void *handle) {
  struct context *c = handle;
  for (int q = 0; q < TMD_QUEUES; q++)
    if (c->stream[q]) cu.stream_destroy(c->stream[q]);
  if (c->context) cu.release(c->device);
  free(c);
}

static void *open_context(int index, size_t *threads) {
  struct context *c = tmd_allocate(sizeof *c);
  int units = 1, each = 1, status;
  *c = (struct context){0};
  if ((status = cu.device(&c->device, index)) == 0 && (status = cu.retain(&c->context, c->device)) == 0)
    status = cu.set_current(c->context);
  for (int q = 0; status == 0 && q < TMD_QUEUES; q++) status = cu.stream(&c->stream[q], CU_STREAM_NON_BLOCKING);
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

static void *build(void *handle, const char *program, const char *source, const char *definitions) {
  const struct context *c = handle;
  const int architecture = 10 * c->major + c->minor;
  char name[128];
  void *module = NULL;
  tmd_cuda_file_name(name, sizeof name, program, source, definitions, architecture);
  void *code = look_for(name);
  const int loaded = code && cu.module_load(&module, code) == 0;
  free(code);
  if (loaded) return module;
  struct tmd_cubin made;
  if (tmd_cuda_compile(program, source, definitions, architecture, &made)) return NULL;
  const int failed = check(cu.module_load(&module, made.code), program);
  if (!failed) keep(name, &made);
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
  const struct context *c = handle;
  return check(cu.upload(to, from, bytes, c->stream[queue]), "a copy to the device");
}

static int download(void *handle, int queue, void *to, uint64_t from, size_t bytes) {
  const struct context *c = handle;
  return check(cu.download(to, from, bytes, c->stream[queue]), "a copy from the device");
}

static int launch(void *handle, int queue, void *function, size_t groups, const struct tmd_argument *arguments,
                  int arguments_count) {
  const struct context *c = handle;
  void *places[OPTIONS] = {0}; /* ends with NULL, for drivers that count */
  for (int i = 0; i < arguments_count; i++)
    places[i] = (void *)(uintptr_t)(arguments[i].buffer ? &arguments[i].buffer->handle : &arguments[i].number);
  return check(cu.launch(function, (unsigned)groups, 1, 1, TMD_GROUP, 1, 1, 0, c->stream[queue], places, NULL),
               "starting a kernel");
}

static int wait_for(void *handle, int queue) {
  const struct context *c = handle;
  return check(cu.synchronize(c->stream[queue]), "a kernel");
}

const struct tmd_backend tmd_backend_cuda = {"cuda",       count,  describe, open_context, close_context,
                                             build,        kernel, allocate, release,      allocate_host,
                                             release_host, upload, download, launch,       wait_for};
