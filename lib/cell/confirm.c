#include "lib/cell/confirm.h"

#include <string.h>

#include "lib/base/arb-helpers.h"
#include "lib/base/error.h"
#include "lib/cell/decide.h"
#include "lib/cell/enclose.h"
#include "lib/cell/pieces.h"
#include "lib/cell/place.h"

/* The 64-bit truncated mantissa and exponent of x > 0: x in [mantissa, mantissa + 1) 2^(exponent -
   64). 0 if a record has no room for the exponent: exp(-2^40) next to 0. */
static int truncate(uint64_t *mantissa, int32_t *exponent, const arf_t x) {
  SCOPED(arf, scaled);
  SCOPED(fmpz, e);
  arf_frexp(scaled, e, x); /* scaled in [1/2, 1) */
  const int fits = fmpz_cmp_si(e, INT32_MIN) >= 0 && fmpz_cmp_si(e, INT32_MAX) <= 0;
  *exponent = fits ? (int32_t)fmpz_get_si(e) : 0;
  arf_mul_2exp_si(scaled, scaled, 64);
  fmpz_zero(e);
  arf_get_fmpz(e, scaled, ARF_RND_FLOOR);
  *mantissa = fmpz_get_ui(e);
  return fits;
}

/* The record of a case whose distance lies in [least, greatest]; 1 if all 64 bits of it are
   certain. */
static int fill(struct tmd_case_record *record, const struct tmd_problem *problem,
                const struct tmd_distance *distance) {
  uint64_t mantissa;
  int32_t exponent;
  memset(record, 0, sizeof *record);
  record->flags = TMD_CASE_CONFIRMED | (distance->midpoint ? TMD_CASE_MIDPOINT : 0);
  if (arf_is_zero(distance->greatest)) {
    record->flags |= TMD_CASE_EXACT;
    record->hardness = TMD_HARDNESS_EXACT;
    return 1;
  }
  if (arf_is_zero(distance->least)) return 0;
  if (!truncate(&record->distance_mantissa, &record->distance_exponent, distance->least)) return 0;
  if (!truncate(&mantissa, &exponent, distance->greatest)) return 0;
  record->distance_negative = (uint8_t)distance->negative;
  record->hardness = (uint16_t)tmd_problem_hardness_recorded(problem, record->distance_exponent);
  return mantissa == record->distance_mantissa && exponent == record->distance_exponent;
}

/* Decides from an enclosure of G; an exact G has radius 0. A case is decided once its record is
   certain; of what is open next to an integer, the record holds which kind. */
static enum tmd_decision decide(struct tmd_case_record *record, const struct tmd_problem *problem,
                                const arb_t G) {
  SCOPED_STRUCT(tmd_distance, distance);
  enum tmd_decision decision = tmd_decide(&distance, problem, G);
  if (decision == TMD_DECISION_CASE && !fill(record, problem, &distance))
    decision = TMD_DECISION_OPEN;
  return decision;
}

/* What the enclosures by MPFR and by Arb of one precision decide together; -1: they contradict each
   other. */
static int decide_both(struct tmd_case_record *record, const struct tmd_problem *problem,
                       const arb_t by_mpfr, const arb_t by_arb) {
  struct tmd_case_record other;
  memset(&other, 0, sizeof other);
  memset(record, 0, sizeof *record);
  if (!arb_overlaps(by_mpfr, by_arb)) return -1;
  const enum tmd_decision first = decide(record, problem, by_mpfr);
  if (arb_is_exact(by_mpfr)) return (int)first; /* an exact value: no ball decides more */
  const enum tmd_decision second = decide(&other, problem, by_arb);
  if (first == TMD_DECISION_OPEN || second == TMD_DECISION_OPEN) return TMD_DECISION_OPEN;
  return first == second && (first == TMD_DECISION_NONE || !memcmp(record, &other, sizeof other))
             ? (int)first
             : -1;
}

/* 1 if it is not decided to which cell the argument belongs. */
static int cell_undecided(const struct tmd_segment *segment, tmd_u128 X) {
  const struct tmd_place place = tmd_place_at(segment, X);
  return place.kind == TMD_PLACE_UNDECIDED ||
         (place.kind == TMD_PLACE_BETWEEN && place.high != place.low + 1);
}

/* 1 if the enclosure is open, and not just for want of bits: it contains an integer, or what is at
   the threshold, or more bits of the distance are known than a record has, but not which. */
static int is_open_at_number(const struct tmd_problem *problem, const arb_t G) {
  enum { KNOWN_BITS = 66 };
  struct tmd_case_record record;
  if (decide(&record, problem, G) != TMD_DECISION_OPEN) return 0;
  SCOPED_STRUCT(tmd_distance, distance);
  int open = tmd_decide(&distance, problem, G) == TMD_DECISION_OPEN || arf_is_zero(distance.least);
  if (!open)
    open =
        mag_cmp_2exp_si(arb_radref(G), arf_abs_bound_lt_2exp_si(distance.least) - KNOWN_BITS) < 0;
  return open;
}

/* 1 if nothing from `least` to `most` bits decides, as f(x) lies too near a number n that is
   undecided itself: a number of the format or a midpoint, or at a distance from them that has few
   bits. G is what MPFR would have at `most` bits, then.

   Let n have W bits, 2^(e-1) <= |n| < 2^e and 0 < |f(x) - n| < 2^(e-W-2). The numbers of W bits
   next to n differ from it by 2^(e-1-W) or more: n is the nearest of them to f(x), and f(x) is
   none. So MPFR, if it rounds f(x) to W bits, has n, which is not exact, and an enclosure of radius
   2^(e-W-1) around it. Those of all W up to `most` have the same midpoint, and contain the one of
   `most`: where that is open all are, as the bounds of a distance grow with the radius
   (lib/cell/decide.h). */
static int is_beyond(arb_t G, const struct tmd_segment *segment, tmd_u128 X, slong least,
                     slong most) {
  const struct tmd_function *function = segment->function;
  struct tmd_case_record record;
  long high;
  if (!function->methods->next_to || tmd_problem_decimal(segment->problem)) return 0;
  SCOPED(fmpq, number);
  FLOATS(128, x);
  tmd_segment_argument(x, segment, X);
  int beyond = function->methods->next_to(function, number, &high, x);
  if (beyond) {
    arb_set_fmpq(G, number, least);
    const long e = arf_abs_bound_lt_2exp_si(arb_midref(G));
    beyond = arb_is_exact(G) && high <= e - most - 2;
    arb_add_error_2exp_si(G, e - most - 1);
    tmd_enclose_scale(G, segment, least);
    beyond = beyond && decide(&record, segment->problem, G) == TMD_DECISION_OPEN;
  }
  return beyond;
}

/* Refines until the record is decided, or `most` bits are reached, or the value is seen not to be
   in the cell (*inside: 0). Returns the decision, or -1: the libraries contradict each other. An
   open record has the flag TMD_CASE_MIDPOINT if the value is next to one. */
static int refine(struct tmd_case_record *record, int *inside, const struct tmd_segment *segment,
                  tmd_u128 X, slong most) {
  const struct tmd_problem *problem = segment->problem;
  int decision = TMD_DECISION_OPEN;
  slong W = tmd_format_significand_bits(&problem->out) + tmd_problem_threshold(problem) + 96;
  SCOPED(arb, by_mpfr, by_arb, next_to);
  *inside = 1;
  for (int first = 1, last = 0; decision == TMD_DECISION_OPEN && *inside && !last; W *= 2) {
    last = W >= most;
    if (last) W = most;
    tmd_enclose_by_arb(by_arb, segment, X, W);
    if (first && is_open_at_number(problem, by_arb) && is_beyond(next_to, segment, X, W, most)) {
      *inside = tmd_enclose_in_cell(segment, next_to, W);
      arb_swap(by_arb, next_to);
      break;
    }
    /* MPFR, which takes the most time, is called at first, as it finds integers of G at any
       precision, and then where G is seen to be none */
    if (!first && !last && (!arb_is_finite(by_arb) || arb_contains_int(by_arb))) continue;
    first = 0;
    if (!tmd_enclose_exactly(by_mpfr, segment, X, W) &&
        !tmd_enclose_by_mpfr(by_mpfr, segment, X, W))
      continue;
    *inside = tmd_enclose_in_cell(segment, by_mpfr, W);
    decision = decide_both(record, problem, by_mpfr, by_arb);
  }
  if (decision == TMD_DECISION_OPEN) {
    memset(record, 0, sizeof *record);
    decide(record, problem, by_arb);
  }
  return decision;
}

int tmd_confirm_case(const struct tmd_segment *segment, tmd_u128 X, int precision,
                     struct tmd_case_record *record) {
  const struct tmd_function *function = segment->function;
  const slong most = precision ? precision : function->methods->bits_max;
  struct tmd_segment own = *segment;
  int inside;
  if (!tmd_cut_own_cell(&own, X)) return 0;
  int decision = refine(record, &inside, &own, X, most);
  if (!inside && decision >= 0 && cell_undecided(&own, X)) {
    if (decision != TMD_DECISION_OPEN) record->flags = 0;
    inside = 1;
    decision = TMD_DECISION_OPEN;
  }
  if (decision < 0)
    return tmd_error(TMD_USAGE, "MPFR and Arb contradict each other on %s", function->name);
  if (!inside)
    return tmd_error(TMD_CORRUPT, "%s: an argument whose value is not in its cell", function->name);
  if (decision == TMD_DECISION_NONE) return 0;
  if (decision == TMD_DECISION_OPEN) {
    const int midpoint =
        segment->problem->modes == TMD_MODES_NEAREST || (record->flags & TMD_CASE_MIDPOINT);
    memset(record, 0, sizeof *record);
    record->flags = (uint8_t)(TMD_CASE_UNDECIDED | (midpoint ? TMD_CASE_MIDPOINT : 0));
    record->undecided_bits = (uint32_t)most;
  }
  record->X = tmd_wide_store(X);
  return 1;
}

int tmd_confirm_image(const struct tmd_segment *segment, struct tmd_case_record *record) {
  struct tmd_case_record again;
  if (record->flags & TMD_CASE_UNDECIDED) return 1;
  const int verdict =
      tmd_confirm_case(segment, tmd_wide_load(record->X), TMD_CONFIRM_PRECISION_MOST, &again);
  if (verdict > 0 && (again.flags & TMD_CASE_UNDECIDED)) *record = again;
  return verdict < 0 ? -1 : verdict && !memcmp(&again, record, sizeof again);
}
