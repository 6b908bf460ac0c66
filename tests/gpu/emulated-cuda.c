/* A CUDA driver and NVRTC on the CPU, so that kernels/device/cuda.c and all above it run in tests
   on machines without a GPU: the folder with libcuda.so.1 and libnvrtc.so.13 (this, twice) goes
   into LD_LIBRARY_PATH. It is strict where a GPU is fast:

   - copies and launches are done when their stream is waited for, not before, and copies take what
   the mirror has then;
   - memory starts as 0xAA, lies between pages that cannot be touched, and cannot be touched once it
   is free;
   - arguments of a kernel are checked against its text, threads of a group must meet at every
   barrier, and their order changes;
   - calls need a context that is current in their thread; after a failure everything fails.

   TMD_EMULATED_FAULT: flip (downloads flip a bit), launch (launches fail), places (so does the
   third one of exhaust_places, the second after the self-test), nodevice, memory:N (allocations
   after the first N fail); or
   TMD_EMULATED_COMPILER='THIS=>THAT': the compiler takes that for this. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#pragma GCC diagnostic ignored \
    "-Wmissing-prototypes" /* NVIDIA's headers, which have them, are not needed to build */

#define STATUS_LIST(S)                                                           \
  S(INVALID_VALUE, 1, "invalid argument"), S(OUT_OF_MEMORY, 2, "out of memory"), \
      S(NOT_INITIALIZED, 3, "initialization error"),                             \
      S(NO_DEVICE, 100, "no CUDA-capable device is detected"),                   \
      S(INVALID_IMAGE, 200, "device kernel image is invalid"),                   \
      S(INVALID_CONTEXT, 201, "invalid device context"),                         \
      S(NOT_FOUND, 500, "named symbol not found"),                               \
      S(ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered"),       \
      S(LAUNCH_FAILED, 719, "unspecified launch failure")
#define STATUS_ENUMERATOR(status, number, text) status = number
#define STATUS_ROW(status, number, text) {number, text}
enum { STATUS_LIST(STATUS_ENUMERATOR) };
enum { GROUP = 256, ARGUMENTS = 24, PAGE = 4096, ALIGNMENT = 64, STACK = 1 << 18, PATTERN = 0xAA };

static int broken; /* the failure after which everything fails */
static _Thread_local void *current;

static int fail(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("emulated-cuda: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  return broken = status;
}

static int ready(void) { return broken ? broken : current ? 0 : INVALID_CONTEXT; }

static int fault(const char *name) {
  const char *wanted = getenv("TMD_EMULATED_FAULT");
  return wanted && strcmp(wanted, name) == 0;
}

static int out_of_memory(void) {
  static int made;
  const char *wanted = getenv("TMD_EMULATED_FAULT");
  return wanted && !strncmp(wanted, "memory:", 7) && made++ >= atoi(wanted + 7);
}

/* ---- memory: [no access] [pattern] the buffer [pattern, less than ALIGNMENT] [no access] ---- */

struct allocation {
  unsigned char *base, *start;
  size_t mapped, bytes;
  int device;
  struct allocation *next;
};
static struct allocation *allocations;

static void *allocate(size_t bytes, int device) {
  const size_t body = (bytes + PAGE - 1) / PAGE * PAGE, mapped = body + 2 * PAGE;
  unsigned char *base =
      mmap(NULL, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED || mprotect(base + PAGE, body, PROT_READ | PROT_WRITE)) return NULL;
  memset(base + PAGE, PATTERN, body);
  struct allocation *made = malloc(sizeof *made);
  const size_t room = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  *made = (struct allocation){base, base + PAGE + body - room, mapped, bytes, device, allocations};
  allocations = made;
  return made->start;
}

static const struct allocation *allocation_of(const void *memory, size_t bytes, int device) {
  for (const struct allocation *a = allocations; a; a = a->next) {
    const size_t offset = (size_t)((const unsigned char *)memory - a->start);
    if (a->device == device && offset <= a->bytes && bytes <= a->bytes - offset) return a;
  }
  return NULL;
}

static int pattern_only(const unsigned char *from, const unsigned char *end) {
  while (from < end)
    if (*from++ != PATTERN) return 0;
  return 1;
}

static int check_edges(const struct allocation *a) {
  if (pattern_only(a->base + PAGE, a->start) &&
      pattern_only(a->start + a->bytes, a->base + a->mapped - PAGE))
    return 0;
  return fail(ILLEGAL_ADDRESS, "something wrote beside a buffer of %zu bytes", a->bytes);
}

/* The addresses stay taken, so that late uses hit nothing else. */
static int release(void *memory, int device) {
  for (struct allocation **place = &allocations; *place; place = &(*place)->next) {
    struct allocation *a = *place;
    if (a->start != memory || a->device != device) continue;
    const int status = check_edges(a);
    mmap(a->base, a->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
         0);
    *place = a->next;
    free(a);
    return status;
  }
  return INVALID_VALUE;
}

/* ---- kernels: threads are fibers, entered in turn from barrier to barrier ---- */

struct kernel {
  void *function;
  char name[64], signature[ARGUMENTS + 1]; /* p: pointer, n: number */
  struct kernel *next;
};

uint32_t tmd_emulated_local;
uint64_t tmd_emulated_group;
void tmd_emulated_barrier(void);

struct fiber {
  void *resume[5];
  uint32_t thread;
  int started, waiting;
};
static struct fiber fibers[GROUP], *running;
static void *scheduler[5];
static struct {
  const struct kernel *kernel;
  const uint64_t *arguments;
  uint32_t taken; /* threads of the group that have begun */
} job;

/* An ABI in which the caller clears the stack lets it pass more arguments than are taken. */
static void call(const void *function, const uint64_t *a) {
  typedef uint64_t n;
  ((void (*)(n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n))function)(
      a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14],
      a[15], a[16], a[17], a[18], a[19], a[20], a[21], a[22], a[23]);
}

static __attribute__((noinline)) void jump(void **to) { __builtin_longjmp(to, 1); }

static __attribute__((noinline)) void leave(int waiting) {
  running->waiting = waiting;
  if (__builtin_setjmp(running->resume) == 0) jump(scheduler);
  __asm__ volatile("" ::: "memory");
}

void tmd_emulated_barrier(void) { leave(1); }

/* Thread after thread, until one waits: then another fiber goes on with the rest. */
static void work(void) {
  for (;; leave(0))
    while (job.taken < GROUP) {
      const uint32_t turn = job.taken++;
      tmd_emulated_local = running->thread = tmd_emulated_group % 2 ? GROUP - 1 - turn : turn;
      call(job.kernel->function, job.arguments);
    }
}

static void start(struct fiber *fiber) {
  ucontext_t context;
  fiber->started = 1;
  getcontext(&context);
  char *stack = mmap(NULL, PAGE + STACK, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  mprotect(stack, PAGE, PROT_NONE);
  context.uc_stack.ss_sp = stack + PAGE;
  context.uc_stack.ss_size = STACK;
  makecontext(&context, work, 0);
  setcontext(&context);
}

/* Until the fiber waits or has nothing left to do; says whether it waits. */
static __attribute__((noinline)) int enter(struct fiber *fiber) {
  running = fiber;
  tmd_emulated_local = fiber->thread;
  if (__builtin_setjmp(scheduler) == 0) {
    if (running->started) jump(running->resume);
    start(running);
  }
  __asm__ volatile("" ::: "memory");
  return running->waiting;
}

/* Forwards and backwards in turn: a barrier that is missing shows in one of them. */
static int run_group(void) {
  int waiting = 0;
  job.taken = 0;
  while (job.taken < GROUP) waiting += enter(&fibers[waiting]);
  for (int round = 0; waiting == GROUP; round++) {
    waiting = 0;
    for (int i = 0; i < GROUP; i++) waiting += enter(&fibers[round % 2 ? i : GROUP - 1 - i]);
  }
  return waiting;
}

static sigjmp_buf after_fault;
static void on_fault(int number) { siglongjmp(after_fault, number); }

static int run_groups(uint64_t groups) {
  static int backwards;
  static char stack[1 << 16];
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK}, before;
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack}, alternate_before;
  volatile int missed = 0, number;
  sigaltstack(&alternate, &alternate_before);
  sigaction(SIGSEGV, &action, &before);
  backwards = !backwards;
  if ((number = sigsetjmp(after_fault, 1)) == 0)
    for (uint64_t g = 0; g < groups && !missed; g++) {
      tmd_emulated_group = backwards ? groups - 1 - g : g;
      missed = run_group();
    }
  sigaction(SIGSEGV, &before, NULL);
  sigaltstack(&alternate_before, NULL);
  const char *name = job.kernel->name;
  const unsigned long group = tmd_emulated_group;
  if (number)
    return fail(ILLEGAL_ADDRESS, "%s: group %lu, thread %u touches what is no buffer", name, group,
                tmd_emulated_local);
  return missed
             ? fail(LAUNCH_FAILED, "%s: group %lu: %d threads wait at a barrier that others miss",
                    name, group, missed)
             : 0;
}

/* ---- streams ---- */

struct operation {
  enum { UPLOAD, DOWNLOAD, LAUNCH } kind;
  void *memory, *host;
  size_t bytes;
  const struct kernel *kernel;
  uint64_t groups, arguments[ARGUMENTS];
  struct operation *next;
};

struct stream {
  struct operation *first, **end;
};

static int add(struct stream *stream, const struct operation *operation) {
  struct operation *added = malloc(sizeof *added);
  *added = *operation;
  *stream->end = added;
  stream->end = &added->next;
  return 0;
}

static struct operation *take(struct stream *stream) {
  struct operation *first = stream->first;
  if (first && !(stream->first = first->next)) stream->end = &stream->first;
  return first;
}

static int copy(const struct operation *o) {
  if (!allocation_of(o->memory, o->bytes, 1) || !allocation_of(o->host, o->bytes, 0))
    return fail(ILLEGAL_ADDRESS, "a buffer was freed before its copy");
  if (o->kind == UPLOAD) memcpy(o->memory, o->host, o->bytes);
  else memcpy(o->host, o->memory, o->bytes);
  if (o->kind == DOWNLOAD && fault("flip")) ((unsigned char *)o->host)[o->bytes / 2] ^= 0x10;
  return 0;
}

static int launch(const struct operation *o) {
  for (int i = 0; o->kernel->signature[i]; i++)
    if (o->kernel->signature[i] == 'p' && o->arguments[i] &&
        !allocation_of((void *)o->arguments[i], 1, 1))
      return fail(ILLEGAL_ADDRESS, "%s: argument %d is no buffer", o->kernel->name, i);
  job.kernel = o->kernel;
  job.arguments = o->arguments;
  return run_groups(o->groups);
}

static int empty(struct stream *stream) {
  int status = 0;
  for (struct operation *o; (o = take(stream)); free(o))
    if (status == 0) status = o->kind == LAUNCH ? launch(o) : copy(o);
  for (const struct allocation *a = allocations; a && status == 0; a = a->next)
    status = check_edges(a);
  return status;
}

/* ---- the driver ---- */

/* Kernels look for the names above in the global scope. */
int cuInit(unsigned flags) {
  Dl_info self;
  (void)flags;
  if (fault("nodevice")) return NO_DEVICE;
  return dladdr((void *)cuInit, &self) &&
                 dlopen(self.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD)
             ? 0
             : NOT_INITIALIZED;
}

int cuDeviceGetCount(int *count) {
  *count = 1;
  return fault("nodevice") ? NOT_INITIALIZED : 0;
}

int cuDeviceGet(int *device, int index) {
  *device = index;
  return index == 0 ? 0 : INVALID_VALUE;
}

int cuDeviceGetName(char *name, int bytes, int device) {
  snprintf(name, (size_t)bytes, "emulated");
  return device == 0 ? 0 : INVALID_VALUE;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  switch (attribute) {
  case 16: *value = 2; break;    /* multiprocessors: few, so that tests have many batches */
  case 39: *value = 2048; break; /* threads of one */
  case 75: *value = 9; break;    /* sm_90 */
  case 76: *value = 0; break;
  default: return INVALID_VALUE;
  }
  return device == 0 ? 0 : INVALID_VALUE;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = &broken;
  return device == 0 ? 0 : INVALID_VALUE;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  current = NULL;
  return device == 0 ? 0 : INVALID_VALUE;
}

int cuCtxSetCurrent(void *context) {
  current = context;
  return 0;
}

int cuMemAlloc_v2(uint64_t *memory, size_t bytes) {
  if (ready()) return ready();
  if (out_of_memory()) return OUT_OF_MEMORY;
  *memory = bytes ? (uint64_t)allocate(bytes, 1) : 0;
  return *memory ? 0 : INVALID_VALUE;
}

int cuMemAllocHost_v2(void **memory, size_t bytes) {
  if (ready()) return ready();
  if (out_of_memory()) return OUT_OF_MEMORY;
  *memory = bytes ? allocate(bytes, 0) : NULL;
  return *memory ? 0 : INVALID_VALUE;
}

int cuMemFree_v2(uint64_t memory) { return ready() ? ready() : release((void *)memory, 1); }
int cuMemFreeHost(void *memory) { return ready() ? ready() : release(memory, 0); }

int cuStreamCreate(void **made, unsigned flags) {
  struct stream *stream = malloc(sizeof *stream);
  (void)flags;
  *stream = (struct stream){NULL, &stream->first};
  *made = stream;
  return ready();
}

int cuStreamDestroy_v2(void *stream) {
  for (struct operation *o; (o = take(stream));) free(o);
  free(stream);
  return ready();
}

int cuStreamSynchronize(void *stream) { return ready() ? ready() : empty(stream); }

static int add_copy(const struct operation *o, void *stream) {
  if (ready()) return ready();
  return allocation_of(o->memory, o->bytes, 1) && allocation_of(o->host, o->bytes, 0)
             ? add(stream, o)
             : INVALID_VALUE;
}

int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, void *stream) {
  return add_copy(
      &(struct operation){
          .kind = UPLOAD, .memory = (void *)to, .host = (void *)from, .bytes = bytes},
      stream);
}

int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *stream) {
  return add_copy(
      &(struct operation){.kind = DOWNLOAD, .memory = (void *)from, .host = to, .bytes = bytes},
      stream);
}

static int is_third_of_places(const struct kernel *kernel) {
  static int launches;
  return fault("places") && strcmp(kernel->name, "exhaust_places") == 0 && ++launches == 3;
}

/* So many parameters because the driver has them. It knows the number of arguments from the kernel;
   that as many were given shows by the NULL after them. */
int cuLaunchKernel(void *function, unsigned groups, unsigned groups_y, unsigned groups_z,
                   unsigned threads, unsigned threads_y, unsigned threads_z, unsigned shared,
                   void *stream, void **arguments, void **extra) {
  const struct kernel *kernel = function;
  struct operation o = {.kind = LAUNCH, .kernel = kernel, .groups = groups};
  const size_t count = strlen(kernel->signature);
  if (ready()) return ready();
  if (fault("launch") || is_third_of_places(kernel)) return broken = ILLEGAL_ADDRESS;
  if (groups == 0 || groups > INT32_MAX || groups_y != 1 || groups_z != 1) return INVALID_VALUE;
  if (threads != GROUP || threads_y != 1 || threads_z != 1 || shared || extra) return INVALID_VALUE;
  for (size_t i = 0; i < count; i++) {
    if (!arguments[i]) return INVALID_VALUE;
    memcpy(&o.arguments[i], arguments[i], sizeof o.arguments[i]);
  }
  return arguments[count] ? INVALID_VALUE : add(stream, &o);
}

int cuGetErrorString(int status, const char **text) {
  static const struct {
    int status;
    const char *text;
  } rows[] = {STATUS_LIST(STATUS_ROW)};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].status == status) return *text = rows[i].text, 0;
  return INVALID_VALUE;
}

/* ---- code: a header, then a shared object. No ELF in front, so that no driver takes it for its
   own ---- */

struct header {
  char magic[8];
  uint64_t bytes;
};
static const char magic[8] = {'T', 'M', 'D', 'e', 'm', 'u', 'l', '1'};

static const char *temporary(void) {
  const char *folder = getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

int cuModuleLoadData(void **module, const void *image) {
  struct header header;
  char path[1024];
  if (ready()) return ready();
  memcpy(&header, image, sizeof header);
  if (memcmp(header.magic, magic, sizeof magic) != 0) return INVALID_IMAGE;
  snprintf(path, sizeof path, "%s/tmd-module-XXXXXX", temporary());
  const int file = mkstemp(path);
  if (file < 0) return INVALID_IMAGE;
  const ssize_t written = write(file, (const char *)image + sizeof header, header.bytes);
  close(file);
  *module = written == (ssize_t)header.bytes ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  unlink(path);
  return *module ? 0 : INVALID_IMAGE;
}

int cuModuleGetFunction(void **function, void *module, const char *name) {
  static struct kernel *kernels;
  char symbol[96];
  if (ready()) return ready();
  snprintf(symbol, sizeof symbol, "tmd_signature_%s", name);
  void *address = dlsym(module, name);
  const char *signature = dlsym(module, symbol);
  if (!address || !signature) return NOT_FOUND;
  struct kernel *kernel = malloc(sizeof *kernel);
  *kernel = (struct kernel){.function = address, .next = kernels};
  snprintf(kernel->name, sizeof kernel->name, "%s", name);
  snprintf(kernel->signature, sizeof kernel->signature, "%s", signature);
  *function = kernels = kernel;
  return 0;
}

/* ---- the compiler: gcc ---- */

struct program {
  char *source, *log, *code;
  size_t log_bytes, code_bytes;
};

/* "D_KERNEL name(D_GLOBAL uint64_t *a, uint64_t b)", or D_KERNEL_OF(...): that name takes a pointer
   and a number. */
static void write_signatures(FILE *out, const char *source) {
  static const char word[] = "D_KERNEL";
  for (const char *at = source; (at = strstr(at, word));) {
    char name[64];
    int read = 0;
    at += sizeof word - 1;
    if (strncmp(at, "_OF(", 4) == 0) at += strcspn(at, ")") + 1;
    if (sscanf(at, " %63[A-Za-z0-9_](%n", name, &read) != 1 || read == 0) continue;
    fprintf(out, "\n#ifndef SIGNATURE_%s\n#define SIGNATURE_%s\nconst char tmd_signature_%s[] = \"",
            name, name, name);
    for (at += read; *at && *at != ')'; at += *at == ',') {
      const size_t length = strcspn(at, ",)");
      fputc(memchr(at, '*', length) ? 'p' : 'n', out);
      at += length;
    }
    fputs("\";\n#endif\n", out);
  }
}

/* The source as the compiler understands it. */
static void write_understood(FILE *file, const char *source) {
  const char *fault = getenv("TMD_EMULATED_COMPILER"), *arrow = fault ? strstr(fault, "=>") : NULL;
  const size_t bytes = arrow ? (size_t)(arrow - fault) : 0;
  for (const char *at; bytes > 0 && (at = memmem(source, strlen(source), fault, bytes));
       source = at + bytes)
    fprintf(file, "%.*s%s", (int)(at - source), source, arrow + 2);
  fputs(source, file);
}

static int write_source(const char *path, const char *source) {
  FILE *file = fopen(path, "w");
  if (!file) return -1;
  write_understood(file, source);
  write_signatures(file, source);
  return fclose(file);
}

/* The file's bytes behind `room` bytes, and a 0; NULL if it cannot be read. */
static char *read_file(const char *path, size_t room, size_t *bytes) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *bytes = (size_t)ftell(file);
  rewind(file);
  char *text = calloc(1, room + *bytes + 1);
  *bytes = fread(text + room, 1, *bytes, file);
  fclose(file);
  return text;
}

int nvrtcCreateProgram(void **made, const char *source, const char *name, int headers,
                       const char *const *texts, const char *const *names) {
  struct program *program = calloc(1, sizeof *program);
  (void)name, (void)texts, (void)names;
  program->source = strdup(source);
  *made = program;
  return headers ? 3 : 0;
}

int nvrtcCompileProgram(void *handle, int count, const char *const *options) {
  struct program *program = handle;
  char folder[512], source[600], object[600], log[600];
  char *command;
  size_t length;
  snprintf(folder, sizeof folder, "%s/tmd-compile-XXXXXX", temporary());
  if (!mkdtemp(folder)) return 1;
  snprintf(source, sizeof source, "%s/program.c", folder);
  snprintf(object, sizeof object, "%s/program.so", folder);
  snprintf(log, sizeof log, "%s/log", folder);
  FILE *words = open_memstream(&command, &length);
  fprintf(words,
          "command -v gcc >/dev/null && gcc -x c -std=gnu11 -shared -fPIC -O2 -w -ffp-contract=off "
          "-fno-math-errno -fno-trapping-math -include stdint.h -include math.h -DTMD_EMULATED "
          "'%s' -o '%s' -lm",
          source, object);
  for (int i = 0; i < count; i++)
    if (strncmp(options[i], "-D", 2) == 0) fprintf(words, " '%s'", options[i]);
  fprintf(words, " >'%s' 2>&1", log);
  fclose(words);
  const int failed = write_source(source, program->source) || system(command);
  free(command);
  program->log = read_file(log, 0, &program->log_bytes);
  size_t bytes = 0;
  if (!failed && (program->code = read_file(object, sizeof(struct header), &bytes))) {
    struct header header = {.bytes = bytes};
    memcpy(header.magic, magic, sizeof magic);
    memcpy(program->code, &header, sizeof header);
    program->code_bytes = sizeof header + bytes;
  }
  unlink(source), unlink(object), unlink(log), rmdir(folder);
  return program->code ? 0 : 6; /* compilation */
}

int nvrtcGetProgramLogSize(void *handle, size_t *bytes) {
  *bytes = ((struct program *)handle)->log_bytes + 1;
  return 0;
}

int nvrtcGetProgramLog(void *handle, char *log) {
  const struct program *program = handle;
  strcpy(log, program->log ? program->log : "");
  return 0;
}

int nvrtcGetCUBINSize(void *handle, size_t *bytes) {
  *bytes = ((struct program *)handle)->code_bytes;
  return 0;
}

int nvrtcGetCUBIN(void *handle, char *code) {
  const struct program *program = handle;
  memcpy(code, program->code, program->code_bytes);
  return 0;
}

int nvrtcDestroyProgram(void **handle) {
  struct program *program = *handle;
  free(program->source), free(program->log), free(program->code), free(program);
  return 0;
}
