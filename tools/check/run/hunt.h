/* Random search (hunt) for the largest error, if there are too many arguments to test all: packets
   of consecutive arguments are examined, some anywhere, others near the largest errors so far. The
   numbers are divided into binades of x. A round is TMD_HUNT_PACKETS packets in each mode, chosen
   before they are examined: one of four packets is anywhere in the next binade, in a random order
   that has each of them once before any again; three are near the largest error of a binade, mostly
   one of those with the largest errors, within a 2^-d part of the binade for a random d. So ranges
   around the largest errors are halved again and again, and others are not abandoned (after V.
   Innocente and P. Zimmermann, Accuracy of Mathematical Functions in Single, Double, Double
   Extended, and Quadruple Precision, who divide ranges by samples of single arguments). A round
   depends on the seed and the rounds before only. */
#ifndef TMD_HUNT_H
#define TMD_HUNT_H

#include "lib/plan/domain.h"
#include "tools/check/examine/examiner.h"
#include "tools/check/run/place-set.h"

enum { TMD_HUNT_PACKETS = 128, TMD_HUNT_PACKET_LOG2 = 16 };

/* The bounds of a hunt, of which the first one ends it; 0: no such bound. */
struct tmd_hunt_amount {
  double seconds;
  long long rounds;
};

/* "60" or "60s": seconds; "20r": rounds. 0, or -1 (message). */
int tmd_hunt_amount_parse(struct tmd_hunt_amount *amount, const char *text);

/* The numbers of a sign from an ordinal on: of a binade, possibly subnormal. */
struct tmd_hunt_binade {
  int sign;
  tmd_u128 ordinal, count;
  struct tmd_hunt_found {
    unsigned long long packets;
    struct tmd_extreme below, above; /* the largest errors so far */
  } found[TMD_DECIMAL_ROUNDINGS];
};

struct tmd_hunt; /* of one function */

/* For x in the domain, if there is one; `problem` outlives it. Binades are left out
   where f has no value or underflows. */
struct tmd_hunt *tmd_hunt_begin(const struct tmd_problem *problem, uint64_t seed,
                                const struct tmd_domains *domain);
void tmd_hunt_end(struct tmd_hunt *hunt);

/* Adds an error that is known before, where the hunt of its binade begins. */
void tmd_hunt_know(struct tmd_hunt *hunt, enum tmd_rounding mode,
                   const struct tmd_extreme *extreme);

/* Hunts in all modes of the examiners, one for each thread, which have nothing to examine and no
   verdicts, before and after; adds its verdicts to `verdict`, by mode. Stops after an interrupt. 0,
   or -1 (message). */
int tmd_hunt_run(struct tmd_hunt *hunt, struct tmd_examiner **examiner, int threads,
                 const struct tmd_hunt_amount *amount,
                 struct tmd_verdict verdict[TMD_DECIMAL_ROUNDINGS]);

const struct tmd_hunt_binade *tmd_hunt_binades(const struct tmd_hunt *hunt, size_t *count);
long long tmd_hunt_rounds(const struct tmd_hunt *hunt); /* so far */

/* A packet of consecutive arguments; without a claim, their values are bounded in hunt-packet.c. */
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

/* The places of all arguments that were examined in a mode. */
const struct tmd_place_set *tmd_hunt_done(const struct tmd_hunt *hunt, enum tmd_rounding mode);

#endif
