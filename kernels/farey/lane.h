/* A step of the Farey walk and its pairs of roots, on lanes: farey.simd.c runs it on the CPU,
   farey.device.c on devices. farey.md has the formulas, and the bound that each constant stands
   for. */
#ifndef TMD_FAREY_LANE_H
#define TMD_FAREY_LANE_H

#include "kernels/farey/block-fields.h"
#include "kernels/lane/floats.h"

#define V_FAREY_FIELD(name) v_f64 name;
/* A block's numbers, as far as a step needs them. */
struct v_farey_block {
  TMD_FAREY_SHAPE_FIELDS(V_FAREY_FIELD)
  TMD_FAREY_WINDOW_FIELDS(V_FAREY_FIELD)
};

/* The place of a walk. */
struct v_farey_place {
  TMD_FAREY_PLACE_FIELDS(V_FAREY_FIELD)
};
#undef V_FAREY_FIELD

/* An arc with its pairs of roots: D + j, at v + j w +- sqrt((D + j) k), in units of q. */
struct v_farey_arc {
  v_f64 offset;            /* c1 - p/q */
  v_f64 first;             /* M of the first pair */
  v_f64 d, k, v, w, width; /* width: of windows, less v_farey_depth() */
  v_f64 pairs;             /* D + j <= pairs */
};

V_INLINE v_f64 v_farey_quotient(const struct v_farey_place *at, v_f64 q_inverse, v_f64 order) {
  return vf_floor((order + 0.5 + at->left) * q_inverse);
}

V_INLINE v_f64 v_at_least(v_f64 x, v_f64 y) { return -vf_min(-x, -y); }
V_INLINE v_f64 v_farey_within(v_f64 t, v_f64 far) { return v_at_least(vf_min(t, far), -far); }

/* `higher`: whether a c4 or c5 is not 0, of any lane; a constant for many lanes. */
V_INLINE struct v_farey_arc v_farey_measure(const struct v_farey_block *b,
                                            const struct v_farey_place *at, v_f64 q_inverse,
                                            v_f64 next_q, int higher) {
  const v_f64 q = at->q, c2 = b->c2, c2_inverse = b->c2_inverse;
  struct v_farey_arc arc;
  arc.offset = v_mad(at->delta, q_inverse, b->a_low);
  /* t0: c1 + 2 c2 t + 3 c3 t^2 = p/q, to the third order */
  const v_f64 t1 = arc.offset * b->vertex, bend = b->beta * t1;
  v_f64 t0 = v_mad(t1, bend * v_msub(bend, vf_set(2), vf_set(1)), t1);
  if (higher) t0 = v_farey_within(t0, b->far);
  v_f64 third = b->c3_twice, ratio = b->beta_twice * t0, third_half = b->c3_half;
  if (higher) { /* (3 c3 t0 + 6 c4 t0^2 + 10 c5 t0^3)/c2 */
    const v_f64 c5t = b->c5 * t0, bends = v_mad(c5t, vf_set(10), b->c4 * 6) * t0;
    ratio = v_mad(bends * c2_inverse, t0, ratio);
  }
  /* 1/(c2 (1 + ratio)), to the second order */
  const v_f64 curve_inverse = v_mad(c2_inverse * ratio, ratio - 1, c2_inverse),
              square = q_inverse * q_inverse;
  if (higher) { /* a step of Newton's to the vertex of the whole */
    const v_f64 slopes = v_mad(v_mad(v_mad(b->c5, t0 * 2.5, b->c4 * 2), t0, third * 0.75), t0, c2);
    t0 = v_farey_within(v_nmad(v_mad(slopes, t0, arc.offset * 0.5), curve_inverse, t0), b->far);
    third = v_mad(v_mad(b->c5, t0 * 4, b->c4 * 3), t0, third);
    third_half = v_mad(v_mad(b->c5, t0 * 5, b->c4 * 2), t0, third_half);
  }
  /* H(t0) = q c0 - I - q t0^2 (c2 + 2 c3 t0 + 3 c4 t0^2 + 4 c5 t0^3) */
  const v_f64 high = q * b->c0_high, integer = v_rint(high);
  const v_f64 part = v_mad(q, b->c0_low, high - integer);
  const v_f64 drop = v_mad(third, t0, c2) * t0;
  const v_f64 height = v_nmad(q * t0, drop, part);
  arc.first = vf_ceil(height - b->tolerance);
  arc.d = arc.first - height;
  arc.k = square * q_inverse * curve_inverse;
  /* roots move by -kappa D/h: in units of q, by this for each M */
  const v_f64 shift = third_half * curve_inverse * curve_inverse * square;
  arc.v = v_nmad(shift, arc.d, v_mad(arc.first + integer, at->left, t0) * q_inverse);
  arc.w = v_msub(at->left, q_inverse, shift);
  arc.width = v_mad(b->window_root, q_inverse, b->window) * q_inverse;
  const v_f64 sum = q + vf_min(at->left, next_q);
  arc.pairs = vf_reciprocal_above(b->reach * q * (sum * sum)) + b->tolerance;
  return arc;
}

/* What the depth of the first pair adds to the width of windows. */
V_INLINE v_f64 v_farey_depth(v_f64 depth, v_f64 near, v_f64 d, v_f64 q_inverse) {
  return depth * q_inverse * vf_reciprocal_above(v_at_least(d, near));
}

/* The fast path works in units of q: 2^-32 for places; and for roots x = D k 2^40, times what
   v32_root takes, whose root is z 2^21. */
#define TMD_FAREY_ROOT_SCALE (0x1p40 * V32_ROOT_SCALE)

/* Pairs j .. j + TMD_FAREY_PASS - 1 of an arc with x = D k at its pair 0 and v at pair j: the least
   of v +- z mod 1, as unsigned numbers. A root lies in the window of a member when that is at most
   `width`: v includes half of it. Leaves v at pair j + TMD_FAREY_PASS. */
V_INLINE v_u32 v_farey_roots(v_f32 x, v_u32 *v, v_f32 k, v_u32 w, float j) {
  v_u32 least = v32_ones();
  V_UNROLL
  for (int i = 0; i < TMD_FAREY_PASS; i++) {
    const v_u32 z = v32_fix(v32_root(v32_mad(k, j + (float)i, x))) << (32 - TMD_FAREY_ROOT_BITS);
    least = v32_min(least, v32_min(*v + z, *v - z));
    *v += w;
  }
  return least;
}

#endif
