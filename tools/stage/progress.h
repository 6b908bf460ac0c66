/* The progress of a run: shown on a terminal or with --progress, and written for other programs by
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

/* Counts a finished claim: its arguments, its predicted seconds and its cases. tmd_progress_cases
   counts the cases of a claim that follows from it. */
void tmd_progress_claim(const struct tmd_claim *claim);
void tmd_progress_cases(const struct tmd_claim *claim);

/* The same for a plan in the making: the number of its lines and their cost. */
void tmd_progress_plan(long long lines, double seconds);

/* Shows it, at most 6 times a second, and writes the status, at most once a second; the last time
   in any case. */
void tmd_show_progress(int last);

#endif
