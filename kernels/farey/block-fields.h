/* The numbers of a block that its walk computes with, listed once: F(name) each. Host, lanes and
   devices make their layouts, and copy them to each other, by these lists. Symbols as in farey.md.
 */
#ifndef TMD_BLOCK_FIELDS_H
#define TMD_BLOCK_FIELDS_H

#include "kernels/lane/platform.h"

/* The state of the walk. */
#define TMD_FAREY_PLACE_FIELDS(F)                                                    \
  F(q)                                                                               \
  F(left)                /* denominators of the fraction and of the one before it */ \
  F(delta) F(delta_left) /* q a - p of both, exact */

/* The polynomial. */
#define TMD_FAREY_SHAPE_FIELDS(F)                     \
  F(c0_high)                                          \
  F(c0_low) /* c0 is their sum; q c0_high is exact */ \
  F(a_low)  /* c1 - a */                              \
  F(c2)                                               \
  F(c3_twice)                                         \
  F(c3_half)                                          \
  F(c4)                                               \
  F(c5)                                               \
  F(vertex) /* -1/(2 c2) */                           \
  F(beta)                                             \
  F(beta_twice) /* beta = 3 c3/(2 c2) */              \
  F(c2_inverse)

/* Bounds for arcs that are taken many at a time. */
#define TMD_FAREY_WINDOW_FIELDS(F)                                                        \
  F(reach)     /* roots with D reach q (q + q')^2 > 1 lie beyond the arc */               \
  F(tolerance) /* of H(t0) */                                                             \
  F(far)       /* vertices of arcs that meet the block have |t| <= far */                 \
  F(window)                                                                               \
  F(window_root) /* half-width of windows, in arguments: window + window_root/q in single \
                    precision, */
#define TMD_FAREY_PATH_FIELDS(F)                                                       \
  F(wide_root) /* window + wide_root/q in double precision; */                         \
  F(depth)     /* and of higher orders depth/max(D, near) more, D of the first pair */ \
  F(near)      /* arcs with D below this have their first pair looked at alone */      \
  F(least_q)   /* single precision takes q >= least_q, */                              \
  F(wide_q)    /* double precision the others with q >= wide_q */

/* All. `end`: the walk ends with the first fraction with c1 - p/q <= end. */
#define TMD_FAREY_WALK_FIELDS(F) \
  TMD_FAREY_PLACE_FIELDS(F)      \
  TMD_FAREY_SHAPE_FIELDS(F) TMD_FAREY_WINDOW_FIELDS(F) TMD_FAREY_PATH_FIELDS(F) F(end)

/* The values of its block that a single arc needs: arguments low <= t <= high, and eps of a
   candidate; c3; and some of the above. c4 and c5 are 0 where their terms are counted in eps. */
#define TMD_FAREY_RANGE_FIELDS(F) F(low) F(high) F(eps)
#define TMD_FAREY_CURVE_FIELDS(F) \
  TMD_FAREY_RANGE_FIELDS(F) F(c2) F(c3) F(c4) F(c5) F(a_low) F(c0_high) F(c0_low)

/* `near` of blocks without c4 and c5; and the most of blocks with them, whose tolerance is
   larger. */
#define TMD_FAREY_NEAR 0x1p-9
#define TMD_FAREY_NEAR_HIGHER 0x1p-6

enum {
  TMD_FAREY_PASS = 8,      /* pairs of roots at a time */
  TMD_FAREY_ROOT_BITS = 21 /* in single precision roots are kept in units of 2^-21 q */
};

/* Pairs of roots of one arc in double precision: v + j w +- sqrt((D + j) k) (1 + (D + j) cubic), 0
   <= j < pairs, in units of q. */
struct tmd_farey_pairs {
  double d, k, cubic, v, w, width;
  uint64_t pairs;
};

#endif
