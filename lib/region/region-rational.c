#include "lib/region/region-rational.h"

#include "lib/base/arb-helpers.h"
#include "lib/cell/decide.h"
#include "lib/cell/scaled.h"

enum {
  CONSTANT_LOG2_MAX = 1 << 12, /* of c, and of slopes: larger ones are not looked at */
  SLOPE_RADIUS_LOG2 = -2       /* a wider ball of slopes on a range says nothing */
};

/* The greatest q for which the other classes are surely not hard. */
static tmd_u128 greatest_modulus(const struct tmd_problem *problem) {
  const int log2 = tmd_problem_threshold(problem) - 1;
  return (tmd_u128)1 << (log2 < TMD_MODULUS_LOG2_MAX ? log2 : TMD_MODULUS_LOG2_MAX);
}

/* X = -s/p modulo q. */
static uint64_t residue(const arf_t s, const fmpq_t slope) {
  SCOPED(fmpz, integer, inverse);
  arf_get_fmpz(integer, s, ARF_RND_DOWN);
  fmpz_mod(inverse, fmpq_numref(slope), fmpq_denref(slope));
  fmpz_invmod(inverse, inverse, fmpq_denref(slope));
  fmpz_mul(integer, integer, inverse);
  fmpz_neg(integer, integer);
  fmpz_mod(integer, integer, fmpq_denref(slope));
  return fmpz_get_ui(integer);
}

/* c = q (G - slope X), less s and over q: the distances of the class, and bounds of the others'. */
static void decide(struct tmd_region *region, const struct tmd_problem *problem, const fmpq_t slope,
                   const arb_t c, const arf_t s) {
  SCOPED(arb, of_class);
  SCOPED_STRUCT(tmd_distance, distance);
  arb_sub_arf(of_class, c, s, ARF_PREC_EXACT);
  arb_div_fmpz(of_class, of_class, fmpq_denref(slope), tmd_region_precision(problem));
  const enum tmd_decision decision = tmd_decide(&distance, problem, of_class);
  if (decision != TMD_DECISION_OPEN) {
    *region = (struct tmd_region){.status = TMD_REGION_NONE_HARD, .reason = TMD_REGION_RATIONAL};
    tmd_region_bound(region, problem, &distance);
  }
  if (decision == TMD_DECISION_NONE) region->least = 0; /* of other classes no more is known */
  if (decision == TMD_DECISION_CASE) {
    region->status = TMD_REGION_CLASS_HARD;
    region->modulus = fmpz_get_ui(fmpq_denref(slope));
    region->residue = residue(s, slope);
  }
}

void tmd_progression_decide(struct tmd_region *region, const struct tmd_segment *segment,
                            const fmpq_t slope, const arb_t rest) {
  const struct tmd_problem *problem = segment->problem;
  const int fits = fmpz_bits(fmpq_denref(slope)) <= TMD_MODULUS_LOG2_MAX;
  if (!fits || fmpz_is_one(fmpq_denref(slope)) ||
      fmpz_get_ui(fmpq_denref(slope)) > greatest_modulus(problem))
    return;
  SCOPED(arb, c);
  SCOPED(arf, s);
  arb_mul_fmpz(c, rest, fmpq_denref(slope), tmd_region_precision(problem));
  if (arb_is_finite(c) && arf_cmpabs_2exp_si(arb_midref(c), CONSTANT_LOG2_MAX) < 0) {
    tmd_ball_nearest(s, arb_midref(c));
    decide(region, problem, slope, c, s);
  }
}

/* 1 if p/q is so near to the slope that q G - p X varies by less than 1/2 over so many arguments;
 *rest is the difference. */
static int is_near(arb_t rest, const arb_t slope, const fmpq_t by,
                   const struct tmd_segment *segment, tmd_u128 arguments) {
  const slong precision = tmd_region_precision(segment->problem);
  SCOPED(arb, varies);
  SCOPED(arf, bound);
  arb_set_fmpq(rest, by, precision);
  arb_sub(rest, slope, rest, precision);
  tmd_ball_integer(varies, arguments);
  arb_mul_fmpz(varies, varies, fmpq_denref(by), precision);
  arb_mul(varies, varies, rest, precision);
  arb_get_abs_ubound_arf(bound, varies, 64);
  return arf_cmp_2exp_si(bound, -1) < 0;
}

/* The next convergent of a continued fraction: of t, whose integer part is taken off, and inverted;
   0 at its end. */
static int next_convergent(fmpq_t convergent, fmpq_t last, fmpq_t t) {
  SCOPED(fmpz, part);
  fmpz_fdiv_q(part, fmpq_numref(t), fmpq_denref(t));
  fmpz_addmul(fmpq_numref(last), part, fmpq_numref(convergent));
  fmpz_addmul(fmpq_denref(last), part, fmpq_denref(convergent));
  fmpq_swap(last, convergent);
  fmpz_submul(fmpq_numref(t), part, fmpq_denref(t));
  const int goes_on = !fmpz_is_zero(fmpq_numref(t));
  if (goes_on) fmpz_swap(fmpq_numref(t), fmpq_denref(t));
  return goes_on;
}

/* The first convergent of the slope that is near, of those with q <= most: 1 if that is no integer.
 */
static int find_slope(fmpq_t by, arb_t rest, const arb_t slope, const struct tmd_segment *segment,
                      tmd_u128 most) {
  if (!arb_is_finite(slope) || arf_cmpabs_2exp_si(arb_midref(slope), CONSTANT_LOG2_MAX) >= 0 ||
      arf_cmpabs_2exp_si(arb_midref(slope), -TMD_MODULUS_LOG2_MAX - 1) <= 0)
    return 0;
  SCOPED(fmpq, t, last); /* 0/1 */
  arf_get_fmpq(t, arb_midref(slope));
  fmpz_one(fmpq_numref(by)),
      fmpz_zero(fmpq_denref(by)); /* 1/0 and 0/1 are the two before the first */
  int found = 0, goes_on = 1;
  while (!found && goes_on) {
    goes_on = next_convergent(by, last, t);
    if (fmpz_bits(fmpq_denref(by)) > TMD_MODULUS_LOG2_MAX + 1 ||
        fmpz_get_ui(fmpq_denref(by)) > most)
      break;
    found = is_near(rest, slope, by, segment, segment->X1 - segment->X0);
  }
  return found && !fmpz_is_one(fmpq_denref(by));
}

/* G - by X on the segment, by the mean value form; slope - by lies in `rest` there. */
static void enclose(arb_t J, const struct tmd_segment *segment, const fmpq_t by, const arb_t rest) {
  const slong precision = tmd_region_precision(segment->problem);
  const tmd_u128 centre = segment->X0 + (segment->X1 - 1 - segment->X0) / 2;
  SCOPED(arb, X, line);
  SCOPED(arb_poly, w);
  tmd_ball_integer(X, centre);
  tmd_scaled_series(w, segment, X, 1, precision);
  arb_set_fmpq(line, by, precision);
  arb_mul(line, line, X, precision);
  tmd_ball_range(J, segment->X0, segment->X1 - 1);
  arb_sub(X, J, X, precision);
  arb_mul(J, X, rest, precision);
  arb_sub(J, J, line, precision);
  arb_poly_get_coeff_arb(line, w, 0);
  arb_add(J, J, line, precision);
}

static void slope_on(arb_t slope, const struct tmd_segment *segment, tmd_u128 X0, tmd_u128 X1) {
  tmd_ball_range(slope, X0, X1);
  tmd_scaled_slope(slope, segment, slope, tmd_region_precision(segment->problem));
}

/* 1 if the slope is next to p/q at one end and for 1/64 of the range: parts of it may be such
   regions. (Not at one end alone: the slopes of log(x) are rational at all points at which ranges
   are divided.) */
static int is_near_end(const struct tmd_segment *segment, tmd_u128 most) {
  const tmd_u128 X0 = segment->X0, X1 = segment->X1, share = (X1 - X0) / 64;
  const tmd_u128 end[] = {X0, X1 - 1}, inside[] = {X0 + share, X1 - 1 - share};
  int near = 0;
  SCOPED(fmpq, by);
  SCOPED(arb, slope, rest);
  for (int i = 0; i < 2 && !near; i++) {
    slope_on(slope, segment, end[i], end[i]);
    if (!find_slope(by, rest, slope, segment, most)) continue;
    slope_on(slope, segment, inside[i], inside[i]);
    near = arb_is_finite(slope) && is_near(rest, slope, by, segment, share);
  }
  return near;
}

void tmd_progression_classify(struct tmd_region *region, const struct tmd_segment *segment,
                              int chance) {
  const tmd_u128 limit = greatest_modulus(segment->problem),
                 by_chance = (segment->X1 - segment->X0) >> chance;
  const tmd_u128 most = by_chance < limit ? by_chance : limit;
  if (!segment->function->methods->linear_on || most < 2) return;
  SCOPED(fmpq, by);
  SCOPED(arb, slope, rest, J);
  slope_on(slope, segment, segment->X0, segment->X1 - 1);
  if (find_slope(by, rest, slope, segment, most)) {
    enclose(J, segment, by, rest);
    tmd_progression_decide(region, segment, by, J);
    if (region->status == TMD_REGION_OPEN) region->status = TMD_REGION_MIXED;
  } else if (arb_is_finite(slope) && mag_cmp_2exp_si(arb_radref(slope), SLOPE_RADIUS_LOG2) <= 0) {
    if (is_near_end(segment, most)) region->status = TMD_REGION_MIXED;
  }
}
