/* Whether two statements about an argument can both be true (tmd-stream(5), COVERAGE): by this,
   overlaps are compared. Records of exact cases by rule, which claims may have or not, are taken
   out before (lib/region/exact.h). */
#ifndef TMD_AGREE_H
#define TMD_AGREE_H

#include "lib/stream/claim.h"

/* What a proved region says of its arguments. */
struct tmd_region_saying {
  unsigned reason, least, greatest; /* hardness, as region records have it; reason 0: no region */
  uint64_t modulus,
      residue; /* it says that of this class, and of the others that they are not hard; 0: of all */
};

struct tmd_region_saying tmd_region_says(const struct tmd_region_record *record);
struct tmd_region_record tmd_region_recorded(const struct tmd_region_saying *region, tmd_u128 Xa,
                                             tmd_u128 Xb); /* proved */

/* An order of what regions say: 0 where it is the same. */
int tmd_region_compare(const struct tmd_region_saying *a, const struct tmd_region_saying *b);

/* Constant, identity, rational and exact are ways to say that f has values there; no value is an
   overflow or an underflow, too. What f is at 0 may be any of them. The hardnesses of each argument
   must have one in common. Returns the first argument of [X0, X1) of which this is not true, or X1.
 */
tmd_u128 tmd_regions_agree(const struct tmd_region_saying *a, const struct tmd_region_saying *b,
                           int bits, tmd_u128 X0, tmd_u128 X1);

/* A case in a region: it must be as hard as the region says; an undecided one says nothing. */
int tmd_region_allows(const struct tmd_region_saying *region, const struct tmd_case_record *record);

/* The first argument from X on that the region says to be a case at `bits`, all ones: none; how
   many there are in [X0, X1). Of exact regions this is not said: poles may lie in them. */
tmd_u128 tmd_region_next_hard(const struct tmd_region_saying *region, int bits, tmd_u128 X);
tmd_u128 tmd_region_count_hard(const struct tmd_region_saying *region, int bits, tmd_u128 X0,
                               tmd_u128 X1);

#endif
