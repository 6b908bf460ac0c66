#include "tools/check/values/strips.h"

#include <math.h>
#include <string.h>

#include "lib/base/upper-bounds.h"

enum { UNIT_BITS = 64 + TMD_CURVE_FRACTION_BITS }; /* of a curve's coefficients, below an ulp */

/* Differences at the beginning of a strip, and their sizes in ulp, rounded up. */
struct table {
  int degree;
  tmd_u128 r[TMD_CURVE_DEGREE_MAX + 1];
  double size[TMD_CURVE_DEGREE_MAX + 1];
};

static double size_of(tmd_u128 r) {
  const tmd_u128 size = r >> 127 ? -r : r;
  return tmd_wide_double(size) * ldexp(1, -UNIT_BITS) * TMD_OUTWARD;
}

/* r_j <- sum_l C(t, l) r_{j+l}, exact mod 2^128. */
static void move(struct table *table, const struct tmd_curve *curve, uint64_t t) {
  tmd_u128 binomial[TMD_CURVE_DEGREE_MAX + 1] = {1};
  for (int l = 1; l <= curve->degree; l++)
    binomial[l] = t < (uint64_t)l ? 0 : binomial[l - 1] * (t - (uint64_t)l + 1) / (tmd_u128)l;
  table->degree = curve->degree;
  for (int j = 0; j <= curve->degree; j++) {
    table->r[j] = 0;
    for (int l = 0; j + l <= curve->degree; l++) table->r[j] += binomial[l] * curve->r[j + l];
    table->size[j] = size_of(table->r[j]);
  }
}

/* A bound for the terms from degree `from` on, within `count` arguments. */
static double rest(const struct table *table, int from, uint64_t count) {
  double sum = 0;
  for (int j = from; j <= table->degree; j++)
    sum += table->size[j] * tmd_bound_binomial((double)(count - 1), j);
  return sum * TMD_OUTWARD;
}

/* The least degree with a negligible rest: one more would cost more than the arguments that it
   decides. */
static int degree_for(const struct table *table, uint64_t count) {
  int degree = 1;
  while (degree < table->degree && !(rest(table, degree + 1, count) <= 0x1p-18)) degree++;
  return degree;
}

/* Bound of the error in ulp, with differences of leading words in steps of TMD_VALUES_STEP: each is
   low by less than one unit. */
static double error_for(const struct tmd_curve *curve, const struct table *table, int degree,
                        uint64_t count) {
  const double steps = (double)((count - 1) / TMD_VALUES_STEP),
               unit = ldexp(1, -TMD_CURVE_FRACTION_BITS);
  return (curve->error + rest(table, degree + 1, count) +
          unit * tmd_bound_binomials(steps, degree)) *
         TMD_OUTWARD;
}

/* The differences of steps of TMD_VALUES_STEP: those of TMD_VALUES_STEP polynomials, which begin at
   0, 1, ... */
static void fill_table(struct tmd_fill_job *job, const struct table *table, int degree) {
  tmd_u128 r[TMD_VALUES_DEGREE_MAX + 1], value[TMD_VALUES_DEGREE_MAX + 1][TMD_TRACKS];
  memcpy(r, table->r, sizeof r);
  for (int s = 0; s <= degree; s++)
    for (int track = 0; track < TMD_TRACKS; track++) {
      value[s][track] = r[0];
      for (int j = 0; j < degree; j++) r[j] += r[j + 1];
    }
  for (int j = 0; j <= degree; j++)
    for (int track = 0; track < TMD_TRACKS; track++) {
      job->table[j][track] = (uint64_t)(value[0][track] >> 64);
      for (int s = 0; s + j < degree; s++) value[s][track] = value[s + 1][track] - value[s][track];
    }
}

/* Results are compared by the low bits of their ordinals: those as far as `margin` from all values
   cannot be confused. Places are proportional to numbers in the cell only. 0: no value lies there.
 */
static int allow(struct tmd_strip *strip, const struct tmd_values_cell *cell, tmd_i128 least,
                 tmd_i128 most) {
  const tmd_i128 margin = (tmd_i128)1 << (TMD_CURVE_SPREAD_LOG2 - 1), low = (tmd_i128)cell->low,
                 high = (tmd_i128)cell->high;
  const tmd_i128 from = least > low ? least : low, to = most < high ? most : high;
  strip->low = (uint64_t)(least > low + margin ? least - margin : low);
  strip->high = (uint64_t)(most + margin < high ? most + margin : high);
  strip->from = (uint64_t)from << TMD_CURVE_FRACTION_BITS;
  strip->width = (uint64_t)(to - from) << TMD_CURVE_FRACTION_BITS;
  return from < to;
}

/* f(x+1) - f(x) = r_1 + sum_{j>1} C(t, j-1) r_j within twice the curve's error. */
static int direction(const struct tmd_curve *curve, const struct table *table, uint64_t count) {
  double others = 2 * curve->error;
  for (int j = 2; j <= table->degree; j++)
    others += table->size[j] * tmd_bound_binomial((double)(count - 1), j - 1);
  const double slope = (double)(tmd_i128)table->r[1] * ldexp(1, -UNIT_BITS);
  return table->degree < 1 || !(fabs(slope) * (1 - 0x1p-40) > others * TMD_OUTWARD) ? 0
         : slope > 0                                                                ? 1
                                                                                    : -1;
}

/* 1 if `count` values lie near each other, with a table of few differences, and not all outside the
   cell. */
static int serves(struct tmd_strip *strip, int *degree, const struct tmd_curve *curve,
                  const struct tmd_values_cell *cell, const struct table *table, uint64_t count) {
  *degree = degree_for(table, count);
  if (*degree > TMD_VALUES_DEGREE_MAX) return 0;
  const double error = error_for(curve, table, *degree, count),
               spread = rest(table, 1, count) + error + 4;
  if (!(error <= 0x1p-14 && spread <= ldexp(1, TMD_CURVE_SPREAD_LOG2))) return 0;
  /* the ordinal where the strip begins, from that of the curve's first argument: less than
     2^TMD_CURVE_SPREAD_LOG2 apart */
  const int64_t moved = (int64_t)((uint64_t)(table->r[0] >> 64) - (uint64_t)(curve->r[0] >> 64)) >>
                        TMD_CURVE_FRACTION_BITS;
  const tmd_i128 first = (tmd_i128)curve->first + moved, reach = (tmd_i128)spread;
  if (!allow(strip, cell, first - reach, first + reach)) return 0;
  strip->count = count;
  strip->slack = (uint64_t)ceil(ldexp(error, TMD_CURVE_FRACTION_BITS)) + 1;
  strip->direction = curve->direction ? curve->direction : direction(curve, table, count);
  return 1;
}

void tmd_values_strip(struct tmd_strip *strip, uint64_t *place, const struct tmd_curve *curve,
                      const struct tmd_values_cell *cell, uint64_t t, uint64_t most) {
  struct tmd_fill_job job;
  struct table table = {0};
  int degree;
  uint64_t count = curve->n - t < most ? curve->n - t : most;
  if (count > TMD_STRIP_MOST) count = TMD_STRIP_MOST;
  move(&table, curve, t);
  while (count >= TMD_STRIP_LEAST && !serves(strip, &degree, curve, cell, &table, count))
    count /= 2;
  strip->count = count >= TMD_STRIP_LEAST ? count : 0;
  if (strip->count == 0) return;
  job.degree = degree;
  job.steps = (count + TMD_VALUES_STEP - 1) / TMD_VALUES_STEP;
  fill_table(&job, &table, degree);
  tmd_kernel_fill()(&job, place);
}

void tmd_values_flat(struct tmd_strip *strip, uint64_t *place, const struct tmd_values_cell *cell,
                     tmd_u128 first_halves, tmd_u128 slope_halves, int side, uint64_t most) {
  struct tmd_fill_job job = {.degree = 1};
  struct table table = {.degree = 1};
  const tmd_u128 reach = (tmd_u128)1 << TMD_CURVE_SPREAD_LOG2, least = first_halves / 2;
  uint64_t count = most < TMD_STRIP_FLAT_MOST ? most : TMD_STRIP_FLAT_MOST;
  while (slope_halves * count > reach) count /= 2;
  table.r[0] = (first_halves << (UNIT_BITS - 1)) + ((tmd_u128)(tmd_i128)side << 64);
  table.r[1] = slope_halves << (UNIT_BITS - 1);
  *strip = (struct tmd_strip){.count = count, .direction = 0};
  allow(strip, cell, (tmd_i128)least,
        (tmd_i128)((first_halves + slope_halves * (count - 1)) / 2 + 1));
  strip->from = 0, strip->width = UINT64_MAX; /* its values lie in the cell */
  job.steps = (count + TMD_VALUES_STEP - 1) / TMD_VALUES_STEP;
  fill_table(&job, &table, 1);
  tmd_kernel_fill()(&job, place);
}
