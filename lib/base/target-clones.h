/* TMD_VECTORS, and TMD_FMA_VECTORS where fma is used: of a function with loops that vectors or
   newer instructions make faster. It is compiled for several instruction sets, of which the loader
   takes one (before sanitizers are ready for it). */
#ifndef TMD_TARGET_CLONES_H
#define TMD_TARGET_CLONES_H

#include <features.h>

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define TMD_VECTORS __attribute__((target_clones("avx512f", "avx2", "default")))
#define TMD_FMA_VECTORS \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define TMD_VECTORS
#define TMD_FMA_VECTORS
#endif

#endif
