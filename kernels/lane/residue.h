/* Residues mod 1 of TMD_WORDS words on a device, least significant first, in units of 2^(-64
   TMD_WORDS); sums and products with integers are exact (lib/packet/packet.h has the same on the
   host, by GMP). Loops have constant bounds: arrays become registers. */
#ifndef TMD_RESIDUE_H
#define TMD_RESIDUE_H

#include "kernels/lane/platform.h"

#if (TMD_DEGREE + 1) * TMD_WORDS <= 96
#define TMD_UNROLL D_UNROLL
#else
#define TMD_UNROLL
#endif

struct v_residue {
  v_u64 word[TMD_WORDS];
};

V_INLINE struct v_residue v_residue_add(struct v_residue x, struct v_residue y) {
#if defined(__SIZEOF_INT128__) && !defined(__OPENCL_VERSION__)
  unsigned __int128 sum = 0; /* the compiler makes a carry chain of this */
  TMD_UNROLL
  for (int w = 0; w < TMD_WORDS; w++) {
    sum = (unsigned __int128)x.word[w] + y.word[w] + (v_u64)(sum >> 64);
    x.word[w] = (v_u64)sum;
  }
#else
  v_u64 carry = 0;
  TMD_UNROLL
  for (int w = 0; w < TMD_WORDS; w++) {
    const v_u64 once = x.word[w] + y.word[w], twice = once + carry;
    carry = (v_u64)(once < y.word[w]) + (v_u64)(twice < carry);
    x.word[w] = twice;
  }
#endif
  return x;
}

/* sum + x b 2^(64 shift) */
V_INLINE struct v_residue v_residue_mad(struct v_residue sum, struct v_residue x, v_u64 b,
                                        int shift) {
  v_u64 carry = 0;
  TMD_UNROLL
  for (int w = 0; w < TMD_WORDS; w++)
    if (w >= shift) {
      const v_u64 low = x.word[w - shift] * b, once = sum.word[w] + low, twice = once + carry;
      carry = v_mul_high(x.word[w - shift], b) + (v_u64)(once < low) + (v_u64)(twice < carry);
      sum.word[w] = twice;
    }
  return sum;
}

/* The leading 128 bits. */
V_INLINE struct v_pair v_residue_leading(struct v_residue x) {
#if TMD_WORDS > 1
  return v_pair_of(x.word[TMD_WORDS - 2], x.word[TMD_WORDS - 1]);
#else
  return v_pair_of(0, x.word[0]);
#endif
}

/* Coefficients c[j][k] of many packets, k <= TMD_DEGREE - j, or k = 0 alone if TMD_OUTER is 0:
   entry e = TMD_ROW(j) + k, in the order of lib/packet/packet.h, stored [e][word][packet].
   TMD_COEFFICIENTS entries a packet. */
#if TMD_OUTER
#define TMD_ROW(j) ((j) * (TMD_DEGREE + 1) - (j) * ((j) - 1) / 2)
#else
#define TMD_ROW(j) (j)
#endif
enum { TMD_COEFFICIENTS = TMD_ROW(TMD_DEGREE + 1) };

V_INLINE struct v_residue v_residue_load(D_GLOBAL const uint64_t *c, int e, uint64_t packets,
                                         uint64_t packet) {
  struct v_residue x;
  TMD_UNROLL
  for (int w = 0; w < TMD_WORDS; w++)
    x.word[w] = c[((uint64_t)e * TMD_WORDS + w) * packets + packet];
  return x;
}

/* Binomials C(x, k) mod 2^(64 TMD_WORDS), k = 1 .. TMD_DEGREE, for x from a list: stored [place in
   the list][k - 1][word]. */
V_INLINE uint64_t v_binomials_row(uint64_t place) { return place * (TMD_DEGREE * TMD_WORDS); }

/* sum + C(x, k) r */
V_INLINE struct v_residue v_residue_binomial(struct v_residue sum, struct v_residue r,
                                             D_GLOBAL const uint64_t *row, int k) {
  for (int w = 0; w < TMD_WORDS; w++) {
    const v_u64 b = row[(k - 1) * TMD_WORDS + w];
    if (b != 0) sum = v_residue_mad(sum, r, b, w);
  }
  return sum;
}

/* r_j(i) = sum_k C(i,k) c[j][k], j = 0 .. TMD_DEGREE; `row` is that of i. */
V_INLINE void v_residue_domain(struct v_residue *r, D_GLOBAL const uint64_t *c, uint64_t packets,
                               uint64_t packet, D_GLOBAL const uint64_t *row) {
  TMD_UNROLL
  for (int j = 0; j <= TMD_DEGREE; j++) {
    r[j] = v_residue_load(c, TMD_ROW(j), packets, packet);
#if TMD_OUTER
    TMD_UNROLL
    for (int k = 1; k <= TMD_DEGREE - j; k++)
      r[j] = v_residue_binomial(r[j], v_residue_load(c, TMD_ROW(j) + k, packets, packet), row, k);
#endif
  }
}

/* r_j <- sum_l C(t,l) r_{j+l}: from the start of a domain to its position t. */
V_INLINE void v_residue_move(struct v_residue *r, D_GLOBAL const uint64_t *row) {
  TMD_UNROLL
  for (int j = 0; j < TMD_DEGREE; j++) TMD_UNROLL
  for (int l = 1; l <= TMD_DEGREE - j; l++) r[j] = v_residue_binomial(r[j], r[j + l], row, l);
}

#endif
