/* One arc in double precision; and a block as a straight line. */
#include <math.h>

#include "../lib/bounds.h"
#include "farey-search.h"

enum { SHORT = 3 }; /* so many pairs at most are looked at one by one */

/* An arc about its vertex: H(t) = height + h (t - t0)^2 + (cubic), for |t - t0| <= length. */
struct arc {
  double q, left;
  double t0, h, kappa, height, integer; /* integer: I */
  double length, near;                  /* |t - t0| on the block is at most, at least, this */
  double tolerance, vertex_error;
};

/* What D at distance s of the vertex adds to the tolerance by leaving out the third order of the cubic root. */
static double bend(const struct arc *arc, double s) {
  return TMD_FAREY_BOUND(ARC_BEND, 5.4 * arc->kappa * arc->kappa * arc->h * s * s * s * s);
}

static int about_vertex(struct arc *arc, const struct tmd_farey_block *block, double q, double left, double delta, double order) {
  const double c2 = block->c[2], c3 = block->degree >= 3 ? block->c[3] : 0;
  const double offset = delta / q + block->a_low, square = c2 * c2 - 3 * c3 * offset;
  if (!(square >= 0.64 * c2 * c2 && square <= 1.5 * c2 * c2)) return 0;
  const double curve = sqrt(square); /* c2 + 3 c3 t0 */
  const double next = floor((order + 0.5 + left) / q) * q - left, sum = q + (left < next ? left : next);
  const double t0 = TMD_FAREY_VALUE(ARC_VERTEX, -offset / (c2 + curve)), low = (double)block->low, high = (double)block->high;
  const double end = fabs(low - t0) > fabs(high - t0) ? fabs(low - t0) : fabs(high - t0);
  arc->q = q, arc->left = left, arc->t0 = t0, arc->h = q * curve, arc->kappa = c3 / (2 * curve);
  arc->length = TMD_FAREY_BOUND(ARC_LENGTH, 1.1 / (2 * curve * q * sum));
  if (end < arc->length) arc->length = end;
  arc->near = t0 < low ? low - t0 : t0 > high ? t0 - high : 0;
  arc->vertex_error = TMD_FAREY_BOUND(ARC_VERTEX, 0x1p-47 * fabs(t0) + 0x1p-102 / c2);
  const double whole = q * block->c0_high;
  arc->integer = rint(whole);
  arc->height = TMD_FAREY_VALUE(ARC_HEIGHT, (whole - arc->integer) + q * block->c0_low - q * t0 * t0 * (c2 + 2 * c3 * t0));
  arc->tolerance = (q * block->eps + TMD_FAREY_BOUND(ARC_HEIGHT_VERTEX, 2.5 * q * c2 * arc->vertex_error * (fabs(t0) + arc->length)) +
                    TMD_FAREY_BOUND(ARC_HEIGHT, 0x1p-48 * q * c2 * t0 * t0 + 0x1p-48)) * TMD_OUTWARD;
  return fabs(arc->kappa) * arc->length <= 0.025 && arc->tolerance <= 0x1p-3 && fabs(arc->height) <= 0x1p45;
}

static double place_error(const struct arc *arc, double s) {
  return arc->vertex_error + TMD_FAREY_BOUND(ARC_PLACE, 0x1p-47 * (s + fabs(arc->t0)) + 0x1p-20);
}

/* x y mod q, exact for integers |x| < 2^62, 0 <= y < 2^26, 1 <= q < 2^26. */
static double modulo(double x, double y, double q) {
  const int64_t r = (int64_t)x % (int64_t)q * (int64_t)y % (int64_t)q;
  return (double)(r < 0 ? r + (int64_t)q : r);
}

/* Members t == -(M + I) left (mod q) of the block with from <= t <= to; shift = M + I. */
static void members(struct tmd_farey_search *search, const struct tmd_farey_block *block, double q, double left, double shift, double from,
                    double to) {
  const double low = ceil(from), high = floor(to);
  if (!(low <= high && low <= (double)block->high && high >= (double)block->low)) return;
  const int64_t first = low > (double)block->low ? (int64_t)low : block->low;
  const int64_t last = high < (double)block->high ? (int64_t)high : block->high;
  if (first > last) return;
  const int64_t Q = (int64_t)q, residue = (int64_t)modulo(-shift, left, q);
  int64_t step = (residue - first) % Q;
  if (step < 0) step += Q;
  for (int64_t t = first; step <= last - t; step = Q) {
    t += step;
    tmd_farey_member(search, block, t);
  }
}

/* Members in the windows of the pair of M. */
static void pair(struct tmd_farey_search *search, const struct tmd_farey_block *block, const struct arc *arc, double M) {
  const double D = M - arc->height, D1 = D > arc->tolerance ? D : arc->tolerance, s = sqrt(D1 / arc->h);
  const double width = (TMD_FAREY_BOUND(ARC_WINDOW, 1.2 * (arc->tolerance + bend(arc, s)) / (arc->h * s)) + place_error(arc, s)) * TMD_OUTWARD;
  const double centre = arc->t0 - arc->kappa * s * s, shift = M + arc->integer;
  members(search, block, arc->q, arc->left, shift, centre - s - width, centre - s + width);
  members(search, block, arc->q, arc->left, shift, centre + s - width, centre + s + width);
}

/* Many pairs, all with D >= 1/4: one width for all. */
static void long_run(struct tmd_farey_search *search, const struct tmd_farey_block *block, const struct arc *arc, double first, double pairs) {
  enum { HITS = 64 };
  const double D = first - arc->height, q = arc->q, last = sqrt((D + pairs) / arc->h);
  const double width = TMD_FAREY_BOUND(ARC_WINDOW, 1.2 * (arc->tolerance + bend(arc, last)) / sqrt(arc->h * D)) + place_error(arc, last);
  uint64_t hit[HITS], next = 0;
  struct tmd_farey_pairs job = {.d = D, .k = 1 / (arc->h * q * q), .pairs = (uint64_t)pairs};
  const double turns = (arc->t0 + modulo(first + arc->integer, arc->left, q)) / q - arc->kappa * D / (arc->h * q);
  job.v = turns - rint(turns);
  job.w = arc->left / q - arc->kappa / (arc->h * q);
  job.width = (width / q + TMD_FAREY_BOUND(ARC_TURNS, 0x1p-50 * (pairs + fabs(turns) + last / q + 2))) * TMD_OUTWARD;
  search->stats->roots += job.pairs;
  while (next < job.pairs) {
    const int hits = tmd_kernels()->farey_pairs(&job, &next, hit, HITS);
    for (int i = 0; i < hits; i++) pair(search, block, arc, first + (double)hit[i]);
    search->stats->hits += (uint64_t)hits;
  }
}

static void run(struct tmd_farey_search *search, const struct tmd_farey_block *block, const struct arc *arc, double first, double last) {
  while (first <= last && first - arc->height < 0.25) pair(search, block, arc, first++);
  while (last - first >= SHORT) { /* while D grows fourfold, one width */
    const double rest = last - first + 1, most = ceil(3 * (first - arc->height)) + SHORT, pairs = rest < most ? rest : most;
    long_run(search, block, arc, first, pairs);
    first += pairs;
  }
  for (; first <= last; first++) pair(search, block, arc, first);
}

int tmd_farey_arc(struct tmd_farey_search *search, const struct tmd_farey_block *block, double q, double left, double delta) {
  struct arc arc;
  if (!about_vertex(&arc, block, q, left, delta, (double)search->order) || !(bend(&arc, 1.05 * arc.length) <= 0x1p-3)) return 0;
  if (arc.near > arc.length) return 1; /* the arc ends before the block */
  const double slack = 1 + 0x1p-30, turn = 2 * fabs(arc.kappa);
  const double least = arc.near > 0 ? arc.h * arc.near * arc.near * (1 - turn * arc.near) / slack : 0;
  const double most = arc.h * arc.length * arc.length * (1 + turn * arc.length) * slack;
  run(search, block, &arc, ceil(arc.height + least - arc.tolerance), floor(arc.height + most + arc.tolerance));
  return 1;
}

int tmd_farey_arc_pairs(struct tmd_farey_search *search, const struct tmd_farey_block *block, double q, double left, double delta,
                        double first, double pairs) {
  struct arc arc;
  if (!about_vertex(&arc, block, q, left, delta, (double)search->order)) return 0;
  if (arc.near > arc.length) return 1;
  run(search, block, &arc, first, first + pairs - 1);
  return 1;
}

double tmd_farey_line_order(const struct tmd_farey_block *block, double order) {
  const double R = block->radius, c3 = block->degree >= 3 ? fabs(block->c[3]) : 0;
  const double bent = (block->c[2] + c3 * R) * R * R + block->eps;
  return bent * order <= 0x1p-6 ? order : floor(0x1p-6 / bent);
}

void tmd_farey_line(struct tmd_farey_search *search, const struct tmd_farey_block *block, double order) {
  const struct tmd_farey_neighbours near = tmd_farey_neighbours((uint64_t)(block->c1 >> 64), (uint64_t)order);
  const double R = block->radius, c3 = block->degree >= 3 ? fabs(block->c[3]) : 0;
  /* q c1 - p of p/q, at least 0, and of its right neighbour, below 0: the nearer, where it is less than 1/2 and the centred residue */
  const double below = (double)(tmd_i128)((tmd_u128)near.q * block->c1) * 0x1p-128;
  const double above = (double)(tmd_i128)((tmd_u128)near.q_above * block->c1) * 0x1p-128;
  const int right = near.q_above <= order && (below < 0 || fabs(above) < fabs(below));
  const double q = right ? (double)near.q_above : (double)near.q, delta = right ? above : below;
  const double left = right ? (double)near.q : (double)near.q - modulo((double)near.q_above, 1, (double)near.q);
  const double whole = q * block->c0_high, integer = rint(whole), height = TMD_FAREY_VALUE(LINE_HEIGHT, whole - integer + q * block->c0_low);
  const double low = (double)block->low, high = (double)block->high;
  const double tolerance = (q * (TMD_FAREY_BOUND(LINE, (block->c[2] + c3 * R) * R * R) + block->eps) +
                            TMD_FAREY_BOUND(LINE_HEIGHT, 0x1p-48 * fabs(delta) * R + 0x1p-48)) * TMD_OUTWARD;
  const double a = height + delta * low, b = height + delta * high;
  const double first = ceil((a < b ? a : b) - tolerance), last = floor((a < b ? b : a) + tolerance);
  search->stats->lines++;
  for (double M = first; M <= last; M++) {
    const double centre = delta != 0 ? (M - height) / delta : 0, width = delta != 0 ? tolerance / fabs(delta) : INFINITY;
    const double slack = TMD_FAREY_BOUND(LINE_PLACE, width * 0x1p-40 + fabs(centre) * 0x1p-40 + 0x1p-20);
    members(search, block, q, left, M + integer, centre - width - slack, centre + width + slack);
    search->stats->roots++;
  }
}
