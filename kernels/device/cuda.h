/* Compiling for CUDA without a device. Public for tests, which look at every kernel, and for kits
   with compiled kernels. */
#ifndef TMD_DEVICE_CUDA_H
#define TMD_DEVICE_CUDA_H

#include <stddef.h>

#include "kernels/device/cubin-cache.h"

struct tmd_cubin {
  char *code, *log; /* log: registers and spills of each kernel, by ptxas */
  size_t bytes;
};

/* Public for tests and kits. architecture: 90 for sm_90. 0, or -1 (message; the compiler's words go
   to stderr). */
int tmd_cuda_compile(const char *program, const char *source, const char *definitions,
                     int architecture, struct tmd_cubin *made);
void tmd_cubin_free(struct tmd_cubin *made);

/* Public for tests and kits: what cuda.c looks for. */
void tmd_cuda_identify(struct tmd_kernel_identity *identity, const char *program,
                       const char *source, const char *definitions, int architecture);

#endif
