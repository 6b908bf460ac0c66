/* An earlier report, to compare with. */
#ifndef TMD_BASELINE_H
#define TMD_BASELINE_H

#include "tools/check/report/rows.h"

struct tmd_baseline; /* owned by the caller */

/* NULL (message): it is not a report of tmd-check. */
struct tmd_baseline *tmd_baseline_read(const char *name);
void tmd_baseline_clear(struct tmd_baseline *baseline);

/* 1 if it has a line of this function in this format. */
int tmd_baseline_has(const struct tmd_baseline *baseline, const char *function,
                     const struct tmd_format *format);

/* 1 if it has the line of this function in this format and mode. */
int tmd_baseline_knows(const struct tmd_baseline *baseline, const struct tmd_report *report);

/* For a line that it has: fails if the baseline had fewer findings of a kind that is not in the set
   `ignored`, a smaller kappa, or smaller errors, by more than the digits of a report. Otherwise
   undecided if any result is undecided, unless this is ignored. */
enum tmd_judgement tmd_baseline_judge(const struct tmd_baseline *baseline,
                                      const struct tmd_report *report, unsigned ignored);

#endif
