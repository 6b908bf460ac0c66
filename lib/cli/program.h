/* Files, interrupts, threads and the clock of a tool. */
#ifndef TMD_PROGRAM_H
#define TMD_PROGRAM_H

#include "lib/cli/files.h"

enum { TMD_INTERRUPTED_STATUS = 130 };

/* Makes SIGINT set the flag that tmd_interrupted returns, and end a read that waits between two
   blocks. */
void tmd_catch_interrupt(void);
int tmd_interrupted(void);

int tmd_threads(void);    /* the number of threads, by -j or all cores: >= 1 */
double tmd_seconds(void); /* monotonic clock */

#endif
