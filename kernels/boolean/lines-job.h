/* The job of the Boolean tests, and their entry. */
#ifndef TMD_LINES_JOB_H
#define TMD_LINES_JOB_H

#include <stdint.h>

#include "kernels/boolean/line-rule.h"
#include "kernels/lane/kernels.h"

/* At step s a track has, for its domain of n arguments, r_0, r_1, r_2 mod 1 in units of 2^-128.
   Hypotheses, which the caller establishes (line.md): 2 <= n <= 2^30;  |r_2| < 2^-(z+1);  |r_2|
   (n-2) < 1/2;  |r_2| m/16 <= 1/8;  allowance < 2^60 with m = (n-1)^2 for the minimax line and 8
   (n-1)(n-2) for the tangent. */
struct tmd_lines_job {
  enum tmd_test test;
  enum tmd_line line;
  int tracks; /* in use, the first ones */
  int degree; /* >= 2; r_j has differences of orders 0 .. degree-j */
  uint64_t steps;
  struct tmd_line_rule rule;
  uint64_t table[3][TMD_TABLE_MAX][2][TMD_TRACKS]; /* [j][k][low, high][track] */
};

/* marks[s], s < steps: bit l is 1 if track l may hold a case at step s; undefined for tracks not in
   use. The tests are all quotients: in double precision for short lines, else of integers, which
   AVX2 leaves to scalar code. */
TMD_KERNEL(void, lines, (const struct tmd_lines_job *job, uint8_t *marks))

#endif
