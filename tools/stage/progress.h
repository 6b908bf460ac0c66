/* How far a run has come: shown on a terminal or with --progress, and written for other programs by
   --status-json. With
   --forecast it is measured by the seconds that a plan predicts, of one core: some arguments cost
   more than others. */
#ifndef TMD_STAGE_PROGRESS_H
#define TMD_STAGE_PROGRESS_H

#include "lib/stream/claim.h"
#include "lib/stream/plan-line.h"

/* Reads what --forecast names and writes the first status; ends the program (status 2, 3) if either
   cannot be. */
void tmd_progress_begin(void);

/* Counts a claim that is done: its arguments, its predicted seconds and its cases; of one that
   follows from it, the cases. */
void tmd_progress_claim(const struct tmd_claim *claim);
void tmd_progress_cases(const struct tmd_claim *claim);

/* The same of a plan that is made: so many lines, which cost so much. */
void tmd_progress_plan(long long lines, double seconds);

/* Shows it, at most 6 times a second, and writes the status, at most once a second; the last time
   in any case. */
void tmd_show_progress(int last);

#endif
