/* The report of checks: one writer of rows, as TSV or JSON; JUnit's XML; lines of other files. */
#ifndef TMD_ROWS_H
#define TMD_ROWS_H

#include <stdio.h>

#include "tools/check/report/limits.h"

/* The verdict on one function in one mode. */
struct tmd_report {
  const char *function, *symbol;
  char coverage[96];
  struct tmd_format format;
  enum tmd_rounding mode;
  tmd_u128 tested, sampled, left; /* arguments: tested, those of them that are samples, not tested
                                     (~0: more than can be counted) */
  const struct tmd_verdict *verdict;
  struct tmd_limit limit; /* the judgement is by it */
  enum tmd_judgement judgement;
  unsigned uncounted; /* findings, as a set, that do not affect the judgement */
};

/* A failure of all checks together. */
struct tmd_report_fault {
  const char *about; /* the option that demands it */
  char *text;
};

struct tmd_reports {
  const char *library;
  struct tmd_report *report; /* owned, with the texts of the faults */
  size_t count;
  struct tmd_report_fault *fault;
  size_t faults, fault_capacity;
};

/* TSV: rows `check`, then rows `finding`, one for each kind, and rows `fault`; the columns of each
   sort of row are named in a line before them. */
void tmd_report_tsv(FILE *out, const struct tmd_reports *reports);

/* The same rows as one JSON object: library, faults, checks with their findings. */
void tmd_report_json(FILE *out, const struct tmd_reports *reports);

/* The same as JUnit's XML: a testcase for each check, failed if it does not pass, with the findings
   in its message, and a failed testcase for each fault. */
void tmd_report_junit(FILE *out, const struct tmd_reports *reports);

/* The findings of the set with their counts in all of these reports: "not-monotone 3, sign 1". */
void tmd_report_found(FILE *out, const struct tmd_report *report, size_t count, unsigned findings);

/* A wrong result as a line: x, mode, expected, got, function, format. */
void tmd_report_instance(FILE *out, const char *function, const struct tmd_format *format,
                         enum tmd_rounding mode, const struct tmd_instance *at);

/* The largest errors in a binade from x on, as a line: function, format, mode, x, packets;
   below and above (extreme[0], [1]), each with its x, expected and got. */
void tmd_report_binade(FILE *out, const char *function, const struct tmd_format *format,
                       enum tmd_rounding mode, const struct tmd_datum *x,
                       unsigned long long packets, const struct tmd_extreme *const extreme[2]);

#endif
