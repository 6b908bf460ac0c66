#include "kernels/lane/kernels.h"

#include <string.h>

#define TMD_ROW(x, name, lanes, flags, has) {TMD_KERNELS_##name, #name},
static const struct tmd_kernels sets[TMD_KERNEL_SETS] = {TMD_SETS(TMD_ROW, )};

static const struct tmd_kernels *selected;

static int present(enum tmd_kernel_set set) {
#define TMD_PRESENT(x, name, lanes, flags, has) \
  case TMD_KERNELS_##name: return has;
  switch (set) {
    TMD_SETS(TMD_PRESENT, )
  default: return 0;
  }
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
