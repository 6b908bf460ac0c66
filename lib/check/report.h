/* The report of a check: TSV lines, of which the first field says what they are about. */
#ifndef TMD_REPORT_H
#define TMD_REPORT_H

#include <stdio.h>

#include "lib/check/verdict.h"

/* What is said of one function in one mode. */
struct tmd_report {
  const char *function, *symbol, *coverage;
  struct tmd_format format;
  enum tmd_rounding mode;
  tmd_u128 tested, sampled, left; /* arguments: looked at, those of them that are samples, not looked at (~0: -, no number) */
  const struct tmd_verdict *verdict;
  double limit; /* ulp, by which it is judged; 0: none */
  int passes;
};

void tmd_report_header(FILE *out); /* the line that names the columns of lines `check` */
void tmd_report_check(FILE *out, const struct tmd_report *report);

/* Lines `finding`, one for each kind; *header: 1 if the line that names the columns has been printed. */
void tmd_report_findings(FILE *out, const struct tmd_report *report, int *header);

/* A wrong result as a line: x, mode, expected, got. */
void tmd_report_instance(FILE *out, const struct tmd_format *format, enum tmd_rounding mode, const struct tmd_instance *at);

#endif
