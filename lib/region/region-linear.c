#include "lib/region/region-linear.h"

#include "lib/base/arb-helpers.h"
#include "lib/cell/decide.h"
#include "lib/cell/scaled.h"
#include "lib/region/region-rational.h"

static void scale_number(fmpq_t number, const struct tmd_segment *segment, int negate) {
  tmd_scaled_rational(number, segment->problem, segment->cell.e_out);
  if (negate) fmpq_neg(number, number);
}

/* The least power of two that is not less than the scale of f. */
static long log2_of_scale(const struct tmd_segment *segment) {
  SCOPED(fmpq, scale);
  SCOPED(arb, ball);
  fmpq_one(scale);
  tmd_scaled_rational(scale, segment->problem, segment->cell.e_out);
  arb_set_fmpq(ball, scale, 64);
  if (!tmd_problem_decimal(segment->problem)) return tmd_scaled_log2(segment);
  return tmd_ball_log2(arb_midref(ball)) + 2;
}

int tmd_linear_by_sizes(struct tmd_linear *G, const struct tmd_segment *segment) {
  const struct tmd_problem *problem = segment->problem;
  const struct tmd_cell *cell = &segment->cell;
  if (!segment->function->methods->linear_on) return 0;
  SCOPED(arb, x);
  tmd_segment_ball(x, segment);
  const int known =
      segment->function->methods->linear_on(segment->function, G, x, tmd_region_precision(problem));
  SCOPED(fmpq, unit);
  tmd_argument_rational(unit, tmd_format_radix(&problem->in), 0, 1, tmd_segment_unit(segment));
  fmpq_mul(G->slope, G->slope, unit);
  scale_number(G->slope, segment, cell->sign_f != cell->sign_x);
  scale_number(G->number, segment, cell->sign_f);
  G->log2 += log2_of_scale(segment);
  if (cell->sign_f) arb_neg(G->rest, G->rest), G->side = -G->side;
  tmd_scaled_value(G->rest, problem, cell->e_out, tmd_region_precision(problem));
  SCOPED(fmpq, half);
  fmpq_set_si(half, tmd_problem_offset_half(problem), 2);
  fmpq_sub(G->number, G->number, half);
  tmd_scaled_offset(G->rest, problem, -1);
  return known;
}

/* Where it is next to what is 2^-threshold from an integer. */
static void decide_by_side(struct tmd_region *region, const struct tmd_problem *problem,
                           const struct tmd_linear *G) {
  const int threshold = tmd_problem_threshold(problem);
  const enum tmd_decision decision =
      G->log2 < -threshold ? tmd_decide_by_side(problem, G->number, G->side) : TMD_DECISION_OPEN;
  if (decision == TMD_DECISION_OPEN) return;
  const int hard = decision == TMD_DECISION_CASE;
  region->status = hard ? TMD_REGION_ALL_HARD : TMD_REGION_NONE_HARD;
  region->least = region->greatest =
      (unsigned)tmd_problem_hardness(problem, hard ? -threshold : 1 - threshold);
}

void tmd_linear_classify(struct tmd_region *region, const struct tmd_segment *segment) {
  struct tmd_region found = {.status = TMD_REGION_OPEN};
  SCOPED_STRUCT(tmd_linear, G);
  if (tmd_linear_by_sizes(&G, segment)) {
    if (fmpz_is_one(fmpq_denref(G.slope))) {
      found.reason = fmpq_is_zero(G.slope) ? TMD_REGION_CONSTANT : TMD_REGION_IDENTITY;
      tmd_region_decide(&found, segment->problem, G.rest);
      if (found.status < TMD_REGION_NONE_HARD) decide_by_side(&found, segment->problem, &G);
    } else {
      tmd_progression_decide(&found, segment, G.slope, G.rest);
    }
  }
  if (found.status >= TMD_REGION_NONE_HARD) *region = found;
}

int tmd_linear_vanishing(const struct tmd_segment *segment) {
  SCOPED_STRUCT(tmd_linear, G);
  return tmd_linear_by_sizes(&G, segment) && G.side != 0 &&
         !tmd_problem_decimal(segment->problem) &&
         G.log2 <= -segment->function->methods->bits_max && fmpz_is_one(fmpq_denref(G.slope)) &&
         fmpz_popcnt(fmpq_denref(G.number)) == 1;
}
