/* What is gained by factoring integers (lib/cell/divisors.h): many lines have the same ones, which
   are factored once. */
#ifndef TMD_FACTORING_H
#define TMD_FACTORING_H

#include "lib/cell/divisors.h"
#include "lib/plan/planner.h"

struct tmd_factoring_range {
  fmpz_t first, last;
};

/* Zeros at first. */
struct tmd_factoring {
  struct tmd_factoring_range *paid; /* owned: of the lines before; may overlap */
  unsigned long count, capacity;
  struct tmd_factoring_range refused; /* of the line refused last */
};

/* 1 if the segment is best searched by its divisors, where another method takes `seconds`: the
   integers are then paid for by this line, whose cost is *cost, in seconds. What it costs more than
   `seconds` must be saved by lines of binades beside it, on which x f(x) is the same. If that
   method is asked for, 1 wherever it can be. */
int tmd_factoring_choose(struct tmd_factoring *factoring, const struct tmd_planner *planner,
                         const struct tmd_segment *segment, double seconds, double *cost);

void tmd_factoring_free(struct tmd_factoring *factoring);

#endif
