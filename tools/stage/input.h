/* The streams that a tool reads: every claim of its files in turn, what has been read so far, and
   the lines on standard error that say so (--stats). */
#ifndef TMD_STAGE_INPUT_H
#define TMD_STAGE_INPUT_H

#include <stdio.h>

#include "lib/stream/stream.h"

/* Calls `visit` for each claim of the files (none: stdin) until it returns non-zero or there is an
   interrupt. Returns 0, or -1 (message); after places skipped by --keep-going too, but then
   everything has been visited. */
int tmd_each_claim(char **names, int (*visit)(struct tmd_claim *claim, struct tmd_reader *reader));

/* The length of the file (or stdin) without a torn last block. Returns 0, or -1 (message) if
   anything else is bad. */
int tmd_intact_bytes(const char *name, unsigned long long *bytes);

void tmd_count_claim(const struct tmd_claim *claim); /* for tools that get claims otherwise */

/* Counters of the statistics: claims passed through, bytes written.
 */
void tmd_count_passed(void);
void tmd_count_output(unsigned long long bytes);

/* The --stats line: what tmd_each_claim has read, and whatever `more` (or NULL) appends; nothing
   without --stats. */
void tmd_print_stats(void (*more)(FILE *out));

#endif
