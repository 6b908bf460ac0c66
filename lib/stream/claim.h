/* A claim of a stream in memory. "Every hard-to-round case of this problem, in
   this cell, with X in [X0, X1), is among the records." */
#ifndef TMD_CLAIM_H
#define TMD_CLAIM_H

#include <stddef.h>

#include "lib/packet/layout.h"
#include "lib/problem/problem.h"
#include "lib/stream/advice.h"

enum tmd_kind { TMD_POLY, TMD_CASE, TMD_REGION };

struct tmd_claim {
  const struct tmd_problem *problem; /* interned */
  const struct tmd_advice *advice;   /* a reference of the claim's own */
  struct tmd_cell cell;
  enum tmd_kind kind;
  tmd_u128 X0, X1;
  size_t record_bytes; /* size of each record, a multiple of 8 */
  size_t record_count;
  unsigned char *records; /* record_count * record_bytes bytes, owned by the claim */
  size_t capacity_bytes;  /* allocated */
};
_Static_assert(sizeof(struct tmd_claim) <= 160, "claims that wait for a stage are many");

void tmd_claim_clear(struct tmd_claim *claim); /* frees the records, gives up the advice */

/* Gives the claim the advice with this text. */
void tmd_claim_advise(struct tmd_claim *claim, const char *text, size_t bytes);

/* Takes the records out. Memory for a few is kept for its next ones; more is freed, so that claims
   that wait hold little. */
void tmd_claim_empty(struct tmd_claim *claim);

/* Makes `claim` the same claim as `like` (problem, cell, range, plan), of another kind, no records.
 */
void tmd_claim_begin(struct tmd_claim *claim, const struct tmd_claim *like, enum tmd_kind kind,
                     size_t record_bytes);

/* Appends one zeroed record and returns it; valid until the next append. */
void *tmd_claim_append(struct tmd_claim *claim);
/* Moves the claim to `to`, records and all; it gets the memory of the claim that was there,
   emptied. */
void tmd_claim_move(struct tmd_claim *to, struct tmd_claim *claim);

/* Makes `claim` the same as `like`, records and all, in memory of its own. */
void tmd_claim_copy(struct tmd_claim *claim, const struct tmd_claim *like);

/* Makes `part` what the claim, of kind case or region, says of [X0, X1), which lies within its
   range. */
void tmd_claim_part(struct tmd_claim *part, const struct tmd_claim *claim, tmd_u128 X0,
                    tmd_u128 X1);

/* 1 iff the claim's answer for its range is final: a case claim without candidates, or a region
   claim proved. */
int tmd_claim_confirmed(const struct tmd_claim *claim);

static inline void *tmd_claim_record(const struct tmd_claim *claim, size_t i) {
  return claim->records + i * claim->record_bytes;
}

/* The packets of a poly claim. */
static inline struct tmd_packet_range tmd_claim_packets(const struct tmd_claim *claim) {
  return (struct tmd_packet_range){claim->records, claim->record_bytes, claim->record_count,
                                   claim->X1, tmd_problem_threshold(claim->problem)};
}

/* So many records make a block of the length that writers aim at, whatever the texts. */
static inline size_t tmd_claim_records_full(size_t record_bytes) {
  return (TMD_CONTENT_DEFAULT_BYTES - 2 * TMD_TEXT_MAX_BYTES) / record_bytes;
}

/* Checks everything that tmd-stream(5) demands of a block: header, records, order, ranges,
   reserved fields. Returns 0 or -1 (message, status 3). */
int tmd_claim_check(const struct tmd_claim *claim);
int tmd_claim_check_header(
    const struct tmd_claim *claim); /* all but the records: texts, cell, range, record size */

const char *tmd_kind_name(enum tmd_kind kind); /* "poly", "case", "region" */
const char *tmd_reason_name(unsigned reason);  /* "zero", "overflow", ...; NULL if unknown */
int tmd_reason_parse(const char *name);        /* 0 if unknown */

/* The reason of a region and its class, as records in text have it: "identity", "rational:5:0" for
   X mod 5 = 0. Returns text. */
enum { TMD_REASON_TEXT_BYTES = 32 };
const char *tmd_reason_print(char *text, unsigned reason, uint64_t modulus, uint64_t residue);
int tmd_reason_read(struct tmd_region_record *record,
                    const char *text); /* 0, or -1 if it is none */

/* Regions that are so because G is nearly straight: constant, identity and rational, which may all
   be true of a range. */
static inline int tmd_reason_is_flat(unsigned reason) {
  return reason == TMD_REGION_CONSTANT || reason == TMD_REGION_IDENTITY ||
         reason == TMD_REGION_RATIONAL;
}

#endif
