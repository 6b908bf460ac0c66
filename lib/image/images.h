/* Adds to a ledger the images of its entries under the symmetries of f: for sqrt, the ranges,
   regions and cases of 4x follow from those of x; likewise for -x and x + 1. The arithmetic is that
   of tmd-orbit (lib/image/orbit.h; proofs in lib/cell/image.h). Covered ranges are not added
   again. */
#ifndef TMD_REPORT_IMAGES_H
#define TMD_REPORT_IMAGES_H

#include "lib/ledger/ledger.h"

/* The limit of ranges and records added for a function and two formats. They are counted first; if
   there are more, only the images of -x are added. */
enum { TMD_IMAGES_ADDED_MAX = 1 << 20 };

/* Images that are left out. */
struct tmd_images_left {
  unsigned functions;   /* the number of functions (with two formats) concerned; */
  const char *function; /* the first, in the ledger's problem set */
};

/* The ledger must be sorted, and is sorted again. mirrored: add images of -x, too. Unknown
   functions have no images. */
void tmd_images_add(struct tmd_ledger *ledger, int mirrored, struct tmd_images_left *left);

/* Confirms each added case, as tmd-orbit does. *undecided counts the undecided ones, whether or not
   their originals are. 0, or -1 (message, status 3) if the record of a case is wrong. */
int tmd_images_confirm(struct tmd_ledger *ledger, unsigned long long *undecided)
    __attribute__((warn_unused_result));

#endif
