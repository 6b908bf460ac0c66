/* Phase 3 on packets: every argument of the surviving ranges, by parabolas or tabulated
   differences. What comes out is {X : dist(P(X), Z) < 2^-threshold + err}, exactly: the kernel
   flags a superset, all words decide. Text: exhaust.md. */
#ifndef TMD_EXHAUST_H
#define TMD_EXHAUST_H

#include "kernels/exhaust/parabola.h"
#include "lib/packet/packet.h"

/* Candidates in rising order of X, and what it took. Start from zero; free X. */
struct tmd_candidates {
  tmd_u128 *X;
  size_t count, capacity;
  uint64_t arguments; /* evaluated */
  uint64_t flagged;   /* of them, looked at on all words */
};

void tmd_candidates_append(struct tmd_candidates *found, tmd_u128 X);

/* Appends the candidates of the packet with X0 <= X < X1. */
void tmd_exhaust_packet(struct tmd_candidates *found, const struct tmd_poly_record *packet,
                        int threshold, tmd_u128 X0, tmd_u128 X1);

/* The same for one run of arguments. */
void tmd_exhaust_run(struct tmd_candidates *found, const struct tmd_poly_record *packet,
                     int threshold, const struct tmd_packet_run *run);

/* `part`, with room for a packet of one domain: the `length` arguments from r_0 .. r_d on, in as
   few words and terms as change values by at most 1/8 of 2^-threshold + err; err includes that.
   Public for tests. */
void tmd_exhaust_shorten(struct tmd_poly_record *part, const struct tmd_poly_record *packet,
                         int threshold, const uint64_t *r, uint64_t length);

/* One argument that was flagged, position t of domain i: decided on all words, and appended if it
   is a candidate. */
void tmd_exhaust_confirm(struct tmd_candidates *found, const struct tmd_poly_record *packet,
                         int threshold, uint64_t i, uint64_t t);

/* The evaluation of packets, in pieces of at most `length` arguments. `degree` is that of the
   differences which are tabulated. */
struct tmd_exhaust_plan {
  uint64_t length;
  uint64_t span; /* arguments of a parabola; 0: no parabolas, differences of 128 bits */
  int degree;
  double half_width; /* 2^-threshold + err + what is left out in a piece */
};

/* For all of `packets`, and pieces of at most `longest` > 0 arguments. */
struct tmd_exhaust_plan tmd_exhaust_plan(const struct tmd_poly_record *const *packets, size_t count,
                                         int threshold, uint64_t longest);

/* The half-width in units of 2^-32 for parabolas, else of 2^-64, for values cut off to so many
   bits; half_width < 0.49. */
uint64_t tmd_exhaust_half_width(const struct tmd_exhaust_plan *plan);

/* The operator that makes tables of spans; span > 0. */
struct tmd_span_steps tmd_exhaust_steps(const struct tmd_exhaust_plan *plan);

#endif
