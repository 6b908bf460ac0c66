#include "lib/claim/problem-set.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

static int compare(const struct tmd_problem *a, const struct tmd_problem *b) {
  char text_a[TMD_TEXT_MAX_BYTES], text_b[TMD_TEXT_MAX_BYTES];
  tmd_problem_print(text_a, a);
  tmd_problem_print(text_b, b);
  return strcmp(text_a, text_b);
}

unsigned tmd_problemset_find(const struct tmd_problemset *set, const struct tmd_problem *problem) {
  for (unsigned i = set->count; i-- > 0;)
    if (tmd_problem_same(set->problem + i, problem)) return i;
  return set->count;
}

unsigned tmd_problemset_index(struct tmd_problemset *set, const struct tmd_problem *problem) {
  const unsigned found = tmd_problemset_find(set, problem);
  if (found < set->count) return found;
  set->problem = tmd_reallocate(set->problem, (set->count + 1) * sizeof *set->problem);
  set->problem[set->count] = *problem;
  return set->count++;
}

int tmd_problemset_compare(const struct tmd_problemset *set, unsigned a, unsigned b) {
  return a == b ? 0 : compare(set->problem + a, set->problem + b);
}

void tmd_problemset_clear(struct tmd_problemset *set) {
  free(set->problem);
  set->problem = NULL;
  set->count = 0;
}
