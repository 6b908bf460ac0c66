/* The tests of regular.h and lefevre.h on short lines, whose numbers are multiples of
   2^TMD_SHORT_UNIT: integers of up to 50 bits, in double precision. The same answers. VF_VECTORS
   vectors at a time: while one waits for a quotient the others go on. Lanes that are done compute
   on whatever comes; nothing reads it. Text: short-lines.md. */
#ifndef TMD_SHORT_LINES_H
#define TMD_SHORT_LINES_H

#include "kernels/boolean/line.h"
#include "kernels/lane/floats.h"

enum { VF_VECTORS = 3 };

/* In units of 2^-50: (b - a t mod 2^50) < e. */
struct vf_line {
  v_f64 a, b, e;
};

V_INLINE struct vf_line vf_line_of(struct v_line line) {
  struct vf_line small;
  small.a = vf_of_small(line.a >> TMD_SHORT_UNIT);
  small.b = vf_of_small(line.b >> TMD_SHORT_UNIT);
  small.e = vf_of_small(line.e >> TMD_SHORT_UNIT);
  return small;
}

/* A divisor x >= 1. */
struct vf_divisor {
  v_f64 x, reciprocal, half;
};

V_INLINE struct vf_divisor vf_divisor_of(v_f64 x) {
  struct vf_divisor divisor;
  divisor.x = x, divisor.reciprocal = 1.0 / x, divisor.half = 0.5 * divisor.reciprocal;
  return divisor;
}

/* floor(y / x), and y mod x: exact for integers 0 <= y <= 2^50, as (y + 1/2)/x is nowhere nearer to
   an integer than 1/(2x). */
V_INLINE v_f64 vf_divide(v_f64 y, struct vf_divisor divisor, v_f64 *remainder) {
  v_f64 quotient = vf_floor(v_mad(y, divisor.reciprocal, divisor.half));
  *remainder = v_nmad(quotient, divisor.x, y);
  return quotient;
}

struct vf_regular {
  v_f64 p, q, d, u, v, e;
  v_mask live, keep;
};

/* After each half: lanes with n points placed, or where they repeat from here on (y = 0), are done;
   d is final there. */
V_INLINE void vf_regular_end(struct vf_regular *s, v_f64 y, v_f64 n) {
  const v_mask on = v_and(vf_lt(s->u + s->v, n), vf_lt(vf_set(0), y));
  s->keep = v_or(s->keep, v_and(v_and(s->live, v_not(on)), vf_lt(s->d, s->e)));
  s->live = v_and(s->live, on);
}

V_INLINE void vf_regular_step(struct vf_regular *s, v_f64 n) {
  struct vf_divisor by = vf_divisor_of(s->p);
  v_f64 k = vf_divide(s->q, by, &s->q), rest;
  s->u = v_mad(k, s->v, s->u);
  vf_divide(s->d, by, &s->d);
  vf_regular_end(s, s->q, n);

  by = vf_divisor_of(s->q);
  k = vf_divide(s->p, by, &s->p);
  s->v = v_mad(k, s->u, s->v);
  vf_divide(s->d - s->p, by, &rest);
  s->d = vf_sel(vf_lt(s->d, s->p), s->d, rest);
  vf_regular_end(s, s->p, n);
}

V_INLINE void vf_regular_keeps(v_mask *keep, const struct vf_line *line, uint64_t points) {
  const v_f64 n = vf_set((double)points), zero = vf_set(0);
  struct vf_regular s[VF_VECTORS];
  v_mask any = v_none();
  V_UNROLL
  for (int i = 0; i < VF_VECTORS; i++) { /* one interval, of length q = 2^50 */
    s[i].p = line[i].a, s[i].q = vf_set(0x1p50), s[i].d = line[i].b, s[i].e = line[i].e,
    s[i].u = zero, s[i].v = vf_set(1);
    s[i].live = vf_lt(zero, s[i].p);
    s[i].keep = v_and(v_not(s[i].live), vf_lt(s[i].d, s[i].e)); /* a = 0: every point is 0 */
    any = v_or(any, s[i].live);
  }
  while (v_any(any)) {
    any = v_none();
    V_UNROLL
    for (int i = 0; i < VF_VECTORS; i++) {
      vf_regular_step(&s[i], n);
      any = v_or(any, s[i].live);
    }
  }
  V_UNROLL
  for (int i = 0; i < VF_VECTORS; i++) keep[i] = s[i].keep;
}

/* As in lefevre.h, but x is the kind of interval that b was in, p or q, when the step before ended:
   two kinds are exchanged only where b has changed from one to the other. */
struct vf_lefevre {
  v_f64 x, y, cx, cy, d, e;
  v_mask x_is_p, live, keep;
};

V_INLINE void vf_lefevre_step(struct vf_lefevre *s, v_f64 n) {
  const v_f64 p = vf_sel(s->x_is_p, s->x, s->y);
  const v_mask in_p = vf_lt(s->d, p), swap = v_xor(in_p, s->x_is_p);
  const v_f64 x = vf_sel(swap, s->y, s->x), cy = vf_sel(swap, s->cx, s->cy);
  s->x_is_p = in_p;
  s->d = vf_sel(in_p, s->d, s->d - p);
  const v_mask failed = v_and(s->live, vf_lt(s->d, s->e));
  s->keep = v_or(s->keep, failed);
  const v_f64 k = vf_divide(vf_sel(swap, s->x, s->y), vf_divisor_of(x), &s->y);
  s->cx = v_mad(k, cy, vf_sel(swap, s->cy, s->cx));
  const v_mask on = v_and(vf_lt(s->cx + cy, n), vf_lt(vf_set(0), s->y));
  s->live = v_and(v_and(s->live, on), v_not(failed));
  s->x = x - s->y;
  s->cy = cy + s->cx;
}

/* Lanes where y is so far below x that several steps with k = 0 follow. */
V_INLINE v_mask vf_lefevre_far(const struct vf_lefevre *s) {
  return v_and(s->live, vf_lt(4 * s->y, s->x));
}

/* Those steps at once (lefevre.md), but for one where b is in an interval of length q, in lanes
   where b stays in its kind. */
V_INLINE void vf_lefevre_plain_steps(struct vf_lefevre *s, v_f64 n) {
  const v_f64 zero = vf_set(0), one = vf_set(1), p = vf_sel(s->x_is_p, s->x, s->y);
  const v_mask in_p = vf_lt(s->d, p), far = v_and(vf_lefevre_far(s), v_not(v_xor(in_p, s->x_is_p)));
  const v_f64 room = vf_sel(in_p, s->x - s->d - one, vf_min(s->d - p - s->e, s->x - one));
  v_f64 rest;
  const v_f64 by_room = vf_divide(room, vf_divisor_of(s->y), &rest);
  const v_f64 by_points = vf_divide(n - one - s->cy, vf_divisor_of(s->cx), &rest);
  const v_f64 steps = vf_sel(v_and(far, vf_lt(zero, room)), vf_min(by_room, by_points), zero);
  s->x = v_nmad(steps, s->y, s->x);
  s->cy = v_mad(steps, s->cx, s->cy);
  s->d = vf_sel(in_p, s->d, v_nmad(steps, s->y, s->d));
}

V_INLINE void vf_lefevre_keeps(v_mask *keep, const struct vf_line *line, uint64_t points) {
  const v_f64 n = vf_set((double)points), zero = vf_set(0), one = vf_set(1);
  struct vf_lefevre s[VF_VECTORS];
  v_mask any = v_none();
  V_UNROLL
  for (int i = 0; i < VF_VECTORS; i++) {
    s[i].x = line[i].a, s[i].y = 0x1p50 - line[i].a, s[i].d = line[i].b, s[i].e = line[i].e,
    s[i].cx = one, s[i].cy = one;
    s[i].x_is_p = v_not(v_none());
    s[i].keep = vf_lt(s[i].d, s[i].e);
    s[i].live = v_and(vf_lt(zero, s[i].x), v_not(s[i].keep)); /* a = 0: every point is 0 */
    any = v_or(any, s[i].live);
  }
  while (v_any(any)) {
    v_mask far = v_none();
    any = v_none();
    V_UNROLL
    for (int i = 0; i < VF_VECTORS; i++) {
      vf_lefevre_step(&s[i], n);
      any = v_or(any, s[i].live);
      far = v_or(far, vf_lefevre_far(&s[i]));
    }
    if (v_any(far)) {
      V_UNROLL
      for (int i = 0; i < VF_VECTORS; i++) vf_lefevre_plain_steps(&s[i], n);
    }
  }
  V_UNROLL
  for (int i = 0; i < VF_VECTORS; i++) keep[i] = s[i].keep;
}

#endif
