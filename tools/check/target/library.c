#define _GNU_SOURCE /* dladdr1, RTLD_DEEPBIND */
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "tools/check/target/jobs.h"

enum { CANDIDATES = 128 };

struct library {
  const struct tmd_target_options *options;
  int object; /* the built object; -1: the library is opened by its name */
  tmd_any_function *function;
  int *signgam;
  struct tmd_decimal_modes modes;
  struct tmd_callee
      candidates[CANDIDATES]; /* the second half, of lgamma: those that leave a sign in signgam */
  uint32_t count;
};

/* It binds to its own functions first, then to those of the tool's libm; sanitizers do not allow
   that. */
#if defined __SANITIZE_ADDRESS__ || !defined RTLD_DEEPBIND
enum { OPEN = RTLD_NOW | RTLD_LOCAL };
#else
enum { OPEN = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND };
#endif

/* A name without a slash is searched by the dynamic linker, or else is a file here. */
static void *open_library(const struct library *library) {
  const char *name = library->options->library;
  char file[1024];
  if (library->object >= 0) snprintf(file, sizeof file, "/proc/self/fd/%d", library->object);
  else snprintf(file, sizeof file, "./%.1000s", name);
  void *handle = dlopen(library->object >= 0 ? file : name, OPEN);
  if (!handle && !strchr(name, '/') && access(file, R_OK) == 0) handle = dlopen(file, OPEN);
  if (!handle) {
    const char *why = dlerror();
    const size_t bytes = strlen(name);
    if (strncmp(why, name, bytes) == 0 && why[bytes] == ':')
      why += bytes + 1 + (why[bytes + 1] == ' ');
    tmd_error(TMD_USAGE, "%.200s: %s", name, why);
  }
  return handle;
}

/* Finds a symbol in the library itself, not in one that it depends on, such as libm. */
static void *own_symbol(void *handle, const char *name) {
  struct link_map *map, *definer;
  Dl_info about;
  void *symbol = dlsym(handle, name);
  if (!symbol || dlinfo(handle, RTLD_DI_LINKMAP, &map)) return NULL;
  return dladdr1(symbol, &about, (void **)&definer, RTLD_DL_LINKMAP) && definer == map ? symbol
                                                                                       : NULL;
}

/* The library's rounding modes of decimal functions, also of a library that it depends on. */
static unsigned find_modes(struct library *library, void *handle) {
  library->modes.set = (int (*)(int))(tmd_any_function *)dlsym(handle, "fe_dec_setround");
  library->modes.get = (int (*)(void))(tmd_any_function *)dlsym(handle, "fe_dec_getround");
  return tmd_decimal_modes_of(&library->modes);
}

static int load(void *context, struct tmd_exchange *batch, int output) {
  (void)output;
  struct library *library = context;
  void *handle = open_library(library);
  if (!handle) return -1;
  for (uint32_t i = 0; i < library->count; i++) {
    const struct tmd_callee *callee = &library->candidates[i];
    if (!(library->function = (tmd_any_function *)own_symbol(handle, callee->symbol))) continue;
    if (callee->lanes > 1 && !tmd_vectors_supported(callee))
      return tmd_error(TMD_USAGE, "%s: this machine lacks its instructions", callee->symbol);
    batch->candidate = i;
    if (library->options->format.decimal) {
      batch->modes = find_modes(library, handle);
      return 0;
    }
    if (callee->shape == TMD_SHAPE_ONE && callee->lanes == 1 &&
        strcmp(library->options->function, "lgamma") == 0)
      library->signgam = dlsym(handle, "signgam"); /* libm's, if it has none of its own */
    if (library->signgam) batch->candidate += library->count;
    return 0;
  }
  batch->absent = 1;
  return tmd_error(TMD_USAGE,
                   library->options->symbol ? "%.200s: no symbol %s"
                                            : "%.200s: no symbol %s, and no other of its names",
                   library->options->library, library->candidates[0].symbol);
}

static int run(void *context, struct tmd_exchange *batch, int output) {
  const struct library *library = context;
  if (batch->callee.lanes == 1) {
    tmd_calls_run(batch, library->function, library->signgam, &library->modes, output);
  } else {
    tmd_vectors_run(batch, library->function);
    if (tmd_was_written(output))
      batch->found |= TMD_OBSERVED_OUTPUT; /* the call is not determined */
  }
  return 0;
}

/* 1 (message) if it is a source for devices. */
static int is_for_device(const char *name) {
  static const char *const ends[] = {".cl", ".cu"}, *const devices[] = {"opencl:0", "cuda:0"};
  const size_t bytes = strlen(name);
  for (int i = 0; i < 2; i++) {
    if (bytes <= 3 || strcmp(name + bytes - 3, ends[i])) continue;
    tmd_error(TMD_USAGE, "%.200s: a source for devices: --library %s --source %.200s", name,
              devices[i], name);
    return 1;
  }
  return 0;
}

int tmd_library_job(struct tmd_job *job, const struct tmd_target_options *options) {
  const char *symbols[CANDIDATES + 1] = {NULL};
  struct library *library = tmd_allocate(sizeof *library);
  int at = 0, more = 0;
  *library = (struct library){.options = options, .object = -1};
  *job = (struct tmd_job){.load = load,
                          .run = run,
                          .release = free,
                          .context = library,
                          .file = -1,
                          .sees_flags = 1,
                          .calls_itself = 1,
                          .decimal_encodings = options->format.decimal,
                          .candidates = library->candidates};
  if (is_for_device(options->library)) return -1;
  if (tmd_target_bytes(&options->format) == 1 && !options->as_bits)
    return tmd_error(TMD_USAGE,
                     "C has no type for formats of 8 bits: --bits8 passes them as uint8_t");
  while (library->count < CANDIDATES / 2 &&
         (more = tmd_callee_next(options, &at, &library->candidates[library->count])) == 1)
    symbols[library->count] = library->candidates[library->count].symbol, library->count++;
  if (more < 0) return -1;
  for (uint32_t i = 0; i < library->count; i++) {
    library->candidates[library->count + i] = library->candidates[i];
    library->candidates[library->count + i].shape = TMD_SHAPE_SIGNGAM;
  }
  job->candidate_count = 2 * library->count;
  if (tmd_build_needed(options->library))
    job->file = library->object = tmd_build(options->library, options->compiler, symbols);
  return tmd_build_needed(options->library) && library->object < 0 ? -1 : 0;
}
