/* Which parts of claims have images that are to be claimed: all that a symmetry of f gives, or
   those that the lines of a plan name in their columns symmetry and images. */
#ifndef TMD_ORBIT_H
#define TMD_ORBIT_H

#include "lib/cell/image.h"
#include "lib/problem/problem-set.h"

/* Without a plan, of steps x + 1 that leave |f| as it is no more than so many: |x| < 2048. */
enum { TMD_ORBIT_PERIODS_MAX = (1 << 11) - 2 };

struct tmd_orbit_range {
  unsigned problem;
  struct tmd_cell cell;
  tmd_u128 X0, X1;
  struct tmd_symmetry symmetry;
  unsigned images;
};

struct tmd_orbit {
  int planned; /* 0: no plan restricts the images, and what follows is empty */
  struct tmd_problemset problems;
  struct tmd_orbit_range *range; /* owned */
  size_t count, capacity;
};

/* Adds the line's range if it has images. Memory grows with the number of such lines that do not
   follow each other. 0, or -1 (message, status 2): f has not the symmetry that the line names, or
   is not known. */
int tmd_orbit_add(struct tmd_orbit *orbit, const struct tmd_planline *line);

/* Sorts the ranges and makes them disjoint, where they overlap with the images of each: after lines
   were added, before what follows. */
void tmd_orbit_sort(struct tmd_orbit *orbit);

/* The first part with images of the claim's range from X = from on: 1 and *part (of one reason, if
   the claim has regions), 0 if there is none, -1 (message, status 2): without a plan, f is not
   known. */
int tmd_orbit_part(const struct tmd_orbit *orbit, const struct tmd_claim *claim, tmd_u128 from,
                   struct tmd_orbit_range *part);

/* How many images the claim has that have arguments, and how many records there are in these: at
   most so many. Nothing is made: that takes no longer for many images than for few. Of a function
   that is not known: none. */
struct tmd_orbit_count {
  unsigned long long images, records;
};
struct tmd_orbit_count tmd_orbit_count(const struct tmd_orbit *orbit,
                                       const struct tmd_claim *claim);

#endif
