/* Re-basing packets on a device: the tabulated shift of lib/packet/rebase.h, one coefficient
   c'[j][k] a thread, in all words. TMD_DEGREE and TMD_WORDS are those of the input. */
#include "kernels/lane/residue.h"

/* Upper bound of the centred residue as tmd_residue_magnitude gives it, the bits of a double. */
V_INLINE uint64_t magnitude(struct v_residue x) {
  const uint64_t flip = v_sign(x.word[TMD_WORDS - 1]);
  uint64_t carry = flip & 1, lead = 0, next = 0, rest = 0;
  int top = -1, shift = 0;
  TMD_UNROLL
  for (int w = 0; w < TMD_WORDS; w++) {
    x.word[w] = (x.word[w] ^ flip) + carry;
    carry &= (uint64_t)(x.word[w] == 0);
  }
  TMD_UNROLL
  for (int w = TMD_WORDS - 1; w >= 0; w--) {
    if (top < 0 && x.word[w] != 0) top = w, lead = x.word[w];
    else if (w == top - 1) next = x.word[w];
    else rest |= x.word[w];
  }
  if (top < 0) return 0;
  for (int bits = 32; bits > 0; bits /= 2)
    if (lead >> (64 - bits) == 0) lead <<= bits, shift += bits;
  if (shift > 0) lead |= next >> (64 - shift);
  rest |= (next << shift) | (lead & 0x7ff);
  /* 53 bits of lead, one more unit if anything is cut off: which may carry into the exponent, as it
     should */
  const uint64_t mantissa = (lead >> 11) + (uint64_t)(rest != 0) - ((uint64_t)1 << 52);
  const int exponent = 1023 + 63 - shift - 64 * (TMD_WORDS - top);
  return exponent < 1 ? (uint64_t)1 << 52 : ((uint64_t)exponent << 52) + mantissa;
}

/* An entry of the matrix of step `stride` for s = c: stored [k][l][word][c]. */
V_INLINE uint64_t entry_at(int k, int l, uint64_t w) {
  return (uint64_t)(k * (TMD_DEGREE + 1) + l) * TMD_WORDS + w;
}

/* x 2^(64 w) for the residue at x. */
V_INLINE struct v_residue moved(D_GLOBAL const uint64_t *x, int w) {
  struct v_residue y;
  TMD_UNROLL
  for (int v = 0; v < TMD_WORDS; v++) y.word[v] = v >= w ? x[v - w] : 0;
  return y;
}

/* Runs of consecutive output packets within one domain of the input, [run][first packet, packets];
   their differences, [run][residue]; coefficients, [coefficient][order, its first residue, row].
   Thread (c, coefficient, run) takes the packets s = c, c + stride, ... of its run; its table at s
   = c of step `stride` is the matrix times the run's, with `matrix_words` words that are not 0
   throughout. What is kept goes to kept[row][leading words][packet], of the others the magnitudes
   to magnitudes[row - rows][packet]. */
D_KERNEL shift_packets(D_GLOBAL const uint64_t *runs, D_GLOBAL const uint64_t *differences,
                       D_GLOBAL const uint64_t *coefficients, D_GLOBAL const uint64_t *matrix,
                       uint64_t run_count, uint64_t residues, uint64_t coefficient_count,
                       uint64_t stride, uint64_t matrix_words, uint64_t rows, uint64_t words,
                       uint64_t packets, D_GLOBAL uint64_t *kept, D_GLOBAL uint64_t *magnitudes) {
  const uint64_t c = D_THREAD() % stride, rest = D_THREAD() / stride, e = rest % coefficient_count;
  const uint64_t run = rest / coefficient_count, cut = TMD_WORDS - words;
  if (run >= run_count) return;
  const uint64_t first = runs[2 * run], steps = runs[2 * run + 1], row = coefficients[3 * e + 2];
  const int order = (int)coefficients[3 * e];
  D_GLOBAL const uint64_t *given =
      differences + (run * residues + coefficients[3 * e + 1]) * TMD_WORDS;
  if (c >= steps) return;
  struct v_residue table[TMD_DEGREE + 1];
  TMD_UNROLL
  for (int k = 0; k <= TMD_DEGREE; k++) {
    TMD_UNROLL
    for (int w = 0; w < TMD_WORDS; w++) table[k].word[w] = 0;
    for (int l = k; l <= order; l++)
      for (int w = 0; w < (int)matrix_words; w++) {
        const uint64_t b = matrix[entry_at(k, l, (uint64_t)w) * stride + c];
        if (b != 0) table[k] = v_residue_mad(table[k], moved(given + l * TMD_WORDS, w), b, 0);
      }
  }
  for (uint64_t s = c; s < steps; s += stride) {
    const uint64_t packet = first + s;
    if (row < rows) {
      TMD_UNROLL
      for (int w = 0; w < TMD_WORDS; w++)
        if ((uint64_t)w >= cut)
          kept[(row * words + (uint64_t)w - cut) * packets + packet] = table[0].word[w];
    } else magnitudes[(row - rows) * packets + packet] = magnitude(table[0]);
    TMD_UNROLL
    for (int k = 0; k < TMD_DEGREE; k++)
      if (k < order) table[k] = v_residue_add(table[k], table[k + 1]);
  }
}

/* What the dropped terms amount to in each packet, in the order of lib/packet/rebase.c, so that it
   is rounded alike. */
D_KERNEL shift_dropped(D_GLOBAL const uint64_t *magnitudes, D_GLOBAL const uint64_t *weights,
                       uint64_t count, uint64_t packets, D_GLOBAL uint64_t *sums) {
  const uint64_t packet = D_THREAD();
  double sum = 0;
  if (packet >= packets) return;
  for (uint64_t i = 0; i < count; i++)
    sum += D_DOUBLE_OF(magnitudes[i * packets + packet]) * D_DOUBLE_OF(weights[i]);
  sums[packet] = D_BITS_OF(sum);
}
