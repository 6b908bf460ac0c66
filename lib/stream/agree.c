#include "lib/stream/agree.h"

#include "lib/stream/case-words.h"

/* None of its arguments is a case, whatever hardness it states. */
static int has_no_value(const struct tmd_region_saying *region) {
  return region->reason == TMD_REGION_OVERFLOW || region->reason == TMD_REGION_UNDERFLOW;
}

/* Values, overflow or underflow; 0 if any is possible. */
static unsigned values_of(const struct tmd_region_saying *region) {
  if (region->reason == TMD_REGION_ZERO) return 0;
  return has_no_value(region) ? region->reason : TMD_REGION_EXACT;
}

static unsigned greatest_of(const struct tmd_region_saying *region) {
  return region->greatest == TMD_HARDNESS_UNBOUNDED ? TMD_HARDNESS_EXACT : region->greatest;
}

static int order(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

struct tmd_region_saying tmd_region_says(const struct tmd_region_record *r) {
  return (struct tmd_region_saying){r->reason, r->least, r->greatest, r->modulus, r->residue};
}

struct tmd_region_record tmd_region_recorded(const struct tmd_region_saying *region, tmd_u128 Xa,
                                             tmd_u128 Xb) {
  return (struct tmd_region_record){tmd_wide_store(Xa), tmd_wide_store(Xb), region->reason,
                                    TMD_REGION_PROVED,  region->least,      region->greatest,
                                    region->modulus,    region->residue};
}

int tmd_region_compare(const struct tmd_region_saying *a, const struct tmd_region_saying *b) {
  int c = order(a->reason, b->reason);
  if (!c) c = order(a->least, b->least);
  if (!c) c = order(a->greatest, b->greatest);
  if (!c) c = order(a->modulus, b->modulus);
  return c ? c : order(a->residue, b->residue);
}

/* 1 if X is in the class that the bounds refer to. */
static int in_class(const struct tmd_region_saying *region, tmd_u128 X) {
  return !region->modulus || X % region->modulus == region->residue;
}

static int agree_at(const struct tmd_region_saying *a, const struct tmd_region_saying *b, int bits,
                    tmd_u128 X) {
  const int of_a = in_class(a, X), of_b = in_class(b, X);
  const unsigned least_a = of_a ? a->least : 0,
                 greatest_a = of_a ? greatest_of(a) : (unsigned)bits - 1;
  const unsigned least_b = of_b ? b->least : 0,
                 greatest_b = of_b ? greatest_of(b) : (unsigned)bits - 1;
  return least_a <= greatest_b && least_b <= greatest_a;
}

tmd_u128 tmd_regions_agree(const struct tmd_region_saying *a, const struct tmd_region_saying *b,
                           int bits, tmd_u128 X0, tmd_u128 X1) {
  const unsigned values_a = values_of(a), values_b = values_of(b);
  if (values_a && values_b && values_a != values_b) return X0;
  /* if the classes differ, one of them has an argument here that the other lacks */
  const uint64_t longest = a->modulus > b->modulus ? a->modulus : b->modulus,
                 enough = longest ? 2 * longest : 1;
  for (tmd_u128 X = X0; X < X1 && X - X0 < enough; X++)
    if (!agree_at(a, b, bits, X)) return X;
  return X1;
}

int tmd_region_allows(const struct tmd_region_saying *region,
                      const struct tmd_case_record *record) {
  if (tmd_case_kind(record) == TMD_IS_UNDECIDED) return 1;
  const int most = record->hardness == TMD_HARDNESS_MOST; /* or more */
  return !has_no_value(region) && in_class(region, tmd_wide_load(record->X)) &&
         record->hardness <= greatest_of(region) && (record->hardness >= region->least || most);
}

tmd_u128 tmd_region_next_hard(const struct tmd_region_saying *region, int bits, tmd_u128 X) {
  if (!tmd_reason_is_flat(region->reason) || region->least < (unsigned)bits) return ~(tmd_u128)0;
  if (!region->modulus) return X;
  const uint64_t at = (uint64_t)(X % region->modulus);
  return X + (region->residue + region->modulus - at) % region->modulus;
}

tmd_u128 tmd_region_count_hard(const struct tmd_region_saying *region, int bits, tmd_u128 X0,
                               tmd_u128 X1) {
  const tmd_u128 first = tmd_region_next_hard(region, bits, X0);
  if (first >= X1) return 0;
  return region->modulus ? (X1 - 1 - first) / region->modulus + 1 : X1 - first;
}
