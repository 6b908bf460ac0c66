#include "lib/cli/failures.h"

#include <flint/flint.h>
#include <gmp.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/error.h"

static void *allocate(size_t bytes) { return tmd_allocate(bytes ? bytes : 1); }
static void *reallocate(void *old, size_t bytes) { return tmd_reallocate(old, bytes ? bytes : 1); }

static void *allocate_zeros(size_t count, size_t bytes) {
  void *memory = calloc(count ? count : 1, bytes ? bytes : 1);
  if (!memory) tmd_out_of_memory(count * bytes);
  return memory;
}

/* GMP also passes the old size. */
static void *reallocate_limbs(void *old, size_t old_bytes, size_t bytes) {
  (void)old_bytes;
  return reallocate(old, bytes);
}

static void free_limbs(void *memory, size_t bytes) {
  (void)bytes;
  free(memory);
}

/* FLINT has printed the reason. */
__attribute__((noreturn)) static void end_of_flint(void) { _exit(TMD_USAGE); }

void tmd_failures_catch(void) {
  mp_set_memory_functions(allocate, reallocate_limbs, free_limbs);
  __flint_set_memory_functions(allocate, allocate_zeros, reallocate, free);
  flint_set_abort(end_of_flint);
  tmd_property_guard();
}
