/* The line that stands for a quadratic on 0 <= t < n, and what it costs. Text: line.md.

     P(t) = r0 + r1 t + r2 t(t-1)/2 + (what the allowance covers),   r2 centred
     minimax:  L(t) = r0 - r2 (n-1)^2/16 + (r1 + r2 (n-2)/2) t,      |P - L| <= |r2| (n-1)^2/16
     tangent:  L(t) = r0 + r1 t,                                     |P - L| <= |r2| (n-1)(n-2)/2   */
#ifndef TMD_LINE_H
#define TMD_LINE_H

#include "kernels.h"
#include "platform.h"

/* All in units of 2^-64, mod 1: a case at t implies  (b - a t mod 2^64) < e. */
struct v_line {
  v_u64 a, b, e;
};

V_INLINE struct v_line v_line_fit(struct v_pair r0, struct v_pair r1, struct v_pair r2, const struct tmd_lines_job *job) {
  /* r2 = rho 2^-(64+z), cut off to 64 bits with its sign; |r2| < 2^-(z+1) is a hypothesis */
  unsigned z = (unsigned)job->curvature_shift;
  v_u64 rho = r2.high << z | r2.low >> 1 >> (63 - z), sign = v_sign(rho);
  /* | |r2| (n-1)^2/16 - bend | < 2 units (line.md): four of the six units in the allowance */
  v_u64 bend = v_mul_high((rho ^ sign) - sign, v_set(job->curvature_factor));
  v_u64 half_width = bend + job->allowance;

  /* minimax: slope r1 + r2 (n-2) / 2, halved with its sign; start r0 - r2 (n-1)^2/16 */
  struct v_pair slope = r1;
  v_u64 start = r0.high; /* cut off: one unit of the six */
  if (job->line == TMD_LINE_MINIMAX) {
    struct v_pair twice = v_pair_mul(r2, v_set(job->n - 2));
    struct v_pair once = {twice.low >> 1 | twice.high << 63, twice.high >> 1 | (twice.high & (UINT64_C(1) << 63))};
    slope = v_pair_add(r1, once);
    start -= (bend ^ sign) - sign;
  }
  /* to nearest: half a unit of slope, (n-1)/2 units over the domain */
  return (struct v_line){.a = v_set(0) - (slope.high + (slope.low >> 63)), .b = start + half_width, .e = half_width << 1};
}

#endif
