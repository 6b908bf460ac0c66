/* The distinct (interned) problems of an input, numbered in order of appearance. */
#ifndef TMD_PROBLEMSET_H
#define TMD_PROBLEMSET_H

#include "lib/problem/problem.h"

struct tmd_problemset {
  const struct tmd_problem **problem;
  unsigned count, capacity;
  unsigned *slot; /* hash table: the number of a problem plus 1; 0: free */
  unsigned slots; /* 0, or a power of two that is twice the capacity */
};

/* The number of the problem, which is added if it is new. */
unsigned tmd_problemset_index(struct tmd_problemset *set, const struct tmd_problem *problem);

void tmd_problemset_clear(struct tmd_problemset *set);

#endif
