/* A packet of consecutive arguments for a hunt: without a claim, their values are bounded here. */
#ifndef TMD_HUNT_PACKET_H
#define TMD_HUNT_PACKET_H

#include "tools/check/examine/examiner.h"

struct tmd_packet {
  int sign;
  tmd_u128 ordinal; /* of x nearest to 0 */
  uint64_t count;   /* all are in one binade, or subnormal */
};

/* Examines the packet in a mode, or fewer arguments if each takes longer, or all are alike:
   packet->count becomes their number. `verdict` has the largest errors before and after. 0, or -1
   (message). */
int tmd_packet_examine(struct tmd_examiner *examiner, const struct tmd_problem *problem,
                       struct tmd_packet *packet, enum tmd_rounding mode,
                       struct tmd_verdict *verdict);

#endif
