/* Lefevre's Boolean test (Lefevre 2005, section 3): is  min { b - a t mod 2^64 : 0 <= t < n }  >= e ?
   Returns the lanes to keep: those where it may not be. Text: lefevre.md. */
#ifndef TMD_LEFEVRE_H
#define TMD_LEFEVRE_H

#include "kernels/lane/platform.h"

/* Runs of more than 2^6 steps are worth two divisions; without this, slopes near an integer cost n steps. */
#define TMD_LEFEVRE_FAR_LOG2 6

/* An interval of length x is cut by one of length y, y far below x, J times in a row: the steps of the loop
   below with k = 0, taken at once. J is such that through all of them b stays in an interval of length x,
   no point comes closer than e below it, y < x, and fewer than n points are placed. */
V_INLINE v_u64 v_lefevre_plain_steps(v_mask far, v_mask in_p, v_u64 x, v_u64 y, v_u64 cx, v_u64 cy, v_u64 d, v_u64 e, v_u64 n) {
  v_u64 zero = v_set(0), one = v_set(1), rest;
  v_u64 room = v_sel(in_p, x - d - one, v_min(d - e, x - one)), points = n - one - cy;
  v_u64 by_room = v_divide(v_sel(far, room, zero), v_divisor_of(v_sel(far, y, one)), &rest);
  v_u64 by_points = v_divide(v_sel(far, points, zero), v_divisor_of(v_sel(far, cx, one)), &rest);
  return v_min(by_room, by_points);
}

/* 2 <= n <= 2^31.
   Invariant: u + v points are placed; u intervals of length p and v of length q tile the circle,
   u p + v q = 2^64. b lies d above a point, in an interval of length p, if d < p; else d - p above
   one, in an interval of length q. No point placed so far is less than e below b.
   The two branches of the papers are one another's mirror image in (p, v) <-> (q, u): here (x, cx)
   stands for the interval that holds b and the number that grows by k, (y, cy) for the other. */
V_INLINE v_mask v_lefevre_keeps(v_u64 a, v_u64 b, v_u64 e, uint64_t points) {
  v_u64 n = v_set(points), zero = v_set(0), one = v_set(1);
  v_u64 p = a, q = zero - a, d = b, u = one, v = one;
  v_mask keep = v_lt(d, e);
  v_mask live = v_not(v_or(keep, v_eq(a, zero))); /* a = 0: every point is 0 */
  while (v_any(live)) {
    v_mask in_p = v_lt(d, p);
    v_u64 x = v_sel(in_p, p, q), y = v_sel(in_p, q, p), cx = v_sel(in_p, u, v), cy = v_sel(in_p, v, u);
    v_mask far = v_and(live, v_lt(y, x >> TMD_LEFEVRE_FAR_LOG2));
    if (V_UNLIKELY(v_any(far))) {
      v_u64 steps = v_lefevre_plain_steps(far, in_p, x, y, cx, cy, d, e, n);
      x -= steps * y;
      cy += steps * cx;
      d -= v_sel(in_p, zero, steps * y);
      p = v_sel(in_p, x, y);
      q = v_sel(in_p, y, x);
      u = v_sel(in_p, cx, cy);
      v = v_sel(in_p, cy, cx);
      in_p = v_lt(d, p);
      x = v_sel(in_p, p, q), y = v_sel(in_p, q, p), cx = v_sel(in_p, u, v), cy = v_sel(in_p, v, u);
    }

    d = v_sel(in_p, d, d - p);
    v_mask failed = v_and(live, v_lt(d, e));
    keep = v_or(keep, failed);
    v_u64 k = v_divide(v_sel(live, y, zero), v_divisor_of(v_sel(live, x, one)), &y);
    cx += v_min(k, n) * cy; /* cx, cy < n: no overflow; n steps end it as well as more do, as cy >= 1 */
    /* n points placed; or y = 0: from here on the points repeat */
    v_mask done = v_or(v_not(v_lt(cx + cy, n)), v_eq(y, zero));
    live = v_and(live, v_not(v_or(failed, done)));

    x -= y;
    cy += cx;
    p = v_sel(in_p, x, y);
    q = v_sel(in_p, y, x);
    u = v_sel(in_p, cx, cy);
    v = v_sel(in_p, cy, cx);
  }
  return keep;
}

#endif
