#include "lib/claim/agree.h"

#include "lib/claim/case-record.h"
#include "lib/claim/claim.h"

/* No argument of it is a case, whatever hardness it says. */
static int has_no_value(const struct tmd_region_saying *region) {
  return region->reason == TMD_REGION_OVERFLOW || region->reason == TMD_REGION_UNDERFLOW;
}

/* Values, overflow or underflow; 0: it may be any. */
static unsigned values_of(const struct tmd_region_saying *region) {
  if (region->reason == TMD_REGION_ZERO) return 0;
  return has_no_value(region) ? region->reason : TMD_REGION_EXACT;
}

static unsigned greatest_of(const struct tmd_region_saying *region) {
  return region->greatest == TMD_HARDNESS_UNBOUNDED ? TMD_HARDNESS_EXACT : region->greatest;
}

int tmd_regions_agree(const struct tmd_region_saying *a, const struct tmd_region_saying *b) {
  const unsigned values_a = values_of(a), values_b = values_of(b);
  return (!values_a || !values_b || values_a == values_b) && a->least <= greatest_of(b) && b->least <= greatest_of(a);
}

int tmd_region_allows(const struct tmd_region_saying *region, const struct tmd_case_record *record) {
  if (tmd_case_kind(record) == TMD_IS_UNDECIDED) return 1;
  const int most = record->hardness == TMD_HARDNESS_MOST; /* that, or more */
  return !has_no_value(region) && record->hardness <= greatest_of(region) && (record->hardness >= region->least || most);
}

int tmd_region_all_hard(const struct tmd_region_saying *region, int bits) {
  return tmd_reason_is_flat(region->reason) && region->least >= (unsigned)bits;
}
