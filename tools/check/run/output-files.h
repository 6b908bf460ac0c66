/* What tmd-check writes: the report, and files beside it. */
#ifndef TMD_CHECK_OUTPUTS_H
#define TMD_CHECK_OUTPUTS_H

#include "tools/check/report/limits.h"
#include "tools/check/run/checks.h"

/* Names of files, NULL where there is none. */
struct tmd_check_outputs {
  const char *keep, *histogram, *binades, *junit;
  const char *baseline; /* read */
  const char *ignore;   /* findings that do not fail, or NULL */
  int json;             /* the report is JSON */
  long long expect;     /* so many functions are to be checked; 0: one */
};

/* Opens all, and the report, before there is anything to write. What cannot be opened or read ends
   the program. */
void tmd_check_outputs_open(const struct tmd_check_outputs *outputs);

/* Writes and closes them; 1 if a verdict is not pass (a limit is not kept, something is undecided,
   or worse than the baseline), or if fewer functions were checked than are expected. If nothing was
   checked, ends the program without a report. */
int tmd_check_outputs_write(const struct tmd_checks *checks, const struct tmd_limits *limits);

/* A line on standard error with the largest error of each function in any mode, the largest first,
   if they are several. */
void tmd_check_outputs_worst(const struct tmd_checks *checks);

#endif
