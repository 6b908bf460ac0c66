/* One arc in double precision, about its vertex: what arc.c does on the host and farey.device.c on
   a device. farey.md has the formulas and the bounds. */
#ifndef TMD_FAREY_ARC_H
#define TMD_FAREY_ARC_H

#include <math.h>

#include "kernels/farey/block-fields.h"
#include "kernels/lane/platform.h"
#include "lib/base/upper-bounds.h"

/* Every bound of the budget, and numbers with an error that it covers, pass through one of these,
   under the name of the row in farey.md; tests give them other meanings, to show that a smaller
   bound or a larger error loses a case. */
#ifndef TMD_FAREY_BOUND
#define TMD_FAREY_BOUND(row, bound) (bound)
#define TMD_FAREY_VALUE(row, value) (value)
#endif

/* The values of its block that an arc needs. */
struct tmd_farey_curve {
#define TMD_FAREY_FIELD(name) double name;
  TMD_FAREY_CURVE_FIELDS(TMD_FAREY_FIELD)
#undef TMD_FAREY_FIELD
};

/* An arc about its vertex: H(t) = height + h (t - t0)^2 + (cubic), for |t - t0| <= length. */
struct tmd_farey_arc {
  double q, left;
  double t0, h, kappa, height, integer; /* integer: I */
  double length, near;                  /* |t - t0| on the block is at most, at least, this */
  double tolerance, vertex_error;
};

/* What D at distance s of the vertex adds to the tolerance by leaving out the third order of the
   cubic root. */
V_INLINE double farey_bend(struct tmd_farey_arc arc, double s) {
  return TMD_FAREY_BOUND(ARC_BEND, 5.4 * arc.kappa * arc.kappa * arc.h * s * s * s * s);
}

/* 0 if the arc cannot be taken so. */
V_INLINE int farey_about_vertex(struct tmd_farey_arc *arc, struct tmd_farey_curve block, double q,
                                double left, double delta, double order) {
  const double c2 = block.c2, c3 = block.c3;
  const double offset = delta / q + block.a_low, square = c2 * c2 - 3 * c3 * offset;
  if (!(square >= 0.64 * c2 * c2 && square <= 1.5 * c2 * c2)) return 0;
  const double curve = sqrt(square); /* c2 + 3 c3 t0 */
  const double next = floor((order + 0.5 + left) / q) * q - left,
               sum = q + (left < next ? left : next);
  const double t0 = TMD_FAREY_VALUE(ARC_VERTEX, -offset / (c2 + curve)), low = block.low,
               high = block.high;
  const double end = fabs(low - t0) > fabs(high - t0) ? fabs(low - t0) : fabs(high - t0);
  arc->q = q, arc->left = left, arc->t0 = t0, arc->h = q * curve, arc->kappa = c3 / (2 * curve);
  arc->length = TMD_FAREY_BOUND(ARC_LENGTH, 1.1 / (2 * curve * q * sum));
  if (end < arc->length) arc->length = end;
  arc->near = t0 < low ? low - t0 : t0 > high ? t0 - high : 0;
  arc->vertex_error = TMD_FAREY_BOUND(ARC_VERTEX, 0x1p-47 * fabs(t0) + 0x1p-98 / c2);
  const double whole = q * block.c0_high;
  arc->integer = rint(whole);
  arc->height = TMD_FAREY_VALUE(ARC_HEIGHT, (whole - arc->integer) + q * block.c0_low -
                                                q * t0 * t0 * (c2 + 2 * c3 * t0));
  arc->tolerance = (q * block.eps +
                    TMD_FAREY_BOUND(ARC_HEIGHT_VERTEX,
                                    2.5 * q * c2 * arc->vertex_error * (fabs(t0) + arc->length)) +
                    TMD_FAREY_BOUND(ARC_HEIGHT, 0x1p-48 * q * c2 * t0 * t0 + 0x1p-48)) *
                   TMD_OUTWARD;
  return fabs(arc->kappa) * arc->length <= 0.025 && arc->tolerance <= 0x1p-3 &&
         fabs(arc->height) <= 0x1p45;
}

/* The pairs of the whole arc, M = first .. last; the bend at its end must be small, else 0. */
V_INLINE int farey_whole_arc(struct tmd_farey_arc arc, double *first, double *last) {
  const double slack = 1 + 0x1p-30, turn = 2 * fabs(arc.kappa);
  const double least =
      arc.near > 0 ? arc.h * arc.near * arc.near * (1 - turn * arc.near) / slack : 0;
  const double most = arc.h * arc.length * arc.length * (1 + turn * arc.length) * slack;
  *first = ceil(arc.height + least - arc.tolerance);
  *last = floor(arc.height + most + arc.tolerance);
  return farey_bend(arc, 1.05 * arc.length) <= 0x1p-3;
}

V_INLINE double farey_place_error(struct tmd_farey_arc arc, double s) {
  return arc.vertex_error + TMD_FAREY_BOUND(ARC_PLACE, 0x1p-47 * (s + fabs(arc.t0)) + 0x1p-20);
}

/* x y mod q, exact for integers |x| < 2^62, 0 <= y < 2^26, 1 <= q < 2^26. */
V_INLINE double farey_modulo(double x, double y, double q) {
  const int64_t r = (int64_t)x % (int64_t)q * (int64_t)y % (int64_t)q;
  return (double)(r < 0 ? r + (int64_t)q : r);
}

/* Members first, first + step, ... up to last. */
struct tmd_farey_members {
  int64_t first, step, last;
};

/* Members t == -(M + I) left (mod q) of the block with from <= t <= to; shift = M + I. The block's
   ends are integers of at most 2^53, which double precision has. */
V_INLINE struct tmd_farey_members farey_members(double block_low, double block_high, double q,
                                                double left, double shift, double from, double to) {
  struct tmd_farey_members none, m;
  none.first = 1, none.step = 1, none.last = 0;
  const double low = ceil(from), high = floor(to);
  if (!(low <= high && low <= block_high && high >= block_low)) return none;
  m.first = (int64_t)(low > block_low ? low : block_low);
  m.last = (int64_t)(high < block_high ? high : block_high);
  m.step = (int64_t)q;
  if (m.first > m.last) return none;
  const int64_t residue = (int64_t)farey_modulo(-shift, left, q);
  int64_t ahead = (residue - m.first) % m.step;
  if (ahead < 0) ahead += m.step;
  if (ahead > m.last - m.first) return none;
  m.first += ahead;
  return m;
}

/* The windows of the pair of M: centre - s, centre + s, each with the half-width. */
struct tmd_farey_windows {
  double centre, s, width;
};

V_INLINE struct tmd_farey_windows farey_window(struct tmd_farey_arc arc, double M) {
  struct tmd_farey_windows w;
  const double D = M - arc.height, D1 = D > arc.tolerance ? D : arc.tolerance, s = sqrt(D1 / arc.h);
  w.width = (TMD_FAREY_BOUND(ARC_WINDOW, 1.2 * (arc.tolerance + farey_bend(arc, s)) / (arc.h * s)) +
             farey_place_error(arc, s)) *
            TMD_OUTWARD;
  w.centre = arc.t0 - arc.kappa * s * s;
  w.s = s;
  return w;
}

enum { TMD_FAREY_SHORT = 3 }; /* so many pairs at most are looked at one by one */

/* Of the pairs first .. last, all with D >= 1/4, those that one width may serve: while D grows
   fourfold. */
V_INLINE double farey_stretch(struct tmd_farey_arc arc, double first, double last) {
  const double rest = last - first + 1, most = ceil(3 * (first - arc.height)) + TMD_FAREY_SHORT;
  return rest < most ? rest : most;
}

V_INLINE struct tmd_farey_pairs farey_pairs_of(struct tmd_farey_arc arc, double first,
                                               double pairs) {
  struct tmd_farey_pairs job;
  const double D = first - arc.height, q = arc.q, far = sqrt((D + pairs) / arc.h);
  const double width =
      TMD_FAREY_BOUND(ARC_WINDOW, 1.2 * (arc.tolerance + farey_bend(arc, far)) / sqrt(arc.h * D)) +
      farey_place_error(arc, far);
  const double turns =
      (arc.t0 + farey_modulo(first + arc.integer, arc.left, q)) / q - arc.kappa * D / (arc.h * q);
  job.d = D;
  job.k = 1 / (arc.h * q * q);
  job.pairs = (uint64_t)pairs;
  job.v = turns - rint(turns);
  job.w = arc.left / q - arc.kappa / (arc.h * q);
  job.width =
      (width / q + TMD_FAREY_BOUND(ARC_TURNS, 0x1p-50 * (pairs + fabs(turns) + far / q + 2))) *
      TMD_OUTWARD;
  return job;
}

#endif
