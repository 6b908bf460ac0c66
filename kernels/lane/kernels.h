/* The instruction sets that kernels are compiled for, and the choice among them.

   A kernel's entry is a function of NAME.simd.c, TMD_ENTRY(NAME), which is compiled once for each
   set. The header of its job declares it:

     TMD_KERNEL(void, lines, (const struct tmd_lines_job *job, uint8_t *marks))

   and tmd_kernel_lines() is the entry in use: tmd_kernel_lines()(&job, marks).

   A job is arrays and numbers, TMD_TRACKS tracks wide on every instruction set: a track is a
   polynomial, given by its table of differences at 0, that is run through consecutive positions 0,
   1, 2, ... Tracks are mapped to lanes eight, four or one at a time; the bits that come out do not
   depend on it. */
#ifndef TMD_KERNELS_H
#define TMD_KERNELS_H

#include "kernels/lane/sets.h"

enum { TMD_TRACKS = 8, TMD_TABLE_MAX = 32 };

#define TMD_SET_CONSTANT(x, name, lanes, flags, has) TMD_KERNELS_##name,
enum tmd_kernel_set { TMD_SETS(TMD_SET_CONSTANT, ) TMD_KERNEL_SETS };

struct tmd_kernels {
  enum tmd_kernel_set set;
  const char *name;
};

/* The set in use: the fastest that the machine has, unless selected otherwise. */
const struct tmd_kernels *tmd_kernels(void);

/* Selects by name, or "auto". Returns 0, or -1 if this build or machine lacks the set (no message).
   Not while other threads run kernels. */
int tmd_kernels_select(const char *name);

#define TMD_KERNEL_DECLARE(kernel, name, lanes, flags, has) \
  tmd_##kernel##_entry tmd_##kernel##_##name;
#define TMD_KERNEL_ENTRY(kernel, name, lanes, flags, has) tmd_##kernel##_##name,
#define TMD_KERNEL(type, name, parameters)                                           \
  typedef type tmd_##name##_entry parameters;                                        \
  TMD_SETS(TMD_KERNEL_DECLARE, name)                                                 \
  static inline tmd_##name##_entry *tmd_kernel_##name(void) {                        \
    static tmd_##name##_entry *const entries[] = {TMD_SETS(TMD_KERNEL_ENTRY, name)}; \
    return entries[tmd_kernels()->set];                                              \
  }

#ifdef TMD_SIMD
#define TMD_JOIN_(a, b, c) a##b##_##c
#define TMD_JOIN(a, b, c) TMD_JOIN_(a, b, c)
#define TMD_ENTRY(name) TMD_JOIN(tmd_, name, TMD_SIMD)
_Static_assert(TMD_TRACKS % TMD_LANES == 0, "tracks fill the lanes");
#endif

#endif
