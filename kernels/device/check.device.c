/* What the self-test of a device computes (check.c). All take and give words of 64 bits:
   [number][thread]. */
#include "kernels/lane/floats.h"
#include "kernels/lane/residue.h"

V_INLINE void put(D_GLOBAL uint64_t *out, uint64_t threads, uint64_t word, uint64_t x) {
  out[word * threads + D_THREAD()] = x;
}

/* x >= 1, y */
D_KERNEL check_integers(D_GLOBAL const uint64_t *in, uint64_t threads, D_GLOBAL uint64_t *out) {
  const uint64_t at = D_THREAD();
  if (at >= threads) return;
  const uint64_t x = in[at], y = in[threads + at];
  const struct v_pair sum = v_pair_add(v_pair_of(x, y), v_pair_of(y, ~x)),
                      product = v_pair_mul(v_pair_of(y, x), y);
  v_u64 remainder;
  put(out, threads, 0, v_mul_high(x, y));
  put(out, threads, 1, sum.low);
  put(out, threads, 2, sum.high);
  put(out, threads, 3, product.low);
  put(out, threads, 4, product.high);
  put(out, threads, 5, v_divide(y, v_divisor_of(x), &remainder));
  put(out, threads, 6, remainder);
}

/* Doubles x, y, z: what is rounded, and how often; floats as floats.h promises them. */
D_KERNEL check_doubles(D_GLOBAL const uint64_t *in, uint64_t threads, D_GLOBAL uint64_t *out) {
  const uint64_t at = D_THREAD();
  if (at >= threads) return;
  const double x = D_DOUBLE_OF(in[at]), y = D_DOUBLE_OF(in[threads + at]),
               z = D_DOUBLE_OF(in[2 * threads + at]);
  const double size = fabs(x), rounded = v_rint(x);
  const float f = (float)x, g = (float)y, h = (float)z, positive = h < 0 ? -h : h;
  const double root_twice = 2 * sqrt((double)positive),
               error = fabs(v32_root(V32_ROOT_SCALE * positive) - root_twice);
  put(out, threads, 0, D_BITS_OF(x + y));
  put(out, threads, 1, D_BITS_OF(x * y));
  put(out, threads, 2, D_BITS_OF(x / y));
  put(out, threads, 3, D_BITS_OF(x * y + z));
  put(out, threads, 4, D_BITS_OF(z - x * y));
  put(out, threads, 5, D_BITS_OF(sqrt(size)));
  put(out, threads, 6, D_BITS_OF(rounded) ^ (uint64_t)(rounded > x));
  put(out, threads, 7, D_BITS_OF((double)in[at]));
  put(out, threads, 8, size < 0x1p63 ? (uint64_t)size + (uint64_t)(int64_t)x : 0);
  put(out, threads, 9, size < 0x1p31 ? (uint32_t)size : 0);
  put(out, threads, 10, D_BITS_OF((double)(f * g + h)));
  put(out, threads, 11, D_BITS_OF(v_mad(x, y, z)));
  const int usual = positive >= 0x1p-126f && positive < 0x1p120f; /* others do not occur */
  put(out, threads, 12, !usual || error <= 2.6 * 0x1p-24 * root_twice);
  /* within 1 of an integer place; what comes of other numbers does not matter */
  put(out, threads, 13, !(g >= 0 && g < 0x1p31f) || fabs((double)v32_fix(g) - (double)g) <= 1);
}

/* Packets of TMD_DEGREE, one a thread, with coefficients as in residue.h; after all of these rows
   of binomials, to the threads' domains, then to their positions. Each is moved there. Out:
   [j][word][thread], then r_0 + r_1. */
D_KERNEL check_residues(D_GLOBAL const uint64_t *in, uint64_t threads, D_GLOBAL uint64_t *out) {
  const uint64_t at = D_THREAD();
  if (at >= threads) return;
  D_GLOBAL const uint64_t *rows = in + TMD_COEFFICIENTS * TMD_WORDS * threads;
  struct v_residue r[TMD_DEGREE + 1];
  v_residue_domain(r, in, threads, at, rows + v_binomials_row(at));
  v_residue_move(r, rows + v_binomials_row(threads + at));
  for (int j = 0; j <= TMD_DEGREE; j++)
    for (int w = 0; w < TMD_WORDS; w++)
      put(out, threads, (uint64_t)(j * TMD_WORDS + w), r[j].word[w]);
  const struct v_residue sum = v_residue_add(r[0], r[1]);
  for (int w = 0; w < TMD_WORDS; w++)
    put(out, threads, (uint64_t)((TMD_DEGREE + 1) * TMD_WORDS + w), sum.word[w]);
}
