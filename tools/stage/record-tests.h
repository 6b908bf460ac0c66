/* The results of a test of each record of many case claims, computed by all threads. */
#ifndef TMD_RECORD_TESTS_H
#define TMD_RECORD_TESTS_H

#include "lib/base/error.h"
#include "lib/cell/segment.h"

struct tmd_verdicts {
  size_t *first;           /* of claim c: verdict[first[c]] to verdict[first[c + 1] - 1] */
  signed char *verdict;    /* all, one claim after the other */
  struct tmd_fault failed; /* that of the first record with a negative verdict */
};

/* A test of the record of one argument of a segment (of pairs, of a row), which may change the
   record. It returns 1 or 0, or -1 (message). */
typedef int tmd_record_test(const struct tmd_segment *segment, struct tmd_case_record *record);

/* Claims of other kinds count as claims without records. */
void tmd_verdicts_find(struct tmd_verdicts *verdicts, const struct tmd_claim *claims, size_t count,
                       int threads, tmd_record_test *test);

/* 0, or -1 (message) if a test of one of the claim's records failed. */
int tmd_verdicts_failed(const struct tmd_verdicts *verdicts, size_t claim);

void tmd_verdicts_clear(struct tmd_verdicts *verdicts);

#endif
