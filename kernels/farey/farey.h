/* The Farey walk on packets: every candidate of a smooth packet at a few nanoseconds for a million
   arguments. The contract of tmd_exhaust_packet: what comes out is {X : dist(P(X), Z) <
   2^-threshold + err}, exactly. Text and proof: farey.md. */
#ifndef TMD_FAREY_H
#define TMD_FAREY_H

#include "kernels/exhaust/exhaust.h"

/* Highest order Q of the Farey sequence. */
enum { TMD_FAREY_ORDER_MAX = 1 << 25 };

struct tmd_farey_stats {
  uint64_t blocks;  /* intervals with a polynomial of their own */
  uint64_t arcs;    /* fractions p/q visited */
  uint64_t roots;   /* pairs of roots computed, idle lanes included */
  uint64_t hits;    /* arcs, or pieces of them, looked at again in double precision */
  uint64_t lines;   /* pieces taken as straight lines (the plain form) */
  uint64_t members; /* arguments evaluated */
};

/* Appends the candidates of the packet with X0 <= X < X1, in rising order of X. `order` is Q, 1 ..
   TMD_FAREY_ORDER_MAX; any order gives the same candidates, a good one gives them fast
   (lib/plan/cost.h). The survivor bitmap is respected. */
void tmd_farey_packet(struct tmd_candidates *found, struct tmd_farey_stats *stats,
                      const struct tmd_poly_record *packet, int threshold, uint64_t order,
                      tmd_u128 X0, tmd_u128 X1);

/* The same by the plain one-convergent form alone: slow, short, the reference. */
void tmd_farey_plain_packet(struct tmd_candidates *found, struct tmd_farey_stats *stats,
                            const struct tmd_poly_record *packet, int threshold, uint64_t order,
                            tmd_u128 X0, tmd_u128 X1);

#endif
