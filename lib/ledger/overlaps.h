/* Ranges that are covered more than once, and contradictions there (tmd-stream(5), COVERAGE).

   Two entries contradict each other at an argument if
   - both are searched, and their records differ, or only one has a record;
   - the region excludes the record's hardness, or there is no record where the region states that
   the argument is hard (except for the reasons zero and exact, where f(x) may be 0, which is no
   case);
   - both are regions, and no hardness is within the bounds of both, or only one states that f(x)
   overflows, or underflows. An undecided record contradicts no region. */
#ifndef TMD_OVERLAPS_H
#define TMD_OVERLAPS_H

#include "lib/ledger/ledger.h"

/* The statement of an entry about an argument. */
struct tmd_statement {
  const struct tmd_entry *entry;
  const struct tmd_case_record *record; /* of a searched entry; NULL if it has none there */
};

/* A range of a cell that is covered `times` times throughout; if entries differ there, two
   statements at the least argument where they do. */
struct tmd_overlap {
  struct tmd_span at;
  size_t times;
  int differ;
  tmd_u128 X;
  struct tmd_statement one, other;
};

/* Calls `visit` for the overlaps of a problem, by cell and X0. Time grows with the number of
   entries and records, and with the number of different regions at one argument. */
void tmd_overlaps_find(const struct tmd_ledger *ledger, const struct tmd_problem *problem,
                       void (*visit)(const struct tmd_overlap *overlap, void *context),
                       void *context);

/* 0, or -1 (message about the first contradiction, status 1) if two entries of a problem contradict
   each other. */
int tmd_overlaps_check(const struct tmd_ledger *ledger) __attribute__((warn_unused_result));

/* "case 60", "no case", "undecided", "overflow", "constant 15..30", ... in text, which is
   returned. */
enum { TMD_STATEMENT_TEXT_BYTES = 64 };
char *tmd_statement_print(char *text, const struct tmd_statement *statement);

#endif
