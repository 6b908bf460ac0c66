/* The regular Boolean test (Fortin, Gouicem, Graillat, ACM TOMS 43(3) 22, 2016): a full quotient a
   step, so that neighbouring domains take the same path. Same question as lefevre.h, and a lane
   kept there may be dropped here or the reverse; neither drops a domain that holds a case. Text:
   regular.md. */
#ifndef TMD_REGULAR_H
#define TMD_REGULAR_H

#include "kernels/lane/platform.h"

/* 2 <= n <= 2^31.
   Invariant: u intervals of length p and v of length q, u p + v q = 2^64, starting from the single
   interval q = 2^64, (u, v) = (0, 1). The first half step is peeled, as q does not fit a word.
   After a step on q, d is the distance of b to the nearest point below; after a step on p, at most
   that. */
V_INLINE v_mask v_regular_keeps(v_u64 a, v_u64 b, v_u64 e, uint64_t points) {
  v_u64 n = v_set(points), zero = v_set(0), one = v_set(1), two = v_set(2);
  v_mask tiny =
      v_lt(a, two); /* a = 0: every point is 0. a = 1: u = 2^64 does not fit; kept by d = 0 */
  v_u64 p = v_sel(tiny, two, a), v = one, u, q, d;
  struct v_divisor by_p = v_divisor_of(p);
  u = v_min(v_divide(zero - p, by_p, &q) + one, n); /* floor(2^64/p) = floor((2^64 - p)/p) + 1 */
  v_divide(b, by_p, &d);
  d = v_sel(tiny, v_sel(v_eq(a, zero), b, zero), d);
  v_mask live = v_not(v_or(tiny, v_or(v_not(v_lt(u + v, n)), v_eq(q, zero))));

  while (v_any(live)) {
    v_u64 rest, k;
    struct v_divisor by_q = v_divisor_of(v_sel(live, q, one));
    k = v_divide(v_sel(live, p, zero), by_q, &p);
    v += v_min(k, n) * u; /* u, v < n: no overflow; k >= n ends it as well as k = n does */
    v_mask beyond = v_and(live, v_not(v_lt(d, p)));
    v_divide(v_sel(beyond, d - p, zero), by_q, &rest);
    d = v_sel(beyond, rest, d);
    /* n points placed; or p = 0: from here on the points repeat */
    live = v_and(live, v_not(v_or(v_not(v_lt(u + v, n)), v_eq(p, zero))));

    by_p = v_divisor_of(v_sel(live, p, one));
    k = v_divide(v_sel(live, q, zero), by_p, &q);
    u += v_min(k, n) * v;
    v_divide(v_sel(live, d, zero), by_p, &rest);
    d = v_sel(live, rest, d);
    live = v_and(live, v_not(v_or(v_not(v_lt(u + v, n)), v_eq(q, zero))));
  }
  return v_lt(d, e);
}

#endif
