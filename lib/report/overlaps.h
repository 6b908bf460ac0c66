/* What is covered more than once, and whether all that covers it says the same (tmd-stream(5),
   COVERAGE).

   Two pieces contradict each other at an argument
   - of which one claim of cases has another record than the other, or none;
   - whose record has a hardness that a region excludes, or that has no record where a region says
   that all are hard: but where the reason is zero or exact f(x) may be 0, which is no case;
   - of two regions, if no hardness is in the bounds of both, or one says that f(x) overflows, or
   underflows, and the other not. An undecided record contradicts no region. */
#ifndef TMD_OVERLAPS_H
#define TMD_OVERLAPS_H

#include "lib/report/coverage.h"

/* What a piece says of an argument. */
struct tmd_statement {
  const struct tmd_covered *piece;
  const struct tmd_case_record *record; /* of a claim of cases; NULL: none */
};

/* A range of a cell that is covered so many times throughout; if they differ, two statements at the
   least argument of the range where any do. */
struct tmd_overlap {
  const struct tmd_cell *cell;
  tmd_u128 X0, X1;
  size_t times;
  int differ;
  tmd_u128 X;
  struct tmd_statement one, other;
};

/* Calls `visit` for the overlaps of a problem, by cell and X0. Time grows as the pieces and their
   records do, and with the number of different regions at one argument. */
void tmd_overlaps_find(const struct tmd_coverage *coverage, unsigned problem,
                       void (*visit)(const struct tmd_overlap *overlap));

/* 0, or -1 (message, status 1) if two pieces of a problem contradict each other: the first two that
   do are named. */
int tmd_overlaps_check(const struct tmd_coverage *coverage) __attribute__((warn_unused_result));

/* "case 60", "no case", "undecided", "overflow", "constant 15..30", ... in text, which is returned.
 */
enum { TMD_STATEMENT_TEXT_BYTES = 64 };
char *tmd_statement_print(char *text, const struct tmd_statement *statement);

#endif
