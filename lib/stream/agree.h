/* Decides whether two statements about an argument can both be true (tmd-stream(5), COVERAGE); used
   to compare overlaps. Exact cases by rule, whose records are optional, are removed first
   (lib/region/exact.h). */
#ifndef TMD_AGREE_H
#define TMD_AGREE_H

#include "lib/stream/claim.h"

/* The statement of a proved region about its arguments. */
struct tmd_region_saying {
  unsigned reason, least, greatest; /* hardness, as region records have it; reason 0: no region */
  uint64_t modulus, residue; /* the class that the bounds hold for, no other argument is hard; 0:
                                they hold for all */
};

struct tmd_region_saying tmd_region_says(const struct tmd_region_record *record);
struct tmd_region_record tmd_region_recorded(const struct tmd_region_saying *region, tmd_u128 Xa,
                                             tmd_u128 Xb); /* proved */

/* An order of statements; 0 if they are the same. */
int tmd_region_compare(const struct tmd_region_saying *a, const struct tmd_region_saying *b);

/* Two statements agree at an argument if their hardness bounds overlap there and one kind of result
   is possible by both: constant, identity, rational and exact imply a value; "no value" is an
   overflow or an underflow; "zero" allows all. Returns the first argument of [X0, X1) where they
   disagree, or
   X1. */
tmd_u128 tmd_regions_agree(const struct tmd_region_saying *a, const struct tmd_region_saying *b,
                           int bits, tmd_u128 X0, tmd_u128 X1);

/* 1 if the region allows the case: its hardness is within the region's bounds, or undecided. */
int tmd_region_allows(const struct tmd_region_saying *region, const struct tmd_case_record *record);

/* The first argument from X on that the region states to be a case at `bits`, all ones if there is
   none; the number of them in [X0, X1). Exact regions state no cases, as poles may lie in them. */
tmd_u128 tmd_region_next_hard(const struct tmd_region_saying *region, int bits, tmd_u128 X);
tmd_u128 tmd_region_count_hard(const struct tmd_region_saying *region, int bits, tmd_u128 X0,
                               tmd_u128 X1);

#endif
