/* The Farey walk with bounds that can be altered, and curves with a planted case. The kernel's own
   sources are part of the program that includes this: each bound and each rounded number of the
   budget passes through the table below, by the name of its row. */
#ifndef TMD_FAREY_ALTERED_H
#define TMD_FAREY_ALTERED_H

#include "kernels/farey/farey.h"
#include "tests/unit/packets.h"
#include "tests/unit/tap.h"

/* The rows of farey.md: of a block; of many arcs at a time; of one arc; of a line; of a straight
   run. */
#define ROW_LIST(R)                                                                                \
  R(COEFFICIENTS), R(BAND), R(CROSSING), R(EPS_VALUE), R(EPS), R(C2), R(REST), R(SLOPES),          \
      R(VERTEX), R(HEIGHT_VERTEX), R(HEIGHT), R(PLACE), R(BEND), R(SHIFT), R(UNITS), R(WINDOW),    \
      R(ROOT), R(WIDE_ROOT), R(REACH), R(ENDS), R(ARC_LENGTH), R(ARC_VERTEX),                      \
      R(ARC_HEIGHT_VERTEX), R(ARC_HEIGHT), R(ARC_BEND), R(ARC_PLACE), R(ARC_WINDOW), R(ARC_TURNS), \
      R(LINE), R(LINE_HEIGHT), R(LINE_PLACE), R(HIGHER), R(ARC_FIFTH), R(ARC_VERTEX_WINDOW),       \
      R(ARC_REST), R(STRAIGHT_EPS), R(STRAIGHT), R(STRAIGHT_CUT)
#define ROW_ENUMERATOR(row) ROW_##row
#define ROW_NAME(row) #row
enum row { ROW_LIST(ROW_ENUMERATOR), ROWS };
static const char *const row_names[ROWS] = {ROW_LIST(ROW_NAME)};

/* What becomes of a row: a bound is `declared` if `replaced` (in the function `in` alone, if that
   is named), else multiplied by `factor`; a value gets the errors `relative` and `absolute`. */
struct alteration {
  int replaced;
  double declared, factor;
  const char *in;
  double relative, absolute;
};
static struct alteration altered[ROWS];
static long row_uses[ROWS];

static double altered_bound(enum row row, const char *function, double bound) {
  const struct alteration *a = &altered[row];
  row_uses[row]++;
  if (a->in && strcmp(a->in, function) != 0) return bound;
  return a->replaced ? a->declared : a->factor * bound;
}

static double altered_value(enum row row, double value) {
  return value + value * altered[row].relative + altered[row].absolute;
}

static void as_it_is(void) {
  for (int row = 0; row < ROWS; row++) altered[row] = (struct alteration){.factor = 1};
}

__attribute__((unused)) static void declare(enum row row, double bound) {
  altered[row].replaced = 1, altered[row].declared = bound;
}

#define TMD_FAREY_BOUND(row, bound) altered_bound(ROW_##row, __func__, bound)
#define TMD_FAREY_VALUE(row, value) altered_value(ROW_##row, value)
#include "kernels/farey/arc.c"
#include "kernels/farey/band.c"
#include "kernels/farey/crossings.c"
#include "kernels/farey/farey-block.c"
#include "kernels/farey/farey.c"
#include "kernels/farey/rotation.c"
#include "kernels/farey/walk.c"

/* ---- Curves ---- */

static const char *const set_names[] = {TMD_SET_NAMES};
enum { SETS = TMD_KERNEL_SETS, CURVE_DEGREE = 6 };
#define CURVE_X0 1000

typedef _Float128 quad;
#define UNIT 0x1p128 /* coefficients are in units of 2^-128 */

/* c0 + c1 t + ... + c6 t^6 for n arguments about the middle one, and a case at t = T. The arc of
   p/q has its vertex at T - u (without c6; the arc's neighbours in the sequence are left and next),
   and the value at T is `distance`. */
struct curve {
  uint64_t n, order;
  int threshold, negated;
  tmd_u128 c[CURVE_DEGREE + 1];
  uint64_t fine; /* of c1, in units of 2^-192 */
  unsigned p, q, left, next;
  int64_t T;
  double u, distance;
  struct tmd_poly_record *packet;
};

static double unit_random(void) { return (double)(test_random() >> 11) * 0x1p-53; }
static double between(double low, double high) { return low + (high - low) * unit_random(); }
static double either_sign(double x) { return test_random() % 2 ? x : -x; }

static tmd_u128 units_of(quad x) { return (tmd_u128)(tmd_i128)(x * (quad)UNIT); } /* |x| < 1/2 */
static quad real(tmd_u128 c) { return (quad)(tmd_i128)c / (quad)UNIT; }
static double curve_c(const struct curve *curve, int k) { return (double)real(curve->c[k]); }

static tmd_u128 curve_value(const struct curve *curve, int64_t t) {
  tmd_u128 sum = 0;
  for (int k = CURVE_DEGREE; k >= 0; k--) sum = sum * (tmd_u128)(tmd_i128)t + curve->c[k];
  return sum;
}

/* A random p/q, with its neighbours. */
static void curve_fraction(struct curve *curve, unsigned q) {
  unsigned p, inverse = 0;
  const unsigned order = (unsigned)curve->order;
  do {
    p = q == 1 ? 0 : (unsigned)(test_random() % q);
    for (inverse = 0; inverse < q && (uint64_t)p * inverse % q != 1 % q; inverse++);
  } while (inverse == q);
  curve->p = p, curve->q = q;
  curve->left = order - (order + q - inverse) % q;
  curve->next = order - (order + inverse) % q;
}

__attribute__((unused)) static double curve_length(const struct curve *curve, unsigned neighbour) {
  return 1 / (2 * curve_c(curve, 2) * curve->q * (curve->q + (double)neighbour));
}

/* The packet of the curve: differences at its first argument. */
static void curve_packet(struct curve *curve) {
  int degree = 2;
  for (int k = 3; k <= CURVE_DEGREE; k++)
    if (curve->c[k]) degree = k;
  const int words = curve->fine ? 3 : 2;
  struct tmd_poly_record *packet =
      packet_new((struct tmd_packet_shape){degree, words, 0, 1, 1}, curve->n, CURVE_X0, 0);
  tmd_u128 r[CURVE_DEGREE + 1];
  for (int k = 0; k <= degree; k++) {
    r[k] = curve_value(curve, k - (int64_t)(curve->n / 2));
    if (curve->negated) r[k] = -r[k];
  }
  for (int l = 1; l <= degree; l++)
    for (int k = degree; k >= l; k--) r[k] -= r[k - 1];
  for (int j = 0; j <= degree; j++) packet_set(packet, j, r[j]);
  if (curve->fine) { /* the line of slope `fine` that is 0 in the middle */
    uint64_t slope[3] = {curve->fine}, fall[3] = {0};
    fall[1] = mpn_mul_1(fall, slope, 1, curve->n / 2);
    __typeof__(mpn_add_n) *add = curve->negated ? mpn_sub_n : mpn_add_n,
                          *subtract = curve->negated ? mpn_add_n : mpn_sub_n;
    uint64_t *r0 = tmd_packet_coefficient(packet, 0, 0), *r1 = tmd_packet_coefficient(packet, 1, 0);
    add(r1, r1, slope, 3);
    subtract(r0, r0, fall, 3);
  }
  curve->packet = packet;
}

/* c1, so that the vertex lies at T - u (without a fraction it is as it is); then c0. */
static void curve_set(struct curve *curve) {
  const quad t0 = (quad)curve->T - (quad)curve->u;
  if (curve->q > 0)
    curve->c[1] = fraction(curve->p, curve->q) -
                  units_of((2 * real(curve->c[2]) +
                            (3 * real(curve->c[3]) +
                             (4 * real(curve->c[4]) + 5 * real(curve->c[5]) * t0) * t0) *
                                t0) *
                           t0);
  curve->c[0] = 0;
  curve->c[0] = units_of((quad)curve->distance) - curve_value(curve, curve->T);
}

static tmd_u128 curve_X(const struct curve *curve, int64_t t) {
  return CURVE_X0 + (tmd_u128)((tmd_i128)t + (tmd_i128)(curve->n / 2));
}

__attribute__((unused)) static void curve_search(struct tmd_candidates *found,
                                                 const struct curve *curve) {
  struct tmd_farey_stats stats = {0};
  found->count = 0;
  tmd_farey_packet(found, &stats, curve->packet, curve->threshold, curve->order, CURVE_X0,
                   CURVE_X0 + (tmd_u128)curve->n);
}

/* All cases: by evaluation, or, of so many arguments that a second case is not to be expected, the
   planted one. */
__attribute__((unused)) static void curve_cases(struct tmd_candidates *cases,
                                                const struct curve *curve) {
  cases->count = 0;
  if (curve->n > 1 << 22) tmd_candidates_append(cases, curve_X(curve, curve->T));
  else
    tmd_exhaust_packet(cases, curve->packet, curve->threshold, CURVE_X0,
                       CURVE_X0 + (tmd_u128)curve->n);
}

static long lost_of(const struct tmd_candidates *cases, const struct tmd_candidates *found) {
  long lost = 0;
  for (size_t i = 0, at = 0; i < cases->count; i++) {
    while (at < found->count && found->X[at] < cases->X[i]) at++;
    lost += at == found->count || found->X[at] != cases->X[i];
  }
  return lost;
}

#endif
