/* The Boolean tests on a device: the tests are those of lines.simd.c, the tables those of
   boolean.c, moved exactly mod 2^128 to where a thread begins; so the bits are the same
   (device.md). TMD_TEST, TMD_LINE, TMD_DEGREE, TMD_WORDS, TMD_OUTER are given. */
#include "kernels/boolean/line-test.h"
#include "kernels/lane/difference-table.h"
#include "kernels/lane/residue.h"

enum { TABLE = TMD_DEGREE < 2 ? 2 : TMD_DEGREE };

/* Rules of packets, stored [curvature_shift, curvature_factor, allowance, below_unit][packet]; a
   shift of 64 says that nothing can be tested. */
V_INLINE struct tmd_line_rule rule_of(D_GLOBAL const uint64_t *rules, uint64_t packets,
                                      uint64_t packet, uint64_t n) {
  struct tmd_line_rule rule;
  rule.n = n;
  rule.curvature_shift = rules[packet];
  rule.curvature_factor = rules[packets + packet];
  rule.allowance = rules[2 * packets + packet];
  rule.below_unit = rules[3 * packets + packet];
  return rule;
}

V_INLINE uint32_t keeps(struct v_pair r0, struct v_pair r1, struct v_pair r2,
                        struct tmd_line_rule rule) {
  return (uint32_t)v_quadratic_keeps((enum tmd_test)TMD_TEST, (enum tmd_line)TMD_LINE, r0, r1, r2,
                                     rule);
}

/* A matrix of integers mod 2^128, [k][l][low, high], k <= l <= TABLE: from a table of differences
   to another. */
V_INLINE struct v_pair entry(D_GLOBAL const uint64_t *matrix, int k, int l) {
  const int at = 2 * (k * (TABLE + 1) + l);
  return v_pair_of(matrix[at], matrix[at + 1]);
}
enum { MATRIX = 2 * (TABLE + 1) * (TABLE + 1) };

/* Phase 1 on whole packets. Domain 8 s + track at step s of a track, s < steps; tables [j][k][low,
   high][8 packet + track], k <= TABLE - j. A group takes 256 consecutive domains at a time: thread
   (c, track) the steps s = c, c + stride, ..., `each` of them
   (<= 32), with c in the group's 32 of `stride`. matrices[c]: from a track's table to the one of
   step `stride` at s = c. Bits: [packet][words of 32]. */
D_KERNEL_OF(1)
lines_domains(D_GLOBAL const uint64_t *tables, D_GLOBAL const uint64_t *rules,
              D_GLOBAL const uint64_t *matrices, uint64_t packets, uint64_t n, uint64_t steps,
              uint64_t stride, uint64_t each, uint64_t words, D_GLOBAL uint32_t *bits) {
  D_SHARED uint32_t shared[TMD_GROUP];
  const uint64_t parts = stride / 32, packet = D_GROUP() / parts, part = D_GROUP() % parts;
  const uint32_t lane = D_LOCAL();
  const uint64_t c = part * 32 + lane / 8, tracks = 8 * packets, track = 8 * packet + lane % 8;
  const struct tmd_line_rule rule = rule_of(rules, packets, packet, n);
  uint32_t kept = ~(uint32_t)0;
  if (rule.curvature_shift < 64) {
    struct v_pair table[3][TABLE + 1];
    D_GLOBAL const uint64_t *matrix = matrices + c * MATRIX;
    D_UNROLL
    for (int j = 0, e = 0; j < 3; j++) {
      struct v_pair given[TABLE + 1];
      D_UNROLL
      for (int k = 0; k <= TABLE - j; k++, e++)
        given[k] = v_pair_of(tables[2 * e * tracks + track], tables[(2 * e + 1) * tracks + track]);
      D_UNROLL
      for (int k = 0; k <= TABLE - j; k++) {
        table[j][k] = v_pair_of(0, 0);
        D_UNROLL
        for (int l = k; l <= TABLE - j; l++)
          table[j][k] = v_pair_add(table[j][k], v_pair_product(given[l], entry(matrix, k, l)));
      }
    }
    kept = 0;
    for (uint32_t u = 0; u < each; u++) {
      if (c + stride * u < steps) kept |= keeps(table[0][0], table[1][0], table[2][0], rule) << u;
      D_UNROLL
      for (int j = 0; j < 3; j++) v_expand_next(table[j], TABLE - j);
    }
  }
  shared[lane] = kept;
  D_BARRIER();
  for (uint32_t w = lane; w < 8 * each; w += TMD_GROUP) {
    const uint32_t u = w / 8, first = w % 8 * 32;
    const uint64_t to = (part * 32 + stride * u) / 4 + w % 8;
    uint32_t word = 0;
    for (uint32_t b = 0; b < 32; b++) word |= (shared[first + b] >> u & 1) << b;
    if (to < words) bits[packet * words + to] = word;
  }
}

/* Phase 2, and phase 1 where few survive: each surviving range, of `length` arguments, cut into
   `parts` (length = n parts). list: places packet * bits_of_packet + bit; coefficients as in
   residue.h; `domains` and `positions`: rows of binomials of the domains' numbers and of the places
   of the ranges in a domain; matrix: from r_0 .. r_d at a range's start to tables of step n. Bits:
   [word of 32][range]. */
D_KERNEL_OF(TMD_DEGREE == 5 ? 2 : 1)
lines_ranges(D_GLOBAL const uint32_t *list, uint64_t ranges, D_GLOBAL const uint64_t *coefficients,
             D_GLOBAL const uint64_t *rules, D_GLOBAL const uint64_t *domains,
             D_GLOBAL const uint64_t *positions, D_GLOBAL const uint64_t *matrix, uint64_t packets,
             uint64_t bits_of_packet, uint64_t split, uint64_t n, uint64_t parts,
             D_GLOBAL uint32_t *bits) {
  const uint64_t at = D_THREAD();
  if (at >= ranges) return;
  const uint64_t packet = list[at] / bits_of_packet, bit = list[at] % bits_of_packet;
  const struct tmd_line_rule rule = rule_of(rules, packets, packet, n);
  const int possible = rule.curvature_shift < 64;
  struct v_residue r[TABLE + 1];
  struct v_pair table[3][TABLE + 1];
  v_residue_domain(r, coefficients, packets, packet, domains + v_binomials_row(bit / split));
  if (bit % split) v_residue_move(r, positions + v_binomials_row(bit % split));
  D_UNROLL
  for (int j = 0; j < 3; j++) D_UNROLL
  for (int k = 0; k <= TABLE - j; k++) {
    table[j][k] = v_pair_of(0, 0);
    D_UNROLL
    for (int l = k; l <= TABLE - j; l++)
      if (j + l <= TMD_DEGREE)
        table[j][k] = v_pair_add(table[j][k],
                                 v_pair_product(v_residue_leading(r[j + l]), entry(matrix, k, l)));
  }
  for (uint64_t w = 0; 32 * w < parts; w++) {
    uint32_t word = 0;
    for (uint32_t s = 0; s < 32 && 32 * w + s < parts; s++) {
      word |= (possible ? keeps(table[0][0], table[1][0], table[2][0], rule) : 1u) << s;
      D_UNROLL
      for (int j = 0; j < 3; j++) v_expand_next(table[j], TABLE - j);
    }
    bits[w * ranges + at] = word;
  }
}
