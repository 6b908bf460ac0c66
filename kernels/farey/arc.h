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

/* An arc about its vertex: H(t) = height + h (t - t0)^2 + (higher orders), for |t - t0| <= length.
 */
struct tmd_farey_arc {
  double q, left;
  double t0, h, kappa, height, integer; /* integer: I */
  double lambda;                        /* t - t0 = s - kappa s^2 + lambda s^3 */
  double length, near;                  /* |t - t0| on the block is at most, at least, this */
  double tolerance, vertex_error;
};

/* |gamma|: lambda = 5/2 kappa^2 - gamma/2. */
V_INLINE double farey_gamma(struct tmd_farey_arc arc) {
  return fabs(5 * arc.kappa * arc.kappa - 2 * arc.lambda);
}

/* What D at distance s of the vertex adds to the tolerance by the orders of the root that are left
   out. */
V_INLINE double farey_bend(struct tmd_farey_arc arc, double s) {
  const double x = fabs(arc.kappa) * s, g = farey_gamma(arc) * (s * s);
  return TMD_FAREY_BOUND(ARC_BEND, (18 * x * x * x + 7 * x * g + 2.7 * g * g) * arc.h * (s * s));
}

/* From the vertex t of the cubic part to that of the whole, by two steps of Newton's; returns the
   curvature there, in the unit of c2. */
V_INLINE double farey_whole_vertex(double *t, struct tmd_farey_curve block, double offset) {
  const double c2 = block.c2, c3 = block.c3, c4 = block.c4, c5 = block.c5;
  double x = *t;
  for (int i = 0; i < 2; i++)
    x -= (offset + x * (2 * c2 + x * (3 * c3 + x * (4 * c4 + x * (5 * c5))))) /
         (2 * (c2 + x * (3 * c3 + x * (6 * c4 + x * (10 * c5)))));
  *t = x;
  return c2 + x * (3 * c3 + x * (6 * c4 + x * (10 * c5)));
}

/* An arc of fourth and fifth order, from the vertex of the cubic part: to that of the whole; or
   where it is too far away, they are left out and `rest` is what they are at most. Returns the
   curvature there; `fourth`: the part of it that they add, at most. */
V_INLINE double farey_higher(struct tmd_farey_curve *block, double *t0, double curve, double length,
                             double offset, double *rest, double *fourth) {
  const double c4 = fabs(block->c4), c5 = fabs(block->c5), t = fabs(*t0);
  const double R = -block->low > block->high ? -block->low : block->high;
  *fourth = (6 * c4 + 10 * c5 * t) * t * t / block->c2;
  if ((length <= 2 * R || t <= R) && *fourth <= 0x1p-7)
    return farey_whole_vertex(t0, *block, offset);
  *rest = (c4 + c5 * R) * R * R * R * R; /* the arc is longer than R/2; its end moves by 2^-10 R */
  *fourth = block->c4 = block->c5 = 0;
  return curve;
}

/* 0 if the arc cannot be taken so. */
V_INLINE int farey_about_vertex(struct tmd_farey_arc *arc, struct tmd_farey_curve block, double q,
                                double left, double delta, double order) {
  const double c2 = block.c2, c3 = block.c3, low = block.low, high = block.high;
  const double offset = delta / q + block.a_low, square = c2 * c2 - 3 * c3 * offset;
  if (!(square >= 0.64 * c2 * c2 && square <= 1.5 * c2 * c2)) return 0;
  const double next = floor((order + 0.5 + left) / q) * q - left,
               sum = q + (left < next ? left : next);
  double curve = sqrt(square), t0 = -offset / (c2 + curve); /* curve = c2 + 3 c3 t0 */
  double rest = 0, fourth = 0;
  if (block.c4 != 0 || block.c5 != 0)
    curve = farey_higher(&block, &t0, curve, 0.5 / (curve * q * sum), offset, &rest, &fourth);
  const double c4 = block.c4, c5 = block.c5, half_inverse = 0.5 / curve;
  t0 = TMD_FAREY_VALUE(ARC_VERTEX, t0);
  const double end = fabs(low - t0) > fabs(high - t0) ? fabs(low - t0) : fabs(high - t0);
  arc->q = q, arc->left = left, arc->t0 = t0, arc->h = q * curve;
  arc->kappa = (c3 + (4 * c4 + 10 * c5 * t0) * t0) * half_inverse;
  arc->length = TMD_FAREY_BOUND(ARC_LENGTH, 1.1 * half_inverse / (q * sum));
  if (end < arc->length) arc->length = end;
  arc->lambda = 2.5 * arc->kappa * arc->kappa - (c4 + 5 * c5 * t0) * half_inverse;
  arc->near = t0 < low ? low - t0 : t0 > high ? t0 - high : 0;
  const double fourth2 = fourth * fourth;
  arc->vertex_error =
      TMD_FAREY_BOUND(ARC_VERTEX, (0x1p-47 + 0.003 * fourth2 * fourth2) * fabs(t0) + 0x1p-98 / c2);
  const double whole = q * block.c0_high;
  arc->integer = rint(whole);
  arc->height = TMD_FAREY_VALUE(
      ARC_HEIGHT, (whole - arc->integer) + q * block.c0_low -
                      q * t0 * t0 * (c2 + t0 * (2 * c3 + t0 * (3 * c4 + 4 * c5 * t0))));
  const double length2 = arc->length * arc->length;
  arc->tolerance = (q * (block.eps + TMD_FAREY_BOUND(ARC_REST, rest) +
                         TMD_FAREY_BOUND(ARC_FIFTH, fabs(c5) * length2 * length2 * arc->length)) +
                    TMD_FAREY_BOUND(ARC_HEIGHT_VERTEX,
                                    2.5 * q * c2 * arc->vertex_error * (fabs(t0) + arc->length)) +
                    TMD_FAREY_BOUND(ARC_HEIGHT, 0x1p-48 * q * c2 * t0 * t0 + 0x1p-48)) *
                   TMD_OUTWARD;
  return fabs(arc->kappa) * arc->length <= 0.025 && farey_gamma(*arc) * length2 <= 0.005 &&
         arc->tolerance <= 0x1p-3 && fabs(arc->height) <= 0x1p45;
}

/* The pairs of the whole arc, M = first .. last; the bend at its end must be small, else 0. */
V_INLINE int farey_whole_arc(struct tmd_farey_arc arc, double *first, double *last) {
  const double slack = 1 + 0x1p-30, turn = 2 * fabs(arc.kappa);
  const double near2 = arc.near * arc.near, far2 = arc.length * arc.length;
  const double fourth = farey_gamma(arc) * arc.h;
  const double least = (arc.h * near2 * (1 - turn * arc.near) - fourth * near2 * near2) / slack,
               most = (arc.h * far2 * (1 + turn * arc.length) + fourth * far2 * far2) * slack;
  *first = ceil(arc.height + (least > 0 ? least : 0) - arc.tolerance);
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

/* The windows of the pair of M: centre - s, centre + s, each with the half-width; with s = 0 there
   is one. */
struct tmd_farey_windows {
  double centre, s, width;
};

V_INLINE struct tmd_farey_windows farey_window(struct tmd_farey_arc arc, double M) {
  struct tmd_farey_windows w;
  const double D = M - arc.height;
  if (D < 2 * arc.tolerance) {
    const double far = TMD_FAREY_BOUND(ARC_VERTEX_WINDOW, 1.85 * sqrt(arc.tolerance / arc.h));
    w.width = (far + farey_place_error(arc, far)) * TMD_OUTWARD;
    w.centre = arc.t0, w.s = 0;
    return w;
  }
  const double s2 = D / arc.h, s = sqrt(s2);
  w.width =
      (TMD_FAREY_BOUND(ARC_WINDOW, 0.66 * (arc.tolerance + farey_bend(arc, s)) / (arc.h * s)) +
       farey_place_error(arc, s)) *
      TMD_OUTWARD;
  w.centre = arc.t0 - arc.kappa * s2;
  w.s = s + arc.lambda * s * s2;
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
      TMD_FAREY_BOUND(ARC_WINDOW, 0.66 * (arc.tolerance + farey_bend(arc, far)) / sqrt(arc.h * D)) +
      farey_place_error(arc, far);
  const double turns =
      (arc.t0 + farey_modulo(first + arc.integer, arc.left, q)) / q - arc.kappa * D / (arc.h * q);
  job.d = D;
  job.k = 1 / (arc.h * q * q);
  job.cubic = arc.lambda / arc.h;
  job.pairs = (uint64_t)pairs;
  job.v = turns - rint(turns);
  job.w = arc.left / q - arc.kappa / (arc.h * q);
  job.width =
      (width / q + TMD_FAREY_BOUND(ARC_TURNS, 0x1p-50 * (pairs + fabs(turns) + far / q + 2))) *
      TMD_OUTWARD;
  return job;
}

#endif
