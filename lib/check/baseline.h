/* An earlier report, to compare with. */
#ifndef TMD_BASELINE_H
#define TMD_BASELINE_H

#include "lib/check/report.h"

struct tmd_baseline; /* owned by who reads it */

/* NULL (message): it is no report of tmd-check. */
struct tmd_baseline *tmd_baseline_read(const char *name);
void tmd_baseline_clear(struct tmd_baseline *baseline);

/* 1 if it says something of this function in this format. */
int tmd_baseline_has(const struct tmd_baseline *baseline, const char *function, const struct tmd_format *format);

/* 1 if it had fewer findings of some kind, a smaller kappa, or smaller errors, by more than the digits of a report; 0 also of
   what is not in it. */
int tmd_baseline_is_better(const struct tmd_baseline *baseline, const struct tmd_report *report);

#endif
