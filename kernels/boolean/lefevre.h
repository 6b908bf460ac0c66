/* Lefevre's Boolean test (Lefevre 2005, section 3): is  min { b - a t mod 2^64 : 0 <= t < n }  >= e
   ? Returns the lanes to keep: those where it may not be. Text: lefevre.md. */
#ifndef TMD_LEFEVRE_H
#define TMD_LEFEVRE_H

#include "kernels/lane/platform.h"

/* Runs of more than 2^6 steps are worth two divisions; without this, slopes near an integer cost n
   steps. */
#define TMD_LEFEVRE_FAR_LOG2 6

/* (x, cx): the length of the interval that holds b and the number that grows by quotients; (y, cy):
   the other kind's. */
struct v_lefevre_pair {
  v_u64 x, y, cx, cy;
};

V_INLINE struct v_lefevre_pair v_lefevre_pair_of(v_mask in_p, v_u64 p, v_u64 q, v_u64 u, v_u64 v) {
  struct v_lefevre_pair pair;
  pair.x = v_sel(in_p, p, q), pair.y = v_sel(in_p, q, p), pair.cx = v_sel(in_p, u, v),
  pair.cy = v_sel(in_p, v, u);
  return pair;
}

/* An interval of length x is cut by one of length y, y far below x, J times in a row: the steps of
   the loop below with k = 0, taken at once. J is such that through all of them b stays in an
   interval of length x, no point comes closer than e below it, y < x, and fewer than n points are
   placed. */
V_INLINE v_u64 v_lefevre_plain_steps(v_mask far, v_mask in_p, struct v_lefevre_pair at, v_u64 d,
                                     v_u64 e, v_u64 n) {
  v_u64 zero = v_set(0), one = v_set(1), rest;
  v_u64 room = v_sel(in_p, at.x - d - one, v_min(d - e, at.x - one)), points = n - one - at.cy;
  v_u64 by_room = v_divide(v_sel(far, room, zero), v_divisor_of(v_sel(far, at.y, one)), &rest);
  v_u64 by_points = v_divide(v_sel(far, points, zero), v_divisor_of(v_sel(far, at.cx, one)), &rest);
  return v_min(by_room, by_points);
}

/* 2 <= n <= 2^31.
   Invariant: u + v points are placed; u intervals of length p and v of length q tile the circle,
   u p + v q = 2^64. b lies d above a point, in an interval of length p, if d < p; else d - p above
   one, in an interval of length q. No point placed so far is less than e below b.
   The two branches of the papers are one another's mirror image in (p, v) <-> (q, u): see
   v_lefevre_pair. */
V_INLINE v_mask v_lefevre_keeps(v_u64 a, v_u64 b, v_u64 e, uint64_t points) {
  v_u64 n = v_set(points), zero = v_set(0), one = v_set(1);
  v_u64 p = a, q = zero - a, d = b, u = one, v = one;
  v_mask keep = v_lt(d, e);
  v_mask live = v_not(v_or(keep, v_eq(a, zero))); /* a = 0: every point is 0 */
  while (v_any(live)) {
    v_mask in_p = v_lt(d, p);
    struct v_lefevre_pair at = v_lefevre_pair_of(in_p, p, q, u, v);
    v_mask far = v_and(live, v_lt(at.y, at.x >> TMD_LEFEVRE_FAR_LOG2));
    if (V_UNLIKELY(v_any(far))) {
      v_u64 steps = v_lefevre_plain_steps(far, in_p, at, d, e, n);
      at.x -= steps * at.y;
      at.cy += steps * at.cx;
      d -= v_sel(in_p, zero, steps * at.y);
      p = v_sel(in_p, at.x, at.y);
      q = v_sel(in_p, at.y, at.x);
      u = v_sel(in_p, at.cx, at.cy);
      v = v_sel(in_p, at.cy, at.cx);
      in_p = v_lt(d, p);
      at = v_lefevre_pair_of(in_p, p, q, u, v);
    }

    d = v_sel(in_p, d, d - p);
    v_mask failed = v_and(live, v_lt(d, e));
    keep = v_or(keep, failed);
    v_u64 k =
        v_divide_mostly_0(v_sel(live, at.y, zero), v_divisor_of(v_sel(live, at.x, one)), &at.y);
    at.cx += v_min(k, n) *
             at.cy; /* cx, cy < n: no overflow; n steps end it as well as more do, as cy >= 1 */
    /* n points placed; or y = 0: from here on the points repeat */
    v_mask done = v_or(v_not(v_lt(at.cx + at.cy, n)), v_eq(at.y, zero));
    live = v_and(live, v_not(v_or(failed, done)));

    at.x -= at.y;
    at.cy += at.cx;
    p = v_sel(in_p, at.x, at.y);
    q = v_sel(in_p, at.y, at.x);
    u = v_sel(in_p, at.cx, at.cy);
    v = v_sel(in_p, at.cy, at.cx);
  }
  return keep;
}

#endif
