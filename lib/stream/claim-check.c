/* The rules of validity of tmd-stream(5), one check for each. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/packet/layout.h"
#include "lib/stream/claim.h"

#define REFUSE(...) return tmd_error(TMD_CORRUPT, __VA_ARGS__)

int tmd_plan_check(const char *plan) {
  for (const char *word = plan; *word;) {
    size_t bytes = strcspn(word, " "), key = 0;
    while (key < bytes &&
           (isalnum((unsigned char)word[key]) || word[key] == '_' || word[key] == '-'))
      key++;
    if (key == 0 || key + 1 >= bytes || word[key] != '=') REFUSE("plan text: not key=value words");
    for (size_t i = key; i < bytes; i++)
      if (word[i] < '!' || word[i] > '~') REFUSE("plan text: unprintable character");
    for (const char *old = plan; old < word; old += strcspn(old, " ") + 1)
      if (!memcmp(old, word, key + 1)) REFUSE("plan text: key %.*s appears twice", (int)key, word);
    word += bytes;
    if (*word && !*++word) REFUSE("plan text: ends with a space");
  }
  return 0;
}

static int check_packet_limits(const struct tmd_poly_record *p, size_t i) {
  if (p->reserved0 || p->reserved1[0] || p->reserved1[1])
    REFUSE("poly record %zu: reserved field is not zero", i);
  if (p->n == 0) REFUSE("poly record %zu: n is 0", i);
  if (p->count == 0 || p->count > TMD_COUNT_MAX)
    REFUSE("poly record %zu: count is not in 1..%d", i, TMD_COUNT_MAX);
  if (p->split == 0 || p->n % p->split) REFUSE("poly record %zu: split does not divide n", i);
  if ((uint64_t)p->count * p->split > TMD_BITS_MAX)
    REFUSE("poly record %zu: more than %d bits", i, TMD_BITS_MAX);
  if (p->degree > TMD_DEGREE_MAX) REFUSE("poly record %zu: degree exceeds %d", i, TMD_DEGREE_MAX);
  if (p->words == 0 || p->words > TMD_WORDS_MAX)
    REFUSE("poly record %zu: words is not in 1..%d", i, TMD_WORDS_MAX);
  if (p->outer != p->degree && (p->outer || p->count != 1))
    REFUSE("poly record %zu: outer is neither degree nor 0 (count 1)", i);
  if (!(isfinite(p->err) && p->err >= 0)) REFUSE("poly record %zu: err is not finite and >= 0", i);
  return 0;
}

/* The bitmap: nothing beyond its last bit, zero words behind it, and at least one survivor. */
static int check_bitmap(const struct tmd_poly_record *p, size_t i, size_t record_bytes) {
  const struct tmd_packet_shape shape = tmd_packet_shape_of(p);
  if (tmd_packet_bytes(&shape) > record_bytes)
    REFUSE("poly record %zu: larger than the record size", i);
  const uint64_t *bitmap = tmd_packet_bitmap(p),
                 *end = (const uint64_t *)((const char *)p + record_bytes);
  size_t bits = tmd_packet_bits(p);
  uint64_t any = 0;
  for (size_t w = 0; w < bits / 64; w++) any |= bitmap[w];
  const uint64_t *rest = bitmap + bits / 64;
  if (bits % 64) {
    if (*rest >> (bits % 64)) REFUSE("poly record %zu: bits beyond the end of the bitmap", i);
    any |= *rest++;
  }
  for (; rest < end; rest++)
    if (*rest) REFUSE("poly record %zu: padding is not zero", i);
  if (!any) REFUSE("poly record %zu: no survivor", i);
  return 0;
}

static int check_poly(const struct tmd_claim *claim) {
  tmd_u128 free_from = claim->X0;
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_poly_record *p = tmd_claim_record(claim, i);
    tmd_u128 X0 = tmd_wide_load(p->X0);
    if (X0 < claim->X0 || X0 >= claim->X1)
      REFUSE("poly record %zu: X0 outside the claim's range", i);
    if (X0 < free_from) REFUSE("poly record %zu: overlaps the one before or is out of order", i);
    if (check_packet_limits(p, i) || check_bitmap(p, i, claim->record_bytes)) return -1;
    free_from = X0 + (tmd_u128)p->n * p->count;
  }
  return 0;
}

/* A candidate has only X; the fields of a confirmed case are consistent with the definition of
   hardness. */
static int check_case_fields(const struct tmd_problem *problem, const struct tmd_case_record *c,
                             size_t i) {
  const unsigned defined =
      TMD_CASE_CONFIRMED | TMD_CASE_EXACT | TMD_CASE_MIDPOINT | TMD_CASE_UNDECIDED;
  int confirmed = c->flags & TMD_CASE_CONFIRMED, exact = c->flags & TMD_CASE_EXACT,
      undecided = c->flags & TMD_CASE_UNDECIDED;
  if (c->flags & ~defined) REFUSE("case record %zu: unknown flags", i);
  if (c->reserved0) REFUSE("case record %zu: reserved field is not zero", i);
  if (exact && !confirmed) REFUSE("case record %zu: exact but not confirmed", i);
  if (undecided && confirmed) REFUSE("case record %zu: both undecided and confirmed", i);
  if (!undecided != !c->undecided_bits)
    REFUSE("case record %zu: undecided and undecided_bits do not agree", i);
  if (c->distance_negative > 1) REFUSE("case record %zu: distance_negative is not 0 or 1", i);
  if (c->distance_mantissa ? !(c->distance_mantissa >> 63)
                           : c->distance_exponent || c->distance_negative)
    REFUSE("case record %zu: distance is not normalized", i);
  if (!confirmed && !undecided && (c->flags || c->distance_mantissa || c->hardness))
    REFUSE("case record %zu: a candidate with more than X", i);
  if (exact && (c->distance_mantissa || c->hardness != TMD_HARDNESS_EXACT))
    REFUSE("case record %zu: exact, but its distance or hardness is not", i);
  if (!confirmed && !undecided) return 0;
  int midpoint = (c->flags & TMD_CASE_MIDPOINT) != 0;
  if (problem->modes != TMD_MODES_ALL && midpoint != (problem->modes == TMD_MODES_NEAREST))
    REFUSE("case record %zu: midpoint flag does not suit modes %s", i,
           tmd_modes_name(problem->modes));
  if (!confirmed || exact) return 0;
  if (!c->distance_mantissa) REFUSE("case record %zu: distance 0, but not exact", i);
  if (c->hardness != tmd_problem_hardness_recorded(problem, c->distance_exponent))
    REFUSE("case record %zu: hardness does not follow from the distance", i);
  if (c->hardness < problem->bits) REFUSE("case record %zu: hardness below the problem's bits", i);
  return 0;
}

static int check_cases(const struct tmd_claim *claim) {
  tmd_u128 least = claim->X0;
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_case_record *c = tmd_claim_record(claim, i);
    tmd_u128 X = tmd_wide_load(c->X);
    if (X < claim->X0 || X >= claim->X1) REFUSE("case record %zu: X outside the claim's range", i);
    if (X < least) REFUSE("case record %zu: X does not increase", i);
    if (check_case_fields(claim->problem, c, i)) return -1;
    least = X + 1;
  }
  return 0;
}

/* The class of hard arguments, if the region has one. */
static int check_class(const struct tmd_problem *problem, const struct tmd_region_record *r,
                       size_t i) {
  if (r->modulus == 0 && r->residue == 0) return 0;
  if (r->reason != TMD_REGION_RATIONAL)
    REFUSE("region record %zu: a class, but the reason is not rational", i);
  if (r->modulus < 2 || r->modulus > 1u << TMD_MODULUS_LOG2_MAX || r->residue >= r->modulus)
    REFUSE("region record %zu: modulus or residue out of range", i);
  if (r->least < (unsigned)problem->bits) REFUSE("region record %zu: a class that is not hard", i);
  return 0;
}

static int check_regions(const struct tmd_claim *claim) {
  tmd_u128 at = claim->X0;
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_region_record *r = tmd_claim_record(claim, i);
    tmd_u128 Xa = tmd_wide_load(r->Xa), Xb = tmd_wide_load(r->Xb);
    if (Xa != at || Xb <= Xa || Xb > claim->X1)
      REFUSE("region record %zu: records do not tile the claim's range", i);
    if (!tmd_reason_name(r->reason)) REFUSE("region record %zu: unknown reason %u", i, r->reason);
    if (r->reason == TMD_REGION_ZERO && Xb != 1)
      REFUSE("region record %zu: reason zero, but not the argument 0", i);
    if (r->flags & ~(unsigned)TMD_REGION_PROVED) REFUSE("region record %zu: unknown flags", i);
    if (r->least > r->greatest || r->greatest > TMD_HARDNESS_EXACT)
      REFUSE("region record %zu: not least <= greatest", i);
    if (check_class(claim->problem, r, i)) return -1;
    at = Xb;
  }
  if (at != claim->X1) REFUSE("region records do not tile the claim's range");
  return 0;
}

static int check_record_size(const struct tmd_claim *claim) {
  const size_t poly = sizeof(struct tmd_poly_record),
               fixed[] = {[TMD_CASE] = sizeof(struct tmd_case_record),
                          [TMD_REGION] = sizeof(struct tmd_region_record)};
  size_t bytes = claim->record_bytes;
  if (claim->kind == TMD_POLY) {
    if (bytes < poly || bytes % 8 || bytes > TMD_CONTENT_MAX_BYTES)
      REFUSE("poly record size %zu is not a multiple of 8 from %zu on", bytes, poly);
  } else if (bytes != fixed[claim->kind]) {
    REFUSE("%s record size %zu is not %zu", tmd_kind_name(claim->kind), bytes, fixed[claim->kind]);
  }
  return 0;
}

int tmd_claim_check_header(const struct tmd_claim *claim) {
  if (!claim->problem || !claim->problem->text) REFUSE("problem is not interned");
  if (tmd_plan_check(tmd_claim_plan(claim))) return -1;
  if (tmd_cell_check(claim->problem, &claim->cell, claim->X0, claim->X1)) return -1;
  return check_record_size(claim);
}

int tmd_claim_check(const struct tmd_claim *claim) {
  if (tmd_claim_check_header(claim)) return -1;
  if (claim->record_count > TMD_CONTENT_MAX_BYTES / claim->record_bytes)
    REFUSE("records exceed %d bytes", TMD_CONTENT_MAX_BYTES);
  switch (claim->kind) {
  case TMD_POLY: return check_poly(claim);
  case TMD_CASE: return check_cases(claim);
  default: return check_regions(claim);
  }
}
