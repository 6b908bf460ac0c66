/* The parts of claims whose images are to be claimed: all images under the symmetry of f, or those
   in the columns symmetry and images of plan lines. */
#ifndef TMD_ORBIT_H
#define TMD_ORBIT_H

#include "lib/cell/image.h"
#include "lib/ledger/span.h"

/* Without a plan, the limit of steps x + 1 that preserve |f|: |x| < 2048. */
enum { TMD_ORBIT_PERIODS_MAX = (1 << 11) - 2 };

struct tmd_orbit_range {
  struct tmd_span at;
  struct tmd_symmetry symmetry;
  unsigned images;
};

struct tmd_orbit {
  int planned;                   /* 0: no plan restricts the images, there are no ranges */
  struct tmd_orbit_range *range; /* owned */
  size_t count, capacity;
};

/* Adds the line's range if it has images. Memory grows with the number of such lines that do not
   adjoin. 0, or -1 (message, status 2) if f lacks the symmetry of the line. */
int tmd_orbit_add(struct tmd_orbit *orbit, const struct tmd_planline *line);

/* Sorts the ranges and makes them disjoint; overlaps get the images of all. To be called after
   lines were added, before the functions below. */
void tmd_orbit_sort(struct tmd_orbit *orbit);

/* Finds the first part of the range of the claim, of kind case or region, from *X on that has
   images (of one reason, if the claim has regions): 1, *part, the claim's restriction to it as
   *piece, and its end as *X; or 0. */
int tmd_orbit_next(const struct tmd_orbit *orbit, const struct tmd_claim *claim, tmd_u128 *X,
                   struct tmd_claim *piece, struct tmd_orbit_range *part);

/* An upper bound of the number of the claim's images, of which some may be empty; none is made. */
unsigned long long tmd_orbit_images(const struct tmd_orbit *orbit, const struct tmd_claim *claim);

#endif
