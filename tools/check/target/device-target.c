/* Functions of OpenCL and CUDA: built in, or from a file, called by kernels/device/calls.device.c.
   The device is opened in the worker only: the state of drivers does not survive a fork. */
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/device/device.h"
#include "lib/base/error.h"
#include "tools/check/pairs/pair-function.h"
#include "tools/check/target/jobs.h"

enum { OPTIONS_BYTES = 256, SOURCE_BYTES_MOST = 1 << 24 };

struct device_job {
  const struct tmd_target_options *options;
  char name[32], *source;
  const char *compiler_options;
  struct tmd_callee callee;
  struct tmd_device_kernel *kernel;
  struct tmd_device *device;
  struct tmd_buffer x, y, result;
};

static int is_opencl(const struct device_job *job) { return strncmp(job->name, "opencl", 6) == 0; }

/* In OpenCL C; CUDA C++ has the same names, but this one. */
static const char *number_of(const struct device_job *job, enum tmd_type type) {
  return type == TMD_TYPE_FLOAT    ? "float"
         : type == TMD_TYPE_DOUBLE ? "double"
         : type == TMD_TYPE_HALF   ? "half"
         : type == TMD_TYPE_BITS16 ? is_opencl(job) ? "ushort" : "uint16_t"
                                   : NULL;
}

/* Names the function: OpenCL's names have no suffixes, CUDA's are those of C. */
static int name_callee(const struct device_job *job, struct tmd_callee *callee) {
  const int opencl = is_opencl(job);
  struct tmd_target_options named = *job->options;
  int at = 0;
  named.given = NULL; /* one name alone is called */
  if (!named.symbol) named.symbol = opencl ? "%n" : "%s";
  if (tmd_callee_next(&named, &at, callee) != 1) return -1;
  const char *const format = TMD_FORMAT_TEXT(&named.format);
  if (callee->type == TMD_TYPE_HALF && (!opencl || named.format.p != 11))
    return tmd_error(
        TMD_USAGE,
        "%s: %s has no type there: use --bits16, and --source with a function of unsigned short",
        job->name, format);
  if (!number_of(job, callee->type))
    return tmd_error(TMD_USAGE, "%s: %s has no type there", job->name, format);
  if (tmd_encoding_pad(&named.format) && !named.source)
    return tmd_error(TMD_USAGE, "%s: no built-in function has results in %s: give --source FILE",
                     job->name, format);
  if (callee->type == TMD_TYPE_BITS16 && !named.source)
    return tmd_error(TMD_USAGE,
                     "%s: --bits16: no built-in function takes encodings: give --source FILE",
                     job->name);
  if (callee->lanes > 1 || callee->shape > TMD_SHAPE_LONG)
    return tmd_error(TMD_USAGE, "%s: %s is not called", job->name, callee->symbol);
  return 0;
}

static int in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The next place where the source has the word, from `text` on, or NULL. */
static const char *find_word(const char *text, const char *word) {
  const size_t bytes = strlen(word);
  const char *begin = text;
  while ((text = strstr(text, word)) &&
         ((text > begin && in_word(text[-1])) || in_word(text[bytes])))
    text++;
  return text;
}

/* 1 if the compiler reports in this line that there is no such function. */
static int says_absent(const char *line, const char *symbol) {
  static const char *const words[] = {"undeclared", "undefined", "implicit declaration"};
  int found = 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) found |= strstr(line, words[i]) != NULL;
  return found && find_word(line, symbol);
}

/* Adds the compiler's first error to the message. 1 if there is no such function. */
static int add_log(const struct device_job *job, int output) {
  char text[8192];
  const ssize_t bytes = read(output, text, sizeof text - 1);
  text[bytes > 0 ? bytes : 0] = 0;
  char *line = strstr(text, "error:");
  while (line && line > text && line[-1] != '\n') line--;
  if (!line) return 0;
  line[strcspn(line, "\n")] = 0;
  tmd_error(TMD_USAGE, "%s: %s", tmd_error_text(), line);
  return says_absent(line, job->callee.symbol);
}

/* 1 if a kernel has the name of the function; the message reports that, and not the compiler's
   error. */
static int is_kernel(const struct device_job *job) {
  static const char *const words[] = {"kernel", "__kernel", "__global__"};
  const char *symbol = job->callee.symbol, *type = number_of(job, job->callee.type);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    for (const char *at = job->source; (at = find_word(at, words[i])); at++) {
      const char *end = at + strcspn(at, ";{}"), *name = find_word(at, symbol);
      if (!name || name > end) continue;
      tmd_error(TMD_USAGE, "%.200s: %s is a kernel; a function is called: %s %s(%s)",
                job->options->source, symbol, type, symbol, type);
      return 1;
    }
  return 0;
}

/* 1 if another word than return stands before this one, as a type does in a definition, or
   "define". */
static int is_defined(const char *text, const char *word) {
  while (word > text && isspace((unsigned char)word[-1])) word--;
  const int is_return = word - text >= 6 && strncmp(word - 6, "return", 6) == 0;
  return word > text && in_word(word[-1]) && !is_return;
}

/* The lanes of the vectors that the function defined at `symbol` returns: those of float4, or 1. */
static int lanes_of(const struct device_job *job, const char *symbol) {
  static const int widths[] = {2, 3, 4, 8, 16};
  char type[24];
  const char *begin = symbol;
  while (begin > job->source && isspace((unsigned char)begin[-1])) begin--;
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    const int bytes =
        snprintf(type, sizeof type, "%s%d", number_of(job, job->callee.type), widths[i]);
    const char *word = begin - bytes;
    if (word < job->source || strncmp(word, type, (size_t)bytes)) continue;
    if (word == job->source || !in_word(word[-1])) return widths[i];
  }
  return 1;
}

/* Checks that the source defines the function, which otherwise could only be built in, and finds
   its lanes. 0, or -1 (message). */
static int check_source(struct device_job *job) {
  const char *source = job->options->source, *symbol = job->callee.symbol;
  for (const char *at = job->source; source && (at = find_word(at, symbol)); at++)
    if (is_defined(job->source, at)) {
      job->callee.lanes = is_opencl(job) ? lanes_of(job, at) : 1;
      return 0;
    }
  if (!source || strstr(job->source, "#include") || strstr(job->source, "##")) return 0;
  return tmd_error(TMD_USAGE, "%.200s: no function %s; --symbol names it, as my_%%n", source,
                   symbol);
}

static int load(void *context, struct tmd_exchange *batch, int output) {
  struct device_job *job = context;
  char definitions[OPTIONS_BYTES + 240], operator[24] = "", vector[32] = "";
  int integer;
  const int contracts =
      !is_opencl(job) && !strstr(job->compiler_options, "--fmad"); /* as nvcc does */
  batch->candidate = 0;
  if (!(job->device = tmd_device_open(job->name, NULL))) return -1;
  if (job->callee.type == TMD_TYPE_HALF && !tmd_device_has_half(job->device))
    return tmd_error(
        TMD_USAGE,
        "%s: the device has no cl_khr_fp16: binary16 works as unsigned short only, with --bits16",
        job->name);
  for (int i = 0; tmd_pair_entry(i) && !job->options->source && !job->options->symbol; i++)
    if (tmd_pair_entry(i)->operator&& strcmp(tmd_pair_entry(i)->name, job->options->function) == 0)
      snprintf(operator, sizeof operator, "-DTMD_OPERATOR=%c ", tmd_pair_entry(i)->operator);
  if (job->callee.lanes > 1) snprintf(vector, sizeof vector, "-DTMD_VECTOR=%d ", job->callee.lanes);
  const int arguments = tmd_target_arity(job->options->function, &integer);
  snprintf(
      definitions, sizeof definitions,
      "%s%s-DTMD_NUMBER=%s -DTMD_FUNCTION=%.64s -DTMD_ARGUMENTS=%d -DTMD_INTEGER=%d %s%s", operator,
      vector, number_of(job, job->callee.type), job->callee.symbol, arguments, integer,
      contracts ? "--fmad=true " : "", job->compiler_options);
  job->kernel = tmd_device_kernel_behind(job->device, job->source, "calls", "calls", definitions);
  if (!job->kernel && !is_kernel(job)) batch->absent = (uint32_t)add_log(job, output);
  return job->kernel ? 0 : -1;
}

/* Of vectors: where number i of a batch is among their lanes, and which one is in lane k; lanes
   beyond the ends hold the first or the last number, or all lanes the same one. */
static size_t place_of(const struct tmd_exchange *batch, size_t i) {
  const size_t lanes = (size_t)batch->callee.lanes, lane = (size_t)batch->lane;
  return batch->alone ? i * lanes + (i + lane) % lanes : i + lane;
}

static size_t number_in(const struct tmd_exchange *batch, size_t k) {
  const size_t first = (size_t)batch->lane, last = batch->count - 1;
  if (batch->alone) return k / (size_t)batch->callee.lanes;
  return k < first ? 0 : k - first > last ? last : k - first;
}

/* The batch as vectors: their number. */
static size_t fill(struct device_job *job, const struct tmd_exchange *batch, size_t size) {
  const size_t lanes = (size_t)batch->callee.lanes,
               vectors = batch->alone ? batch->count
                                      : ((size_t)batch->lane + batch->count + lanes - 1) / lanes;
  if (lanes == 1) {
    tmd_buffer_fill(&job->x, job->device, 0, batch->x, batch->count * size);
    return batch->count;
  }
  unsigned char *x = tmd_allocate(vectors * lanes * size + 1);
  for (size_t k = 0; k < vectors * lanes; k++)
    memcpy(x + k * size, (const char *)batch->x + number_in(batch, k) * size, size);
  tmd_buffer_fill(&job->x, job->device, 0, x, vectors * lanes * size);
  free(x);
  return vectors;
}

static int run(void *context, struct tmd_exchange *batch, int output) {
  struct device_job *job = context;
  const size_t size = tmd_target_bytes(&job->options->format), calls = fill(job, batch, size),
               bytes = calls * (size_t)batch->callee.lanes * size;
  const enum tmd_shape shape = batch->callee.shape;
  const size_t y_bytes = batch->count * (shape == TMD_SHAPE_LONG    ? sizeof(int64_t)
                                         : shape == TMD_SHAPE_THREE ? 2 * size
                                                                    : size);
  tmd_batch_unobserved(batch);
  tmd_buffer_fill(&job->y, job->device, 0, batch->y, y_bytes);
  tmd_buffer_reserve(&job->result, job->device, bytes);
  TMD_LAUNCH(job->kernel, 0, tmd_device_groups(calls), TMD_BUFFER(&job->x), TMD_BUFFER(&job->y),
             TMD_BUFFER(&job->result), TMD_NUMERAL(calls));
  tmd_buffer_download(&job->result, 0, bytes);
  if (tmd_device_wait(job->device, 0)) return -1;
  if (batch->callee.lanes == 1) memcpy(batch->result, job->result.host, bytes);
  for (size_t i = 0; i < batch->count && batch->callee.lanes > 1; i++)
    memcpy((char *)batch->result + i * size,
           (const char *)job->result.host + place_of(batch, i) * size, size);
  tmd_was_written(output);
  return 0;
}

/* A worker would inherit locks that are never released. */
static int is_open(const char *name) {
  const char *library = strncmp(name, "opencl", 6) == 0 ? "libOpenCL.so.1" : "libcuda.so.1";
  void *handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
  if (handle) dlclose(handle);
  return handle != NULL;
}

static void release(void *context) {
  struct device_job *job = context;
  free(job->source);
  free(job);
}

/* The file's text; "" without a name. NULL and a message. */
static char *read_source(const char *name) {
  char *text = tmd_allocate(1);
  size_t count = 0, got, room = 0;
  FILE *file = name ? fopen(name, "r") : NULL;
  while (file && count < SOURCE_BYTES_MOST) {
    text = tmd_reallocate(text, (room += 65536) + 2);
    if ((got = fread(text + count, 1, room - count, file)) == 0) break;
    count += got;
  }
  const int failed = name && (!file || ferror(file) || count >= SOURCE_BYTES_MOST);
  if (file) fclose(file);
  text[count] = 0;
  if (count > 0) strcpy(text + count, "\n");
  if (!failed) return text;
  free(text);
  return tmd_error(TMD_USAGE, "%.200s: cannot be read as a source", name), NULL;
}

int tmd_device_job(struct tmd_job *job, const struct tmd_target_options *options) {
  struct device_job *device = tmd_allocate(sizeof *device);
  const char *first = strchr(options->library, ':'),
             *second = first ? strchr(first + 1, ':') : NULL;
  *device = (struct device_job){.options = options, .compiler_options = second ? second + 1 : ""};
  *job = (struct tmd_job){.load = load,
                          .run = run,
                          .release = release,
                          .context = device,
                          .file = -1,
                          .blind = 1,
                          .one_mode = 1,
                          .mode = options->source ? options->mode : TMD_ROUND_NEAREST,
                          .candidates = &device->callee,
                          .candidate_count = 1};
  const size_t bytes = second ? (size_t)(second - options->library) : strlen(options->library);
  snprintf(device->name, sizeof device->name, "%.*s", (int)bytes, options->library);
  if (bytes >= sizeof device->name || strlen(device->compiler_options) >= OPTIONS_BYTES)
    return tmd_error(TMD_USAGE, "%.80s: the name or its options are too long", options->library);
  if (is_open(device->name))
    return tmd_error(TMD_USAGE, "%s: the tool uses it itself, so no worker can: try --device cpu",
                     device->name);
  if (name_callee(device, &device->callee)) return -1;
  if (!(device->source = read_source(options->source))) return -1;
  job->absent = check_source(device) != 0;
  return job->absent ? -1 : 0;
}
