/* What follows from a ledger by the symmetries of f, added to it: the ranges, regions and cases
   of 4x where f is sqrt and those of x are known, likewise of -x and x + 1, by the arithmetic of
   tmd-orbit (lib/image/orbit.h, lib/cell/image.h, which has the proofs). What is covered is not
   added again. */
#ifndef TMD_REPORT_IMAGES_H
#define TMD_REPORT_IMAGES_H

#include "lib/ledger/ledger.h"

/* Ranges and records that are added of a function and two formats at most, counted before any is:
   of more, those of -x alone. */
enum { TMD_IMAGES_ADDED_MAX = 1 << 20 };

/* What is left out. */
struct tmd_images_left {
  unsigned functions;   /* of so many function and format pairs; */
  const char *function; /* the first, in the ledger's problem set */
};

/* The ledger, which is sorted, is sorted again. mirrored: images of -x, too. A function that is
   not known has no images. */
void tmd_images_add(struct tmd_ledger *ledger, int mirrored, struct tmd_images_left *left);

/* Confirms each case that was added, as tmd-orbit does. *undecided: those that are so, as their
   originals or not. 0, or -1 (message, status 3): the record of a case is wrong. */
int tmd_images_confirm(struct tmd_ledger *ledger, unsigned long long *undecided)
    __attribute__((warn_unused_result));

#endif
