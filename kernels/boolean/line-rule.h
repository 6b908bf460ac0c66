/* The lines of a packet: the same for all its domains. The hypotheses are those of
   lines-job.h. */
#ifndef TMD_LINE_RULE_H
#define TMD_LINE_RULE_H

#include "kernels/lane/platform.h"

enum tmd_test {
  TMD_TEST_LEFEVRE,
  TMD_TEST_REGULAR,
  TMD_TEST_BOTH /* what the regular test keeps is tested again by Lefevre's: kept is what both keep
                 */
};
enum tmd_line { TMD_LINE_MINIMAX, TMD_LINE_TANGENT };

/* A line's numbers are integers in units of 2^-64, those of a short line multiples of 2^14: of
   2^-50. */
enum { TMD_SHORT_UNIT = 14 };

struct tmd_line_rule {
  uint64_t n;                /* arguments of a domain */
  uint64_t curvature_shift;  /* z, 0 <= z <= 63 */
  uint64_t curvature_factor; /* ceil(m 2^(60-z)) <= 2^63 */
  uint64_t allowance;        /* half-width without the line error, units of 2^-64, rounded up */
  uint64_t below_unit;       /* 2^14 - 1 for short lines, else 0 */
};

#endif
