/* Segments: the places of the values of their arguments, by curves, as flat ranges, or one by one
   in double precision. */
#include <math.h>

#include "lib/cell/block-polynomial.h"
#include "lib/cell/pieces.h"
#include "lib/function/quick.h"
#include "lib/problem/ordinal.h"
#include "tools/check/examine/call-batch.h"

static struct tmd_values_cell cell_of(const struct tmd_segment *segment) {
  const struct tmd_format *out = &segment->problem->out;
  const int e = segment->cell.e_out;
  return (struct tmd_values_cell){
      tmd_argument_ordinal(out, e, e == out->emin ? 0 : tmd_format_least_normal(out)),
      tmd_argument_ordinal(out, e, tmd_format_power(out, out->p))};
}

/* A run by place of the segment, from X on; its strip and places are not filled in. */
static struct tmd_run begin_run(const struct tmd_segment *segment, tmd_u128 X) {
  const struct tmd_format *out = &segment->problem->out;
  const int e = segment->cell.e_out;
  return (struct tmd_run){
      .x = {TMD_DATUM_NUMBER, segment->cell.sign_x, tmd_segment_ordinal(segment, X)},
      .method = TMD_BY_PLACE,
      .fraction_bits = TMD_CURVE_FRACTION_BITS,
      .sign_f = segment->cell.sign_f,
      .measured = 1,
      .every = !tmd_cell_scattered(&segment->cell),
      .plain = e > out->emin && e < out->emax};
}

static int one_by_one(struct tmd_examiner *e, const struct tmd_segment *segment) {
  struct tmd_run run = begin_run(segment, segment->X0);
  run.method = TMD_ONE_BY_ONE;
  return tmd_examiner_put_each(e, run, segment->X1 - segment->X0);
}

static int by_curve(struct tmd_examiner *e, const struct tmd_segment *segment,
                    const struct tmd_curve *curve) {
  const struct tmd_values_cell cell = cell_of(segment);
  for (uint64_t t = 0; t < curve->n;) {
    const size_t fits = tmd_examiner_room(e);
    if (fits == 0) return -1;
    struct tmd_run run = begin_run(segment, segment->X0 + t);
    tmd_values_strip(&run.strip, e->place + e->count, curve, &cell, t, fits);
    if (run.strip.count == 0) run.method = TMD_ONE_BY_ONE, run.strip.count = fits < 8 ? fits : 8;
    if (run.strip.count > curve->n - t) run.strip.count = curve->n - t;
    tmd_examiner_put_run(e, &run);
    t += run.strip.count;
  }
  return 0;
}

/* By curves that are as long as possible. */
static int by_curves(struct tmd_examiner *e, const struct tmd_segment *segment) {
  struct tmd_curve curve;
  for (tmd_u128 X = segment->X0; X < segment->X1;) {
    const uint64_t n = segment->X1 - X < e->block ? (uint64_t)(segment->X1 - X) : e->block;
    const struct tmd_segment part = tmd_segment_part(segment, X, X + n);
    const int serves = tmd_taylor_curve(&curve, &part);
    if (!serves && n > TMD_STRIP_LEAST) {
      e->block = n / 2;
      continue;
    }
    if (serves ? by_curve(e, &part, &curve) : one_by_one(e, &part)) return -1;
    if (e->block < UINT64_C(1) << TMD_CURVE_LENGTH_LOG2) e->block *= 2;
    X += n;
  }
  return 0;
}

static int by_flat(struct tmd_examiner *e, const struct tmd_segment *segment,
                   const struct tmd_flat *flat, unsigned reason) {
  const struct tmd_values_cell cell = cell_of(segment);
  const tmd_u128 last = flat->first + flat->slope * (segment->X1 - 1 - segment->X0);
  /* not in the cell: the claim is wrong */
  if (flat->first - (flat->side < 0) < 2 * cell.low || last + (flat->side > 0) > 2 * cell.high)
    return one_by_one(e, segment);
  for (tmd_u128 X = segment->X0; X < segment->X1;) {
    const size_t fits = tmd_examiner_room(e);
    if (fits == 0) return -1;
    struct tmd_run run = begin_run(segment, X);
    run.underflowing = reason == TMD_REGION_UNDERFLOW;
    run.measured = flat->measured && !(run.underflowing && segment->function->alternates);
    run.beyond = flat->beyond, run.plain &= !flat->beyond;
    run.constant = flat->slope == 0;
    const uint64_t most = segment->X1 - X < fits ? (uint64_t)(segment->X1 - X) : fits;
    const tmd_u128 first = flat->first + flat->slope * (X - segment->X0);
    tmd_values_flat(&run.strip, e->place + e->count, &cell, first, flat->slope, flat->side, most);
    run.strip.direction = flat->direction;
    tmd_examiner_put_run(e, &run);
    X += run.strip.count;
  }
  return 0;
}

/* Flat ranges, and curves where not even small ranges are flat. */
static int by_flats(struct tmd_examiner *e, const struct tmd_segment *segment, unsigned reason) {
  enum { SMALL = 1 << TMD_CURVE_LENGTH_LOG2 };
  struct tmd_flat flat;
  const tmd_u128 arguments = segment->X1 - segment->X0, middle = segment->X0 + arguments / 2;
  if (tmd_flat(&flat, &e->on.checked, segment, reason)) return by_flat(e, segment, &flat, reason);
  if (!tmd_reason_is_flat(reason)) return one_by_one(e, segment);
  if (arguments <= SMALL) return by_curves(e, segment);
  const struct tmd_segment low = tmd_segment_part(segment, segment->X0, middle);
  const struct tmd_segment high = tmd_segment_part(segment, middle, segment->X1);
  return by_flats(e, &low, reason) || by_flats(e, &high, reason) ? -1 : 0;
}

/* Next to 0 on both sides: f underflows, and its signs alternate between poles, so that these cells
   are proved by a property of the whole segment. */
static int by_alternation(struct tmd_examiner *e, const struct tmd_segment *segment) {
  const int shift = -tmd_segment_unit(
      segment); /* integers are multiples of 2^shift; there are others: else all are poles */
  const struct tmd_flat next_to_zero = {.side = 1};
  if (shift <= 0 || tmd_cut_verify(segment, TMD_PIECE_UNDERFLOW) != 1)
    return one_by_one(e, segment);
  for (tmd_u128 X = segment->X0; X < segment->X1;) {
    const tmd_u128 integer = X >> shift;
    const int pole = X == integer << shift;
    const tmd_u128 end = pole ? X + 1 : (integer + 1) << shift;
    struct tmd_segment part = tmd_segment_part(segment, X, end < segment->X1 ? end : segment->X1);
    part.cell.sign_f = (integer & 1) == 0;
    part.cell.e_out = segment->problem->out.emin;
    if (pole ? one_by_one(e, &part) : by_flat(e, &part, &next_to_zero, TMD_REGION_UNDERFLOW))
      return -1;
    X = part.X1;
  }
  return 0;
}

/* ---- one by one in double precision ---- */

enum {
  QUICK_FRACTION_BITS = 32,
  QUICK_SLACK_LEAST = 1,
  QUICK_SLACK_MOST = 1 << 18,
  DOUBLE_BITS = 53
};

/* The place of a value, signed, within *slack units; *slack is increased for that. If more than
   QUICK_SLACK_MOST were needed, the place of 0, a breakpoint, so that the argument is open. A
   double less the exponent of 2^(emin - 1) is the ordinal followed by the fraction; less than one
   unit is cut off. */
static uint64_t place_of(const struct tmd_format *out, struct tmd_near y, uint64_t *slack) {
  const double size = fabs(y.value);
  int64_t bits = (int64_t)near_bits(size);
  const int e = (int)(bits >> (DOUBLE_BITS - 1)) - 1023,
            shift = QUICK_FRACTION_BITS - (DOUBLE_BITS - out->p);
  if (!near_finite(y) || e <= out->emin || e >= out->emax) return 0;
  const double unit =
      near_of_bits((uint64_t)(1023 + e - (out->p - 1) - QUICK_FRACTION_BITS) << (DOUBLE_BITS - 1));
  if (!(y.error <= (QUICK_SLACK_MOST - 3) * unit)) return 0;
  const uint64_t needed = (uint64_t)(y.error / unit) + 3;
  if (needed > *slack) *slack = needed;
  bits -= (int64_t)(1023 + out->emin - 1) << (DOUBLE_BITS - 1);
  const uint64_t place = shift >= 0 ? (uint64_t)bits << shift : (uint64_t)bits >> -shift;
  return y.value < 0 ? -place : place;
}

static int by_values(struct tmd_examiner *e, const struct tmd_segment *segment,
                     struct tmd_quick *quick) {
  struct tmd_nears values;
  struct tmd_run run = begin_run(segment, segment->X0);
  run.fraction_bits = QUICK_FRACTION_BITS;
  run.both_signs = run.plain = run.every = 1;
  run.sign_f = 0;
  run.strip = (struct tmd_strip){.low = 0, .high = UINT64_MAX, .width = UINT64_MAX};
  for (tmd_u128 X = segment->X0; X < segment->X1; X += run.strip.count) {
    const size_t fits = tmd_examiner_room(e);
    if (fits == 0) return -1;
    run.x.ordinal = tmd_segment_ordinal(segment, X);
    run.strip.count = segment->X1 - X < fits ? (uint64_t)(segment->X1 - X) : fits;
    run.strip.slack = QUICK_SLACK_LEAST;
    for (size_t i = 0; i < run.strip.count; i++) {
      if (i % TMD_NEARS == 0) tmd_quick_values(quick, (uint64_t)(X + i), &values);
      e->place[e->count + i] = place_of(&segment->problem->out,
                                        nears_get(&values, (int)(i % TMD_NEARS)), &run.strip.slack);
    }
    tmd_examiner_put_run(e, &run);
  }
  return 0;
}

/* Where the values of neighbours are unrelated. */
static int by_quick(struct tmd_examiner *e, const struct tmd_segment *segment) {
  const int serves = !segment->problem->in.decimal &&
                     segment->problem->in.p <= TMD_QUICK_PRECISION_MAX && e->bytes <= 4;
  struct tmd_quick *quick =
      serves ? tmd_quick_open(segment->function, segment->cell.sign_x, tmd_segment_unit(segment))
             : NULL;
  const int failed = quick ? by_values(e, segment, quick) : one_by_one(e, segment);
  tmd_quick_close(quick);
  return failed;
}

int tmd_examine_segment(struct tmd_examiner *e, const struct tmd_segment *segment,
                        unsigned reason) {
  struct tmd_problem problem = *segment->problem;
  struct tmd_segment all = *segment;
  problem.modes = TMD_MODES_ALL;
  all.problem = &problem;
  if (e->bytes == 1 || e->bytes > 8 || tmd_encoding_pad(&problem.out) ||
      reason == TMD_REGION_ZERO || reason == TMD_REGION_EXACT)
    return one_by_one(e, &all);
  const int scattered = tmd_cell_scattered(&segment->cell);
  if (scattered && reason == TMD_REGION_UNDERFLOW && !problem.in.decimal &&
      segment->function->alternates && segment->cell.sign_x)
    return by_alternation(e, &all);
  if (scattered) return by_quick(e, &all);
  return reason ? by_flats(e, &all, reason) : by_curves(e, &all);
}
