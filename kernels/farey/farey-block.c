#include <math.h>
#include <string.h>

#include "kernels/farey/walk-parts.h"
#include "lib/base/upper-bounds.h"

enum { C0_BITS = 27 };
#define C0_UNIT 0x1p-27

/* The fourth and fifth order are counted as part of the curve where they are more than HIGHER_LEAST
   of eps and would widen windows by more than HIGHER_WIDENS arguments and HIGHER_PART of Q, as
   false hits cost more than the orders do; and if their curvature, 6 c4 t^2 + 10 c5 t^3, is at most
   HIGHER_MOST of c2 as far as the vertices are, and half of that on the block. */
static const double HIGHER_LEAST = 0x1p-3, HIGHER_WIDENS = 0.5, HIGHER_PART = 5e-4,
                    HIGHER_MOST = 0x1p-8;

/* A block's slopes in units of 1/Q: so few that every arc may be taken alone, and what the grid of
   c1 allows. */
static const double SLOPES_FEW = 0.5, SLOPES_MOST = 28;

/* s(j,k)/j!: C(t,j) = sum_k s(j,k)/j! t^k, Stirling numbers of the first kind. */
static double monomial[TMD_DEGREE_MAX + 1][TMD_DEGREE_MAX + 1];

__attribute__((constructor)) static void fill_monomial(void) {
  monomial[0][0] = 1;
  for (int j = 1; j <= TMD_DEGREE_MAX; j++)
    for (int k = 0; k <= j; k++)
      monomial[j][k] = ((k > 0 ? monomial[j - 1][k - 1] : 0) - (j - 1) * monomial[j - 1][k]) / j;
}

/* The centred residue, up to 2^-51 of it: from the leading word that has more than its sign, and
   the one below. */
static double centred(const uint64_t *residue, int words) {
  enum { WORDS_MOST = 14 }; /* of normal numbers */
  int top = words - 1;
  if (words > WORDS_MOST) {
    const double magnitude = tmd_residue_magnitude(residue, words);
    return residue[top] >> 63 ? -magnitude : magnitude;
  }
  double unit = 0x1p-128;
  for (; top > 0 && residue[top] == (uint64_t)((int64_t)residue[top - 1] >> 63); top--)
    unit *= 0x1p-64;
  const double high = (double)(int64_t)residue[top] * 0x1p64,
               low = top > 0 ? (double)residue[top - 1] : 0;
  return (high + low) * unit;
}

static tmd_i128 fixed(double x) { return (tmd_i128)(x * 0x1p128); } /* |x| < 1/4 */

double tmd_farey_coefficients(struct tmd_farey_block *block, double *absolute, const uint64_t *r,
                              int words) {
  const int degree = block->degree;
  double sum = 0, low1 = 0, low2 = 0;
  const tmd_i128 half = degree >= 2 ? (tmd_i128)tmd_residue_leading(r + 2 * words, words) >> 1 : 0;
  for (int k = 1; k <= degree || k <= 5; k++) block->c[k] = absolute[k] = 0;
  for (int j = 3; j <= degree; j++) {
    const double rj = centred(r + j * words, words);
    sum += fabs(rj);
    low1 += monomial[j][1] * rj;
    low2 += monomial[j][2] * rj;
    for (int k = 3; k <= j; k++)
      block->c[k] += monomial[j][k] * rj, absolute[k] += fabs(monomial[j][k] * rj);
  }
  if (!(sum < 0x1p-6)) return sum;
  block->c0 = tmd_residue_leading(r, words);
  block->c1 = (degree >= 1 ? tmd_residue_leading(r + words, words) : 0) - (tmd_u128)half +
              (tmd_u128)fixed(low1);
  block->c2 = half + fixed(low2);
  block->c[2] = (double)block->c2 * 0x1p-128;
  return sum;
}

static void negate(struct tmd_farey_block *block) {
  block->c0 = -block->c0;
  block->c1 = -block->c1;
  block->c2 = -block->c2;
  for (int k = 2; k <= block->degree; k++) block->c[k] = -block->c[k];
}

/* Numbers in double precision that add up to c0, and c1. */
static void divide(struct tmd_farey_block *block) {
  const int64_t top = (int64_t)(uint64_t)(block->c0 >> 64),
                high = (top >> (64 - C0_BITS)) + (top >> (63 - C0_BITS) & 1);
  block->c0_high = (double)high * C0_UNIT;
  block->c0_low =
      farey_of_wide((tmd_i128)(block->c0 - ((tmd_u128)(tmd_i128)high << (128 - C0_BITS)))) *
      0x1p-128;
  const uint64_t unit = UINT64_C(1) << (64 - TMD_FAREY_GRID_BITS);
  block->a = ((uint64_t)(block->c1 >> 64) + unit / 2) & -unit;
  block->a_low = farey_of_wide((tmd_i128)(block->c1 - ((tmd_u128)block->a << 64))) * 0x1p-128;
}

/* Whether the fourth and fifth order are left in eps: they hardly widen windows, or their curvature
   is not small beside c2. */
static int without_higher(const struct tmd_farey_extent *e, double eps_exact, double order) {
  const double c2 = e->c2_least, R = e->radius, rest = (e->c4 + e->c5 * R) * R * R * R * R,
               widens = 65 * rest * sqrt(order / c2);
  return rest <= HIGHER_LEAST * eps_exact || widens <= HIGHER_WIDENS + HIGHER_PART * order ||
         !((6 * e->c4 + 10 * e->c5 * R) * R * R <= HIGHER_MOST / 2 * c2);
}

void tmd_farey_bound(struct tmd_farey_extent *e, struct tmd_farey_block *block, double order,
                     const struct tmd_farey_errors *errors) {
  const double R = e->radius = block->radius =
      (double)(-block->low > block->high ? -block->low : block->high);
  const int without = without_higher(e, block->eps_exact, order);
  if (without) e->c4 = e->c5 = 0;
  block->higher = !without;
  double rest = 0, power = R * R,
         rounding = (0x1p-125 * errors->units + errors->sum * 0x1p-45) * (1 + R + R * R);
  for (int k = 3; k <= block->degree; k++) {
    power *= R;
    rounding += 0x1p-45 * errors->absolute[k] * power;
    if (k > 5 || (k > 3 && without)) rest += errors->absolute[k] * power;
  }
  rounding = TMD_FAREY_BOUND(COEFFICIENTS, rounding) + errors->omitted;
  block->eps_value =
      (TMD_FAREY_BOUND(EPS_VALUE, block->eps_exact) + rounding) * TMD_OUTWARD + 0x1p-52;
  block->eps = e->eps =
      (TMD_FAREY_BOUND(EPS, block->eps_exact) + rounding +
       TMD_FAREY_BOUND(C2, 0x1p-52 * e->c2_most * R * R) + TMD_FAREY_BOUND(REST, rest)) *
      TMD_OUTWARD;
}

void tmd_farey_block_finish(struct tmd_farey_block *block, int negative) {
  block->c[2] = farey_of_wide(block->c2) * 0x1p-128;
  if (negative) negate(block);
  divide(block);
  block->c4 = block->higher ? block->c[4] : 0;
  block->c5 = block->higher ? block->c[5] : 0;
}

int tmd_farey_block_make(struct tmd_farey_block *block, struct tmd_farey_extent *e,
                         const struct tmd_poly_record *packet, int threshold, double order,
                         const uint64_t *r) {
  struct tmd_farey_errors errors = {.units = 1};
  block->degree = packet->degree;
  block->eps_exact = ldexp(1, -threshold) + packet->err;
  errors.sum = tmd_farey_coefficients(block, errors.absolute, r, packet->words);
  if (!(errors.sum < 0x1p-6) || !(fabs(block->c[2]) < 0x1p-3)) return 0;
  *e = (struct tmd_farey_extent){.c2_least = fabs(block->c[2]),
                                 .c2_most = fabs(block->c[2]),
                                 .c3 = fabs(block->c[3]),
                                 .c4 = fabs(block->c[4]),
                                 .c5 = fabs(block->c[5])};
  tmd_farey_bound(e, block, order, &errors);
  tmd_farey_block_finish(block, block->c2 < 0);
  return 1;
}

double tmd_farey_block_value(const struct tmd_farey_block *block, int64_t t) {
  const double u = (double)t;
  double high = 0;
  for (int k = block->degree; k >= 3; k--) high = (high + block->c[k]) * u;
  high *= u * u;
  const tmd_u128 T = (tmd_u128)(tmd_i128)t;
  const tmd_u128 value = block->c0 + (block->c1 + (tmd_u128)block->c2 * T) * T;
  const double sum = (double)(tmd_i128)value * 0x1p-128 + high;
  return sum - rint(sum);
}

/* Bounds for the arcs with q >= wide_q; 0 if that is too low. */
static int bounds(struct tmd_farey_path *path, const struct tmd_farey_extent *e, double order,
                  double wide_q, double near) {
  const double c2 = e->c2_least, most = e->c2_most, c3 = e->c3, c4 = e->c4, c5 = e->c5;
  const double length = 0.63 / (c2 * wide_q * order), length2 = length * length,
               reach = e->radius + length, bend = 3 * c3 * reach / c2, bend3 = bend * bend * bend;
  const double fourth = (6 * c4 + 10 * c5 * reach) * reach * reach / c2, curve = bend + fourth,
               curve3 = curve * curve * curve,
               kappa = 0.58 * (c3 + (4 * c4 + 10 * c5 * reach) * reach) / c2;
  if (!(bend <= 0x1p-3) || !(fourth <= HIGHER_MOST) || !(kappa * length <= 0.025)) return 0;
  /* parts of t0: errors of the cubic part's vertex, and of the whole's */
  const double first = 1.1 * bend3 + 0.4 * fourth,
               second = fourth > 0 ? 1.1 * first * (curve3 + (0.7 * bend + 2 * fourth) * first)
                                   : 1.1 * bend3;
  const double error3 =
      curve3 + (1.2 * bend + 3.5 * fourth) * first; /* of the curvature at t0, a part of it */
  const double vertex = TMD_FAREY_BOUND(VERTEX, 0x1p-49 * reach + second * reach + 0x1p-99 / c2);
  const double tolerance =
      order * e->eps +
      TMD_FAREY_BOUND(HEIGHT_VERTEX, 2.5 * order * most * vertex * (reach + length)) +
      TMD_FAREY_BOUND(HEIGHT, 0x1p-49 * order * most * reach * reach + 0x1p-49) +
      TMD_FAREY_BOUND(HIGHER, wide_q * length2 * length2 * (c4 + c5 * (5 * reach + length)));
  const double turns = 1.5 * order * most * reach * reach + order,
               pairs = 1.3 * 0.25 / (0.85 * c2 * wide_q * order * order) + 32;
  const double margin = vertex + TMD_FAREY_BOUND(PLACE, 0x1p-49 * (turns * order + reach)) +
                        TMD_FAREY_BOUND(BEND, 7 * kappa * kappa * length2 * length) +
                        TMD_FAREY_BOUND(SHIFT, kappa * length2 * (2 * error3 + 0x1p-40)) +
                        TMD_FAREY_BOUND(UNITS, order * (0x1p-21 + 0x1p-32 * pairs));
  path->wide_q = wide_q, path->near = near, path->far = 1.01 * reach;
  path->tolerance = tolerance * TMD_OUTWARD;
  /* sqrt(near/D) <= share + near/(4 share D) */
  const double window = TMD_FAREY_BOUND(WINDOW, 0.66 * tolerance / sqrt(wide_q * 0.85 * c2 * near)),
               share = fourth > 0 ? sqrt(near * -log(near)) / 2 : 1;
  path->window = (margin + window * share) * TMD_OUTWARD;
  path->depth = fourth > 0 ? window * near / (4 * share) * TMD_OUTWARD : 0;
  path->window_root = TMD_FAREY_BOUND(ROOT, (0x1p-22 + error3) * 0.63 / (c2 * order)) * TMD_OUTWARD;
  path->wide_root =
      TMD_FAREY_BOUND(WIDE_ROOT, (0x1p-25 + error3) * 0.63 / (c2 * order)) * TMD_OUTWARD;
  path->reach = 4 * c2 * (1 - 1.2 * bend - fourth) /
                TMD_FAREY_BOUND(REACH, (1 + 5 * kappa * length + 5 * fourth) * (1 + 0x1p-30));
  const double root = 0.63 / (c2 * wide_q * wide_q * order);
  return tolerance <= near / 2 &&
         (path->window + path->depth / near + path->wide_root / wide_q) / wide_q <= 0x1p-4 &&
         root <= 0x1.ep15 && turns <= 0x1p25 && turns * order <= 0x1p46;
}

/* With the first wide_q that serves: Q/16, or 1, and `step` times as much each time, up to `most`.
   0: none. */
static int least_bounds(struct tmd_farey_path *path, const struct tmd_farey_extent *e, double order,
                        double near, double step, double most) {
  for (double wide_q = fmax(1, order / TMD_FAREY_DOUBLE); wide_q <= most; wide_q *= step)
    if (bounds(path, e, order, wide_q, near)) return 1;
  return 0;
}

/* The least q >= wide_q that single precision may take. */
static double single_precision(const struct tmd_farey_path *path, double c2, double order) {
  double q = order / TMD_FAREY_SINGLE;
  if (q < path->wide_q) q = path->wide_q;
  while (q <= order &&
         !((path->window + path->depth / path->near + path->window_root / q) / q <= 0x1p-4 &&
           0.63 / (c2 * q * q * order) <= 0x1.ep9))
    q *= 1.25;
  return q;
}

/* What an arc costs with these bounds, in hits: some are taken one by one, or their first pair, and
   the others have false hits. */
static double work(const struct tmd_farey_path *path, double order) {
  const double slow = path->wide_q / order;
  return 3 * slow * slow + path->near + 64 * (path->window - path->depth * log(path->near)) / order;
}

/* Fewer arcs, but with narrower windows, while that is less work: the higher orders widen windows
   by the fourth power of an arc's length. */
static int narrow(struct tmd_farey_path *path, const struct tmd_farey_extent *e, double order,
                  double near) {
  static const double step = 1.2;
  if (!least_bounds(path, e, order, near, step, step * order)) return 0;
  for (struct tmd_farey_path next; bounds(&next, e, order, step * path->wide_q, near); *path = next)
    if (!(work(&next, order) < work(path, order))) return 1;
  return 1;
}

/* Likewise with the best of a few `near`; 0 if no wide_q serves. */
static int narrowest(struct tmd_farey_path *path, const struct tmd_farey_extent *e, double order) {
  struct tmd_farey_path next;
  if (!narrow(path, e, order, TMD_FAREY_NEAR_HIGHER)) return 0;
  for (double near = TMD_FAREY_NEAR_HIGHER / 2; near >= 0x1p-12; near /= 2) {
    if (!narrow(&next, e, order, near) || work(&next, order) > work(path, order)) break;
    *path = next;
  }
  return 1;
}

int tmd_farey_path(struct tmd_farey_path *path, const struct tmd_farey_extent *e, double order) {
  const double c2 = e->c2_least, R = e->radius;
  if (!(R <= TMD_FAREY_FARTHEST) || !(c2 > 0x1p-120)) return 0;
  const double slopes = TMD_FAREY_BOUND(SLOPES, 2.25 * e->c2_most * R * order);
  if (!(3 * e->c3 * R <= c2 / 8) || !(slopes <= SLOPES_MOST)) return 0;
  if (!(e->c2_most * order * order <= 1)) return 0; /* an arc or more for every argument */
  const int few = slopes <= SLOPES_FEW, higher = e->c4 > 0 || e->c5 > 0;
  if (higher ? narrowest(path, e, order)
             : least_bounds(path, e, order, TMD_FAREY_NEAR, few ? 1.5 : INFINITY, order))
    path->least_q = single_precision(path, c2, order);
  else if (!few) return 0; /* a half may suit more arcs */
  else *path = (struct tmd_farey_path){.least_q = INFINITY, .wide_q = INFINITY, .reach = 4 * c2};
  return 1;
}

struct tmd_farey_neighbours tmd_farey_neighbours(uint64_t s, uint64_t order) {
  /* q s - p = rest >= 0, p' - q' s = lack > 0 (2^64 at first, which wraps to 0); q lack + q' rest =
     1 */
  uint64_t q = 1, rest = s, q_above = 0, lack = 0;
  for (;;) {
    uint64_t k = rest == 0 ? order : (lack - 1) / rest;
    if (q_above + q > order) break;
    const int last_above = k > (order - q_above) / q;
    if (last_above) k = (order - q_above) / q;
    q_above += k * q, lack -= k * rest;
    if (last_above || q + q_above > order) break;
    k = rest / lack;
    const int last = k > (order - q) / q_above;
    if (last) k = (order - q) / q_above;
    q += k * q_above, rest -= k * lack;
    if (last) break;
  }
  return (struct tmd_farey_neighbours){q, rest, q_above};
}
