/* The choice of an instruction set, on machines made up for the purpose: kernels.c with another
   cpuid. */

static int has(const char *feature);
#define __builtin_cpu_supports(feature) has(feature)
#include "kernels/lane/kernels.c"
#undef __builtin_cpu_supports
#include "tests/unit/tap.h"

static const char *features; /* words, with a blank behind each */

static int has(const char *feature) {
  char word[32];
  snprintf(word, sizeof word, "%s ", feature);
  for (const char *at = features; (at = strstr(at, word)); at++)
    if (at == features || at[-1] == ' ') return 1;
  return 0;
}

/* What "auto" takes, before anything is asked for and when it is; each set is there or refused, and
   then the one before stays. */
static void test_machine(const char *machine, enum tmd_kernel_set widest) {
  int right = 1;
  features = machine;
  selected = NULL;
  right &= tmd_kernels()->set == widest;
  for (int set = 0; set < TMD_KERNEL_SETS; set++) {
    const int there = set <= (int)widest;
    tmd_kernels_select("scalar");
    right &= tmd_kernels_select(sets[set].name) == (there ? 0 : -1);
    right &= tmd_kernels()->set == (there ? (enum tmd_kernel_set)set : TMD_KERNELS_scalar);
  }
  right &= tmd_kernels_select("auto") == 0 && tmd_kernels()->set == widest;
  right &= tmd_kernels_select("mmx") == -1 && tmd_kernels_select("") == -1 &&
           tmd_kernels()->set == widest;
  tap_ok(right, "a machine with '%s': %s, nothing wider", machine, sets[widest].name);
}

int main(void) {
#ifdef __x86_64__
  test_machine("", TMD_KERNELS_scalar);
  test_machine("sse2 avx ", TMD_KERNELS_scalar);
  test_machine("avx2 ", TMD_KERNELS_scalar);
  test_machine("fma ", TMD_KERNELS_scalar);
  test_machine("avx2 fma ", TMD_KERNELS_avx2);
  test_machine("avx2 fma avx512f ", TMD_KERNELS_avx2);
  test_machine("avx2 fma avx512f avx512dq avx512vl ", TMD_KERNELS_avx2);
  test_machine("avx2 fma avx512f avx512vl avx512bw ", TMD_KERNELS_avx2);
  test_machine("avx2 fma avx512dq avx512vl avx512bw ", TMD_KERNELS_avx2);
  test_machine("avx2 fma avx512f avx512dq avx512bw ", TMD_KERNELS_avx2);
  test_machine("avx2 fma avx512f avx512dq avx512vl avx512bw ", TMD_KERNELS_avx512);
#else
  (void)has;
  test_machine("avx2 fma ", TMD_KERNELS_scalar);
#endif
  return tap_done();
}
