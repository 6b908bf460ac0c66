#include "kernels/lane/kernels.h"

#include <string.h>

static const struct tmd_kernels sets[TMD_KERNEL_SETS] = {
    {TMD_KERNELS_SCALAR, "scalar"}, {TMD_KERNELS_AVX2, "avx2"}, {TMD_KERNELS_AVX512, "avx512"}};

static const struct tmd_kernels *selected;

static int present(enum tmd_kernel_set set) {
#ifdef __x86_64__
  if (set == TMD_KERNELS_AVX2)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (set == TMD_KERNELS_AVX512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("fma");
#endif
  return set == TMD_KERNELS_SCALAR;
}

static const struct tmd_kernels *fastest(void) {
  int set = TMD_KERNEL_SETS - 1;
  while (!present((enum tmd_kernel_set)set)) set--;
  return &sets[set];
}

int tmd_kernels_select(const char *name) {
  const struct tmd_kernels *choice = strcmp(name, "auto") == 0 ? fastest() : NULL;
  for (int set = 0; set < TMD_KERNEL_SETS; set++)
    if (strcmp(name, sets[set].name) == 0 && present(sets[set].set)) choice = &sets[set];
  if (!choice) return -1;
  selected = choice;
  return 0;
}

const struct tmd_kernels *tmd_kernels(void) {
  const struct tmd_kernels *kernels = __atomic_load_n(&selected, __ATOMIC_RELAXED);
  if (kernels) return kernels;
  kernels = fastest();
  __atomic_store_n(&selected, kernels, __ATOMIC_RELAXED);
  return kernels;
}
