/* The parts of claims that have images to be claimed: all images that a symmetry of f gives, or
   those that the lines of a plan name in their columns symmetry and images. */
#ifndef TMD_ORBIT_H
#define TMD_ORBIT_H

#include "lib/cell/image.h"
#include "lib/ledger/span.h"

/* Without a plan, steps x + 1 that leave |f| as it is are no more than so many: |x| < 2048. */
enum { TMD_ORBIT_PERIODS_MAX = (1 << 11) - 2 };

struct tmd_orbit_range {
  struct tmd_span at;
  struct tmd_symmetry symmetry;
  unsigned images;
};

struct tmd_orbit {
  int planned;                   /* 0: no plan restricts the images, and there are no ranges */
  struct tmd_orbit_range *range; /* owned */
  size_t count, capacity;
};

/* Adds the line's range if it has images. Memory grows with the number of such lines that do not
   follow each other. 0, or -1 (message, status 2): f does not have the symmetry that the line
   names. */
int tmd_orbit_add(struct tmd_orbit *orbit, const struct tmd_planline *line);

/* Sorts the ranges and makes them disjoint, where they overlap with the images of each: after lines
   were added, before what follows. */
void tmd_orbit_sort(struct tmd_orbit *orbit);

/* The first part with images of the claim's range from X = from on: 1 and *part (of one reason, if
   the claim has regions), or 0 if there is none. */
int tmd_orbit_part(const struct tmd_orbit *orbit, const struct tmd_claim *claim, tmd_u128 from,
                   struct tmd_orbit_range *part);

/* Upper bounds of the number of images of the claim that have arguments, and of the number of their
   records. No image is made, so many take no longer than few. */
struct tmd_orbit_count {
  unsigned long long images, records;
};
struct tmd_orbit_count tmd_orbit_count(const struct tmd_orbit *orbit,
                                       const struct tmd_claim *claim);

#endif
