#include "kernels/device/device.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/device/backend.h"
#include "kernels/device/check.h"
#include "lib/base/error.h"

#define TMD_BACKEND_ADDRESS(name) &tmd_backend_##name,
#define TMD_BACKEND_WORD(name) ", " #name
static const struct tmd_backend *const backends[] = {TMD_BACKENDS(TMD_BACKEND_ADDRESS)};
enum { BACKENDS = sizeof backends / sizeof *backends, NAME_BYTES = 160, DESCRIPTION_BYTES = 128 };

struct module {
  char *text, *program, *definitions; /* text: what was put before it */
  void *handle;
  struct module *next;
};

struct tmd_device_kernel {
  struct tmd_device *device;
  const struct module *module;
  char name[32];
  void *handle;
  int known;
  struct tmd_device_kernel *next;
};

struct tmd_device {
  const struct tmd_backend *backend;
  void *context;
  char name[NAME_BYTES];
  size_t threads;
  void (*built)(const char *program, const char *definitions);
  struct module *modules;
  struct tmd_device_kernel *kernels;
  int failed;
  struct tmd_fault fault;
};

int tmd_library_load(struct tmd_library *library) {
  void *handle = NULL;
  if (library->loaded) return 0;
  for (const char *const *name = library->names; *name && !handle; name++)
    handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return tmd_error(TMD_USAGE, "%s: %s", library->what, library->missing);
  for (const struct tmd_symbol *symbol = library->symbols; symbol->name; symbol++)
    if (!(*symbol->place = dlsym(handle, symbol->name)))
      return tmd_error(TMD_USAGE, "%s: the library has no %s", library->what, symbol->name);
  library->loaded = 1;
  return 0;
}

int tmd_device_each(void (*visit)(const char *name, const char *description)) {
  int found = 0;
  for (int b = 0; b < BACKENDS; b++)
    for (int i = 0, count = backends[b]->count(); i < count; i++, found++) {
      char name[32], description[DESCRIPTION_BYTES];
      snprintf(name, sizeof name, "%s:%d", backends[b]->name, i);
      backends[b]->describe(i, description, sizeof description);
      visit(name, description);
    }
  return found;
}

/* "cuda" or "cuda:N": the back end and N; NULL if it is neither. */
static const struct tmd_backend *parse(const char *name, int *index) {
  for (int b = 0; b < BACKENDS; b++) {
    const size_t bytes = strlen(backends[b]->name);
    char *end;
    *index = 0;
    if (strncmp(name, backends[b]->name, bytes) != 0) continue;
    if (name[bytes] == 0) return backends[b];
    if (name[bytes] != ':' || name[bytes + 1] < '0' || name[bytes + 1] > '9') continue;
    const long number = strtol(name + bytes + 1, &end, 10);
    *index = number < INT_MAX ? (int)number : INT_MAX;
    if (*end == 0) return backends[b];
  }
  return NULL;
}

/* The back end and number of a device that is there; NULL and a message. */
static const struct tmd_backend *find(const char *name, int *index) {
  const struct tmd_backend *backend = parse(name, index);
  const int count = backend ? backend->count() : 0;
  if (!backend)
    tmd_error(TMD_USAGE, "--device: '%s' is none of cpu%s, auto, list", name,
              TMD_BACKENDS(TMD_BACKEND_WORD));
  if (count < 0) return NULL;
  if (backend && *index >= count)
    tmd_error(TMD_USAGE,
              count ? "--device %s: there are only %d (see --device list)"
                    : "--device %s: no device found",
              name, count);
  return backend && *index < count ? backend : NULL;
}

int tmd_device_names(const char *name) {
  for (int b = 0; b < BACKENDS; b++) {
    const size_t bytes = strlen(backends[b]->name);
    if (!strncmp(name, backends[b]->name, bytes) && (name[bytes] == ':' || !name[bytes])) return 1;
  }
  return 0;
}

int tmd_device_present(const char *name) {
  int index;
  return find(name, &index) ? 0 : -1;
}

struct tmd_device *tmd_device_open(const char *name,
                                   void (*built)(const char *program, const char *definitions)) {
  int index;
  const struct tmd_backend *backend = find(name, &index);
  if (!backend) return NULL;
  struct tmd_device *device = tmd_allocate(sizeof *device);
  char description[DESCRIPTION_BYTES];
  *device = (struct tmd_device){.backend = backend, .built = built};
  backend->describe(index, description, sizeof description);
  snprintf(device->name, sizeof device->name, "%s:%d %s", backend->name, index, description);
  device->context = backend->open(index, &device->threads);
  if (device->context && tmd_device_check(device) == 0) return device;
  tmd_device_close(device);
  return NULL;
}

void tmd_device_close(struct tmd_device *device) {
  for (struct tmd_device_kernel *kernel = device->kernels, *next; kernel; kernel = next) {
    next = kernel->next;
    free(kernel);
  }
  for (struct module *module = device->modules, *next; module; module = next) {
    next = module->next;
    free(module->text);
    free(module->program);
    free(module->definitions);
    free(module);
  }
  if (device->context) device->backend->close(device->context);
  free(device);
}

const char *tmd_device_name(const struct tmd_device *device) { return device->name; }
size_t tmd_device_threads(const struct tmd_device *device) { return device->threads; }
int tmd_device_has_half(const struct tmd_device *device) {
  return device->backend->has_half(device->context);
}

static void keep_failure(struct tmd_device *device) {
  if (!device->failed) tmd_fault_keep(&device->fault);
  device->failed = 1;
}

int tmd_device_failed(struct tmd_device *device) {
  if (!device->failed) return 0;
  device->failed = 0;
  return tmd_fault_again(&device->fault);
}

static struct module *module_of(struct tmd_device *device, const char *text, const char *program,
                                const char *definitions) {
  for (struct module *module = device->modules; module; module = module->next)
    if (!strcmp(module->program, program) && !strcmp(module->definitions, definitions) &&
        !strcmp(module->text, text))
      return module;
  const char *own = tmd_program_source(program);
  char all[512], *source = tmd_allocate(strlen(text) + strlen(own) + 1);
  strcat(strcpy(source, text), own);
  if (snprintf(all, sizeof all, "%s %s", TMD_DEVICE_DEFINITIONS, definitions) >= (int)sizeof all) {
    free(source);
    return tmd_error(TMD_USAGE, "%s: the options are too long", device->name), NULL;
  }
  if (device->built) device->built(program, definitions);
  void *handle = device->backend->build(device->context, program, source, all);
  free(source);
  if (!handle) return NULL;
  struct module *module = tmd_allocate(sizeof *module);
  *module =
      (struct module){strdup(text), strdup(program), strdup(definitions), handle, device->modules};
  return device->modules = module;
}

struct tmd_device_kernel *tmd_device_kernel_behind(struct tmd_device *device, const char *text,
                                                   const char *program, const char *name,
                                                   const char *definitions) {
  const struct module *module =
      device->failed ? NULL : module_of(device, text, program, definitions);
  for (struct tmd_device_kernel *kernel = device->kernels; kernel; kernel = kernel->next)
    if (kernel->module == module && strcmp(kernel->name, name) == 0) return kernel;
  void *handle = module ? device->backend->kernel(device->context, module->handle, name) : NULL;
  if (!handle) {
    keep_failure(device);
    return NULL;
  }
  struct tmd_device_kernel *kernel = tmd_allocate(sizeof *kernel);
  *kernel = (struct tmd_device_kernel){
      .device = device, .module = module, .handle = handle, .next = device->kernels};
  snprintf(kernel->name, sizeof kernel->name, "%s", name);
  return device->kernels = kernel;
}

struct tmd_device_kernel *tmd_device_kernel(struct tmd_device *device, const char *program,
                                            const char *name, const char *definitions) {
  return tmd_device_kernel_behind(device, "", program, name, definitions);
}

int tmd_device_kernel_is_new(struct tmd_device_kernel *kernel) {
  const int is_new = kernel && !kernel->known;
  if (kernel) kernel->known = 1;
  return is_new;
}

void tmd_device_verdict(struct tmd_device *device, int status, int right, const char *what) {
  if (status == 0 && !right)
    status = tmd_error(TMD_USAGE, "%s: self-test failed: %s", device->name, what);
  if (status < 0) keep_failure(device);
}

static void free_buffer(struct tmd_buffer *buffer) {
  struct tmd_device *device = buffer->device;
  if (buffer->handle) device->backend->release(device->context, buffer->handle);
  if (!buffer->handle) free(buffer->host);
  else if (buffer->host) device->backend->release_host(device->context, buffer->host);
  *buffer = (struct tmd_buffer){0};
}

static void reserve(struct tmd_buffer *buffer, struct tmd_device *device, size_t bytes,
                    int mirror) {
  const struct tmd_backend *backend = device->backend;
  if (buffer->handle && buffer->bytes >= bytes && (buffer->host || !mirror)) return;
  bytes = bytes + bytes / 4 + 256; /* grows seldom */
  free_buffer(buffer);
  *buffer = (struct tmd_buffer){.device = device, .bytes = bytes};
  if (!device->failed && backend->allocate(device->context, bytes, &buffer->handle)) {
    buffer->handle = 0;
    keep_failure(device);
  }
  if (!mirror) return;
  if (buffer->handle && (buffer->host = backend->allocate_host(device->context, bytes))) return;
  if (buffer->handle) {
    keep_failure(device);
    free_buffer(buffer);
    *buffer = (struct tmd_buffer){.device = device, .bytes = bytes};
  }
  buffer->host = tmd_allocate(bytes);
}

void tmd_buffer_reserve(struct tmd_buffer *buffer, struct tmd_device *device, size_t bytes) {
  reserve(buffer, device, bytes, 1);
}

void tmd_buffer_reserve_inside(struct tmd_buffer *buffer, struct tmd_device *device, size_t bytes) {
  reserve(buffer, device, bytes, 0);
}

void tmd_buffers_free(struct tmd_buffer *const *buffers, size_t count) {
  for (size_t i = 0; i < count; i++) free_buffer(buffers[i]);
}

void tmd_buffer_upload(struct tmd_buffer *buffer, int queue, size_t bytes) {
  struct tmd_device *device = buffer->device;
  if (bytes && !device->failed &&
      device->backend->upload(device->context, queue, buffer->handle, buffer->host, bytes))
    keep_failure(device);
}

void tmd_buffer_fill(struct tmd_buffer *buffer, struct tmd_device *device, int queue,
                     const void *from, size_t bytes) {
  tmd_buffer_reserve(buffer, device, bytes);
  memcpy(buffer->host, from, bytes);
  tmd_buffer_upload(buffer, queue, bytes);
}

void tmd_buffer_download(struct tmd_buffer *buffer, int queue, size_t bytes) {
  struct tmd_device *device = buffer->device;
  if (bytes && !device->failed &&
      device->backend->download(device->context, queue, buffer->host, buffer->handle, bytes))
    keep_failure(device);
}

void tmd_device_launch(struct tmd_device_kernel *kernel, int queue, size_t groups,
                       const struct tmd_argument *arguments, int count) {
  struct tmd_device *device = kernel ? kernel->device : NULL;
  if (groups && device && !device->failed &&
      device->backend->launch(device->context, queue, kernel->handle, groups, arguments, count))
    keep_failure(device);
}

int tmd_device_wait(struct tmd_device *device, int queue) {
  if (!device->failed && device->backend->wait(device->context, queue)) keep_failure(device);
  return tmd_device_failed(device);
}
