/* Joining claims, records included: what confirmed claims say, in as few claims as can say it.

   The union of case claims of a cell is a case claim of the union of their ranges, and its records
   are theirs. Region claims that adjoin are one, and so are their records where these say the same.
   So what is written depends on what is claimed, not on how it was cut, nor in which order it came:
   by problem, cell and X, without plan texts, which were advice for work that is done.

   Exact cases that follow by rule are taken out before (lib/region/exact.h): a claim may list them
   or not.

   Where claims overlap they must say the same (tmd-stream(5), COVERAGE): the same records; regions,
   and regions and cases, that can both be true (lib/stream/agree.h); all arguments as cases where a
   region says that all are hard. Memory grows with the number of claims and of records. */
#ifndef TMD_MERGE_H
#define TMD_MERGE_H

#include "lib/problem/problem-set.h"
#include "lib/stream/agree.h"
#include "lib/stream/stream.h"

/* A case claim, or a record of a region claim. */
struct tmd_merge_part {
  unsigned problem;
  struct tmd_cell cell;
  tmd_u128 X0, X1;
  size_t first, count;           /* its cases */
  struct tmd_region_saying says; /* of a region; reason 0: of a case claim */
};

struct tmd_merge { /* zeroed before the first use */
  struct tmd_problemset problems;
  struct tmd_merge_part *part;
  size_t parts, part_capacity;
  struct tmd_case_record *record;
  size_t records, record_capacity;
};

/* Takes what a confirmed claim (tmd_claim_confirmed) says. */
void tmd_merge_add(struct tmd_merge *merge, const struct tmd_claim *claim);

/* Writes all that was added, as claims whose blocks are of the length that writers aim at; to be
   called once. 0, or -1 (message): two claims contradict each other (status 1), and nothing is
   written; or a write failed. */
int tmd_merge_write(struct tmd_merge *merge, struct tmd_writer *writer)
    __attribute__((warn_unused_result));

void tmd_merge_clear(struct tmd_merge *merge);

#endif
