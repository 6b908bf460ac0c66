/* The job of evaluating every argument, and its entry. */
#ifndef TMD_EXHAUST_JOB_H
#define TMD_EXHAUST_JOB_H

#include <stdint.h>

#include "kernels/lane/kernels.h"

struct tmd_exhaust_job {
  int tracks;          /* in use, the first ones */
  int degree;          /* 1 .. TMD_TABLE_MAX-1 */
  int wide;            /* 1: differences of 128 bits; 0: their leading words alone, degree <= 4 */
  uint64_t steps;
  uint64_t half_width; /* units of 2^-64, < 2^63 */
  uint64_t table[TMD_TABLE_MAX][2][TMD_TRACKS]; /* [j][low, high][track] */
};

/* Flags the arguments with dist(P, Z) <= half_width 2^-64: sets bit l of marks[s], s < steps, if step s of track l may be a case.
   The caller has cleared the marks; bits of tracks not in use are undefined. */
TMD_KERNEL(void, exhaust, (const struct tmd_exhaust_job *job, uint8_t *marks), avx2)

#endif
