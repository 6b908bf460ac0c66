/* A polynomial by parabolas: r_0, r_1, r_2 of every span of arguments by tabulated differences of
   64 bits, and in a span a value an argument by two additions of 32 bits. On lanes, or in a thread
   of a device. What that leaves out: exhaust.md. */
#ifndef TMD_PARABOLA_H
#define TMD_PARABOLA_H

#include "kernels/lane/floats.h"

enum {
  TMD_PARABOLA_DEGREE = 4, /* of the polynomial, at most */
  TMD_PARABOLA_UNROLL = 8  /* a span is a multiple of it */
};

/* at[k][l]: the k-th difference, in u and at u = 0, of C(u span, l). */
struct tmd_span_steps {
  uint64_t at[TMD_PARABOLA_DEGREE + 1][TMD_PARABOLA_DEGREE + 1];
};

/* The differences of r_j, j <= 2, from one span to the next: those of order 0 .. degree-j. */
struct v_spans {
  v_u64 table[3][TMD_PARABOLA_DEGREE + 1];
};

/* From r_0 .. r_degree where the first span starts. */
V_INLINE struct v_spans v_spans_of(const v_u64 *r, const struct tmd_span_steps *steps, int degree) {
  struct v_spans spans;
  V_UNROLL
  for (int j = 0; j <= 2; j++) {
    spans.table[j][0] = r[j];
    V_UNROLL
    for (int k = 1; k <= degree - j; k++) {
      v_u64 sum = v_set(0);
      V_UNROLL
      for (int l = k; l <= degree - j; l++) sum += r[j + l] * v_set(steps->at[k][l]);
      spans.table[j][k] = sum;
    }
  }
  return spans;
}

V_INLINE void v_spans_next(struct v_spans *spans, int degree) {
  V_UNROLL
  for (int j = 0; j <= 2; j++) V_UNROLL
  for (int k = 0; k < degree - j; k++) spans->table[j][k] += spans->table[j][k + 1];
}

/* A value and its differences, in units of 2^-32. */
struct v_parabola {
  v_u32 q[3];
};

V_INLINE void v_parabola_next(struct v_parabola *p) {
  p->q[0] += p->q[1];
  p->q[1] += p->q[2];
}

/* The least of the values in a span. */
V_INLINE v_u32 v_parabola_least(struct v_parabola p, uint32_t span) {
  v_u32 least = v32_ones();
  for (uint32_t u = 0; u < span; u += TMD_PARABOLA_UNROLL) {
    V_UNROLL
    for (int i = 0; i < TMD_PARABOLA_UNROLL; i++) {
      least = v32_min(least, p.q[0]);
      v_parabola_next(&p);
    }
  }
  return least;
}

#endif
