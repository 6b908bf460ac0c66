/* The gain of factoring integers (lib/cell/divisors.h): many lines share them, and they are
   factored once. */
#ifndef TMD_FACTORING_H
#define TMD_FACTORING_H

#include "lib/cell/divisors.h"
#include "lib/plan/planner.h"

struct tmd_factoring_range {
  fmpz_t first, last;
};

/* Zeros at first. */
struct tmd_factoring {
  struct tmd_factoring_range *paid; /* owned: of earlier lines; may overlap */
  unsigned long count, capacity;
  struct tmd_factoring_range refused; /* of the last line refused */
};

/* 1 if the segment is best searched by its divisors, where another method takes `seconds`: *cost,
   in seconds, then includes factoring the integers. The excess over `seconds` must be saved by
   lines of adjacent binades with the same x f(x). If this method is requested, 1 wherever it is
   possible. */
int tmd_factoring_choose(struct tmd_factoring *factoring, const struct tmd_planner *planner,
                         const struct tmd_segment *segment, double seconds, double *cost);

void tmd_factoring_free(struct tmd_factoring *factoring);

#endif
