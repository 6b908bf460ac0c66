#include "lib/region/region.h"

#include "lib/base/arb-helpers.h"
#include "lib/cell/enclose.h"
#include "lib/cell/pieces.h"
#include "lib/cell/place.h"
#include "lib/cell/scaled.h"
#include "lib/region/region-linear.h"
#include "lib/region/region-rational.h"

enum {
  MODEL_EXPONENT_MAX = -3,         /* models at 0 are tried for |x| < 2^-2, */
  MODEL_DECIMAL_EXPONENT_MAX = -1, /* or 1 */
  MODEL_DEGREE = 3,
  MODEL_PRECISION = 192,
  OPEN_LEAST_ARGUMENTS = 16,     /* parts of a region are longer, tmd-plan sees to that */
  PROOF_DIVISIONS_MAX = 1 << 20, /* of a region; then it counts as not proved */
  SLOPE_RADIUS_LOG2 = -1,        /* a wider ball of slopes on a range says nothing */
  REDUCED_LOG2 = 12,             /* an integer within 2^-12 counts as the slope; */
  PROVED_LOG2 = 10,              /* on parts of such ranges, one within 2^-10 */
  CHANCE = 6,                    /* of rational slopes (region-rational.h), on ranges */
  PROVED_CHANCE = 2,             /* and on parts of such ranges */
  DECIMAL_BITS = 64,             /* more where x is rounded */
  LOG2_LEAST = -60000            /* smaller distances are not distinguished */
};

/* k of a distance, 0 if that is negative; of a smaller distance than 2^LOG2_LEAST `beyond`. */
static unsigned hardness(const struct tmd_problem *problem, const arf_t distance, long beyond) {
  const long k =
      tmd_ball_log2(distance) < LOG2_LEAST ? beyond : tmd_decide_hardness(problem, distance);
  return k < 0 ? 0 : (unsigned)k;
}

void tmd_region_bound(struct tmd_region *region, const struct tmd_problem *problem,
                      const struct tmd_distance *distance) {
  region->least =
      hardness(problem, distance->greatest, tmd_problem_hardness(problem, LOG2_LEAST + 1));
  region->greatest = hardness(problem, distance->least, TMD_HARDNESS_UNBOUNDED);
}

void tmd_region_decide(struct tmd_region *region, const struct tmd_problem *problem,
                       const arb_t J) {
  static const enum tmd_region_status status[] = {[TMD_DECISION_OPEN] = TMD_REGION_MIXED,
                                                  [TMD_DECISION_NONE] = TMD_REGION_NONE_HARD,
                                                  [TMD_DECISION_CASE] = TMD_REGION_ALL_HARD};
  region->status = TMD_REGION_OPEN;
  if (!arb_is_finite(J) || mag_cmp_2exp_si(arb_radref(J), -2) > 0) return;
  SCOPED_STRUCT(tmd_distance, distance);
  region->status = status[tmd_decide(&distance, problem, J)];
  tmd_region_bound(region, problem, &distance);
}

/* The scaled value of f = 1 is an integer. */
static int one_is_integer(const struct tmd_problem *problem, int e_out) {
  const int power = problem->out.p - 1 - e_out;
  return power + (problem->modes == TMD_MODES_ALL && !problem->out.decimal) >= 0;
}

/* J encloses G - model near 0 (model: integers for every X of the cell); `slope`, or NULL, f' less
   the slope of the model. Returns 0 if there is none. */
static int enclose_by_model(arb_t J, arb_ptr slope, const struct tmd_segment *segment) {
  const struct tmd_problem *problem = segment->problem;
  const struct tmd_function *function = segment->function;
  const struct tmd_cell *cell = &segment->cell;
  const int identity = function->model == TMD_MODEL_IDENTITY,
            e_max = problem->in.decimal ? MODEL_DECIMAL_EXPONENT_MAX : MODEL_EXPONENT_MAX;
  if (function->model == TMD_MODEL_NONE || cell->e_in > e_max) return 0;
  if (identity ? !tmd_scaled_identity_is_integer(segment) || cell->sign_f != cell->sign_x
               : !one_is_integer(problem, cell->e_out) || cell->sign_f)
    return 0;

  SCOPED(arb, x, hull, zero);
  SCOPED(arb_poly, at_zero, on_hull);
  tmd_segment_ball(x, segment);
  arb_union(hull, x, zero, MODEL_PRECISION);
  tmd_function_series(function, at_zero, zero, MODEL_DEGREE + 1, MODEL_PRECISION);
  tmd_function_series(function, on_hull, hull, MODEL_DEGREE + 2, MODEL_PRECISION);
  /* f - model = sum_{j=first}^3 c_j(0) x^j + c_4(hull) x^4 by Horner's rule; f(0), and f'(0) of the
     identity, are the model */
  const int first = identity ? 2 : 1;
  arb_poly_get_coeff_arb(J, on_hull, MODEL_DEGREE + 1);
  for (int j = MODEL_DEGREE; j >= 0; j--) {
    arb_mul(J, J, x, MODEL_PRECISION);
    arb_poly_get_coeff_arb(hull, at_zero, j);
    if (j >= first) arb_add(J, J, hull, MODEL_PRECISION);
  }
  if (cell->sign_f) arb_neg(J, J);
  tmd_scaled_value(J, problem, cell->e_out, MODEL_PRECISION);
  tmd_scaled_offset(J, problem, -1);
  /* likewise f' = sum_{j=1}^3 j c_j(0) x^(j-1) + 4 c_4(hull) x^3, its own Taylor polynomial: 4 c_4
     is its derivative's share */
  for (int j = slope ? MODEL_DEGREE + 1 : 0; j > 0; j--) {
    arb_poly_get_coeff_arb(hull, j > MODEL_DEGREE ? on_hull : at_zero, j);
    arb_mul_ui(hull, hull, (ulong)j, MODEL_PRECISION);
    if (j > MODEL_DEGREE) arb_set(slope, hull);
    else arb_mul(slope, slope, x, MODEL_PRECISION);
    if (j >= first && j <= MODEL_DEGREE) arb_add(slope, slope, hull, MODEL_PRECISION);
  }
  return 1;
}

slong tmd_region_precision(const struct tmd_problem *problem) {
  const struct tmd_format *in = &problem->in;
  const slong bits = tmd_problem_decimal(problem) ? tmd_problem_G_bits(problem) + DECIMAL_BITS
                                                  : tmd_problem_scale(problem);
  return bits + tmd_problem_threshold(problem) + tmd_format_significand_bits(in) + 64;
}

/* A slope that is an integer, and not 0, up to 2^-log2 is reduced by that integer, which does not
   matter over integers X. 1 if so. */
static int reduce_slope(arb_t slope, int log2) {
  SCOPED(arf, integer);
  SCOPED(arb, rest);
  if (arb_is_finite(slope)) {
    tmd_ball_nearest(integer, arb_midref(slope));
    arb_sub_arf(rest, slope, integer, ARF_PREC_EXACT);
  }
  arb_mul_2exp_si(rest, rest, log2);
  const int reduced = !arf_is_zero(integer) && arf_cmpabs_2exp_si(arb_midref(rest), 0) < 0 &&
                      mag_cmp_2exp_si(arb_radref(rest), 0) < 0;
  if (reduced) arb_sub_arf(slope, slope, integer, ARF_PREC_EXACT);
  return reduced;
}

/* 1 if the slope at X is that integer up to so little that G less so much X would vary by less than
   1 over the arguments. */
static int near_at(const struct tmd_segment *segment, tmd_u128 X, const arf_t integer,
                   tmd_u128 arguments) {
  SCOPED(arb, number, slope);
  tmd_ball_integer(number, X);
  tmd_scaled_slope(slope, segment, number, 128);
  arb_sub_arf(slope, slope, integer, 128);
  tmd_ball_integer(number, arguments);
  arb_mul(slope, slope, number, 128);
  return arb_is_finite(slope) && arf_cmpabs_2exp_si(arb_midref(slope), 0) < 0;
}

/* 1 if the slope is one integer, and not 0, but for very little at one end of the range and for
   1/64 of it, where a wide ball does not show it: parts of the range may be regions. (Of
   expressions. Functions of the table have such ranges next to their zeros only, where the Farey
   walk is as quick.) */
static int near_integer_slope(const arb_t on_range, const struct tmd_segment *segment) {
  if (!segment->function->methods->linear_on || !arb_is_finite(on_range)) return 0;
  if (mag_cmp_2exp_si(arb_radref(on_range), SLOPE_RADIUS_LOG2) > 0) return 0;
  const tmd_u128 X0 = segment->X0, X1 = segment->X1, share = (X1 - X0) / 64;
  const tmd_u128 end[] = {X0, X1 - 1}, inside[] = {X0 + share, X1 - 1 - share};
  SCOPED(arf, integer);
  tmd_ball_nearest(integer, arb_midref(on_range));
  int near = 0;
  for (int i = 0; i < 2 && !near && !arf_is_zero(integer); i++)
    near =
        near_at(segment, end[i], integer, X1 - X0) && near_at(segment, inside[i], integer, share);
  return near;
}

/* J encloses G, or G minus a linear function that is an integer at all X (*linear: 1), on the range
   by the mean value form; log2: which slopes are reduced, 0: none; *flat: 0 if J surely varies by
   more than 1/4 on every part of half the size, and its slope is not near an integer. */
static void enclose_by_mean_value(arb_t J, int *flat, int *linear, int log2,
                                  const struct tmd_segment *segment) {
  const struct tmd_problem *problem = segment->problem;
  const tmd_u128 X0 = segment->X0, X1 = segment->X1, centre = X0 + (X1 - 1 - X0) / 2;
  const slong precision = tmd_region_precision(problem);
  SCOPED(arb, X, slope);
  SCOPED(arb_poly, w);
  tmd_ball_range(X, X0, X1 - 1);
  tmd_scaled_slope(slope, segment, X, 128);
  *linear = log2 > 0 && reduce_slope(slope, log2);
  SCOPED(arb, least);
  tmd_ball_integer(least, X1 - X0);
  arb_mul(least, least, slope, 64);
  SCOPED(arf, bound);
  arb_get_abs_lbound_arf(bound, least, 64);
  *flat = !arb_is_finite(least) || arf_cmp_2exp_si(bound, -1) < 0 ||
          (log2 > 0 && !*linear && near_integer_slope(slope, segment));
  tmd_ball_integer(J, centre);
  arb_sub(X, X, J, precision);
  if (arb_is_zero(X)) arb_zero(slope); /* one argument: at x = 0 the slope may be infinite */
  else arb_mul(slope, slope, X, precision);
  tmd_scaled_series(w, segment, J, 1, precision);
  arb_poly_get_coeff_arb(J, w, 0);
  arb_add(J, J, slope, precision);
}

/* How a segment is looked at. */
struct look {
  int log2;   /* which slopes are reduced by an integer, 0: none */
  int chance; /* of rational slopes (region-rational.h), 0: none */
};

static struct tmd_region classify(const struct tmd_segment *segment, struct look look) {
  struct tmd_region region = {.status = TMD_REGION_OPEN, .reason = TMD_REGION_CONSTANT};
  int flat = 1, linear;
  SCOPED(arb, J);
  if (enclose_by_model(J, NULL, segment)) {
    region.reason =
        segment->function->model == TMD_MODEL_IDENTITY ? TMD_REGION_IDENTITY : TMD_REGION_CONSTANT;
    tmd_region_decide(&region, segment->problem, J);
  }
  if (region.status == TMD_REGION_OPEN) {
    enclose_by_mean_value(J, &flat, &linear, look.log2, segment);
    region.reason = linear ? TMD_REGION_IDENTITY : TMD_REGION_CONSTANT;
    tmd_region_decide(&region, segment->problem, J);
  }
  if (region.status < TMD_REGION_NONE_HARD) tmd_linear_classify(&region, segment);
  if (region.status == TMD_REGION_OPEN && look.chance)
    tmd_progression_classify(&region, segment, look.chance);
  if (region.status == TMD_REGION_OPEN && flat) region.status = TMD_REGION_MIXED;
  return region;
}

/* As a part of a region with a rational slope: where that is less than 1, G may pass no integer on
   it, and say nothing of the others. */
static struct tmd_region classify_rational(const struct tmd_segment *segment) {
  struct tmd_region region = {.status = TMD_REGION_OPEN, .reason = TMD_REGION_RATIONAL};
  tmd_progression_classify(&region, segment, PROVED_CHANCE);
  if (region.status < TMD_REGION_NONE_HARD) {
    region.status = TMD_REGION_OPEN;
    tmd_linear_classify(&region, segment);
  }
  return region;
}

/* By the mean value form; `taken`: the integer multiple of X that is taken off where the slope is
   near it. */
static void enclose_with_slope(arb_t J, arb_t slope, arf_t taken,
                               const struct tmd_segment *segment) {
  int flat, linear;
  SCOPED(arb, X);
  enclose_by_mean_value(J, &flat, &linear, REDUCED_LOG2, segment);
  tmd_ball_range(X, segment->X0, segment->X1 - 1);
  tmd_scaled_slope(slope, segment, X, 128);
  if (linear) {
    tmd_ball_nearest(taken, arb_midref(slope));
    reduce_slope(slope, REDUCED_LOG2);
  }
}

void tmd_region_enclose(arb_t J, int *even, int *monotone, const struct tmd_segment *segment) {
  SCOPED(arf, taken);
  SCOPED(arb, slope);
  if (enclose_by_model(J, slope, segment)) {
    *even = tmd_scaled_log2(segment) +
                (segment->function->model == TMD_MODEL_IDENTITY ? tmd_segment_unit(segment) : 0) >
            0;
  } else {
    enclose_with_slope(J, slope, taken, segment);
    if (arf_sgn(taken) < 0) arb_indeterminate(J);
    *even = arf_is_int_2exp_si(taken, 1);
  }
  *monotone = arb_is_finite(slope) && !arb_contains_zero(slope);
}

struct tmd_region tmd_region_classify(const struct tmd_segment *segment) {
  return classify(segment, (struct look){REDUCED_LOG2, CHANCE});
}

int tmd_region_decided(const struct tmd_segment *segment) {
  return segment->cell.e_out != segment->problem->out.emin ||
         tmd_cut_decided(segment); /* by its cell f is not 0 */
}

/* What tmd_region_divide is about, and how many more divisions it may take. */
struct division {
  unsigned reason;
  int left;
  tmd_region_visit *visit;
  void *context;
};

static int divide(const struct tmd_segment *segment, struct division *division) {
  const struct look look = {.log2 = division->reason == TMD_REGION_IDENTITY ? PROVED_LOG2 : 0};
  const struct tmd_region region = division->reason == TMD_REGION_RATIONAL
                                       ? classify_rational(segment)
                                       : classify(segment, look);
  const tmd_u128 arguments = segment->X1 - segment->X0, middle = segment->X0 + arguments / 2;
  if (region.status >= TMD_REGION_NONE_HARD ||
      arguments <= (region.status == TMD_REGION_OPEN ? OPEN_LEAST_ARGUMENTS : 1) ||
      --division->left < 0)
    return division->visit(segment, &region, division->context);
  const struct tmd_segment low = tmd_segment_part(segment, segment->X0, middle);
  const struct tmd_segment high = tmd_segment_part(segment, middle, segment->X1);
  return divide(&low, division) || divide(&high, division) ? -1 : 0;
}

int tmd_region_divide(const struct tmd_segment *segment, unsigned reason, int most,
                      tmd_region_visit *visit, void *context) {
  struct division division = {reason, most, visit, context};
  return divide(segment, &division);
}

/* All parts are alike; the region is as hard as all of them, and has the reason of the first. */
static int add_part(const struct tmd_segment *part, const struct tmd_region *region, void *whole_) {
  struct tmd_region *whole = whole_;
  (void)part;
  if (region->status < TMD_REGION_NONE_HARD) return -1;
  if (whole->status == TMD_REGION_OPEN) *whole = *region;
  if (region->status != whole->status || region->modulus != whole->modulus ||
      region->residue != whole->residue)
    return -1;
  if (region->least < whole->least) whole->least = region->least;
  if (region->greatest > whole->greatest) whole->greatest = region->greatest;
  return 0;
}

int tmd_region_prove(const struct tmd_segment *segment, struct tmd_region *region) {
  struct tmd_region whole = {.status = TMD_REGION_OPEN};
  if (!tmd_region_decided(segment)) return 0;
  if (tmd_region_divide(segment, region->reason, PROOF_DIVISIONS_MAX, add_part, &whole)) return 0;
  *region = whole;
  return 1;
}

int tmd_region_zero_segment(struct tmd_segment *zero, const struct tmd_problem *problem,
                            const struct tmd_function *function) {
  struct tmd_cell *cell = &zero->cell;
  *zero = (struct tmd_segment){
      problem, function, {.e_in = problem->in.emin, .e_out = problem->out.emin}, 0, 1};
  if (!(function->least < 0 || (function->least == 0 && function->least_closed))) return 0;
  const struct tmd_place place = tmd_place_at(zero, 0); /* undecided: 0 is taken for an argument */
  if (place.kind == TMD_PLACE_BETWEEN) {
    cell->sign_f = place.sign;
    if (place.high > cell->e_out)
      cell->e_out = place.high <= problem->out.emax ? (int)place.high - 1 : problem->out.emax;
  }
  return place.kind != TMD_PLACE_OUTSIDE;
}

/* 1 if f(0) is found exactly, by MPFR for binary formats, and is an integer of G; -1 if Arb
   contradicts. */
static int exact_at_zero(const struct tmd_segment *zero) {
  /* as long as an integer of G + offset */
  const slong W = tmd_format_significand_bits(&zero->problem->out) + 1;
  SCOPED(arb, G, by_arb);
  const int known = tmd_problem_decimal(zero->problem) ? tmd_enclose_exactly(G, zero, 0, W)
                                                       : tmd_enclose_by_mpfr(G, zero, 0, W);
  tmd_enclose_by_arb(by_arb, zero, 0, MODEL_PRECISION);
  const int exact = known && arb_is_exact(G) && arb_is_int(G);
  return exact && arb_is_finite(by_arb) && !arb_contains(by_arb, G) ? -1 : exact;
}

struct tmd_region tmd_region_zero(const struct tmd_segment *zero) {
  const enum tmd_piece_class class = tmd_cut_class(zero, 0);
  const struct tmd_region exact = {
      TMD_REGION_ALL_HARD, TMD_REGION_ZERO, TMD_HARDNESS_EXACT, TMD_HARDNESS_EXACT, 0, 0};
  const struct tmd_region none = {.status = TMD_REGION_NONE_HARD, .reason = TMD_REGION_ZERO};
  if (class == TMD_PIECE_ZERO) return tmd_problem_offset_half(zero->problem) ? none : exact;
  if (class != TMD_PIECE_CELL) return none;
  const int found = exact_at_zero(zero);
  if (found > 0) return exact;
  struct tmd_region region = {.status = TMD_REGION_OPEN, .reason = TMD_REGION_ZERO};
  if (found == 0 && tmd_place_at(zero, 0).kind != TMD_PLACE_UNDECIDED)
    region = tmd_region_classify(zero); /* else tmd-ziv reports what it finds */
  region.reason = TMD_REGION_ZERO;
  return region;
}
