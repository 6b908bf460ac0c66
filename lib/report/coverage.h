/* What has been claimed: which arguments are answered for, how often, and with which cases.

   Confirmed case claims and proved region records cover their ranges (tmd-stream(5), COVERAGE).
   Memory grows with the number of claims that do not follow each other, and with the number of
   cases. */
#ifndef TMD_COVERAGE_H
#define TMD_COVERAGE_H

#include "lib/problem/ordinal.h"
#include "lib/problem/problem-set.h"
#include "lib/stream/agree.h"
#include "lib/stream/claim.h"
#include "lib/stream/plan-line.h"

/* A covered range of one cell: claims that follow each other, and regions that say the same, are
   one piece. */
struct tmd_covered {
  unsigned problem;
  struct tmd_region_saying says; /* of proved regions; reason 0: searched */
  struct tmd_cell cell;
  tmd_u128 X0, X1;
  size_t first, count; /* its case records */
  int image;           /* 1: it follows from others (lib/report/images.h) */
};

/* 1 if both are searched, or regions that say the same. */
int tmd_covered_same(const struct tmd_covered *a, const struct tmd_covered *b);

/* Adds the number of arguments of the piece that lie beyond *done to *sum, and takes *done to its
   end. */
void tmd_covered_add(tmd_u128 *sum, tmd_u128 *done, const struct tmd_covered *piece);

struct tmd_covered_range {
  unsigned problem;
  struct tmd_cell cell;
  tmd_u128 X0, X1;
};

enum tmd_claim_state {
  TMD_STATE_POLY,
  TMD_STATE_CANDIDATE,
  TMD_STATE_CASE,
  TMD_STATE_REGION,
  TMD_STATE_UNPROVED,
  TMD_STATES
};

/* Counters of one problem; a claim is counted in one state. */
struct tmd_claim_count {
  unsigned long long claims[TMD_STATES], records[TMD_STATES];
  tmd_u128 arguments[TMD_STATES]; /* sums are tmd_wide_sum, here and where the plan's are counted */
};

struct tmd_coverage {
  struct tmd_problemset problems;
  struct tmd_claim_count *count; /* one a problem */
  unsigned counts;
  struct tmd_covered *piece;
  size_t pieces, piece_capacity;
  struct tmd_covered_range
      *range; /* what the pieces cover together: in order, none touches another */
  size_t ranges;
  struct tmd_case_record *record;
  size_t records, record_capacity;
  int adds_images; /* 1: what is added is marked as images */
};

const char *tmd_claim_state_name(enum tmd_claim_state state);

void tmd_coverage_add(struct tmd_coverage *coverage, const struct tmd_claim *claim);

/* Sorts the pieces by problem, cell and X0, and joins what they cover: to be called once, before
   what follows. */
void tmd_coverage_sort(struct tmd_coverage *coverage);

/* The pieces of a problem, in order. */
const struct tmd_covered *tmd_coverage_pieces(const struct tmd_coverage *coverage, unsigned problem,
                                              size_t *count);

/* The case records of a piece with X in [X0, X1). */
const struct tmd_case_record *tmd_coverage_cases(const struct tmd_coverage *coverage,
                                                 const struct tmd_covered *piece, tmd_u128 X0,
                                                 tmd_u128 X1, size_t *count);

/* Ranges in order, none of which touches another. */
struct tmd_uncovered {
  struct tmd_range *range; /* owned by the caller */
  size_t count, capacity;
};

/* Lists the ranges of the plan line itself, without images, that nothing covers. Returns the number
   of arguments covered. */
tmd_u128 tmd_coverage_missing(const struct tmd_coverage *coverage, const struct tmd_planline *line,
                              struct tmd_uncovered *missing);

void tmd_coverage_clear(struct tmd_coverage *coverage);

#endif
