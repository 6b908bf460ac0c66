/* What a tool does beside its work: files, interrupts, threads, the clock. */
#ifndef TMD_PROGRAM_H
#define TMD_PROGRAM_H

#include "lib/cli/files.h"

enum { TMD_INTERRUPTED_STATUS = 130 };

/* SIGINT sets the flag that tmd_interrupted returns; a read that waits between two blocks returns
   then. */
void tmd_catch_interrupt(void);
int tmd_interrupted(void);

int tmd_threads(void);    /* how many to use, -j or all cores: >= 1 */
double tmd_seconds(void); /* monotonic clock */

#endif
