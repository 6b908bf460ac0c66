/* The entries of the kernels, one for each instruction set, and the choice among them.

   A job is arrays and numbers, TMD_TRACKS tracks wide on every instruction set: a track is a polynomial,
   given by its table of differences at 0, that is run through consecutive positions 0, 1, 2, ... Tracks
   are mapped to lanes eight, four or one at a time; the bits that come out do not depend on it. */
#ifndef TMD_KERNELS_H
#define TMD_KERNELS_H

#include <stdint.h>

#include "kernels/farey/job.h"
#include "kernels/boolean/line-rule.h"

enum { TMD_TRACKS = 8, TMD_TABLE_MAX = 32 };

/* The Boolean tests. At step s a track has, for its domain of n arguments, r_0, r_1, r_2 mod 1 in units
   of 2^-128. Hypotheses, which the caller establishes (line.md):
     2 <= n <= 2^30;  |r_2| < 2^-(z+1);  |r_2| (n-2) < 1/2;  |r_2| m/16 <= 1/8;  allowance < 2^60
   with m = (n-1)^2 for the minimax line and 8 (n-1)(n-2) for the tangent. */
struct tmd_lines_job {
  enum tmd_test test;
  enum tmd_line line;
  int tracks;                /* in use, the first ones */
  int degree;                /* >= 2; r_j has differences of orders 0 .. degree-j */
  uint64_t steps;
  struct tmd_line_rule rule;
  uint64_t table[3][TMD_TABLE_MAX][2][TMD_TRACKS]; /* [j][k][low, high][track] */
};

/* Evaluation of every argument: flags those with dist(P, Z) <= half_width 2^-64. */
struct tmd_exhaust_job {
  int tracks;          /* in use, the first ones */
  int degree;          /* 1 .. TMD_TABLE_MAX-1 */
  int wide;            /* 1: differences of 128 bits; 0: their leading words alone, degree <= 4 */
  uint64_t steps;
  uint64_t half_width; /* units of 2^-64, < 2^63 */
  uint64_t table[TMD_TABLE_MAX][2][TMD_TRACKS]; /* [j][low, high][track] */
};

/* marks[s], s < steps: bit l belongs to track l at step s, undefined for tracks not in use. lines() stores
   1 for "may hold a case"; exhaust() sets bits for "may be a case" in marks that the caller has cleared. */
struct tmd_kernels {
  const char *name; /* "scalar", "avx2", "avx512" */
  void (*lines)(const struct tmd_lines_job *job, uint8_t *marks);
  void (*exhaust)(const struct tmd_exhaust_job *job, uint8_t *marks);
  /* The Farey walk (farey-job.h, farey.simd.c): fills the buffer until it is full or walks end, whose tracks it returns; the
     first pairs of its arcs; the next pairs of those left over; the pairs of one arc. */
  unsigned (*farey_walk)(struct tmd_farey_arcs *to, struct tmd_farey_tracks *tracks);
  void (*farey_roots)(const struct tmd_farey_arcs *arcs, uint16_t *hits);
  int (*farey_rest)(struct tmd_farey_arcs *arcs, int first, uint32_t *hit);
  int (*farey_wide)(struct tmd_farey_arcs *arcs, int first, uint32_t *hit);
  int (*farey_pairs)(const struct tmd_farey_pairs *pairs, uint64_t *next, uint64_t *hit, int most);
};

/* The kernels in use: the fastest that the machine has, unless selected otherwise. */
const struct tmd_kernels *tmd_kernels(void);

/* Selects by name, or "auto". Returns 0, or -1 if this build or machine lacks the set (no message).
   Not while other threads run kernels. */
int tmd_kernels_select(const char *name);

/* Entries (kernels/NAME.simd.c, compiled once for each set). */
#define TMD_KERNELS_DECLARE(set)                                                                \
  void tmd_lines_##set(const struct tmd_lines_job *job, uint8_t *marks);                        \
  void tmd_exhaust_##set(const struct tmd_exhaust_job *job, uint8_t *marks);                    \
  unsigned tmd_farey_walk_##set(struct tmd_farey_arcs *to, struct tmd_farey_tracks *tracks);    \
  void tmd_farey_roots_##set(const struct tmd_farey_arcs *arcs, uint16_t *hits);                \
  int tmd_farey_rest_##set(struct tmd_farey_arcs *arcs, int first, uint32_t *hit);              \
  int tmd_farey_wide_##set(struct tmd_farey_arcs *arcs, int first, uint32_t *hit);              \
  int tmd_farey_pairs_##set(const struct tmd_farey_pairs *pairs, uint64_t *next, uint64_t *hit, int most);
TMD_KERNELS_DECLARE(scalar)
TMD_KERNELS_DECLARE(avx2)
TMD_KERNELS_DECLARE(avx512)
#undef TMD_KERNELS_DECLARE

#endif
