/* Entries of residue number systems. */
#include <string.h>

#include "kernels/lane/set-entry.h"
#include "kernels/rns/job.h"
#include "kernels/rns/modular.h"

enum { CHUNK = TMD_RNS_TERMS_MAX / TMD_TRACKS };

#define RNS_NAME(name) plain_##name
#include "kernels/rns/dot-loops.h"

#if TMD_LANES == 8
#undef RNS_NAME
#define RNS_NAME(name) fused_##name
#define RNS_FUSED
#pragma GCC push_options
#pragma GCC target("avx512ifma")
#include "kernels/rns/dot-loops.h"
#pragma GCC pop_options
#endif

#if TMD_LANES == 8
#define RNS_RUN(name) \
  (!job->plain && __builtin_cpu_supports("avx512ifma") ? fused_##name : plain_##name)(job, residue)
#else
#define RNS_RUN(name) plain_##name(job, residue)
#endif

void TMD_ENTRY(rns_convert)(const struct tmd_rns_convert_job *job, uint64_t *residue) {
  RNS_RUN(convert);
}
void TMD_ENTRY(rns_dot)(const struct tmd_rns_dot_job *job, uint64_t (*residue)[TMD_RNS_ROWS]) {
  RNS_RUN(dot);
}
