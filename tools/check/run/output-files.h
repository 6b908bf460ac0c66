/* What tmd-check writes: the report, and further files. */
#ifndef TMD_OUTPUT_FILES_H
#define TMD_OUTPUT_FILES_H

#include "tools/check/report/limits.h"
#include "tools/check/run/checks.h"

/* Names of files, NULL where there is none. */
struct tmd_check_outputs {
  const char *keep, *histogram, *binades, *junit;
  const char *baseline; /* read */
  const char *ignore;   /* findings that do not fail, or NULL */
  int json;             /* the report is JSON */
  long long expect;     /* at least so many functions must be checked; 0: one */
};

/* Opens all of them, and the report, before there is anything to write. Ends the program if one
   cannot be opened or read. */
void tmd_check_outputs_open(const struct tmd_check_outputs *outputs);

/* Writes and closes them. Returns 1 if a verdict is not pass (a limit is exceeded, something is
   undecided, or worse than the baseline), or if fewer functions were checked than are expected. If
   nothing was checked, ends the program without a report. */
int tmd_check_outputs_write(const struct tmd_checks *checks, const struct tmd_limits *limits);

/* If there are several functions, prints a line on standard error with the largest error of each in
   any mode, the largest first. */
void tmd_check_outputs_worst(const struct tmd_checks *checks);

#endif
