/* The functions of a back end that device.c calls. Handles are the back end's; functions return 0
   or -1 (message) unless stated otherwise. */
#ifndef TMD_DEVICE_BACKEND_H
#define TMD_DEVICE_BACKEND_H

#include "kernels/device/device.h"

struct tmd_backend {
  const char *name;   /* "cuda" */
  int (*count)(void); /* devices; -1 and a message where the library is not there */
  void (*describe)(int index, char *text, size_t bytes);
  void *(*open)(int index, size_t *threads); /* NULL and a message */
  void (*close)(void *context);
  void *(*build)(void *context, const char *program, const char *source,
                 const char *definitions);                        /* NULL and a message */
  void *(*kernel)(void *context, void *module, const char *name); /* NULL and a message */
  int (*allocate)(void *context, size_t bytes, uint64_t *handle);
  void (*release)(void *context, uint64_t handle);
  void *(*allocate_host)(void *context, size_t bytes); /* NULL and a message */
  void (*release_host)(void *context, void *memory);
  int (*upload)(void *context, int queue, uint64_t handle, const void *from, size_t bytes);
  int (*download)(void *context, int queue, void *to, uint64_t handle, size_t bytes);
  int (*launch)(void *context, int queue, void *kernel, size_t groups,
                const struct tmd_argument *arguments, int count);
  int (*wait)(void *context, int queue);
  int (*has_half)(void *context); /* 1 if its C has numbers of binary16 */
};

/* The table of back ends, each in a file of its name. A new one has such a file, a row here and the
   words of its language in device-platform.h. */
#define TMD_BACKENDS(ROW) ROW(cuda) ROW(opencl)
#define TMD_BACKEND_DECLARE(name) extern const struct tmd_backend tmd_backend_##name;
TMD_BACKENDS(TMD_BACKEND_DECLARE)

/* Opens the first library of the list that there is, unless that is done, and looks up and stores
   its functions; both lists end with NULL. 0, or -1 (message: of `what`, that it is missing). */
struct tmd_library {
  const char *const *names;
  const struct tmd_symbol {
    const char *name;
    void **place;
  } *symbols;
  const char *what, *missing;
  int loaded;
};
int tmd_library_load(struct tmd_library *library);

/* Definitions for the compilation of every program. */
#define TMD_DEVICE_DEFINITIONS "-DTMD_DEVICE -DTMD_LANES=1 -DTMD_GROUP=256"

/* The text of a program (source.c), NULL if there is none of that name. */
const char *tmd_program_source(const char *program);

#endif
