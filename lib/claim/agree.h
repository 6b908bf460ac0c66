/* Whether two statements about an argument can both be true (tmd-stream(5), COVERAGE): by this, overlaps are compared. Records of
   exact cases by rule, which claims may have or not, are taken out before (lib/cell/exact.h). */
#ifndef TMD_AGREE_H
#define TMD_AGREE_H

#include "formats/tmd-stream.h"

/* What a proved region says of each of its arguments. */
struct tmd_region_saying {
  unsigned reason, least, greatest; /* hardness, as region records have it */
};

/* Constant, identity and exact are three ways to say that f has values there; no value is an overflow or an underflow, too. What
   f is at 0 may be any of them. Hardnesses must have one in common. */
int tmd_regions_agree(const struct tmd_region_saying *a, const struct tmd_region_saying *b);

/* A case in a region: it must be as hard as the region says; an undecided one says nothing. */
int tmd_region_allows(const struct tmd_region_saying *region, const struct tmd_case_record *record);

/* 1 if every argument of the region is a case at `bits`. Of exact regions this is not said: poles may lie in them. */
int tmd_region_all_hard(const struct tmd_region_saying *region, int bits);

#endif
