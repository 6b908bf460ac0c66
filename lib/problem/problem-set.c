#include "lib/problem/problem-set.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

static unsigned hash_of(const struct tmd_problem *problem) {
  const uint64_t hash = (uintptr_t)problem * UINT64_C(0x9e3779b97f4a7c15);
  return (unsigned)(hash >> 32);
}

/* The slot of the problem, or the free slot for it. */
static unsigned *find_slot(const struct tmd_problemset *set, const struct tmd_problem *problem) {
  const unsigned mask = set->slots - 1;
  unsigned i = hash_of(problem) & mask;
  while (set->slot[i] && set->problem[set->slot[i] - 1] != problem) i = (i + 1) & mask;
  return set->slot + i;
}

static void grow(struct tmd_problemset *set) {
  set->capacity = set->capacity ? 2 * set->capacity : 4;
  set->slots = 2 * set->capacity;
  set->problem = tmd_reallocate(set->problem, set->capacity * sizeof *set->problem);
  set->slot = tmd_reallocate(set->slot, set->slots * sizeof *set->slot);
  memset(set->slot, 0, set->slots * sizeof *set->slot);
  for (unsigned i = 0; i < set->count; i++) *find_slot(set, set->problem[i]) = i + 1;
}

unsigned tmd_problemset_index(struct tmd_problemset *set, const struct tmd_problem *problem) {
  const unsigned number = set->slots ? *find_slot(set, problem) : 0;
  if (number) return number - 1;
  if (set->count == set->capacity) grow(set);
  set->problem[set->count] = problem;
  *find_slot(set, problem) = set->count + 1;
  return set->count++;
}

void tmd_problemset_clear(struct tmd_problemset *set) {
  free(set->problem);
  free(set->slot);
  memset(set, 0, sizeof *set);
}
