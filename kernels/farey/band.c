/* Bands of rows in few words. */
#include "kernels/farey/band.h"

#include <math.h>
#include <string.h>

/* What a band leaves out of G is at most this part of eps. */
static const double OMITTED = 0x1p-4;

/* Integers that a block may pass, so that these are looked at one by one. */
static const double CROSSINGS_MOST = 12, CROSSINGS_RADIUS = 64;

/* N^l/l!, at least |i (i - 1) .. (i - l + 1)|/l! for 0 <= i < N. */
static void weights(double *weight, double rows, int count) {
  weight[0] = 1;
  for (int l = 1; l < count; l++) weight[l] = weight[l - 1] * rows / l;
}

/* left[L] >= sum_{l>L} N^l/l! |the l-th difference of r_j|, all times |C(t, j)|, |t| <= R. */
static void left_out(double *left, const struct tmd_packet_row *row, int j, double R,
                     const double *weight) {
  const int degree = row->packet->degree;
  double binomial = 1;
  for (int m = 0; m < j; m++) binomial *= (R + m) / (m + 1);
  double sum = 0;
  for (int l = degree; l >= 0; l--) {
    if (l <= TMD_FAREY_BAND_ORDERS) left[l] = sum * binomial * TMD_OUTWARD;
    if (l + j <= degree)
      sum +=
          weight[l] * tmd_residue_magnitude(tmd_packet_difference(row, l, j), row->packet->words);
  }
  for (int l = degree + 1; l <= TMD_FAREY_BAND_ORDERS; l++) left[l] = 0;
}

/* How many differences are needed so that the rest is at most `most`; returns that rest, or
   infinity if there are more than a band keeps. */
static double orders_needed(int *low, int *high, const struct tmd_packet_row *row, double R,
                            const double *weight, double most) {
  enum { ORDERS = TMD_FAREY_BAND_ORDERS };
  double left[ORDERS + 1], sum_low[ORDERS + 1] = {0}, sum_high[ORDERS + 1] = {0};
  for (int j = 0; j <= row->packet->degree; j++) {
    left_out(left, row, j, R, weight);
    double *sum = j < 3 ? sum_low : sum_high;
    for (int l = 0; l <= ORDERS; l++) sum[l] += left[l];
  }
  *high = *low = 0;
  while (*high < ORDERS && !(sum_high[*high] <= most)) ++*high;
  while (*low < ORDERS && (*low < *high || !(sum_low[*low] <= most))) ++*low;
  const double omitted = sum_low[*low] + sum_high[*high];
  return omitted <= 2 * most ? omitted : INFINITY;
}

/* The least slope of all rows and arguments, in magnitude, if these pass few integers; else 0. */
static double least_slope(const struct tmd_farey_band *band, const struct tmd_farey_extent *e,
                          const double *weight) {
  const double R = e->radius, c1 = fabs(farey_of_wide((tmd_i128)band->c[1][0])) * 0x1p-128;
  double change = 0;
  for (int l = 1; l <= band->low; l++)
    change += weight[l] * fabs(farey_of_wide((tmd_i128)band->c[1][l])) * 0x1p-128;
  change += (2 * e->c2_most + (3 * e->c3 + (4 * e->c4 + 5 * e->c5 * R) * R) * R) * R;
  const double least = c1 / TMD_OUTWARD - change * TMD_OUTWARD;
  const int few = R >= CROSSINGS_RADIUS && c1 * R <= CROSSINGS_MOST / 2;
  return few && least >= c1 / 2 && band->block.eps <= least ? least : 0;
}

/* The differences of a block's coefficients, their errors, and bounds of the coefficients. Returns
   0 if c2 is not about the same for all rows, or they say nothing about a real curve. */
static int differences(struct tmd_farey_band *band, struct tmd_farey_errors *errors,
                       struct tmd_farey_extent *e, const struct tmd_packet_row *row,
                       const double *weight) {
  const int degree = row->packet->degree;
  struct tmd_farey_block part = {.degree = degree};
  double absolute[TMD_DEGREE_MAX + 1], bound[6] = {0}, c2 = 0;
  for (int l = 0; l <= band->low; l++) {
    const double sum = tmd_farey_coefficients(&part, absolute, tmd_packet_difference(row, l, 0),
                                              row->packet->words);
    if (!(sum < 0x1p-6)) return 0;
    errors->sum += weight[l] * sum, errors->units += weight[l];
    for (int k = 3; k <= degree; k++) errors->absolute[k] += weight[l] * absolute[k];
    for (int k = 3; k <= 5; k++) bound[k] += weight[l] * fabs(part.c[k]);
    if (l == 0) c2 = part.c[2];
    else bound[2] += weight[l] * fabs(part.c[2]);
    band->c[0][l] = part.c0, band->c[1][l] = part.c1, band->c[2][l] = (tmd_u128)part.c2;
    if (l <= band->high) memcpy(band->rest[l], part.c, sizeof part.c);
  }
  band->negative = c2 < 0;
  e->c2_least = (fabs(c2) - bound[2]) / TMD_OUTWARD,
  e->c2_most = (fabs(c2) + bound[2]) * TMD_OUTWARD;
  e->c3 = bound[3] * TMD_OUTWARD, e->c4 = bound[4] * TMD_OUTWARD, e->c5 = bound[5] * TMD_OUTWARD;
  return bound[2] <= 0x1p-4 * fabs(c2) && e->c2_most < 0x1p-3;
}

/* No row is a line, and all share a path. */
static int may_be_walked(struct tmd_farey_band *band, const struct tmd_farey_extent *e,
                         double order) {
  return (e->c2_least * e->radius * e->radius + e->eps) * order > 0x1p-6 &&
         e->eps * order <= 0x1p-6 && tmd_farey_path(&band->path, e, order);
}

int tmd_farey_band_make(struct tmd_farey_band *band, const struct tmd_farey_search *search,
                        const struct tmd_packet_row *row, int64_t low, int64_t high) {
  const struct tmd_poly_record *packet = row->packet;
  const uint64_t left = packet->count - row->i,
                 rows = left < TMD_FAREY_BAND ? left : TMD_FAREY_BAND;
  const double order = (double)search->order, R = (double)(-low > high ? -low : high);
  double weight[TMD_DEGREE_MAX + 1];
  struct tmd_farey_errors errors = {0};
  struct tmd_farey_extent e;
  struct tmd_farey_block *block = &band->block;
  if (rows < TMD_FAREY_BAND_LEAST || packet->degree < 2) return 0;
  block->degree = packet->degree, block->low = low, block->high = high;
  block->eps_exact = ldexp(1, -search->threshold) + packet->err;
  weights(weight, (double)rows, packet->degree + 1);
  errors.omitted =
      TMD_FAREY_BOUND(BAND, orders_needed(&band->low, &band->high, row, R, weight,
                                          TMD_FAREY_VALUE(BAND, OMITTED) / 2 * block->eps_exact));
  if (!(errors.omitted < INFINITY)) return 0;
  if (!differences(band, &errors, &e, row, weight)) return 0;
  tmd_farey_bound(&e, block, order, &errors);
  band->slope = least_slope(band, &e, weight);
  if (!(band->slope > 0) && !may_be_walked(band, &e, order)) return 0;
  band->first = band->next = row->i, band->end = row->i + rows;
  band->X = tmd_packet_start(packet, row->i) + row->t, band->n = packet->n;
  return 1;
}

static void next_row(struct tmd_farey_band *band) {
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < band->low; l++) band->c[k][l] += band->c[k][l + 1];
  band->next++;
}

/* c3, ... of row first + u, by Newton's form in u. */
static void higher_coefficients(struct tmd_farey_band *band, double u) {
  const int degree = band->block.degree;
  double c[TMD_DEGREE_MAX + 1];
  memcpy(c, band->rest[band->high], sizeof c);
  for (int l = band->high - 1; l >= 0; l--) {
    const double factor = (u - l) / (l + 1), *rest = band->rest[l];
    for (int k = 3; k <= degree || k <= 5; k++) c[k] = rest[k] + factor * c[k];
  }
  memcpy(band->block.c, c, sizeof c);
}

const struct tmd_farey_block *tmd_farey_band_block(struct tmd_farey_band *band, uint64_t i) {
  struct tmd_farey_block *block = &band->block;
  while (band->next < i) next_row(band);
  higher_coefficients(band, (double)(i - band->first));
  block->X = band->X + (tmd_u128)(i - band->first) * band->n;
  block->c0 = band->c[0][0], block->c1 = band->c[1][0], block->c2 = (tmd_i128)band->c[2][0];
  tmd_farey_block_finish(block, band->negative);
  return block;
}
