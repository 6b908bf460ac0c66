/* Dot products in residues on a device: blocks as job.h has them. A thread sums the products of one
   modulus, row and track of a block; the tracks' sums are added by the thread of the first one. */
#include "kernels/lane/platform.h"
#include "kernels/rns/modular.h"

/* Not more terms than TMD_RNS_TERMS_MAX between two reductions; each is as modular.h says. */
enum { TERMS = 2048, TRACKS = 8, ROWS = 4 };

/* Thread (track, row, modulus, block): residue[block][modulus][row][track], which the host adds up.
 */
D_KERNEL rns_dot(D_GLOBAL const uint64_t *c, D_GLOBAL const uint64_t *matrix,
                 D_GLOBAL const uint64_t *vector, uint64_t moduli, uint64_t groups, uint64_t blocks,
                 D_GLOBAL uint64_t *residue) {
  const uint64_t thread = D_THREAD(), lane = thread % (TRACKS * ROWS), track = lane % TRACKS,
                 rest = thread / (TRACKS * ROWS);
  const uint64_t i = rest % moduli;
  if (rest / moduli >= blocks) return;
  const uint64_t modulus = ((uint64_t)1 << RNS_BITS) - c[i];
  D_GLOBAL const uint64_t *row = matrix + rest * groups * (TRACKS * ROWS) + lane;
  D_GLOBAL const uint64_t *x = vector + i * groups * TRACKS + track;
  uint64_t all = 0;
  for (uint64_t from = 0; from < groups; from += TERMS) {
    const uint64_t to = from + TERMS < groups ? from + TERMS : groups;
    struct rns_sum sum;
    sum.high = sum.low = 0;
    for (uint64_t g = from; g < to; g++) {
      const uint64_t a = row[g * (TRACKS * ROWS)], b = x[g * TRACKS];
      sum.high += v_mul_high(a, b << 12);
      sum.low += (a * b) & RNS_MASK;
    }
    all = rns_add(all, rns_reduce(sum, c[i]), modulus);
  }
  residue[thread] = all;
}
