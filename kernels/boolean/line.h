/* The line that stands for a quadratic on 0 <= t < n, and what it costs. Text: line.md.

     P(t) = r0 + r1 t + r2 t(t-1)/2 + (what the allowance covers),   r2 centred
     minimax:  L(t) = r0 - r2 (n-1)^2/16 + (r1 + r2 (n-2)/2) t,      |P - L| <= |r2| (n-1)^2/16
     tangent:  L(t) = r0 + r1 t,                 P - L between 0 and r2 (n-1)(n-2)/2: on one side */
#ifndef TMD_LINE_H
#define TMD_LINE_H

#include "kernels/boolean/line-rule.h"
#include "kernels/lane/platform.h"

/* All in units of 2^-64, mod 1: a case at t implies  (b - a t mod 2^64) < e. */
struct v_line {
  v_u64 a, b, e;
};

V_INLINE struct v_line v_line_of(v_u64 a, v_u64 b, v_u64 e) {
  struct v_line line;
  line.a = a, line.b = b, line.e = e;
  return line;
}

/* To 64 bits, to nearest: half a unit of slope, (n-1)/2 units over the domain. */
V_INLINE v_u64 v_rounded(struct v_pair x) { return x.high + (x.low >> 63); }

/* The line whose cases lie in the window of width e below b, in its units: the slope to nearest,
   the window's ends outward. */
V_INLINE struct v_line v_line_in_units(struct v_pair slope, v_u64 b, v_u64 e,
                                       struct tmd_line_rule rule) {
  const uint64_t below = rule.below_unit;
  v_u64 a = (v_rounded(slope) + ((below + 1) >> 1)) & ~below;
  return v_line_of(v_set(0) - a, (b + below) & ~below, (e + 2 * below) & ~below);
}

/* The start is cut off to 64 bits: one of the six units in the allowance. */
V_INLINE struct v_line v_line_fit(struct v_pair r0, struct v_pair r1, struct v_pair r2,
                                  enum tmd_line line, struct tmd_line_rule rule) {
  /* r2 = rho 2^-(64+z), cut off to 64 bits with its sign; |r2| < 2^-(z+1) is a hypothesis */
  unsigned z = (unsigned)rule.curvature_shift;
  v_u64 rho = r2.high << z | r2.low >> 1 >> (63 - z), sign = v_sign(rho);
  /* | |r2| (n-1)^2/16 - bend | < 2 units (line.md): four of the six units in the allowance */
  v_u64 bend = v_mul_high((rho ^ sign) - sign, v_set(rule.curvature_factor));
  v_u64 allowance = v_set(rule.allowance);

  if (line == TMD_LINE_TANGENT) /* the side: above the line where r2 >= 0 */
    return v_line_in_units(r1, r0.high + allowance + (bend & ~sign), bend + allowance + allowance,
                           rule);
  /* slope r1 + r2 (n-2) / 2, halved with its sign; start r0 - r2 (n-1)^2/16 */
  struct v_pair twice = v_pair_mul(r2, v_set(rule.n - 2));
  struct v_pair once = v_pair_of(twice.low >> 1 | twice.high << 63,
                                 twice.high >> 1 | (twice.high & (UINT64_C(1) << 63)));
  v_u64 start = r0.high - ((bend ^ sign) - sign), half_width = bend + allowance;
  return v_line_in_units(v_pair_add(r1, once), start + half_width, half_width << 1, rule);
}

#endif
