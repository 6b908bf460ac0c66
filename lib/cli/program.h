/* What a tool does beside its work: files, interrupts, threads, the clock. */
#ifndef TMD_PROGRAM_H
#define TMD_PROGRAM_H

#include <stdio.h>

enum { TMD_INTERRUPTED_STATUS = 130 };

FILE *tmd_open_input(const char *name); /* "-" is stdin; ends the program with status 2 if that fails */
FILE *tmd_open_output(int binary);      /* -o or stdout; likewise; refuses a terminal when binary */
const char *tmd_input_name(const char *name); /* for messages: "standard input" in place of "-" */
const char *tmd_output_name(void);
void tmd_close_text(FILE *out);         /* flush and close, or end the program with status 2 */

/* SIGINT sets the flag that tmd_interrupted returns; a read that waits between two blocks returns then. */
void tmd_catch_interrupt(void);
int tmd_interrupted(void);

int tmd_threads(void);    /* how many to use, -j or all cores: >= 1 */
double tmd_seconds(void); /* monotonic clock */

#endif
