#include <stddef.h>
#include <string.h>

#include "kernels/lane/kernels.h"

/* Slowest first. What "auto" takes of a machine without AVX-512 is a mixture: the Boolean tests are all quotients and high
   products, for which AVX2 has no instruction, and run faster one by one (make bench). */
#define FAREY(set) tmd_farey_walk_##set, tmd_farey_roots_##set, tmd_farey_rest_##set, tmd_farey_wide_##set, tmd_farey_pairs_##set
static const struct tmd_kernels sets[] = {
    {"scalar", tmd_lines_scalar, tmd_exhaust_scalar, FAREY(scalar)},
#ifdef __x86_64__
    {"avx2", tmd_lines_avx2, tmd_exhaust_avx2, FAREY(avx2)},
    {"avx512", tmd_lines_avx512, tmd_exhaust_avx512, FAREY(avx512)},
#endif
};
enum { SETS = sizeof sets / sizeof *sets };
#ifdef __x86_64__
static const struct tmd_kernels mixture = {"avx2 and scalar", tmd_lines_scalar, tmd_exhaust_avx2, FAREY(avx2)};
#endif

static const struct tmd_kernels *selected;

static int present(const struct tmd_kernels *set) {
#ifdef __x86_64__
  if (strcmp(set->name, "avx2") == 0) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (strcmp(set->name, "avx512") == 0)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("fma");
#endif
  return strcmp(set->name, "scalar") == 0;
}

static const struct tmd_kernels *fastest(void) {
  const struct tmd_kernels *kernels = &sets[0];
  for (int i = 0; i < SETS; i++)
    if (present(&sets[i])) kernels = &sets[i];
#ifdef __x86_64__
  if (strcmp(kernels->name, "avx2") == 0) kernels = &mixture;
#endif
  return kernels;
}

int tmd_kernels_select(const char *name) {
  const struct tmd_kernels *choice = strcmp(name, "auto") == 0 ? fastest() : NULL;
  for (int i = 0; i < SETS; i++)
    if (strcmp(name, sets[i].name) == 0 && present(&sets[i])) choice = &sets[i];
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
