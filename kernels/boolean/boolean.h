/* Phases 1 and 2 on packets: lays the domains of a packet out as tracks for the line kernels, and
   bounds everything that the lines leave out. A domain whose bit is cleared holds no case. Text:
   line.md. */
#ifndef TMD_BOOLEAN_H
#define TMD_BOOLEAN_H

#include "kernels/boolean/lines-job.h"
#include "lib/packet/packet.h"

struct tmd_boolean {
  enum tmd_test test;
  enum tmd_line line;
  int threshold; /* a case has dist(P, Z) < 2^-threshold + err */
};

/* The parts of a line's half-width that are the same for all domains, and the bound of its
   curvature. */
struct tmd_line_budget {
  double near;       /* 2^-threshold + err of the packet */
  double tail;       /* sum_{j>=3} |r_j| C(n-1,j) */
  double truncation; /* of the coefficients to 128 bits, seen at any argument */
  double curvature;  /* |r_2|, with its truncation */
};

/* Public for tests, as are tmd_line_job, tmd_boolean_domains and tmd_boolean_ranges: tools call the
   others. The budget for pieces of n arguments in a packet. steps > 0: the packet's own domains, in
   runs of that many steps (n = packet->n); steps = 0: pieces of the ranges of bits, tables made at
   the start of a range. */
struct tmd_line_budget tmd_line_budget(const struct tmd_poly_record *packet, int threshold,
                                       uint64_t n, uint64_t steps);

/* The rule for pieces of n arguments; 0, or -1 if a hypothesis of the kernel fails: then all must
   be kept. */
int tmd_line_rule(struct tmd_line_rule *rule, enum tmd_line line,
                  const struct tmd_line_budget *budget, uint64_t n);

/* The same with test and line, in a job whose tables are still to be filled in. */
int tmd_line_job(struct tmd_lines_job *job, const struct tmd_boolean *how,
                 const struct tmd_line_budget *budget, uint64_t n);

/* Phase 1: tests each domain whose bit is set, clears the bits of those without a case. */
void tmd_boolean_mark(struct tmd_poly_record *packet, const struct tmd_boolean *how);

/* The treatment of a packet by phase 1: one run over all its domains, or a table for each survivor;
   what costs less. */
int tmd_boolean_by_domains(const struct tmd_poly_record *packet);

/* The tables of all tracks for a run over the packet's domains. */
void tmd_boolean_tables(struct tmd_lines_job *job, const struct tmd_poly_record *packet);

/* Phase 2: the largest number of parts, at most `wanted`, that each bit's range can be cut into (>=
   1). */
uint32_t tmd_boolean_parts(const struct tmd_poly_record *packet, uint32_t wanted);

/* Header and coefficients of `packet` for the zeroed record `refined` of split * parts. */
void tmd_boolean_refine(struct tmd_poly_record *refined, const struct tmd_poly_record *packet,
                        uint32_t parts);

/* Cuts each surviving range into `parts` and tests the parts. `refined` is a zeroed record of the
   packet's shape with split * parts; it receives header, coefficients and bitmap. */
void tmd_boolean_split(struct tmd_poly_record *refined, const struct tmd_poly_record *packet,
                       const struct tmd_boolean *how, uint32_t parts);

/* The two forms that these take, with a budget of the caller's. Domains: all of them in eight runs,
   domain 8 s + l at step s of track l; clears bits of the packet (split = 1). Ranges: each range
   whose bit is set cut into `parts`; sets the bits of parts to keep in `bitmap`, which has `parts`
   times as many, cleared. */
static inline uint64_t tmd_boolean_steps(const struct tmd_poly_record *packet) {
  return ((uint64_t)packet->count + TMD_TRACKS - 1) / TMD_TRACKS;
}
void tmd_boolean_domains(struct tmd_poly_record *packet, const struct tmd_boolean *how,
                         const struct tmd_line_budget *budget);
void tmd_boolean_ranges(uint64_t *bitmap, const struct tmd_poly_record *packet,
                        const struct tmd_boolean *how, uint32_t parts,
                        const struct tmd_line_budget *budget);

#endif
