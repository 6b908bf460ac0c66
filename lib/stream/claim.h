/* A claim of a stream in memory. "Every hard-to-round case of this problem, in
   this cell, with X in [X0, X1), is among the records." */
#ifndef TMD_CLAIM_H
#define TMD_CLAIM_H

#include <stddef.h>

#include "lib/packet/layout.h"
#include "lib/problem/problem.h"
#include "lib/stream/plan-words.h"

enum tmd_kind { TMD_POLY, TMD_CASE, TMD_REGION };

struct tmd_claim {
  const struct tmd_problem *problem; /* interned */
  char *plan;                        /* the plan text, owned; NULL: empty */
  struct tmd_cell cell;
  enum tmd_kind kind;
  tmd_u128 X0, X1;
  size_t record_bytes; /* size of each record, a multiple of 8 */
  size_t record_count;
  unsigned char *records; /* record_count * record_bytes bytes, owned by the claim */
  size_t capacity_bytes;  /* allocated */
};
_Static_assert(sizeof(struct tmd_claim) <= 160, "claims that wait for a stage are many");

void tmd_claim_clear(struct tmd_claim *claim); /* frees the records and the plan text */

/* The plan text, which has no zero byte; and another one for the claim. */
static inline const char *tmd_claim_plan(const struct tmd_claim *claim) {
  return claim->plan ? claim->plan : "";
}
void tmd_claim_advise(struct tmd_claim *claim, const char *text, size_t bytes);

/* Removes the records. Memory for a few of them stays allocated; more is freed, so that waiting
   claims hold little. */
void tmd_claim_empty(struct tmd_claim *claim);

/* Makes `claim` like `like` (problem, cell, range, plan), of the given kind, without
   records. */
void tmd_claim_begin(struct tmd_claim *claim, const struct tmd_claim *like, enum tmd_kind kind,
                     size_t record_bytes);

/* Appends one zeroed record and returns it; valid until the next append. */
void *tmd_claim_append(struct tmd_claim *claim);

/* Of a claim of kind case: appends a candidate; and sorts candidates, of which each X stays once.
 */
void tmd_claim_candidate(struct tmd_claim *claim, tmd_u128 X);
void tmd_claim_sort_candidates(struct tmd_claim *claim);

/* Moves the claim with its records to `to`; `claim` receives the emptied storage of `to`. */
void tmd_claim_move(struct tmd_claim *to, struct tmd_claim *claim);

/* Makes `claim` a copy of `like` with its records, in its own memory. */
void tmd_claim_copy(struct tmd_claim *claim, const struct tmd_claim *like);

/* Makes `part` the restriction of the claim, of kind case or region, to [X0, X1), a part of its
   range. */
void tmd_claim_part(struct tmd_claim *part, const struct tmd_claim *claim, tmd_u128 X0,
                    tmd_u128 X1);

/* 1 iff the claim is final for its range: a case claim without candidates, or a proved region
   claim. */
int tmd_claim_confirmed(const struct tmd_claim *claim);

static inline void *tmd_claim_record(const struct tmd_claim *claim, size_t i) {
  return claim->records + i * claim->record_bytes;
}

/* The packets of a poly claim. */
static inline struct tmd_packet_range tmd_claim_packets(const struct tmd_claim *claim) {
  return (struct tmd_packet_range){claim->records, claim->record_bytes, claim->record_count,
                                   claim->X1, tmd_problem_threshold(claim->problem)};
}

/* The number of records of a block of the length that writers aim at, whatever the texts. */
static inline size_t tmd_claim_records_full(size_t record_bytes) {
  return (TMD_CONTENT_DEFAULT_BYTES - 2 * TMD_TEXT_MAX_BYTES) / record_bytes;
}

/* Checks everything that tmd-stream(5) demands of a block: header, records, order, ranges,
   reserved fields. Returns 0 or -1 (message, status 3). */
int tmd_claim_check(const struct tmd_claim *claim);
int tmd_claim_check_header(
    const struct tmd_claim *claim); /* all except the records: texts, cell, range, record size */

const char *tmd_kind_name(enum tmd_kind kind); /* "poly", "case", "region" */
const char *tmd_reason_name(unsigned reason);  /* "zero", "overflow", ...; NULL if unknown */
int tmd_reason_parse(const char *name);        /* 0 if unknown */

/* The reason and class of a region as text: "identity", "rational:5:0" for X mod 5 = 0. Returns
   text. */
enum { TMD_REASON_TEXT_BYTES = 32 };
const char *tmd_reason_print(char *text, unsigned reason, uint64_t modulus, uint64_t residue);
int tmd_reason_read(struct tmd_region_record *record,
                    const char *text); /* 0, or -1 for other text */

/* The reasons by which G is nearly straight: constant, identity and rational; all may hold for a
   range. */
static inline int tmd_reason_is_flat(unsigned reason) {
  return reason == TMD_REGION_CONSTANT || reason == TMD_REGION_IDENTITY ||
         reason == TMD_REGION_RATIONAL;
}

#endif
