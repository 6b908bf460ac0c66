#include "tools/select/implied.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/confirm.h"
#include "lib/cell/pieces.h"
#include "lib/function/function.h"
#include "lib/problem/hex-float.h"
#include "lib/region/exact.h"
#include "lib/region/region.h"
#include "lib/stream/agree.h"

enum { DIVISIONS_MAX = 1 << 14, SINGLE_ARGUMENTS_MAX = 64 };

const struct tmd_problem *tmd_implied_problem(const struct tmd_problem *from, int modes, int bits) {
  struct tmd_problem to = *from;
  if (modes >= 0) to.modes = (enum tmd_modes)modes;
  const int least = from->bits + (from->modes == TMD_MODES_ALL && to.modes == TMD_MODES_DIRECTED);
  to.bits = bits ? bits : least;
  if (to.modes != from->modes && from->modes != TMD_MODES_ALL)
    tmd_error(TMD_USAGE, "%s was searched for modes %s: nothing follows for modes %s", from->name,
              tmd_modes_name(from->modes), tmd_modes_name(to.modes));
  else if (to.bits < least || to.bits > TMD_PROBLEM_BITS_MAX)
    tmd_error(
        TMD_USAGE,
        "%s was searched for modes %s at %d bits: for modes %s that implies %d to %d bits, not %d",
        from->name, tmd_modes_name(from->modes), from->bits, tmd_modes_name(to.modes), least,
        TMD_PROBLEM_BITS_MAX, to.bits);
  else return tmd_problem_intern(&to);
  return NULL;
}

/* The state of a derivation from a claim. */
struct derivation {
  const struct tmd_claim *claim;
  const struct tmd_problem *to;
  struct tmd_claim *implied; /* the next one */
  int (*visit)(const struct tmd_claim *implied, void *context);
  void *context;
};

static void begin(struct derivation *d, enum tmd_kind kind, tmd_u128 X0, tmd_u128 X1) {
  tmd_claim_begin(d->implied, d->claim, kind,
                  kind == TMD_CASE ? sizeof(struct tmd_case_record)
                                   : sizeof(struct tmd_region_record));
  d->implied->problem = d->to;
  d->implied->X0 = X0;
  d->implied->X1 = X1;
}

/* ---- cases ---- */

/* Converts the record to a case of the problem `to`; 0 if it cannot be one. */
static int adapt(struct tmd_case_record *c, const struct tmd_problem *from,
                 const struct tmd_problem *to) {
  const int midpoint = (c->flags & TMD_CASE_MIDPOINT) != 0;
  if (!(c->flags & (TMD_CASE_CONFIRMED | TMD_CASE_UNDECIDED))) return 1;
  if (from->modes != to->modes) {
    if (to->modes == TMD_MODES_DIRECTED && midpoint) return 0;
    if (to->modes == TMD_MODES_NEAREST && !midpoint && (c->flags & TMD_CASE_CONFIRMED)) return 0;
    if (to->modes == TMD_MODES_NEAREST)
      c->flags |= TMD_CASE_MIDPOINT; /* all integers of its G are midpoints */
    if (c->distance_mantissa) c->distance_exponent--;
  }
  if ((c->flags & TMD_CASE_UNDECIDED) || (c->flags & TMD_CASE_EXACT)) return 1;
  c->hardness = (uint16_t)tmd_problem_hardness_recorded(to, c->distance_exponent);
  return c->hardness >= to->bits;
}

static int derive_cases(struct derivation *d) {
  begin(d, TMD_CASE, d->claim->X0, d->claim->X1);
  for (size_t i = 0; i < d->claim->record_count; i++) {
    struct tmd_case_record record = *(struct tmd_case_record *)tmd_claim_record(d->claim, i);
    if (record.distance_mantissa && record.distance_exponent == INT32_MIN)
      return tmd_error(TMD_CORRUPT, "%s: a distance below 2^%d", d->to->name, INT32_MIN);
    if (adapt(&record, d->claim->problem, d->to))
      *(struct tmd_case_record *)tmd_claim_append(d->implied) = record;
  }
  return d->visit(d->implied, d->context);
}

/* ---- regions ---- */

static int put_region(struct derivation *d, tmd_u128 X0, tmd_u128 X1,
                      const struct tmd_region *region) {
  begin(d, TMD_REGION, X0, X1);
  const struct tmd_region_saying says = {region->reason, region->least, region->greatest,
                                         region->modulus, region->residue};
  *(struct tmd_region_record *)tmd_claim_append(d->implied) = tmd_region_recorded(&says, X0, X1);
  return d->visit(d->implied, d->context);
}

static int undecided(const struct tmd_segment *segment) {
  const char *const from = TMD_ARGUMENT_TEXT(segment->problem, &segment->cell, segment->X0);
  return tmd_error(
      TMD_USAGE,
      "%s: the region from x = %s on cannot be decided for modes %s at %d bits: search it for these",
      segment->problem->name, from, tmd_modes_name(segment->problem->modes),
      segment->problem->bits);
}

/* Arguments that are no region, as a claim of cases. */
static int put_arguments(struct derivation *d, const struct tmd_segment *part) {
  struct tmd_case_record record;
  if (part->X1 - part->X0 > SINGLE_ARGUMENTS_MAX) return undecided(part);
  begin(d, TMD_CASE, part->X0, part->X1);
  for (tmd_u128 X = part->X0; X < part->X1; X++) {
    const int hard = tmd_confirm_case(part, X, 0, &record);
    if (hard < 0) return -1;
    if (hard) *(struct tmd_case_record *)tmd_claim_append(d->implied) = record;
  }
  tmd_exact_drop(d->implied);
  return d->visit(d->implied, d->context);
}

static int put_part(const struct tmd_segment *part, const struct tmd_region *region,
                    void *derivation) {
  struct derivation *d = derivation;
  return region->status >= TMD_REGION_NONE_HARD ? put_region(d, part->X0, part->X1, region)
                                                : put_arguments(d, part);
}

/* The hardnesses for directed modes, or nearest, from those for all modes: next to an integer that
   counts, by the table in implied.h; next to one that does not, the next that does is 1/2 to 1
   away, which is hardness 1, or 0. */
static void widen(struct tmd_region *region, enum tmd_modes modes) {
  region->least = modes == TMD_MODES_DIRECTED;
  region->greatest += modes == TMD_MODES_DIRECTED;
}

/* 1 and *region if the region for the problem `to` follows without a division; 0 if not, -1
   (message). */
static int is_clear(struct derivation *d, const struct tmd_segment *segment,
                    struct tmd_region *region) {
  const int same_modes = d->claim->problem->modes == d->to->modes,
            scattered = tmd_cell_scattered(&segment->cell);
  const unsigned bits = (unsigned)d->to->bits;
  if (region->reason == TMD_REGION_OVERFLOW || region->reason == TMD_REGION_UNDERFLOW) return 1;
  if (same_modes && (region->least >= bits || (region->greatest < bits && !region->modulus)))
    return 1;
  if (same_modes && tmd_problem_of_pairs(d->to)) return 1; /* hard or not, they are not listed */
  /* from here on the modes differ, unless at `bits` some arguments are hard and some are
     not */
  if (tmd_reason_is_flat(region->reason) && region->greatest < (unsigned)d->claim->problem->bits) {
    widen(region, d->to->modes);
    return 1;
  }
  if (region->reason == TMD_REGION_QUOTIENT) return undecided(segment);
  if (region->reason == TMD_REGION_ZERO) {
    struct tmd_segment zero;
    if (!tmd_region_zero_segment(&zero, d->to, d->to->function) ||
        tmd_cell_compare(&zero.cell, &segment->cell))
      return undecided(segment);
    *region = tmd_region_zero(&zero);
    return region->status >= TMD_REGION_NONE_HARD ? 1 : undecided(segment);
  }
  if (tmd_reason_is_flat(region->reason)) return scattered ? undecided(segment) : 0;
  /* the values 0, 1 and -1, which are numbers */
  const struct tmd_segment exact = {d->to, d->to->function, segment->cell, segment->X0,
                                    segment->X1};
  if (tmd_cut_verify(&exact, scattered ? TMD_PIECE_EXACT : TMD_PIECE_ZERO) != 1)
    return undecided(segment);
  region->least = region->greatest = d->to->modes == TMD_MODES_NEAREST ? 0 : TMD_HARDNESS_EXACT;
  return 1;
}

static int derive_regions(struct derivation *d) {
  for (size_t i = 0; i < d->claim->record_count; i++) {
    const struct tmd_region_record *r = tmd_claim_record(d->claim, i);
    struct tmd_region region = {TMD_REGION_NONE_HARD, r->reason,  r->least,
                                r->greatest,          r->modulus, r->residue};
    struct tmd_segment segment = {d->to, d->to->function, d->claim->cell, tmd_wide_load(r->Xa),
                                  tmd_wide_load(r->Xb)};
    const int clear = is_clear(d, &segment, &region);
    if (clear < 0) return -1;
    if (clear ? put_region(d, segment.X0, segment.X1, &region)
              : tmd_region_divide(&segment, r->reason, DIVISIONS_MAX, put_part, d))
      return -1;
  }
  return 0;
}

int tmd_implied_claims(const struct tmd_claim *claim, const struct tmd_problem *to,
                       int (*visit)(const struct tmd_claim *implied, void *context),
                       void *context) {
  struct tmd_claim *implied = tmd_zeros(sizeof *implied);
  struct derivation d = {
      .claim = claim, .to = to, .implied = implied, .visit = visit, .context = context};
  const int failed = claim->kind == TMD_CASE ? derive_cases(&d) : derive_regions(&d);
  tmd_claim_clear(implied);
  free(implied);
  return failed ? -1 : 0;
}
