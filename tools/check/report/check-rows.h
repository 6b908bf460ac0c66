/* The report of checks: TSV lines, of which the first field says what they are about, or JSON;
   JUnit's XML; and lines of other files. */
#ifndef TMD_REPORT_H
#define TMD_REPORT_H

#include <stdio.h>

#include "tools/check/report/limits.h"

/* What is said of one function in one mode. */
struct tmd_report {
  const char *function, *symbol;
  char coverage[96];
  struct tmd_format format;
  enum tmd_rounding mode;
  tmd_u128 tested, sampled, left; /* arguments: looked at, those of them that are samples, not
                                     looked at (~0: -, no number) */
  const struct tmd_verdict *verdict;
  struct tmd_limit limit; /* by which it is judged */
  enum tmd_judgement judgement;
  unsigned uncounted; /* findings, as a set, that the judgement takes no account of */
};

/* What fails of all lines together. */
struct tmd_report_fault {
  const char *about; /* the option that demands it */
  char *text;
};

struct tmd_report_faults {
  struct tmd_report_fault *fault;
  size_t count, capacity;
};

/* The lines `check`, behind them the lines `finding`, one for each kind, and `fault`; each sort
   behind a line that names the columns. */
void tmd_report_tsv(FILE *out, const struct tmd_report *report, size_t count,
                    const struct tmd_report_faults *faults);

/* The same as one JSON object: library, faults, checks with their findings. */
void tmd_report_json(FILE *out, const struct tmd_report *report, size_t count, const char *library,
                     const struct tmd_report_faults *faults);

/* A testcase for each, failed if it does not pass, with what was found in its message, and a failed
   one for each fault. */
void tmd_report_junit(FILE *out, const struct tmd_report *report, size_t count, const char *library,
                      const struct tmd_report_faults *faults);

/* Findings of the set with their counts in all of these lines: "not-monotone 3, sign 1". */
void tmd_report_found(FILE *out, const struct tmd_report *report, size_t count, unsigned findings);

/* A wrong result as a line: x, mode, expected, got, function, format. */
void tmd_report_instance(FILE *out, const char *function, const struct tmd_format *format,
                         enum tmd_rounding mode, const struct tmd_instance *at);

/* Fields, without the end of the line: function, format, mode, x; and of an error its size, x,
   expected, got. */
void tmd_report_range(FILE *out, const char *function, const struct tmd_format *format,
                      enum tmd_rounding mode, const struct tmd_datum *x);
void tmd_report_extreme(FILE *out, const struct tmd_format *format,
                        const struct tmd_extreme *extreme);

#endif
