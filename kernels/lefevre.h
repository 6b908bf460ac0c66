/* Lefevre's Boolean test (Lefevre 2005, section 3): is  min { b - a t mod 2^64 : 0 <= t < n }  >= e ?
   Returns the lanes to keep: those where it may not be. Text: lefevre.md. */
#ifndef TMD_LEFEVRE_H
#define TMD_LEFEVRE_H

#include "platform.h"

/* 1 <= n <= 2^32.
   Invariant: u + v points are placed; u intervals of length p and v of length q tile the circle,
   u p + v q = 2^64. b lies d above a point, in an interval of length p, if d < p; else d - p above
   one, in an interval of length q. No point placed so far is less than e below b.
   The two branches of the papers are one another's mirror image in (p, v) <-> (q, u): here (x, cx)
   stands for the interval that cuts and the number that grows, (y, cy) for the other. */
V_INLINE v_mask v_lefevre_keeps(v_u64 a, v_u64 b, v_u64 e, uint64_t points) {
  v_u64 n = v_set(points), zero = v_set(0), one = v_set(1);
  v_u64 p = a, q = zero - a, d = b, u = one, v = one;
  v_mask keep = v_lt(d, e);
  v_mask live = v_not(v_or(keep, v_eq(a, zero))); /* a = 0: every point is 0 */
  while (v_any(live)) {
    v_mask in_p = v_lt(d, p);
    d = v_sel(in_p, d, d - p);
    v_mask failed = v_and(live, v_lt(d, e));
    keep = v_or(keep, failed);

    v_u64 x = v_sel(live, v_sel(in_p, p, q), one), y = v_sel(live, v_sel(in_p, q, p), zero);
    v_u64 cx = v_sel(in_p, u, v), cy = v_sel(in_p, v, u);
    v_u64 k = v_min(v_divide(y, v_divisor_of(x), &y), n); /* k >= n ends it as well as k = n does: cy >= 1 */
    cx += k * cy;                                         /* < n + n (n-1): no overflow */
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
