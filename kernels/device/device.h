/* Accelerators behind one small interface: CUDA (driver and NVRTC) and OpenCL, both opened when the
   program runs, so that the same binary works with and without them. A program is a NAME.device.c
   with the headers it includes, carried in the binary as text and compiled for the device and the
   shape of packet at hand.

   Work goes through TMD_QUEUES queues: what is put into one is done in order, different ones
   overlap, nothing waits but tmd_device_wait. One thread at a time.

   A failure is kept with the device (message, status 2), and what is asked of the device from then
   on is left out, until tmd_device_failed or tmd_device_wait returns it. */
#ifndef TMD_DEVICE_H
#define TMD_DEVICE_H

#include <stddef.h>
#include <stdint.h>

enum {
  TMD_QUEUES = 2, /* batches on the device at once */
  TMD_GROUP = 256 /* threads of a work-group, in every kernel */
};

struct tmd_device;
struct tmd_device_kernel;

/* Memory of the device, with a mirror on the host for copies. Start from zero. */
struct tmd_buffer {
  struct tmd_device *device;
  void *host; /* as large as the buffer; NULL if it was reserved without */
  size_t bytes;
  uint64_t handle; /* 0: the device has failed */
};

/* Calls `visit` for every device of every back end: "cuda:0" and so on, and what it is. Returns how
   many there are. */
int tmd_device_each(void (*visit)(const char *name, const char *description));

/* 1 if the name begins with that of a back end, alone or before a colon. */
int tmd_device_names(const char *name);

/* 0 if the device is there, else -1 and a message; costs little. */
int tmd_device_present(const char *name);

/* Opens "cuda", "opencl" (the first of that kind), "cuda:1", ..., and tests it with known answers
   (check.c). `built`, or NULL, is called with the program and the definitions of whatever is
   compiled. */
struct tmd_device *tmd_device_open(const char *name,
                                   void (*built)(const char *program, const char *definitions));
void tmd_device_close(
    struct tmd_device *device); /* for tests: a tool keeps its device to the end */
const char *tmd_device_name(const struct tmd_device *device); /* "cuda:0 NVIDIA H200" */

/* 1 if the device's language has numbers of binary16. */
int tmd_device_has_half(const struct tmd_device *device);

/* Threads that are worth having at once: what a batch should bring. */
size_t tmd_device_threads(const struct tmd_device *device);

/* 0, or -1 (message) if something has failed since the last call, or the last wait. */
int tmd_device_failed(struct tmd_device *device);

/* A kernel of a program, compiled with definitions "-DA=1 -DB=2" and kept: the second call with the
   same texts is cheap. NULL if something has failed. */
struct tmd_device_kernel *tmd_device_kernel(struct tmd_device *device, const char *program,
                                            const char *kernel, const char *definitions);

/* The same, with a text that is put before the program's. */
struct tmd_device_kernel *tmd_device_kernel_behind(struct tmd_device *device, const char *text,
                                                   const char *program, const char *kernel,
                                                   const char *definitions);

/* A program is tested on a sample of its work before it is used (on-device.c of each kernel). 1
   when this is asked of a kernel for the first time, 0 from then on, and without a kernel. */
int tmd_device_kernel_is_new(struct tmd_device_kernel *kernel);

/* Ends a self-test. The device has failed if the status is -1 (message), or, in `what`, if it is 0
   and the answer is not right. */
void tmd_device_verdict(struct tmd_device *device, int status, int right, const char *what);

/* At least `bytes` bytes, contents lost where it grows; not while a queue uses it. The mirror is
   there in any case. */
void tmd_buffer_reserve(struct tmd_buffer *buffer, struct tmd_device *device, size_t bytes);
void tmd_buffer_reserve_inside(struct tmd_buffer *buffer, struct tmd_device *device,
                               size_t bytes); /* no mirror */
void tmd_buffers_free(struct tmd_buffer *const *buffers, size_t count);
#define TMD_BUFFERS_FREE(...)                                          \
  tmd_buffers_free((struct tmd_buffer *const[]){__VA_ARGS__},          \
                   sizeof((struct tmd_buffer *const[]){__VA_ARGS__}) / \
                       sizeof(struct tmd_buffer *))

/* Copies the first bytes between mirror and device; the mirror is the queue's until
   tmd_device_wait. */
void tmd_buffer_upload(struct tmd_buffer *buffer, int queue, size_t bytes);
/* Reserves the bytes, and uploads them from there. */
void tmd_buffer_fill(struct tmd_buffer *buffer, struct tmd_device *device, int queue,
                     const void *from, size_t bytes);
void tmd_buffer_download(struct tmd_buffer *buffer, int queue, size_t bytes);

/* Arguments of a kernel are buffers, or numbers of 64 bits. */
struct tmd_argument {
  const struct tmd_buffer *buffer; /* or NULL */
  uint64_t number;
};
#define TMD_BUFFER(b) ((struct tmd_argument){.buffer = (b)})
#define TMD_NUMERAL(n) ((struct tmd_argument){.number = (uint64_t)(n)})
/* The bits of a double, as D_DOUBLE_OF takes them. */
static inline uint64_t tmd_bits_of(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* groups * TMD_GROUP threads; `groups` may be 0. */
void tmd_device_launch(struct tmd_device_kernel *kernel, int queue, size_t groups,
                       const struct tmd_argument *arguments, int count);
#define TMD_LAUNCH(kernel, queue, groups, ...)                           \
  tmd_device_launch(                                                     \
      kernel, queue, groups, (const struct tmd_argument[]){__VA_ARGS__}, \
      (int)(sizeof((struct tmd_argument[]){__VA_ARGS__}) / sizeof(struct tmd_argument)))
static inline size_t tmd_device_groups(size_t threads) {
  return (threads + TMD_GROUP - 1) / TMD_GROUP;
}

/* Until the queue has done everything; 0, or -1 (message) as tmd_device_failed. */
int tmd_device_wait(struct tmd_device *device, int queue);

#endif
