/* A packet of consecutive arguments that no claim says anything about, for a hunt: what is true of
   them is found here. */
#ifndef TMD_CHECK_PACKET_H
#define TMD_CHECK_PACKET_H

#include "tools/check/examine/examiner.h"

struct tmd_packet {
  int sign;
  tmd_u128 ordinal; /* of x nearest to 0 */
  uint64_t count;   /* all are in one binade, or subnormal */
};

/* Examines it in a mode, or its first arguments: fewer where each takes longer, or all are alike.
   packet->count becomes what was examined; of what is looked for, `verdict` has the largest errors
   before and after. 0, or -1 (message). */
int tmd_packet_examine(struct tmd_examiner *examiner, const struct tmd_problem *problem,
                       struct tmd_packet *packet, enum tmd_rounding mode,
                       struct tmd_verdict *verdict);

#endif
