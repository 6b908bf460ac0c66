/* The reports of checks: what each verdict covers, and how it is judged. */
#ifndef TMD_REPORTS_H
#define TMD_REPORTS_H

#include "tools/check/report/baseline.h"
#include "tools/check/report/rows.h"
#include "tools/check/run/checks.h"

struct tmd_judged_by {
  const struct tmd_limits *limits;
  struct tmd_baseline *baseline; /* or NULL */
  unsigned ignored;              /* findings that do not fail, as a set */
  long long expect;              /* at least so many functions must be checked */
};

/* 1 if the check was done and is reported; after an interrupt only hunts are. */
int tmd_check_is_reported(const struct tmd_checks *checks, const struct tmd_function_check *check);

/* One report for each function and wanted mode, and the faults, each of which is also printed on
   standard error. Ends the program if nothing was checked, unless an interrupt is the cause. */
struct tmd_reports tmd_reports_make(const struct tmd_checks *checks,
                                    const struct tmd_judged_by *by);
void tmd_reports_clear(struct tmd_reports *reports);

/* 1 if a report is not a pass, or if there is a fault. */
int tmd_reports_fail(const struct tmd_reports *reports);

#endif
